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
        let shared = Shared(asObservable(), replay: replay, scope: scope)
        return Observable { shared.subscribe($0, $1) }
    }
}

/// What is between a source and those who share it. Those hold it, so it lives for as long as somebody listens; it holds
/// the source only to begin with it anew.
@usableFromInline
final class Shared<Element>: Multicasting {
    @usableFromInline var subscribers = Subscribers<Element>()
    // Next to the last byte of the subscribers: a page has a dozen of these, each smaller by 16 bytes for it.
    @usableFromInline let isForever: Bool
    @usableFromInline let source: Observable<Element>
    @usableFromInline var recent: Recent<Element>
    @usableFromInline var stopEvent: Event<Element>?
    @usableFromInline var connection: CompositeDisposable?
    #if DEBUG
        @usableFromInline let resource = Resource()
    #endif

    @inlinable
    init(_ source: Observable<Element>, replay: Int, scope: SubjectLifetimeScope) {
        self.source = source
        isForever = scope == .forever
        recent = Recent(capacity: replay)
    }

    @inlinable
    func subscribe(_ lifetime: CompositeDisposable, _ sink: @escaping (Event<Element>) -> Void) {
        if let stopEvent {
            for element in recent.elements {
                guard !lifetime.isStopped else { return }
                sink(.next(element))
            }
            return lifetime.isStopped ? () : sink(stopEvent)
        }
        let isConnected = connection != nil
        join(lifetime, sink, replaying: recent.elements)
        // What the replay caused, a connection or the end of one, has reached this subscriber, or waits for it.
        guard !isConnected, connection == nil, stopEvent == nil, !lifetime.isStopped else { return }
        let connection = CompositeDisposable()
        self.connection = connection
        source.subscribe(in: connection) { self.receive($0) }
    }

    /// Adds a listener, who holds this: a source that will never send anything has let it go, and what that source holds
    /// has still to end with the last listener.
    @inlinable
    func join(_ lifetime: CompositeDisposable, _ sink: @escaping (Event<Element>) -> Void) {
        let key = ObjectIdentifier(lifetime)
        subscribers.add(.init(lifetime: lifetime, sink: sink))
        lifetime.insert(Listening(to: self, key))
    }

    @inlinable
    func receive(_ event: Event<Element>) {
        if case .next(let element) = event {
            let forgotten = recent.append(element)
            withExtendedLifetime(forgotten) {}
        } else {
            connection = nil
            if isForever { stopEvent = event } else { forget() }
        }
        send(event)
    }

    @inlinable
    func leave(_ lifetime: ObjectIdentifier) {
        let left = subscribers.remove(lifetime)
        withExtendedLifetime(left) {
            guard subscribers.isEmpty, let connection else { return }
            self.connection = nil
            if !isForever { forget() }
            connection.dispose()
        }
    }

    @inlinable
    func forget() {
        let forgotten = recent.removeAll()
        withExtendedLifetime(forgotten) {}
    }
}

/// A listener's place with a shared sequence, which it holds; disposal gives up both.
@usableFromInline
final class Listening: Disposable {
    private var shared: (any Leavable)?
    private let lifetime: ObjectIdentifier

    @usableFromInline
    init(to shared: any Leavable, _ lifetime: ObjectIdentifier) {
        self.shared = shared
        self.lifetime = lifetime
    }

    @usableFromInline
    func dispose() {
        let shared = shared
        self.shared = nil
        shared?.leave(lifetime)
    }
}
