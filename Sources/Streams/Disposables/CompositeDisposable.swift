import Synchronization

/// Disposables that end together, in the order in which they were inserted (RxSwift: `CompositeDisposable`).
///
/// It is also the *lifetime* of one subscription: operators insert what they hold into it, sources check it to know
/// when to stop, and at its end it unsubscribes from the subject, relay or shared sequence that is its source.
public class CompositeDisposable: Disposable {
    /// The members that end with this. Most lifetimes have one member, and a page has hundreds of lifetimes: so a
    /// single member needs no array.
    private enum Content {
        case nothing
        case source(Joined)
        case one(any Disposable)
        case several([any Disposable])
    }

    /// The source that this has subscribed to; at the end it removes its subscriber.
    @usableFromInline
    struct Joined {
        /// The source, unowned and yet never dangling: a source that is released notifies the lifetimes of its
        /// subscribers; see ``Leavable``.
        @usableFromInline unowned let source: any Leavable

        @inlinable
        init(_ source: any Leavable) {
            self.source = source
        }
    }

    /// Whether events are still let through. Set by disposal, and by a stop event before it is delivered, so that
    /// nothing re-entrant can follow it.
    @inlinable final var isStopped: Bool {
        get { stopped.load(ordering: .relaxed) }
        set { stopped.store(newValue, ordering: .relaxed) }
    }
    private final var content = Content.nothing
    /// Storage of ``isStopped``. It is atomic only for speed: for a variable the compiler adds a check that accesses
    /// don't overlap, for this constant it does not. Every event reads it twice, and the check would cost more than the
    /// read.
    @usableFromInline final let stopped = Atomic(false)
    /// Whether `dispose` was called.
    public private(set) final var isDisposed = false
    private final var isEndPutOff = false
    /// Index of this among the subscribers of its source, set by the source.
    @usableFromInline final var place: UInt32 = 0
    #if DEBUG
        let resource = Resource()
    #endif

    /// Creates a composite without members.
    public init() {}

    /// Number of members; the source that was subscribed to counts as one.
    public final var count: Int {
        switch content {
        case .nothing: 0
        case .source, .one: 1
        case .several(let members): members.count
        }
    }

    /// Adds a member; if this is already disposed, it disposes of the member at once.
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

    /// Removes one member and disposes of it.
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

    /// Disposes of the members, and from then on of whatever is inserted. A second call does nothing.
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

    /// Disposes of the members after a stop event has been delivered, unless the end is put off.
    @usableFromInline
    final func end() {
        if !isEndPutOff { endMembers() }
    }

    /// Runs a closure that delivers a stop event and then does something else; the members are disposed of only when it
    /// returns.
    @usableFromInline
    final func puttingOffItsEnd(_ deliver: () -> Void) {
        let wasPutOff = isEndPutOff
        isEndPutOff = true
        deliver()
        isEndPutOff = wasPutOff
        if isStopped { end() }
    }

    /// Records the source that has to remove its subscriber at the end.
    @usableFromInline
    final func join(_ joined: Joined) {
        if !isDisposed, case .nothing = content {
            content = .source(joined)
        } else {
            insert(Membership(of: joined.source, self))
        }
    }

    /// Drops the reference to the source, which has already removed its subscriber.
    @usableFromInline
    final func forgetSource() {
        if case .source = content { content = .nothing }
    }

    /// Returns a new lifetime inside this one: it ends with this or before it.
    @usableFromInline
    final func child() -> CompositeDisposable {
        let child = CompositeDisposable()
        insert(child)
        return child
    }
}

/// A source with a list of subscribers: a subject, a relay or a shared sequence. The lifetimes of its subscribers refer
/// to it without retaining it, so it calls their `forgetSource` before it is released.
@usableFromInline
protocol Leavable: AnyObject {
    func leave(_ lifetime: CompositeDisposable)
}

/// Membership in a source's list of subscribers, for a lifetime that has other members too.
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
