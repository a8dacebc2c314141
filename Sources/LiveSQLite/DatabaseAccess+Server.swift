import Foundation
import GRDB

/// The statements on two tables that each server needs. A migration of the app creates them, with further constraints if it
/// likes:
///
/// ```sql
/// -- Values that only the server knows.
/// CREATE TABLE secret (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL, createdAt INTEGER NOT NULL) STRICT;
/// -- One row, which is written to find out whether the database accepts writes.
/// CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), writtenAt INTEGER NOT NULL) STRICT;
/// ```
public enum ServerStatements {
    /// Stores the secret `?2` at the time `?3` unless there is one with the name `?1`.
    public static let insertSecret = """
        INSERT INTO secret (name, value, createdAt) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO NOTHING
        """

    /// Reads the secret with the name `?1`.
    public static let secret = "SELECT secret.value FROM secret WHERE secret.name = ?1"

    /// Writes the time `?1`.
    public static let probe = """
        INSERT INTO probe (id, writtenAt) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET writtenAt = excluded.writtenAt
        """

    /// All of them, for a test of the app's statements.
    public static let all = [insertSecret, secret, probe]
}

extension DatabaseAccess {
    /// Returns the server's secret with a name, such as the key by which the addresses of pages are signed. The first call
    /// stores it; see ``ServerStatements`` for the table.
    ///
    /// - Parameters:
    ///   - name: the name of the secret.
    ///   - new: the value that is stored unless there is one.
    ///   - function: the store's function, for the log.
    /// - Throws: the store's error.
    public func secret(_ name: String, or new: Data, for function: StaticString = #function) async throws -> Data {
        try await write(for: function) { db in
            // Inserted first, then read: of two servers that start at once, both read the one that was stored.
            try db.run(ServerStatements.insertSecret, [name, new, now])
            guard let value = try db.first(ServerStatements.secret, [name], { $0[0] as Data? }) ?? nil
            else { throw UnreadableRow(table: "secret") }
            return value
        }
    }

    /// Checks that the database accepts writes. It writes only if nothing was written for a while; see ``ServerStatements``
    /// for the table.
    ///
    /// - Parameters:
    ///   - interval: the time after a successful write during which this does not write.
    ///   - function: the store's function, for the log.
    /// - Throws: the store's error.
    public func ping(interval: Duration, for function: StaticString = #function) async throws {
        if let last = database.writes.lastSuccess, last.duration(to: .now) < interval { return }
        _ = try await write(for: function) { db in try db.run(ServerStatements.probe, [now]) }
    }
}
