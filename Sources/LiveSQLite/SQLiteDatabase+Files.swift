import Foundation
import GRDB

// The operator's commands on a database's file, whether or not a server uses it.
extension SQLiteDatabase {
    /// Copies the database at `path`, as it is at one moment, into a new file that only its owner can read.
    ///
    /// Other connections can use the database meanwhile. The copy is one file and has been checked; see
    /// ``problems(_:inFileAt:)``.
    /// - Throws: ``DatabaseOpenError`` when either file can't be opened, the copy exists already, or the database is
    ///   damaged; then no new file is left behind.
    public static func backUp(_ format: DatabaseFormat, _ path: String, to copyPath: String) throws {
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
            // The copy is in WAL mode like its source, and would get companion files when it is read.
            try copy.inDatabase { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
            try copy.close()
            try source.close()
            let problems = try problems(format, inFileAt: copyPath)
            guard problems.isEmpty else {
                throw DatabaseOpenError(path: path, problem: "is damaged: \(problems.joined(separator: " "))")
            }
        } catch {
            try? FileManager.default.removeItem(atPath: copyPath)
            throw error as? DatabaseOpenError ?? DatabaseOpenError(path: copyPath, cause: error)
        }
    }

    /// Checks the whole database at `path` without changing it, and returns a sentence for each problem found.
    ///
    /// - Throws: ``DatabaseOpenError`` when it can't be read at all.
    public static func problems(_ format: DatabaseFormat, inFileAt path: String) throws -> [String] {
        let file = try openForReading(path)
        do {
            return try file.read { db in
                let (migrator, name) = (format.migrator, format.name)
                if try migrator.appliedIdentifiers(db).isEmpty { return ["It is no database of \(name)."] }
                if try migrator.hasBeenSuperseded(db) { return ["It was made by a later version of \(name)."] }
                let broken = try migrator.hasCompletedMigrations(db) ? format.check(db) : []
                return try unsound(db) + orphans(db) + broken
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

    /// Opens the database as it is: no file is created and no migration applied.
    ///
    /// In a folder that can't be written to, SQLite reads a database in WAL mode only when it is told that nothing else
    /// changes it (https://www.sqlite.org/wal.html#readonly). That is true where no server has left companion files.
    /// The `immutable=1` address is understood by an SQLite that was built with `SQLITE_USE_URI`, as Debian's and
    /// Apple's are.
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

/// Creates an empty file that only its owner can read and write (mode 0600), unless there is one.
///
/// An existing file is never opened: closing it would release the locks that SQLite has on it in this process.
/// - Returns: `errno` when no file was created, else 0.
func makeFileForItsOwnerOnly(_ path: String) -> Int32 {
    let file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
    guard file >= 0 else { return errno }
    close(file)
    return 0
}
