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

    let database: any SQLDatabase
    /// Notifies the open pages of a new entry.
    let changes = Topics<String, Void>()

    func newest() async throws -> [Entry] {
        try await database.query { db in
            var entries: [Entry] = []
            let sql = "SELECT id, name, message FROM entry ORDER BY id DESC LIMIT ?1"
            try db.forEachRow(sql, [Self.shownCount]) { row in
                let name: StoredText = try row.value(1, of: "entry")
                let message: StoredText = try row.value(2, of: "entry")
                entries.append(Entry(id: try row.value(0, of: "entry"), name: name.text, message: message.text))
            }
            return entries
        }
    }

    func add(_ entry: NewEntry) async throws {
        _ = try await database.transaction { db in
            try db.run(
                "INSERT INTO entry (name, message) VALUES (?1, ?2)",
                [StoredText(entry.name.trimmedAtEnds), StoredText(entry.message.trimmedAtEnds)])
        } committed: { _ in
            changes.publish((), of: Self.topic)
        }
    }

    /// Returns the key that the addresses of open pages are signed with.
    func signingKey() async throws -> [UInt8] {
        let key = try await database.query { db in
            try db.first("SELECT key FROM secret", []) { try $0.value(0, of: "secret") as Data }
        }
        return Array(key ?? Data())
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
