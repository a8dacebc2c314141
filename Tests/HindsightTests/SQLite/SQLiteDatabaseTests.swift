import Foundation
import GRDB
import HindsightDomain
import Live
import LiveSQLite
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct HindsightDatabaseTests {
    private func openError(_ path: String) throws -> DatabaseOpenError {
        try #require(throws: DatabaseOpenError.self) { try SQLiteDatabase(.hindsight, path: path) }
    }

    @Test func aFileIsOpenedWithTheSettingsThatKeepItsPromises() async throws {
        try await withStore(.file) { fixture in
            let writer = fixture.database.writer
            let settings = try await writer.writeWithoutTransaction { db in
                [
                    try String.fetchOne(db, sql: "PRAGMA journal_mode"),
                    try String.fetchOne(db, sql: "PRAGMA synchronous"),
                    try String.fetchOne(db, sql: "PRAGMA foreign_keys"),
                    try String.fetchOne(db, sql: "PRAGMA busy_timeout"),
                ]
            }
            #expect(settings == ["wal", "2", "1", "5000"])
        }
    }

    @Test func aReadDoesNotWaitForAWriteAndSeesWhatWasCommitted() async throws {
        try await withStore(.file) { fixture in
            try await fixture.addCompleted(1)
            let database = fixture.database
            @Sendable func goals() throws -> Int? {
                try database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM goal") }
            }
            try await database.writer.write { db in
                try db.execute(sql: "DELETE FROM goal")
                #expect(try goals() == 1)
            }
            #expect(try goals() == 0)
        }
    }

    @Test func memoryHasForeignKeysToo() async throws {
        let keys = try await SQLiteDatabase(.hindsight).writer.read { try Int.fetchOne($0, sql: "PRAGMA foreign_keys") }
        #expect(keys == 1)
    }

    @Test func theSchemaIsMadeOnceAndKept() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "a.sqlite").path
            for _ in 0..<3 {
                let database = try SQLiteDatabase(.hindsight, path: path)
                let (done, tables) = try await database.writer.read { db in
                    (
                        try Schema.migrator.hasCompletedMigrations(db),
                        try ["account", "accountSession", "goal", "review", "draftField", "secret"]
                            .allSatisfy { try db.tableExists($0) }
                    )
                }
                #expect(done && tables)
                try database.close()
            }
        }
    }

    @Test func whatWasWrittenIsThereAfterReopening() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "a.sqlite").path
            let clock = TestClock()
            var draft = ReviewDraft(style: .free, level: .two)
            draft.text = "still typing\0 …"
            let first = try SQLiteDatabase(.hindsight, path: path)
            let session = try await SQLAccountStore(first, clock: clock.wallClock)
                .createDemoAccount(
                    goals: [try .completed("one"), try .completed("two")], language: .english, timeZone: nil)
            let owner = session.signedIn.account
            let store = SQLGoalStore(first, clock: clock.wallClock)
            let goals = try await store.completedGoals(of: owner, after: nil, limit: 10).goals.map(\.id)
            try await store.saveDraft(draft, of: owner, goal: goals[0])
            _ = try await store.writeReview(.free("kept"), of: owner, goal: goals[1])
            let key = try await SQLAccountStore(first, clock: clock.wallClock).signingKey()
            try first.close()

            let second = try SQLiteDatabase(.hindsight, path: path)
            let reopened = SQLGoalStore(second, clock: clock.wallClock)
            let accounts = SQLAccountStore(second, clock: clock.wallClock)
            #expect(try await reopened.goalReview(of: owner, goal: goals[0])?.keptDraft == draft)
            #expect(try await reopened.goalReview(of: owner, goal: goals[1])?.review?.content == .free("kept"))
            #expect(try await accounts.session(session.token) == session.signedIn)
            #expect(try await accounts.signingKey() == key)
            try second.close()
        }
    }

    @Test func whatWasConfirmedIsInTheFileBeforeItIsClosed() async throws {
        try await withStore(.file) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            _ = try await fixture.store.writeReview(.free("confirmed"), of: fixture.owner, goal: goal)
            // A second opening stands for the process that comes after a `kill -9`: the first one never closed.
            let path = fixture.database.writer.path
            let after = SQLGoalStore(try SQLiteDatabase(.hindsight, path: path), clock: fixture.clock.wallClock)
            let review = try await after.goalReview(of: fixture.owner, goal: goal)?.review
            #expect(try review?.content == .free("confirmed"))
        }
    }

    @Test func twoProcessesThatSaveAtOnceMakeOneReview() async throws {
        try await withStore(.file) { fixture in
            // Two openings share nothing but the file, as two processes do.
            let path = fixture.database.writer.path
            let stores = try (0..<2).map { _ in
                SQLGoalStore(try SQLiteDatabase(.hindsight, path: path), clock: fixture.clock.wallClock)
            }
            for goal in try await fixture.addCompleted(3) {
                let saved = try await withThrowingTaskGroup { group in
                    for (number, store) in stores.enumerated() {
                        group.addTask { [owner = fixture.owner] in
                            do {
                                _ = try await store.writeReview(.free("by \(number)"), of: owner, goal: goal)
                                return 1
                            } catch StoreError.overtaken {
                                return 0
                            }
                        }
                    }
                    return try await group.reduce(0, +)
                }
                #expect(saved == 1)
            }
            #expect(try await fixture.rowCount("review") == 3)
        }
    }

    @Test func aMissingFolderIsNamed() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "missing/a.sqlite").path
            let message = try openError(path).message
            #expect(message == "The database '\(path)' can't be opened: there is no folder '\(folder.path)/missing'.")
        }
    }

    @Test func aFileThatIsNoDatabaseIsNamedAndLeftAlone() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "notes.txt")
            let text = Data(String(repeating: "not a database\n", count: 200).utf8)
            try text.write(to: file)
            #expect(try openError(file.path).message == "The database '\(file.path)' is not an SQLite database.")
            #expect(try Data(contentsOf: file) == text)
        }
    }

    @Test func aFolderIsNoDatabase() async throws {
        try await withTemporaryFolder { folder in
            let message = try openError(folder.path).message
            #expect(message == "The database '\(folder.path)' can't be opened: it is a folder.")
        }
    }

    @Test func aDatabaseOfALaterVersionIsRefused() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "a.sqlite").path
            let database = try SQLiteDatabase(.hindsight, path: path)
            var later = Schema.migrator
            later.registerMigration("of a later version") { _ in }
            try later.migrate(database.writer)
            try database.close()
            #expect(try openError(path).message == "The database '\(path)' was made by a later version of Hindsight.")
        }
    }
}
