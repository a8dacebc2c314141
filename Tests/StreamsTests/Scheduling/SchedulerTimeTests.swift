import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing) struct SchedulerTimeTests {
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

    @Test func timersDontCountAsWorkAndAreForgottenAtShutDown() {
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
        for await _ in wakeUps { break }
        scheduler.receive(.time)
        #expect(log == [0])
        scheduler.shutDown()
    }
}
