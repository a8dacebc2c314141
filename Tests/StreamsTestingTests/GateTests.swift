import StreamsTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct GateTests {
    private final class Count: Sendable {
        let passed = Atomic(0)
    }

    @Test func whoArrivesWaitsUntilItIsOpened() async throws {
        let gate = Gate()
        let count = Count()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    try await gate.pass()
                    count.passed.add(1, ordering: .relaxed)
                }
            }
            await gate.arrivals(3)
            #expect(count.passed.load(ordering: .relaxed) == 0)
            gate.open()
            try await group.waitForAll()
        }
        #expect(count.passed.load(ordering: .relaxed) == 3)
        // From now on nobody waits.
        try await gate.pass()
    }

    @Test func arrivalsAreCountedFromTheStart() async throws {
        let gate = Gate()
        gate.open()
        try await gate.pass()
        try await gate.pass()
        await gate.arrivals()
        await gate.arrivals(2)
    }

    @Test func oneWhoIsCancelledDoesNotPass() async {
        let gate = Gate()
        let task = Task { try await gate.pass() }
        await gate.arrivals()
        task.cancel()
        await gate.cancelled()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func oneWhoWasCancelledBeforeDoesNotPassAnOpenGateEither() async {
        let gate = Gate()
        gate.open()
        let start = Gate()
        let task = Task {
            try? await start.pass()
            try await gate.pass()
        }
        await start.arrivals()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
