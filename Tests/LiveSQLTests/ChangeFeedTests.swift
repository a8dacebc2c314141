import Foundation
import LivePostgres
import Logging
import StreamsTesting
import Synchronization
import TestSupport
import Testing

@testable import LiveSQL

/// A change of the tests: its text is unique.
private struct Change: Codable, Hashable {
    let text: String
}

/// Changes that a process was told of, nil for anything, and whoever waits for them.
private final class Told: Sendable {
    private struct State {
        var changes: [Change?] = []
        var waiting: (isThere: @Sendable ([Change?]) -> Bool, caller: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    var all: [Change?] { state.withLock { $0.changes } }
    var texts: [String?] { all.map { $0?.text } }

    func add(_ change: Change?) {
        let caller = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.changes.append(change)
            guard let waiting = state.waiting, waiting.isThere(state.changes) else { return nil }
            state.waiting = nil
            return waiting.caller
        }
        caller?.resume()
    }

    /// Waits until what was told is as expected.
    func wait(until isThere: @escaping @Sendable ([Change?]) -> Bool) async {
        await withCheckedContinuation { caller in
            let isAlready = state.withLock { state in
                if !isThere(state.changes) { state.waiting = (isThere, caller) }
                return state.waiting == nil
            }
            if isAlready { caller.resume() }
        }
    }

    func wait(for text: String) async { await wait { $0.contains(Change(text: text)) } }
}

/// A process on a database.
private struct Process {
    let database: any SQLDatabase
    let told = Told()
    let feed: ChangeFeed<Change>

    init(_ database: any SQLDatabase) {
        self.database = database
        let access = StoreAccess(
            database, clock: { Date() }, logger: Logger(silent: "tests"), failure: { $0 is Refusal ? nil : $0 })
        feed = ChangeFeed(access) { [told] in
            told.add($0)
        } tellAll: { [told] in
            told.add(nil)
        }
    }

    /// Commits a change.
    func change(_ text: String, tells: Bool = true) async throws {
        try await feed.write { db in
            try db.run("INSERT INTO thing (body) VALUES (?1)", [text])
            return ((), tells ? Change(text: text) : nil)
        }
    }
}

private struct Refusal: Error {}

extension Logger {
    /// Logs nothing: the failures are the tests' own.
    fileprivate init(silent label: String) { self.init(label: label) { _ in SwiftLogNoOpLogHandler() } }
}

/// Committed changes, told to each process.
@Suite(.timeLimit(.minutes(15))) struct ChangeFeedTests {
    private static let table = "CREATE TABLE thing (body TEXT PRIMARY KEY)"

    /// Runs a test with as many processes on one database. Each listens.
    private func withProcesses(
        _ count: Int, _ test: (PostgresFixture, [Process]) async throws -> Void
    ) async throws {
        try await PostgresFixture.run { fixture in
            // The name is that of the connections, too.
            let format = PostgresFormat(name: fixture.schema, migrations: [.init("create", [Self.table])])
            var databases: [PostgresDatabase] = []
            for _ in 0..<count {
                databases.append(
                    try await PostgresDatabase.open(
                        format, at: fixture.address(), limits: .patient, logger: Logger(silent: "tests")))
            }
            let processes = databases.map(Process.init)
            let listening = processes.map { process in Task { await process.feed.follow() } }
            // The first connection tells that anything may have changed.
            for process in processes { await process.told.wait { !$0.isEmpty } }
            try await test(fixture, processes)
            for task in listening { task.cancel() }
            for task in listening { await task.value }
            for database in databases { database.close() }
        }
    }

    /// Ends the connections that listen, from the server's side.
    private func endListening(_ fixture: PostgresFixture) async throws -> Int {
        try await fixture.database.read { db in
            // Their last statement is the one that reads what was missed.
            let sql = """
                SELECT COUNT(pg_terminate_backend(pid, 60000)) FROM pg_stat_activity
                WHERE query LIKE '%pg_walfile_name%' AND application_name = $1
                """
            return try db.first(sql, [fixture.schema]) { try $0[0] as Int } ?? 0
        }
    }

    @Test(arguments: Engine.allCases) func aChangeIsToldBeforeItsWriteReturns(engine: Engine) async throws {
        let isRefusal = { @Sendable (error: any Error) in error is Refusal }
        try await engine.run([Self.table], isRefusal: isRefusal) { database in
            let process = Process(database)
            try await process.change("a")
            try await process.change("nothing", tells: false)
            await #expect(throws: Refusal.self) {
                try await process.feed.write { db -> (Void, Change?) in
                    try db.run("INSERT INTO thing (body) VALUES ('undone')", [])
                    throw Refusal()
                }
            }
            try await process.change("b")
            #expect(process.told.texts == ["a", "b"])
        }
    }

