import Foundation
import GRDB
import HindsightDomain
import LiveSQLite
import Testing

@testable import Hindsight
@testable import HindsightStore

/// Copies of a database, and what is found out about a file.
@Suite(.timeLimit(.minutes(15))) struct DatabaseFileTests {
    /// Runs `body` with a database on a file that has a goal and a review, its store and the folder.
    private func withFile(_ body: (StoreFixture, String, URL) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "a.sqlite").path
            let fixture = try await StoreFixture(SQLiteDatabase(.hindsight, path: path))
            let goals = try await fixture.addCompleted(3)
            _ = try await fixture.store.writeReview(.free("kept"), of: fixture.owner, goal: goals[0])
            try await body(fixture, path, folder)
            try fixture.database.close()
        }
    }

    private func expectWhole(_ path: String, _ fixture: StoreFixture) async throws {
        let copy = try SQLiteDatabase(.hindsight, path: path)
        let slice = try await SQLGoalStore(copy, clock: fixture.clock.wallClock)
            .completedGoals(of: fixture.owner, after: nil, limit: 10)
        #expect(slice.goals.map(\.hasReview) == [false, false, true] && slice.reviewableCount == 2)
        try copy.close()
    }

    @Test func afterClosingTheFileAloneIsWhole() async throws {
        try await withFile { fixture, path, folder in
            try fixture.database.close()
            let copy = folder.appending(path: "copy.sqlite").path
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            #expect(try SQLiteDatabase.problems(.hindsight, inFileAt: copy) == [])
            try await expectWhole(copy, fixture)
        }
    }

    @Test func allFilesOfADatabaseAreForItsOwnerOnly() async throws {
        try await withFile { _, _, folder in
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(names == ["a.sqlite", "a.sqlite-shm", "a.sqlite-wal"])
            for name in names {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
            }
        }
    }

    /// An operator may have given it to a group.
    @Test func theModeOfAFileThatIsThereIsLeft() async throws {
        try await withFile { fixture, path, _ in
            try fixture.database.close()
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            let again = try SQLiteDatabase(.hindsight, path: path)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o640)
            try again.close()
        }
    }

    @Test func aBackupIsOneWholeFileForItsOwnerOnly() async throws {
        try await withFile { fixture, path, folder in
            let copy = folder.appending(path: "backup.sqlite").path
            try SQLiteDatabase.backUp(.hindsight, path, to: copy)
            let attributes = try FileManager.default.attributesOfItem(atPath: copy)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("b") }
            #expect(files == ["backup.sqlite"])
            try await expectWhole(copy, fixture)
        }
    }

    @Test func aBackupIsOfOneMomentWhileTheDatabaseIsWritten() async throws {
        try await withFile { fixture, path, folder in
            let (store, owner) = (fixture.store, fixture.owner)
            try await withThrowingTaskGroup { group in
                group.addTask {
                    for number in 0..<100 {
                        let goal = try await store.addGoals([.completed("\(number)")], of: owner)[0]
                        _ = try await store.writeReview(.free("x"), of: owner, goal: goal)
                    }
                }
                for number in 0..<10 {
                    // It is checked before it is done: its counts are those of its rows.
                    try SQLiteDatabase.backUp(.hindsight, path, to: folder.appending(path: "\(number)").path)
                    await Task.yield()
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func aBackupOverwritesNothing() async throws {
        try await withFile { _, path, folder in
            let copy = folder.appending(path: "backup.sqlite")
            try Data("precious".utf8).write(to: copy)
            let error = #expect(throws: DatabaseOpenError.self) {
                try SQLiteDatabase.backUp(.hindsight, path, to: copy.path)
            }
            #expect(error?.message == "The database '\(copy.path)' is there already.")
            #expect(try Data(contentsOf: copy) == Data("precious".utf8))
        }
    }

    @Test func aBackupThatFailsLeavesNothingBehind() async throws {
        try await withTemporaryFolder { folder in
            let (source, copy) = (folder.appending(path: "a").path, folder.appending(path: "b").path)
            #expect(throws: DatabaseOpenError.self) { try SQLiteDatabase.backUp(.hindsight, source, to: copy) }
            try Data(String(repeating: "no database", count: 1000).utf8).write(to: URL(fileURLWithPath: source))
            #expect(throws: DatabaseOpenError.self) { try SQLiteDatabase.backUp(.hindsight, source, to: copy) }
            try DatabaseQueue(path: folder.appending(path: "other").path).inDatabase { db in
                try db.execute(sql: "CREATE TABLE other (id INTEGER)")
            }
            let error = #expect(throws: DatabaseOpenError.self) {
                try SQLiteDatabase.backUp(.hindsight, folder.appending(path: "other").path, to: copy)
            }
            #expect(error?.message.contains("It is no database of Hindsight.") == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a", "other"])
        }
    }

    @Test(arguments: [
        ("DELETE FROM goal WHERE id = 1", "Rows of 'review' that belong to rows which are not there: 1."),
        (
            "UPDATE account SET reviewableCount = 7 WHERE id = 1",
            "Accounts whose count of reviewable goals is not that of the rows: 1."
        ),
        (
            "UPDATE account SET completedCount = 7 WHERE id = 1",
            "Accounts whose count of completed goals is not that of the rows: 1."
        ),
        (
            "UPDATE goal SET hasReview = 1 WHERE id = 2",
            "Goals that are taken for reviewed and are not, or are and are not taken for it: 1."
        ),
        (
            "UPDATE account SET activeCount = 7 WHERE id = 1",
            "Accounts whose counts of stored and active goals are not those of the rows: 1."
        ),
        ("UPDATE goal SET doneCount = 7 WHERE id = 1", "Goals whose counts of steps are not those of the rows: 1."),
        (
            """
            INSERT INTO goal (ownerID, title, startDate, endDate, status, reminderEnabled, createdAt)
            VALUES (1, 'a', '2026-01-01', '2026-01-02', 'stored', 0, 0)
            """,
            "Stored goals without the time when they were put away: 1."
        ),
        (
            "DROP TRIGGER goal_frozen; UPDATE goal SET rank = NULL WHERE id = 2", "Completed goals without a rank: 1."
        ),
        ("UPDATE goal SET isSample = 1 WHERE id = 2", "Samples with a rank: 1."),
        (
            """
            INSERT INTO goal (id, ownerID, title, startDate, endDate, status, reminderEnabled, createdAt)
            VALUES (9, 1, 'a', '2026-01-01', '2026-01-02', 'active', 0, 0);
            INSERT INTO step (ownerID, goalID, place, title, createdAt, doneOn) VALUES (1, 9, 0, 'a', 0, '2026-01-01')
            """,
            "Steps that are done without a day, or have one and are not done: 1."
        ),
        ("DELETE FROM searchStale WHERE goalID = 1", "Goals that are not searched, or that are gone and are: 1."),
        (
            "INSERT INTO searchText (goalID, ownerID, text) VALUES (999, 1, 'wgone')",
            "Goals that are not searched, or that are gone and are: 1."
        ),
        (
            "INSERT INTO searchText (goalID, ownerID, text) VALUES (-7, 1, 'wgone')",
            "Answers of weeks that are not searched, or that are gone and are: 1."
        ),
        ("INSERT INTO grdb_migrations VALUES ('later')", "It was made by a later version of Hindsight."),
        ("DELETE FROM grdb_migrations", "It is no database of Hindsight."),
        ("DELETE FROM grdb_migrations WHERE identifier <> 'accounts'; UPDATE account SET reviewableCount = 7", nil),
    ])
    func whatIsWrongIsTold(sql: String, problem: String?) async throws {
        try await withFile { fixture, path, _ in
            #expect(try SQLiteDatabase.problems(.hindsight, inFileAt: path) == [])
            try await fixture.database.writer.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA foreign_keys = OFF")
                try db.execute(sql: sql)
            }
            #expect(try SQLiteDatabase.problems(.hindsight, inFileAt: path) == (problem.map { [$0] } ?? []))
        }
    }

    @Test func aDamagedFileIsFoundOut() async throws {
        try await withFile { fixture, path, _ in
            try fixture.database.close()
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            // Everything but the first page, which says that it is a database.
            for offset in stride(from: 4096 + 100, to: bytes.count, by: 7) { bytes[offset] ^= 0xFF }
            try bytes.write(to: URL(fileURLWithPath: path))
            do {
                #expect(
                    try SQLiteDatabase.problems(.hindsight, inFileAt: path).first?.hasPrefix("SQLite finds it") == true)
            } catch let error as DatabaseOpenError {
                #expect(error.message == "The database '\(path)' is damaged.")
            }
        }
    }
}
