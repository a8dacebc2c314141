import Streams
import StreamsTesting
import Testing

/// An error thrown in an operator's closure is the sequence's error, and lets the source go.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ThrowingClosureTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (Observable<String>) -> Observable<String>

        init(_ name: String, _ apply: @escaping @Sendable (Observable<String>) -> Observable<String>) {
            testDescription = name
            self.apply = apply
        }
    }

    @Sendable static func check(_ text: String) throws -> String {
        if text == "x" { throw Oops() }
        return text
    }

    static var one: Observable<Int> { .just(0) }
    static var two: Observable<Int> { .of(0, 1) }

    static let cases: [Case] = [
        .init("map") { $0.map { try check($0) } },
        .init("compactMap") { $0.compactMap { try check($0) } },
        .init("scan") { $0.scan("") { try check($1) } },
        .init("scan(into:)") { $0.scan(into: "") { $0 = try check($1) } },
        .init("do") { $0.do(onNext: { _ = try check($0) }) },
        .init("filter") { $0.filter { try !check($0).isEmpty } },
        .init("distinctUntilChanged") { $0.distinctUntilChanged { try check($1) == $0 } },
        .init("flatMap") { $0.flatMap { Observable.just(try check($0)) } },
        .init("flatMapLatest") { $0.flatMapLatest { Observable.just(try check($0)) } },
        .init("flatMapFirst") { $0.flatMapFirst { Observable.just(try check($0)) } },
        .init("concatMap") { $0.concatMap { Observable.just(try check($0)) } },
        .init("take(while:)") { $0.take(while: { try !check($0).isEmpty }) },
        .init("take(while:behavior: .inclusive)") { $0.take(while: { try !check($0).isEmpty }, behavior: .inclusive) },
        .init("distinctUntilChanged by a key") { $0.distinctUntilChanged { try check($0) } },
        .init("distinctUntilChanged by a key with a comparison") {
            $0.distinctUntilChanged({ $0 }, comparer: { try check($1) == $0 })
        },
        .init("withLatestFrom") { $0.withLatestFrom(Observable.just(0)) { element, _ in try check(element) } },
        .init("combineLatest of an array") { .combineLatest([.just("b"), $0]) { try check($0[1]) } },
        .init("zip of an array") { .zip([.of("b", "b"), $0]) { try check($0[1]) } },
        .init("combineLatest of 2") { .combineLatest(one, $0) { _, element in try check(element) } },
        .init("combineLatest of 3") { .combineLatest(one, one, $0) { _, _, element in try check(element) } },
        .init("combineLatest of 4") { .combineLatest(one, one, one, $0) { _, _, _, element in try check(element) } },
        .init("zip of 2") { .zip(two, $0) { _, element in try check(element) } },
        .init("zip of 3") { .zip(two, two, $0) { _, _, element in try check(element) } },
        .init("zip of 4") { .zip(two, two, two, $0) { _, _, _, element in try check(element) } },
    ]

    @Test(arguments: cases)
    func theErrorEndsTheSequence(_ operation: Case) {
        #expect(Timeline.play { operation.apply($0.hot("-a-x-b-|")) } == "-a-#")
    }

    @Test(arguments: cases)
    func theSourceIsLetGo(_ operation: Case) {
        let source = PublishSubject<String>()
        let history = Recording(operation.apply(source.asObservable()))
        source.onNext("a")
        source.onNext("x")
        #expect(history.error is Oops)
        #expect(!source.hasObservers)
    }

    @Test func aClosureThatIsAskedAboutTheFirstElementsOnlyCanThrowToo() {
        let source = PublishSubject<String>()
        let history = Recording(source.skip(while: { try Self.check($0) == "a" }))
        source.onNext("a")
        source.onNext("x")
        #expect(history.values.isEmpty)
        #expect(history.error is Oops)
        #expect(!source.hasObservers)
    }

    @Test func whatAReductionThrowsIsTheErrorAtOnce() {
        #expect(Timeline.play { $0.hot("-a-x-b-|").reduce("") { try $0 + Self.check($1) } } == "---#")
        let source = PublishSubject<String>()
        let history = Recording(source.reduce("") { try $0 + Self.check($1) })
        source.onNext("x")
        #expect(history.error is Oops)
        #expect(!source.hasObservers)
    }

    @Test func whatIsThrownAfterAnElementHasBeenDeliveredFollowsTheElement() {
        #expect(Timeline.play { $0.hot("-a-x-b-|").do(afterNext: { _ = try Self.check($0) }) } == "-a-(x#)")
    }

    @Test func whatTheResultSelectorOfNoSequencesThrowsIsTheError() {
        let history = Recording(Observable<Int>.combineLatest([Observable<Int>]()) { _ in throw Oops() })
        #expect(history.error is Oops)
    }

    @Test func whatTheHandlerOfACatchThrowsIsTheError() {
        let history = Recording(Observable<Int>.error(Oops()).catch { _ in throw OtherOops() })
        #expect(history.error is OtherOops)
    }

    @Test func whatTheMakerOfADeferredSequenceThrowsIsTheError() {
        let history = Recording(Observable<Int>.deferred { throw Oops() })
        #expect(history.error is Oops)
    }
}
