import Synchronization

/// Disposables that end together, in the order in which they were inserted (RxSwift: `CompositeDisposable`).
///
/// It is also the *lifetime* of one subscription: operators put what they hold into it, sources look at it to stop, and
/// the subject, relay or shared sequence that is subscribed to is left at its end.
public class CompositeDisposable: Disposable {
    /// What ends with this. Most lifetimes have one member, and a page has hundreds of lifetimes: so one needs no
    /// array.
    private enum Content {
        case nothing
        case source(Joined)
        case one(any Disposable)
        case several([any Disposable])
    }

    /// The source that this subscribed to, which is to forget its subscriber at the end.
    @usableFromInline
    struct Joined {
        /// Never dangling, since a source that is released tells the lifetimes of its subscribers; see ``Leavable``.
        @usableFromInline unowned let source: any Leavable

        @inlinable
        init(_ source: any Leavable) {
            self.source = source
        }
    }

    /// Set with the stop event, before it is delivered, so that nothing re-entrant can follow it; and by disposal.
    @inlinable final var isStopped: Bool {
        get { stopped.load(ordering: .relaxed) }
        set { stopped.store(newValue, ordering: .relaxed) }
    }
    private final var content = Content.nothing
    /// Atomic only for speed: for a variable the compiler adds a check that accesses don't overlap, for this constant
    /// it does not. Every event reads it twice, and the check would cost more than the reading.
    @usableFromInline final let stopped = Atomic(false)
    /// Whether `dispose` was called.
    public private(set) final var isDisposed = false
    private final var isEndPutOff = false
    /// The index of this among the subscribers of its source, which sets it.
    @usableFromInline final var place: UInt32 = 0
    #if DEBUG
        let resource = Resource()
    #endif

    /// Holds nothing yet.
    public init() {}

    /// How many it holds.
    public final var count: Int {
        switch content {
        case .nothing: 0
        case .source, .one: 1
        case .several(let members): members.count
        }
    }

    /// Adds a member; a composite that is disposed already ends it at once.
    public final func insert(_ disposable: any Disposable) {
        guard !isDisposed else { return disposable.dispose() }
        switch content {
        case .nothing: content = .one(disposable)
        case .source(let joined): content = .several([Membership(of: joined.source, self), disposable])
        case .one(let member): content = .several([member, disposable])
        case .several(var members):
            // Emptied first: the array has one holder then, and is not copied when it is changed.
            content = .nothing
            members.append(disposable)
            content = .several(members)
        }
    }

    /// Ends and forgets one member.
    public final func remove(_ disposable: any Disposable) {
        switch content {
        case .nothing, .source: break
        case .one(let member): if member === disposable { content = .nothing }
        case .several(var members):
            content = .nothing
            if let index = members.firstIndex(where: { $0 === disposable }) { members.remove(at: index) }
            content = .several(members)
        }
        disposable.dispose()
    }

    /// Ends the members and whatever is inserted later.
    public func dispose() {
        endMembers()
    }

    private final func endMembers() {
        guard !isDisposed else { return }
        isDisposed = true
        isStopped = true
        let content = content
        self.content = .nothing
        switch content {
        case .nothing: break
        case .source(let joined): joined.source.leave(self)
        case .one(let member): member.dispose()
        case .several(let members): for member in members { member.dispose() }
        }
    }

    /// Ends the members, after a stop event has been delivered.
    @usableFromInline
    final func end() {
        if !isEndPutOff { endMembers() }
    }

    /// Runs a closure that delivers a stop event and does something after it; the members end only when it is done.
    @usableFromInline
    final func puttingOffItsEnd(_ deliver: () -> Void) {
        let wasPutOff = isEndPutOff
        isEndPutOff = true
        deliver()
        isEndPutOff = wasPutOff
        if isStopped { end() }
    }

    /// Notes the source that has to forget its subscriber at the end.
    @usableFromInline
    final func join(_ joined: Joined) {
        if !isDisposed, case .nothing = content {
            content = .source(joined)
        } else {
            insert(Membership(of: joined.source, self))
        }
    }

    /// The source has already forgotten its subscriber.
    @usableFromInline
    final func forgetSource() {
        if case .source = content { content = .nothing }
    }

    /// A lifetime inside this one: it ends with this or before it.
    @usableFromInline
    final func child() -> CompositeDisposable {
        let child = CompositeDisposable()
        insert(child)
        return child
    }
}

/// A source with a list of subscribers: a subject, a relay, a shared sequence. The lifetimes of its subscribers refer
/// to it without holding it, so it calls their `forgetSource` before it is released.
@usableFromInline
protocol Leavable: AnyObject {
    func leave(_ lifetime: CompositeDisposable)
}

/// A source as one of several members of a lifetime.
private final class Membership: Disposable {
    private weak var source: (any Leavable)?
    private unowned let lifetime: CompositeDisposable

    init(of source: any Leavable, _ lifetime: CompositeDisposable) {
        self.source = source
        self.lifetime = lifetime
    }

    func dispose() {
        source?.leave(lifetime)
    }
}
