import Foundation
import Logging
import Testing

@testable import LivePostgres

extension Trait where Self == ConditionTrait {
    /// Leaves a test out where there is no server.
    static var needsPostgres: Self {
        .enabled(
            if: PostgresFixture.server != nil,
            "Needs a server: Tests/postgres swift test --filter LivePostgresTests")
    }
}

/// A schema of its own on the server of the tests.
struct PostgresFixture: Sendable {
    static let server = ProcessInfo.processInfo.environment["LIVE_POSTGRES"]

    let schema: String
    let database: PostgresDatabase

    /// The address of the schema, with further settings of a connection.
    func address(_ options: String = "") throws -> PostgresAddress {
        try Self.address(schema: schema, options)
    }

    private static func address(schema: String, _ options: String = "") throws -> PostgresAddress {
        let settings = "-csearch_path=\(schema) \(options)".trimmingCharacters(in: .whitespaces)
        let allowed = CharacterSet.alphanumerics
        let encoded = try #require(settings.addingPercentEncoding(withAllowedCharacters: allowed))
        return try PostgresAddress("\(try #require(server))&options=\(encoded)")
    }

    /// Runs a test with a database that nothing else uses.
    static func run(
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
    func count(_ table: String) async throws -> Int {
        try await database.read { db in try #require(try db.first("SELECT COUNT(*) FROM \(table)") { try $0[0] }) }
    }
}

/// Runs `body`, and returns the fault for which the server has refused it.
func expectFault(
    _ state: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> PostgresFault? {
    do {
        try await body()
        Issue.record("Nothing was refused", sourceLocation: sourceLocation)
    } catch PostgresError.refused(let fault) {
        #expect(fault.state == state, sourceLocation: sourceLocation)
        return fault
    } catch { Issue.record("\(error)", sourceLocation: sourceLocation) }
    return nil
}
