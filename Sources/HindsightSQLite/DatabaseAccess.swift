import Foundation
import GRDB
import HindsightDomain
import LiveSQLite
import Logging

/// A database with its clock: it runs accesses, and turns their errors into ``StoreError``.
///
/// A failure of the database is logged here, once, with the name of the store's function: a page shows it to its
/// visitor and continues, so callers don't log it.
struct DatabaseAccess: Sendable {
    let database: SQLiteDatabase
    let clock: WallClock
    let logger: Logger

    /// The current time, as it is stored.
    var now: StoredTime { StoredTime(clock()) }

    /// Reads on the calling thread. Each statement is a snapshot of its own, so values that belong together are read by
    /// one statement.
    func read<T>(for function: StaticString = #function, _ body: (Database) throws -> T) throws -> T {
        do {
            try Task.checkCancellation()
            return try database.read(body)
        } catch {
            throw storeError(error, function)
        }
    }

    /// Runs one transaction. Its changes are on the disk when this returns, and undone when `body` throws. See
    /// ``WriteQueue``.
    func write<T: Sendable>(
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
    func writeLater(
        for function: StaticString = #function, _ body: @escaping @Sendable (Database) throws -> Void,
        committed: @escaping @Sendable () -> Void
    ) {
        database.writes.writeLater(body, committed: committed) { _ = storeError($0, function) }
    }

    /// Runs transactions until one has fewer rows left than a slice, so that other writes get their turn in between.
    ///
    /// - Parameters:
    ///   - slice: maximum number of rows of a transaction.
    ///   - body: changes at most as many rows as its second argument says, and returns their number.
    /// - Returns: the number of all rows.
    func writeInSlices(
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

    private func storeError(_ error: any Error, _ function: StaticString) -> any Error {
        if error is StoreError || error is CancellationError { return error }
        let cause = (error as? DatabaseError).map(SQLiteFailure.init) ?? error
        logger.error(
            "The database did not do its part",
            metadata: ["function": "\(function)", "error": "\(StoreError.unavailable(cause))"])
        return StoreError.unavailable(cause)
    }
}

extension SQLiteFailure {
    init(_ error: DatabaseError) {
        self.init(
            extendedCode: error.extendedResultCode.rawValue,
            message: error.message ?? error.extendedResultCode.description)
    }
}
