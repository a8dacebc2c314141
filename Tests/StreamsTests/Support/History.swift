import Streams

/// All events of a sequence from its subscription on, for tests in which time plays no part.
final class History<Element> {
    private(set) var events: [Event<Element>] = []
    private(set) var subscription: any Disposable = Disposables.create()

    init(_ source: Observable<Element>) {
        subscription = source.subscribe { self.events.append($0) }
    }

    var elements: [Element] { events.compactMap(\.element) }
    var hasCompleted: Bool { if case .completed? = events.last { true } else { false } }
    var error: (any Error)? { events.last?.error }
}
