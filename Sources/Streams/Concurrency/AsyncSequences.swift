extension Observable {
    /// The elements of an asynchronous sequence, read elsewhere and delivered on the scheduler's actor (RxSwift:
    /// `asObservable()` of an `AsyncSequence`). Each subscription reads it anew; disposal cancels the task that reads.
    ///
    /// The next element is asked for when the one before has been delivered, so a fast sequence waits instead of piling
    /// up. Reading does not keep a page from being *settled*, since it may never end.
    public static func from<Elements: AsyncSequence & Sendable>(
        _ elements: Elements, on scheduler: Scheduler
    ) -> Observable<Element> where Elements.Element == Element, Element: Sendable {
        AnonymousObservable { lifetime, sink in
            lifetime.insert(scheduler.read(elements, deliver: sink))
        }
    }
}

/// The elements of a sequence for `for await`: see ``ObservableConvertibleType/values``.
///
/// It is read on the actor that the sequence belongs to. The subscription is made with the iterator and ends with it:
/// when the loop is left, or its task is cancelled.
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

    /// Waits for the events in turn.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: AsyncStream<Event<Element>>.Iterator
        /// Ends the subscription when the iterator is released.
        private let subscription: DisposeBag

        fileprivate init(events: AsyncStream<Event<Element>>.Iterator, subscription: DisposeBag) {
            self.events = events
            self.subscription = subscription
        }

        /// The next element, when there is one; nil after the completion, or when the task was cancelled.
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
    /// What comes while the loop is busy is kept until it is asked for: every element, so a reader that never catches up
    /// fills memory. When only the newest count, use ``values(bufferingNewest:)``.
    public var values: Values<Element, any Error> {
        Values(source: asObservable(), buffering: .unbounded)
    }

    /// The elements for `for try await`; of those that come while the loop is busy only the newest are kept.
    ///
    /// - Parameter count: how many events are kept at most, the end included; at least 1.
    public func values(bufferingNewest count: Int) -> Values<Element, any Error> {
        Values(source: asObservable(), buffering: .bufferingNewest(max(1, count)))
    }
}

extension SharedSequence where Element: Sendable {
    /// The elements for `for await`, on the actor that the sequence belongs to (RxSwift: `values`). What comes while the
    /// loop is busy is kept until it is asked for.
    public var values: Values<Element, Never> {
        Values(source: source, buffering: .unbounded)
    }
}

extension Single where Element: Sendable {
    /// The answer, for `await`, on the actor that the request belongs to (RxSwift: `value`).
    ///
    /// - Throws: the request's error; `CancellationError` when the task was cancelled first, and then the work is too.
    public func value(isolation actor: isolated (any Actor)? = #isolation) async throws -> Element {
        var iterator = asObservable().values.makeAsyncIterator()
        guard let element = try await iterator.next(isolation: actor) else { throw CancellationError() }
        return element
    }
}
