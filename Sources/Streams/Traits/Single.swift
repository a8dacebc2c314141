/// A request: exactly one element or an error, and nothing before it is subscribed to (RxSwift: `Single`).
///
/// Disposing the subscription cancels the work. Use it for what is asked once: a query, a save.
public struct Single<Element>: ObservableConvertibleType {
    @usableFromInline let source: Observable<Element>

    /// For makers that guarantee one element or an error.
    @inlinable
    init(source: Observable<Element>) {
        self.source = source
    }

    /// A request made by hand (RxSwift: `Single.create`).
    ///
    /// - Parameter subscribe: runs for each subscriber and calls its observer once; what it returns ends the work.
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

    /// A request that has its answer already (RxSwift: `Single.just`).
    @inlinable
    public static func just(_ element: Element) -> Single<Element> {
        Single(source: .just(element))
    }

    /// A request that fails at once (RxSwift: `Single.error`).
    @inlinable
    public static func error(_ error: any Error) -> Single<Element> {
        Single(source: .error(error))
    }

    /// A request that is never answered (RxSwift: `Single.never`).
    @inlinable
    public static func never() -> Single<Element> {
        Single(source: .never())
    }

    /// A request made anew for each subscriber (RxSwift: `Single.deferred`).
    @inlinable
    public static func deferred(_ make: @escaping () throws -> Single<Element>) -> Single<Element> {
        Single(source: .deferred { try make().source })
    }

    /// Asynchronous work whose answer comes back to the scheduler's actor. Each subscription does it anew; disposal
    /// cancels the task. It counts as in flight, so a page is not *settled* before the answer is in.
    ///
    /// - Parameters:
    ///   - scheduler: that of the actor which the answer comes back to.
    ///   - answersAtOnce: whether the answer of work that never suspends, such as a read from memory, comes within the
    ///     subscription. Otherwise it comes in a later turn; see ``Scheduler/perform(answersAtOnce:_:then:)``.
    ///   - work: what is done, for each subscription.
    @inlinable
    public static func perform(
        on scheduler: Scheduler,
        answersAtOnce: Bool = false,
        _ work: @escaping @Sendable () async throws -> Element
    ) -> Single<Element> where Element: Sendable {
        create { observer in scheduler.perform(answersAtOnce: answersAtOnce, work, then: observer) }
    }

    /// The sequence of that one element, then completed.
    @inlinable
    public func asObservable() -> Observable<Element> { source }

    /// The answer transformed; what `transform` throws is the error (RxSwift: `map`).
    @inlinable
    public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Single<Result> {
        Single<Result>(source: source.map(transform))
    }

    /// After this request, the one that its answer leads to (RxSwift: `flatMap`).
    @inlinable
    public func flatMap<Result>(_ transform: @escaping (Element) throws -> Single<Result>) -> Single<Result> {
        Single<Result>(source: source.flatMapLatest(transform))
    }

    /// Looks at the answer on its way (RxSwift: `do`). What `onSuccess` and `afterSuccess` throw is the error.
    ///
    /// - Parameters:
    ///   - onSuccess: before the answer is sent on.
    ///   - afterSuccess: after it has been delivered.
    ///   - onError: before the error is sent on.
    ///   - afterError: after it has been delivered.
    ///   - onSubscribe: before the request is started.
    ///   - onSubscribed: after that.
    ///   - onDispose: once, when the request is over or cancelled, after the closures for its end.
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

    /// After a failure, the request that `handler` makes of it (RxSwift: `catch`).
    @inlinable
    public func `catch`(_ handler: @escaping (any Error) throws -> Single<Element>) -> Single<Element> {
        Single(source: source.catch { try handler($0).source })
    }

    /// After a failure, `element` (RxSwift: `catchAndReturn`).
    @inlinable
    public func catchAndReturn(_ element: Element) -> Single<Element> {
        Single(source: source.catchAndReturn(element))
    }

    /// After a failure the request again, `maxAttemptCount` times in all, at least once (RxSwift: `retry(_:)`).
    @inlinable
    public func retry(_ maxAttemptCount: Int) -> Single<Element> {
        Single(source: source.retry(max(1, maxAttemptCount)))
    }

    /// The error ``StreamError/timeout`` when the answer doesn't come in time; the request is cancelled then (RxSwift:
    /// `timeout`).
    public func timeout(_ dueTime: Duration, scheduler: Scheduler) -> Single<Element> {
        Single(source: source.timeout(dueTime, scheduler: scheduler))
    }

    /// The other request, when the answer doesn't come in time; this one is cancelled then (RxSwift:
    /// `timeout(_:other:scheduler:)`).
    ///
    /// - Parameters:
    ///   - dueTime: the time for the answer.
    ///   - other: what is asked instead. It may take its time.
    ///   - scheduler: whose time it is.
    public func timeout(_ dueTime: Duration, other: Single<Element>, scheduler: Scheduler) -> Single<Element> {
        Single(source: source.timeout(dueTime, other: other, scheduler: scheduler))
    }

    /// Starts the request (RxSwift: `subscribe(_:)`). This is what a closure without a label is taken by, so what it
    /// does is done after a failure as well: `save.subscribe { _ in hideSpinner() }`.
    ///
    /// - Parameter observer: takes the answer or the error, once.
    /// - Returns: disposing it cancels the request.
    @inlinable
    @discardableResult
    public func subscribe(_ observer: @escaping (Result<Element, any Error>) -> Void) -> any Disposable {
        start(observer)
    }

    /// Starts the request, with a closure for each way in which it can end (RxSwift:
    /// `subscribe(onSuccess:onFailure:onDisposed:)`).
    ///
    /// - Parameters:
    ///   - onSuccess: takes the answer.
    ///   - onFailure: takes the error. Without it the error is dropped.
    ///   - onDisposed: runs once, after the answer or at disposal.
    /// - Returns: disposing it cancels the request.
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
            // What `afterSuccess` throws comes too late.
            guard !isAnswered else { return }
            isAnswered = true
            if let element = event.element { observer(.success(element)) }
            if let error = event.error { observer(.failure(error)) }
        }
        return lifetime
    }
}
