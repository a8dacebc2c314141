import Foundation

/// A value in a column or a parameter.
///
/// | | SQLite | PostgreSQL |
/// |---|---|---|
/// | `integer` | `INTEGER` | `bigint`; `integer`, `smallint` and `boolean` are read, too |
/// | `real` | `REAL` | `double precision`; `real` is read, too |
/// | `text` | `TEXT`, and a `BLOB` if U+0000 is in it | `text`; see below |
/// | `bytes` | `BLOB` | `bytea` |
///
/// No text is changed by being stored, and two texts are the same in the database if they have the same code points. PostgreSQL
/// stores no U+0000: there it is written as U+10FFFF and `0`, and U+10FFFF as itself and `1`.
public enum SQLDatum: Hashable, Sendable {
    /// NULL.
    case null
    /// A whole number.
    case integer(Int64)
    /// A number of 64 bits in floating point.
    case real(Double)
    /// A text.
    case text(String)
    /// Bytes of any meaning.
    case bytes(Data)
}

/// A type whose values take one column each.
public protocol SQLValue: Sendable {
    /// The value as it is stored.
    var datum: SQLDatum { get }

    /// Reads a value; nil for what is no such value.
    init?(datum: SQLDatum)
}

extension SQLValue where Self: RawRepresentable, RawValue: SQLValue {
    /// The raw value as it is stored.
    @inlinable public var datum: SQLDatum { rawValue.datum }

    /// Reads a raw value; nil for what is no such value.
    @inlinable public init?(datum: SQLDatum) {
        guard let value = RawValue(datum: datum) else { return nil }
        self.init(rawValue: value)
    }
}

/// Any value, for columns and parameters of several types.
extension SQLDatum: SQLValue {
    @inlinable public var datum: SQLDatum { self }

    @inlinable public init?(datum: SQLDatum) { self = datum }
}

extension Int64: SQLValue {
    @inlinable public var datum: SQLDatum { .integer(self) }

    @inlinable public init?(datum: SQLDatum) {
        guard case .integer(let number) = datum else { return nil }
        self = number
    }
}

extension Int: SQLValue {
    @inlinable public var datum: SQLDatum { .integer(Int64(self)) }

    @inlinable public init?(datum: SQLDatum) {
        guard case .integer(let number) = datum else { return nil }
        self.init(number)
    }
}

extension Double: SQLValue {
    @inlinable public var datum: SQLDatum { .real(self) }

    @inlinable public init?(datum: SQLDatum) {
        guard case .real(let number) = datum else { return nil }
        self = number
    }
}

/// 0 or 1.
extension Bool: SQLValue {
    @inlinable public var datum: SQLDatum { .integer(self ? 1 : 0) }

    @inlinable public init?(datum: SQLDatum) {
        switch datum {
        case .integer(0): self = false
        case .integer(1): self = true
        default: return nil
        }
    }
}

extension String: SQLValue {
    @inlinable public var datum: SQLDatum { .text(self) }

    @inlinable public init?(datum: SQLDatum) {
        guard case .text(let text) = datum else { return nil }
        self = text
    }
}

extension Data: SQLValue {
    @inlinable public var datum: SQLDatum { .bytes(self) }

    @inlinable public init?(datum: SQLDatum) {
        guard case .bytes(let bytes) = datum else { return nil }
        self = bytes
    }
}

/// 16 bytes.
extension UUID: SQLValue {
    public var datum: SQLDatum { .bytes(withUnsafeBytes(of: uuid) { Data($0) }) }

    public init?(datum: SQLDatum) {
        guard case .bytes(let bytes) = datum, bytes.count == 16 else { return nil }
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

/// NULL is nil.
extension Optional: SQLValue where Wrapped: SQLValue {
    @inlinable public var datum: SQLDatum { self?.datum ?? .null }

    @inlinable public init?(datum: SQLDatum) {
        if case .null = datum {
            self = .none
        } else if let value = Wrapped(datum: datum) {
            self = .some(value)
        } else {
            return nil
        }
    }
}

/// Any text, kept exactly, in a column that takes what SQLite makes of U+0000: see ``SQLDatum``.
public struct StoredText: SQLValue, Hashable {
    /// The text itself.
    public let text: String

    /// - Parameter text: any Unicode.
    @inlinable public init(_ text: String) { self.text = text }

    @inlinable public var datum: SQLDatum { .text(text) }

    @inlinable public init?(datum: SQLDatum) {
        switch datum {
        case .text(let text): self.init(text)
        case .bytes(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            self.init(text)
        case .null, .integer, .real: return nil
        }
    }
}

/// A time as it is stored: whole milliseconds since 1970 as an integer, comparable in SQL.
public struct StoredTime: SQLValue, Hashable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    /// - Parameter milliseconds: the milliseconds since 1970-01-01T00:00:00Z.
    @inlinable public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Rounds to the nearest millisecond, so that a time read from the database is stored as the same number again. A
    /// date that doesn't fit becomes 0.
    public init(_ date: Date) {
        milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0
    }

    @inlinable public var datum: SQLDatum { .integer(milliseconds) }

    @inlinable public init?(datum: SQLDatum) {
        guard let milliseconds = Int64(datum: datum) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// Returns the time that is later by a duration.
    public func adding(_ duration: Duration) -> StoredTime {
        StoredTime(milliseconds: milliseconds + duration.milliseconds)
    }

    /// The same time as a Foundation date.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension StoredTime: Comparable {
    /// Whether the left time is earlier.
    public static func < (lhs: StoredTime, rhs: StoredTime) -> Bool { lhs.milliseconds < rhs.milliseconds }
}

extension Duration {
    /// Whole milliseconds, rounded toward zero.
    package var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
