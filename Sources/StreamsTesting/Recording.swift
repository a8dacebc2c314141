import Streams

/// A recording of every event of a stream, from its creation until it is disposed of or released.
///
///     let taps = PublishRelay<Void>()
///     let counts = Recording(taps.scan(0) { count, _ in count + 1 })
///     taps.accept(())
///     taps.accept(())
///     #expect(counts.values == [1, 2])
///
/// It has no times: to test those, write the history as marbles, with a ``Timeline``.
public final class Recording<Element>: Disposable {
    /// Storage of the events, apart from the recording, which the subscription would otherwise keep alive.
    private final class Log {
        var events: [Event<Element>] = []
    }

    private let log = Log()
    private let subscription: any Disposable

    /// Subscribes, and records every event from now on.
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
    /// The error that the stream has ended with; nil if it hasn't failed.
    public var error: (any Error)? { events.last?.error }

    /// Ends the subscription; the recorded events stay.
    public func dispose() { subscription.dispose() }
}
