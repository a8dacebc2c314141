import Foundation
import GRDB

/// Text as the database keeps it: any Unicode, and exactly what was put in.
///
/// GRDB binds and reads C strings, so a NUL would cut the text short. Text with a NUL is kept as a BLOB of UTF-8; all
/// other text as TEXT, readable with any tool. Columns that hold it are declared `ANY`, which in a STRICT table keeps
/// either as it is.
struct StoredText: DatabaseValueConvertible, Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    var databaseValue: DatabaseValue {
        text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredText? {
        switch value.storage {
        case .string(let text): StoredText(text)
        case .blob(let data): String(validating: data, as: UTF8.self).map(StoredText.init)
        case .null, .int64, .double: nil
        }
    }
}

/// A time as the database keeps it: whole milliseconds since 1970 as an integer, comparable in SQL.
struct StoredTime: DatabaseValueConvertible, Hashable, Sendable {
    let milliseconds: Int64

    init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Rounded to the nearest, so that a time read from the database is stored as the same number again.
    init(_ date: Date) {
        milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0
    }

    /// So much later.
    func adding(_ duration: Duration) -> StoredTime { StoredTime(milliseconds: milliseconds + duration.milliseconds) }

    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    var databaseValue: DatabaseValue { milliseconds.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredTime? {
        Int64.fromDatabaseValue(value).map(StoredTime.init(milliseconds:))
    }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}

// Domain values that are one column each.
extension GoalID: DatabaseValueConvertible {}
extension StepID: DatabaseValueConvertible {}
extension AccountID: DatabaseValueConvertible {}
extension Box: DatabaseValueConvertible {}
extension Celebration: DatabaseValueConvertible {}
extension Jewel.Color: DatabaseValueConvertible {}
extension Jewel.Shape: DatabaseValueConvertible {}
extension Language: DatabaseValueConvertible {}
extension Theme: DatabaseValueConvertible {}
extension TimeZoneID: DatabaseValueConvertible {}
extension Level: DatabaseValueConvertible {}
extension ReviewStyle: DatabaseValueConvertible {}
extension DraftField: DatabaseValueConvertible {}

extension CalendarDate: DatabaseValueConvertible {
    /// ISO 8601 text, which sorts as the days do.
    public var databaseValue: DatabaseValue { description.databaseValue }

    /// `nil` for what is no such text.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> CalendarDate? {
        String.fromDatabaseValue(value).flatMap { CalendarDate($0) }
    }
}