    @Test(.needsPostgres) func eachProcessIsToldOfEachChangeOnce() async throws {
        try await withProcesses(3) { _, processes in
            for number in 0..<30 { try await processes[number % 3].change("\(number)") }
            for process in processes { await process.told.wait { $0.count >= 31 } }
            try await processes[0].change("30")
            for process in processes {
                await process.told.wait(for: "30")
                let told = process.told.texts.compactMap(\.self)
                // One's own may overtake others.
                #expect(told.compactMap(Int.init).sorted() == Array(0...30) && told.count == 31)
            }
        }
    }

    @Test(.needsPostgres) func aChangeThatIsTooLongForANotificationIsReadFromItsRow() async throws {
        try await withProcesses(2) { _, processes in
            let long = String(repeating: "가\u{10FFFF}\0\"", count: 10_000)
            try await processes[0].change(long, tells: false)
            try await processes[0].feed.write { _ in ((), Change(text: long)) }
            try await processes[0].change("short \u{10FFFF}\0")
            await processes[1].told.wait(for: "short \u{10FFFF}\0")
            #expect(processes[1].told.texts == [nil, long, "short \u{10FFFF}\0"])
        }
    }

    @Test(.needsPostgres) func whatWasCommittedWhileNobodyListenedIsToldAfterwards() async throws {
        try await withProcesses(2) { fixture, processes in
            try await processes[0].change("before")
            await processes[1].told.wait(for: "before")
            for round in 0..<5 {
                // Committed in the same moment in which the connections end.
                async let ended = endListening(fixture)
                for number in 0..<20 { try await processes[number % 2].change("\(round) \(number)") }
                #expect(try await ended >= 1)
                try await processes[0].change("after \(round)")
                for process in processes {
                    await process.told.wait { told in
                        Set(told.compactMap(\.?.text)).isSuperset(
                            of: (0..<20).map { "\(round) \($0)" } + ["after \(round)"])
                    }
                }
            }
            // A cursor was there, so nobody was told that anything may have changed.
            for process in processes { #expect(process.told.all.count { $0 == nil } == 1) }
        }
    }

    @Test(.needsPostgres) func whatATransactionOfAnEarlierNumberCommitsLaterIsNotMissed() async throws {
        try await withProcesses(2) { fixture, processes in
            let (isOpen, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let early = Task {
                try await processes[0].feed.write { db in
                    try db.run("INSERT INTO thing (body) VALUES ('early')", [])
                    isOpen.signal()
                    mayEnd.wait()
                    return ((), Change(text: "early"))
                }
            }
            await Task.detached { isOpen.waitBriefly() }.value
            // Told, with a cursor that the open transaction holds back.
            try await processes[0].change("late")
            await processes[1].told.wait(for: "late")
            #expect(try await endListening(fixture) == 2)
            mayEnd.signal()
            try await early.value
            for process in processes { await process.told.wait(for: "early") }
        }
    }

    /// Connections end at any time, also during a commit: then the writer doesn't know whether its change is there.
    @Test(.needsPostgres, arguments: 0..<4)
    func whateverIsCommittedIsToldToEachProcessHoweverManyConnectionsEnd(seed: UInt64) async throws {
        try await withProcesses(3) { fixture, processes in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, process) in processes.enumerated() {
                    for lane in 0..<3 {
                        group.addTask {
                            for number in 0..<40 {
                                do { try await process.change("\(index) \(lane) \(number)") } catch is PostgresError {
                                    // The connection ended too often, or in the commit.
                                }
                            }
                        }
                    }
                }
                group.addTask {
                    var generator = SeededGenerator(seed: seed)
                    for _ in 0..<60 {
                        let sql = """
                            SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1
                            ORDER BY hashint8(pid + $2) LIMIT 1
                            """
                        let salt = Int(generator.next() % 1_000)
                        _ = try await fixture.database.read { db in
                            try db.first(sql, [fixture.schema, salt]) { try $0[0] as Bool }
                        }
                    }
                }
                try await group.waitForAll()
            }
            while true {
                // Its outcome may be unknown, too.
                do { try await processes[0].change("last \(UUID())") } catch is PostgresError { continue }
                break
            }
            let committed = try await fixture.database.read { db in
                var texts: Set<String> = []
                try db.forEachRow("SELECT body FROM thing") { texts.insert(try $0[0]) }
                return texts
            }
            for process in processes {
                await process.told.wait { Set($0.compactMap(\.?.text)).isSuperset(of: committed) }
                #expect(Set(process.told.all.compactMap(\.?.text)) == committed)
                #expect(process.told.all.count { $0 == nil } == 1)
            }
        }
    }

