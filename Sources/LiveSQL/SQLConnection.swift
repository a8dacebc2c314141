/// A connection to an SQL database, as a store uses it in a query or a transaction. It is valid only during that.
///
/// ### The language of statements
/// A statement is written once, in what SQLite and PostgreSQL both read, with the parameters `?1`, `?2`, … Two of SQLite's
/// hints may stand in it, which other engines leave out: `INDEXED BY index` behind a table, and `CROSS JOIN` for a join that
/// is done in the written order. Three functions of SQLite may stand in it, too, written as here, for which other engines have another name:
///
/// - `min` and `max` of several values. When one is NULL, the result is NULL on SQLite, and that of the others on PostgreSQL.
/// - `json_each(?1)` behind `FROM` or `JOIN`, with the column `value`: the texts of a JSON array, one in a row.
/// - `group_concat(text, separator)`.
///
/// A statement that can't be written for all engines is written once for each ``SQLDialect``, in one place.
public protocol SQLConnection {
    /// Number of rows that ``run(_:_:)`` and ``insert(_:_:)`` have changed on this connection. It only rises: if a transaction
    /// reads it twice and it is the same, nothing was changed in between. Whether changes by triggers and foreign keys count
    /// depends on the engine.
    var changedRowCount: Int { get }

    /// Runs a statement that changes rows, and returns their number, not counting changes by foreign keys.
    ///
    /// - Parameters:
    ///   - sql: a constant text: it is prepared once for each connection.
    ///   - values: the parameters.
    /// - Throws: the engine's error.
    @discardableResult
    func run(_ sql: String, _ values: [any SQLValue]) throws -> Int

    /// Runs an `INSERT` of one row into a table whose key `id` the database gives, and returns that key.
    ///
    /// - Throws: the engine's error.
    func insert(_ sql: String, _ values: [any SQLValue]) throws -> Int64

    /// Calls `read` with each row of a query; the row is valid only during that call.
    ///
    /// - Throws: the engine's error; what `read` throws.
    func forEachRow(_ sql: String, _ values: [any SQLValue], _ read: (SQLRow) throws -> Void) throws

    /// Returns the result of `read` for the first row of a query; nil when there is none.
    ///
    /// - Throws: the engine's error; what `read` throws.
    func first<Value>(_ sql: String, _ values: [any SQLValue], _ read: (SQLRow) throws -> Value) throws -> Value?
}

/// The columns of a row, as an engine has them.
public protocol SQLColumns {
    /// Returns what is in a column.
    func datum(_ index: Int) -> SQLDatum

    /// Whether a column is NULL.
    func isNull(_ index: Int) -> Bool
}

/// A row of a query, whose columns are read by their indexes, from 0 on.
///
/// A type of its own and no protocol, so that what reads a value is compiled for the value's type.
public struct SQLRow {
    @usableFromInline let columns: any SQLColumns

    /// Creates the row that an engine has read.
    @inlinable
    public init(_ columns: any SQLColumns) { self.columns = columns }

    /// Returns what is in a column.
    @inlinable
    public func datum(_ index: Int) -> SQLDatum { columns.datum(index) }

    /// Whether a column is NULL.
    @inlinable
    public func isNull(_ index: Int) -> Bool { columns.isNull(index) }

    /// Returns the value of a column; nil for NULL, and for what is no such value.
    @inlinable
    public subscript<Value: SQLValue>(index: Int) -> Value? { Value(datum: columns.datum(index)) }

    /// Returns a value that must be there, or that may be NULL if it is an optional.
    ///
    /// - Parameters:
    ///   - index: the column.
    ///   - table: the name of the table, for the error.
    /// - Throws: ``UnreadableRow`` for what is no such value.
    @inlinable
    public func value<Value: SQLValue>(_ index: Int, of table: String) throws -> Value {
        guard let value = Value(datum: columns.datum(index)) else { throw UnreadableRow(table: table) }
        return value
    }
}

/// An error for a stored row that the app can't read: the database was changed by another program, or by a later version.
public struct UnreadableRow: Error, CustomStringConvertible {
    /// The name of the table.
    public let table: String

    /// - Parameter table: the name of the table.
    public init(table: String) { self.table = table }

    /// The table, for logs.
    public var description: String { "A row of table '\(table)' can't be read." }
}
