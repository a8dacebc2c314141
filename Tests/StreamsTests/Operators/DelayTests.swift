import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct DelayTests {
    /// Two frames.
    static let due = Timeline.frame * 2

    @Test(arguments: [
        ("a-b|", "--a-b|"), ("ab--c|", "--ab--c|"), ("(ab)|", "--(ab)|"), ("(ab|)", "--(ab|)"), ("|", "--|"),
        ("a-#", "--#"), ("a--#", "--a#"), ("#", "#"), ("ab-#", "--a#"),
    ])
    func everythingComesLaterButAnErrorAtOnce(source: String, expected: String) {
        let marbles = Timeline.play { $0.hot(source).delay(Self.due, scheduler: $0.scheduler) }
        #expect(marbles == expected)
    }

    @Test func whatWaitsIsDroppedAtDisposal() {
        #expect(Timeline.play(disposedAt: 3) { $0.hot("abc|").delay(Self.due, scheduler: $0.scheduler) } == "--a")
        let scheduler = Scheduler(time: .virtual) { _ in }
        let source = PublishSubject<Int>()
        let history = Recording(source.delay(Self.due, scheduler: scheduler))
        source.onNext(1)
        history.dispose()
        #expect(!source.hasObservers)
    }

    @Test func theSourceIsLetGoWhenItHasCompleted() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let source = PublishSubject<Int>()
        let history = Recording(source.delay(Self.due, scheduler: scheduler))
        source.onNext(1)
        source.onCompleted()
        #expect(!source.hasObservers)
        #expect(history.events.isEmpty)
        scheduler.advance(by: Self.due)
        #expect(history.values == [1])
        #expect(history.hasCompleted)
    }

    @Test func whatTheSubscriberFeedsTheSourceIsDelayedFromThen() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let source = PublishSubject<Int>()
        var seen: [String] = []
        let subscription = source.delay(Self.due, scheduler: scheduler).subscribe(onNext: {
            seen.append("\($0)@\(scheduler.now / Timeline.frame)")
            if $0 < 3 { source.onNext($0 + 1) }
        })
        source.onNext(1)
        scheduler.advance(by: Self.due * 5)
        #expect(seen == ["1@2.0", "2@4.0", "3@6.0"])
        subscription.dispose()
    }

    @Test func whatIsBehindItWithTheSameTimeFiresBeforeTheNextElement() {
        let marbles = Timeline.play {
            $0.hot("a-b|").delay(Self.due, scheduler: $0.scheduler).debounce(Self.due, scheduler: $0.scheduler)
        }
        #expect(marbles == "----a(b|)")
    }

    @Test func anErrorThatTheSubscriberCausesComesAfterTheElement() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let source = PublishSubject<Int>()
        var log: [String] = []
        source.delay(Self.due, scheduler: scheduler).do(afterNext: { log.append("after \($0)") }).subscribe(
            onNext: {
                log.append("\($0)")
                if $0 == 1 { source.onError(Oops()) }
            }, onError: { _ in log.append("#") })
        source.onNext(1)
        source.onNext(2)
        scheduler.advance(by: Self.due * 2)
        #expect(log == ["1", "after 1", "#"])
    }

    @Test func aSubscriberWhoLeavesAtAnElementHearsNothingOfThoseBehindIt() {
        #expect(Timeline.play { $0.hot("(abc|)").delay(Self.due, scheduler: $0.scheduler).take(2) } == "--(ab|)")
    }

    @Test func debounceLetsTheSourceGoInTheMiddle() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let source = PublishSubject<Int>()
        let history = Recording(source.debounce(Self.due, scheduler: scheduler))
        source.onNext(1)
        history.dispose()
        scheduler.advance(by: Self.due)
        #expect(history.events.isEmpty)
        #expect(!source.hasObservers)
    }

    @Test func debounceDoesNotCompleteOneWhoLeftWithTheLastElement() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let source = PublishSubject<Int>()
        let subscription = SerialDisposable()
        var seen: [String] = []
        subscription.disposable = source.debounce(Self.due, scheduler: scheduler).subscribe(
            onNext: {
                seen.append("\($0)")
                subscription.dispose()
            }, onCompleted: { seen.append("|") })
        source.onNext(1)
        source.onCompleted()
        #expect(seen == ["1"])
    }
}
