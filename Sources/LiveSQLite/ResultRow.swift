import Foundation
import GRDB
import GRDBSQLite

/// The current row of a query, whose columns are read by their indexes.
///
/// It is valid until the next row is read. GRDB's `Row` also finds columns by their names: for that it makes a
/// dictionary of them whenever a query is run, which takes longer than reading all columns.
public struct ResultRow {
    @usableFromInline let statement: SQLiteStatement

    /// Whether a column is NULL.
    @inlinable
    public func hasNull(atIndex index: Int) -> Bool { sqlite3_column_type(statement, CInt(index)) == SQLITE_NULL }

    /// The value of a column. NULL and what is no such value are nil for an optional, and end the process otherwise.
    @inlinable
    public subscript<Value: StatementColumnConvertible>(index: Int) -> Value {
        Value.fromStatement(statement, atUncheckedIndex: CInt(index)) ?? Self.missing(in: index)
    }

    /// Returns nil as an optional: GRDB reads only NULL as such.
    @usableFromInline
    static func missing<Value>(in index: Int) -> Value {
        if let type = Value.self as? any ExpressibleByNilLiteral.Type, let none = type.init(nilLiteral: ()) as? Value {
            return none
        }
        preconditionFailure("A value was expected in column \(index).")
    }

    /// Returns a value that must be there.
    ///
    /// - Parameters:
    ///   - index: the column.
    ///   - table: the name of the table, for the error.
    /// - Throws: `UnreadableRow` for NULL, and for what is no such value.
    @inlinable
    public func value<Value: StatementColumnConvertible>(_ index: Int, of table: String) throws -> Value {
        guard let value = self[index] as Value? else { throw UnreadableRow(table: table) }
        return value
    }

    /// The text of a column that holds `StoredText`; nil for NULL, and for bytes that are no text.
    public func text(_ index: Int) -> String? { (self[index] as StoredText?)?.text }
}

/// A running query.
final class ResultCursor: DatabaseCursor {
    typealias Element = ResultRow

    let _statement: Statement
    var _isDone = false

    init(_ statement: Statement, _ arguments: StatementArguments) throws {
        _statement = statement
        try statement.setArguments(arguments)
    }

    deinit {
        // Ends the read transaction. It returns the error of the last step, which has been thrown by then.
        sqlite3_reset(_statement.sqliteStatement)
    }

    func _element(sqliteStatement: SQLiteStatement) -> ResultRow { ResultRow(statement: sqliteStatement) }
}
