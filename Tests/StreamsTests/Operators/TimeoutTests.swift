import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct TimeoutTests {
    /// Three frames.
    static let due = Timeline.frame * 3

    @Test(arguments: [
        ("ab----c|", "ab--#"), ("", "---#"), ("a-b-c|", "a-b-c|"), ("--|", "--|"), ("a-#", "a-#"), ("----a", "---#"),
        ("(ab)----c", "(ab)--#"),
    ])
    func whatTakesTooLongIsAnError(source: String, expected: String) {
        #expect(Timeline.play { $0.hot(source).timeout(Self.due, scheduler: $0.scheduler) } == expected)
    }

    @Test(arguments: [
        ("ab----c|", "x----y|", "ab--x----y|"), ("", "|", "---|"), ("a-b|", "x", "a-b|"), ("a-#", "x", "a-#"),
        ("", "-#", "----#"), ("a", "(xy|)", "a--(xy|)"),
    ])
    func theOtherSequenceTakesItsPlaceAndItsTime(source: String, other: String, expected: String) {
        let marbles = Timeline.play { time in
            time.hot(source).timeout(Self.due, other: time.cold(other), scheduler: time.scheduler)
        }
        #expect(marbles == expected)
    }

    @Test func theErrorIsATimeout() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let history = Recording(Observable<Int>.never().timeout(Self.due, scheduler: scheduler))
        scheduler.advance(by: Self.due)
        #expect(history.error as? StreamError == .timeout)
    }

    /// As in RxSwift: of what is due at the same time comes first what was started first.
    @Test func anElementInTheVeryMomentComesBeforeItsTimeout() {
        #expect(Timeline.play { $0.cold("a---b|").timeout(Timeline.frame * 4, scheduler: $0.scheduler) } == "a---b|")
    }

    @Test func theSourceIsLetGoAtATimeoutAndSoIsTheOtherAtDisposal() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let (source, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(source.timeout(Self.due, other: other, scheduler: scheduler))
        #expect(source.hasObservers && !other.hasObservers)
        scheduler.advance(by: Self.due)
        #expect(!source.hasObservers && other.hasObservers)
        source.onNext(1)
        other.onNext(2)
        #expect(history.values == [2])
        history.dispose()
        #expect(!other.hasObservers)
    }

    @Test func whatBothShareGoesOn() {
        var made = 0
        let scheduler = Scheduler(time: .virtual) { _ in }
        let source = PublishSubject<Int>()
        let shared = source.do(onSubscribe: { made += 1 }).share()
        let history = Recording(shared.timeout(Self.due, other: shared, scheduler: scheduler))
        scheduler.advance(by: Self.due)
        source.onNext(1)
        #expect(history.values == [1])
        #expect(made == 1)
        history.dispose()
        #expect(!source.hasObservers)
    }

    @Test func afterTheEndAndAfterDisposalNoTimerIsLeft() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let source = PublishSubject<Int>()
        var began = false
        let other = Observable<Int>.empty().do(onSubscribe: { began = true })
        let disposed = Recording(source.timeout(Self.due, other: other, scheduler: scheduler))
        disposed.dispose()
        let ended = Recording(source.timeout(Self.due, other: other, scheduler: scheduler))
        source.onCompleted()
        scheduler.advance(by: Self.due * 2)
        #expect(ended.hasCompleted)
        #expect(!began)
    }

    @Test func oneWhoLeavesAtAnElementStartsNoTimer() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let source = PublishSubject<Int>()
        var began = false
        let other = Observable<Int>.empty().do(onSubscribe: { began = true })
        let history = Recording(source.timeout(Self.due, other: other, scheduler: scheduler).take(1))
        source.onNext(1)
        #expect(!source.hasObservers)
        scheduler.advance(by: Self.due * 2)
        #expect(history.values == [1])
        #expect(!began)
    }

    @Test func anElementThatTheSubscriberCausesStartsTheTimeAnew() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let source = PublishSubject<Int>()
        var log: [String] = []
        let subscription = source.timeout(Self.due, scheduler: scheduler).subscribe(
            onNext: {
                log.append("\($0)")
                if $0 < 3 { source.onNext($0 + 1) }
            }, onError: { _ in log.append("#\(scheduler.now / Timeline.frame)") })
        scheduler.advance(by: Timeline.frame)
        source.onNext(1)
        scheduler.advance(by: Self.due)
        #expect(log == ["1", "2", "3", "#4.0"])
        subscription.dispose()
    }

    @Test func aRequestThatTakesTooLongIsCancelled() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        var ended = 0
        let request = Single<Int>.create { _ in Disposables.create { ended += 1 } }
        var answers: [String] = []
        request.timeout(Self.due, scheduler: scheduler).subscribe(onFailure: { answers.append("\($0)") })
        request.timeout(Self.due, other: .just(2), scheduler: scheduler).subscribe(onSuccess: {
            answers.append("\($0)")
        })
        Single.just(3).timeout(Self.due, scheduler: scheduler).subscribe(onSuccess: { answers.append("\($0)") })
        scheduler.advance(by: Self.due)
        #expect(answers == ["3", "timeout", "2"])
        #expect(ended == 2)
    }
}
