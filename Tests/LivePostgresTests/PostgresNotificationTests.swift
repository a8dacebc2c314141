import Foundation
import TestSupport
import Testing

@testable import LivePostgres

/// Notifications from one process to others.
@Suite(.needsPostgres, .timeLimit(.minutes(15))) struct PostgresNotificationTests {
    private func notify(_ payload: String, _ fixture: PostgresFixture) async throws {
        _ = try await fixture.database.write {
            try $0.run("SELECT pg_notify($1, $2)", [fixture.schema, payload])
        }
    }

    private struct Mistake: Error {}

    @Test func whatIsCommittedIsHeardInItsOrder() async throws {
        try await PostgresFixture.run { fixture in
            var heard = fixture.database.notifications(on: fixture.schema).makeAsyncIterator()
            #expect(await heard.next() == .resync)
            try await notify("a", fixture)
            await #expect(throws: Mistake.self) {
                try await fixture.database.write { db in
                    try db.run("SELECT pg_notify($1, 'undone')", [fixture.schema])
                    throw Mistake()
                }
            }
            try await notify("", fixture)
            try await notify("가", fixture)
            #expect(await heard.next() == .received("a"))
            #expect(await heard.next() == .received(""))
            #expect(await heard.next() == .received("가"))
        }
    }

    @Test func aListenerThatHasLostItsConnectionSaysSoAndHearsAgain() async throws {
        try await PostgresFixture.run { fixture in
            var heard = fixture.database.notifications(on: fixture.schema).makeAsyncIterator()
            #expect(await heard.next() == .resync)
            for round in 0..<3 {
                let ended = try await fixture.database.read { db in
                    try db.first(
                        """
                        SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
                        WHERE query = $1 AND pid <> pg_backend_pid()
                        """, ["LISTEN \"\(fixture.schema)\""]
                    ) { try $0[0] as Int }
                }
                #expect(ended == 1)
                #expect(await heard.next() == .resync)
                try await notify("\(round)", fixture)
                #expect(await heard.next() == .received("\(round)"))
            }
        }
    }

    @Test func whoReadsTooSlowlyIsToldToReadAllAgain() async throws {
        for count in [Listener.mostWaiting, Listener.mostWaiting + 1, 3 * Listener.mostWaiting + 7] {
            let (stream, continuation) = AsyncStream.makeStream(
                of: PostgresNotification.self, bufferingPolicy: .bufferingNewest(Listener.mostWaiting))
            let listener = Listener(channel: "", continuation) { throw Mistake() }
            var sinceResync = 0
            for number in 0..<count { listener.send(.received("\(number)"), &sinceResync) }
            continuation.finish()
            let heard = await stream.reduce(into: []) { $0.append($1) }
            #expect(heard.contains(.resync) == (count > Listener.mostWaiting))
            // After the last resync nothing is missing.
            let rest = heard.suffix(while: { $0 != .resync })
            #expect(rest == (count - rest.count..<count).map { .received("\($0)") })
        }
    }

    @Test func aSequenceEndsWithItsTask() async throws {
        try await PostgresFixture.run { fixture in
            let database = fixture.database
            let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                for await _ in database.notifications(on: fixture.schema) { continuation.yield() }
                return true
            }
            for await _ in begun { break }
            task.cancel()
            #expect(await task.value)
            // And its connection.
            var isThere = true
            while isThere {
                isThere =
                    try await database.read { db in
                        try db.first("SELECT FROM pg_stat_activity WHERE query = $1", ["LISTEN \"\(fixture.schema)\""])
                        { _ in }
                    } != nil
            }
        }
    }
}

extension Array {
    /// The elements behind the last one that `isIn` refuses.
    fileprivate func suffix(while isIn: (Element) -> Bool) -> [Element] {
        Array(self[(lastIndex { !isIn($0) }.map { $0 + 1 } ?? 0)...])
    }
}
