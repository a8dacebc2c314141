extension SharedSequence {
    /// Combines the newest elements of two sequences whenever one of them changes (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>,
        resultSelector: @escaping (A, B) -> Element
    ) -> SharedSequence {
        .init(sharing: .combineLatest(a, b, resultSelector: resultSelector))
    }

    /// Combines the newest elements of three sequences whenever one of them changes (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        resultSelector: @escaping (A, B, C) -> Element
    ) -> SharedSequence {
        .init(sharing: .combineLatest(a, b, c, resultSelector: resultSelector))
    }

    /// Combines the newest elements of four sequences whenever one of them changes (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>,
        resultSelector: @escaping (A, B, C, D) -> Element
    ) -> SharedSequence {
        .init(sharing: .combineLatest(a, b, c, d, resultSelector: resultSelector))
    }

    /// Combines the newest elements of five sequences whenever one of them changes (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D, E>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>,
        resultSelector: @escaping (A, B, C, D, E) -> Element
    ) -> SharedSequence {
        .init(sharing: .combineLatest(a, b, c, d, e, resultSelector: resultSelector))
    }

    /// Combines the newest elements of six sequences whenever one of them changes (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D, E, F>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        resultSelector: @escaping (A, B, C, D, E, F) -> Element
    ) -> SharedSequence {
        .init(sharing: .combineLatest(a, b, c, d, e, f, resultSelector: resultSelector))
    }

    /// Combines the newest elements of seven sequences whenever one of them changes (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D, E, F, G>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        _ g: SharedSequence<Strategy, G>,
        resultSelector: @escaping (A, B, C, D, E, F, G) -> Element
    ) -> SharedSequence {
        .init(sharing: .combineLatest(a, b, c, d, e, f, g, resultSelector: resultSelector))
    }

    /// Combines the newest elements of eight sequences whenever one of them changes (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D, E, F, G, H>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        _ g: SharedSequence<Strategy, G>, _ h: SharedSequence<Strategy, H>,
        resultSelector: @escaping (A, B, C, D, E, F, G, H) -> Element
    ) -> SharedSequence {
        .init(sharing: .combineLatest(a, b, c, d, e, f, g, h, resultSelector: resultSelector))
    }

    /// Combines the elements of two sequences, in order (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>,
        resultSelector: @escaping (A, B) -> Element
    ) -> SharedSequence {
        .init(sharing: .zip(a, b, resultSelector: resultSelector))
    }

    /// Combines the elements of three sequences, in order (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        resultSelector: @escaping (A, B, C) -> Element
    ) -> SharedSequence {
        .init(sharing: .zip(a, b, c, resultSelector: resultSelector))
    }

    /// Combines the elements of four sequences, in order (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>,
        resultSelector: @escaping (A, B, C, D) -> Element
    ) -> SharedSequence {
        .init(sharing: .zip(a, b, c, d, resultSelector: resultSelector))
    }

    /// Combines the elements of five sequences, in order (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>,
        resultSelector: @escaping (A, B, C, D, E) -> Element
    ) -> SharedSequence {
        .init(sharing: .zip(a, b, c, d, e, resultSelector: resultSelector))
    }

    /// Combines the elements of six sequences, in order (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        resultSelector: @escaping (A, B, C, D, E, F) -> Element
    ) -> SharedSequence {
        .init(sharing: .zip(a, b, c, d, e, f, resultSelector: resultSelector))
    }

    /// Combines the elements of seven sequences, in order (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F, G>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        _ g: SharedSequence<Strategy, G>,
        resultSelector: @escaping (A, B, C, D, E, F, G) -> Element
    ) -> SharedSequence {
        .init(sharing: .zip(a, b, c, d, e, f, g, resultSelector: resultSelector))
    }

    /// Combines the elements of eight sequences, in order (RxSwift: `zip`).
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
