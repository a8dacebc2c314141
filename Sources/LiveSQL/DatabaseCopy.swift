import Foundation

/// A copy of an app's rows from one database into another, each on any engine: how an app moves to PostgreSQL, and back.
///
/// ```swift
/// let copy = DatabaseCopy([
///     .init("note", key: ["id"], ["owner", "madeAt"], texts: ["body"], ids: .usedOnce),
/// ])
/// try await copy.run(from: file, to: server, progress: { table, rowCount in print("\(table): \(rowCount)") })
/// ```
///
/// The target is opened before, so that its tables are there, and empty. Rows are copied in slices, each in a transaction of its
/// own. A copy that was cut off is run again, and leaves the rows that are there. At the end both databases are read, and compared
/// by the number of rows and a hash of their values.
///
/// Nothing may write to the databases meanwhile: the comparison doesn't find all that is. The secrets of the server
/// (``ServerStatements``) are copied as well.
///
/// The target's tables have no triggers meanwhile, so that counts are copied as they are. They are back before the copy is
/// complete. Only the release that has begun a copy can complete it.
public struct DatabaseCopy: Sendable {
    /// The columns of a table that are copied.
    public struct Table: Sendable {
        /// The keys that the database gives.
        public enum IDs: Sendable {
            /// None: the app gives them.
            case none
            /// The column `id` gets a number that no row has.
            case free
            /// The column `id` gets a number that no row has or had (`AUTOINCREMENT` on SQLite).
            case usedOnce
        }

        package let name: String
        let key: [String]
        package let columns: [String]
        let texts: Set<String>
        let ids: IDs

        /// - Parameters:
        ///   - name: the name of the table.
        ///   - key: the columns of its primary key, none of which is of type ``StoredText`` or has NULL.
        ///   - columns: its other columns, without those of `texts`.
        ///   - texts: its columns of type ``StoredText``.
        ///   - ids: the keys that the database gives.
        public init(_ name: String, key: [String], _ columns: [String], texts: [String] = [], ids: IDs = .none) {
            (self.name, self.key, self.columns) = (name, key, key + columns + texts)
            (self.texts, self.ids) = (Set(texts), ids)
        }
    }

    private static let secrets = Table("secret", key: ["name"], ["value", "createdAt"])
    /// A secret that is in the target until the copy is complete.
    private static let mark = "copyBegun"
    /// The statements that make the target's triggers on SQLite, until the copy is complete.
    private static let triggers = "copiedTrigger"

    private let tables: [Table]
    private let sliceSize: Int

    /// - Parameters:
    ///   - tables: the tables of the app, each behind those that it refers to, and without tables that are derived from
    ///     others.
    ///   - sliceSize: number of rows in a transaction at most.
    public init(_ tables: [Table], sliceSize: Int = 500) {
        (self.tables, self.sliceSize) = (tables + [Self.secrets], sliceSize)
    }

    /// Copies all rows.
    ///
    /// - Parameters:
    ///   - source: the database that is read.
    ///   - target: the database that is written. It has no rows, except from an earlier call with the same source.
    ///   - finish: derives other tables from those that were copied. It may run more than once.
    ///   - progress: called with the name of a table and the number of its rows when it was copied.
    /// - Throws: ``DatabaseCopyError``; the engines' errors; what `finish` throws; `CancellationError`.
    public func run(
        from source: any SQLDatabase, to target: any SQLDatabase,
        finish: () async throws -> Void = {}, progress: (_ table: String, _ rowCount: Int) -> Void = { _, _ in }
    ) async throws {
        if try await Self.isIncomplete(in: source) { throw DatabaseCopyError.isIncomplete }
        try await begin(target)
        for table in tables {
            var count = 0
            for try await slice in Slices(table, source, of: sliceSize) {
                try await insert(slice, into: table, target)
                count += slice.count
            }
            try await keepIDs(of: table, source, target)
            progress(table.name, count)
        }
        try await finish()
        for table in tables {
            let (here, there) = (try await summary(of: table, source), try await summary(of: table, target))
            guard here == there else {
                throw DatabaseCopyError.differs(table: table.name, source: here.count, target: there.count)
            }
        }
        try await end(target)
    }

    /// Whether a copy into the database was begun and is not complete. A server that starts looks for that.
    ///
    /// - Throws: the engine's error.
    public static func isIncomplete(in database: any SQLDatabase) async throws -> Bool {
        try await database.query { db in try db.first(ServerStatements.secret, [mark]) { _ in true } ?? false }
    }

