import Synchronization

/// Disposables that end together, in the order in which they were inserted (RxSwift: `CompositeDisposable`).
///
/// It is also the *lifetime* of one subscription: operators put what they hold into it, and sources look at it to stop.
public final class CompositeDisposable: Disposable {
    /// Set with the stop event, before it is delivered, so that nothing re-entrant can follow it; and by disposal.
    @inlinable var isStopped: Bool {
        get { stopped.load(ordering: .relaxed) }
        set { stopped.store(newValue, ordering: .relaxed) }
    }
    /// Constant as far as the compiler is concerned, so it needs no check that accesses don't overlap. That would be most
    /// of what a look at it costs, and every event takes two. Nothing else is atomic about it.
    @usableFromInline let stopped = Atomic(false)
    /// Whether `dispose` was called.
    public private(set) var isDisposed = false
    private var isEndPutOff = false
    private var hasList = false
    /// The only member, or the list of them: most lifetimes have one, and a page has hundreds of lifetimes.
    private var content: (any Disposable)?
    #if DEBUG
        let resource = Resource()
    #endif

    /// Holds nothing yet.
    public init() {}

    /// How many it holds.
    public var count: Int { list?.members.count ?? (content == nil ? 0 : 1) }

    /// Adds a member; a composite that is disposed already ends it at once.
    public func insert(_ disposable: any Disposable) {
        if isDisposed {
            disposable.dispose()
        } else if let list {
            list.members.append(disposable)
        } else if let content {
            self.content = DisposableList([content, disposable])
            hasList = true
        } else {
            content = disposable
        }
    }

    /// Ends and forgets one member.
    public func remove(_ disposable: any Disposable) {
        if let list {
            if let index = list.members.firstIndex(where: { $0 === disposable }) { list.members.remove(at: index) }
        } else if content === disposable {
            content = nil
        }
        disposable.dispose()
    }

    /// Ends the members and whatever is inserted later.
    public func dispose() {
        guard !isDisposed else { return }
        isDisposed = true
        isStopped = true
        let members = content
        content = nil
        hasList = false
        members?.dispose()
    }

    /// The end that follows a stop event, when that has been delivered.
    @usableFromInline
    func end() {
        if !isEndPutOff { dispose() }
    }

    /// Delivers a stop event and does what comes after that: the end that follows it waits until this is done.
    @usableFromInline
    func puttingOffItsEnd(_ deliver: () -> Void) {
        let wasPutOff = isEndPutOff
        isEndPutOff = true
        deliver()
        isEndPutOff = wasPutOff
        if isStopped { end() }
    }

    private var list: DisposableList? {
        hasList ? content as? DisposableList : nil
    }

    /// A lifetime inside this one: it ends with this or before it.
    @usableFromInline
    func child() -> CompositeDisposable {
        let child = CompositeDisposable()
        insert(child)
        return child
    }
}

/// The members of a composite that has several.
private final class DisposableList: Disposable {
    var members: [any Disposable]

    init(_ members: [any Disposable]) {
        self.members = members
    }

    func dispose() {
        for member in members { member.dispose() }
    }
}
