import Foundation
public import LivePostgres
import Logging
public import Testing

/// A schema of its own on the server of the tests.
public struct PostgresFixture: Sendable {
    /// The address of the server; nil when there is none.
    public static let server = ProcessInfo.processInfo.environment["LIVE_POSTGRES"]

    /// The name of the schema.
    public let schema: String
    /// A database without tables.
    public let database: PostgresDatabase

    /// The address of the schema, with further settings of a connection.
    public func address(_ options: String = "") throws -> PostgresAddress {
        try Self.address(schema: schema, options)
    }

    private static func address(schema: String, _ options: String = "") throws -> PostgresAddress {
        let settings = "-csearch_path=\(schema) \(options)".trimmingCharacters(in: .whitespaces)
        let allowed = CharacterSet.alphanumerics
        guard let server, let encoded = settings.addingPercentEncoding(withAllowedCharacters: allowed) else {
            throw TestFailure("There is no server of PostgreSQL")
        }
        return try PostgresAddress("\(server)&options=\(encoded)")
    }

    /// Runs a test with a database that nothing else uses.
    public static func run(
        _ limits: PostgresDatabase.Limits = .init(), _ test: (PostgresFixture) async throws -> Void
    ) async throws {
        let schema = "test_\(UUID().uuidString.replacing("-", with: "").lowercased())"
        let address = try address(schema: schema)
        let database = PostgresDatabase(address, name: "tests", limits: limits, logger: Logger(label: "tests"))
        let keeper = PostgresDatabase(address, name: "keeper", limits: .init(), logger: Logger(label: "tests"))
        _ = try await keeper.write { try $0.run("CREATE SCHEMA \(schema)") }
        let result: Result<Void, any Error>
        do { result = .success(try await test(PostgresFixture(schema: schema, database: database))) } catch {
            result = .failure(error)
        }
        database.close()
        _ = try await keeper.write { try $0.run("DROP SCHEMA \(schema) CASCADE") }
        keeper.close()
        try result.get()
    }

    /// Number of rows of a table.
    public func count(_ table: String) async throws -> Int {
        try await database.read { db in try db.first("SELECT COUNT(*) FROM \(table)") { try $0[0] } ?? 0 }
    }
}

extension PostgresDatabase {
    /// Returns how the server carries out a statement, where it reads a whole table only if no index helps.
    ///
    /// - Parameter statement: the statement, in PostgreSQL's language.
    public func plan(of statement: String) async throws -> [String] {
        try await write { db in
            try db.run("SET LOCAL enable_seqscan = off")
            try db.run("SET LOCAL plan_cache_mode = force_generic_plan")
            try db.run("PREPARE asked AS \(statement)")
            let count = statement.matches(of: /\$(\d+)/).compactMap { Int($0.1) }.max() ?? 0
            let values = Array(repeating: "NULL", count: count).joined(separator: ", ")
            var plan: [String] = []
            try db.forEachRow("EXPLAIN EXECUTE asked\(count > 0 ? "(\(values))" : "")") { plan.append(try $0[0]) }
            try db.run("DEALLOCATE asked")
            return plan
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Leaves a test out where there is no server.
    public static var needsPostgres: Self {
        .enabled(
            if: PostgresFixture.server != nil,
            "Needs a server: Tests/postgres swift test")
    }
}

extension PostgresDatabase.Limits {
    /// Limits that no busy machine reaches.
    public static var patient: Self {
        var limits = Self()
        (limits.attempts, limits.waitingTime) = (1_000, .seconds(600))
        (limits.connectingTime, limits.statementTime) = (.seconds(60), .seconds(60))
        return limits
    }
}
