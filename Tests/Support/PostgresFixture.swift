import Foundation
import LivePostgres
import Logging

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
