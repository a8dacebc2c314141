import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct AsSingleTests {
    @Test(arguments: [
        ("-a--|", "----(a|)"), ("(a|)", "(a|)"), ("-a-b-|", "---#"), ("--|", "--#"), ("-a-#", "---#"), ("#", "#"),
        ("-a", ""),
    ])
    func theOnlyElementIsTheAnswerOnceItIsKnownToBeTheOnlyOne(source: String, expected: String) {
        #expect(Timeline.play { $0.hot(source).asSingle().asObservable() } == expected)
    }

    @Test func theErrorSaysWhetherThereWereTooManyOrNone() {
        #expect(Recording(Observable.of(1, 2).asSingle()).error as? StreamError == .moreThanOneElement)
        #expect(Recording(Observable<Int>.empty().asSingle()).error as? StreamError == .noElements)
        #expect(Recording(Observable<Int>.error(Oops()).asSingle()).error is Oops)
    }

    @Test func theSourceIsLetGoWithTheSecondElement() {
        let source = PublishSubject<Int>()
        let history = Recording(source.asSingle())
        source.onNext(1)
        #expect(source.hasObservers)
        source.onNext(2)
        #expect(!source.hasObservers)
        #expect(history.values.isEmpty)
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
        let history = Recording(source.first())
        source.onNext(1)
        #expect(!source.hasObservers)
        #expect(history.values == [1])
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
        #expect(Recording(endless.first()).values == [1])
        #expect(Recording(endless.asSingle()).error as? StreamError == .moreThanOneElement)
        #expect(asked <= 4)
    }

    @Test func nilIsAFirstElementAndAnOnlyOne() {
        #expect(Recording(Observable<Int?>.of(nil, 1).first()).values == [.some(nil)])
        #expect(Recording(Observable<Int?>.empty().first()).values == [nil])
        #expect(Recording(Observable<Int?>.just(nil).asSingle()).values == [nil])
        #expect(Recording(Observable<Int?>.of(nil, nil).asSingle()).error as? StreamError == .moreThanOneElement)
    }

    @Test func disposalLetsTheSourceGo() {
        let source = PublishSubject<Int>()
        let requests: [Single<Int?>] = [source.asSingle().map { $0 }, source.first()]
        for history in requests.lazy.map({ Recording($0) }) {
            #expect(source.hasObservers)
            history.dispose()
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
