extension SharedSequence {
    /// Combines the newest elements of two sequences as a tuple (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>
    ) -> SharedSequence where Element == (A, B) {
        .init(sharing: .combineLatest(a, b))
    }

    /// Combines the newest elements of three sequences as a tuple (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>
    ) -> SharedSequence where Element == (A, B, C) {
        .init(sharing: .combineLatest(a, b, c))
    }

    /// Combines the newest elements of four sequences as a tuple (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>
    ) -> SharedSequence where Element == (A, B, C, D) {
        .init(sharing: .combineLatest(a, b, c, d))
    }

    /// Combines the newest elements of five sequences as a tuple (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D, E>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>
    ) -> SharedSequence where Element == (A, B, C, D, E) {
        .init(sharing: .combineLatest(a, b, c, d, e))
    }

    /// Combines the newest elements of six sequences as a tuple (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D, E, F>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>
    ) -> SharedSequence where Element == (A, B, C, D, E, F) {
        .init(sharing: .combineLatest(a, b, c, d, e, f))
    }

    /// Combines the newest elements of seven sequences as a tuple (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D, E, F, G>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        _ g: SharedSequence<Strategy, G>
    ) -> SharedSequence where Element == (A, B, C, D, E, F, G) {
        .init(sharing: .combineLatest(a, b, c, d, e, f, g))
    }

    /// Combines the newest elements of eight sequences as a tuple (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D, E, F, G, H>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        _ g: SharedSequence<Strategy, G>, _ h: SharedSequence<Strategy, H>
    ) -> SharedSequence where Element == (A, B, C, D, E, F, G, H) {
        .init(sharing: .combineLatest(a, b, c, d, e, f, g, h))
    }

    /// Combines the elements of two sequences, in order, as tuples (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>
    ) -> SharedSequence where Element == (A, B) {
        .init(sharing: .zip(a, b))
    }

    /// Combines the elements of three sequences, in order, as tuples (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>
    ) -> SharedSequence where Element == (A, B, C) {
        .init(sharing: .zip(a, b, c))
    }

    /// Combines the elements of four sequences, in order, as tuples (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>
    ) -> SharedSequence where Element == (A, B, C, D) {
        .init(sharing: .zip(a, b, c, d))
    }

    /// Combines the elements of five sequences, in order, as tuples (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>
    ) -> SharedSequence where Element == (A, B, C, D, E) {
        .init(sharing: .zip(a, b, c, d, e))
    }

    /// Combines the elements of six sequences, in order, as tuples (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>
    ) -> SharedSequence where Element == (A, B, C, D, E, F) {
        .init(sharing: .zip(a, b, c, d, e, f))
    }

    /// Combines the elements of seven sequences, in order, as tuples (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F, G>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        _ g: SharedSequence<Strategy, G>
    ) -> SharedSequence where Element == (A, B, C, D, E, F, G) {
        .init(sharing: .zip(a, b, c, d, e, f, g))
    }

    /// Combines the elements of eight sequences, in order, as tuples (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F, G, H>(
        _ a: SharedSequence<Strategy, A>, _ b: SharedSequence<Strategy, B>, _ c: SharedSequence<Strategy, C>,
        _ d: SharedSequence<Strategy, D>, _ e: SharedSequence<Strategy, E>, _ f: SharedSequence<Strategy, F>,
        _ g: SharedSequence<Strategy, G>, _ h: SharedSequence<Strategy, H>
    ) -> SharedSequence where Element == (A, B, C, D, E, F, G, H) {
        .init(sharing: .zip(a, b, c, d, e, f, g, h))
    }
}
