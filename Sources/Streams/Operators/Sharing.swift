/// How long a shared sequence remembers (RxSwift: `SubjectLifetimeScope`).
public enum SubjectLifetimeScope: Sendable {
    /// What is replayed is forgotten when the last subscriber leaves or the source ends; who comes then starts anew.
    case whileConnected
    /// What is replayed is kept for subscribers who come later, the end included.
    case forever
}

extension ObservableType {
    /// One subscription to the source for all subscribers, made with the first and ended with the last (RxSwift:
    /// `share(replay:scope:)`).
    ///
    ///     a-b-c-|  with replay 1  →  a-b-c-|
    ///     and who comes later         bc-|
    ///
    /// - Parameters:
    ///   - replay: how many of the newest elements a later subscriber gets at once.
    ///   - scope: how long they are remembered.
    @inlinable
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element> {
        Shared(asObservable().start, replay: replay, scope: scope)
    }
}

/// What is between a source and those who share it. It lives for as long as somebody listens, since its connection holds
/// it: a source that will never send anything has let its observer go, and what that source holds has still to end with
/// the last listener.
@usableFromInline
final class Shared<Element>: Multicast<Element> {
    // In this order what is small is together: a page has a dozen of these.
    @usableFromInline let remembers: Bool
    @usableFromInline var hasNewest = false
    @usableFromInline var newest: Element?
    @usableFromInline var upstream: Start<Element>
    /// Subscribes to the source. A closure without anything captured: so it is made where the type of the elements is
    /// known, and what each of them goes through is compiled for that type.
    @usableFromInline let connect: (Shared<Element>) -> Void
    @usableFromInline var connection: Connection<Element>?
    /// What few need; nil when the newest element while connected is all that is remembered.
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
        // What the replay caused, a connection or the end of one, has reached this subscriber, or waits for it.
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

    /// Gives what it forgets: to release it can come back here, which must not happen in the middle of it.
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

/// What a shared sequence remembers besides its newest element.
@usableFromInline
final class Memory<Element> {
    @usableFromInline let isForever: Bool
    /// The elements before the newest.
    @usableFromInline let earlier: Recent<Element>
    /// How the source has ended, when that is remembered.
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
