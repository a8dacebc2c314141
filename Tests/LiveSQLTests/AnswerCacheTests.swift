import Foundation
import Synchronization
import Testing

@testable import LiveSQL

/// A read that waits until the test lets it go on.
private final class Gate: Sendable {
    private let callers = Mutex<[CheckedContinuation<Void, Never>]>([])
    private let begun = Atomic(0)

    var count: Int { begun.load(ordering: .relaxed) }

    func wait() async {
        await withCheckedContinuation { caller in
            callers.withLock { $0.append(caller) }
            begun.add(1, ordering: .relaxed)
        }
    }

    func open() { for caller in callers.withLock({ exchange(&$0, with: []) }) { caller.resume() } }

    private func exchange<Value>(_ value: inout Value, with new: Value) -> Value {
        defer { value = new }
        return value
    }
}

private struct Broken: Error {}

/// Answers that wait for a database.
@Suite(.timeLimit(.minutes(15))) struct AnswerCacheTests {
    private let cache = AnswerCache<String>(lifetime: 60, limit: 16, clock: { Date(timeIntervalSince1970: 0) })

    private func until(_ isSo: () -> Bool) async { while !isSo() { await Task.yield() } }

    @Test func oneReadsForAllThatAskAtOnce() async throws {
        let gate = Gate()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10 {
                group.addTask { [cache] in
                    try await cache.answer(to: "a", of: 1) {
                        await gate.wait()
                        return 7
                    }
                }
            }
            await until { cache.waitingCount == 9 && gate.count == 1 }
            #expect(gate.count == 1)
            gate.open()
            for try await answer in group { #expect(answer == 7) }
        }
        #expect(cache.waitingCount == 0)
        #expect(try await cache.answer(to: "a", of: 1) { 8 } == 7)
    }

    @Test func aChangeIsReadAnewByThoseWhoAskAfterIt() async throws {
        let gate = Gate()
        async let before = cache.answer(to: "a", of: 1) {
            await gate.wait()
            return "before"
        }
        await until { gate.count == 1 }
        cache.forget(1)
        #expect(try await cache.answer(to: "a", of: 1) { "after" } == "after")
        gate.open()
        #expect(try await before == "before")
        #expect(try await cache.answer(to: "a", of: 1) { "later" } == "after")
    }

    @Test func aFailureIsThatOfAllAndIsNotKept() async throws {
        let gate = Gate()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<5 {
                group.addTask { [cache] in
                    do {
                        _ = try await cache.answer(to: "a", of: 1) { () async throws -> Int in
                            await gate.wait()
                            throw Broken()
                        }
                        return false
                    } catch { return error is Broken }
                }
            }
            await until { cache.waitingCount == 4 && gate.count == 1 }
            gate.open()
            for await hasFailed in group { #expect(hasFailed) }
        }
        #expect(gate.count == 1)
        #expect(try await cache.answer(to: "a", of: 1) { 3 } == 3)
    }

    @Test func whoWaitsReadsWhenTheOneThatReadsIsCancelled() async throws {
        let gate = Gate()
        let first = Task { [cache] in
            try await cache.answer(to: "a", of: 1) {
                await gate.wait()
                try Task.checkCancellation()
                return 1
            }
        }
        await until { gate.count == 1 }
        async let second = cache.answer(to: "a", of: 1) { 2 }
        await until { cache.waitingCount == 1 }
        first.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second == 2)
    }

    @Test func anAnswerThatIsNotKeptIsGivenToNobodyElse() async throws {
        let gate = Gate()
        async let first = cache.answer(
            to: "a", of: 1, keeping: { _ in false },
            read: {
                await gate.wait()
                return 1
            })
        await until { gate.count == 1 }
        async let second = cache.answer(to: "a", of: 1, keeping: { _ in false }, read: { 2 })
        await until { cache.waitingCount == 1 }
        gate.open()
        #expect(try await (first, second) == (1, 2))
    }

    @Test func whereNothingIsAwaitedAnAnswerIsCachedAsWell() async throws {
        #expect(cache.answerNow(to: "a", of: 1) { 1 } == 1)
        #expect(cache.answerNow(to: "a", of: 1) { 2 } == 1)
        #expect(try await cache.answer(to: "a", of: 1) { 3 } == 1)
        cache.forget(1)
        #expect(cache.answerNow(to: "a", of: 1) { 4 } == 4)
    }

    @Test func anAnswerThatIsNotKeptIsReadAgain() async throws {
        #expect(try await cache.answer(to: "a", of: 1, keeping: { $0 > 1 }, read: { 1 }) == 1)
        #expect(try await cache.answer(to: "a", of: 1, keeping: { $0 > 1 }, read: { 2 }) == 2)
        #expect(try await cache.answer(to: "a", of: 1, keeping: { $0 > 1 }, read: { 3 }) == 2)
    }
}
