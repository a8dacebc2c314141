/// A request: exactly one element or an error, and nothing before it is subscribed to (RxSwift: `Single`).
///
/// Disposing the subscription cancels the work.
public struct Single<Element> {
    fileprivate let source: Observable<Element>

    /// A request made by hand (RxSwift: `Single.create`). `subscribe` calls its observer once; what it returns ends the
    /// work.
    public static func create(
        subscribe: @escaping (_ observer: @escaping (Result<Element, any Error>) -> Void) -> any Disposable
    ) -> Single<Element> {
        Single(
            source: Observable { lifetime, sink in
                let work = subscribe { result in
                    switch result {
                    case .success(let element):
                        sink(.next(element))
                        sink(.completed)
                    case .failure(let error): sink(.error(error))
                    }
                }
                lifetime.insert(work)
            })
    }

    /// A request that has its answer already.
    public static func just(_ element: Element) -> Single<Element> {
        Single(source: .just(element))
    }

    /// A request that fails at once.
    public static func error(_ error: any Error) -> Single<Element> {
        Single(source: .error(error))
    }

    /// Asynchronous work, done elsewhere, whose answer comes back to the scheduler's actor. Each subscription does it
    /// anew; disposal cancels the task. It counts as in flight, so a page is not *settled* before the answer is in.
    public static func perform(
        on scheduler: Scheduler,
        _ work: @escaping @Sendable () async throws -> Element
    ) -> Single<Element> where Element: Sendable {
        create { observer in scheduler.perform(work, then: observer) }
    }

    /// The sequence of that one element.
    public func asObservable() -> Observable<Element> { source }

    /// The answer transformed; what `transform` throws becomes the error.
    public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Single<Result> {
        Single<Result>(source: source.map(transform))
    }

    /// After this request, the one that its answer leads to.
    public func flatMap<Result>(_ next: @escaping (Element) -> Single<Result>) -> Single<Result> {
        Single<Result>(source: source.flatMapLatest { next($0).asObservable() })
    }

    /// Starts the request.
    @discardableResult
    public func subscribe(
        onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Error) -> Void)? = nil
    ) -> any Disposable {
        source.subscribe(onNext: onSuccess, onError: onFailure)
    }
}
