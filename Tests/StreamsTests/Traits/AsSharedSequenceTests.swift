import Streams
import StreamsTesting
import Testing

/// `asDriver` and `asSignal`, with each of their ways to be without errors.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct AsSharedSequenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// How many of its newest values a late subscriber gets.
        let replay: Int
        let expected: String
        let make: @Sendable (Observable<String>) -> Observable<String>
    }

    static let cases: [Case] = [
        .init(testDescription: "asDriver(onErrorJustReturn:)", replay: 1, expected: "a-(x|)") {
            $0.asDriver(onErrorJustReturn: "x").asObservable()
        },
        .init(testDescription: "asDriver(onErrorDriveWith:)", replay: 1, expected: "a-(y|)") {
            $0.asDriver(onErrorDriveWith: .just("y")).asObservable()
        },
        .init(testDescription: "asDriver(onErrorRecover:)", replay: 1, expected: "a-([MarbleError]|)") {
            $0.asDriver(onErrorRecover: { .just("\(type(of: $0))") }).asObservable()
        },
        .init(testDescription: "asSignal(onErrorJustReturn:)", replay: 0, expected: "a-(x|)") {
            $0.asSignal(onErrorJustReturn: "x").asObservable()
        },
        .init(testDescription: "asSignal(onErrorSignalWith:)", replay: 0, expected: "a-(y|)") {
            $0.asSignal(onErrorSignalWith: .just("y")).asObservable()
        },
        .init(testDescription: "asSignal(onErrorRecover:)", replay: 0, expected: "a-([MarbleError]|)") {
            $0.asSignal(onErrorRecover: { .just("\(type(of: $0))") }).asObservable()
        },
    ]

    @Test(arguments: cases)
    func anErrorIsMadeSomethingElse(_ operation: Case) {
        #expect(Timeline.play { operation.make($0.hot("a-#")) } == operation.expected)
        #expect(Timeline.play { operation.make($0.hot("a-b|")) } == "a-b|")
    }

    @Test(arguments: cases)
    func subscribersShareTheSourceAndTheLastLetsItGo(_ operation: Case) {
        var made = 0
        let source = PublishSubject<String>()
        let result = operation.make(source.do(onSubscribe: { made += 1 }))
        let first = Recording(result)
        for element in ["a", "b"] { source.onNext(element) }
        let late = Recording(result)
        source.onNext("c")
        #expect(first.values == ["a", "b", "c"])
        #expect(late.values == ["b"].suffix(operation.replay) + ["c"])
        #expect(made == 1)
        first.dispose()
        #expect(source.hasObservers)
        late.dispose()
        #expect(!source.hasObservers)
        let third = Recording(result)
        #expect(third.values.isEmpty)
        third.dispose()
    }

    @Test(arguments: cases)
    func aSubscriberThatFeedsTheSourceIsHeardByAllInOneOrder(_ operation: Case) {
        let source = PublishSubject<String>()
        let result = operation.make(source.asObservable())
        let feeding = result.subscribe(onNext: { if $0 == "a" { source.onNext("b") } })
        let second = Recording(result)
        source.onNext("a")
        #expect(second.values == ["a", "b"])
        feeding.dispose()
    }

    @Test func aRequestCanBeADriver() {
        #expect(Recording(Single<Int>.error(Oops()).asDriver(onErrorJustReturn: 0)).values == [0])
        #expect(Recording(Single.just(1).asSignal(onErrorSignalWith: .never())).values == [1])
    }

    @Test func ofTheSimpleOnesEachSaysWhatItsNameSays() {
        for (history, expected) in [
            (Recording(Driver.just(1)), [1]), (Recording(Signal.just(1)), [1]), (Recording(Driver<Int>.empty()), []),
            (Recording(Signal<Int>.empty()), []),
        ] {
            #expect(history.values == expected)
            #expect(history.hasCompleted)
        }
        #expect(Recording(Driver<Int>.never()).events.isEmpty)
        #expect(Recording(Signal<Int>.never()).events.isEmpty)
    }
}
