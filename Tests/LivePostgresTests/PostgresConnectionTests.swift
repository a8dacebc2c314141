import Foundation
import TestSupport
import Testing

@testable import LivePostgres

/// Statements, values and transactions.
@Suite(.needsPostgres, .timeLimit(.minutes(15))) struct PostgresConnectionTests {
    @Test func valuesComeBackAsTheyWere() async throws {
        try await PostgresFixture.run { fixture in
            try await fixture.database.read { db in
                func same<Value: PostgresValue & Equatable>(_ value: Value, as type: String) throws {
                    let back: Value? = try db.first("SELECT $1::\(type)", [value]) { try $0[0] }
                    #expect(back == value)
                    // An optional with it, and NULL.
                    #expect(try db.first("SELECT $1::\(type)", [Optional(value)]) { try $0[0] as Value? } == value)
                    let none = try db.first("SELECT $1::\(type)", [Value?.none]) { try $0[0] as Value? }
                    #expect(none == .some(.none))
                }
                for number in [Int64.min, -1, 0, 1, .max] { try same(number, as: "bigint") }
                for number in [Int.min, 0, .max] { try same(number, as: "bigint") }
                for number in [Int64(Int32.min), 0, Int64(Int32.max)] { try same(number, as: "integer") }
                for number in [Int64(Int16.min), 0, Int64(Int16.max)] { try same(number, as: "smallint") }
                for flag in [true, false] { try same(flag, as: "boolean") }
                for number in [-.infinity, -0.1, 0, .pi, .greatestFiniteMagnitude] {
                    try same(number, as: "double precision")
                }
                try same(0.5, as: "real")
                let texts = [
                    "", "a", "'; DROP TABLE note; --", "가각힣 ㎡", "👩‍👩‍👧", "e\u{301}",
                    String(repeating: "x", count: 1_000_000),
                ]
                for type in ["text", "varchar"] { for text in texts { try same(text, as: type) } }
                for data in [Data(), Data([0]), Data(0...255)] { try same(data, as: "bytea") }
            }
        }
    }

    @Test func manyValuesStandInTheirPlaces() async throws {
        try await PostgresFixture.run { fixture in
            let read = try await fixture.database.read { db in
                try db.first("SELECT $4, $3, $2, $1", ["", Data(), Int?.none, "last"]) { row in
                    "\(try row[0] as String)|\(try row[1] as Int? as Any)|\(try row[2] as Data)|\(try row[3] as String)"
                }
            }
            #expect(read == "last|nil|0 bytes|")
        }
    }

    @Test func whatIsNoSuchValueIsToldSo() async throws {
        try await PostgresFixture.run { fixture in
            try await fixture.database.read { db in
                func expectUnreadable<Value: PostgresValue>(_ sql: String, _ type: Value.Type, column: Int = 0) {
                    let error = #expect(throws: PostgresError.self) { try db.first(sql) { try $0[column] as Value } }
                    guard case .unreadable(column)? = error else {
                        Issue.record("\(sql) was read as \(type): \(error as Any)")
                        return
                    }
                }
                expectUnreadable("SELECT NULL::bigint", Int.self)
                expectUnreadable("SELECT 'a'::text", Int.self)
                expectUnreadable("SELECT 'a'::text", Int?.self)
                expectUnreadable("SELECT 1::bigint", String.self)
                expectUnreadable("SELECT 1::numeric", Int.self)
                expectUnreadable("SELECT 1::bigint", Bool.self)
                expectUnreadable("SELECT 1::bigint", Double.self)
                expectUnreadable("SELECT 'a'::text", Data.self)
                expectUnreadable("SELECT 1::bigint", Int.self, column: 1)
                expectUnreadable("SELECT 1::bigint", Int.self, column: -1)
            }
        }
    }

    @Test func aRefusedStatementNamesItsFaultAndNoValue() async throws {
        try await PostgresFixture.run { fixture in
            let database = fixture.database
            _ = try await database.write { try $0.run("CREATE TABLE note (text text CONSTRAINT one_note UNIQUE)") }
            let insert = { @Sendable (db: PostgresConnection) throws in
                _ = try db.run("INSERT INTO note (text) VALUES ($1)", ["a secret"])
            }
            try await database.write(insert)
            // Again and again, on one connection: a failure is not the end of a prepared statement.
            for _ in 0..<3 {
                let fault = await expectFault("23505") { try await database.write(insert) }
                #expect(fault?.violatesUniqueness == true && fault?.constraint == "one_note")
                #expect(fault?.description.contains("secret") == false)
            }
            let data = await expectFault("22P02") {
                _ = try await database.read { try $0.run("SELECT $1::text::bigint", ["a secret"]) }
            }
            #expect(data?.message == nil && data?.description == "PostgreSQL 22P02")
            // Those that may quote anything.
            for (state, sql) in [
                ("42601", "SELECT to_tsquery($1 || ' & & ')"), ("42P01", "SELECT $1::text::regclass"),
                ("P0001", "DO $$ BEGIN RAISE EXCEPTION 'a secret'; END $$"),
            ] {
                let fault = await expectFault(state) {
                    _ = try await database.read { try $0.run(sql, sql.contains("$1") ? ["secret"] : []) }
                }
                #expect(fault?.message == nil, "\(sql)")
            }
            _ = await expectFault("42601") { _ = try await database.read { try $0.run("SELEC 1") } }
            // Too few values.
            _ = await expectFault("08P01") { _ = try await database.read { try $0.run("SELECT $1::int + $2", [1]) } }
            _ = await expectFault("42P01") { _ = try await database.read { try $0.run("SELECT * FROM nothing") } }
            _ = await expectFault("22021") { _ = try await database.read { try $0.run("SELECT $1", ["a\0b"]) } }
            #expect(try await fixture.count("note") == 1)
        }
    }

    @Test func aStatementSaysHowManyRowsItHasChanged() async throws {
        try await PostgresFixture.run { fixture in
            let counts = try await fixture.database.write { db in
                [
                    try db.run("CREATE TABLE number (value bigint)"),
                    try db.run("INSERT INTO number SELECT generate_series(1, 1000)"),
                    try db.run("UPDATE number SET value = -value WHERE value <= $1", [10]),
                    try db.run("DELETE FROM number WHERE value = $1", [0]),
                ]
            }
            #expect(counts == [0, 1000, 10, 0])
            var sum = 0
            var rows = 0
            let values = try await fixture.database.read { db in
                var values: [Int] = []
                try db.forEachRow("SELECT value FROM number ORDER BY value") { values.append(try $0[0]) }
                return values
            }
            for value in values { (sum, rows) = (sum + value, rows + 1) }
            #expect(rows == 1000 && sum == 500_500 - 110 && values.first == -10)
            #expect(try await fixture.database.read { try $0.first("SELECT 1 WHERE false") { _ in } } == nil)
        }
    }

    @Test func moreStatementsThanArePreparedWork() async throws {
        try await PostgresFixture.run { fixture in
            let sum = try await fixture.database.read { db in
                var sum = 0
                for round in 0..<2 {
                    for number in 0..<300 {
                        sum += try db.first("SELECT \(number) + $1", [round]) { try $0[0] } ?? 0
                    }
                }
                return sum
            }
            #expect(sum == 2 * 300 * 299 / 2 + 300)
        }
    }

    @Test func aFailureAtTheEndOfAStatementIsItsOwnAndNotTheNextOnes() async throws {
        var limits = PostgresDatabase.Limits()
        limits.connections = 1
        try await PostgresFixture.run(limits) { fixture in
            let database = fixture.database
            try await database.write { db in
                try db.run("CREATE TABLE note (text text UNIQUE DEFERRABLE INITIALLY DEFERRED)")
                try db.run("INSERT INTO note VALUES ('a')")
            }
            let seven = { @Sendable in try await database.read { try $0.first("SELECT 7") { try $0[0] as Int } } }
            for _ in 0..<3 {
                #expect(try await seven() == 7)
                // Outside a transaction it is committed, and refused, only by the sync behind it.
                _ = await expectFault("23505") {
                    try await database.read { db in
                        try db.run("SET default_transaction_read_only = off")
                        try db.run("INSERT INTO note VALUES ('a')")
                    }
                }
                #expect(try await seven() == 7)
                _ = await expectFault("23505") {
                    _ = try await database.write { try $0.run("INSERT INTO note VALUES ('a')") }
                }
            }
            #expect(try await fixture.count("note") == 1)
        }
    }

    @Test func aReadChangesNothing() async throws {
        try await PostgresFixture.run { fixture in
            let database = fixture.database
            _ = try await database.write { try $0.run("CREATE TABLE note (text text)") }
            _ = await expectFault("25006") {
                _ = try await database.read { try $0.run("INSERT INTO note VALUES ('a')") }
            }
            #expect(try await fixture.count("note") == 0)
        }
    }

    @Test func nothingOfAJobIsLeftToTheNextOne() async throws {
        var limits = PostgresDatabase.Limits()
        limits.connections = 1
        try await PostgresFixture.run(limits) { fixture in
            let database = fixture.database
            // A transaction that was left open, and statements that can't be run as others are.
            _ = try await database.read { try $0.run("BEGIN") }
            for copy in ["COPY pg_am TO STDOUT", "COPY pg_am FROM STDIN"] {
                await #expect(throws: PostgresError.self) { _ = try await database.read { try $0.run(copy) } }
            }
            await #expect(throws: PostgresError.self) {
                let values = Array(repeating: 1, count: 70_000)
                _ = try await database.read { try $0.run("SELECT 1", values) }
            }
            // In a transaction that has failed nothing is prepared or dropped any more.
            _ = await expectFault("25P02") {
                try await database.write { db in
                    for number in 0..<300 { try db.run("SELECT \(number)") }
                    _ = try? db.run("SELECT 1 / 0")
                }
            }
            let isAlone = try await database.read { db in
                try db.first("SELECT pg_current_xact_id_if_assigned() IS NULL AND txid_current_if_assigned() IS NULL") {
                    try $0[0] as Bool
                }
            }
            #expect(isAlone == true)
            #expect(try await database.write { try $0.run("CREATE TABLE note (text text)") } == 0)
        }
    }

    @Test func aRowCanBeReadLater() async throws {
        try await PostgresFixture.run { fixture in
            let text = try await fixture.database.read { db in
                let row = try #require(try db.first("SELECT $1", ["later"]) { $0 })
                for number in 0..<10 { try db.run("SELECT \(number)") }
                return try row[0] as String
            }
            #expect(text == "later")
        }
    }

    // MARK: Transactions

    private struct Mistake: Error {}

    @Test func aJobThatThrowsChangesNothing() async throws {
        try await PostgresFixture.run { fixture in
            let database = fixture.database
            _ = try await database.write { try $0.run("CREATE TABLE note (text text)") }
            await #expect(throws: Mistake.self) {
                try await database.write { db in
                    try db.run("INSERT INTO note VALUES ('a')")
                    throw Mistake()
                }
            }
            #expect(try await fixture.count("note") == 0)
            // A job without a statement is no transaction.
            #expect(try await database.write { _ in 7 } == 7)
            await #expect(throws: Mistake.self) { try await database.write { _ in throw Mistake() } }
            #expect(try await database.write { try $0.run("INSERT INTO note VALUES ('b')") } == 1)
            #expect(try await fixture.count("note") == 1)
        }
    }

    @Test func anErrorThatIsCaughtEndsTheTransactionButNotWithASavepoint() async throws {
        try await PostgresFixture.run { fixture in
            let database = fixture.database
            _ = try await database.write { try $0.run("CREATE TABLE note (text text)") }
            _ = await expectFault("25P02") {
                try await database.write { db in
                    try db.run("INSERT INTO note VALUES ('a')")
                    _ = try? db.run("SELECT 1 / 0")
                }
            }
            #expect(try await fixture.count("note") == 0)
            try await database.write { db in
                try db.run("INSERT INTO note VALUES ('b')")
                for _ in 0..<2 {
                    #expect(throws: PostgresError.self) {
                        try db.savepoint {
                            try db.run("INSERT INTO note VALUES ('c')")
                            try db.run("SELECT 1 / 0")
                        }
                    }
                }
                try db.savepoint { try db.run("INSERT INTO note VALUES ('d')") }
            }
            let notes = try await database.read { db in
                try db.first("SELECT string_agg(text, ' ' ORDER BY text) FROM note") { try $0[0] as String? }
            }
            #expect(notes == "b d")
        }
    }

    @Test func transactionsThatMeetAreRunAgain() async throws {
        var limits = PostgresDatabase.Limits()
        (limits.attempts, limits.waitingTime) = (1_000, .seconds(600))
        try await PostgresFixture.run(limits) { fixture in
            let database = fixture.database
            try await database.write { db in
                try db.run("CREATE TABLE counter (value bigint NOT NULL)")
                try db.run("INSERT INTO counter VALUES (0)")
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await database.write { db in
                            let value: Int = try #require(try db.first("SELECT value FROM counter") { try $0[0] })
                            try db.run("UPDATE counter SET value = $1", [value + 1])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.read { try $0.first("SELECT value FROM counter") { try $0[0] as Int } } == 100)
        }
    }

    @Test func whatTwoTransactionsDecideIsAsIfOneCameFirst() async throws {
        var limits = PostgresDatabase.Limits()
        (limits.attempts, limits.waitingTime) = (1_000, .seconds(600))
        try await PostgresFixture.run(limits) { fixture in
            let database = fixture.database
            _ = try await database.write { try $0.run("CREATE TABLE seat (holder bigint)") }
            // Each looks whether a seat is free, and takes it with another row: no row is in two hands.
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for holder in 0..<40 {
                    group.addTask {
                        try await database.write { db in
                            let taken: Int = try #require(try db.first("SELECT COUNT(*) FROM seat") { try $0[0] })
                            guard taken < 10 else { return false }
                            try db.run("INSERT INTO seat VALUES ($1)", [holder])
                            return true
                        }
                    }
                }
                var seated = 0
                for try await isSeated in group where isSeated { seated += 1 }
                #expect(seated == 10)
            }
            #expect(try await fixture.count("seat") == 10)
        }
    }
}
