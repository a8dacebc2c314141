import Foundation
import GRDB
import LiveSQLite

/// The files of a market: its database, and folders beside it.
package enum MarketFiles {
    /// Returns the folder for files of a kind: market-pictures beside market.sqlite.
    package static func folder(_ kind: String, beside database: String) -> String {
        let suffix = ".sqlite"
        return "\(database.hasSuffix(suffix) ? String(database.dropLast(suffix.count)) : database)-\(kind)"
    }

    /// Copies a database and the pictures that it shows, also while a server uses them. Only their owner can read the copies.
    /// Both are made, or neither.
    ///
    /// - Parameters:
    ///   - database: the database file.
    ///   - copy: the new file. The pictures go into the folder beside it; see ``folder(_:beside:)``.
    /// - Returns: names of pictures that the copied database shows and that are missing: those of products that were removed
    ///   while the pictures were copied.
    /// - Throws: ``LiveSQLite/DatabaseOpenError``, and Foundation's errors, also when one of the copies is there already.
    package static func backUp(_ database: String, to copy: String) throws -> [String] {
        let (pictures, copied) = (folder("pictures", beside: database), folder("pictures", beside: copy))
        try SQLiteDatabase.backUp(.market, database, to: copy)
        do {
            try FileManager.default.createDirectory(
                atPath: copied, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            try? FileManager.default.removeItem(atPath: copy)
            throw error
        }
        do {
            return try PictureFolder.copy(shown(in: copy), from: pictures, to: copied)
        } catch {
            try? FileManager.default.removeItem(atPath: copied)
            try? FileManager.default.removeItem(atPath: copy)
            throw error
        }
    }

    /// The names of the files that a database shows.
    private static func shown(in path: String) throws -> [String] {
        var configuration = Configuration()
        configuration.readonly = true
        let database = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? database.close() }
        let names = try database.read { db in
            try String.fetchAll(db, sql: "SELECT DISTINCT picture.file FROM picture ORDER BY picture.file")
        }
        return names.flatMap { name in
            [name] + (ProductPicture(file: name).map { [$0.smallFile] } ?? [])
        }
    }
}
