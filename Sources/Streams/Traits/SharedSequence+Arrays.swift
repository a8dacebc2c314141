extension SharedSequence {
    /// The newest elements of any number of sequences of one kind, combined whenever one of them changes (RxSwift:
    /// `combineLatest`).
    @inlinable
    public static func combineLatest<Result>(
        _ sources: [SharedSequence], resultSelector: @escaping ([Element]) -> Result
    ) -> SharedSequence<Strategy, Result> {
        .init(sharing: .combineLatest(sources, resultSelector: resultSelector))
    }

    /// The newest elements of any number of sequences of one kind as arrays (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest(_ sources: [SharedSequence]) -> SharedSequence<Strategy, [Element]> {
        combineLatest(sources) { $0 }
    }

    /// The elements of any number of sequences of one kind together (RxSwift: `zip`).
    @inlinable
    public static func zip<Result>(
        _ sources: [SharedSequence], resultSelector: @escaping ([Element]) -> Result
    ) -> SharedSequence<Strategy, Result> {
        .init(sharing: .zip(sources, resultSelector: resultSelector))
    }

    /// The elements of any number of sequences of one kind as arrays (RxSwift: `zip`).
    @inlinable
    public static func zip(_ sources: [SharedSequence]) -> SharedSequence<Strategy, [Element]> {
        zip(sources) { $0 }
    }
}
