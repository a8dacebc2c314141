import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct StageTests {
    private struct Oops: Error {}

    @Test func settlingWaitsForWorkMailAndWhatIsDueNow() async {
        await Stage.run { stage in
            let scheduler = stage.scheduler
            let (inlet, mail) = scheduler.makeInlet(Int.self)
            let timer = Observable<Int>.timer(.zero, scheduler: scheduler).map { $0 + 2 }
            let answer = Single.perform(on: scheduler) { 3 }.asObservable()
            let recording = stage.record(Observable.merge(mail, timer, answer))
            inlet.send(1)
            #expect(recording.values == [])
            await stage.settled()
            #expect(recording.values.sorted() == [1, 2, 3])
        }
    }

    @Test func timeStandsStillUntilItIsMoved() async {
        await Stage.run { stage in
            let scheduler = stage.scheduler
            let recording = stage.record(
                Observable<Int>.timer(.seconds(3600), scheduler: scheduler).flatMap { _ in
                    Single.perform(on: scheduler) { "answer" }
                })
            await stage.settled()
            #expect(recording.values == [])
            await stage.advance(by: .seconds(3600))
            #expect(recording.values == ["answer"])
        }
    }

    @Test func traitsAreRecordedToo() async {
        await Stage.run { stage in
            let relay = BehaviorRelay(value: 1)
            let driver = stage.record(relay.asDriver())
            let signal = stage.record(relay.asSignal(onErrorJustReturn: 0))
            relay.accept(2)
            #expect(driver.values == [1, 2])
            #expect(signal.values == [1, 2])
            #expect(stage.record(Single.just(3)).values == [3])
        }
    }

    @Test(arguments: [false, true])
    func whatStillRunsIsCancelledAtTheEnd(throwing: Bool) async {
        let gate = Gate()
        try? await Stage.run { stage in
            _ = stage.scheduler.perform({ try await gate.pass() }, then: { _ in Issue.record("an answer") })
            await gate.arrivals()
            if throwing { throw Oops() }
        }
        await gate.cancelled()
    }
}
