import Foundation
import Logging
import TestSupport
import Testing

@testable import LivePostgres

/// Opening a database, and its schema.
@Suite(.needsPostgres, .timeLimit(.minutes(15))) struct PostgresFormatTests {
    private static let first = PostgresFormat.Migration("first", ["CREATE TABLE note (text text)"])
    private static let second = PostgresFormat.Migration(
        "second", ["ALTER TABLE note ADD COLUMN day bigint", "INSERT INTO note VALUES ('hello', 1)"])
    private let old = PostgresFormat(name: "Notes", migrations: [first])
    private let new = PostgresFormat(name: "Notes", migrations: [first, second])

    private func open(_ format: PostgresFormat, at address: PostgresAddress) async throws {
        try await PostgresDatabase.open(format, at: address).close()
    }

    private func expectProblem(
        _ problem: String, opening format: PostgresFormat, at address: PostgresAddress,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let error = await #expect(throws: PostgresOpenError.self, sourceLocation: sourceLocation) {
            try await open(format, at: address)
        }
        #expect(
            error?.description == "The database \(address) \(problem).", sourceLocation: sourceLocation)
    }

    @Test func aSchemaIsBroughtUpToDateOnce() async throws {
        try await PostgresFixture.run { fixture in
            let address = try fixture.address()
            try await open(old, at: address)
            #expect(try await fixture.count("note") == 0)
            for _ in 0..<2 {
                try await open(new, at: address)
                #expect(try await fixture.count("note") == 1)
                #expect(try await fixture.count("migration") == 2)
            }
            await expectProblem("was made by a later version of Notes", opening: old, at: address)
        }
    }

    @Test func ofManyProcessesOneMigrates() async throws {
        try await PostgresFixture.run { fixture in
            let address = try fixture.address()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<12 { group.addTask { try await open(new, at: address) } }
                try await group.waitForAll()
            }
            #expect(try await fixture.count("note") == 1)
        }
    }

    /// A transaction that is still open keeps a table from being changed, as one by hand may. The other ones don't wait for it.
    @Test func aMigrationThatWaitsForATableHoldsUpNobody() async throws {
        try await PostgresFixture.run { fixture in
            let address = try fixture.address()
            try await open(old, at: address)
            let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
            let isOver = DispatchSemaphore(value: 0)
            async let holder: Void = fixture.database.write { db in
                defer { hasBegun.finish() }
                try db.run("INSERT INTO note VALUES ('held')")
                hasBegun.yield()
                isOver.wait()
            }
            // Before the end of the task is waited for.
            defer { isOver.signal() }
            for await _ in begun { break }
            async let migration: Void = open(new, at: address)
            let waiting = "pg_locks WHERE NOT granted AND relation = 'note'::regclass"
            while try await fixture.count(waiting) == 0 { await Task.yield() }
            _ = try await fixture.database.write { try $0.run("INSERT INTO note VALUES ('beside')") }
            isOver.signal()
            _ = try await (holder, migration)
            #expect(try await fixture.count("note WHERE day IS NULL") == 2)
            #expect(try await fixture.count("note") == 3)
        }
    }

    @Test func aMigrationThatFailsLeavesNothing() async throws {
        try await PostgresFixture.run { fixture in
            let address = try fixture.address()
            try await open(old, at: address)
            let wrong = PostgresFormat(
                name: "Notes", migrations: [Self.first, Self.second, .init("third", ["CREATE TABLE note (x text)"])])
            await expectProblem(
                #"can't be opened (PostgreSQL 42P07: relation "note" already exists)"#, opening: wrong, at: address)
            #expect(try await fixture.count("migration") == 1)
            try await open(new, at: address)
        }
    }

    @Test func tablesOfOthersAreLeftAlone() async throws {
        try await PostgresFixture.run { fixture in
            let address = try fixture.address()
            _ = try await fixture.database.write { try $0.run("CREATE TABLE theirs (text text)") }
            await expectProblem("contains tables of another program", opening: old, at: address)
            _ = try await fixture.database.write { try $0.run("DROP TABLE theirs") }
            try await open(old, at: address)
            await expectProblem("is Notes's", opening: PostgresFormat(name: "Books", migrations: []), at: address)
        }
    }

    @Test func aUserWithoutRightsIsToldSo() async throws {
        try await PostgresFixture.run { fixture in
            let role = "\(fixture.schema)_reader"
            _ = try await fixture.database.write { db in
                try db.run("CREATE ROLE \(role)")
                try db.run("GRANT USAGE ON SCHEMA \(fixture.schema) TO \(role)")
            }
            let address = try fixture.address("-crole=\(role)")
            await expectProblem("doesn't let this user create tables", opening: old, at: address)
            _ = try await fixture.database.write { db in
                try db.run("REVOKE USAGE ON SCHEMA \(fixture.schema) FROM \(role)")
                try db.run("DROP ROLE \(role)")
            }
        }
    }

    @Test func aDatabaseOfAnotherEncodingIsToldSo() async throws {
        try await PostgresFixture.run { fixture in
            let name = "\(fixture.schema)_ascii"
            let settings = "ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
            // Neither can be done in a transaction.
            func run(_ sql: String) async throws {
                _ = try await fixture.database.read { db in
                    try db.run("SET default_transaction_read_only = off")
                    try db.run(sql)
                }
            }
            try await run("CREATE DATABASE \(name) \(settings)")
            let server = try #require(PostgresFixture.server)
            let address = try PostgresAddress(server.replacing("/postgres?", with: "/\(name)?"))
            await expectProblem("has another encoding than UTF8", opening: old, at: address)
            try await run("DROP DATABASE \(name) WITH (FORCE)")
        }
    }

    @Test func aServerThatIsNotThereIsToldSo() async throws {
        let address = try PostgresAddress("postgres://mina:secret@/notes?host=/nowhere")
        let error = await #expect(throws: PostgresOpenError.self) { try await open(old, at: address) }
        #expect(error?.description.hasPrefix("The database postgres://mina@/nowhere/notes can't be reached (") == true)
        #expect(error?.description.contains("secret") == false)
    }
}

/// Addresses need no server.
struct PostgresAddressTests {
    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            ("postgres://mina:secret@example.com:5433/notes?sslmode=require", "postgres://mina@example.com:5433/notes"),
            ("postgresql://db.example.com/notes", "postgres://db.example.com/notes"),
            ("postgres://mina@/notes?host=/run/postgresql", "postgres://mina@/run/postgresql/notes"),
            ("postgres://db/notes?user=mina&password=secret", "postgres://mina@db/notes"),
            ("postgres://", "postgres:///"),
        ])
    func anAddressIsShownWithoutItsPassword(text: String, shown: String) throws {
        #expect(try PostgresAddress(text).description == shown)
        #expect(PostgresAddress.isAddress(text))
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            "", "notes.sqlite", "mysql://db/notes", "host=db password=secret",
            "postgres://db/notes?secret=1", "postgres://db/%zz-secret",
            // Not encoded.
            "postgres://mina:se/secret@db/notes", "postgres://mina:secret@secret@db/notes",
        ])
    func whatIsNoAddressIsRefusedWithoutItsText(text: String) throws {
        let error = #expect(throws: PostgresOpenError.self) { try PostgresAddress(text) }
        #expect(error?.description.contains("postgres://") == true)
        #expect(error?.description.contains("secret") == false)
    }
}
