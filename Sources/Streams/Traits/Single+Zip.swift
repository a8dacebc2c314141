extension Single {
    /// The answers of two requests that run at the same time, as one (RxSwift: `zip`). Their first error is the error, as
    /// is what `resultSelector` throws; the requests that are not answered yet are cancelled then.
    @inlinable
    public static func zip<A, B>(
        _ a: Single<A>, _ b: Single<B>,
        resultSelector: @escaping (A, B) throws -> Element
    ) -> Single<Element> {
        Single(source: .zip(a, b, resultSelector: resultSelector))
    }

    /// The answers of two requests that run at the same time, as a tuple (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B>(
        _ a: Single<A>, _ b: Single<B>
    ) -> Single<Element> where Element == (A, B) {
        Single(source: .zip(a, b))
    }

    /// The answers of three requests that run at the same time, as one (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>,
        resultSelector: @escaping (A, B, C) throws -> Element
    ) -> Single<Element> {
        Single(source: .zip(a, b, c, resultSelector: resultSelector))
    }

    /// The answers of three requests that run at the same time, as a tuple (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>
    ) -> Single<Element> where Element == (A, B, C) {
        Single(source: .zip(a, b, c))
    }

    /// The answers of four requests that run at the same time, as one (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>, _ d: Single<D>,
        resultSelector: @escaping (A, B, C, D) throws -> Element
    ) -> Single<Element> {
        Single(source: .zip(a, b, c, d, resultSelector: resultSelector))
    }

    /// The answers of four requests that run at the same time, as a tuple (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>, _ d: Single<D>
    ) -> Single<Element> where Element == (A, B, C, D) {
        Single(source: .zip(a, b, c, d))
    }

    /// The answers of five requests that run at the same time, as one (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>, _ d: Single<D>, _ e: Single<E>,
        resultSelector: @escaping (A, B, C, D, E) throws -> Element
    ) -> Single<Element> {
        Single(source: .zip(a, b, c, d, e, resultSelector: resultSelector))
    }

    /// The answers of five requests that run at the same time, as a tuple (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>, _ d: Single<D>, _ e: Single<E>
    ) -> Single<Element> where Element == (A, B, C, D, E) {
        Single(source: .zip(a, b, c, d, e))
    }

    /// The answers of six requests that run at the same time, as one (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>, _ d: Single<D>, _ e: Single<E>, _ f: Single<F>,
        resultSelector: @escaping (A, B, C, D, E, F) throws -> Element
    ) -> Single<Element> {
        Single(source: .zip(a, b, c, d, e, f, resultSelector: resultSelector))
    }

    /// The answers of six requests that run at the same time, as a tuple (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>, _ d: Single<D>, _ e: Single<E>, _ f: Single<F>
    ) -> Single<Element> where Element == (A, B, C, D, E, F) {
        Single(source: .zip(a, b, c, d, e, f))
    }

    /// The answers of seven requests that run at the same time, as one (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F, G>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>, _ d: Single<D>, _ e: Single<E>, _ f: Single<F>, _ g: Single<G>,
        resultSelector: @escaping (A, B, C, D, E, F, G) throws -> Element
    ) -> Single<Element> {
        Single(source: .zip(a, b, c, d, e, f, g, resultSelector: resultSelector))
    }

    /// The answers of seven requests that run at the same time, as a tuple (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F, G>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>, _ d: Single<D>, _ e: Single<E>, _ f: Single<F>, _ g: Single<G>
    ) -> Single<Element> where Element == (A, B, C, D, E, F, G) {
        Single(source: .zip(a, b, c, d, e, f, g))
    }

    /// The answers of eight requests that run at the same time, as one (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F, G, H>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>, _ d: Single<D>, _ e: Single<E>, _ f: Single<F>, _ g: Single<G>,
        _ h: Single<H>,
        resultSelector: @escaping (A, B, C, D, E, F, G, H) throws -> Element
    ) -> Single<Element> {
        Single(source: .zip(a, b, c, d, e, f, g, h, resultSelector: resultSelector))
    }

    /// The answers of eight requests that run at the same time, as a tuple (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F, G, H>(
        _ a: Single<A>, _ b: Single<B>, _ c: Single<C>, _ d: Single<D>, _ e: Single<E>, _ f: Single<F>, _ g: Single<G>,
        _ h: Single<H>
    ) -> Single<Element> where Element == (A, B, C, D, E, F, G, H) {
        Single(source: .zip(a, b, c, d, e, f, g, h))
    }

    /// The answers of any number of requests that run at the same time, as one (RxSwift: `zip`). Without any request it is
    /// the result of none.
    @inlinable
    public static func zip<Result>(
        _ requests: [Single<Element>], resultSelector: @escaping ([Element]) throws -> Result
    ) -> Single<Result> {
        guard !requests.isEmpty else { return .deferred { .just(try resultSelector([])) } }
        return Single<Result>(source: .zip(requests, resultSelector: resultSelector))
    }

    /// The answers of any number of requests that run at the same time, as an array in the order of the requests (RxSwift:
    /// `zip`).
    @inlinable
    public static func zip(_ requests: [Single<Element>]) -> Single<[Element]> {
        zip(requests) { $0 }
    }
}