    @Test(.needsPostgres) func whoMayHaveMissedTooMuchIsToldThatAnythingMayHaveChanged() async throws {
        try await withProcesses(2) { fixture, processes in
            try await processes[0].change("before")
            await processes[1].told.wait(for: "before")
            let sql = """
                INSERT INTO changefeed (transaction, message)
                SELECT CAST(CAST(9000000000000000000 + number AS text) AS xid8), '' FROM generate_series(0, $1) AS number
                """
            _ = try await fixture.database.write {
                try $0.run(sql, [ChangeFeedStatements.mostMissed])
            }
            #expect(try await endListening(fixture) == 2)
            for process in processes { await process.told.wait { $0.count { $0 == nil } == 2 } }
            // Those rows are another server's.
            #expect(try await processes[0].feed.purge() == ChangeFeedStatements.mostMissed + 1)
        }
    }

    @Test(.needsPostgres) func aMessageOfAnotherReleaseTellsThatAnythingMayHaveChanged() async throws {
        try await withProcesses(1) { _, processes in
            _ = try await processes[0].database.transaction(
                { db in try db.run(ChangeFeedStatements.add, ["{}", "{}"]) }, committed: { _ in })
            await processes[0].told.wait { $0 == [nil, nil] }
        }
    }

    /// A page that has heard of a change, and could not read it, is told once more.
    @Test(.needsPostgres) func whatCouldNotBeReadIsToldAgainWhenTheDatabaseAnswers() async throws {
        try await PostgresFixture.run { fixture in
            var limits = PostgresDatabase.Limits()
            (limits.connections, limits.waitingJobs) = (1, 0)
            let format = PostgresFormat(name: fixture.schema, migrations: [.init("create", [Self.table])])
            let database = try await PostgresDatabase.open(format, at: fixture.address(), limits: limits)
            let process = Process(database)
            let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
            let isOver = DispatchSemaphore(value: 0)
            defer { isOver.signal() }
            let holder = Task {
                defer { hasBegun.finish() }
                try await database.read { _ in
                    hasBegun.yield()
                    isOver.wait()
                }
            }
            for await _ in begun { break }
            for text in ["a", "b", "a"] {
                await #expect(throws: PostgresError.self) {
                    try await process.feed.read(again: Change(text: text)) { _ in 1 }
                }
            }
            #expect(process.told.all == [])
            isOver.signal()
            try await holder.value
            await process.told.wait { $0.count == 2 }
            #expect(Set(process.told.texts) == ["a", "b"])
            // A statement that is refused is refused the next time as well.
            let error = await #expect(throws: PostgresError.self) {
                try await process.feed.read(again: Change(text: "c")) { db in
                    try db.first("SELECT missing FROM thing", []) { _ in 1 }
                }
            }
            #expect(database.transientFailure(try #require(error)) == nil)
            database.close()
            // Nothing waits for a database that is closed.
            #expect(database.transientFailure(PostgresError.busy) == nil)
        }
    }

    @Test(.needsPostgres) func rowsAreRemovedAfterAnHour() async throws {
        try await withProcesses(1) { fixture, processes in
            for number in 0..<3 { try await processes[0].change("\(number)") }
            #expect(try await processes[0].feed.purge() == 0)
            for (age, count) in [("59 minutes", 0), ("61 minutes", 4)] {
                _ = try await fixture.database.write { db in
                    try db.run("UPDATE changefeed SET madeAt = now() - CAST($1 AS interval)", [age])
                }
                try await processes[0].change("at \(age)")
                #expect(try await processes[0].feed.purge() == count)
            }
            #expect(try await fixture.count("changefeed") == 1)
        }
    }

    @Test(.needsPostgres) func noStatementReadsTheWholeTable() async throws {
        try await withProcesses(1) { fixture, processes in
            let sql = """
                INSERT INTO changefeed (transaction, message)
                SELECT CAST(CAST(number AS text) AS xid8), 'message' FROM generate_series(1, 20000) AS number
                """
            _ = try await fixture.database.write { try $0.run(sql) }
            _ = try await fixture.database.write { try $0.run("ANALYZE changefeed") }
            for (statement, values) in [
                (ChangeFeedStatements.missed, ["'20000'", "1001"]), (ChangeFeedStatements.message, ["'20000'"]),
                (ChangeFeedStatements.purge, ["1000"]),
                (ChangeFeedStatements.purgeForeign, ["1000"]), (ChangeFeedStatements.add, ["'{}'", "'{}'"]),
            ] {
                var text = statement
                for (index, value) in values.enumerated() { text = text.replacing("?\(index + 1)", with: value) }
                let plan = try await fixture.database.write { [text] db in
                    var plan = ""
                    try db.forEachRow("EXPLAIN \(text)") { plan += try $0[0] as String + "\n" }
                    return plan
                }
                #expect(!plan.contains("Seq Scan"), "\(plan)")
            }
        }
    }

    /// As when the changes of another release can't be read.
    @Test func thatAnythingMayHaveChangedIsToldOnceMoreHoweverOftenThatIsWantedMeanwhile() async throws {
        func test(_ database: any SQLDatabase) async throws {
            let access = StoreAccess(
                database, clock: { Date() }, logger: Logger(silent: "tests"), failure: { $0 })
            let (stream, told) = AsyncStream.makeStream(of: Int.self)
            let rounds = Mutex(0)
            let ends = (0..<4).map { _ in Gate() }
            let feed = ChangeFeed(access) { (_: Change) in
            } tellAll: {
                let round = rounds.withLock { rounds in
                    defer { rounds += 1 }
                    return rounds
                }
                told.yield(round)
                try? await ends[round].pass()
            }
            var heard = stream.makeAsyncIterator()
            feed.beginRound()
            #expect(await heard.next() == 0)
            for round in 1...2 {
                for _ in 0..<1_000 { feed.beginRound() }
                ends[round - 1].open()
                #expect(await heard.next() == round)
            }
            // One begins by itself again, after the last or as one that follows it.
            ends[2].open()
            feed.beginRound()
            #expect(await heard.next() == 3)
            ends[3].open()
            #expect(rounds.withLock { $0 } == 4)
        }
        try await Engine.sqlite.run([], isRefusal: { _ in false }, test)
    }
}

extension DispatchSemaphore {
    /// Waits, from a task of its own.
    fileprivate func waitBriefly() { wait() }
}
