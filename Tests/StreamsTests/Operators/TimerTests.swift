import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct TimerTests {
    private static func frames(_ count: Int) -> Duration { Timeline.frame * count }

    @Test(arguments: [(0, "(0|)"), (2, "--(0|)")])
    func aTimerWithoutAPeriodTicksOnceAndCompletes(due: Int, expected: String) {
        #expect(Timeline.play { Observable<Int>.timer(Self.frames(due), scheduler: $0.scheduler) } == expected)
    }

    @Test func aTimerWithAPeriodGoesOn() {
        let marbles = Timeline.play(disposedAt: 12) {
            Observable<Int>.timer(Self.frames(1), period: Self.frames(4), scheduler: $0.scheduler)
        }
        #expect(marbles == "-0---1---2")
    }

    @Test func anIntervalTicksEachPeriodUntilDisposal() {
        let marbles = Timeline.play(disposedAt: 10) {
            Observable<Int>.interval(Self.frames(3), scheduler: $0.scheduler)
        }
        #expect(marbles == "---0--1--2")
        #expect(
            Timeline.play { Observable<Int>.interval(Self.frames(3), scheduler: $0.scheduler).take(2) } == "---0--(1|)")
    }

    @Test func periodsAreCountedFromTheFirstHoweverLongATickTakes() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        var times: [Duration] = []
        let subscription = Observable<Int>.interval(Self.frames(3), scheduler: scheduler).subscribe(onNext: { _ in
            times.append(scheduler.now)
            // The work of this tick takes two frames.
            scheduler.advance(by: Self.frames(2))
        })
        scheduler.advance(by: Self.frames(12))
        #expect(times == [3, 6, 9, 12].map(Self.frames))
        subscription.dispose()
    }

    @Test func aTimerThatIsDueAtOnceIsWaitedForAndOneThatIsNotIsNot() async {
        await Stage.run { stage in
            let scheduler = stage.scheduler
            let atOnce = stage.record(Observable<Int>.timer(.zero, scheduler: scheduler))
            let repeating = stage.record(
                Observable<Int>.timer(.zero, period: Self.frames(1), scheduler: scheduler))
            let later = stage.record(Observable<Int>.timer(Self.frames(1), scheduler: scheduler))
            await stage.settled()
            #expect(atOnce.values == [0])
            #expect(atOnce.hasCompleted)
            #expect(repeating.values == [0])
            #expect(later.values == [])
        }
    }

    /// After a pause one element stands for those that were missed, and the next comes when it would have come anyway.
    @Test(arguments: [
        (7, "0@3 1@7 2@9 3@12 4@15"), (9, "0@3 1@9 2@12 3@15"), (14, "0@3 1@14 2@15"), (20, "0@3 1@20 2@21"),
    ])
    func anIntervalDoesNotMakeUpForAPause(awakeAt frame: Int, expected: String) {
        let scheduler = Scheduler(time: .virtual) { _ in }
        var log: [String] = []
        let subscription = Observable<Int>.interval(Self.frames(3), scheduler: scheduler).subscribe(onNext: {
            log.append("\($0)@\(Int(scheduler.now / Timeline.frame))")
        })
        scheduler.advance(by: Self.frames(4))
        scheduler.jump(by: Self.frames(frame - 4))
        scheduler.advance(by: Self.frames(max(15, frame + 1) - frame))
        #expect(log.joined(separator: " ") == expected)
        subscription.dispose()
    }

    @Test func eachSubscriberHasItsOwnTimer() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let interval = Observable<Int>.interval(Self.frames(2), scheduler: scheduler)
        let first = Recording(interval)
        scheduler.advance(by: Self.frames(3))
        let second = Recording(interval)
        scheduler.advance(by: Self.frames(2))
        #expect(first.values == [0, 1])
        #expect(second.values == [0])
        first.dispose()
        scheduler.advance(by: Self.frames(2))
        #expect(first.values == [0, 1])
        #expect(second.values == [0, 1])
    }

    @Test func oneWhoLeavesWithTheTickOfATimerIsNotCompleted() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let subscription = SerialDisposable()
        var seen: [String] = []
        subscription.disposable = Observable<Int>.timer(.zero, scheduler: scheduler).subscribe(
            onNext: {
                seen.append("\($0)")
                subscription.dispose()
            }, onCompleted: { seen.append("|") })
        scheduler.advance(by: .zero)
        #expect(seen == ["0"])
    }

    @Test func aTimerThatIsDisposedInItsTickStops() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let history = Recording(
            Observable<UInt8>.interval(Self.frames(1), scheduler: scheduler).take(while: { $0 < 2 }))
        scheduler.advance(by: Self.frames(9))
        #expect(history.values == [0, 1])
        #expect(history.hasCompleted)
    }

    @Test func aSmallCountStartsOverInsteadOfTrapping() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        let history = Recording(Observable<Int8>.interval(.milliseconds(1), scheduler: scheduler))
        scheduler.advance(by: .milliseconds(129))
        #expect(history.values.suffix(2) == [127, -128])
        history.dispose()
    }

    @Test func aPeriodOfNothingIsAMillisecond() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        var count = 0
        let subscription = Observable<Int>.interval(.zero, scheduler: scheduler).subscribe(onNext: { _ in count += 1 })
        scheduler.advance(by: .milliseconds(10))
        #expect(count == 11)
        subscription.dispose()
    }
}
