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
    @usableFromInline let isForever: Bool
    @usableFromInline let remembers: Bool
    @usableFromInline var hasNewest = false
    @usableFromInline let upstream: Start<Element>
    /// Subscribes to the source. A closure without anything captured: so it is made where the type of the elements is
    /// known, and what each of them goes through is compiled for that type.
    @usableFromInline let connect: (Shared<Element>) -> Void
    @usableFromInline var end: End?
    @usableFromInline var connection: Connection<Element>?
    /// What is remembered besides the newest element; nil when that is all.
    @usableFromInline let earlier: Recent<Element>?
    @usableFromInline var newest: Element?

    @inlinable
    init(_ upstream: Start<Element>, replay: Int, scope: SubjectLifetimeScope) {
        self.upstream = upstream
        isForever = scope == .forever
        remembers = replay > 0
        earlier = replay > 1 ? Recent(capacity: replay - 1) : nil
        connect = { shared in
            let connection = Connection(to: shared)
            shared.connection = connection
            shared.upstream.run(connection) { connection.take($0) }
        }
    }

    @inlinable override var start: Start<Element> {
        Start { self.subscribe($0, $1) }
    }

    @usableFromInline
    func subscribe(_ lifetime: CompositeDisposable, _ sink: @escaping (Event<Element>) -> Void) {
        guard end == nil else { return repeatEnd(to: lifetime, sink) }
        let isConnected = connection != nil
        if hasNewest {
            join(lifetime, sink) { replay(to: lifetime, sink) }
        } else {
            join(lifetime, sink)
        }
        // What the replay caused, a connection or the end of one, has reached this subscriber, or waits for it.
        guard !isConnected, connection == nil, end == nil, !lifetime.isStopped else { return }
        connect(self)
    }

    private func repeatEnd(to lifetime: CompositeDisposable, _ sink: (Event<Element>) -> Void) {
        replay(to: lifetime, sink)
        if let end, !lifetime.isStopped { sink(end.event()) }
    }

    private func replay(to lifetime: CompositeDisposable, _ sink: (Event<Element>) -> Void) {
        guard let newest else { return }
        for element in earlier?.elements ?? [] {
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
            if isForever { end = End(event) } else { forget() }
        }
        send(event)
    }

    @inlinable
    func remember(_ element: Element) {
        let former = exchange(&newest, with: .some(element))
        hasNewest = true
        let forgotten = if let earlier, let former { earlier.append(former) } else { former }
        withExtendedLifetime(forgotten) {}
    }

    @usableFromInline
    func forget() {
        guard hasNewest else { return }
        hasNewest = false
        let forgotten = (exchange(&newest, with: nil), earlier?.removeAll())
        withExtendedLifetime(forgotten) {}
    }

    @usableFromInline
    override func leave(_ lifetime: CompositeDisposable) {
        super.leave(lifetime)
        guard !hasObservers, let connection else { return }
        self.connection = nil
        if !isForever { forget() }
        connection.dispose()
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

    @inlinable
    func take(_ event: Event<Element>) {
        guard !isStopped else { return }
        if event.isStopEvent { isStopped = true }
        shared.receive(event)
        if event.isStopEvent { end() }
    }
}
