import Foundation
import LiveSQL
import Synchronization

extension PostgresDatabase: SQLDatabase {
    /// PostgreSQL.
    public var dialect: SQLDialect { .postgres }

    /// See `SQLDatabase`.
    public func query<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await read { db in try body(SharedConnection(db: db)) }
    }

    /// See `SQLDatabase`.
    public func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void
    ) async throws -> Value {
        let value = try await write { db in try body(SharedConnection(db: db)) }
        committed(value)
        return value
    }

    /// See `SQLDatabase`. Half of the places among the waiting jobs are meant for those that somebody waits for.
    public func transactionLater(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Void, committed: @escaping @Sendable () -> Void,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        guard waitingCount <= limits.waitingJobs / 2 else { return }
        Task {
            do {
                try await transaction(body, committed: committed)
            } catch PostgresError.busy {
                // Left out.
            } catch {
                failed(error)
            }
        }
    }

    /// See `SQLDatabase`.
    public func subscribe(
        to channel: @escaping @Sendable (any SQLConnection) throws -> String,
        _ handle: @escaping @Sendable (String?, any SQLConnection) throws -> Void
    ) async {
        await listen(
            on: { try channel(SharedConnection(db: $0)) },
            { payload, db in try handle(payload.map(SQLDatum.unescaped), SharedConnection(db: db)) })
    }

    /// See `SQLDatabase`. After ``close()`` no failure is transient.
    public func transientFailure(_ error: any Error) -> TransientFailure? {
        switch error as? PostgresError {
        case .unavailable where !isClosed: .unreachable
        case .busy where !isClosed: .busy
        default: nil
        }
    }
}

/// A connection as a store for any engine uses it.
private struct SharedConnection: SQLConnection {
    let db: PostgresConnection

    var changedRowCount: Int { db.changedRowCount }

    func run(_ sql: String, _ values: [any SQLValue]) throws -> Int {
        try db.run(SharedStatement.text(of: sql), values.map(\.datum.postgresValue))
    }

    func insert(_ sql: String, _ values: [any SQLValue]) throws -> Int64 {
        let id: Int64? = try db.first(
            SharedStatement.text(of: sql) + " RETURNING id", values.map(\.datum.postgresValue)
        ) { try $0[0] }
        guard let id else { throw PostgresError.unreadable(column: 0) }
        db.changedRowCount += 1
        return id
    }

    func forEachRow(_ sql: String, _ values: [any SQLValue], _ read: (SQLRow) throws -> Void) throws {
        try db.forEachRow(SharedStatement.text(of: sql), values.map(\.datum.postgresValue)) { try read(SQLRow($0)) }
    }

    func first<Value>(
        _ sql: String, _ values: [any SQLValue], _ read: (SQLRow) throws -> Value
    ) throws -> Value? {
        try db.first(SharedStatement.text(of: sql), values.map(\.datum.postgresValue)) { try read(SQLRow($0)) }
    }
}

/// A statement in the language that engines share, as PostgreSQL reads it.
enum SharedStatement {
    private static let known = Mutex<[String: String]>([:])
    /// Number of statements that are kept at most: an app has some hundred.
    private static let mostKnown = 1_024

    /// Returns the statement in PostgreSQL's words: `?1` is `$1`, SQLite's hints are left out, and functions have their names
    /// there. See `SQLConnection`.
    static func text(of sql: String) -> String {
        known.withLock { known in
            if let text = known[sql] { return text }
            let text = translated(sql)
            if known.count >= mostKnown { known = [:] }
            known[sql] = text
            return text
        }
    }

    /// Quoted texts and names stay as they are.
    private static func translated(_ sql: String) -> String {
        let words = sql.replacing(
            /'[^']*'|"[^"]*"|\bjson_each\(\?(\d+)\)|\?(\d+)|\s+INDEXED BY \w+|\bCROSS (JOIN)\b|\bgroup_concat\(/
        ) { match in
            if let number = match.1 { return "json_array_elements_text(CAST($\(number) AS json)) AS json_each (value)" }
            if let number = match.2 { return "$\(number)" }
            if let join = match.3 { return String(join) }
            if match.0.hasSuffix("(") { return "string_agg(" }
            return match.0.first == "'" || match.0.first == "\"" ? String(match.0) : ""
        }
        return words.replacing(/'[^']*'|"[^"]*"|\b(min|max)\(/) { match in
            guard match.1 != nil, hasSeveral(words[match.range.upperBound...]) else { return String(match.0) }
            return match.1 == "min" ? "least(" : "greatest("
        }
    }

    /// Whether there are several arguments up to the end of the open parenthesis.
    private static func hasSeveral(_ arguments: Substring) -> Bool {
        var depth = 0
        var quote: Character?
        for character in arguments {
            switch character {
            case "'", "\"":
                if quote == nil { quote = character } else if quote == character { quote = nil }
            case _ where quote != nil: break
            case "(": depth += 1
            case ")" where depth == 0: return false
            case ")": depth -= 1
            case "," where depth == 0: return true
            default: break
            }
        }
        return false
    }
}

/// A NULL whose type the statement tells.
private struct Null: PostgresValue {
    static var postgresType: PostgresType { PostgresType(oid: 0) }
    var postgresBytes: [UInt8]? { nil }

    init() {}

    init?(postgresBytes bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        if bytes != nil { return nil }
    }
}

/// The last code point, which is no character: texts hardly ever contain it.
private let escape: Unicode.Scalar = "\u{10FFFF}"

extension SQLDatum {
    fileprivate var postgresValue: any PostgresValue {
        switch self {
        case .null: Null()
        case .integer(let number): number
        case .real(let number): number
        case .text(let text): Self.escaped(text)
        case .bytes(let bytes): bytes
        }
    }

    /// See `SQLDatum`.
    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0 || $0 == 0xF4 }) else { return text }
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\0": escaped.append(contentsOf: [escape, "0"])
            case escape: escaped.append(contentsOf: [escape, "1"])
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    fileprivate static func unescaped(_ text: String) -> String {
        // The first byte of U+10FFFF.
        guard text.utf8.contains(0xF4) else { return text }
        var unescaped = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                unescaped.append(scalar == "0" ? "\0" : escape)
                isEscaped = false
            } else if scalar == escape {
                isEscaped = true
            } else {
                unescaped.append(scalar)
            }
        }
        return String(unescaped)
    }
}

extension PostgresRow: SQLColumns {
    /// See `SQLColumns`.
    public func isNull(_ index: Int) -> Bool { datum(index) == .null }

    /// See `SQLColumns`.
    public func datum(_ index: Int) -> SQLDatum { (try? self[index] as AnyValue)?.datum ?? .null }
}

/// The value of a column, of any type.
private struct AnyValue: PostgresValue {
    let datum: SQLDatum

    static var postgresType: PostgresType { PostgresType(oid: 0) }
    var postgresBytes: [UInt8]? { datum.postgresValue.postgresBytes }

    init?(postgresBytes bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes else {
            datum = .null
            return
        }
        if let number = Int64(postgresBytes: bytes, type: type) {
            datum = .integer(number)
        } else if let text = String(postgresBytes: bytes, type: type) {
            datum = .text(SQLDatum.unescaped(text))
        } else if let isSo = Bool(postgresBytes: bytes, type: type) {
            datum = .integer(isSo ? 1 : 0)
        } else if let number = Double(postgresBytes: bytes, type: type) {
            datum = .real(number)
        } else {
            datum = .bytes(Data(bytes))
        }
    }
}
