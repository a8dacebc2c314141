import Foundation
import GRDB
import HindsightDomain
import LiveSQLite
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The write-ahead log comes into the database file and stays bounded.
@Suite(.timeLimit(.minutes(15))) struct CheckpointTests {
    /// So small that some hundred writes pass them often. A page takes 4,120 bytes of the log.
    private static let marks = Checkpoints.Marks(low: 40 * 4120, high: 160 * 4120)

    private static func logSize(_ database: SQLiteDatabase) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: database.writer.path + "-wal")
        return (attributes[.size] as? Int) ?? 0
    }

    /// Writes a review and deletes it so many times, and tells how long the log has become.
    private static func write(_ times: Int, _ goal: GoalID, _ fixture: StoreFixture) async throws -> Int {
        var size = 0
        for number in 0..<times {
            _ = try await fixture.store.writeReview(.free("\(number)"), of: fixture.owner, goal: goal)
            _ = try await fixture.store.deleteReview(of: fixture.owner, goal: goal)
            size = max(size, try logSize(fixture.database))
        }
        return size
    }

    @Test func theLogStaysBoundedUnderConstantLoad() async throws {
        try await withStore(.file, marks: Self.marks) { fixture in
            let goals = try await fixture.addCompleted(8)
            let longest = try await withThrowingTaskGroup { group in
                for goal in goals { group.addTask { try await Self.write(100, goal, fixture) } }
                group.addTask {
                    for _ in 0..<300 {
                        _ = try await fixture.store.completedGoals(of: fixture.owner, after: nil, limit: 100)
                    }
                    return 0
                }
                return try await group.reduce(0, max)
            }
            // Above the mark comes what one commit of eight jobs writes, and what a reader may have delayed.
            #expect(longest > Self.marks.low && longest < 3 * Self.marks.high, "\(longest)")
            // What was copied is what was written.
            #expect(try await fixture.reviewableCount() == 8)
            let problems = try await fixture.database.writer.read { try String.fetchAll($0, sql: "PRAGMA quick_check") }
            #expect(problems == ["ok"])
        }
    }

    @Test func aReaderThatStaysLongDelaysTheNewBeginningOfTheLogAndNothingElse() async throws {
        try await withStore(.file, marks: Self.marks) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let reader = try DatabaseQueue(path: fixture.database.writer.path, configuration: configuration)
            try await reader.writeWithoutTransaction { try $0.execute(sql: "BEGIN; SELECT * FROM goal") }
            let grown = try await Self.write(100, goal, fixture)
            #expect(grown > Self.marks.high)
            try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            try reader.close()
            var (size, writes) = (grown, 0)
            while size > Self.marks.low, writes < 2000 {
                writes += 1
                _ = try await Self.write(1, goal, fixture)
                size = try Self.logSize(fixture.database)
            }
            #expect(size <= Self.marks.low)
        }
    }
}
