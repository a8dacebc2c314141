import NIOCore
import NIOPosix
import StreamsTesting
import Synchronization
import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(15))) struct WorkQueueTests {
    private static func queue(_ set: (inout WorkQueue.Limits) -> Void = { _ in }) -> WorkQueue {
        var limits = WorkQueue.Limits()
        // Each checkpoint ends a slice.
        limits.slice = .zero
        set(&limits)
        return WorkQueue(limits)
    }

    private static var isOnLoop: Bool { MultiThreadedEventLoopGroup.currentEventLoop != nil }

    @Test func aJobOfALoopRunsElsewhereAndItsCallerGoesOnThere() async throws {
        let queue = Self.queue()
        let places = try await Task(executorPreference: LoopExecutor(MultiThreadedEventLoopGroup.singleton)) {
            let before = Self.isOnLoop
            var within: [Bool] = []
            try await queue.run(for: "a", within: .seconds(60)) { job in
                within.append(Self.isOnLoop)
                for _ in 0..<3 {
                    try await job.checkpoint()
                    within.append(Self.isOnLoop)
                }
            }
            await Task.yield()
            return (before, within, Self.isOnLoop)
        }.value
        #expect(places.0 && places.2)
        #expect(places.1 == [false, false, false, false])
    }

    /// The first goes on until the second is done: alone on the one thread it would never end.
    @Test func anotherOwnersJobGoesOnBesideALongOne() async throws {
        let queue = Self.queue()
        let (begun, isDone) = (Gate(), Flag())
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await queue.run(for: "a", within: .seconds(600)) { job in
                    begun.open()
                    while !isDone.isSet { try await job.checkpoint() }
                }
            }
            group.addTask {
                try await begun.pass()
                try await queue.run(for: "b", within: .seconds(600)) { job in
                    for _ in 0..<10 { try await job.checkpoint() }
                }
                isDone.set()
            }
            try await group.waitForAll()
        }
        #expect(queue.jobCount == 0)
    }

    @Test func whoComesWhenItIsFullIsRefusedAtOnceAndTakenLater() async throws {
        let queue = Self.queue { ($0.jobsPerOwner, $0.jobs) = (1, 2) }
        let gate = Gate()
        try await withThrowingTaskGroup { group in
            for owner in ["a", "b"] {
                group.addTask { try await queue.run(for: owner, within: .seconds(600)) { _ in try await gate.pass() } }
            }
            await gate.arrivals(2)
            #expect(queue.jobCount == 2)
            for owner in ["a", "b", "c"] {
                await #expect(throws: WorkQueue.Refusal.busy) {
                    try await queue.run(for: owner, within: .seconds(600)) { _ in }
                }
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(try await queue.run(for: "c", within: .seconds(600)) { _ in 7 } == 7)
        #expect(queue.jobCount == 0)
    }

    @Test func aCancelledJobEndsAtItsNextCheckpointAndGivesItsPlaceBack() async throws {
        let queue = Self.queue()
        let begun = Gate()
        let task = Task {
            try await queue.run(for: "a", within: .seconds(600)) { job in
                begun.open()
                while true { try await job.checkpoint() }
            }
        }
        try await begun.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(queue.jobCount == 0)
    }

    @Test func aJobGivesUpWhenItsTimeIsOver() async throws {
        let clock = ManualClock()
        let queue = WorkQueue(WorkQueue.Limits(), now: clock.now)
        await #expect(throws: WorkQueue.Refusal.tookTooLong) {
            try await queue.run(for: "a", within: .seconds(5)) { job in
                clock.advance(by: .seconds(3))
                try await job.checkpoint()
                clock.advance(by: .seconds(2))
                try await job.checkpoint()
                clock.advance(by: .seconds(1))
                try await job.checkpoint()
                Issue.record("Six seconds are more than five.")
            }
        }
        #expect(queue.jobCount == 0)
    }

    @Test func whatAJobWaitsForElsewhereDoesNotCount() async throws {
        let clock = ManualClock()
        let queue = WorkQueue(WorkQueue.Limits(), now: clock.now)
        let gate = Gate()
        async let answer = queue.run(for: "a", within: .seconds(5)) { job in
            clock.advance(by: .seconds(4))
            try await gate.pass()
            try await job.checkpoint()
            return 7
        }
        await gate.arrivals()
        // The slice before the gate is over when another owner's has had its turn.
        try await queue.run(for: "b", within: .seconds(600)) { _ in }
        clock.advance(by: .seconds(600))
        gate.open()
        #expect(try await answer == 7)
    }

    @Test func aSliceEndsOnlyWhenItHasLastedLongEnough() async throws {
        let queue = Self.queue { $0.slice = .seconds(600) }
        let begun = Flag()
        try await queue.run(for: "a", within: .seconds(600)) { job in
            async let other: Void = queue.run(for: "b", within: .seconds(600)) { _ in
                begun.set()
            }
            for _ in 0..<1000 { try await job.checkpoint() }
            #expect(!begun.isSet)
            try await other
        }
        #expect(begun.isSet)
    }

    @Test func whatAJobThrowsIsThrownAndItsPlaceGivenBack() async throws {
        struct Fault: Error {}
        let queue = Self.queue()
        await #expect(throws: Fault.self) { try await queue.run(for: "a", within: .seconds(1)) { _ in throw Fault() } }
        #expect(queue.jobCount == 0)
    }
}

private final class Flag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
}

/// A clock that a test turns.
private final class ManualClock: Sendable {
    private let time = Mutex(ContinuousClock.now)

    @Sendable func now() -> ContinuousClock.Instant { time.withLock { $0 } }

    func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
}
