import Foundation
import GRDB
import GRDBSQLite
@_exported import LiveSQL

extension SQLiteDatabase: SQLDatabase {
    /// SQLite.
    public var dialect: SQLDialect { .sqlite }

    /// See `SQLDatabase`.
    public var lastCommit: ContinuousClock.Instant? { writes.lastSuccess }

    /// Reads on the calling thread.
    public func query<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try queryNow(body)
    }

    /// Reads on the calling thread, where nothing can be awaited; see ``query(_:)``.
    public func queryNow<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
        try read { db in try body(SQLiteConnection(db)) }
    }

    /// Adds a job to ``writes``.
    public func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void
    ) async throws -> Value {
        try await writes.write({ db in try body(SQLiteConnection(db)) }, committed: committed)
    }

    /// Adds a job to ``writes``; see ``WriteQueue/writeLater(_:committed:failed:)``.
    public func transactionLater(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Void, committed: @escaping @Sendable () -> Void,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        writes.writeLater({ db in try body(SQLiteConnection(db)) }, committed: committed, failed: failed)
    }

    /// Returns at once.
    public func subscribe(
        to channel: @escaping @Sendable (any SQLConnection) throws -> String,
        _ handle: @escaping @Sendable (String?, any SQLConnection) throws -> Void
    ) async {}
}

/// A connection as a store for any engine uses it.
///
/// It binds and steps by itself: GRDB's arguments would be three lists of the same values for each statement.
package struct SQLiteConnection: SQLConnection {
    private let db: Database

    package init(_ db: Database) { self.db = db }

    package var changedRowCount: Int { db.totalChangesCount }

    /// It throws when no transaction is open: SQLite has ended it because of an error that was caught.
    package func run(_ sql: String, _ values: [any SQLValue]) throws -> Int {
        guard db.isInsideTransaction else { throw Database.transactionAborted(sql) }
        try withStatement(sql, values) { statement in
            while try step(statement, sql) {}
        }
        return db.changesCount
    }

    /// `RETURNING` would make a table for its row.
    package func insert(_ sql: String, _ values: [any SQLValue]) throws -> Int64 {
        _ = try run(sql, values)
        return db.lastInsertedRowID
    }

    package func forEachRow(_ sql: String, _ values: [any SQLValue], _ read: (SQLRow) throws -> Void) throws {
        try withStatement(sql, values) { statement in
            while try step(statement, sql) { try read(SQLRow(ResultRow(statement: statement))) }
        }
    }

    package func first<Value>(
        _ sql: String, _ values: [any SQLValue], _ read: (SQLRow) throws -> Value
    ) throws -> Value? {
        try withStatement(sql, values) { statement in
            try step(statement, sql) ? try read(SQLRow(ResultRow(statement: statement))) : nil
        }
    }

    private func withStatement<Value>(
        _ sql: String, _ values: [any SQLValue], _ use: (SQLiteStatement) throws -> Value
    ) throws -> Value {
        let prepared = try db.cachedStatement(sql: sql)
        let statement = prepared.sqliteStatement
        return try withExtendedLifetime(prepared) {
            guard sqlite3_bind_parameter_count(statement) == values.count else {
                throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "Wrong number of values", sql: sql)
            }
            // A reset returns the error of the last step, which has been thrown by then.
            defer {
                sqlite3_reset(statement)
                sqlite3_clear_bindings(statement)
            }
            var index: CInt = 0
            for value in values {
                index += 1
                let code = value.datum.bind(to: statement, at: index)
                if code != SQLITE_OK { throw failure(code, sql) }
            }
            return try use(statement)
        }
    }

    /// Goes to the next row.
    ///
    /// - Returns: false when there is none.
    private func step(_ statement: SQLiteStatement, _ sql: String) throws -> Bool {
        let code = sqlite3_step(statement)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else { throw failure(code, sql) }
        return false
    }

    private func failure(_ code: CInt, _ sql: String) -> DatabaseError {
        let message = db.sqliteConnection.map { String(cString: sqlite3_errmsg($0)) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    }
}

extension SQLDatum {
    /// Binds the value, of which SQLite makes a copy.
    fileprivate func bind(to statement: SQLiteStatement, at index: CInt) -> CInt {
        // SQLITE_TRANSIENT, a macro with a cast, which Swift doesn't import.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch self {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let number): return sqlite3_bind_int64(statement, index, number)
        case .real(let number): return sqlite3_bind_double(statement, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                // A value without bytes is not NULL.
                guard let start = bytes.baseAddress, !bytes.isEmpty else {
                    return sqlite3_bind_text(statement, index, "", 0, copied)
                }
                // SQLite would take U+0000 for the end of a text.
                guard !bytes.contains(0) else {
                    return sqlite3_bind_blob(statement, index, start, CInt(bytes.count), copied)
                }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    sqlite3_bind_text(statement, index, $0, CInt(bytes.count), copied)
                }
            }
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress, !bytes.isEmpty else {
                    return sqlite3_bind_zeroblob(statement, index, 0)
                }
                return sqlite3_bind_blob(statement, index, start, CInt(bytes.count), copied)
            }
        }
    }
}

extension Database {
    static func transactionAborted(_ sql: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_ABORT, message: "The transaction was aborted", sql: sql)
    }
}

/// The current row of a query. It is valid until the next row is read.
private struct ResultRow: SQLColumns {
    let statement: SQLiteStatement

    func isNull(_ index: Int) -> Bool { sqlite3_column_type(statement, CInt(index)) == SQLITE_NULL }

    func datum(_ index: Int) -> SQLDatum {
        let column = CInt(index)
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT: return .text(String(sqliteStatement: statement, index: column))
        case SQLITE_BLOB: return .bytes(Data(sqliteStatement: statement, index: column))
        default: return .null
        }
    }
}
