import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SingleValueTests {
    @Test func theAnswerCanBeAwaited() async throws {
        try await Stage.run { stage in
            let known = try await Single.just(1).value()
            let performed = try await Single.perform(on: stage.scheduler) { 2 }.map { $0 + 1 }.value()
            let missing = try await Single<Int?>.just(nil).value()
            #expect(known == 1)
            #expect(performed == 3)
            #expect(missing == nil)
        }
    }

    @Test func theErrorIsThrown() async {
        await Stage.run { stage in
            await #expect(throws: Oops.self) { try await Single<Int>.error(Oops()).value() }
            await #expect(throws: Oops.self) {
                try await Single<Int>.perform(on: stage.scheduler) { throw Oops() }.value()
            }
        }
    }

    @Test func theRequestIsOverWhenTheAnswerIsIn() async throws {
        try await Stage.run { _ in
            var isDisposed = false
            let answer = try await Single.just(1).do(onDispose: { isDisposed = true }).value()
            #expect(answer == 1)
            #expect(isDisposed)
        }
    }

    @Test func cancellingTheTaskCancelsTheWork() async {
        await Stage.run { stage in
            let gate = Gate()
            let task = Task {
                try await Single.perform(on: stage.scheduler) { try await gate.pass() }.value()
            }
            await gate.arrivals()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            await gate.cancelled()
            #expect(stage.scheduler.isSettled)
        }
    }

    @Test func aRequestThatIsNeverAnsweredEndsWithItsTask() async {
        await Stage.run { stage in
            let began = Gate()
            var isDisposed = false
            let single = Single<Int>.never().do(onSubscribe: { began.open() }, onDispose: { isDisposed = true })
            let task = Task {
                stage.assertIsolated()
                return try await single.value()
            }
            try? await began.pass()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(isDisposed)
        }
    }
}
