import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SchedulerTimeTests {
    let scheduler = Scheduler(time: .virtual) { _ in }

    @Test func timersRunInTheOrderOfTheirTimeAndThenOfTheirAsking() {
        var log: [String] = []
        for (name, seconds) in [("c", 2), ("a", 1), ("d", 2), ("b", 1), ("e", 3)] {
            _ = scheduler.schedule(after: .seconds(seconds)) {
                log.append("\(name)@\(scheduler.now.components.seconds)")
            }
        }
        scheduler.advance(by: .seconds(5))
        #expect(log == ["a@1", "b@1", "c@2", "d@2", "e@3"])
        #expect(scheduler.now == .seconds(5))
    }

    @Test func nothingRunsBeforeItsTime() {
        var runs = 0
        _ = scheduler.schedule(after: .seconds(1)) { runs += 1 }
        scheduler.advance(by: .milliseconds(999))
        #expect(runs == 0)
        scheduler.advance(by: .milliseconds(1))
        #expect(runs == 1)
        scheduler.advance(by: .seconds(9))
        #expect(runs == 1)
    }

    @Test func aTimerSetByATimerCountsFromItsOwnTime() {
        var times: [Duration] = []
        func again() {
            times.append(scheduler.now)
            if times.count < 4 { _ = scheduler.schedule(after: .seconds(1), again) }
        }
        _ = scheduler.schedule(after: .seconds(1), again)
        scheduler.advance(by: .seconds(3))
        #expect(times == [.seconds(1), .seconds(2), .seconds(3)])
    }

    @Test func aDisposedTimerDoesNotRun() {
        var runs: [Int] = []
        let second = SerialDisposable()
        _ = scheduler.schedule(after: .seconds(1)) {
            runs.append(1)
            second.dispose()
        }
        second.disposable = scheduler.schedule(after: .seconds(1)) { runs.append(2) }
        scheduler.schedule(after: .zero) { runs.append(0) }.dispose()
        scheduler.advance(by: .seconds(2))
        #expect(runs == [1])
    }

    @Test func whatIsDueNowIsWaitedFor() async {
        await Stage.run { stage in
            var runs = 0
            _ = stage.scheduler.schedule(after: .zero) { runs += 1 }
            #expect(!stage.scheduler.isSettled)
            await stage.settled()
            #expect(runs == 1)
            #expect(stage.scheduler.isSettled)
        }
    }

    @Test func whatATimerThatIsDueNowLeadsToIsWaitedForToo() async {
        await Stage.run { stage in
            let scheduler = stage.scheduler
            var log: [String] = []
            _ = scheduler.schedule(after: .zero) {
                log.append("first")
                _ = scheduler.perform({}) { _ in
                    log.append("answer")
                    _ = scheduler.schedule(after: .zero) { log.append("last") }
                }
            }
            await stage.settled()
            #expect(log == ["first", "answer", "last"])
        }
    }

    @Test func whoWaitsForATimerThatIsDisposedOfIsCalledBack() async {
        await Stage.run { stage in
            let scheduler = stage.scheduler
            let timer = scheduler.schedule(after: .zero) { Issue.record("a timer") }
            await withCheckedContinuation { continuation in
                scheduler.whenSettled { continuation.resume() }
                timer.dispose()
                #expect(scheduler.isSettled)
            }
        }
    }

    @Test func whatFellDueDuringAJumpRunsLateAndInOrder() {
        var log: [String] = []
        for (name, seconds) in [("b", 2), ("a", 1), ("c", 9)] {
            _ = scheduler.schedule(after: .seconds(seconds)) {
                log.append("\(name)@\(scheduler.now.components.seconds)")
            }
        }
        scheduler.jump(by: .seconds(5))
        #expect(log == [])
        #expect(!scheduler.isSettled)
        scheduler.advance(by: .zero)
        #expect(log == ["a@5", "b@5"])
        #expect(scheduler.isSettled)
        scheduler.advance(by: .seconds(5))
        #expect(log == ["a@5", "b@5", "c@9"])
    }

    @Test func whatFellDueDuringAJumpIsWaitedFor() async {
        await Stage.run { stage in
            var runs = 0
            _ = stage.scheduler.schedule(after: .seconds(1)) { runs += 1 }
            await stage.settled()
            stage.scheduler.jump(by: .seconds(2))
            await stage.settled()
            #expect(runs == 1)
        }
    }

    @Test func longerTimersDontCountAsWorkAndAreForgottenAtShutDown() {
        _ = scheduler.schedule(after: .seconds(1)) { Issue.record("a timer") }
        #expect(scheduler.isSettled)
        scheduler.shutDown()
        scheduler.advance(by: .seconds(2))
    }

    @Test func aTimerMayShutTheSchedulerDown() {
        var runs = 0
        _ = scheduler.schedule(after: .seconds(1)) {
            runs += 1
            scheduler.shutDown()
        }
        _ = scheduler.schedule(after: .seconds(1)) { runs += 1 }
        scheduler.advance(by: .seconds(2))
        #expect(runs == 1)
    }

    @Test func aNegativeDelayIsNone() {
        var runs = 0
        _ = scheduler.schedule(after: .seconds(-5)) { runs += 1 }
        scheduler.advance(by: .zero)
        #expect(runs == 1)
    }

    @Test func endingATimerMayReleaseWhatEndsAnother() {
        final class Holder { let bag = DisposeBag() }
        let timer = SerialDisposable()
        do {
            let holder = Holder()
            scheduler.schedule(after: .seconds(1)) { Issue.record("a timer") }.disposed(by: holder.bag)
            timer.disposable = scheduler.schedule(after: .seconds(2)) { withExtendedLifetime(holder) {} }
        }
        timer.dispose()
        scheduler.advance(by: .seconds(3))
    }

    @Test func realTimeWakesTheOwner() async {
        // The one test on the machine's clock: it waits for the wake-up itself, not for a while.
        let (wakeUps, wakeUp) = AsyncStream.makeStream(of: Void.self)
        let scheduler = Scheduler { delivery in
            if case .time = delivery { wakeUp.yield() }
        }
        var log: [Int] = []
        _ = scheduler.schedule(after: .seconds(3600)) { log.append(3600) }
        _ = scheduler.schedule(after: .zero) { log.append(0) }
        #expect(!scheduler.isSettled)
        for await _ in wakeUps { break }
        scheduler.receive(.time)
        #expect(log == [0])
        #expect(scheduler.isSettled)
        scheduler.shutDown()
    }
}
