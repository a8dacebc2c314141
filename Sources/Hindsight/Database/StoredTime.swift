import Foundation
import GRDB

/// A time as the database keeps it: whole milliseconds since 1970 as an integer, comparable in SQL.
struct StoredTime: DatabaseValueConvertible, Hashable, Sendable {
    let milliseconds: Int64

    init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Rounded to the nearest, so that a time read from the database is stored as the same number again.
    init(_ date: Date) {
        milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0
    }

    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    var databaseValue: DatabaseValue { milliseconds.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredTime? {
        Int64.fromDatabaseValue(value).map(StoredTime.init(milliseconds:))
    }
}
