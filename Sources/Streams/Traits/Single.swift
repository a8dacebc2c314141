/// A request: it sends exactly one element or an error, and does nothing before it is subscribed to (RxSwift:
/// `Single`).
///
/// Disposing the subscription cancels the work. Use it for one-time work: a query, a save.
public struct Single<Element>: ObservableConvertibleType {
    @usableFromInline let source: Observable<Element>

    /// Wraps a source that the caller guarantees sends one element and completes, or fails.
    @inlinable
    init(source: Observable<Element>) {
        self.source = source
    }

    /// Returns a request made by hand (RxSwift: `Single.create`).
    ///
    /// - Parameter subscribe: runs for each subscriber and calls its observer once; the disposable that it returns ends
    ///   the work.
    @inlinable
    public static func create(
        subscribe: @escaping (_ observer: @escaping (Result<Element, any Error>) -> Void) -> any Disposable
    ) -> Single<Element> {
        Single(
            source: AnonymousObservable { lifetime, sink in
                let own = lifetime.child()
                own.insert(
                    subscribe { result in
                        switch result {
                        case .success(let element):
                            own.take(.next(element), sink)
                            own.take(.completed, sink)
                        case .failure(let error): own.take(.error(error), sink)
                        }
                    })
            })
    }

    /// Returns a request that is answered at once with `element` (RxSwift: `Single.just`).
    @inlinable
    public static func just(_ element: Element) -> Single<Element> {
        Single(source: .just(element))
    }

    /// Returns a request that fails at once (RxSwift: `Single.error`).
    @inlinable
    public static func error(_ error: any Error) -> Single<Element> {
        Single(source: .error(error))
    }

    /// Returns a request that is never answered (RxSwift: `Single.never`).
    @inlinable
    public static func never() -> Single<Element> {
        Single(source: .never())
    }

    /// Returns a request that is made anew for each subscriber (RxSwift: `Single.deferred`). An error thrown by `make`
    /// is sent to the subscriber.
    @inlinable
    public static func deferred(_ make: @escaping () throws -> Single<Element>) -> Single<Element> {
        Single(source: .deferred { try make().source })
    }

    /// Returns a request that runs asynchronous work and delivers the answer on the scheduler's actor. Each
    /// subscription runs the work anew; disposal cancels the task. It counts as in flight, so a page is not *settled*
    /// before the answer has arrived.
    ///
    /// - Parameters:
    ///   - scheduler: the scheduler of the actor that the answer is delivered on.
    ///   - deliversSynchronously: whether the answer of work that never suspends, such as a read from memory, comes within the
    ///     subscription. Otherwise it comes in a later turn; see ``Scheduler/perform(deliversSynchronously:_:then:)``.
    ///   - work: the work, run for each subscription.
    @inlinable
    public static func perform(
        on scheduler: Scheduler,
        deliversSynchronously: Bool = false,
        _ work: @escaping @Sendable () async throws -> Element
    ) -> Single<Element> where Element: Sendable {
        create { observer in scheduler.perform(deliversSynchronously: deliversSynchronously, work, then: observer) }
    }

    /// Returns the sequence that sends the one element and completes, or fails.
    @inlinable
    public func asObservable() -> Observable<Element> { source }

    /// Transforms the answer; an error thrown by `transform` is the request's error (RxSwift: `map`).
    @inlinable
    public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Single<Result> {
        Single<Result>(source: source.map(transform))
    }

    /// Runs, after this request, the request that `transform` makes of its answer (RxSwift: `flatMap`).
    @inlinable
    public func flatMap<Result>(_ transform: @escaping (Element) throws -> Single<Result>) -> Single<Result> {
        Single<Result>(source: source.flatMapLatest(transform))
    }

