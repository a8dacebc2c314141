import Foundation
import TestSupport
import Testing

@testable import LivePostgres

extension PostgresFormat {
    fileprivate static let notes = PostgresFormat(
        name: "Notes",
        migrations: [.init("create", ["CREATE TABLE note (id bigserial PRIMARY KEY, owner text, body text NOT NULL)"])])
}

/// The example in the module's documentation, as a program would use it.
@Suite(.needsPostgres, .timeLimit(.minutes(15))) struct PostgresExampleTests {
    @Test func aNoteIsWrittenToldAndRead() async throws {
        try await PostgresFixture.run { fixture in
            let database = try await PostgresDatabase.open(.notes, at: try fixture.address())
            let (stream, continuation) = AsyncStream.makeStream(of: String?.self)
            Task {
                await database.listen(on: "notes") { owner, _ in continuation.yield(owner) }
                continuation.finish()
            }
            var heard = stream.makeAsyncIterator()
            #expect(await heard.next() == .some(nil))
            let (owner, body) = (fixture.schema, "Buy milk")

            try await database.write { db in
                try db.run("INSERT INTO note (owner, body) VALUES ($1, $2)", [owner, body])
                try db.run("SELECT pg_notify('notes', $1)", [owner])
            }

            let bodies = try await database.read { db in
                var bodies: [String] = []
                try db.forEachRow("SELECT body FROM note WHERE owner = $1 ORDER BY id DESC LIMIT 20", [owner]) {
                    bodies.append(try $0[0])
                }
                return bodies
            }
            #expect(bodies == [body])
            #expect(await heard.next() == owner)
            database.close()
            #expect(await heard.next() == .none)
        }
    }
}
