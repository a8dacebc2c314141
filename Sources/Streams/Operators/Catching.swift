extension ObservableType {
    /// Continues after an error with the sequence that `handler` returns; an error thrown by `handler` ends the
    /// sequence (RxSwift: `catch`).
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

    /// Replaces an error with `element` and the completion (RxSwift: `catchAndReturn`).
    ///
    ///     a-#  →  a-(x|)
    @inlinable
    public func catchAndReturn(_ element: Element) -> Observable<Element> {
        self.catch { _ in .just(element) }
    }

    /// Subscribes to the source again after each error, without a limit (RxSwift: `retry`). A source that always fails
    /// at once blocks the actor: limit the number of attempts, or wait with ``retry(when:)``.
    ///
    ///     a-#  →  a-a-a-…
    @inlinable
    public func retry() -> Observable<Element> {
        retry(.max)
    }

    /// Subscribes to the source again after an error, `maxAttemptCount` times in all; then sends the last error
    /// (RxSwift: `retry(_:)`). With 0 it completes without an attempt.
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

    /// Subscribes to the source again after an error, each time the sequence that `handler` makes of the errors sends
    /// an element; when that sequence ends, this one ends in the same way (RxSwift: `retry(when:)`).
    ///
    ///     a-#  with  { $0.delay(2 frames) }  →  a---a---…
    ///
    /// - Parameter handler: called once for each subscription, with the errors as they happen.
    @inlinable
    public func retry(
        when handler: @escaping (Observable<any Error>) -> some ObservableConvertibleType
    ) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            let errors = PublishRelay<any Error>()
            var next: (() -> Void)?
            var stopEvent: Event<Element>?
            // The waiting `next` holds this closure, which holds `next`: disposal breaks that cycle.
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

/// State of the subscription to the source of a `catch`. After an error it starts the sequence that replaces the
/// source.
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
