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

    // MARK: As tuples

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

    // MARK: Of arrays

    /// Combines the newest elements of any number of sequences of one type whenever one of them changes (RxSwift:
    /// `combineLatest`).
    @inlinable
    public static func combineLatest<Result>(
        _ sources: [SharedSequence], resultSelector: @escaping ([Element]) -> Result
    ) -> SharedSequence<Strategy, Result> {
        .init(sharing: .combineLatest(sources, resultSelector: resultSelector))
    }

    /// Combines the newest elements of any number of sequences of one type as arrays (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest(_ sources: [SharedSequence]) -> SharedSequence<Strategy, [Element]> {
        combineLatest(sources) { $0 }
    }

    /// Combines the elements of any number of sequences of one type, in order (RxSwift: `zip`).
    @inlinable
    public static func zip<Result>(
        _ sources: [SharedSequence], resultSelector: @escaping ([Element]) -> Result
    ) -> SharedSequence<Strategy, Result> {
        .init(sharing: .zip(sources, resultSelector: resultSelector))
    }

    /// Combines the elements of any number of sequences of one type, in order, as arrays (RxSwift: `zip`).
    @inlinable
    public static func zip(_ sources: [SharedSequence]) -> SharedSequence<Strategy, [Element]> {
        zip(sources) { $0 }
    }
}
