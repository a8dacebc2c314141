import GRDB
import Testing

@testable import Hindsight

@Suite struct ChangeFeedTests {
    private struct Unwanted: Error {}
    private let feed = ChangeFeed()
    private let counter = ChangeCounter()

    private func observe(_ owner: Int64 = 1) -> @Sendable () -> Void {
        feed.observe(AccountID(owner)) { [counter] in counter.notify() }
    }

    @Test func nothingIsPublishedBeforeTheCommit() async throws {
        let database = try HindsightDatabase()
        let stop = observe()
        defer { stop() }
        try await database.writer.write { db in
            feed.publishAfterCommit(AccountID(1), on: db)
            try db.execute(sql: "INSERT INTO account (isDemo, createdAt) VALUES (0, 0)")
            #expect(counter.count == 0)
        }
        #expect(counter.count == 1)
    }

    @Test func aRollbackPublishesNothingThenOrLater() async throws {
        let database = try HindsightDatabase()
        let stop = observe()
        defer { stop() }
        await #expect(throws: Unwanted.self) {
            try await database.writer.write { db in
                feed.publishAfterCommit(AccountID(1), on: db)
                try db.execute(sql: "INSERT INTO account (isDemo, createdAt) VALUES (0, 0)")
                throw Unwanted()
            }
        }
        try await database.writer.write { db in
            try db.execute(sql: "INSERT INTO account (isDemo, createdAt) VALUES (0, 0)")
        }
        #expect(counter.count == 0)
    }

    @Test func everyObserverOfTheOwnerIsToldAndNoOther() {
        let stops = [observe(1), observe(1), observe(2)]
        feed.publish(AccountID(1))
        #expect(counter.count == 2)
        for stop in stops { stop() }
    }

    @Test func whoStopsIsForgotten() {
        let stop = observe()
        #expect(feed.observerCount == 1)
        stop()
        #expect(feed.observerCount == 0)
        feed.publish(AccountID(1))
        #expect(counter.count == 0)
    }

    @Test func anObserverDoesNotKeepTheFeed() {
        weak var weakFeed: ChangeFeed?
        let stop: @Sendable () -> Void
        do {
            let feed = ChangeFeed()
            weakFeed = feed
            stop = feed.observe(AccountID(1)) {}
        }
        #expect(weakFeed == nil)
        stop()
    }
}
