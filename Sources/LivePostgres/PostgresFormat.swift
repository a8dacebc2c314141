import LiveSQL
import Logging

/// Definition of an app's database: its name and its schema.
///
/// Two tables are made besides those of the migrations: `migration` with the names of the applied ones, and `changefeed` for a
/// `ChangeFeed` of `LiveSQL`.
public struct PostgresFormat: Sendable {
    /// A change of the schema. A released one never changes.
    public struct Migration: Sendable {
        /// The name, which is stored in the database.
        public let name: String
        /// The statements, run in one transaction.
        public let statements: [String]

        /// - Parameters:
        ///   - name: the name, which is stored in the database.
        ///   - statements: the statements, run in one transaction.
        public init(_ name: String, _ statements: [String]) { (self.name, self.statements) = (name, statements) }
    }

    /// The app's name, for messages to an operator and the server's list of connections.
    public let name: String
    /// The migrations from an empty database to the newest schema.
    public let migrations: [Migration]

    /// - Parameters:
    ///   - name: the app's name.
    ///   - migrations: the migrations from an empty database to the newest schema.
    public init(name: String, migrations: [Migration]) { (self.name, self.migrations) = (name, migrations) }
}

extension PostgresDatabase {
    /// The oldest version that is supported.
    static let oldestVersion = 15

    /// Connects to a database and brings its schema up to date. Of several processes that start at once, one does it.
    ///
    /// - Parameters:
    ///   - format: the app's name and schema.
    ///   - address: the database. It exists already.
    ///   - limits: the limits of its use.
    ///   - logger: the logger for losing the server and finding it again.
    /// - Throws: ``PostgresOpenError``: the server can't be reached or is too old, the user may not create tables, the
    ///   database has another encoding than UTF-8, belongs to another program, or was made by a later version of this one.
    public static func open(
        _ format: PostgresFormat, at address: PostgresAddress, limits: Limits = Limits(),
        logger: Logger = Logger(label: "postgres")
    ) async throws -> PostgresDatabase {
        let database = PostgresDatabase(address, name: format.name, limits: limits, logger: logger)
        do {
            if let problem = try await database.read({ try $0.problem }) { throw PostgresOpenError(address, problem) }
            if let problem = try await database.migrate(to: format) { throw PostgresOpenError(address, problem) }
            return database
        } catch {
            database.close()
            switch error {
            case is PostgresOpenError, is CancellationError: throw error
            case PostgresError.unavailable(let reason): throw PostgresOpenError(address, "can't be reached (\(reason))")
            default: throw PostgresOpenError(address, "can't be opened (\(error))")
            }
        }
    }

    /// Runs the migrations that are missing, once however many processes start.
    ///
    /// Others that need a table wait behind a migration that waits for it. So each wait ends after a second, and the migration
    /// begins anew. Processes of the release before go on meanwhile, whatever keeps the table locked.
    ///
    /// - Returns: the end of a sentence that says why the database isn't the app's; nil when it is.
    private func migrate(to format: PostgresFormat) async throws -> String? {
        var saidAt: ContinuousClock.Instant?
        while true {
            do {
                return try await migrate { db in
                    // Held until the commit.
                    try db.forEachRow("SELECT pg_advisory_xact_lock($1)", [Self.migrationLock]) { _ in }
                    return try db.migrate(format)
                }
            } catch PostgresError.refused(let fault) where fault.isLockTimeout {
                if saidAt.map({ $0.duration(to: .now) > .seconds(60) }) ?? true {
                    logger.notice(
                        "Another transaction, or another process that migrates, is waited for",
                        metadata: ["database": "\(address)"])
                    saidAt = .now
                }
                try await Task.sleep(for: .milliseconds(.random(in: 100...1_000)))
            }
        }
    }

    /// The key of the lock under which migrations are run: "live" in ASCII.
    private static let migrationLock: Int64 = 0x6c69_7665
}

extension PostgresFault {
    fileprivate var isLockTimeout: Bool { state == "55P03" }
}

extension PostgresConnection {
    /// The end of a sentence that says why the server's database can't be used; nil when it can.
    fileprivate var problem: String? {
        get throws {
            let oldest = PostgresDatabase.oldestVersion
            guard serverVersion >= oldest * 10_000 else {
                return "is on PostgreSQL \(serverVersion / 10_000): version \(oldest) or later is needed"
            }
            return try first(
                """
                SELECT current_setting('server_encoding') = 'UTF8', current_schema() IS NOT NULL
                    AND has_schema_privilege(current_schema(), 'CREATE')
                """
            ) { row in
                if try !row[0] { return "has another encoding than UTF8" }
                return try row[1] ? nil : "doesn't let this user create tables"
            } ?? nil
        }
    }

    /// Runs the migrations that are missing.
    ///
    /// - Returns: the end of a sentence that says why the database isn't the app's; nil when it is.
    fileprivate func migrate(_ format: PostgresFormat) throws -> String? {
        var tables: Set<String> = []
        try forEachRow("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()") { row in
            tables.insert(try row[0])
        }
        if !tables.contains("migration") {
            if !tables.isEmpty { return "contains tables of another program" }
            try run("CREATE TABLE migration (name text PRIMARY KEY, app text NOT NULL)")
        }
        var applied: Set<String> = []
        var app = format.name
        try forEachRow("SELECT name, app FROM migration") { row in
            applied.insert(try row[0])
            app = try row[1]
        }
        if app != format.name { return "is \(app)'s" }
        guard applied.isSubset(of: format.migrations.map(\.name)) else {
            return "was made by a later version of \(format.name)"
        }
        if !tables.contains("changefeed") { try run(ChangeFeedStatements.table) }
        for migration in format.migrations where !applied.contains(migration.name) {
            for statement in migration.statements { try run(statement) }
            try run("INSERT INTO migration (name, app) VALUES ($1, $2)", [migration.name, format.name])
        }
        return nil
    }
}
