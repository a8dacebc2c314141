import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ValuesTests {
    @Test func aLoopTakesEveryElementAndEnds() async throws {
        try await Stage.run { _ in
            var seen: [Int] = []
            for try await number in Observable.of(1, 2, 3).values { seen.append(number) }
            #expect(seen == [1, 2, 3])
        }
    }

    @Test func anErrorIsThrownAfterTheElements() async {
        await Stage.run { _ in
            var seen: [Int] = []
            await #expect(throws: Oops.self) {
                for try await number in Observable.of(1, 2).concat(Observable.error(Oops())).values {
                    seen.append(number)
                }
            }
            #expect(seen == [1, 2])
        }
    }

    @Test func leavingTheLoopEndsTheSubscription() async throws {
        try await Stage.run { _ in
            let relay = BehaviorRelay(value: 1)
            for try await number in relay.values {
                #expect(number == 1)
                #expect(relay.hasObservers)
                break
            }
            #expect(!relay.hasObservers)
        }
    }

    @Test func cancellingTheTaskEndsTheSubscription() async throws {
        try await Stage.run { stage in
            let relay = BehaviorRelay(value: 1)
            let began = Gate()
            let task = Task {
                stage.assertIsolated()
                var seen: [Int] = []
                for try await number in relay.values {
                    seen.append(number)
                    began.open()
                }
                return seen
            }
            try await began.pass()
            #expect(relay.hasObservers)
            task.cancel()
            let seen = try await task.value
            #expect(seen == [1])
            #expect(!relay.hasObservers)
        }
    }

    @Test func whatComesWhileTheLoopIsBusyIsKept() async throws {
        try await Stage.run { _ in
            let relay = BehaviorRelay(value: 0)
            var seen: [Int] = []
            for try await number in relay.values {
                seen.append(number)
                if number == 0 { for next in 1...3 { relay.accept(next) } }
                if number == 3 { break }
            }
            #expect(seen == [0, 1, 2, 3])
        }
    }

    @Test(arguments: [(0, [5]), (1, [5]), (2, [4, 5]), (9, [1, 2, 3, 4, 5])])
    func onlyTheNewestAreKept(count: Int, expected: [Int]) async throws {
        try await Stage.run { stage in
            let relay = PublishRelay<Int>()
            var iterator = relay.values(bufferingNewest: count).makeAsyncIterator()
            for number in 1...5 { relay.accept(number) }
            var seen: [Int] = []
            while seen.last != 5, let number = try await iterator.next(isolation: stage) { seen.append(number) }
            #expect(seen == expected)
        }
    }

    @Test func theEndCountsAsOneOfTheNewest() async throws {
        try await Stage.run { _ in
            var seen: [Int] = []
            for try await number in Observable.of(1, 2, 3).values(bufferingNewest: 2) { seen.append(number) }
            #expect(seen == [3])
            await #expect(throws: Oops.self) {
                for try await _ in Observable.just(1).concat(Observable.error(Oops())).values(bufferingNewest: 1) {
                    Issue.record("the element is not among the newest")
                }
            }
        }
    }

    @Test func afterTheEndNothingComes() async throws {
        try await Stage.run { stage in
            var iterator = Observable.just(1).values.makeAsyncIterator()
            var seen: [Int?] = []
            for _ in 0..<3 { seen.append(try await iterator.next(isolation: stage)) }
            #expect(seen == [1, nil, nil])
        }
    }

    @Test func eachLoopHasItsOwnSubscription() async throws {
        try await Stage.run { stage in
            let relay = PublishRelay<Int>()
            let values = relay.values
            #expect(!relay.hasObservers)
            var first = values.makeAsyncIterator()
            relay.accept(1)
            var second = values.makeAsyncIterator()
            relay.accept(2)
            let seen = [try await first.next(isolation: stage), try await second.next(isolation: stage)]
            #expect(seen == [1, 2])
        }
    }

    @Test func theValuesOfADriverOrASignalCannotFail() async {
        await Stage.run { _ in
            var seen: [Int] = []
            for await number in Driver.just(1).values { seen.append(number) }
            let failing = Observable.of(2, 3).concat(Observable.error(Oops())).asSignal(onErrorJustReturn: 4)
            for await number in failing.values { seen.append(number) }
            #expect(seen == [1, 2, 3, 4])
        }
    }
}
