import Streams
import Testing

/// Every operator in a form that passes elements on unchanged, for what all of them must do alike.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether it sends an element only once time has passed.
    var needsTime = false
    /// Whether it sends something of its own first.
    var addsElements = false
    /// Whether it can stop a source that sends while it is being subscribed to, and passes on what that sends.
    var isImmediate = true
    let apply: @Sendable (Observable<String>, Scheduler) -> Observable<String>

    init(
        _ name: String, needsTime: Bool = false, addsElements: Bool = false, isImmediate: Bool = true,
        _ apply: @escaping @Sendable (Observable<String>, Scheduler) -> Observable<String>
    ) {
        testDescription = name
        self.needsTime = needsTime
        self.addsElements = addsElements
        self.isImmediate = isImmediate
        self.apply = apply
    }

    /// Those that can stop a source which sends while it is being subscribed to. `create` cannot: what it holds is known
    /// to it only when its closure has returned; `skip(until:)` is closed until its source has been subscribed to.
    static let immediate = all.filter { !$0.needsTime && $0.isImmediate }

    static let all = single + sequential + combining + shared

    private static let single: [OperatorCase] = [
        .init("map") { source, _ in source.map { $0 } },
        .init("compactMap") { source, _ in source.compactMap { $0 } },
        .init("scan") { source, _ in source.scan("") { $1 } },
        .init("scan(into:)") { source, _ in source.scan(into: "") { $0 = $1 } },
        .init("pairwise") { source, _ in source.startWith("x").pairwise().map { $1 } },
        .init("materialize") { source, _ in
            source.materialize().flatMap { event -> Observable<String> in
                if let error = event.error { return .error(error) }
                return event.element.map { .just($0) } ?? .empty()
            }
        },
        .init("do") { source, _ in source.do(onNext: { _ in }) },
        .init("do with everything") { source, _ in
            source.do(
                onNext: { _ in }, afterNext: { _ in }, onError: { _ in }, afterError: { _ in }, onCompleted: {},
                afterCompleted: {}, onSubscribe: {}, onSubscribed: {}, onDispose: {})
        },
        .init("filter") { source, _ in source.filter { _ in true } },
        .init("distinctUntilChanged") { source, _ in source.distinctUntilChanged() },
        .init("distinctUntilChanged with a comparison") { source, _ in source.distinctUntilChanged { _, _ in false } },
        .init("distinctUntilChanged by a key") { source, _ in source.distinctUntilChanged { $0 + "!" } },
        .init("distinctUntilChanged by a key with a comparison") { source, _ in
            source.distinctUntilChanged({ $0.count }, comparer: { _, _ in false })
        },
        .init("distinctUntilChanged(at:)") { source, _ in source.distinctUntilChanged(at: \.self) },
        .init("skip") { source, _ in source.skip(0) },
        .init("skip(while:)") { source, _ in source.skip(while: { _ in false }) },
        .init("skip(until:)", isImmediate: false) { source, _ in source.skip(until: Observable.just(0)) },
        .init("take") { source, _ in source.take(1_000_000) },
        .init("take(until:)") { source, _ in source.take(until: Observable<Int>.never()) },
        .init("take(while:)") { source, _ in source.take(while: { _ in true }) },
        .init("take(while:behavior: .inclusive)") { source, _ in
            source.take(while: { _ in true }, behavior: .inclusive)
        },
        .init("debounce", needsTime: true) { source, scheduler in source.debounce(.zero, scheduler: scheduler) },
        .init("throttle") { source, scheduler in source.throttle(.zero, scheduler: scheduler) },
        .init("throttle(latest: false)") { source, scheduler in
            source.throttle(.zero, latest: false, scheduler: scheduler)
        },
        .init("delay", needsTime: true) { source, scheduler in source.delay(.zero, scheduler: scheduler) },
        .init("timeout") { source, scheduler in source.timeout(.seconds(1), scheduler: scheduler) },
        .init("deferred") { source, _ in .deferred { source } },
        .init("create", isImmediate: false) { source, _ in .create { source.subscribe($0) } },
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

/// What goes wrong in a test.
struct Oops: Error, Equatable {}
/// Something else that goes wrong.
struct OtherOops: Error, Equatable {}
