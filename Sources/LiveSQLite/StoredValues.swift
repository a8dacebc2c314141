import Foundation
import GRDB
import GRDBSQLite
import LiveSQL

/// Text as it is stored: any Unicode, kept exactly.
///
/// GRDB binds and reads C strings, so a NUL would cut the text short. Text with a NUL is stored as a BLOB of UTF-8, all
/// other text as TEXT, readable with any tool. Columns for it are declared `ANY`, which in a STRICT table keeps either
/// as it is.
extension StoredText: DatabaseValueConvertible {
    /// See `DatabaseValueConvertible`.
    public var databaseValue: DatabaseValue {
        text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
    }

    /// See `DatabaseValueConvertible`.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> StoredText? {
        switch value.storage {
        case .string(let text): StoredText(text)
        case .blob(let data): StoredText(datum: .bytes(data))
        case .null, .int64, .double: nil
        }
    }
}

extension StoredText: StatementColumnConvertible {
    /// See `StatementColumnConvertible`.
    public init?(sqliteStatement: SQLiteStatement, index: CInt) {
        guard sqlite3_column_type(sqliteStatement, index) == SQLITE_BLOB else {
            self.init(String(sqliteStatement: sqliteStatement, index: index))
            return
        }
        self.init(datum: .bytes(Data(sqliteStatement: sqliteStatement, index: index)))
    }
}

extension StoredTime: DatabaseValueConvertible {
    /// See `DatabaseValueConvertible`.
    public var databaseValue: DatabaseValue { milliseconds.databaseValue }

    /// See `DatabaseValueConvertible`.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> StoredTime? {
        Int64.fromDatabaseValue(value).map(StoredTime.init(milliseconds:))
    }
}
