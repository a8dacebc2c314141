import LiveTesting
import Streams
import Testing

@Suite(.leavesNothing) struct SingleTests {
    @Test func aSingleIsOneElementAndTheEnd() {
        let history = History(Single.just(1).asObservable())
        #expect(history.elements == [1])
        #expect(history.hasCompleted)
        #expect(History(Single<Int>.error(Oops()).asObservable()).error is Oops)
    }

    @Test func onlyTheFirstAnswerCounts() {
        var answer: ((Result<Int, any Error>) -> Void)?
        let single = Single<Int>.create {
            answer = $0
            return Disposables.create()
        }
        let history = History(single.asObservable().materialize())
        answer?(.success(1))
        answer?(.success(2))
        answer?(.failure(Oops()))
        #expect(history.elements.compactMap(\.element) == [1])
        #expect(history.elements.count == 2)
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
        await Owner.run { owner in
            let history = History(Single.perform(on: owner.scheduler) { 1 + 1 }.asObservable())
            #expect(history.events.isEmpty)
            await owner.settled()
            #expect(history.elements == [2])
            #expect(history.hasCompleted)
        }
    }

    @Test func aLookAtWhatIsThereIsAnsweredAtOnce() async {
        await Owner.run { owner in
            let look = Single.perform(on: owner.scheduler, answersAtOnce: true) { 1 + 1 }
            let history = History(look.asObservable())
            #expect(history.elements == [2])
            #expect(history.hasCompleted)
            #expect(owner.scheduler.isSettled)
        }
    }

    @Test func whatTheWorkThrowsIsTheError() async {
        await Owner.run { owner in
            let history = History(Single<Int>.perform(on: owner.scheduler) { throw Oops() }.asObservable())
            await owner.settled()
            #expect(history.error is Oops)
        }
    }

    @Test func nilAndNothingAreAnswersToo() async {
        await Owner.run { owner in
            let none = History(Single<Int?>.perform(on: owner.scheduler) { nil }.asObservable())
            let some = History(Single<Int?>.perform(on: owner.scheduler) { 1 }.asObservable())
            let void = History(Single<Void>.perform(on: owner.scheduler) {}.asObservable())
            await owner.settled()
            #expect(none.elements == [nil])
            #expect(some.elements == [1])
            #expect(void.elements.count == 1)
        }
    }

    @Test func eachSubscriptionDoesTheWorkAnew() async {
        await Owner.run { owner in
            let gate = Gate()
            let single = Single.perform(on: owner.scheduler) { try await gate.pass() }
            single.subscribe()
            single.subscribe()
            #expect(owner.scheduler.inFlight == 2)
            gate.open()
            gate.open()
            await owner.settled()
        }
    }

    @Test func disposalCancelsTheTaskAndDropsTheAnswer() async {
        await Owner.run { owner in
            let gate = Gate()
            let history = History(Single.perform(on: owner.scheduler) { try await gate.pass() }.asObservable())
            await gate.arrivals()
            history.subscription.dispose()
            await gate.cancelled()
            #expect(owner.scheduler.isSettled)
            #expect(history.events.isEmpty)
        }
    }

    @Test func theLatestRequestWinsAndTheFormerIsCancelled() async {
        await Owner.run { owner in
            let gates = [Gate(), Gate()]
            let taps = PublishRelay<Int>()
            let scheduler = owner.scheduler
            let history = History(
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
            await owner.settled()
            #expect(history.elements == [1])
        }
    }
}
