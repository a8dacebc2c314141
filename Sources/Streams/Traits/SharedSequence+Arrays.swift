extension SharedSequence {
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
