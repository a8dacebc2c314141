import Foundation
import GRDB
import HindsightDomain
import LiveSQLite
import Synchronization
import Testing

@testable import Hindsight
@testable import HindsightStore

/// Migrations that have landed are frozen, and databases of all forms that main ever had end up equal (D2).
///
/// `Fixtures/Migrations` has the statements of each migration as it has landed. A file there is never edited: what is to be
/// another way comes with another migration. `Fixtures/Migrations/Earlier` has migrations as main had them for a while.
@Suite(.timeLimit(.minutes(15))) struct MigrationTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/Migrations")

    /// The statements of a migration, each with a semicolon and a line break behind it.
    private static func landed(_ name: String, isEarlier: Bool = false) -> URL {
        folder.appending(path: "\(isEarlier ? "Earlier/" : "")\(name).sql")
    }

    /// What each migration issues on an empty database.
    private func issued() throws -> [(name: String, script: String)] {
        let statements = Mutex<[String]>([])
        let queue = try DatabaseQueue()
        queue.inDatabase { db in
            db.trace { event in
                guard case .statement(let statement) = event else { return }
                statements.withLock { $0.append(statement.sql) }
            }
        }
        return try Schema.migrator.migrations.map { name in
            statements.withLock { $0 = [] }
            try Schema.migrator.migrate(queue, upTo: name)
            let script = statements.withLock { $0 }.filter(Self.isOwn).map { $0 + ";\n" }.joined()
            return (name, script)
        }
    }

    /// Whether it is neither GRDB's nor FTS5's own.
    private static func isOwn(_ sql: String) -> Bool {
        let first = sql.prefix { $0 != " " }
        guard ["CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE"].contains(first) else { return false }
        return !sql.contains("grdb_migrations") && !sql.contains("'main'.") && !sql.contains("\"main\".")
    }

    /// A migration that has no file yet gets one, which is to be committed with it.
    @Test func whatHasLandedStaysAsItIs() throws {
        for (name, script) in try issued() {
            let file = Self.landed(name)
            guard let kept = try? String(contentsOf: file, encoding: .utf8) else {
                try script.write(to: file, atomically: true, encoding: .utf8)
                Issue.record("The migration '\(name)' had no file in Fixtures/Migrations. Now it has one: commit it.")
                continue
            }
            #expect(script == kept, "The migration '\(name)' has landed. Add another one instead.")
        }
    }

    @Test func noMigrationThatHasLandedIsGone() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        let names = files.filter { $0.hasSuffix(".sql") }.map { $0.dropLast(4) }
        #expect(Set(names.map(String.init)).subtracting(Schema.migrator.migrations) == [])
    }

    /// A form that main had: which of its migrations were others, and what the last one was.
    struct Form: CustomTestStringConvertible, Sendable {
        let commit: String
        let last: String
        var earlier: Set<String> = []
        /// Not in this form yet, though others that come behind them are.
        var missing: Set<String> = []

        var testDescription: String { commit }
    }

    static let forms = [
        Form(commit: "e3ad5fd", last: "goals and reviews"),
        Form(commit: "f4dcb25", last: "drafts by field", missing: ["themes", "review states"]),
        Form(commit: "9cdde30", last: "sign-up"),
        Form(commit: "dc423e4", last: "steps", earlier: ["steps"]),
        Form(commit: "5a33c41", last: "steps"),
        Form(commit: "c410afd", last: "looking back", earlier: ["looking back"]),
        Form(commit: "dafe86b", last: "goals in files", earlier: ["looking back", "goals in files"]),
        Form(commit: "82ba742", last: "search", earlier: ["looking back", "goals in files", "search"]),
        Form(commit: "329b126", last: "search", earlier: ["looking back", "goals in files"]),
        Form(commit: "72656da", last: "search", earlier: ["looking back"]),
        Form(commit: "c55ab16", last: "reminders", earlier: ["looking back"]),
        Form(commit: "70f4b06", last: "reminders"),
        Form(commit: "c55ab16, then 78047c4", last: "finishing", earlier: ["looking back"]),
        Form(commit: "78047c4", last: "finishing"),
    ]

    @Test(arguments: forms)
    func aDatabaseOfAFormThatMainHadEndsUpAsAFreshOne(form: Form) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "hindsight.sqlite").path
            try make(form, at: path)
            let migrated = try SQLiteDatabase(.hindsight, path: path)
            let fresh = try SQLiteDatabase(.hindsight)
            let (after, expected) = (try await objects(of: migrated), try await objects(of: fresh))
            for (name, sql) in expected where !isEqual(after[name], sql) {
                Issue.record("\(name) is not that of a fresh database: \(after[name] ?? "missing")")
            }
            #expect(Set(after.keys).subtracting(expected.keys) == [])
            // What is won, reviewed and written is there, and goes on being counted.
            let store = SQLGoalStore(migrated, clock: TestClock().wallClock)
            let overview = try await store.goalsOverview(of: AccountID(1))
            #expect(overview.counts == BoxCounts(stored: 0, active: 1, completed: 2))
            #expect(overview.reviewableCount == 1)
            let reviewed = try #require(try await store.goalReview(of: AccountID(1), goal: GoalID(1))?.review)
            _ = try await store.deleteReview(of: AccountID(1), goal: GoalID(1))
            _ = try await store.restoreReview(of: AccountID(1), goal: GoalID(1))
            #expect(try await store.goalReview(of: AccountID(1), goal: GoalID(1))?.review == reviewed)
            let uids = try await migrated.writer.read { try Int.fetchAll($0, sql: "SELECT length(uid) FROM goal") }
            #expect(uids == [16, 16, 16])
            try migrated.close()
            #expect(try SQLiteDatabase.problems(.hindsight, inFileAt: path) == [])
        }
    }

    /// Before "own ranks", samples were counted like goals of one's own; those that had been removed, too.
    @Test func ranksCountOnesOwnGoalsAlone() throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: "days of steps")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, isDemo, createdAt) VALUES (1, 1, 0), (2, 1, 0);
                    INSERT INTO goal (id, ownerID, title, startDate, endDate, status, jewelColor, jewelShape, completedAt,
                        completedOn, createdAt, uid, isSample, rank)
                    SELECT row.value ->> 0, row.value ->> 1, 'a', '2026-01-01', '2026-02-01', 'completed', 'pink', 'heart',
                        0, '2026-01-31', 0, randomblob(16), row.value ->> 2, row.value ->> 3
                    FROM json_each('[[1,1,1,1],[2,1,1,2],[3,1,0,3],[4,1,1,4],[5,1,0,6],[6,1,0,7],[7,2,0,1],[8,2,0,3]]') AS row;
                    """)
        }
        try Schema.migrator.migrate(queue)
        let ranks = try queue.read { try Optional<Int>.fetchAll($0, sql: "SELECT rank FROM goal ORDER BY id") }
        #expect(ranks == [nil, nil, 1, nil, 2, 3, 1, 2])
    }

    /// Before "events", the last time when a goal was put away was all that was kept of it.
    @Test func theTimelineBeginsWithTheLastTimesOfGoals() throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: "own ranks")
        try queue.write { db in
            // The second ran out of time in Seoul. The fourth has a time that was assumed, which is to come.
            try db.execute(
                sql: """
                    INSERT INTO account (id, isDemo, createdAt) VALUES (1, 1, 0);
                    INSERT INTO goal (id, ownerID, title, startDate, endDate, status, createdAt, uid, isSample, putAwayAt)
                    SELECT row.value ->> 0, 1, 'a', '2026-01-01', '2026-02-01', row.value ->> 1, 0, randomblob(16),
                        row.value ->> 2, row.value ->> 3
                    FROM json_each('[
                        [1, "active", 0, null], [2, "stored", 0, 1769958030000], [3, "stored", 0, 1767355200000],
                        [4, "stored", 0, 9999999999999], [5, "stored", 1, 1767355200000]
                    ]') AS row;
                    """)
        }
        try Schema.migrator.migrate(queue)
        try queue.read { db in
            let events = try Row.fetchAll(db, sql: "SELECT goalID, kind, at FROM event ORDER BY id").map { row in
                "\(row[0] as Int) \(row[1] as String) \(row[2] as Int)"
            }
            #expect(events == ["3 paused 1767355200000", "2 ended 1769958030000"])
            #expect(try Int.fetchAll(db, sql: "SELECT id FROM goal WHERE cameAsSample = 1") == [5])
        }
    }

    /// A database of that form, with two completed goals, one of them reviewed, and one that is being worked on.
    private func make(_ form: Form, at path: String) throws {
        let queue = try DatabaseQueue(path: path)
        let names = Schema.migrator.migrations
        let last = try #require(names.firstIndex(of: form.last))
        let applied = names[...last].filter { !form.missing.contains($0) }
        try queue.write { db in
            try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            for (index, name) in applied.enumerated() {
                let file = Self.landed(name, isEarlier: form.earlier.contains(name))
                try db.execute(sql: try String(contentsOf: file, encoding: .utf8))
                try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [name])
                // Into the first tables: what comes later has to make something of it.
                if index == 1 { try db.execute(sql: Self.rows) }
            }
            // Days of completion are made in Swift.
            if applied.contains("steps") {
                try db.execute(sql: "DROP TRIGGER goal_frozen")
                try db.execute(
                    sql: """
                        UPDATE goal SET completedOn = date(completedAt / 1000, 'unixepoch') WHERE status = 'completed'
                        """)
                let name = applied.contains("finishing") ? "finishing" : "steps"
                let script = try String(contentsOf: Self.landed(name), encoding: .utf8)
                let pattern = "CREATE TRIGGER goal_frozen[\\s\\S]*?\nEND;"
                let trigger = try #require(script.range(of: pattern, options: .regularExpression))
                try db.execute(sql: String(script[trigger]))
            }
        }
        try queue.close()
    }

    private static let rows = """
        INSERT INTO account (id, isDemo, createdAt) VALUES (1, 1, 0);
        INSERT INTO accountSession (tokenHash, accountID, csrfToken, createdAt, expiresAt)
        VALUES (zeroblob(32), 1, 'x', 0, 4000000000000);
        INSERT INTO goal (ownerID, title, startDate, endDate, status, jewelColor, jewelShape, completedAt, createdAt)
        VALUES (1, 'Walk', '2026-01-01', '2026-02-01', 'completed', 'pink', 'heart', 1780000000000, 0),
            (1, 'Swim', '2026-01-01', '2026-02-01', 'completed', 'blue', 'star', 1790000000000, 0);
        INSERT INTO goal (ownerID, title, startDate, endDate, status, createdAt)
        VALUES (1, 'Run', '2026-01-01', '9999-12-31', 'active', 0);
        INSERT INTO review (goalID, ownerID, style, text, level, writtenAt) VALUES (1, 1, 'free', 'Far', 4, 0);
        """

    /// The schema by the names of its parts, with the columns that SQLite sees in each table.
    private func objects(of database: SQLiteDatabase) async throws -> [String: String] {
        try await database.writer.read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
            return Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    ("\(row[0] as String) \(row[1] as String) of \(row[2] as String)", row[3] as String? ?? "")
                })
        }
    }

    /// Whether two definitions are the same. For half a minute main had drafts by field without review states, so that
    /// two columns can be the other way round: a table is compared by what is between its commas, in any order.
    private func isEqual(_ one: String?, _ other: String) -> Bool {
        guard let one, one != other else { return one == other }
        func parts(_ sql: String) -> [String] {
            sql.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.sorted()
        }
        return one.hasPrefix("CREATE TABLE") && parts(one) == parts(other)
    }
}
