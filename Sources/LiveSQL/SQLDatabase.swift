import Foundation
import Logging

/// An engine that a database is on, where statements can't be the same for all.
public enum SQLDialect: CaseIterable, Sendable {
    /// SQLite.
    case sqlite
    /// PostgreSQL.
    case postgres
}

/// A database of any engine, opened and migrated.
public protocol SQLDatabase: Sendable {
    /// The engine.
    var dialect: SQLDialect { get }
    /// The time of this process' last commit; nil when there was none, or a transaction has failed since.
    var lastCommit: ContinuousClock.Instant? { get }

    /// Closes the connections. Later accesses fail.
    ///
    /// - Throws: the engine's error.
    func close() throws

    /// Reads. Each statement is a snapshot of its own, so values that belong together are read by one statement.
    ///
    /// - Parameter body: runs queries. It may run more than once.
    /// - Throws: the engine's error; what `body` throws; `CancellationError`.
    func query<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value

    /// Runs one transaction, as if it ran alone. Its changes are durable when this returns, and undone when `body` throws.
    ///
    /// - Parameters:
    ///   - body: the job. It may run more than once, so its effects besides those on the database may happen twice.
    ///   - committed: called once, after the commit and before this returns. It must not block.
    /// - Throws: the engine's error; what `body` throws; `CancellationError` when the task was cancelled before the job began.
    ///   When a server is lost during the commit, its changes may be there although this throws; `committed` isn't called then.
    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void
    ) async throws -> Value

    /// Runs a transaction that nobody waits for, such as noting that something was used. It may be left out while many
    /// transactions wait: the next use notes it.
    ///
    /// - Parameters:
    ///   - body: the job. It may run more than once.
    ///   - committed: called once, after the commit. It must not block.
    ///   - failed: called with the error of the engine, or that of `body`. It must not block.
    func transactionLater(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Void, committed: @escaping @Sendable () -> Void,
        failed: @escaping @Sendable (any Error) -> Void)

    /// Listens to notifications of all processes, until the task is cancelled or the database is closed. On an engine without
    /// notifications it returns at once.
    ///
    /// - Parameters:
    ///   - channel: reads the name of the channel, on each new connection.
    ///   - handle: called with each payload and a connection for queries, in the order of the commits; with nil when the
    ///     connection is new, so that earlier notifications may have been missed. When it throws, the connection is made anew
    ///     after a pause.
    func subscribe(
        to channel: @escaping @Sendable (any SQLConnection) throws -> String,
        _ handle: @escaping @Sendable (_ payload: String?, _ connection: any SQLConnection) throws -> Void
    ) async

    /// Returns why a job has failed that the database may run later; nil when it would fail again.
    func transientFailure(_ error: any Error) -> TransientFailure?
}

/// A failure of a job that the database may run later.
public enum TransientFailure: Sendable {
    /// The database can't be reached.
    case unreachable
    /// All connections are in use.
    case busy
}

extension SQLDatabase {
    public func transientFailure(_ error: any Error) -> TransientFailure? { nil }

    /// Runs one transaction, after which nothing is to be called; see ``transaction(_:committed:)``.
    @discardableResult
    public func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await transaction(body, committed: { _ in })
    }
}

/// A database as a store uses it on any engine: with the clock of its rows, and with errors that are the store's own.
///
/// ```swift
/// let access = StoreAccess(database, clock: { Date() }, logger: Logger(label: "notes")) { error in
///     error is NoteError ? nil : NoteError.unavailable(error)
/// }
///
/// func note(_ id: Int64) async throws -> Note? {
///     try await access.read { db in
///         try db.first("SELECT text FROM note WHERE id = ?1", [id]) { try Note($0.value(0, of: "note")) }
///     }
/// }
/// ```
///
/// A failure of the database is logged here, once, with the name of the store's function: a page shows it to its visitor and
/// continues, so callers don't log it.
public struct StoreAccess: Sendable {
    /// The database.
    public let database: any SQLDatabase
    /// Returns the current time.
    public let clock: @Sendable () -> Date
    /// The logger for failures of the database.
    public let logger: Logger
    private let failure: @Sendable (any Error) -> (any Error)?

    /// - Parameters:
    ///   - database: the database, opened and migrated.
    ///   - clock: returns the current time.
    ///   - logger: the logger for failures of the database.
    ///   - failure: makes the store's error of one of the database. Its description is logged, so it must not contain anything
    ///     private. Nil for an error that is thrown as it is: a request was wrong, and not the database.
    public init(
        _ database: any SQLDatabase, clock: @escaping @Sendable () -> Date, logger: Logger,
        failure: @escaping @Sendable (any Error) -> (any Error)?
    ) {
        (self.database, self.clock, self.logger, self.failure) = (database, clock, logger, failure)
    }

