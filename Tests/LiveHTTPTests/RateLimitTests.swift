import Foundation
import LiveHTTP
import Testing

@Suite(.timeLimit(.minutes(15))) struct RateLimitTests {
    private let now = Date(timeIntervalSince1970: 1_000)

    @Test func aKeyWaitsUntilItsOldestTimeCountsNoMore() {
        var limit = RateLimit<String>(count: 2, interval: .seconds(60))
        limit.add("a", at: now)
        #expect(limit.wait(for: "a", at: now) == nil)
        limit.add("a", at: now + 10)
        #expect(limit.wait(for: "a", at: now + 10) == .seconds(50))
        #expect(limit.wait(for: "b", at: now + 10) == nil)
        #expect(limit.wait(for: "a", at: now + 59.5) == .milliseconds(500))
        #expect(limit.wait(for: "a", at: now + 60) == nil)
        limit.add("a", at: now + 60)
        #expect(limit.wait(for: "a", at: now + 60) == .seconds(10))
    }

    @Test func aTimeThatIsTakenBackDoesNotCount() {
        var limit = RateLimit<String>(count: 1, interval: .seconds(60))
        limit.takeBack("a")
        limit.add("a", at: now)
        limit.takeBack("a")
        #expect(limit.wait(for: "a", at: now) == nil && limit.keyCount == 0)
    }

    @Test func aKeyThatIsCountedWithoutAskingIsBounded() {
        var limit = RateLimit<String>(count: 2, interval: .seconds(60))
        for number in 0..<5 { limit.add("a", at: now + Double(number)) }
        #expect(limit.wait(for: "a", at: now + 5) == .seconds(58))
        #expect(limit.wait(for: "a", at: now + 62.999_9) == .milliseconds(1))
        #expect(limit.wait(for: "a", at: now + 63) == nil)
    }

    @Test func theTableIsBoundedAndForgetsTheKeyWhoseLastTimeIsTheOldest() {
        var limit = RateLimit<Int>(count: 1, interval: .seconds(60), keys: 100)
        for key in 0...100 { limit.add(key, at: now + Double(key) / 1_000) }
        #expect(limit.keyCount == 100)
        #expect(limit.wait(for: 0, at: now + 1) == nil && limit.wait(for: 1, at: now + 1) != nil)
        // Those that count no more go first.
        limit.add(101, at: now + 61)
        #expect(limit.keyCount == 1)
        #expect(RateLimit<Int>(count: 1, interval: .seconds(60)).keyLimit == 4_096)
    }
}