    /// Runs closures at the events of the request (RxSwift: `do`). An error that `onSuccess` throws is the request's
    /// error; an error that `afterSuccess` throws comes after the answer, where `subscribe` ignores it.
    ///
    /// - Parameters:
    ///   - onSuccess: runs before the answer is sent on.
    ///   - afterSuccess: runs after it has been delivered.
    ///   - onError: runs before the error is sent on.
    ///   - afterError: runs after it has been delivered.
    ///   - onSubscribe: runs before the request is started.
    ///   - onSubscribed: runs after that.
    ///   - onDispose: runs once, when the request is over or cancelled, after the closures for its end.
    @inlinable
    public func `do`(
        onSuccess: ((Element) throws -> Void)? = nil,
        afterSuccess: ((Element) throws -> Void)? = nil,
        onError: ((any Error) -> Void)? = nil,
        afterError: ((any Error) -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil,
        onSubscribed: (() -> Void)? = nil,
        onDispose: (() -> Void)? = nil
    ) -> Single<Element> {
        Single(
            source: source.do(
                onNext: onSuccess, afterNext: afterSuccess, onError: onError, afterError: afterError,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }

    /// Runs, after a failure, the request that `handler` makes of the error (RxSwift: `catch`).
    @inlinable
    public func `catch`(_ handler: @escaping (any Error) throws -> Single<Element>) -> Single<Element> {
        Single(source: source.catch { try handler($0).source })
    }

    /// Replaces a failure with `element` (RxSwift: `catchAndReturn`).
    @inlinable
    public func catchAndReturn(_ element: Element) -> Single<Element> {
        Single(source: source.catchAndReturn(element))
    }

    /// Runs the request again after a failure, `maxAttemptCount` times in all, but at least once (RxSwift:
    /// `retry(_:)`).
    @inlinable
    public func retry(_ maxAttemptCount: Int) -> Single<Element> {
        Single(source: source.retry(max(1, maxAttemptCount)))
    }

    /// Fails with ``StreamError/timeout`` when the answer doesn't come in time; the request is cancelled then (RxSwift:
    /// `timeout`).
    public func timeout(_ dueTime: Duration, scheduler: Scheduler) -> Single<Element> {
        Single(source: source.timeout(dueTime, scheduler: scheduler))
    }

    /// Runs the other request when the answer doesn't come in time; this one is cancelled then (RxSwift:
    /// `timeout(_:other:scheduler:)`).
    ///
    /// - Parameters:
    ///   - dueTime: the longest time to wait for the answer.
    ///   - other: the request that is run instead. It has no time limit.
    ///   - scheduler: the scheduler whose time counts.
    public func timeout(_ dueTime: Duration, other: Single<Element>, scheduler: Scheduler) -> Single<Element> {
        Single(source: source.timeout(dueTime, other: other, scheduler: scheduler))
    }

    /// Starts the request (RxSwift: `subscribe(_:)`). A closure without a label is passed to this overload, so it runs
    /// after a failure as well: `save.subscribe { _ in hideSpinner() }`.
    ///
    /// - Parameter observer: receives the answer or the error, once.
    /// - Returns: the running request; disposing it cancels it.
    @inlinable
    @discardableResult
    public func subscribe(_ observer: @escaping (Result<Element, any Error>) -> Void) -> any Disposable {
        start(observer)
    }

    /// Starts the request, with a closure for each way in which it can end (RxSwift:
    /// `subscribe(onSuccess:onFailure:onDisposed:)`).
    ///
    /// - Parameters:
    ///   - onSuccess: receives the answer.
    ///   - onFailure: receives the error. Without it the error is dropped.
    ///   - onDisposed: runs once, after the answer or at disposal.
    /// - Returns: the running request; disposing it cancels it.
    @inlinable
    @discardableResult
    public func subscribe(
        onSuccess: ((Element) -> Void)? = nil,
        onFailure: ((any Error) -> Void)? = nil,
        onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        let disposed = onDisposed.map { ActionDisposable($0) }
        let lifetime = start { result in
            switch result {
            case .success(let element): onSuccess?(element)
            case .failure(let error): onFailure?(error)
            }
            disposed?.dispose()
        }
        if let disposed { lifetime.insert(disposed) }
        return lifetime
    }

    @inlinable
    func start(_ observer: @escaping (Result<Element, any Error>) -> Void) -> CompositeDisposable {
        let lifetime = CompositeDisposable()
        var isAnswered = false
        source.start.subscribe(in: lifetime) { event in
            // An error that `afterSuccess` throws comes too late.
            guard !isAnswered else { return }
            isAnswered = true
            if let element = event.element { observer(.success(element)) }
            if let error = event.error { observer(.failure(error)) }
        }
        return lifetime
    }
}
