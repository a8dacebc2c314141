import Dispatch
import Foundation
import Logging
import StreamsTesting
import Synchronization
import TestSupport
import Testing

@testable import LivePostgres

/// Connections that are lost, in use, or can't be made.
@Suite(.needsPostgres, .timeLimit(.minutes(15))) struct PostgresDatabaseTests {
    private static let endOwn = "SELECT pg_terminate_backend(pg_backend_pid())"

    @Test func aConnectionThatTheServerHasEndedIsMadeAnew() async throws {
        try await PostgresFixture.run { fixture in
            let database = fixture.database
            for _ in 0..<3 {
                let other = try await database.read { db in
                    try #require(try db.first("SELECT pg_backend_pid()") { try $0[0] as Int })
                }
                let keeper = PostgresDatabase(
                    try fixture.address(), name: "other", limits: .init(), logger: .init(label: "tests"))
                _ = try await keeper.read { try $0.run("SELECT pg_terminate_backend($1::int)", [other]) }
                keeper.close()
                #expect(try await database.read { try $0.first("SELECT 7") { try $0[0] as Int } } == 7)
            }
        }
    }

    @Test func aTransactionThatLosesItsConnectionIsRunAgainAndCountsOnce() async throws {
        try await PostgresFixture.run { fixture in
            let database = fixture.database
            _ = try await database.write { try $0.run("CREATE TABLE note (text text)") }
            let runs = Counter()
            try await database.write { db in
                runs.add()
                try db.run("INSERT INTO note VALUES ('a')")
                if runs.value <= 2 { try db.run(Self.endOwn) }
            }
            #expect(runs.value == 3)
            #expect(try await fixture.count("note") == 1)
        }
    }

    @Test func aConnectionThatIsLostEachTimeIsGivenUp() async throws {
        try await PostgresFixture.run { fixture in
            let runs = Counter()
            let error = await #expect(throws: PostgresError.self) {
                try await fixture.database.write { db in
                    runs.add()
                    try db.run(Self.endOwn)
                }
            }
            #expect(error?.description.hasPrefix("PostgreSQL 57P01") == true)
            #expect(runs.value == PostgresDatabase.Limits().attempts)
            let one = try await fixture.database.read { try $0.run("SELECT 1") }
            #expect(one == 1)
        }
    }

    @Test func theOutcomeOfACommitThatWasCutOffIsUnknown() async throws {
        try await PostgresFixture.run { fixture in
            let database = fixture.database
            try await database.write { db in
                try db.run("CREATE TABLE note (text text)")
                try db.run(
                    """
                    CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
                    'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'
                    """)
                try db.run(
                    """
                    CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON note DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW EXECUTE FUNCTION cut()
                    """)
            }
            let runs = Counter()
            let error = await #expect(throws: PostgresError.self) {
                try await database.write { db in
                    runs.add()
                    try db.run("INSERT INTO note VALUES ('a')")
                }
            }
            #expect(error?.description == PostgresError.unknownOutcome.description)
            // It may be there, so it is not run again.
            #expect(runs.value == 1)
            #expect(try await fixture.count("note") == 0)
        }
    }

    @Test func aLossThatAJobHidesIsNoneForTheNextOne() async throws {
        var limits = PostgresDatabase.Limits()
        limits.connections = 1
        try await PostgresFixture.run(limits) { fixture in
            let database = fixture.database
            _ = try await database.write { try $0.run("CREATE TABLE note (text text)") }
            #expect(try await database.read { db in (try? db.run(Self.endOwn)) == nil })
            #expect(try await fixture.count("note") == 0)
            let runs = Counter()
            try await database.write { db in
                runs.add()
                try db.run("INSERT INTO note VALUES ('a')")
                if runs.value == 1 { _ = try? db.run(Self.endOwn) }
            }
            #expect(runs.value == 2)
            #expect(try await fixture.count("note") == 1)
        }
    }

    @Test func aTransactionThatDoesNothingForTooLongIsEndedOnce() async throws {
        var limits = PostgresDatabase.Limits()
        limits.statementTime = .seconds(1)
        try await PostgresFixture.run(limits) { fixture in
            let runs = Counter()
            let error = await #expect(throws: PostgresError.self) {
                try await fixture.database.write { db in
                    runs.add()
                    try db.run("SELECT 1")
                    // Until the server has closed its end.
                    var socket = pollfd(fd: db.socket, events: Int16(POLLIN), revents: 0)
                    while poll(&socket, 1, 60_000) < 0 {}
                }
            }
            #expect(error?.description.hasPrefix("PostgreSQL 25P03") == true)
            #expect(runs.value == 1)
        }
    }

    @Test func aStatementHasATimeLimit() async throws {
        var limits = PostgresDatabase.Limits()
        limits.statementTime = .seconds(1)
        try await PostgresFixture.run(limits) { fixture in
            _ = await expectFault("57014") {
                _ = try await fixture.database.read { try $0.run("SELECT pg_sleep(600)") }
            }
            let one = try await fixture.database.read { try $0.run("SELECT 1") }
            #expect(one == 1)
        }
    }

    // MARK: Turns

    /// A job that holds the only connection until it is let go.
    private struct Holding {
        private let begun = Gate()
        private let end = DispatchSemaphore(value: 0)

        func begin(_ database: PostgresDatabase) async throws -> Task<Int, any Error> {
            let task = Task { [begun, end] in
                // A failure lets the test go on, too.
                defer { begun.open() }
                return try await database.read { _ in
                    begun.open()
                    end.wait()
                    return 1
                }
            }
            try await begun.pass()
            return task
        }

        func letGo() { end.signal() }
    }

    private func limits(connections: Int = 1, waiting: Int, patience: Duration) -> PostgresDatabase.Limits {
        var limits = PostgresDatabase.Limits()
        (limits.connections, limits.waitingJobs, limits.waitingTime) = (connections, waiting, patience)
        return limits
    }

    /// Adds a job, and returns when it waits.
    private func waiting(
        in database: PostgresDatabase, _ job: @escaping @Sendable () -> Int = { 2 }
    ) async -> Task<Int, any Error> {
        let task = Task { try await database.read { _ in job() } }
        while database.waitingCount == 0 { await Task.yield() }
        return task
    }

    @Test func aJobThatHasNoRoomToWaitIsRefusedAtOnce() async throws {
        try await PostgresFixture.run(limits(waiting: 0, patience: .seconds(600))) { fixture in
            let holding = Holding()
            defer { holding.letGo() }
            let first = try await holding.begin(fixture.database)
            let error = await #expect(throws: PostgresError.self) { try await fixture.database.read { _ in 2 } }
            #expect(error?.description == PostgresError.busy.description)
            holding.letGo()
            #expect(try await first.value == 1)
            #expect(try await fixture.database.read { _ in 3 } == 3)
        }
    }

    @Test func aJobThatWaitsTooLongIsRefused() async throws {
        try await PostgresFixture.run(limits(waiting: 10, patience: .milliseconds(50))) { fixture in
            let holding = Holding()
            defer { holding.letGo() }
            let first = try await holding.begin(fixture.database)
            let error = await #expect(throws: PostgresError.self) { try await fixture.database.read { _ in 2 } }
            #expect(error?.description == PostgresError.busy.description)
            holding.letGo()
            #expect(try await first.value == 1)
        }
    }

    @Test func aJobThatIsCancelledWhileItWaitsIsNotRun() async throws {
        try await PostgresFixture.run(limits(waiting: 10, patience: .seconds(600))) { fixture in
            let holding = Holding()
            let runs = Counter()
            defer { holding.letGo() }
            let first = try await holding.begin(fixture.database)
            let second = await waiting(in: fixture.database) {
                runs.add()
                return 2
            }
            second.cancel()
            await #expect(throws: CancellationError.self) { try await second.value }
            holding.letGo()
            #expect(try await first.value == 1)
            #expect(try await fixture.database.read { _ in 3 } == 3)
            #expect(runs.value == 0)
        }
    }

    @Test func aHundredJobsOnThreeConnectionsAreAllDone() async throws {
        try await PostgresFixture.run(limits(connections: 3, waiting: 100, patience: .seconds(600))) { fixture in
            let database = fixture.database
            let (sum, connections) = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
                for number in 0..<100 {
                    group.addTask {
                        try await database.read { db in
                            let row = try db.first("SELECT $1, pg_backend_pid()", [number]) { row in
                                (try row[0] as Int, try row[1] as Int)
                            }
                            return try #require(row)
                        }
                    }
                }
                return try await group.reduce(into: (0, Set<Int>())) { $0 = ($0.0 + $1.0, $0.1.union([$1.1])) }
            }
            #expect(sum == 4950)
            #expect((1...3).contains(connections.count))
        }
    }

    @Test func aClosedDatabaseRefusesJobs() async throws {
        try await PostgresFixture.run(limits(waiting: 10, patience: .seconds(600))) { fixture in
            let holding = Holding()
            defer { holding.letGo() }
            let first = try await holding.begin(fixture.database)
            let second = await waiting(in: fixture.database)
            fixture.database.close()
            for result in [await second.result, await Task { try await fixture.database.read { _ in 2 } }.result] {
                guard case .failure(PostgresError.unavailable("The database is closed.")) = result else {
                    Issue.record("\(result)")
                    continue
                }
            }
            // The one that had begun is done.
            holding.letGo()
            #expect(try await first.value == 1)
        }
    }

    @Test func aServerThatIsNotThereIsNotAskedAgainAtOnce() async throws {
        let address = try PostgresAddress("postgres://live@/postgres?host=/nowhere")
        let database = PostgresDatabase(address, name: "tests", limits: .init(), logger: .init(label: "tests"))
        var reasons: Set<String> = []
        // The pauses grow, so on a busy machine, too, one soon is longer than it takes to ask again.
        for _ in 0..<50 where reasons.count < 2 {
            do { _ = try await database.read { _ in 1 } } catch PostgresError.unavailable(let reason) {
                reasons.insert(reason)
            }
        }
        #expect(reasons.count == 2 && reasons.contains("PostgreSQL could not be reached a moment ago."))
        #expect(reasons.contains { $0.contains("/nowhere") })
    }
}

/// Counts calls of a job.
private final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add() { count.add(1, ordering: .relaxed) }
}
