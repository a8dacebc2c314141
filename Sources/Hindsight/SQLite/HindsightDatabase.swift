import Foundation
import GRDB

/// The app's database: opened with the settings that keep its promises, and migrated.
///
/// On a file: WAL, so that reading never waits for writing; `synchronous = FULL`, so that what was confirmed survives
/// `kill -9` and a power cut; foreign keys on; 5 s of patience with other processes that use the file. The folder must
/// exist; the file is made when it is missing.
public struct HindsightDatabase: Sendable {
    let writer: any DatabaseWriter

    /// Opens the file at `path` and brings its schema up to date.
    ///
    /// - Throws: ``DatabaseOpenError``, which names the path and says what is wrong with it.
    public init(path: String) throws {
        try self.init(path: path, configure: { _ in })
    }

    /// A database that lives as long as this value, in memory: for tests and for trying things out.
    ///
    /// - Throws: ``DatabaseOpenError``.
    public init() throws {
        try self.init(path: nil, configure: { _ in })
    }

    /// - Parameters:
    ///   - path: `nil` for memory.
    ///   - configure: What a test needs besides, such as a trace.
    init(path: String?, configure: (inout Configuration) -> Void) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.label = "hindsight"
        configure(&configuration)
        do {
            if let path {
                try DatabaseOpenError.checkFolder(of: path)
                let pool = try DatabasePool(path: path, configuration: configuration)
                // After opening: GRDB sets NORMAL when it turns WAL on, and in WAL mode a commit is only sure to be
                // on the disk with FULL.
                try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
                writer = pool
            } else {
                writer = try DatabaseQueue(configuration: configuration)
            }
            let migrator = Schema.migrator
            guard try !writer.read(migrator.hasBeenSuperseded) else {
                throw DatabaseOpenError(path: path, problem: "was made by a later version of Hindsight")
            }
            try migrator.migrate(writer)
        } catch let error as DatabaseOpenError {
            throw error
        } catch {
            throw DatabaseOpenError(path: path, cause: error)
        }
    }

    /// Closes every connection once the accesses in flight are done. Later accesses fail.
    ///
    /// - Throws: What SQLite reports.
    public func close() throws { try writer.close() }
}
