extension ObservableType {
    /// After an error, the sequence that `handler` makes of it; what `handler` throws is the error (RxSwift: `catch`).
    ///
    ///     a-#  →  a-xy|
    @inlinable
    public func `catch`(_ handler: @escaping (any Error) throws -> Observable<Element>) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            let attempt = Attempt(lifetime, handler, sink)
            source.run(attempt.own) { attempt.take($0) }
        }
    }

    /// After an error, `element` and completed (RxSwift: `catchAndReturn`).
    ///
    ///     a-#  →  a-(x|)
    @inlinable
    public func catchAndReturn(_ element: Element) -> Observable<Element> {
        self.catch { _ in .just(element) }
    }

    /// After an error the sequence again, for as long as it takes (RxSwift: `retry`). A source that fails at once, each
    /// time, keeps the actor for itself: limit the number, or wait with ``retry(when:)``.
    ///
    ///     a-#  →  a-a-a-…
    @inlinable
    public func retry() -> Observable<Element> {
        retry(.max)
    }

    /// After an error the sequence again, `maxAttemptCount` times in all; then the last error (RxSwift: `retry(_:)`).
    /// With 0 it completes without an attempt.
    ///
    ///     a-#  →  a-a-#  (2)
    @inlinable
    public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            var left = maxAttemptCount
            guard left > 0 else { return sink(.completed) }
            Trampoline(in: lifetime) { current, next in
                left -= 1
                source.subscribe(in: current) { event in
                    if case .error = event, left > 0 { next() } else { sink(event) }
                }
            }.next()
        }
    }

    /// After an error the sequence again, whenever the sequence that `handler` makes of the errors sends something;
    /// when that ends, this ends in the same way (RxSwift: `retry(when:)`).
    ///
    ///     a-#  with  { $0.delay(2 frames) }  →  a---a---…
    ///
    /// - Parameter handler: is called once for a subscription, with the errors as they happen.
    @inlinable
    public func retry(
        when handler: @escaping (Observable<any Error>) -> some ObservableConvertibleType
    ) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            let errors = PublishRelay<any Error>()
            var next: (() -> Void)?
            var stopEvent: Event<Element>?
            // The waiting `next` holds this closure, which holds `next`: disposal breaks that circle.
            lifetime.insert(ActionDisposable { next = nil })
            handler(errors.asObservable()).asObservable().start.subscribe(within: lifetime) { event in
                switch event {
                case .next:
                    let again = next
                    next = nil
                    again?()
                    return
                case .error(let error): stopEvent = .error(error)
                case .completed: stopEvent = .completed
                }
                // As in RxSwift, a source that is running goes on until it fails.
                if next != nil, let stopEvent { sink(stopEvent) }
            }
            Trampoline(in: lifetime) { current, again in
                source.subscribe(in: current) { event in
                    guard case .error(let error) = event else { return sink(event) }
                    if let stopEvent { return sink(stopEvent) }
                    next = again
                    errors.accept(error)
                }
            }.next()
        }
    }
}

/// The subscription to the source of a `catch`. After an error it starts the sequence that takes the source's place.
@usableFromInline
final class Attempt<Element> {
    @usableFromInline let own: CompositeDisposable
    @usableFromInline let lifetime: CompositeDisposable
    @usableFromInline let handler: (any Error) throws -> Observable<Element>
    @usableFromInline let sink: (Event<Element>) -> Void

    @inlinable
    init(
        _ lifetime: CompositeDisposable, _ handler: @escaping (any Error) throws -> Observable<Element>,
        _ sink: @escaping (Event<Element>) -> Void
    ) {
        own = lifetime.child()
        self.lifetime = lifetime
        self.handler = handler
        self.sink = sink
    }

    @inlinable
    func take(_ event: Event<Element>) {
        own.take(event) { event in
            guard case .error(let error) = event else { return sink(event) }
            do {
                try handler(error).start.run(lifetime, sink)
            } catch { sink(.error(error)) }
        }
    }
}
