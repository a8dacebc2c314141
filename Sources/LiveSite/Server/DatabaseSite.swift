import ArgumentParser
import Foundation
import LiveSQL
import Logging

/// A site whose option for the database names one of several engines. It has a server on any of them, and a command that moves a
/// database from one to another.
///
/// ```swift
/// extension MarketSite: DatabaseSite {
///     static func open(_ database: String, logger: Logger) async throws -> any SQLDatabase {
///         guard PostgresAddress.isAddress(database) else { return try SQLiteDatabase(.market, path: database) }
///         return try await PostgresDatabase.open(.market, at: PostgresAddress(database), logger: logger)
///     }
///
///     static func copy(
///         from source: any SQLDatabase, to target: any SQLDatabase,
///         progress: (_ table: String, _ rowCount: Int) -> Void
///     ) async throws {
///         try await DatabaseCopy(marketTables).run(from: source, to: target, progress: progress)
///     }
/// }
/// ```
public protocol DatabaseSite: ServedSite {
    /// Text that the help of the command `copy` adds, such as about files that are no part of the database.
    static var copyHelp: String { get }

    /// Opens a database, and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - database: a file or an address, as it was typed.
    ///   - logger: the logger for failures of the database.
    /// - Throws: an error whose description says in words what is wrong.
    static func open(_ database: String, logger: Logger) async throws -> any SQLDatabase

    /// Copies all rows into an empty database; see `DatabaseCopy` of `LiveSQL`.
    static func copy(
        from source: any SQLDatabase, to target: any SQLDatabase,
        progress: (_ table: String, _ rowCount: Int) -> Void
    ) async throws
}

extension DatabaseSite {
    public static var copyHelp: String { "" }

    /// Opens a database for as long as `use` takes.
    ///
    /// - Throws: `DatabaseCopyError` for a copy that was cut off; the errors of ``open(_:logger:)``, `use` and of closing.
    public static func withDatabase(
        _ name: String, logger: Logger, _ use: (any SQLDatabase) async throws -> Void
    ) async throws {
        try await withDatabase(name, mayBeIncomplete: false, logger: logger, use)
    }

    /// Opens a database, which may be a copy that was cut off if `mayBeIncomplete` is set.
    fileprivate static func withDatabase(
        _ name: String, mayBeIncomplete: Bool, logger: Logger,
        _ use: (any SQLDatabase) async throws -> Void
    ) async throws {
        let database = try await open(name, logger: logger)
        do {
            if !mayBeIncomplete, try await DatabaseCopy.isIncomplete(in: database) {
                throw DatabaseCopyError.isIncomplete
            }
            try await use(database)
        } catch {
            // A server that can't start, as when its port is in use, leaves its database as one that stops does.
            try? database.close()
            throw error
        }
        try database.close()
    }

    /// Whether a name is an address, and not the path of a file.
    fileprivate static func isAddress(_ name: String) -> Bool { name.contains("://") }
}

/// The command `copy FROM TO` of an app's server.
public struct CopyCommand<Site: DatabaseSite>: AsyncParsableCommand {
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "copy",
            abstract: "Copies a whole database into an empty one: from a file to PostgreSQL, or back.",
            discussion: """
                Each of the two is a file, or postgres://USER@HOST/NAME. No server may run on either of them meanwhile. At \
                the end both are read and compared. A copy that was cut off goes on when the command is run again.
                """ + (Site.copyHelp.isEmpty ? "" : "\n\n\(Site.copyHelp)"))
    }

    @Argument(help: "The database that is read. Its schema is brought up to date.")
    var from: String

    @Argument(help: "The database that is written. It is empty.")
    var to: String

    public init() {}

    public func validate() throws {
        if !Site.isAddress(from), !FileManager.default.fileExists(atPath: from) {
            throw ValidationError("There is no file \(from).")
        }
        if from == to { throw ValidationError("A database can't be copied into itself.") }
    }

    public func run() async throws {
        let logger = Site.makeLogger()
        try await Site.withDatabase(from, logger: logger) { source in
            try await Site.withDatabase(to, mayBeIncomplete: true, logger: logger) { target in
                try await Site.copy(from: source, to: target) { table, rowCount in print("\(table): \(rowCount)") }
            }
        }
        print("The copy is complete.")
    }
}
