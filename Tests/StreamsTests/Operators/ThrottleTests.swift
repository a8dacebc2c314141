import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ThrottleTests {
    /// Three frames.
    static let interval = Timeline.frame * 3

    @Test(arguments: [
        ("a", "a"), ("abc", "a"), ("abcdefg", "a--d--g"), ("a--b", "a--b"), ("a|", "a|"), ("ab|", "a-|"),
        ("ab#", "a-#"), ("ab---c-d", "a----c"), ("|", "|"), ("#", "#"),
    ])
    func withoutTheLatestWhatIsHeldBackIsDropped(source: String, expected: String) {
        let marbles = Timeline.play {
            $0.hot(source).throttle(Self.interval, latest: false, scheduler: $0.scheduler)
        }
        #expect(marbles == expected)
    }

    @Test(arguments: [true, false])
    func disposalLetsTheSourceAndTheTimerGo(latest: Bool) {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let source = PublishSubject<Int>()
        let history = Recording(source.throttle(Self.interval, latest: latest, scheduler: scheduler))
        for number in 1...2 { source.onNext(number) }
        history.dispose()
        scheduler.advance(by: Self.interval)
        #expect(history.values == [1])
        #expect(!source.hasObservers)
    }

    @Test func whatTheSubscriberFeedsTheSourceIsHeldBackToo() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let source = PublishSubject<Int>()
        var seen: [String] = []
        let subscription = source.throttle(Self.interval, scheduler: scheduler).subscribe(onNext: {
            seen.append("\($0)@\(scheduler.now / Timeline.frame)")
            if $0 < 3 { source.onNext($0 + 1) }
        })
        source.onNext(1)
        scheduler.advance(by: Self.interval * 3)
        #expect(seen == ["1@0.0", "2@3.0", "3@6.0"])
        subscription.dispose()
    }

    @Test func theEndWaitsForTheElementThatIsHeldBackAndAnErrorDoesNot() {
        let play = { (source: String) in
            Timeline.play { $0.hot(source).throttle(Self.interval, scheduler: $0.scheduler) }
        }
        #expect(play("ab|") == "a--(b|)")
        #expect(play("ab-|") == "a--(b|)")
        #expect(play("ab--|") == "a--b|")
        #expect(play("ab#") == "a-#")
    }

    @Test func oneWhoLeavesWithTheLastElementIsNotCompleted() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let source = PublishSubject<Int>()
        let subscription = SerialDisposable()
        var seen: [String] = []
        subscription.disposable = source.throttle(Self.interval, scheduler: scheduler).subscribe(
            onNext: {
                seen.append("\($0)")
                if $0 == 2 { subscription.dispose() }
            }, onCompleted: { seen.append("|") })
        for number in 1...2 { source.onNext(number) }
        source.onCompleted()
        scheduler.advance(by: Self.interval)
        #expect(seen == ["1", "2"])
    }
}
