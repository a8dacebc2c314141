import Streams
import Testing

/// Every operator in a form that passes elements on unchanged, for what all of them must do alike.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether it sends an element only once time has passed.
    var needsTime = false
    /// Whether it sends something of its own first.
    var addsElements = false
    let apply: @Sendable (Observable<String>, Scheduler) -> Observable<String>

    init(
        _ name: String, needsTime: Bool = false, addsElements: Bool = false,
        _ apply: @escaping @Sendable (Observable<String>, Scheduler) -> Observable<String>
    ) {
        testDescription = name
        self.needsTime = needsTime
        self.addsElements = addsElements
        self.apply = apply
    }

    /// Those that can stop a source which sends while it is being subscribed to. `create` cannot: what it holds is known
    /// to it only when its closure has returned.
    static let immediate = all.filter { !$0.needsTime && $0.testDescription != "create" }

    static let all: [OperatorCase] = [
        .init("map") { source, _ in source.map { $0 } },
        .init("compactMap") { source, _ in source.compactMap { $0 } },
        .init("scan") { source, _ in source.scan("") { $1 } },
        .init("startWith", addsElements: true) { source, _ in source.startWith("s") },
        .init("do") { source, _ in source.do(onNext: { _ in }) },
        .init("filter") { source, _ in source.filter { _ in true } },
        .init("distinctUntilChanged") { source, _ in source.distinctUntilChanged() },
        .init("skip") { source, _ in source.skip(0) },
        .init("take") { source, _ in source.take(1_000_000) },
        .init("take(until:)") { source, _ in source.take(until: Observable<Int>.never()) },
        .init("flatMap") { source, _ in source.flatMap { Observable.just($0) } },
        .init("flatMapLatest") { source, _ in source.flatMapLatest { Observable.just($0) } },
        .init("flatMapFirst") { source, _ in source.flatMapFirst { Observable.just($0) } },
        .init("the inner of flatMap") { source, _ in Observable.just(0).flatMap { _ in source } },
        .init("the inner of flatMapLatest") { source, _ in Observable.just(0).flatMapLatest { _ in source } },
        .init("the inner of flatMapFirst") { source, _ in Observable.just(0).flatMapFirst { _ in source } },
        .init("merge") { source, _ in .merge(source, .empty()) },
        .init("combineLatest of a pack") { source, _ in
            .combineLatest(Observable.just(0), Observable.just("x"), source) { _, _, element in element }
        },
        .init("combineLatest of an array") { source, _ in
            Observable<[String]>.combineLatest([.just("x"), source]).map { $0[1] }
        },
        .init("withLatestFrom") { source, _ in source.withLatestFrom(Observable.just(0)) { element, _ in element } },
        .init("share") { source, _ in source.share() },
        .init("share(replay: 1)") { source, _ in source.share(replay: 1) },
        .init("share(replay: 2, scope: .forever)") { source, _ in source.share(replay: 2, scope: .forever) },
        .init("catch") { source, _ in source.catch { throw $0 } },
        .init("the sequence after a catch") { source, _ in Observable<String>.error(Oops()).catch { _ in source } },
        .init("debounce", needsTime: true) { source, scheduler in source.debounce(.zero, scheduler: scheduler) },
        .init("throttle") { source, scheduler in source.throttle(.zero, scheduler: scheduler) },
        .init("deferred") { source, _ in .deferred { source } },
        .init("create") { source, _ in .create { source.subscribe($0) } },
        .init("trackActivity") { source, _ in source.trackActivity(ActivityTracker()) },
        .init("trackError") { source, _ in source.trackError(ErrorTracker()) },
        .init("a long chain") { source, scheduler in
            source.map { $0 }.share(replay: 1).flatMapLatest { Observable.just($0) }.throttle(
                .zero, scheduler: scheduler
            )
            .filter { _ in true }.share()
        },
    ]
}
