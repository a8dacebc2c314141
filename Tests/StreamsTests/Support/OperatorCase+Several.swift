import Streams

/// The operators with more than one subscription.
extension OperatorCase {
    static let sequential: [OperatorCase] = [
        .init("startWith", addsElements: true) { source, _ in source.startWith("s") },
        .init("startWith nothing") { source, _ in source.startWith() },
        .init("the first of concat") { source, _ in source.concat(Observable.empty()) },
        .init("the second of concat") { source, _ in Observable.empty().concat(source) },
        .init("one of many in concat") { source, _ in .concat([.empty(), .empty(), source, .empty()]) },
        .init("flatMap") { source, _ in source.flatMap { Observable.just($0) } },
        .init("flatMapLatest") { source, _ in source.flatMapLatest { Observable.just($0) } },
        .init("flatMapFirst") { source, _ in source.flatMapFirst { Observable.just($0) } },
        .init("concatMap") { source, _ in source.concatMap { Observable.just($0) } },
        .init("the inner of flatMap") { source, _ in Observable.just(0).flatMap { _ in source } },
        .init("the inner of flatMapLatest") { source, _ in Observable.just(0).flatMapLatest { _ in source } },
        .init("the inner of flatMapFirst") { source, _ in Observable.just(0).flatMapFirst { _ in source } },
        .init("the inner of concatMap") { source, _ in Observable.just(0).concatMap { _ in source } },
        .init("the second inner of concatMap") { source, _ in
            Observable.of(0, 1).concatMap { $0 == 0 ? Observable.empty() : source }
        },
        .init("switchLatest") { source, _ in source.map { Observable.just($0) }.switchLatest() },
        .init("merge of nested ones") { source, _ in source.map { Observable.just($0) }.merge() },
        .init("concat of nested ones") { source, _ in source.map { Observable.just($0) }.concat() },
        .init("the inner of switchLatest") { source, _ in Observable.just(source).switchLatest() },
        .init("the inner of a nested merge") { source, _ in Observable.just(source).merge() },
        .init("the inner of a nested concat") { source, _ in Observable.just(source).concat() },
        .init("catch") { source, _ in source.catch { throw $0 } },
        .init("the sequence after a catch") { source, _ in Observable<String>.error(Oops()).catch { _ in source } },
        .init("retry(1)") { source, _ in source.retry(1) },
        .init("the second attempt of retry") { source, _ in failingOnce(source).retry(2) },
        .init("retry(when:)") { source, _ in
            source.retry { errors in errors.flatMap { Observable<Int>.error($0) } }
        },
        .init("the second attempt of retry(when:)") { source, _ in
            failingOnce(source).retry { errors in
                errors.scan(0) { count, error in
                    if count == 1 { throw error }
                    return count + 1
                }
            }
        },
    ]

    static let shared: [OperatorCase] = [
        .init("share") { source, _ in source.share() },
        .init("share(replay: 1)") { source, _ in source.share(replay: 1) },
        .init("share(replay: 2)") { source, _ in source.share(replay: 2) },
        .init("share(scope: .forever)") { source, _ in source.share(scope: .forever) },
        .init("share(replay: 2, scope: .forever)") { source, _ in source.share(replay: 2, scope: .forever) },
    ]

    /// The source, but of each two subscriptions the first fails at once.
    private static func failingOnce(_ source: Observable<String>) -> Observable<String> {
        var attempts = 0
        return .deferred {
            attempts += 1
            return attempts % 2 == 1 ? .error(Oops()) : source
        }
    }
}
