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
