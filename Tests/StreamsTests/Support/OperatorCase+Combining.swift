import Streams

/// The operators that combine sequences, for each number of them: the source is the last, so all others have sent what
/// they have when it comes.
extension OperatorCase {
    static let combining: [OperatorCase] = [
        .init("merge") { source, _ in .merge(source, .empty()) },
        .init("the last of merge") { source, _ in .merge(.empty(), .empty(), source) },
        .init("withLatestFrom") { source, _ in source.withLatestFrom(Observable.just(0)) { element, _ in element } },
        .init("combineLatest of an array") { source, _ in
            Observable<String>.combineLatest([.just("x"), source]).map { $0[1] }
        },
        .init("zip of an array") { source, _ in
            Observable<String>.zip([.from(repeatElement("x", count: 2000)), source]).map { $0[1] }
        },
        .init("combineLatest of 2") { source, _ in .combineLatest(one, source) { _, element in element } },
        .init("combineLatest of 3") { source, _ in .combineLatest(one, one, source) { _, _, element in element } },
        .init("combineLatest of 4") { source, _ in .combineLatest(one, one, one, source) { _, _, _, element in element }
        },
        .init("zip of 2") { source, _ in .zip(many, source) { _, element in element } },
        .init("zip of 3") { source, _ in .zip(many, many, source) { _, _, element in element } },
        .init("zip of 4") { source, _ in .zip(many, many, many, source) { _, _, _, element in element } },
    ]

    private static var one: Observable<Int> { .just(0) }
    /// Enough for each element of a source to have its partner.
    private static var many: Observable<Int> { .from(0..<2000) }
}
