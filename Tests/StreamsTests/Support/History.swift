import Streams

/// All events of a sequence for as long as this lives, for tests in which time plays no part.
final class History<Element> {
    private final class Log {
        var events: [Event<Element>] = []
    }

    private let log = Log()
    let subscription: any Disposable

    init(_ source: some ObservableConvertibleType<Element>) {
        subscription = source.asObservable().subscribe { [log] in log.events.append($0) }
    }

    deinit {
        subscription.dispose()
    }

    var events: [Event<Element>] { log.events }
    var elements: [Element] { events.compactMap(\.element) }
    var hasCompleted: Bool { if case .completed? = events.last { true } else { false } }
    var error: (any Error)? { events.last?.error }
}
