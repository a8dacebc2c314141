import Foundation
import TestSupport
import Testing

@testable import LivePostgres

/// Payloads that were heard, nil for a new connection.
private typealias Heard = AsyncStream<String?>.Iterator

/// Notifications from one process to others.
@Suite(.needsPostgres, .timeLimit(.minutes(15))) struct PostgresListenTests {
    private struct Mistake: Error {}

    private func notify(_ payload: String, _ fixture: PostgresFixture) async throws {
        _ = try await fixture.database.write {
            try $0.run("SELECT pg_notify($1, $2)", [fixture.schema, payload])
        }
    }

    /// Listens on the channel of a fixture during a test, and waits for its end.
    private func listening(
        _ fixture: PostgresFixture,
        _ handle: @escaping @Sendable (String?, PostgresConnection) throws -> Void = { _, _ in },
        _ test: (inout Heard) async throws -> Void
    ) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: String?.self)
        let task = Task {
            await fixture.database.listen(on: fixture.schema) { payload, db in
                continuation.yield(payload)
                try handle(payload, db)
            }
            continuation.finish()
        }
        var heard = stream.makeAsyncIterator()
        try await test(&heard)
        task.cancel()
        await task.value
    }

    /// Ends the connection that listens, from the server's side.
    private func endConnection(_ fixture: PostgresFixture, lastStatement: String? = nil) async throws {
        let ended = try await fixture.database.read { db in
            try db.first(
                """
                SELECT COUNT(pg_terminate_backend(pid, 60000)) FROM pg_stat_activity
                WHERE query = $1 AND pid <> pg_backend_pid()
                """, [lastStatement ?? "LISTEN \"\(fixture.schema)\""]
            ) { try $0[0] as Int }
        }
        #expect(ended == 1)
    }

    @Test func whatIsCommittedIsHeardInItsOrder() async throws {
        try await PostgresFixture.run { fixture in
            try await listening(fixture) { heard in
                #expect(await heard.next() == .some(nil))
                try await notify("a", fixture)
                await #expect(throws: Mistake.self) {
                    try await fixture.database.write { db in
                        try db.run("SELECT pg_notify($1, 'undone')", [fixture.schema])
                        throw Mistake()
                    }
                }
                try await notify("", fixture)
                try await notify("가", fixture)
                for payload in ["a", "", "가"] { #expect(await heard.next() == payload) }
            }
        }
    }

    @Test func aListenerThatHasLostItsConnectionSaysSoAndHearsAgain() async throws {
        try await PostgresFixture.run { fixture in
            try await listening(fixture) { heard in
                #expect(await heard.next() == .some(nil))
                for round in 0..<3 {
                    try await endConnection(fixture)
                    #expect(await heard.next() == .some(nil))
                    try await notify("\(round)", fixture)
                    #expect(await heard.next() == "\(round)")
                }
            }
        }
    }

    @Test func aHandlerThatFailsIsCalledAgainWithANewConnection() async throws {
        try await PostgresFixture.run { fixture in
            let handle = { @Sendable (payload: String?, _: PostgresConnection) in
                if payload == "bad" { throw Mistake() }
            }
            try await listening(fixture, handle) { heard in
                #expect(await heard.next() == .some(nil))
                try await notify("bad", fixture)
                #expect(await heard.next() == "bad")
                #expect(await heard.next() == .some(nil))
                try await notify("good", fixture)
                #expect(await heard.next() == "good")
            }
        }
    }

    @Test func aQueryOfTheHandlerHidesNoNotification() async throws {
        try await PostgresFixture.run { fixture in
            let (database, channel) = (fixture.database, fixture.schema)
            let handle = { @Sendable (payload: String?, db: PostgresConnection) in
                if payload == nil {
                    // Sent while the handler works: they come with the answer to its query.
                    let isSent = DispatchSemaphore(value: 0)
                    Task {
                        for number in 0..<3 {
                            _ = try await database.write {
                                try $0.run("SELECT pg_notify($1, $2)", [channel, "\(number)"])
                            }
                        }
                        isSent.signal()
                    }
                    isSent.wait()
                }
                let one = try db.first("SELECT 1") { try $0[0] as Int }
                #expect(one == 1)
            }
            try await listening(fixture, handle) { heard in
                #expect(await heard.next() == .some(nil))
                for number in 0..<3 { #expect(await heard.next() == "\(number)") }
            }
        }
    }

    @Test func listeningEndsWithItsTaskAndSoDoesItsConnection() async throws {
        try await PostgresFixture.run { fixture in
            try await listening(fixture) { heard in #expect(await heard.next() == .some(nil)) }
            var isThere = true
            while isThere {
                isThere =
                    try await fixture.database.read { db in
                        try db.first("SELECT FROM pg_stat_activity WHERE query = $1", ["LISTEN \"\(fixture.schema)\""])
                        { _ in }
                    } != nil
            }
        }
    }

    @Test func listeningEndsWithTheDatabaseAndDoesNotBeginAfterIt() async throws {
        try await PostgresFixture.run { fixture in
            try await listening(fixture) { heard in
                #expect(await heard.next() == .some(nil))
                fixture.database.close()
                #expect(await heard.next() == .none)
            }
            await fixture.database.listen(on: fixture.schema) { _, _ in Issue.record("It is closed.") }
        }
    }
}
