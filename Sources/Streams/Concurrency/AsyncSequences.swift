extension Observable {
    /// Returns the elements of an asynchronous sequence, which is read in a task of its own and delivered on the
    /// scheduler's actor (RxSwift: `asObservable()` of an `AsyncSequence`). Each subscription reads it anew; disposal
    /// cancels the task.
    ///
    /// The next element is requested when the one before has been delivered, so a fast sequence waits instead of
    /// filling a buffer. Reading does not keep a page from being *settled*, since the sequence may never end.
    public static func from<Elements: AsyncSequence & Sendable>(
        _ elements: Elements, on scheduler: Scheduler
    ) -> Observable<Element> where Elements.Element == Element, Element: Sendable {
        AnonymousObservable { lifetime, sink in
            lifetime.insert(scheduler.read(elements, deliver: sink))
        }
    }
}

/// An asynchronous sequence of an observable's elements, for `for await`: see ``ObservableConvertibleType/values``.
///
/// It is read on the actor that the sequence belongs to. The subscription begins when the iterator is made and ends
/// when the iterator is released: when the loop is left, or its task is cancelled.
public struct Values<Element: Sendable, Failure: Error>: AsyncSequence {
    fileprivate let source: Observable<Element>
    fileprivate let buffering: AsyncStream<Event<Element>>.Continuation.BufferingPolicy

    /// Subscribes; the subscription ends when the iterator is released.
    public func makeAsyncIterator() -> Iterator {
        let (events, continuation) = AsyncStream.makeStream(of: Event<Element>.self, bufferingPolicy: buffering)
        let subscription = source.subscribe { event in
            continuation.yield(event)
            if event.isStopEvent { continuation.finish() }
        }
        return Iterator(events: events.makeAsyncIterator(), subscription: DisposeBag(disposing: subscription))
    }

    /// An iterator that waits for the events in turn.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: AsyncStream<Event<Element>>.Iterator
        /// The subscription, which ends when the iterator is released.
        private let subscription: DisposeBag

        fileprivate init(events: AsyncStream<Event<Element>>.Iterator, subscription: DisposeBag) {
            self.events = events
            self.subscription = subscription
        }

        /// Returns the next element once there is one; nil after the completion, or when the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            switch await events.next(isolation: actor) {
            case .next(let element): return element
            case .error(let error):
                // A sequence whose `Failure` is `Never` sends no error.
                if let failure = error as? Failure { throw failure }
                return nil
            case .completed, nil: return nil
            }
        }
    }
}

extension ObservableConvertibleType where Element: Sendable {
    /// The elements for `for try await`, on the actor that the sequence belongs to (RxSwift: `values`).
    ///
    /// Elements that come while the loop is busy are buffered without a limit, so a reader that never catches up fills
    /// memory. When only the newest elements count, use ``values(bufferingNewest:)``.
    public var values: Values<Element, any Error> {
        Values(source: asObservable(), buffering: .unbounded)
    }

    /// Returns the elements for `for try await`; of the events that come while the loop is busy only the newest are
    /// kept.
    ///
    /// - Parameter count: the number of events kept at most, the stop event included; values below 1 count as 1.
    public func values(bufferingNewest count: Int) -> Values<Element, any Error> {
        Values(source: asObservable(), buffering: .bufferingNewest(max(1, count)))
    }
}

extension SharedSequence where Element: Sendable {
    /// The elements for `for await`, on the actor that the sequence belongs to (RxSwift: `values`). Elements that come
    /// while the loop is busy are buffered without a limit.
    public var values: Values<Element, Never> {
        Values(source: source, buffering: .unbounded)
    }
}

extension Single where Element: Sendable {
    /// Waits for the answer on the actor that the request belongs to (RxSwift: `value`).
    ///
    /// - Returns: the one element.
    /// - Throws: the request's error; `CancellationError` when the task was cancelled first, which cancels the work
    ///   too.
    public func value(isolation actor: isolated (any Actor)? = #isolation) async throws -> Element {
        var iterator = asObservable().values.makeAsyncIterator()
        guard let element = try await iterator.next(isolation: actor) else { throw CancellationError() }
        return element
    }
}
