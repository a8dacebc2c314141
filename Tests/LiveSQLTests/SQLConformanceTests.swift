import Foundation
import LiveSQL
import TestSupport
import Testing

/// A refusal of a store.
private struct Refusal: Error, Equatable {}

/// Each engine does the same with the same statements and values.
@Suite(.timeLimit(.minutes(15))) struct SQLConformanceTests {
    private static let tables = [
        Engine.sqlite: [
            """
            CREATE TABLE thing (
                id INTEGER PRIMARY KEY AUTOINCREMENT, number INTEGER, fraction REAL, body ANY UNIQUE, bytes BLOB
            ) STRICT
            """,
            "CREATE INDEX thing_number ON thing (number)",
            "CREATE TABLE secret (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL, createdAt INTEGER NOT NULL) STRICT",
            "CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), writtenAt INTEGER NOT NULL) STRICT",
        ],
        .postgres: [
            """
            CREATE TABLE thing (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, number bigint, fraction double precision,
                body text UNIQUE, bytes bytea
            )
            """,
            "CREATE TABLE secret (name text PRIMARY KEY, value bytea NOT NULL, createdAt bigint NOT NULL)",
            "CREATE TABLE probe (id bigint PRIMARY KEY CHECK (id = 1), writtenAt bigint NOT NULL)",
        ],
    ]

    private func run(_ engine: Engine, _ test: (any SQLDatabase) async throws -> Void) async throws {
        try await engine.run(Self.tables[engine] ?? [], isRefusal: { $0 is Refusal }, test)
    }

    private static let insert = """
        INSERT INTO thing (number, fraction, body, bytes) VALUES (?1, ?2, ?3, ?4)
        """

    private enum Kind: String, SQLValue { case round, flat }

    @Test(arguments: Engine.allCases) func aValueIsReadInItsOwnTypeOnly(engine: Engine) async throws {
        try await run(engine) { database in
            let (id, mark) = (UUID(), SQLDatum.integer(7))
            try await database.transaction { db in
                try db.run(Self.insert, [mark, SQLDatum.null, Kind.flat, id])
                try db.run(Self.insert, [SQLDatum.null, SQLDatum.null, "square", Data([1])])
            }
            try await database.query { db in
                var rows = 0
                try db.forEachRow("SELECT number, body, bytes FROM thing ORDER BY id", []) { row in
                    rows += 1
                    let isFirst = rows == 1
                    #expect(row.datum(0) == (isFirst ? mark : .null))
                    #expect(row.isNull(0) != isFirst)
                    #expect(row[0] == (isFirst ? 7 as Int? : nil))
                    #expect(row[1] == (isFirst ? Kind.flat as Kind? : nil))
                    #expect(row[2] == (isFirst ? id as UUID? : nil))
                    // A number is no text.
                    #expect(row[0] as String? == nil)
                    if !isFirst {
                        #expect(throws: UnreadableRow.self) { try row.value(1, of: "thing") as Kind }
                        #expect(throws: UnreadableRow.self) { try row.value(0, of: "thing") as Int }
                    }
                }
                #expect(rows == 2)
            }
        }
    }

    @Test(arguments: Engine.allCases) func aTransactionKnowsWhetherItHasChangedAnything(engine: Engine) async throws {
        try await run(engine) { database in
            let counts = try await database.transaction { db in
                var counts = [db.changedRowCount]
                func note(_ change: () throws -> Void) rethrows {
                    try change()
                    counts.append(db.changedRowCount)
                }
                try note { _ = try db.insert(Self.insert, [1, Double?.none, "a", Data()]) }
                try note { try db.run("UPDATE thing SET number = 2 WHERE number = ?1", [9]) }
                try note { _ = try db.first("SELECT id FROM thing", []) { _ in true } }
                try note { try db.run("UPDATE thing SET number = 2 WHERE number = ?1", [1]) }
                return counts.map { $0 - counts[0] }
            }
            #expect(counts == [0, 1, 1, 1, 2])
        }
    }

    @Test(arguments: Engine.allCases) func aTransactionThatNobodyWaitsForIsDone(engine: Engine) async throws {
        try await run(engine) { database in
            await withCheckedContinuation { done in
                database.transactionLater({ try $0.run(Self.insert, [1, Double?.none, "a", Data()]) }) {
                    done.resume()
                } failed: { error in
                    Issue.record(error)
                    done.resume()
                }
            }
            let error = await withCheckedContinuation { done in
                database.transactionLater({ _ in throw Refusal() }) {
                    done.resume(returning: nil as (any Error)?)
                } failed: {
                    done.resume(returning: $0)
                }
            }
            #expect(error is Refusal)
            let count = try await database.query { db in
                try db.first("SELECT COUNT(*) FROM thing", []) { try $0.value(0, of: "thing") as Int }
            }
            #expect(count == 1)
        }
    }

    @Test(arguments: Engine.allCases) func whatIsStoredIsReadAsItWas(engine: Engine) async throws {
        let texts = [
            "", "a", "가나다 👨‍👩‍👧‍👦", "it's \"?1\" $1 \\", "\0", "a\0b", "\u{10FFFF}", "\u{10FFFF}0", "\u{10FFFF}1\0\u{10FFFF}",
            "\u{10FFFE}", "e\u{301}", "\u{E9}",
        ]
        try await run(engine) { database in
            for (index, text) in texts.enumerated() {
                let bytes = Data(text.utf8)
                let number = [Int.min, -1, 0, 1, .max][index % 5]
                let id = try await database.transaction(
                    { db in
                        try db.insert(Self.insert, [number, Double?.none, StoredText(text), bytes])
                    }, )
                #expect(id == Int64(index + 1))
                try await database.query { db in
                    let sql = "SELECT number, fraction, body, bytes, bytes IS NULL FROM thing WHERE body = ?1"
                    var count = 0
                    try db.forEachRow(sql, [StoredText(text)]) { row in
                        count += 1
                        #expect(try row.value(0, of: "thing") == number)
                        #expect(row.isNull(1) && !row.isNull(3))
                        #expect(try row.value(1, of: "thing") as Int? == nil)
                        let stored: StoredText = try row.value(2, of: "thing")
                        #expect(stored.text.utf8.elementsEqual(text.utf8))
                        #expect(try row.value(3, of: "thing") == bytes)
                        #expect(try row.value(4, of: "thing") == false)
                        #expect(throws: UnreadableRow.self) { try row.value(1, of: "thing") as Int }
                        #expect(throws: UnreadableRow.self) { try row.value(0, of: "thing") as String? }
                    }
                    #expect(count == 1, "\(text.debugDescription)")
                }
            }
        }
    }

    @Test(arguments: Engine.allCases) func aStatementMayHaveHintsAndSayAParameterTwice(engine: Engine) async throws {
        try await run(engine) { database in
            let ids = try await database.transaction(
                { db in
                    for number in [3, 1, 2] {
                        _ = try db.insert(Self.insert, [number, 0.5, "n\(number)", Data()])
                    }
                    let sql = """
                        SELECT thing.number, '?1 CROSS JOIN', other.fraction FROM thing INDEXED BY thing_number
                        CROSS JOIN thing AS other ON other.id = thing.id
                        WHERE thing.number >= ?1 AND thing.number + ?1 <= ?2 ORDER BY thing.number
                        """
                    var found: [String] = []
                    try db.forEachRow(sql, [1, 3]) { row in
                        let (number, text): (Int, String) = (try row.value(0, of: ""), try row.value(1, of: ""))
                        #expect(row.datum(2) == .real(0.5))
                        found.append("\(number) \(text)")
                    }
                    return found
                }, )
            #expect(ids == ["1 ?1 CROSS JOIN", "2 ?1 CROSS JOIN"])
        }
    }

    @Test(arguments: Engine.allCases) func aTransactionCountsItsRowsAndIsUndoneByAnError(engine: Engine) async throws {
        try await run(engine) { database in
            #expect(database.lastCommit == nil)
            let counts = try await database.transaction(
                { db in
                    for number in 1...3 { try db.run("INSERT INTO thing (number) VALUES (?1)", [number]) }
                    return [
                        try db.run("UPDATE thing SET number = number + ?1 WHERE number > ?1", [1]),
                        try db.run("DELETE FROM thing WHERE number = ?1", [99]),
                    ]
                }, committed: { counts in #expect(counts == [2, 0]) })
            #expect(counts == [2, 0] && database.lastCommit != nil)
            await #expect(throws: Refusal.self) {
                try await database.transaction(
                    { db in
                        try db.run("DELETE FROM thing", [])
                        throw Refusal()
                    }, committed: { Issue.record("Nothing was committed") })
            }
            let left = try await database.query { db in
                try db.first("SELECT COUNT(*) FROM thing", []) { try $0.value(0, of: "thing") as Int }
            }
            #expect(left == 3)
            let none = try await database.query { db in
                try db.first("SELECT number FROM thing WHERE number = ?1", [99]) { _ in true }
            }
            #expect(none == nil)
        }
    }

    @Test(arguments: Engine.allCases) func aStoreHasErrorsOfItsOwnAndASecret(engine: Engine) async throws {
        enum StoreError: Error { case unavailable }
        try await run(engine) { database in
            let log = LogRecorder()
            let access = StoreAccess(
                database, clock: { Date(timeIntervalSince1970: 7) }, logger: log.logger
            ) { $0 is Refusal ? nil : StoreError.unavailable }
            await #expect(throws: StoreError.self) {
                try await access.read(for: "broken()") { db in try db.first("SELECT nothing", []) { _ in true } }
            }
            #expect(log.lines.count == 1)
            await #expect(throws: Refusal.self) { try await access.write { _ in throw Refusal() } }
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await access.read { db in try db.first("SELECT 1", []) { _ in true } }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(log.lines.count == 1)
            let secret = try await access.secret("key", or: Data([1, 2]))
            let again = try await access.secret("key", or: Data([3]))
            #expect(secret == Data([1, 2]) && again == secret)
            try await access.ping(interval: .zero)
            try await access.ping(interval: .seconds(600))
            let time = try await access.read { db in
                try db.first("SELECT writtenAt FROM probe", []) { try $0.value(0, of: "probe") as StoredTime }
            }
            #expect(time == access.now)
            for number in 1...25 {
                try await access.write { try $0.run("INSERT INTO thing (number) VALUES (?1)", [number]) }
            }
            let count = try await access.writeInSlices(of: 10) { db, limit in
                try db.run(
                    "DELETE FROM thing WHERE id IN (SELECT old.id FROM thing AS old WHERE old.number > ?1 LIMIT ?2)",
                    [5, limit])
            }
            #expect(count == 20)
        }
    }
}
