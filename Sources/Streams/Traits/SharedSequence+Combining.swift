extension SharedSequence {
    /// The newest elements of two sequences, combined whenever one of them changes (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>,
        resultSelector: @escaping (A, B) -> Element
    ) -> SharedSequence {
        .init(sharing: .combineLatest(a, b, resultSelector: resultSelector))
    }

    /// The newest elements of three sequences, combined whenever one of them changes (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        resultSelector: @escaping (A, B, C) -> Element
    ) -> SharedSequence {
        .init(sharing: .combineLatest(a, b, c, resultSelector: resultSelector))
    }

    /// The newest elements of four sequences, combined whenever one of them changes (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>,
        resultSelector: @escaping (A, B, C, D) -> Element
    ) -> SharedSequence {
        .init(sharing: .combineLatest(a, b, c, d, resultSelector: resultSelector))
    }

    /// The newest elements of five sequences, combined whenever one of them changes (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D, E>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>,
        resultSelector: @escaping (A, B, C, D, E) -> Element
    ) -> SharedSequence {
        .init(sharing: .combineLatest(a, b, c, d, e, resultSelector: resultSelector))
    }

    /// The newest elements of six sequences, combined whenever one of them changes (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D, E, F>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        resultSelector: @escaping (A, B, C, D, E, F) -> Element
    ) -> SharedSequence {
        .init(sharing: .combineLatest(a, b, c, d, e, f, resultSelector: resultSelector))
    }

    /// The newest elements of seven sequences, combined whenever one of them changes (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D, E, F, G>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        _ g: SharedSequence<Strategy, G>,
        resultSelector: @escaping (A, B, C, D, E, F, G) -> Element
    ) -> SharedSequence {
        .init(sharing: .combineLatest(a, b, c, d, e, f, g, resultSelector: resultSelector))
    }

    /// The newest elements of eight sequences, combined whenever one of them changes (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D, E, F, G, H>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        _ g: SharedSequence<Strategy, G>, _ h: SharedSequence<Strategy, H>,
        resultSelector: @escaping (A, B, C, D, E, F, G, H) -> Element
    ) -> SharedSequence {
        .init(sharing: .combineLatest(a, b, c, d, e, f, g, h, resultSelector: resultSelector))
    }

    /// The elements of two sequences together (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>,
        resultSelector: @escaping (A, B) -> Element
    ) -> SharedSequence {
        .init(sharing: .zip(a, b, resultSelector: resultSelector))
    }

    /// The elements of three sequences together (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        resultSelector: @escaping (A, B, C) -> Element
    ) -> SharedSequence {
        .init(sharing: .zip(a, b, c, resultSelector: resultSelector))
    }

    /// The elements of four sequences together (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>,
        resultSelector: @escaping (A, B, C, D) -> Element
    ) -> SharedSequence {
        .init(sharing: .zip(a, b, c, d, resultSelector: resultSelector))
    }

    /// The elements of five sequences together (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>,
        resultSelector: @escaping (A, B, C, D, E) -> Element
    ) -> SharedSequence {
        .init(sharing: .zip(a, b, c, d, e, resultSelector: resultSelector))
    }

    /// The elements of six sequences together (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        resultSelector: @escaping (A, B, C, D, E, F) -> Element
    ) -> SharedSequence {
        .init(sharing: .zip(a, b, c, d, e, f, resultSelector: resultSelector))
    }

    /// The elements of seven sequences together (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F, G>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        _ g: SharedSequence<Strategy, G>,
        resultSelector: @escaping (A, B, C, D, E, F, G) -> Element
    ) -> SharedSequence {
        .init(sharing: .zip(a, b, c, d, e, f, g, resultSelector: resultSelector))
    }

    /// The elements of eight sequences together (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F, G, H>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        _ g: SharedSequence<Strategy, G>, _ h: SharedSequence<Strategy, H>,
        resultSelector: @escaping (A, B, C, D, E, F, G, H) -> Element
    ) -> SharedSequence {
        .init(sharing: .zip(a, b, c, d, e, f, g, h, resultSelector: resultSelector))
    }
}
