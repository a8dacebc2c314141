/// One event of an ``Observable``, which sends any number of `next`, then at most one `error` or `completed` (RxSwift:
/// `Event`).
@frozen
public enum Event<Element> {
    /// The next element of the sequence.
    case next(Element)
    /// The sequence failed; nothing follows.
    case error(any Error)
    /// The sequence ended; nothing follows.
    case completed

    /// Whether no event can follow this one: true for `error` and `completed`.
    @inlinable
    public var isStopEvent: Bool {
        if case .next = self { false } else { true }
    }

    /// The element of a `next`, otherwise nil.
    @inlinable
    public var element: Element? {
        if case .next(let element) = self { element } else { nil }
    }

    /// The error of an `error`, otherwise nil.
    @inlinable
    public var error: (any Error)? {
        if case .error(let error) = self { error } else { nil }
    }

    /// Returns the same event with its element transformed; an error thrown by `transform` becomes an `error` event.
    @inlinable
    public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
        switch self {
        case .next(let element):
            do { return .next(try transform(element)) } catch { return .error(error) }
        case .error(let error): return .error(error)
        case .completed: return .completed
        }
    }
}

extension Event: Sendable where Element: Sendable {}

/// The end of a sequence: its completion or its error.
@usableFromInline
enum End {
    case completed
    case failed(any Error)

    /// - Parameter event: a stop event.
    @inlinable
    init<Element>(_ event: Event<Element>) {
        self = if let error = event.error { .failed(error) } else { .completed }
    }

    @inlinable
    func event<Element>() -> Event<Element> {
        switch self {
        case .completed: .completed
        case .failed(let error): .error(error)
        }
    }
}

/// An error that a sequence sends of its own accord (RxSwift: `RxError`).
public enum StreamError: Error {
    /// No event came in time; see ``ObservableType/timeout(_:scheduler:)``.
    case timeout
    /// No element came where exactly one was expected; see ``ObservableType/asSingle()``.
    case noElements
    /// Several elements came where exactly one was expected; see ``ObservableType/asSingle()``.
    case moreThanOneElement
}
