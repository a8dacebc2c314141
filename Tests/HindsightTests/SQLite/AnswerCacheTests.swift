import LiveSQLite
import Synchronization
import Testing

@testable import Hindsight

/// The cache by itself.
@Suite(.timeLimit(.minutes(15))) final class AnswerCacheTests {
    private let clock = TestClock()
    private let reads = Mutex(0)

    private func makeCache(limit: Int = 100) -> AnswerCache<Int> {
        AnswerCache(lifetime: 1, limit: limit, clock: clock.wallClock)
    }

    /// Asks, and tells the number of the read that the answer is from.
    private func ask(_ cache: AnswerCache<Int>, _ question: Int, whileReading: () async throws -> Void = {})
        async throws -> Int
    {
        try await cache.answer(to: question, of: 1) {
            let number = reads.withLock { reads in
                reads += 1
                return reads
            }
            try await whileReading()
            return number
        }
    }

    /// The same for each of the questions.
    private func ask(_ cache: AnswerCache<Int>, _ questions: [Int]) async throws -> [Int] {
        var answers: [Int] = []
        for question in questions { answers.append(try await ask(cache, question)) }
        return answers
    }

    @Test func anAnswerIsReadOnceUntilItsOwnerChanges() async throws {
        let cache = makeCache()
        #expect(try await ask(cache, [1, 1, 2, 1]) == [1, 1, 2, 1])
        cache.forget(1)
        #expect(try await ask(cache, [1, 1, 2]) == [3, 3, 4])
        cache.forgetAll()
        #expect(try await ask(cache, 1) == 5)
    }

    @Test func anAnswerThatWasReadDuringAChangeIsNotKept() async throws {
        let cache = makeCache()
        #expect(try await ask(cache, 1, whileReading: { cache.forget(1) }) == 1)
        #expect(try await ask(cache, 1, whileReading: { cache.forgetAll() }) == 2)
        #expect(try await ask(cache, 1) == 3)
        // Nor does it take the place of one that was read after the change.
        cache.forget(1)
        let stale = try await ask(
            cache, 1,
            whileReading: {
                cache.forget(1)
                _ = try await ask(cache, 1)
            })
        #expect(stale == 4)
        #expect(try await ask(cache, 1) == 5)
    }

    @Test func anAnswerLivesForASecondAndNotWhenTheClockIsPutBack() async throws {
        let cache = makeCache()
        #expect(try await ask(cache, 1) == 1)
        clock.advance(by: 0.999)
        #expect(try await ask(cache, 1) == 1)
        clock.advance(by: 0.001)
        #expect(try await ask(cache, 1) == 2)
        clock.advance(by: -10)
        #expect(try await ask(cache, 1) == 3)
    }

    @Test func theAnswersThatWereKeptLastAreKeptWhenThereAreTooMany() async throws {
        let cache = makeCache(limit: 10)
        for question in 0..<1000 { _ = try await ask(cache, question) }
        for question in 990..<1000 { #expect(try await ask(cache, question) == question + 1) }
        #expect(try await ask(cache, 900) == 1001)
    }

    @Test func whatNobodyAsksForIsLetGo() async throws {
        final class Large: Sendable {}
        let cache = makeCache()
        weak var kept: Large?
        do {
            let answer = try await cache.answer(to: 1, of: 1) { Large() }
            kept = answer
        }
        #expect(kept != nil)
        for question in 2...3 {
            clock.advance(by: 1)
            _ = try await ask(cache, question)
        }
        #expect(kept == nil)
    }

    @Test func whatIsNotWorthKeepingIsReadAgain() async throws {
        let cache = makeCache()
        for number in 1...2 {
            let answer: Int? = try await cache.answer(
                to: 1, of: 1, keeping: { $0 != nil },
                read: {
                    reads.withLock { $0 += 1 }
                    return nil
                })
            #expect(answer == nil)
            #expect(reads.withLock { $0 } == number)
        }
    }
}