    /// Marks the target, in which nothing may be that isn't of such a copy.
    private func begin(_ target: any SQLDatabase) async throws {
        if try await Self.isIncomplete(in: target) {
            let hasTriggers = try await target.query { db in
                if target.dialect != .sqlite { return false }
                return try db.first("SELECT 1 FROM sqlite_schema WHERE name = ?1", [Self.triggers]) { _ in true } == nil
            }
            if hasTriggers { throw DatabaseCopyError.isOfOtherRelease }
            return
        }
        for table in tables {
            let hasRows = try await target.query { db in
                try db.first("SELECT 1 FROM \(table.name) LIMIT 1", []) { _ in true } ?? false
            }
            if hasRows { throw DatabaseCopyError.targetHasRows(table: table.name) }
        }
        try await target.transaction { [tables] db in
            // As long as any secret of the stores.
            try db.run(ServerStatements.insertSecret, [Self.mark, Data(count: 32), StoredTime(Date())])
            switch target.dialect {
            case .sqlite:
                var found: [(name: String, sql: String)] = []
                let names = tables.map { "'\($0.name)'" }.joined(separator: ", ")
                let sql = """
                    SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN (\(names)) ORDER BY rowid
                    """
                try db.forEachRow(sql, []) {
                    found.append((try $0.value(0, of: "sqlite_schema"), try $0.value(1, of: "sqlite_schema")))
                }
                try db.run("CREATE TABLE \(Self.triggers) (sql TEXT NOT NULL) STRICT", [])
                for trigger in found {
                    try db.run("INSERT INTO \(Self.triggers) (sql) VALUES (?1)", [trigger.sql])
                    try db.run("DROP TRIGGER \(trigger.name)", [])
                }
            case .postgres:
                for table in tables { try db.run("ALTER TABLE \(table.name) DISABLE TRIGGER USER", []) }
            }
        }
    }

    /// Makes the triggers of the target again, and removes the mark.
    private func end(_ target: any SQLDatabase) async throws {
        try await target.transaction { [tables] db in
            switch target.dialect {
            case .sqlite:
                var found: [String] = []
                try db.forEachRow("SELECT sql FROM \(Self.triggers) ORDER BY rowid", []) {
                    found.append(try $0.value(0, of: Self.triggers))
                }
                for sql in found { try db.run(sql, []) }
                try db.run("DROP TABLE \(Self.triggers)", [])
            case .postgres:
                for table in tables { try db.run("ALTER TABLE \(table.name) ENABLE TRIGGER USER", []) }
            }
            try db.run("DELETE FROM secret WHERE secret.name = ?1", [Self.mark])
        }
    }

    private func insert(_ rows: [[SQLDatum]], into table: Table, _ target: any SQLDatabase) async throws {
        let parameters = table.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let isForced = target.dialect == .postgres && table.ids != .none
        let sql = """
            INSERT INTO \(table.name) (\(table.columns.joined(separator: ", "))) \(isForced ? "OVERRIDING SYSTEM VALUE " : "")\
            VALUES (\(parameters)) ON CONFLICT DO NOTHING
            """
        try await target.transaction { db in for row in rows { try db.run(sql, row) } }
    }

    // MARK: Keys that the database gives

    /// Lets the target go on behind the last key that the source has given.
    private func keepIDs(of table: Table, _ source: any SQLDatabase, _ target: any SQLDatabase) async throws {
        guard table.ids != .none else { return }
        let greatest: Int64? = try await source.query { db in
            try db.first("SELECT max(id) FROM \(table.name)", []) { $0[0] as Int64? } ?? nil
        }
        let given = table.ids == .usedOnce ? try await lastID(of: table, source) : nil
        let last = max(greatest ?? 0, given ?? 0)
        guard last > 0 else { return }
        switch target.dialect {
        case .sqlite where table.ids == .free: break
        case .sqlite:
            let sequence = "FROM sqlite_sequence WHERE sqlite_sequence.name = ?1"
            try await target.transaction { db in
                try db.run(
                    "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 \(sequence))",
                    [table.name, last])
                try db.run("UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1", [table.name, last])
            }
        case .postgres:
            try await target.transaction { db in
                let sql = "SELECT setval(CAST(pg_get_serial_sequence(?1, 'id') AS regclass), CAST(?2 AS bigint))"
                // NULL without a sequence of the column's own.
                guard try db.first(sql, [table.name, last], { !$0.isNull(0) }) == true else {
                    throw UnreadableRow(table: table.name)
                }
            }
        }
    }

