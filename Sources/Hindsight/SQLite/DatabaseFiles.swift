import Foundation
import GRDB

// What an operator does with a database's file, whether a server uses it or not.
extension HindsightDatabase {
    /// Copies the database at `path`, as it is at one moment, into a new file that only its owner can read.
    ///
    /// Whoever uses the database goes on meanwhile. The copy is one file and was checked; see ``problems(inFileAt:)``.
    /// - Throws: ``DatabaseOpenError`` when either file can't be opened, or the copy is there already; then nothing is
    ///   left behind.
    public static func backUp(_ path: String, to copyPath: String) throws {
        let source = try openForReading(path)
        try DatabaseOpenError.checkFolder(of: copyPath)
        let failure = makeFileForItsOwnerOnly(copyPath)
        guard failure == 0 else {
            let problem =
                failure == EEXIST ? "is there already" : "can't be made: \(String(cString: strerror(failure)))"
            throw DatabaseOpenError(path: copyPath, problem: problem)
        }
        do {
            let copy = try DatabaseQueue(path: copyPath)
            try source.backup(to: copy)
            // The copy was as the source is, in WAL mode, and would have had companions when read.
            try copy.inDatabase { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
            try copy.close()
            try source.close()
            let problems = try problems(inFileAt: copyPath)
            guard problems.isEmpty else {
                throw DatabaseOpenError(path: path, problem: "is damaged: \(problems.joined(separator: " "))")
            }
        } catch {
            try? FileManager.default.removeItem(atPath: copyPath)
            throw error as? DatabaseOpenError ?? DatabaseOpenError(path: copyPath, cause: error)
        }
    }

    /// Reads the whole database at `path`, changes nothing, and tells what is wrong with it: a sentence each.
    ///
    /// - Throws: ``DatabaseOpenError`` when it can't be read at all.
    public static func problems(inFileAt path: String) throws -> [String] {
        let file = try openForReading(path)
        do {
            return try file.read { db in
                let migrator = Schema.migrator
                if try migrator.appliedIdentifiers(db).isEmpty { return ["It is no database of Hindsight."] }
                if try migrator.hasBeenSuperseded(db) { return ["It was made by a later version of Hindsight."] }
                let counts = try migrator.hasCompletedMigrations(db) ? wrongCounts(db) : []
                return try unsound(db) + orphans(db) + counts
            }
        } catch {
            throw DatabaseOpenError(path: path, cause: error)
        }
    }

    private static func unsound(_ db: Database) throws -> [String] {
        let lines = try String.fetchAll(db, sql: "PRAGMA integrity_check")
        return lines == ["ok"] ? [] : ["SQLite finds it damaged: \(lines.joined(separator: "; "))."]
    }

    private static func orphans(_ db: Database) throws -> [String] {
        let tables = try String.fetchAll(db, sql: "PRAGMA foreign_key_check")
        return Dictionary(grouping: tables, by: { $0 }).sorted { $0.key < $1.key }.map { table, rows in
            "Rows of '\(table)' that belong to rows which are not there: \(rows.count)."
        }
    }

    /// Whether a goal is completed, not deleted, and without a review.
    private static let isReviewable = """
        goal.status = 'completed' AND goal.deletedAt IS NULL AND NOT EXISTS (
            SELECT 1 FROM review
            WHERE review.goalID = goal.id AND review.ownerID = goal.ownerID AND review.deletedAt IS NULL
        )
        """

    /// The rows that `jewelTally` should have, counted from the goals.
    static let jewelTallies = """
        SELECT goal.ownerID, period.value, goal.jewelColor, goal.jewelShape, COUNT(*),
            coalesce(SUM(review.level), 0), COUNT(review.level)
        FROM (
            SELECT *, coalesce(completedOn, date(completedAt / 1000, 'unixepoch')) AS day FROM goal
        ) AS goal
        JOIN json_each(json_array('a', 'y' || substr(goal.day, 1, 4), 'm' || substr(goal.day, 1, 7))) AS period
        LEFT JOIN review
            ON review.goalID = goal.id AND review.ownerID = goal.ownerID AND review.deletedAt IS NULL
        WHERE goal.status = 'completed' AND goal.deletedAt IS NULL
        GROUP BY 1, 2, 3, 4
        """

    private static func wrongCounts(_ db: Database) throws -> [String] {
        let completed = "goal.ownerID = account.id AND goal.status = 'completed' AND goal.deletedAt IS NULL"
        let reviews = "review.goalID = goal.id AND review.ownerID = goal.ownerID AND review.deletedAt IS NULL"
        let questions = [
            (
                "Accounts whose count of reviewable goals is not that of the rows",
                """
                SELECT COUNT(*) FROM account WHERE reviewableCount <> (
                    SELECT COUNT(*) FROM goal WHERE goal.ownerID = account.id AND \(isReviewable)
                )
                """
            ),
            (
                "Accounts whose count of completed goals is not that of the rows",
                "SELECT COUNT(*) FROM account WHERE completedCount <> (SELECT COUNT(*) FROM goal WHERE \(completed))"
            ),
            (
                "Goals that are taken for reviewed and are not, or are and are not taken for it",
                "SELECT COUNT(*) FROM goal WHERE hasReview <> EXISTS (SELECT 1 FROM review WHERE \(reviews))"
            ),
            (
                "Accounts whose counts of stored and active goals are not those of the rows",
                """
                SELECT COUNT(*) FROM account WHERE (storedCount, activeCount) <> (
                    SELECT COUNT(*) FILTER (WHERE goal.status = 'stored'), COUNT(*) FILTER (WHERE goal.status = 'active')
                    FROM goal WHERE goal.ownerID = account.id AND goal.deletedAt IS NULL
                )
                """
            ),
            (
                "Goals whose counts of steps are not those of the rows",
                """
                SELECT COUNT(*) FROM goal WHERE (stepCount, doneCount) <> (
                    SELECT COUNT(*), COUNT(step.doneAt) FROM step
                    WHERE step.goalID = goal.id AND step.ownerID = goal.ownerID
                )
                """
            ),
            (
                "Stored goals without the time when they were put away",
                "SELECT COUNT(*) FROM goal WHERE status = 'stored' AND putAwayAt IS NULL"
            ),
            ("Completed goals without a rank", "SELECT COUNT(*) FROM goal WHERE status = 'completed' AND rank IS NULL"),
            (
                "Steps that are done without a day, or have one and are not done",
                "SELECT COUNT(*) FROM step WHERE (doneAt IS NULL) <> (doneOn IS NULL)"
            ),
            (
                "Counts of jewels that are not those of the rows",
                """
                SELECT COUNT(*) FROM (
                    SELECT * FROM jewelTally WHERE count <> 0 OR levelSum <> 0 OR levelCount <> 0
                    EXCEPT \(jewelTallies)
                )
                """
            ),
            (
                "Jewels that are not counted",
                "SELECT COUNT(*) FROM (\(jewelTallies) EXCEPT SELECT * FROM jewelTally)"
            ),
            (
                "Goals that are not searched, or that are gone and are",
                """
                SELECT COUNT(*) FROM (
                    SELECT id FROM goal WHERE id NOT IN (SELECT goalID FROM searchText)
                    UNION SELECT goalID FROM searchText WHERE goalID > 0 AND goalID NOT IN (SELECT id FROM goal)
                ) WHERE id NOT IN (SELECT goalID FROM searchStale)
                """
            ),
            (
                "Answers of weeks that are not searched, or that are gone and are",
                """
                WITH answer (id) AS (SELECT \(Schema.entry("weekNote")) FROM weekNote WHERE text <> '')
                SELECT COUNT(*) FROM (
                    SELECT id FROM answer WHERE id NOT IN (SELECT goalID FROM searchText)
                    UNION SELECT goalID FROM searchText WHERE goalID < 0 AND goalID NOT IN (SELECT id FROM answer)
                ) WHERE id NOT IN (SELECT goalID FROM searchStale)
                """
            ),
        ]
        return try questions.compactMap { what, sql in
            let count = try Int.fetchOne(db, sql: sql) ?? 0
            return count == 0 ? nil : "\(what): \(count)."
        }
    }

    /// The database as it is: nothing is made, and no migration applied.
    ///
    /// In a folder that can't be written to SQLite reads a database in WAL mode only when it is told that nobody else
    /// changes it (https://www.sqlite.org/wal.html#readonly). That holds where no server has left its companions.
    private static func openForReading(_ path: String) throws -> DatabaseQueue {
        do {
            try DatabaseOpenError.checkFolder(of: path)
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            let file = URL(fileURLWithPath: path)
            guard access(file.deletingLastPathComponent().path, W_OK) != 0 else {
                return try DatabaseQueue(path: path, configuration: configuration)
            }
            let log = FileManager.default.fileExists(atPath: path + "-wal")
            do {
                return try DatabaseQueue(
                    path: log ? path : "\(file.absoluteString)?immutable=1", configuration: configuration)
            } catch let error as DatabaseError
                where log && [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
            {
                let problem =
                    "can't be read in a folder that can't be written to: its newest changes are in '\(path)-wal'. "
                    + "Copy both files to another folder"
                throw DatabaseOpenError(path: path, problem: problem, cause: error)
            }
        } catch {
            throw error as? DatabaseOpenError ?? DatabaseOpenError(path: path, cause: error)
        }
    }
}

/// Makes an empty file that only its owner can read and write (mode 0600), unless there is one.
///
/// Never opens a file that is there: closing it would take away the locks that SQLite has on it in this process.
/// - Returns: `errno` when nothing was made, else 0.
func makeFileForItsOwnerOnly(_ path: String) -> Int32 {
    let file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
    guard file >= 0 else { return errno }
    close(file)
    return 0
}
