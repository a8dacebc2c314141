import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct TimingTests {
    /// Three frames.
    static let interval = Timeline.frame * 3

    @Test(arguments: [
        ("a", "---a"), ("ab-c", "------c"), ("a---b---c|", "---a---b-(c|)"), ("a-#", "--#"), ("a|", "-(a|)"),
        ("a---|", "---a|"), ("|", "|"), ("abcdefg", "---------g"), ("a--b", "------b"),
    ])
    func debounceSendsWhatNothingFollowsFor(source: String, expected: String) {
        let marbles = Timeline.play { $0.hot(source).debounce(Self.interval, scheduler: $0.scheduler) }
        #expect(marbles == expected)
    }

    @Test(arguments: [
        ("a", "a"), ("abc", "a--c"), ("a----b", "a----b"), ("abcdefg", "a--d--g"), ("a|", "a|"), ("ab|", "a--(b|)"),
        ("ab#", "a-#"), ("ab---c-d", "a--b--c--d"), ("|", "|"),
    ])
    func throttleSendsTheFirstAndThenTheNewestOfEachInterval(source: String, expected: String) {
        let marbles = Timeline.play { $0.hot(source).throttle(Self.interval, scheduler: $0.scheduler) }
        #expect(marbles == expected)
    }

    @Test func whatWaitsIsDroppedAtDisposal() {
        #expect(
            Timeline.play(disposedAt: 2) { $0.hot("a").debounce(Self.interval, scheduler: $0.scheduler) } == "")
        #expect(
            Timeline.play(disposedAt: 2) { $0.hot("ab").throttle(Self.interval, scheduler: $0.scheduler) } == "a")
    }

    @Test func eachSubscriberHasATimerOfItsOwn() {
        let time = Timeline()
        let source = PublishSubject<Int>()
        let calm = source.asObservable().debounce(Self.interval, scheduler: time.scheduler)
        let first = Recording(calm)
        source.onNext(1)
        let second = Recording(calm)
        time.scheduler.advance(by: Self.interval)
        #expect(first.values == [1])
        #expect(second.values.isEmpty)
    }

    @Test func whatIsSentFromADebouncedElementIsDebouncedAnew() {
        let bag = DisposeBag()
        defer { bag.dispose() }
        let time = Timeline()
        let source = PublishSubject<Int>()
        var seen: [Int] = []
        source.asObservable().debounce(Self.interval, scheduler: time.scheduler).subscribe(onNext: {
            seen.append($0)
            if $0 < 3 { source.onNext($0 + 1) }
        }).disposed(by: bag)
        source.onNext(1)
        time.scheduler.advance(by: Self.interval * 2)
        #expect(seen == [1, 2])
        time.scheduler.advance(by: Self.interval)
        #expect(seen == [1, 2, 3])
    }
}
