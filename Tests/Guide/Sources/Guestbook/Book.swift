import Foundation
import GRDB
import Live
import LiveSQLite

/// An entry as it was typed.
struct NewEntry: Sendable {
    enum Field { case name, message }

    /// Maximum numbers of characters.
    static let nameLimit = 40, messageLimit = 300

    var name = "", message = ""

    /// The fields that can't be accepted, each with the reason.
    var faults: [Field: TextFault] {
        var faults: [Field: TextFault] = [:]
        faults[.name] = name.fault(limit: Self.nameLimit)
        faults[.message] = message.fault(limit: Self.messageLimit)
        return faults
    }
}

/// An entry as it is stored.
struct Entry: Hashable, Sendable {
    let id: Int64
    let name, message: String
}

/// The stored entries.
struct Book: Sendable {
    /// Number of entries that are shown.
    static let shownCount = 50
    /// The only topic of the changes.
    static let topic = "entries"

    let database: SQLiteDatabase
    /// Notifies the open pages of a new entry.
    let changes = Topics<String, Void>()

    func newest() throws -> [Entry] {
        let sql = "SELECT id, name, message FROM entry ORDER BY id DESC LIMIT ?"
        return try database.read { db in
            var entries: [Entry] = []
            try db.forEachRow(sql, [Self.shownCount]) { row in
                entries.append(Entry(id: row[0], name: row.text(1) ?? "", message: row.text(2) ?? ""))
            }
            return entries
        }
    }

    func add(_ entry: NewEntry) async throws {
        _ = try await database.writes.write { db in
            try db.run(
                "INSERT INTO entry (name, message) VALUES (?, ?)",
                [StoredText(entry.name.trimmedAtEnds), StoredText(entry.message.trimmedAtEnds)])
        } committed: { _ in
            changes.publish((), of: Self.topic)
        }
    }

    /// Returns the key that the addresses of open pages are signed with.
    func signingKey() throws -> [UInt8] {
        try database.read { db in try Data.fetchOne(db, sql: "SELECT key FROM secret").map(Array.init) ?? [] }
    }
}

extension DatabaseFormat {
    static let guestbook = DatabaseFormat(name: "Guestbook", migrator: migrator)

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("entries") { db in
            try db.execute(
                sql: """
                    CREATE TABLE entry (
                        id INTEGER PRIMARY KEY,
                        name ANY NOT NULL,
                        message ANY NOT NULL
                    ) STRICT
                    """)
        }
        migrator.registerMigration("signing key") { db in
            let key = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) })
            try db.execute(sql: "CREATE TABLE secret (key BLOB NOT NULL) STRICT")
            try db.execute(sql: "INSERT INTO secret (key) VALUES (?)", arguments: [key])
        }
        return migrator
    }
}
