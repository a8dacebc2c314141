import Streams

/// Every event of a stream, from the moment at which the recording is made until it is disposed of or released.
///
///     let taps = PublishRelay<Void>()
///     let counts = Recording(taps.scan(0) { count, _ in count + 1 })
///     taps.accept(())
///     taps.accept(())
///     #expect(counts.values == [1, 2])
///
/// It has no times: for those write the history as marbles, with a ``Timeline``.
public final class Recording<Element>: Disposable {
    /// Not the recording itself, which the subscription would otherwise keep alive.
    private final class Log {
        var events: [Event<Element>] = []
    }

    private let log = Log()
    private let subscription: any Disposable

    /// Subscribes, and writes down what comes from now on.
    public init(_ source: some ObservableConvertibleType<Element>) {
        subscription = source.asObservable().subscribe { [log] in log.events.append($0) }
    }

    deinit {
        subscription.dispose()
    }

    /// All events, oldest first.
    public var events: [Event<Element>] { log.events }
    /// The elements, oldest first.
    public var values: [Element] { events.compactMap(\.element) }
    /// Whether the stream has completed.
    public var hasCompleted: Bool { if case .completed? = events.last { true } else { false } }
    /// The error with which the stream has ended, if it has.
    public var error: (any Error)? { events.last?.error }

    /// Ends the subscription; what was written down stays.
    public func dispose() { subscription.dispose() }
}
