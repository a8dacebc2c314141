import Foundation
import GRDB
import GRDBSQLite

/// Text as it is stored: any Unicode, kept exactly.
///
/// GRDB binds and reads C strings, so a NUL would cut the text short. Text with a NUL is stored as a BLOB of UTF-8, all
/// other text as TEXT, readable with any tool. Columns for it are declared `ANY`, which in a STRICT table keeps either
/// as it is.
public struct StoredText: DatabaseValueConvertible, Hashable, Sendable {
    /// The text itself.
    public let text: String

    /// - Parameter text: any Unicode.
    public init(_ text: String) { self.text = text }

    /// See `DatabaseValueConvertible`.
    public var databaseValue: DatabaseValue {
        text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
    }

    /// See `DatabaseValueConvertible`.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> StoredText? {
        switch value.storage {
        case .string(let text): StoredText(text)
        case .blob(let data): String(validating: data, as: UTF8.self).map(StoredText.init)
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
        let data = Data(sqliteStatement: sqliteStatement, index: index)
        guard let text = String(validating: data, as: UTF8.self) else { return nil }
        self.init(text)
    }
}

/// A time as it is stored: whole milliseconds since 1970 as an integer, comparable in SQL.
public struct StoredTime: DatabaseValueConvertible, Hashable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    /// - Parameter milliseconds: the milliseconds since 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Rounds to the nearest millisecond, so that a time read from the database is stored as the same number again. A
    /// date that doesn't fit becomes 0.
    public init(_ date: Date) {
        milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0
    }

    /// Returns the time that is later by a duration.
    public func adding(_ duration: Duration) -> StoredTime {
        StoredTime(milliseconds: milliseconds + duration.milliseconds)
    }

    /// The same time as a Foundation date.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// See `DatabaseValueConvertible`.
    public var databaseValue: DatabaseValue { milliseconds.databaseValue }

    /// See `DatabaseValueConvertible`.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> StoredTime? {
        Int64.fromDatabaseValue(value).map(StoredTime.init(milliseconds:))
    }
}

extension StoredTime: Comparable {
    /// Whether the left time is earlier.
    public static func < (lhs: StoredTime, rhs: StoredTime) -> Bool { lhs.milliseconds < rhs.milliseconds }
}

extension Duration {
    /// Whole milliseconds, rounded toward zero.
    package var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
