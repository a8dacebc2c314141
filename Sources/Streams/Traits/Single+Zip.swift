extension Single {
    /// Runs two requests concurrently and combines their answers (RxSwift: `zip`). It fails with the first error of a
    /// request, or with the error that `resultSelector` throws; unanswered requests are cancelled then.
    @inlinable
    public static func zip<A, B>(
        _ a: Single<A>, _ b: Single<B>,
        resultSelector: @escaping (A, B) throws -> Element
    ) -> Single<Element> {
        Single(source: .zip(a, b, resultSelector: resultSelector))
    }

    /// Runs two requests concurrently and returns their answers as a tuple (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B>(
        _ a: Single<A>, _ b: Single<B>
    ) -> Single<Element> where Element == (A, B) {
        Single(source: .zip(a, b))
    }

    /// Runs three requests concurrently and combines their answers (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>,
        resultSelector: @escaping (A, B, C) throws -> Element
    ) -> Single<Element> {
        Single(source: .zip(a, b, c, resultSelector: resultSelector))
    }

    /// Runs three requests concurrently and returns their answers as a tuple (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>
    ) -> Single<Element> where Element == (A, B, C) {
        Single(source: .zip(a, b, c))
    }

    /// Runs four requests concurrently and combines their answers (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>, _ d: Single<D>,
        resultSelector: @escaping (A, B, C, D) throws -> Element
    ) -> Single<Element> {
        Single(source: .zip(a, b, c, d, resultSelector: resultSelector))
    }

    /// Runs four requests concurrently and returns their answers as a tuple (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>, _ d: Single<D>
    ) -> Single<Element> where Element == (A, B, C, D) {
        Single(source: .zip(a, b, c, d))
    }

    /// Runs any number of requests concurrently and combines their answers (RxSwift: `zip`). Without any request the
    /// answer is `resultSelector([])`.
    @inlinable
    public static func zip<Result>(
        _ requests: [Single<Element>], resultSelector: @escaping ([Element]) throws -> Result
    ) -> Single<Result> {
        guard !requests.isEmpty else { return .deferred { .just(try resultSelector([])) } }
        return Single<Result>(source: .zip(requests, resultSelector: resultSelector))
    }

    /// Runs any number of requests concurrently and returns their answers as an array in the order of the requests
    /// (RxSwift: `zip`).
    @inlinable
    public static func zip(_ requests: [Single<Element>]) -> Single<[Element]> {
        zip(requests) { $0 }
    }
}
