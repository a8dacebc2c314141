import Foundation

/// A type of values in statements and rows.
///
/// | in Swift | in PostgreSQL |
/// |---|---|
/// | `Bool` | `boolean` |
/// | `Int`, `Int64` | `bigint`; `integer` and `smallint` are read, too |
/// | `Double` | `double precision`; `real` is read, too |
/// | `String` | `text`; `varchar`, `char`, `name` and `json` are read, too |
/// | `Data` | `bytea` |
/// | an optional | NULL |
///
/// PostgreSQL stores no text with U+0000: such a statement is refused (SQLSTATE 22021).
public protocol PostgresValue: Sendable {
    /// The type of parameters.
    static var postgresType: PostgresType { get }
    /// The value in PostgreSQL's binary format; nil for NULL.
    var postgresBytes: [UInt8]? { get }

    /// Reads a value; nil for NULL, and for what is no such value.
    ///
    /// - Parameters:
    ///   - bytes: the value in PostgreSQL's binary format; nil for NULL.
    ///   - type: the type of the column.
    init?(postgresBytes bytes: UnsafeRawBufferPointer?, type: PostgresType)
}

/// A type of PostgreSQL, by its OID in `pg_type`.
public struct PostgresType: Hashable, Sendable {
    /// The OID.
    public let oid: UInt32

    /// - Parameter oid: the OID.
    public init(oid: UInt32) { self.oid = oid }

    /// `boolean`
    public static let boolean = Self(oid: 16)
    /// `bytea`
    public static let bytea = Self(oid: 17)
    /// `bigint`
    public static let bigint = Self(oid: 20)
    /// `smallint`
    public static let smallint = Self(oid: 21)
    /// `integer`
    public static let integer = Self(oid: 23)
    /// `text`
    public static let text = Self(oid: 25)
    /// `real`
    public static let real = Self(oid: 700)
    /// `double precision`
    public static let doublePrecision = Self(oid: 701)

    /// Those whose binary format is the text: also `name`, `json`, `unknown`, `char` and `varchar`.
    fileprivate static let texts: Set<Self> = [
        .text, Self(oid: 19), Self(oid: 114), Self(oid: 705), Self(oid: 1042), Self(oid: 1043),
    ]
}

extension FixedWidthInteger {
    /// Reads big-endian bytes; nil when their number is another one.
    fileprivate init?(bigEndian bytes: UnsafeRawBufferPointer) {
        guard bytes.count == MemoryLayout<Self>.size else { return nil }
        self.init(bigEndian: bytes.loadUnaligned(as: Self.self))
    }

    fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension Int64: PostgresValue {
    public static var postgresType: PostgresType { .bigint }
    public var postgresBytes: [UInt8]? { bigEndianBytes }

    public init?(postgresBytes bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes else { return nil }
        let value: Int64? =
            switch type {
            case .bigint: Int64(bigEndian: bytes)
            case .integer: Int32(bigEndian: bytes).map(Int64.init)
            case .smallint: Int16(bigEndian: bytes).map(Int64.init)
            default: nil
            }
        guard let value else { return nil }
        self = value
    }
}

extension Int: PostgresValue {
    public static var postgresType: PostgresType { .bigint }
    public var postgresBytes: [UInt8]? { Int64(self).postgresBytes }

    public init?(postgresBytes bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let value = Int64(postgresBytes: bytes, type: type) else { return nil }
        self.init(value)
    }
}

extension Bool: PostgresValue {
    public static var postgresType: PostgresType { .boolean }
    public var postgresBytes: [UInt8]? { [self ? 1 : 0] }

    public init?(postgresBytes bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes, type == .boolean, bytes.count == 1 else { return nil }
        self = bytes[0] != 0
    }
}

extension Double: PostgresValue {
    public static var postgresType: PostgresType { .doublePrecision }
    public var postgresBytes: [UInt8]? { bitPattern.bigEndianBytes }

    public init?(postgresBytes bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes else { return nil }
        let value: Double? =
            switch type {
            case .doublePrecision: UInt64(bigEndian: bytes).map(Double.init(bitPattern:))
            case .real: UInt32(bigEndian: bytes).map { Double(Float(bitPattern: $0)) }
            default: nil
            }
        guard let value else { return nil }
        self = value
    }
}

extension String: PostgresValue {
    public static var postgresType: PostgresType { .text }
    public var postgresBytes: [UInt8]? { Array(utf8) }

    public init?(postgresBytes bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes, PostgresType.texts.contains(type) else { return nil }
        self.init(decoding: bytes, as: UTF8.self)
    }
}

extension Data: PostgresValue {
    public static var postgresType: PostgresType { .bytea }
    public var postgresBytes: [UInt8]? { Array(self) }

    public init?(postgresBytes bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes, type == .bytea else { return nil }
        self.init(bytes)
    }
}

extension Optional: PostgresValue where Wrapped: PostgresValue {
    public static var postgresType: PostgresType { Wrapped.postgresType }
    public var postgresBytes: [UInt8]? { self?.postgresBytes }

    /// NULL is nil. What is no such value is not: it can't be read.
    public init?(postgresBytes bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard bytes != nil else {
            self = .none
            return
        }
        guard let value = Wrapped(postgresBytes: bytes, type: type) else { return nil }
        self = .some(value)
    }
}
