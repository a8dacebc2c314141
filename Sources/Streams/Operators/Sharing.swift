/// How long a shared sequence remembers (RxSwift: `SubjectLifetimeScope`).
public enum SubjectLifetimeScope: Sendable {
    /// What is replayed is forgotten when the last subscriber leaves.
    case whileConnected
    /// What is replayed is kept for subscribers who come later.
    case forever
}

extension Observable {
    /// One subscription to the source for all subscribers, made with the first and ended with the last (RxSwift:
    /// `share(replay:scope:)`).
    ///
    /// - Parameter replay: how many of the newest elements a later subscriber gets at once.
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element> {
        let shared = SharedSequence(source: self, replay: replay, scope: scope)
        return Observable { lifetime, sink in shared.subscribe(lifetime, sink) }
    }
}

private final class SharedSequence<Element> {
    private let source: Observable<Element>
    private let replay: Int
    private let scope: SubjectLifetimeScope
    private var subscribers = Subscribers<Element>()
    private var recent: [Element] = []
    private var stopEvent: Event<Element>?
    private var connection: CompositeDisposable?

    init(source: Observable<Element>, replay: Int, scope: SubjectLifetimeScope) {
        self.source = source
        self.replay = replay
        self.scope = scope
    }

    func subscribe(_ lifetime: CompositeDisposable, _ sink: @escaping (Event<Element>) -> Void) {
        if stopEvent == nil {
            // Before the replay: what the subscriber causes by it must reach the subscriber too.
            let key = subscribers.add(sink)
            lifetime.insert(ActionDisposable { self.leave(key) })
        }
        for element in recent {
            sink(.next(element))
            guard !lifetime.isDisposed else { return }
        }
        if let stopEvent { return sink(stopEvent) }
        guard connection == nil else { return }
        let connection = CompositeDisposable()
        self.connection = connection
        source.subscribe(in: connection) { [weak self] event in self?.send(event) }
    }

    private func send(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            if replay > 0 {
                recent.append(element)
                if recent.count > replay { recent.removeFirst() }
            }
        case .error, .completed:
            // A connected share starts over for who comes after its end; one that remembers forever does not.
            if scope == .forever { stopEvent = event } else { recent = [] }
            connection = nil
        }
        guard subscribers.enqueue(event) else { return }
        while let (event, sinks) = subscribers.next() {
            if event.isStopEvent { subscribers.removeAll() }
            for (_, sink) in sinks { sink(event) }
        }
    }

    private func leave(_ key: Int) {
        subscribers.remove(key)
        guard subscribers.isEmpty, let connection else { return }
        self.connection = nil
        if scope == .whileConnected { recent = [] }
        connection.dispose()
    }
}
