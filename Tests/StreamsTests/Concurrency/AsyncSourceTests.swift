import Streams
import StreamsTesting
import Synchronization
import Testing

/// `Observable.from` of an asynchronous sequence.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct AsyncSourceTests {
    /// Counts from 1 and notes how often it was asked; after `count` elements it waits at its gate.
    final class Counting: AsyncSequence, Sendable {
        let asked = Mutex(0)
        let gate = Gate()
        let count: Int

        init(_ count: Int) { self.count = count }

        func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

        struct Iterator: AsyncIteratorProtocol {
            let sequence: Counting
            var last = 0

            mutating func next() async throws -> Int? {
                sequence.asked.withLock { $0 += 1 }
                if last == sequence.count {
                    try await sequence.gate.pass()
                    return nil
                }
                last += 1
                return last
            }
        }
    }

    private static func failing() -> AsyncThrowingStream<Int, any Error> {
        AsyncThrowingStream { continuation in
            continuation.yield(1)
            continuation.finish(throwing: Oops())
        }
    }

    @Test func elementsAndTheEndAreDeliveredOnTheOwner() async throws {
        try await Stage.run { stage in
            let counting = Counting(3)
            counting.gate.open()
            var seen: [Int] = []
            let source = Observable.from(counting, on: stage.scheduler).do(onNext: { _ in stage.assertIsolated() })
            for try await number in source.values { seen.append(number) }
            #expect(seen == [1, 2, 3])
        }
    }

    @Test func whatTheSequenceThrowsIsTheError() async {
        await Stage.run { stage in
            var seen: [Int] = []
            await #expect(throws: Oops.self) {
                for try await number in Observable.from(Self.failing(), on: stage.scheduler).values {
                    seen.append(number)
                }
            }
            #expect(seen == [1])
        }
    }

    @Test func theNextElementIsAskedForWhenTheOneBeforeWasDelivered() async throws {
        try await Stage.run { stage in
            let counting = Counting(5)
            counting.gate.open()
            var ahead: [Int] = []
            let source = Observable.from(counting, on: stage.scheduler)
                .do(onNext: { number in ahead.append(counting.asked.withLock { $0 } - number) })
            for try await _ in source.values {}
            #expect(ahead == [0, 0, 0, 0, 0])
        }
    }

    @Test func disposalCancelsTheTaskThatReads() async {
        await Stage.run { stage in
            let counting = Counting(0)
            let history = Recording(Observable.from(counting, on: stage.scheduler))
            await counting.gate.arrivals()
            history.dispose()
            await counting.gate.cancelled()
            await stage.settled()
            #expect(history.events.isEmpty)
        }
    }

    @Test func disposalAtAnElementEndsTheReading() async throws {
        try await Stage.run { stage in
            let counting = Counting(1000)
            var seen: [Int] = []
            for try await number in Observable.from(counting, on: stage.scheduler).take(2).values {
                seen.append(number)
            }
            #expect(seen == [1, 2])
        }
    }

    @Test func eachSubscriptionReadsAnew() async throws {
        try await Stage.run { stage in
            let counting = Counting(2)
            counting.gate.open()
            let source = Observable.from(counting, on: stage.scheduler)
            for _ in 0..<2 {
                var seen: [Int] = []
                for try await number in source.values { seen.append(number) }
                #expect(seen == [1, 2])
            }
            #expect(counting.asked.withLock { $0 } == 6)
        }
    }

    @Test func readingIsNotWorkInFlight() async {
        await Stage.run { stage in
            let counting = Counting(0)
            let history = Recording(Observable.from(counting, on: stage.scheduler))
            await counting.gate.arrivals()
            #expect(stage.scheduler.isSettled)
            #expect(stage.scheduler.inFlight == 0)
            history.dispose()
        }
    }

    @Test func aShutDownSchedulerStopsReadingAndBeginsNone() async {
        await Stage.run { stage in
            let counting = Counting(0)
            let first = Recording(Observable.from(counting, on: stage.scheduler))
            await counting.gate.arrivals()
            stage.scheduler.shutDown()
            await counting.gate.cancelled()
            let second = Recording(Observable.from(counting, on: stage.scheduler))
            #expect(counting.asked.withLock { $0 } == 1)
            #expect(first.events.isEmpty && second.events.isEmpty)
        }
    }

    @Test func nilIsAnElement() async throws {
        try await Stage.run { stage in
            let stream = AsyncStream<Int?> { continuation in
                for element in [nil, 1, nil] { continuation.yield(element) }
                continuation.finish()
            }
            var seen: [Int?] = []
            for try await element in Observable.from(stream, on: stage.scheduler).values { seen.append(element) }
            #expect(seen == [nil, 1, nil])
        }
    }
}
