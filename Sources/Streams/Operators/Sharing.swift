/// The lifetime of a shared sequence's replayed elements (RxSwift: `SubjectLifetimeScope`).
public enum SubjectLifetimeScope: Sendable {
    /// The replayed elements are dropped when the last subscriber leaves or the source ends; the next subscriber causes
    /// a new subscription to the source.
    case whileConnected
    /// The replayed elements are kept for later subscribers, the stop event included.
    case forever
}

extension ObservableType {
    /// Shares one subscription to the source among all subscribers; it is made with the first and ended with the last
    /// (RxSwift: `share(replay:scope:)`).
    ///
    ///     a-b-c-|  with replay 1  →  a-b-c-|
    ///     a later subscriber gets     bc-|
    ///
    /// - Parameters:
    ///   - replay: the number of newest elements that a later subscriber gets at once.
    ///   - scope: the lifetime of those elements.
    @inlinable
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element> {
        Shared(asObservable().start, replay: replay, scope: scope)
    }
}

/// The sequence that `share` returns: it subscribes to the source once, for all of its own subscribers. The connection
/// retains it while there are any. Otherwise a source that drops its observer (one that never sends anything) would
/// release this, and nothing would end the subscription to the source when the last subscriber leaves.
@usableFromInline
final class Shared<Element>: Multicast<Element> {
    // The small ones first, side by side: that takes fewer bytes, and a page has a dozen of these objects.
    @usableFromInline let remembers: Bool
    @usableFromInline var hasNewest = false
    @usableFromInline var newest: Element?
    @usableFromInline var upstream: Start<Element>
    /// Subscribes to the source. It is a closure, made by the inlinable initialiser, so that it is compiled in the
    /// caller's module for the actual type of the elements; it captures nothing.
    @usableFromInline let connect: (Shared<Element>) -> Void
    @usableFromInline var connection: Connection<Element>?
    /// Storage for more than the newest element, or for elements kept forever; nil in most cases.
    @usableFromInline let memory: Memory<Element>?

    @inlinable
    init(_ upstream: Start<Element>, replay: Int, scope: SubjectLifetimeScope) {
        self.upstream = upstream
        remembers = replay > 0
        memory = replay > 1 || scope == .forever ? Memory(isForever: scope == .forever, earlier: replay - 1) : nil
        connect = { shared in
            let connection = Connection(to: shared)
            shared.connection = connection
            shared.upstream.run(connection) { connection.take($0) { connection.shared.receive($0) } }
        }
    }

    @inlinable override var start: Start<Element> {
        Start { self.subscribe($0, $1) }
    }

    @usableFromInline
    func subscribe(_ lifetime: CompositeDisposable, _ sink: @escaping (Event<Element>) -> Void) {
        guard memory?.end == nil else { return repeatEnd(to: lifetime, sink) }
        let isConnected = connection != nil
        if hasNewest {
            join(lifetime, sink) { replay(to: lifetime, sink) }
        } else {
            join(lifetime, sink)
        }
        // The replay may have caused a connection or its end; this subscriber has already taken part in that.
        guard !isConnected, connection == nil, memory?.end == nil, !lifetime.isStopped else { return }
        connect(self)
    }

    private func repeatEnd(to lifetime: CompositeDisposable, _ sink: (Event<Element>) -> Void) {
        replay(to: lifetime, sink)
        if let end = memory?.end, !lifetime.isStopped { sink(end.event()) }
    }

    private func replay(to lifetime: CompositeDisposable, _ sink: (Event<Element>) -> Void) {
        guard let newest else { return }
        for element in memory?.earlier.elements ?? [] {
            guard !lifetime.isStopped else { return }
            sink(.next(element))
        }
        if !lifetime.isStopped { sink(.next(newest)) }
    }

    @inlinable
    func receive(_ event: Event<Element>) {
        if case .next(let element) = event {
            if remembers { remember(element) }
        } else {
            connection = nil
            if let memory, memory.isForever { memory.end = End(event) } else { forget() }
        }
        send(event)
    }

    @inlinable
    func remember(_ element: Element) {
        let former = exchange(&newest, with: .some(element))
        hasNewest = true
        let forgotten = if let memory, let former { memory.earlier.append(former) } else { former }
        withExtendedLifetime(forgotten) {}
    }

    @usableFromInline
    func forget() {
        guard hasNewest else { return }
        hasNewest = false
        _ = takeNewest()
        _ = memory?.earlier.removeAll()
    }

    /// Removes the newest element and returns it, for the caller to release; see `Recent`.
    @inline(never)
    private func takeNewest() -> Element? {
        let former = newest
        newest = nil
        return former
    }

    @usableFromInline
    override func leave(_ lifetime: CompositeDisposable) {
        super.leave(lifetime)
        guard !hasObservers, let connection else { return }
        self.connection = nil
        if memory?.isForever != true { forget() }
        connection.dispose()
    }
}

/// The elements and the end that a shared sequence remembers besides its newest element.
@usableFromInline
final class Memory<Element> {
    @usableFromInline let isForever: Bool
    /// The elements before the newest.
    @usableFromInline let earlier: Recent<Element>
    /// The end of the source; nil before it, and always when the scope is `whileConnected`.
    @usableFromInline var end: End?

    @inlinable
    init(isForever: Bool, earlier count: Int) {
        self.isForever = isForever
        earlier = Recent(capacity: count)
    }
}

/// The subscription of a shared sequence to its source.
@usableFromInline
final class Connection<Element>: CompositeDisposable {
    @usableFromInline let shared: Shared<Element>

    @inlinable
    init(to shared: Shared<Element>) {
        self.shared = shared
    }
}
