import Foundation
import GRDB
@_exported import LiveSQL
import Logging

/// A database as a store uses it: with the clock of its rows, and with errors that are the store's own.
///
/// ```swift
/// let access = DatabaseAccess(database, clock: { Date() }, logger: Logger(label: "notes")) { NoteError.unavailable($0) }
///
/// func note(_ id: Int64) throws -> Note? {
///     try access.read { db in try db.first("SELECT text FROM note WHERE id = ?", [id]) { Note($0) } }
/// }
/// ```
///
/// A failure of the database is logged here, once, with the name of the store's function: a page shows it to its
/// visitor and continues, so callers don't log it. An error that is a refusal (``DatabaseFormat/isRefusal``) and a
/// `CancellationError` are thrown as they are.
public struct DatabaseAccess: Sendable {
    /// The database, opened and migrated.
    public let database: SQLiteDatabase
    /// The same for statements that any engine reads.
    public let shared: StoreAccess

    /// - Parameters:
    ///   - database: the database, opened and migrated.
    ///   - clock: returns the current time.
    ///   - logger: the logger for failures of the database.
    ///   - failure: makes the store's error of one that isn't a refusal, such as a `DatabaseError` or `UnreadableRow`. Its
    ///     description is logged, so it must not contain anything private.
    public init(
        _ database: SQLiteDatabase, clock: @escaping @Sendable () -> Date, logger: Logger,
        failure: @escaping @Sendable (any Error) -> any Error
    ) {
        self.database = database
        shared = StoreAccess(database, clock: clock, logger: logger) { [writes = database.writes] error in
            writes.isRefusal(error) ? nil : failure(error)
        }
    }

    /// Returns the current time.
    public var clock: @Sendable () -> Date { shared.clock }

    /// The logger for failures of the database.
    public var logger: Logger { shared.logger }

    /// The current time, as it is stored.
    public var now: StoredTime { shared.now }

    /// Reads on the calling thread. Each statement is a snapshot of its own, so values that belong together are read by
    /// one statement.
    ///
    /// Inlinable, so that it is compiled for the type of the answer.
    /// - Parameters:
    ///   - function: the store's function, for the log.
    ///   - body: runs one statement.
    /// - Throws: the store's error; `CancellationError` when the task is cancelled.
    @inlinable
    public func read<T>(for function: StaticString = #function, _ body: (Database) throws -> T) throws -> T {
        do {
            try Task.checkCancellation()
            return try database.read(body)
        } catch {
            throw storeError(error, function)
        }
    }

    /// Runs one transaction. Its changes are on the disk when this returns, and undone when `body` throws.
    ///
    /// - Parameters:
    ///   - function: the store's function, for the log.
    ///   - body: the job, see ``WriteQueue/write(_:committed:)``. It may run more than once.
    ///   - committed: called once, after the commit and before this returns. It must not block.
    /// - Throws: the store's error; `CancellationError` when the task was cancelled before the job was begun.
    public func write<T: Sendable>(
        for function: StaticString = #function, _ body: @escaping @Sendable (Database) throws -> T,
        committed: @escaping @Sendable (T) -> Void = { _ in }
    ) async throws -> T {
        do {
            return try await database.writes.write(body, committed: committed)
        } catch {
            throw storeError(error, function)
        }
    }

    /// Adds a job whose result nobody waits for; see ``WriteQueue/writeLater(_:committed:failed:)``.
    ///
    /// - Parameters:
    ///   - function: the store's function, for the log.
    ///   - body: the job. It may run more than once.
    ///   - committed: called once, after the commit. It must not block.
    public func writeLater(
        for function: StaticString = #function, _ body: @escaping @Sendable (Database) throws -> Void,
        committed: @escaping @Sendable () -> Void
    ) {
        database.writes.writeLater(body, committed: committed) { _ = storeError($0, function) }
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
        _ body: @escaping @Sendable (Database, _ limit: Int) throws -> Int
    ) async throws -> Int {
        var total = 0
        while true {
            let count = try await write(for: function) { db in try body(db, slice) }
            total += count
            if count < slice { return total }
        }
    }

    @usableFromInline
    func storeError(_ error: any Error, _ function: StaticString) -> any Error { shared.storeError(error, function) }
}
