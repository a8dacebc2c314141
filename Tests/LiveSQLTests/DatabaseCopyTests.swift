import Foundation
import LiveSQL
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct DatabaseCopyTests {
    private struct Broken: Error {}

    private static let tables = [
        Engine.sqlite: [
            """
            CREATE TABLE owner (name TEXT NOT NULL PRIMARY KEY, things INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE thing (
                id INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL REFERENCES owner (name), body ANY, size REAL,
                seal BLOB
            ) STRICT
            """,
            """
            CREATE TRIGGER thing_counted AFTER INSERT ON thing BEGIN
                UPDATE owner SET things = things + 1 WHERE name = NEW.owner;
            END
            """,
            "CREATE TABLE mark (id INTEGER PRIMARY KEY, at INTEGER) STRICT",
            """
            CREATE TABLE share (
                owner TEXT NOT NULL, thing INTEGER NOT NULL REFERENCES thing (id), PRIMARY KEY (owner, thing)
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE TABLE secret (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL, createdAt INTEGER NOT NULL) STRICT",
        ],
        Engine.postgres: [
            "CREATE TABLE owner (name text NOT NULL PRIMARY KEY, things bigint NOT NULL DEFAULT 0)",
            """
            CREATE TABLE thing (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text NOT NULL REFERENCES owner (name),
                body text, size double precision, seal bytea
            )
            """,
            """
            CREATE FUNCTION thing_counted() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE owner SET things = things + 1 WHERE name = NEW.owner;
                RETURN NULL;
            END $$
            """,
            "CREATE TRIGGER thing_counted AFTER INSERT ON thing FOR EACH ROW EXECUTE FUNCTION thing_counted()",
            "CREATE TABLE mark (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at bigint)",
            """
            CREATE TABLE share (
                owner text NOT NULL, thing bigint NOT NULL REFERENCES thing (id), PRIMARY KEY (owner, thing)
            )
            """,
            "CREATE TABLE secret (name text NOT NULL PRIMARY KEY, value bytea NOT NULL, createdAt bigint NOT NULL)",
        ],
    ]

    private let copy = DatabaseCopy([
        .init("owner", key: ["name"], ["things"]),
        .init("thing", key: ["id"], ["owner", "size", "seal"], texts: ["body"], ids: .usedOnce),
        .init("mark", key: ["id"], ["at"], ids: .free),
        .init("share", key: ["owner", "thing"], []),
    ])

    @Sendable private static func isRefusal(_ error: any Error) -> Bool { error is Broken }

    /// From each engine to each.
    static let ways = Engine.allCases.flatMap { from in Engine.allCases.map { (from, $0) } }

    /// Runs a test with a database that has rows, and with an empty one.
    private func run(
        _ way: (Engine, Engine), _ test: (_ source: any SQLDatabase, _ target: any SQLDatabase) async throws -> Void
    ) async throws {
        try await way.0.run(Self.tables[way.0] ?? [], isRefusal: Self.isRefusal) { source in
            try await way.1.run(Self.tables[way.1] ?? [], isRefusal: Self.isRefusal) { target in
                try await fill(source)
                try await test(source, target)
            }
        }
    }

    /// Adds rows of more than two slices, with texts that the engines store in different ways.
    private func fill(_ database: any SQLDatabase) async throws {
        let owners = ["a", "B", "ä", "Z", "e\u{301}", "é", "가", "_"]
        let bodies: [String?] = [nil, "", "a\0b", "e\u{301}", "é", "\u{10FFFF}", "가"]
        try await database.transaction { db in
            for owner in owners { try db.run("INSERT INTO owner (name) VALUES (?1)", [owner]) }
            for number in 0..<1_203 {
                let owner = owners[number % owners.count]
                let sql = "INSERT INTO thing (owner, body, size, seal) VALUES (?1, ?2, ?3, ?4)"
                let id = try db.insert(
                    sql,
                    [
                        owner, bodies[number % bodies.count].map { StoredText($0) },
                        number.isMultiple(of: 3) ? nil : Double(number) / 7 as Double?,
                        Data([UInt8(number % 256), 0]),
                    ])
                try db.run("INSERT INTO share (owner, thing) VALUES (?1, ?2)", [owner, id])
            }
            for number in 0..<3 { _ = try db.insert("INSERT INTO mark (at) VALUES (?1)", [number]) }
            // The last key is not given again.
            try db.run("DELETE FROM share WHERE thing > ?1", [1_200])
            try db.run("DELETE FROM thing WHERE id > ?1", [1_200])
            try db.run(ServerStatements.insertSecret, ["signingKey", Data([1, 2, 3]), 7])
        }
    }

    private func count(_ sql: String, _ database: any SQLDatabase) async throws -> Int {
        try await database.query { db in try db.first(sql, []) { try $0.value(0, of: "any") } ?? -1 }
    }

    @Test(arguments: ways) func aCopyHasAllRowsAndGoesOnWithTheKeys(way: (Engine, Engine)) async throws {
        try await run(way) { source, target in
            var counts: [String: Int] = [:]
            try await copy.run(from: source, to: target, progress: { counts[$0] = $1 })
            #expect(counts == ["owner": 8, "thing": 1_200, "mark": 3, "share": 1_200, "secret": 1])
            #expect(try await count("SELECT COUNT(*) FROM secret", target) == 1)
            let text = try await target.query { db in
                try db.first("SELECT body FROM thing WHERE id = 3", []) { try $0.value(0, of: "thing") as StoredText }
            }
            #expect(text?.text == "a\0b")
            let (thing, mark) = try await target.transaction { db in
                (
                    try db.insert("INSERT INTO thing (owner) VALUES (?1)", ["a"]),
                    try db.insert("INSERT INTO mark (at) VALUES (?1)", [9])
                )
            }
            #expect((thing, mark) == (1_204, 4))
            // It was counted once in the source, and now once more.
            #expect(try await count("SELECT things FROM owner WHERE name = 'a'", source) == 151)
            #expect(try await count("SELECT things FROM owner WHERE name = 'a'", target) == 152)
        }
    }

    /// Of a table whose rows are all gone the last key is kept, if it is to be used once.
    @Test(arguments: ways) func tablesWithoutRowsAreCopied(way: (Engine, Engine)) async throws {
        try await run(way) { source, target in
            try await source.transaction { db in
                for table in ["share", "thing", "mark", "owner", "secret"] { try db.run("DELETE FROM \(table)", []) }
                try db.run("INSERT INTO owner (name) VALUES ('a')", [])
            }
            var counts: [String: Int] = [:]
            try await copy.run(from: source, to: target, progress: { counts[$0] = $1 })
            #expect(counts == ["owner": 1, "thing": 0, "mark": 0, "share": 0, "secret": 0])
            let (thing, mark) = try await target.transaction { db in
                (
                    try db.insert("INSERT INTO thing (owner) VALUES (?1)", ["a"]),
                    try db.insert("INSERT INTO mark (at) VALUES (?1)", [9])
                )
            }
            #expect((thing, mark) == (1_204, 1))
        }
    }

    @Test(arguments: ways) func aCopyThatWasCutOffGoesOn(way: (Engine, Engine)) async throws {
        try await run(way) { source, target in
            for _ in 0..<2 {
                await #expect(throws: Broken.self) {
                    try await copy.run(from: source, to: target, finish: { throw Broken() })
                }
                #expect(try await count("SELECT COUNT(*) FROM thing", target) == 1_200)
                #expect(try await DatabaseCopy.isIncomplete(in: target))
                // Half of the rows would be taken for all.
                await #expect(throws: DatabaseCopyError.self) { try await copy.run(from: target, to: source) }
            }
            try await target.transaction { db in
                try db.run("DELETE FROM share WHERE thing > ?1", [700])
                try db.run("DELETE FROM thing WHERE id > ?1", [700])
            }
            try await copy.run(from: source, to: target)
            #expect(try await count("SELECT COUNT(*) FROM share", target) == 1_200)
            #expect(try await !DatabaseCopy.isIncomplete(in: target))
            // The triggers are back.
            _ = try await target.transaction { db in try db.insert("INSERT INTO thing (owner) VALUES (?1)", ["a"]) }
            #expect(try await count("SELECT things FROM owner WHERE name = 'a'", target) == 152)
            // A complete copy is a database with rows of its own.
            let error = await #expect(throws: DatabaseCopyError.self) { try await copy.run(from: source, to: target) }
            #expect("\(String(describing: error))".contains("'owner'"))
        }
    }

    @Test(arguments: ways, ["UPDATE thing SET body = 'e' WHERE id = 4", "DELETE FROM share WHERE thing = 600"])
    func whatWasWrittenMeanwhileIsNoticed(way: (Engine, Engine), sql: String) async throws {
        try await run(way) { source, target in
            func write() async throws { _ = try await target.transaction { db in try db.run(sql, []) } }
            await #expect(throws: DatabaseCopyError.self) {
                try await copy.run(from: source, to: target, finish: write)
            }
        }
    }

    @Test(arguments: Engine.allCases) func rowsOfTheTargetAreNotTouched(engine: Engine) async throws {
        try await run((.sqlite, engine)) { source, target in
            try await target.transaction { db in try db.run("INSERT INTO mark (at) VALUES (1)", []) }
            let error = await #expect(throws: DatabaseCopyError.self) { try await copy.run(from: source, to: target) }
            #expect("\(String(describing: error))".contains("'mark'"))
            #expect(try await count("SELECT COUNT(*) FROM owner", target) == 0)
            #expect(try await count("SELECT COUNT(*) FROM secret", target) == 0)
        }
    }
}
