import Streams
import Testing

@Suite(.leavesNothing) struct AsSingleTests {
    @Test(arguments: [
        ("-a--|", "----(a|)"), ("(a|)", "(a|)"), ("-a-b-|", "---#"), ("--|", "--#"), ("-a-#", "---#"), ("#", "#"),
        ("-a", ""),
    ])
    func theOnlyElementIsTheAnswerOnceItIsKnownToBeTheOnlyOne(source: String, expected: String) {
        #expect(Timeline.play { $0.hot(source).asSingle().asObservable() } == expected)
    }

    @Test func theErrorSaysWhetherThereWereTooManyOrNone() {
        #expect(History(Observable.of(1, 2).asSingle()).error as? StreamError == .moreThanOneElement)
        #expect(History(Observable<Int>.empty().asSingle()).error as? StreamError == .noElements)
        #expect(History(Observable<Int>.error(Oops()).asSingle()).error is Oops)
    }

    @Test func theSourceIsLetGoWithTheSecondElement() {
        let source = PublishSubject<Int>()
        let history = History(source.asSingle())
        source.onNext(1)
        #expect(source.hasObservers)
        source.onNext(2)
        #expect(!source.hasObservers)
        #expect(history.elements.isEmpty)
    }

    @Test(arguments: [
        ("-a-b-|", "-(a|)"), ("(ab|)", "(a|)"), ("--|", "--([nil]|)"), ("-#", "-#"), ("-a#", "-(a|)"), ("-", ""),
    ])
    func theFirstElementIsTheAnswerOrNil(source: String, expected: String) {
        let marbles = Timeline.play { $0.hot(source).first().asObservable().map { $0 ?? "nil" } }
        #expect(marbles == expected)
    }

    @Test func theSourceIsLetGoWithTheFirstElement() {
        let source = PublishSubject<Int>()
        let history = History(source.first())
        source.onNext(1)
        #expect(!source.hasObservers)
        #expect(history.elements == [1])
        #expect(history.hasCompleted)
    }

    @Test func anEndlessSourceIsStoppedAtItsFirstElement() {
        var asked = 0
        let endless = Observable.from(
            sequence(
                first: 1,
                next: { number in
                    asked += 1
                    return number + 1
                }))
        #expect(History(endless.first()).elements == [1])
        #expect(History(endless.asSingle()).error as? StreamError == .moreThanOneElement)
        #expect(asked <= 4)
    }

    @Test func nilIsAFirstElementAndAnOnlyOne() {
        #expect(History(Observable<Int?>.of(nil, 1).first()).elements == [.some(nil)])
        #expect(History(Observable<Int?>.empty().first()).elements == [nil])
        #expect(History(Observable<Int?>.just(nil).asSingle()).elements == [nil])
        #expect(History(Observable<Int?>.of(nil, nil).asSingle()).error as? StreamError == .moreThanOneElement)
    }

    @Test func disposalLetsTheSourceGo() {
        let source = PublishSubject<Int>()
        let requests: [Single<Int?>] = [source.asSingle().map { $0 }, source.first()]
        for history in requests.lazy.map({ History($0) }) {
            #expect(source.hasObservers)
            history.subscription.dispose()
            #expect(!source.hasObservers)
            source.onNext(1)
            #expect(history.events.isEmpty)
        }
    }

    @Test func whatTheAnswerCausesIsNotAnAnswer() {
        let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        let both = Observable.merge(left.asObservable(), right.asObservable())
        var answers: [Int?] = []
        both.first().asObservable().subscribe(onNext: {
            answers.append($0)
            right.onNext(2)
        })
        left.onNext(1)
        #expect(answers == [1])
        #expect(!left.hasObservers && !right.hasObservers)
    }

    @Test func oneWhoLeavesWithTheAnswerHearsNoCompletion() {
        let source = PublishSubject<Int>()
        let subscription = SerialDisposable()
        var log: [String] = []
        subscription.disposable = source.first().asObservable().subscribe { event in
            log.append(event.isStopEvent ? "|" : "element")
            subscription.dispose()
        }
        source.onNext(1)
        #expect(log == ["element"])
    }

    @Test func theNewestValueOfARelayCanBeAskedFor() async throws {
        let relay = BehaviorRelay(value: 1)
        #expect(try await relay.first().value() == 1)
        #expect(!relay.hasObservers)
    }
}