    /// The current time, as it is stored.
    public var now: StoredTime { StoredTime(clock()) }

    /// Reads; see ``SQLDatabase/query(_:)``.
    ///
    /// - Parameters:
    ///   - function: the store's function, for the log.
    ///   - body: runs one query.
    /// - Throws: the store's error; `CancellationError` when the task is cancelled.
    public func read<Value: Sendable>(
        for function: StaticString = #function, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await read(for: function, failed: { _ in }, body)
    }

    /// Reads.
    ///
    /// - Parameter failed: called with the database's error.
    func read<Value: Sendable>(
        for function: StaticString, failed: (any Error) -> Void,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        do {
            try Task.checkCancellation()
            return try await database.query(body)
        } catch {
            failed(error)
            throw storeError(error, function)
        }
    }

    /// Runs one transaction; see ``SQLDatabase/transaction(_:committed:)``.
    ///
    /// - Parameters:
    ///   - function: the store's function, for the log.
    ///   - body: the job. It may run more than once.
    ///   - committed: called once, after the commit and before this returns. It must not block.
    /// - Throws: the store's error; `CancellationError` when the task was cancelled before the job began.
    @discardableResult
    public func write<Value: Sendable>(
        for function: StaticString = #function, _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void = { _ in }
    ) async throws -> Value {
        do {
            return try await database.transaction(body, committed: committed)
        } catch {
            throw storeError(error, function)
        }
    }

    /// Runs a transaction that nobody waits for; see ``SQLDatabase/transactionLater(_:committed:failed:)``.
    ///
    /// - Parameters:
    ///   - function: the store's function, for the log.
    ///   - body: the job. It may run more than once.
    ///   - committed: called once, after the commit. It must not block.
    public func writeLater(
        for function: StaticString = #function, _ body: @escaping @Sendable (any SQLConnection) throws -> Void,
        committed: @escaping @Sendable () -> Void
    ) {
        database.transactionLater(body, committed: committed) { _ = storeError($0, function) }
    }

    /// Runs transactions until one has fewer rows left than a slice, so that other writes get their turn in between.
    ///
    /// - Parameters:
    ///   - slice: maximum number of rows of a transaction.
    ///   - function: the store's function, for the log.
    ///   - body: changes at most as many rows as its second argument says, and returns their number.
    /// - Returns: the number of all rows.
    /// - Throws: the store's error. What earlier transactions have changed stays.
    public func writeInSlices(
        of slice: Int, for function: StaticString = #function,
        _ body: @escaping @Sendable (any SQLConnection, _ limit: Int) throws -> Int
    ) async throws -> Int {
        var total = 0
        while true {
            let count = try await write(for: function) { db in try body(db, slice) }
            total += count
            if count < slice { return total }
        }
    }

    /// Logs a failure of the database.
    ///
    /// - Returns: the store's error.
    package func storeError(_ error: any Error, _ function: StaticString) -> any Error {
        guard !(error is CancellationError), let failure = failure(error) else { return error }
        logger.error(
            "The database did not do its part", metadata: ["function": "\(function)", "error": "\(failure)"])
        return failure
    }
}

/// The statements on two tables that each server needs. A migration of the app creates them, with further constraints if it
/// likes; `INTEGER` and `BLOB` are `bigint` and `bytea` on PostgreSQL:
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

extension StoreAccess {
    /// Returns the server's secret with a name, such as the key by which the addresses of pages are signed. The first call
    /// stores it; see ``ServerStatements`` for the table.
    ///
    /// - Parameters:
    ///   - name: the name of the secret.
    ///   - new: the value that is stored unless there is one.
    ///   - function: the store's function, for the log.
    /// - Throws: the store's error.
    public func secret(_ name: String, or new: Data, for function: StaticString = #function) async throws -> Data {
        let now = now
        return try await write(for: function) { db in
            // Inserted first, then read: of two servers that start at once, both read the one that was stored.
            try db.run(ServerStatements.insertSecret, [name, new, now])
            let value = try db.first(ServerStatements.secret, [name]) { try $0.value(0, of: "secret") as Data }
            guard let value else { throw UnreadableRow(table: "secret") }
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
        if let last = database.lastCommit, last.duration(to: .now) < interval { return }
        let now = now
        try await write(for: function) { db in try db.run(ServerStatements.probe, [now]) }
    }
}
