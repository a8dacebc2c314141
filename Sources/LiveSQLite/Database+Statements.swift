import GRDB

extension Database {
    /// Runs a statement that changes rows, and tells how many, not counting what foreign keys and triggers changed.
    @discardableResult
    public func run(_ sql: String, _ arguments: StatementArguments) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: arguments)
        return changesCount
    }

    /// Gives `read` each row of a query; the row is valid there only.
    public func forEachRow(_ sql: String, _ arguments: StatementArguments, _ read: (Row) throws -> Void) throws {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() { try read(row) }
    }

    /// What `read` makes of the first row of a query; nil when there is none.
    public func first<T>(_ sql: String, _ arguments: StatementArguments, _ read: (Row) throws -> T) throws -> T? {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        // The end of the cursor would take the row with it.
        return try withExtendedLifetime(rows) { try rows.next().map(read) }
    }
}

/// A stored row that the app can't read: the file was changed by something else, or by a later version.
public struct UnreadableRow: Error, CustomStringConvertible {
    /// The name of the table.
    public let table: String

    /// - Parameter table: the name of the table.
    public init(table: String) { self.table = table }

    /// The table, for logs.
    public var description: String { "A row of table '\(table)' can't be read." }
}