    /// Returns the last key that the database has given; nil when it has given none.
    private func lastID(of table: Table, _ database: any SQLDatabase) async throws -> Int64? {
        let sql =
            switch database.dialect {
            case .sqlite: "SELECT sqlite_sequence.seq FROM sqlite_sequence WHERE sqlite_sequence.name = ?1"
            case .postgres: "SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence(?1, 'id') AS regclass))"
            }
        return try await database.query { db in
            try db.first(sql, [table.name]) { $0[0] as Int64? } ?? nil
        }
    }

    // MARK: Comparison

    private struct Summary: Equatable {
        var count = 0
        /// Sum of the rows' hashes: the engines may have another order.
        var hash: UInt64 = 0
    }

    private func summary(of table: Table, _ database: any SQLDatabase) async throws -> Summary {
        var summary = Summary()
        for try await slice in Slices(table, database, of: sliceSize) {
            for row in slice {
                summary.count += 1
                var hasher = Hasher()
                for value in row { value.feed(&hasher) }
                summary.hash &+= UInt64(bitPattern: Int64(hasher.finalize()))
            }
        }
        return summary
    }

    /// The rows of a table in slices, in the order of its key.
    private struct Slices: AsyncSequence, AsyncIteratorProtocol {
        let table: Table
        let database: any SQLDatabase
        let size: Int
        private var last: [SQLDatum]?
        private var isOver = false

        init(_ table: Table, _ database: any SQLDatabase, of size: Int) {
            (self.table, self.database, self.size) = (table, database, size)
        }

        func makeAsyncIterator() -> Self { self }

        mutating func next() async throws -> [[SQLDatum]]? {
            if isOver { return nil }
            let key = table.key.joined(separator: ", ")
            var conditions: [String] = []
            if table.name == secrets.name { conditions.append("name <> '\(mark)'") }
            if last != nil {
                let parameters = table.key.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
                conditions.append("(\(key)) > (\(parameters))")
            }
            let sql = """
                SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name) \
                \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")) \
                ORDER BY \(key) LIMIT \(size)
                """
            let rows = try await database.query { [table, last] db in
                var rows: [[SQLDatum]] = []
                try db.forEachRow(sql, last ?? []) { row in
                    rows.append(
                        try table.columns.indices.map { index in
                            guard table.texts.contains(table.columns[index]) else { return row.datum(index) }
                            return (try row.value(index, of: table.name) as StoredText?).datum
                        })
                }
                return rows
            }
            last = rows.last.map { Array($0.prefix(table.key.count)) }
            // Nothing is behind it for a comparison.
            if last?.contains(.null) == true { throw UnreadableRow(table: table.name) }
            isOver = rows.count < size
            return rows.isEmpty ? nil : rows
        }
    }
}

/// A copy that was not made.
public enum DatabaseCopyError: Error, CustomStringConvertible {
    /// The target has rows that are not of a copy that was cut off.
    case targetHasRows(table: String)
    /// The rows of a table differ. The numbers are those of its rows.
    case differs(table: String, source: Int, target: Int)
    /// The copy into a database was cut off, and that database is to be used.
    case isIncomplete
    /// The copy into a database was cut off, and was begun by a release that left the triggers there.
    case isOfOtherRelease

    /// The reason, and how to go on.
    public var description: String {
        switch self {
        case .targetHasRows(let table):
            """
            The table '\(table)' has rows already: it is of a complete copy, or a server has used the database. Copy into an \
            empty database.
            """
        case .differs(let table, let source, let target):
            """
            The copy of '\(table)' differs from the original (\(source) rows, and \(target) in the copy). Something was written \
            meanwhile, or the copy was begun from another database. Stop all servers, and copy into an empty database again.
            """
        case .isIncomplete: "The copy into this database was cut off. Complete it first."
        case .isOfOtherRelease:
            "The copy into this database was begun by another release. Copy into an empty database again."
        }
    }
}

extension SQLDatum {
    /// Feeds all bytes: texts are compared by their code points, and `Data` feeds its first bytes only.
    fileprivate func feed(_ hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .integer(let number):
            hasher.combine(1)
            hasher.combine(number)
        case .real(let number):
            hasher.combine(2)
            hasher.combine(number)
        case .text(var text):
            hasher.combine(3)
            hasher.combine(text.utf8.count)
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        case .bytes(let bytes):
            hasher.combine(4)
            hasher.combine(bytes.count)
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }
}
