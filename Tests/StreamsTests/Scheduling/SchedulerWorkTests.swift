import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SchedulerWorkTests {
    @Test func workInFlightIsCountedUntilItsAnswerIsIn() async {
        await Stage.run { stage in
            let gate = Gate()
            var answered = false
            _ = stage.scheduler.perform({ try await gate.pass() }, then: { _ in answered = true })
            #expect(stage.scheduler.inFlight == 1)
            #expect(!stage.scheduler.isSettled)
            gate.open()
            await stage.settled()
            #expect(answered)
            #expect(stage.scheduler.isSettled)
        }
    }

    @Test func whatAnAnswerLeadsToIsWaitedForToo() async {
        await Stage.run { stage in
            let scheduler = stage.scheduler
            var log: [Int] = []
            _ = scheduler.perform({ 1 }) { _ in
                log.append(1)
                _ = scheduler.perform({ 2 }) { _ in log.append(2) }
            }
            await stage.settled()
            #expect(log == [1, 2])
        }
    }

    @Test func aLookThatNeverSuspendsIsAnsweredBeforeItsCallReturns() async {
        await Stage.run { stage in
            var log: [String] = []
            let first = stage.scheduler.perform(deliversSynchronously: true, { 1 }) {
                log.append("\((try? $0.get()) ?? 0)")
            }
            log.append("after")
            _ = stage.scheduler.perform(deliversSynchronously: true, { () -> Int in throw CancellationError() }) {
                outcome in
                if case .failure = outcome { log.append("failed") }
            }
            first.dispose()
            #expect(log == ["1", "after", "failed"])
            #expect(stage.scheduler.inFlight == 0)
        }
    }

    @Test func aLookThatSuspendsIsAnsweredLaterHoweverFastItIs() async {
        for _ in 0..<200 {
            await Stage.run { stage in
                var log: [String] = []
                let look: @Sendable () async -> Void = {
                    await withCheckedContinuation { continuation in
                        Task.detached { continuation.resume() }
                    }
                }
                _ = stage.scheduler.perform(deliversSynchronously: false, look) { _ in log.append("answer") }
                #expect(log.isEmpty)
                #expect(!stage.scheduler.isSettled)
                await stage.settled()
                #expect(log == ["answer"])
            }
        }
    }

    @Test func disposalSettlesAtOnce() async {
        await Stage.run { stage in
            let gate = Gate()
            let work = stage.scheduler.perform({ try await gate.pass() }, then: { _ in Issue.record("an answer") })
            await gate.arrivals()
            work.dispose()
            #expect(stage.scheduler.isSettled)
            await gate.cancelled()
            await stage.settled()
        }
    }

    @Test func aSettledSchedulerCallsBackAtOnceAndOnce() async {
        await Stage.run { stage in
            var calls = 0
            stage.scheduler.whenSettled { calls += 1 }
            #expect(calls == 1)
            _ = stage.scheduler.perform({}, then: { _ in })
            await stage.settled()
            #expect(calls == 1)
        }
    }

    @Test func aRequestThatTakesAnothersPlaceKeepsTheGraphUnsettled() async {
        await Stage.run { stage in
            let scheduler = stage.scheduler
            let gates = [Gate(), Gate()]
            let requests = PublishRelay<Int>()
            let history = Recording(
                requests.asObservable().flatMapLatest { number in
                    Single.perform(on: scheduler) {
                        try await gates[number].pass()
                        return number
                    }.asObservable()
                })
            requests.accept(0)
            await gates[0].arrivals()
            var answersWhenSettled: [Int]?
            scheduler.whenSettled { answersWhenSettled = history.values }
            requests.accept(1)
            #expect(answersWhenSettled == nil)
            gates[1].open()
            await stage.settled()
            #expect(answersWhenSettled == [1])
        }
    }

    @Test func shutDownCancelsWorkAndCallsBackThoseWhoWait() async {
        await Stage.run { stage in
            let gate = Gate()
            var isSettled = false
            _ = stage.scheduler.perform({ try await gate.pass() }, then: { _ in Issue.record("an answer") })
            await gate.arrivals()
            stage.scheduler.whenSettled { isSettled = true }
            #expect(!isSettled)
            stage.scheduler.shutDown()
            #expect(isSettled)
            await gate.cancelled()
            #expect(stage.scheduler.inFlight == 0)
        }
    }

    @Test func nothingBeginsAfterShutDown() async {
        await Stage.run { stage in
            let scheduler = stage.scheduler
            scheduler.shutDown()
            _ = scheduler.perform({ Issue.record("work") }, then: { _ in Issue.record("an answer") })
            _ = scheduler.schedule(after: .zero) { Issue.record("a timer") }
            scheduler.advance(by: .seconds(1))
            #expect(scheduler.isSettled)
        }
    }

    @Test func anAnswerThatComesAfterShutDownIsDropped() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        _ = scheduler.perform({ await Task.yield() }, then: { _ in Issue.record("an answer") })
        scheduler.shutDown()
        scheduler.receive(.answer(ticket: 1, .success(())))
        scheduler.receive(.mail(inlet: 1))
        scheduler.receive(.time)
        #expect(scheduler.isSettled)
    }

    @Test func anAnswerOfNoKnownWorkIsDropped() {
        let scheduler = Scheduler(time: .virtual) { _ in }
        scheduler.receive(.answer(ticket: 99, .success(1)))
        #expect(scheduler.isSettled)
    }

    @Test func shutDownMayReleaseWhatEndsOtherWork() {
        final class Holder { let bag = DisposeBag() }
        let scheduler = Scheduler(time: .virtual) { _ in }
        do {
            let (holder, second) = (Holder(), Holder())
            scheduler.perform({ await Task.yield() }, then: { _ in }).disposed(by: holder.bag)
            _ = scheduler.perform({ await Task.yield() }, then: { _ in withExtendedLifetime(holder) {} })
            scheduler.schedule(after: .seconds(1)) {}.disposed(by: second.bag)
            _ = scheduler.schedule(after: .seconds(2)) { withExtendedLifetime(second) {} }
        }
        scheduler.shutDown()
        #expect(scheduler.inFlight == 0)
    }
}
