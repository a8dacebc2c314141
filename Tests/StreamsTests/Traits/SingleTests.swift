import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SingleTests {
    @Test func aSingleIsOneElementAndTheEnd() {
        let history = Recording(Single.just(1).asObservable())
        #expect(history.values == [1])
        #expect(history.hasCompleted)
        #expect(Recording(Single<Int>.error(Oops()).asObservable()).error is Oops)
    }

    @Test func onlyTheFirstAnswerCounts() {
        var answer: ((Result<Int, any Error>) -> Void)?
        let single = Single<Int>.create {
            answer = $0
            return Disposables.create()
        }
        let history = Recording(single.asObservable().materialize())
        answer?(.success(1))
        answer?(.success(2))
        answer?(.failure(Oops()))
        #expect(history.values.compactMap(\.element) == [1])
        #expect(history.values.count == 2)
    }

    @Test func disposalEndsTheWork() {
        var ended = 0
        let single = Single<Int>.create { _ in Disposables.create { ended += 1 } }
        let subscription = single.subscribe()
        subscription.dispose()
        subscription.dispose()
        #expect(ended == 1)
    }

    @Test func aClosureWithoutALabelTakesTheAnswerAndTheFailure() {
        var log: [String] = []
        Single.just(1).subscribe { result in log.append("\(result)") }
        Single<Int>.error(Oops()).subscribe { result in log.append("\(result)") }
        for single in [Single.just(1), .error(Oops())] { single.subscribe { _ in log.append("over") } }
        #expect(log == ["success(1)", "failure(StreamsTests.Oops())", "over", "over"])
    }

    @Test func closuresWithLabelsTakeOneOfTheTwo() {
        var log: [String] = []
        for single in [Single.just(1), .error(Oops())] {
            single.subscribe(onSuccess: { log.append("\($0)") })
            single.subscribe(onFailure: { _ in log.append("#") })
            single.subscribe {
                log.append("\($0 + 1)")
            } onFailure: { _ in
                log.append("##")
            }
        }
        #expect(log == ["1", "2", "#", "##"])
    }

    @Test func mapAndFlatMapTransformTheAnswer() {
        var answers: [String] = []
        Single.just(1).map { $0 + 1 }.flatMap { .just("\($0)") }.subscribe(onSuccess: { answers.append($0) })
        Single.just(1).map { _ -> Int in throw Oops() }.subscribe(onFailure: { _ in answers.append("thrown") })
        Single.just(1).flatMap { _ in Single<Int>.error(Oops()) }.subscribe(onFailure: { _ in answers.append("second") }
        )
        Single<Int>.error(Oops()).flatMap { _ in Single.just(1) }.subscribe(
            onSuccess: { _ in answers.append("never") }, onFailure: { _ in answers.append("first") })
        #expect(answers == ["2", "thrown", "second", "first"])
    }

    @Test func performedWorkAnswersOnTheOwner() async {
        await Stage.run { stage in
            let history = Recording(Single.perform(on: stage.scheduler) { 1 + 1 }.asObservable())
            #expect(history.events.isEmpty)
            await stage.settled()
            #expect(history.values == [2])
            #expect(history.hasCompleted)
        }
    }

    @Test func aLookAtWhatIsThereIsAnsweredAtOnce() async {
        await Stage.run { stage in
            let look = Single.perform(on: stage.scheduler, deliversSynchronously: true) { 1 + 1 }
            let history = Recording(look.asObservable())
            #expect(history.values == [2])
            #expect(history.hasCompleted)
            #expect(stage.scheduler.isSettled)
        }
    }

    @Test func whatTheWorkThrowsIsTheError() async {
        await Stage.run { stage in
            let history = Recording(Single<Int>.perform(on: stage.scheduler) { throw Oops() }.asObservable())
            await stage.settled()
            #expect(history.error is Oops)
        }
    }

    @Test func nilAndNothingAreAnswersToo() async {
        await Stage.run { stage in
            let none = Recording(Single<Int?>.perform(on: stage.scheduler) { nil }.asObservable())
            let some = Recording(Single<Int?>.perform(on: stage.scheduler) { 1 }.asObservable())
            let void = Recording(Single<Void>.perform(on: stage.scheduler) {}.asObservable())
            await stage.settled()
            #expect(none.values == [nil])
            #expect(some.values == [1])
            #expect(void.values.count == 1)
        }
    }

    @Test func eachSubscriptionDoesTheWorkAnew() async {
        await Stage.run { stage in
            let gate = Gate()
            let single = Single.perform(on: stage.scheduler) { try await gate.pass() }
            single.subscribe()
            single.subscribe()
            #expect(stage.scheduler.inFlight == 2)
            gate.open()
            gate.open()
            await stage.settled()
        }
    }

    @Test func disposalCancelsTheTaskAndDropsTheAnswer() async {
        await Stage.run { stage in
            let gate = Gate()
            let history = Recording(Single.perform(on: stage.scheduler) { try await gate.pass() }.asObservable())
            await gate.arrivals()
            history.dispose()
            await gate.cancelled()
            #expect(stage.scheduler.isSettled)
            #expect(history.events.isEmpty)
        }
    }

    @Test func theLatestRequestWinsAndTheFormerIsCancelled() async {
        await Stage.run { stage in
            let gates = [Gate(), Gate()]
            let taps = PublishRelay<Int>()
            let scheduler = stage.scheduler
            let history = Recording(
                taps.asObservable().flatMapLatest { number in
                    Single.perform(on: scheduler) {
                        try await gates[number].pass()
                        return number
                    }.asObservable()
                })
            taps.accept(0)
            await gates[0].arrivals()
            taps.accept(1)
            await gates[0].cancelled()
            gates[1].open()
            await stage.settled()
            #expect(history.values == [1])
        }
    }
}
