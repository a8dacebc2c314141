import Streams
import Testing

/// An error thrown in an operator's closure is the sequence's error, and lets the source go.
@Suite(.leavesNothing) struct ThrowingClosureTests {
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

    static let cases: [Case] = [
        .init("map") { $0.map { try check($0) } },
        .init("compactMap") { $0.compactMap { try check($0) } },
        .init("scan") { $0.scan("") { try check($1) } },
        .init("do") { $0.do(onNext: { _ = try check($0) }) },
        .init("filter") { $0.filter { try !check($0).isEmpty } },
        .init("distinctUntilChanged") { $0.distinctUntilChanged { try check($1) == $0 } },
        .init("flatMap") { $0.flatMap { Observable.just(try check($0)) } },
        .init("flatMapLatest") { $0.flatMapLatest { Observable.just(try check($0)) } },
        .init("flatMapFirst") { $0.flatMapFirst { Observable.just(try check($0)) } },
        .init("combineLatest") { .combineLatest($0, Observable.just(0)) { element, _ in try check(element) } },
        .init("withLatestFrom") { $0.withLatestFrom(Observable.just(0)) { element, _ in try check(element) } },
    ]

    @Test(arguments: cases)
    func theErrorEndsTheSequence(_ operation: Case) {
        #expect(Timeline.play { operation.apply($0.hot("-a-x-b-|")) } == "-a-#")
    }

    @Test(arguments: cases)
    func theSourceIsLetGo(_ operation: Case) {
        let source = PublishSubject<String>()
        let history = History(operation.apply(source.asObservable()))
        source.onNext("a")
        source.onNext("x")
        #expect(history.error is Oops)
        #expect(!source.hasObservers)
    }

    @Test func whatTheHandlerOfACatchThrowsIsTheError() {
        let history = History(Observable<Int>.error(Oops()).catch { _ in throw OtherOops() })
        #expect(history.error is OtherOops)
    }

    @Test func whatTheMakerOfADeferredSequenceThrowsIsTheError() {
        let history = History(Observable<Int>.deferred { throw Oops() })
        #expect(history.error is Oops)
    }
}
