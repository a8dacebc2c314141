import Foundation
import GRDB
import Live
import LivePostgres
import LiveSQL
import LiveSQLite
import Logging
import Synchronization
import TestSupport
import Testing

/// The engines that a store can be on. Without a server (`Tests/postgres COMMAND…`) PostgreSQL is left out.
enum Engine: CaseIterable {
    case sqlite, postgres

    static let allCases: [Self] = [.sqlite] + (PostgresFixture.server == nil ? [] : [.postgres])

    /// Runs a test with a database of its own, in which these statements have made the tables.
    func run(
        _ statements: [String], isRefusal: @escaping @Sendable (any Error) -> Bool,
        _ test: (any SQLDatabase) async throws -> Void
    ) async throws {
        switch self {
        case .sqlite:
            var migrator = DatabaseMigrator()
            migrator.registerMigration("create") { db in for sql in statements { try db.execute(sql: sql) } }
            let format = DatabaseFormat(name: "Tests", migrator: migrator, isRefusal: isRefusal)
            let database = try SQLiteDatabase(format)
            try await test(database)
            try database.close()
        case .postgres:
            try await PostgresFixture.run { fixture in
                let format = PostgresFormat(name: "Tests", migrations: [.init("create", statements)])
                let database = try await PostgresDatabase.open(format, at: fixture.address())
                try await test(database)
                database.close()
            }
        }
    }
}

/// The example of the module's documentation.
private struct NoteStore {
    let access: StoreAccess

    func add(_ text: String, of owner: String) async throws -> Int64 {
        let now = access.now
        return try await access.write { db in
            let sql = "INSERT INTO note (owner, body, madeAt) VALUES (?1, ?2, ?3)"
            return try db.insert(sql, [owner, StoredText(text), now])
        }
    }

    func notes(of owner: String) async throws -> [String] {
        try await access.read { db in
            var notes: [String] = []
            let sql = "SELECT body FROM note INDEXED BY note_owner WHERE owner = ?1 ORDER BY id DESC LIMIT 20"
            try db.forEachRow(sql, [owner]) { notes.append((try $0.value(0, of: "note") as StoredText).text) }
            return notes
        }
    }
}

@Suite(.timeLimit(.minutes(15))) struct SQLExampleTests {
    private static let tables = [
        Engine.sqlite: "CREATE TABLE note (id INTEGER PRIMARY KEY, owner TEXT, body ANY, madeAt INTEGER) STRICT",
        .postgres: """
        CREATE TABLE note (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text, body text, madeAt bigint
        )
        """,
    ]

    @Test(arguments: Engine.allCases) func aStoreIsWrittenOnceForAllEngines(engine: Engine) async throws {
        let table = try #require(Self.tables[engine])
        let index = "CREATE INDEX note_owner ON note (owner)"
        func test(_ database: any SQLDatabase) async throws {
            let access = StoreAccess(database, clock: { Date() }, logger: Logger(label: "notes"), failure: { $0 })
            let store = NoteStore(access: access)
            #expect(try await store.add("Buy milk", of: "ann") == 1)
            #expect(try await store.add("Ring Bob\0", of: "ann") == 2)
            #expect(try await store.add("Rest", of: "bob") == 3)
            #expect(try await store.notes(of: "ann") == ["Ring Bob\0", "Buy milk"])
        }
        try await engine.run([table, index], isRefusal: { _ in false }, test)
    }

    /// The example of ``ChangeFeed``.
    @Test(arguments: Engine.allCases) func aChangeIsToldToThePagesOfItsOwner(engine: Engine) async throws {
        struct NoteChange: Codable, Hashable, Sendable {
            let owner: String
        }
        let table = try #require(Self.tables[engine])
        func test(_ database: any SQLDatabase) async throws {
            let access = StoreAccess(database, clock: { Date() }, logger: Logger(label: "notes"), failure: { $0 })
            let pages = Topics<String, Void>()
            let feed = ChangeFeed(access) { (change: NoteChange) in
                pages.publish((), of: change.owner)
            } tellAll: {
                await pages.publishToAll(())
            }
            let following = Task { await feed.follow() }
            let note = try await NoteStore(access: access).add("Buy milk", of: "ann")
            let told = Mutex(false)
            let stop = pages.observe("ann") { told.withLock { $0 = true } }
            try await feed.write { db in
                try db.run("UPDATE note SET body = ?2 WHERE id = ?1", [note, StoredText("Buy bread")])
                return ((), NoteChange(owner: "ann"))
            }
            #expect(told.withLock { $0 })
            let count = try await feed.read(again: NoteChange(owner: "ann")) { db in
                try db.first("SELECT count(*) FROM note WHERE owner = ?1", ["ann"]) { try $0.value(0, of: "note") } ?? 0
            }
            #expect(count == 1)
            stop()
            following.cancel()
            _ = await following.result
        }
        try await engine.run([table], isRefusal: { _ in false }, test)
    }
}
