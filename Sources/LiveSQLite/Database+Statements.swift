import GRDB

extension Database {
    /// Runs a statement that changes rows, and returns their number, not counting changes by foreign keys and triggers.
    ///
    /// It throws when no transaction is open: SQLite has ended it because of an error that was caught.
    @discardableResult
    public func run(_ sql: String, _ arguments: StatementArguments) throws -> Int {
        guard isInsideTransaction else { throw Self.transactionAborted(sql) }
        try cachedStatement(sql: sql).execute(arguments: arguments)
        return changesCount
    }

    static func transactionAborted(_ sql: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_ABORT, message: "The transaction was aborted", sql: sql)
    }

    /// Calls `read` with each row of a query; the row is valid only during that call.
    public func forEachRow(_ sql: String, _ arguments: StatementArguments, _ read: (ResultRow) throws -> Void) throws {
        let rows = try ResultCursor(cachedStatement(sql: sql), arguments)
        while let row = try rows.next() { try read(row) }
    }

    /// Returns the result of `read` for the first row of a query; nil when there is none.
    public func first<T>(_ sql: String, _ arguments: StatementArguments, _ read: (ResultRow) throws -> T) throws -> T? {
        let rows = try ResultCursor(cachedStatement(sql: sql), arguments)
        // The row is valid only as long as the cursor is alive.
        return try withExtendedLifetime(rows) { try rows.next().map(read) }
    }
}
