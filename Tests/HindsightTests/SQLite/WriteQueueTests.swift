import Dispatch
import GRDB
import HindsightDomain
import LiveSQLite
import StreamsTesting
import Synchronization
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(15))) struct WriteQueueTests {
    private struct Unwanted: Error {}

    private typealias Work = @Sendable (Database) throws -> Int64

    /// Counts the transactions that are committed.
    private final class Commits: Sendable {
        private let committed = Mutex(0)

        var count: Int { committed.withLock { $0 } }

        @Sendable func configure(_ configuration: inout Configuration) {
            configuration.prepareDatabase { [self] db in
                db.trace { event in
                    if "\(event)".hasPrefix("COMMIT") { self.committed.withLock { $0 += 1 } }
                }
            }
        }
    }

    @Sendable private static func addAccount(_ db: Database) throws -> Int64 {
        try db.execute(sql: "INSERT INTO account (isDemo, createdAt) VALUES (0, 0)")
        return db.lastInsertedRowID
    }

    /// Asks for jobs, in this order, while the queue is busy.
    private func asked(for jobs: [Work], of queue: WriteQueue) async -> [Task<Int64, any Error>] {
        var tasks: [Task<Int64, any Error>] = []
        let before = queue.waitingCount
        for job in jobs {
            tasks.append(Task { try await queue.write(job) })
            while queue.waitingCount < before + tasks.count { await Task.yield() }
        }
        return tasks
    }

    /// What becomes of jobs that wait together.
    private func outcomes(of jobs: [Work], on queue: WriteQueue) async throws -> [Result<Int64, any Error>] {
        var tasks: [Task<Int64, any Error>] = []
        try await queue.whileBusy { tasks = await asked(for: jobs, of: queue) }
        var outcomes: [Result<Int64, any Error>] = []
        for task in tasks { outcomes.append(await task.result) }
        return outcomes
    }

    private func isSuccess(_ outcome: Result<Int64, any Error>) -> Bool { (try? outcome.get()) != nil }

    private func code(_ outcome: Result<Int64, any Error>) -> ResultCode? {
        guard case .failure(let error as DatabaseError) = outcome else { return nil }
        return error.resultCode
    }

    // MARK: - Jobs that nobody waits for

    /// Adds jobs that nobody waits for, each of which reports its outcome.
    private func addLater(
        _ count: Int, to queue: WriteQueue, _ outcomes: AsyncStream<String>.Continuation, _ job: @escaping Work
    ) {
        for _ in 0..<count {
            queue.writeLater {
                _ = try job($0)
            } committed: {
                outcomes.yield("committed")
            } failed: { error in
                outcomes.yield("\(error)")
            }
        }
    }

    @Test func jobsThatNobodyWaitsForAreNotAddedToALongQueue() async throws {
        try await withStore(.file) { fixture in
            let queue = fixture.database.writes
            let most = WriteQueue.mostJobsInACommit
            let (outcomes, continuation) = AsyncStream<String>.makeStream()
            try await queue.whileBusy {
                addLater(most + 20, to: queue, continuation, Self.addAccount)
                #expect(queue.waitingCount == most)
            }
            _ = try await queue.write(Self.addAccount)
            addLater(1, to: queue, continuation, Self.addAccount)
            _ = try await queue.write(Self.addAccount)
            continuation.finish()
            #expect(await outcomes.reduce(into: []) { $0.append($1) } == .init(repeating: "committed", count: most + 1))
        }
    }

    @Test func jobsThatNobodyWaitsForAreDoneBeforeTheDatabaseIsClosed() async throws {
        try await withStore(.memory) { fixture in
            let (outcomes, continuation) = AsyncStream<String>.makeStream()
            addLater(100, to: fixture.database.writes, continuation, Self.addAccount)
            try fixture.database.close()
            continuation.finish()
            #expect(await outcomes.reduce(into: []) { $0.append($1) } == .init(repeating: "committed", count: 100))
        }
    }

    @Test func theErrorOfAJobThatNobodyWaitsForIsReported() async throws {
        try await withStore(.memory) { fixture in
            let queue = fixture.database.writes
            let (outcomes, continuation) = AsyncStream<String>.makeStream()
            addLater(1, to: queue, continuation) { _ in throw Unwanted() }
            _ = try await queue.write(Self.addAccount)
            continuation.finish()
            #expect(await outcomes.reduce(into: []) { $0.append($1) } == ["Unwanted()"])
        }
    }

    // MARK: - Sharing a commit

    @Test(arguments: StorePlace.sqlite)
    func jobsThatWaitShareACommitAndEachGetsItsOwnAnswer(place: StorePlace) async throws {
        let commits = Commits()
        try await withStore(place, configure: commits.configure) { fixture in
            let before = commits.count
            let jobs = [Work](repeating: Self.addAccount, count: 20)
            let ids = try await outcomes(of: jobs, on: fixture.database.writes).map { try $0.get() }
            #expect(ids == (0..<20).map { ids[0] + $0 })
            // The job that kept the queue busy, and all others.
            #expect(commits.count - before == 2)
        }
    }

    @Test(arguments: StorePlace.sqlite)
    func aJobThatFailsUndoesOnlyWhatItDidItself(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let failing: Work = { db in
                _ = try Self.addAccount(db)
                throw Unwanted()
            }
            let jobs = [Self.addAccount, failing, Self.addAccount, failing, Self.addAccount]
            let outcomes = try await outcomes(of: jobs, on: fixture.database.writes)
            #expect(outcomes.map(isSuccess) == [true, false, true, false, true])
            #expect(try await fixture.rowCount("account") == 2 + 3)
        }
    }

    @Test func aCommitHasAtMost128Jobs() async throws {
        let commits = Commits()
        try await withStore(.memory, configure: commits.configure) { fixture in
            let before = commits.count
            _ = try await outcomes(of: .init(repeating: Self.addAccount, count: 300), on: fixture.database.writes)
            #expect(commits.count - before == 1 + 3)
        }
    }

    @Test func nobodyLearnsOfASuccessBeforeItIsCommitted() async throws {
        try await withStore(.file) { fixture in
            let database = fixture.database
            @Sendable func accounts() throws -> Int? {
                try database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM account") }
            }
            let told = Mutex<[Int?]>([])
            _ = try await database.writes.write(
                { db in
                    _ = try Self.addAccount(db)
                    #expect(try accounts() == 2)
                    #expect(told.withLock { $0.isEmpty })
                },
                committed: { told.withLock { $0.append(try? accounts()) } })
            #expect(told.withLock { $0 } == [3])
            await #expect(throws: Unwanted.self) {
                try await database.writes.write({ _ in throw Unwanted() }, committed: { told.withLock { $0 = [] } })
            }
            #expect(told.withLock { $0 } == [3])
        }
    }

    // MARK: - When a transaction is lost

    @Test(arguments: StorePlace.sqlite)
    func whenTheCommitFailsEachJobIsRunAgainForItself(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            try await fixture.database.writer.write { db in
                try db.execute(
                    sql: "CREATE TABLE late (id INTEGER REFERENCES account (id) DEFERRABLE INITIALLY DEFERRED)")
            }
            // Only COMMIT finds out that there is no such account.
            let failing: Work = { db in
                try db.execute(sql: "INSERT INTO late VALUES (999)")
                return 0
            }
            let jobs = [Self.addAccount, failing, Self.addAccount]
            let outcomes = try await outcomes(of: jobs, on: fixture.database.writes)
            #expect(outcomes.map(code) == [nil, .SQLITE_CONSTRAINT, nil])
            #expect(try await fixture.rowCount("account") == 2 + 2)
            #expect(try await fixture.rowCount("late") == 0)
        }
    }

    @Test(arguments: StorePlace.sqlite)
    func whenAJobFillsTheDiskTheOthersAreWritten(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            try await fixture.database.writer.write { db in
                let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                try db.execute(sql: "CREATE TABLE large (data BLOB)")
                try db.execute(sql: "PRAGMA max_page_count = \(pages + 20)")
            }
            let filling: Work = { db in
                try db.execute(sql: "INSERT INTO large VALUES (zeroblob(1000000))")
                return 0
            }
            let jobs = [Self.addAccount, filling, Self.addAccount, filling]
            let outcomes = try await outcomes(of: jobs, on: fixture.database.writes)
            #expect(outcomes.map(code) == [nil, .SQLITE_FULL, nil, .SQLITE_FULL])
            #expect(try await fixture.rowCount("account") == 2 + 2)
            #expect(try await fixture.rowCount("large") == 0)
        }
    }

    @Test func whenAJobEndsTheWholeTransactionTheOthersAreRunAgain() async throws {
        try await withStore(.file) { fixture in
            let ending: Work = { db in
                try db.execute(sql: "ROLLBACK")
                throw Unwanted()
            }
            let jobs = [Self.addAccount, ending, Self.addAccount]
            let outcomes = try await outcomes(of: jobs, on: fixture.database.writes)
            #expect(outcomes.map(isSuccess) == [true, false, true])
            #expect(try await fixture.rowCount("account") == 2 + 2)
        }
    }

    /// As after a full disk, when SQLite ends the transaction and the job goes on nevertheless.
    @Test(arguments: [1, 2])
    func aJobChangesNothingMoreWhenItsTransactionHasEnded(jobCount: Int) async throws {
        try await withStore(.file) { fixture in
            let ending: Work = { db in
                try db.execute(sql: "ROLLBACK")
                return Int64(try SQLiteConnection(db).run("INSERT INTO account (isDemo, createdAt) VALUES (0, 0)", []))
            }
            let jobs = Array(repeating: ending, count: jobCount)
            let outcomes = try await outcomes(of: jobs, on: fixture.database.writes)
            #expect(outcomes.map(code) == Array(repeating: .SQLITE_ABORT, count: jobCount))
            #expect(try await fixture.rowCount("account") == 2)
        }
    }

    @Test func whenTheLockDoesNotComeAllThatWaitFailAndItIsWaitedForOnce() async throws {
        let (waiting, end) = (Gate(), DispatchSemaphore(value: 0))
        let waits = Mutex(0)
        let configure: @Sendable (inout Configuration) -> Void = { configuration in
            configuration.busyMode = .callback { _ in
                waits.withLock { $0 += 1 }
                waiting.open()
                end.wait()
                return false
            }
        }
        try await withStore(.file, configure: configure) { fixture in
            let queue = fixture.database.writes
            try await Locker.withLock(of: fixture.database) {
                let first = Task { try await queue.write(Self.addAccount) }
                try await waiting.pass()
                // More than one commit may have.
                let others = await asked(for: .init(repeating: Self.addAccount, count: 200), of: queue)
                end.signal()
                for task in [first] + others { #expect(code(await task.result) == .SQLITE_BUSY) }
                #expect(waits.withLock { $0 } == 1)
            }
            _ = try await queue.write(Self.addAccount)
        }
    }

    @Test func whatWasLostIsAnsweredOneByOneAndNoneWaitsForALockThatDidNotComeToAnother() async throws {
        let waits = Mutex(0)
        let configure: @Sendable (inout Configuration) -> Void = { configuration in
            configuration.busyMode = .callback { _ in
                waits.withLock { $0 += 1 }
                return false
            }
        }
        try await withStore(.file, configure: configure) { fixture in
            let queue = fixture.database.writes
            var elsewhere = Configuration()
            elsewhere.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: fixture.database.writer.path, configuration: elsewhere)
            let told = Mutex(false)
            let runs = Mutex(0)
            let tell: @Sendable (Int64) -> Void = { _ in told.withLock { $0 = true } }
            // The first time it loses the transaction of all; the second time the lock, after its own.
            let losing: Work = { db in
                try db.execute(sql: "ROLLBACK")
                let run = runs.withLock { runs in
                    runs += 1
                    return runs
                }
                #expect(told.withLock { $0 } == (run == 2))
                if run == 2 { try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") } }
                throw Unwanted()
            }
            var tasks: [Task<Int64, any Error>] = []
            try await queue.whileBusy {
                let first = Task { try await queue.write(Self.addAccount, committed: tell) }
                while queue.waitingCount < 1 { await Task.yield() }
                tasks = [first] + (await asked(for: [losing] + .init(repeating: Self.addAccount, count: 5), of: queue))
            }
            _ = try await tasks[0].value
            await #expect(throws: Unwanted.self) { try await tasks[1].value }
            for task in tasks[2...] { #expect(code(await task.result) == .SQLITE_BUSY) }
            #expect(waits.withLock { $0 } == 1 && runs.withLock { $0 } == 2)
            #expect(queue.lastSuccess == nil)
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try other.close()
            _ = try await queue.write(Self.addAccount)
            #expect(try await fixture.rowCount("account") == 2 + 2)
        }
    }

    // MARK: - What the last success says

    @Test(arguments: StorePlace.sqlite, [0, 1])
    func aFaultOfTheDatabaseCountsMoreThanTheSuccessesOfTheSameCommit(place: StorePlace, position: Int) async throws {
        try await withStore(place) { fixture in
            let queue = fixture.database.writes
            #expect(queue.lastSuccess != nil)
            var jobs: [Work] = [Self.addAccount]
            jobs.insert({ _ in throw DatabaseError(resultCode: .SQLITE_READONLY) }, at: position)
            let outcomes = try await outcomes(of: jobs, on: queue)
            #expect(outcomes.count(where: isSuccess) == 1 && code(outcomes[position]) == .SQLITE_READONLY)
            #expect(queue.lastSuccess == nil)
            _ = try await queue.write(Self.addAccount)
            #expect(queue.lastSuccess != nil)
        }
    }

    @Test(arguments: StorePlace.sqlite)
    func aCommitOfWhichNothingRemainsIsNoSuccess(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let queue = fixture.database.writes
            func failing(with error: any Error) -> Work {
                { db in
                    _ = try Self.addAccount(db)
                    throw error
                }
            }
            let before = try #require(queue.lastSuccess)
            let refused = [Work](repeating: failing(with: StoreError.notFound), count: 2)
            _ = try await outcomes(of: refused, on: queue)
            #expect(queue.lastSuccess == before)
            _ = try await outcomes(of: refused + [Self.addAccount], on: queue)
            #expect(try #require(queue.lastSuccess) > before)
            let fault = DatabaseError(resultCode: .SQLITE_FULL)
            _ = try await outcomes(of: .init(repeating: failing(with: fault), count: 2), on: queue)
            #expect(queue.lastSuccess == nil)
        }
    }

    // MARK: - Cancelling

    @Test func aTaskThatIsCancelledBeforeItsTurnDoesNothing() async throws {
        try await withStore(.memory) { fixture in
            let queue = fixture.database.writes
            var tasks: [Task<Int64, any Error>] = []
            try await queue.whileBusy {
                tasks = await asked(for: .init(repeating: Self.addAccount, count: 3), of: queue)
                tasks[1].cancel()
                // At once, not when its turn would have come.
                await #expect(throws: CancellationError.self) { try await tasks[1].value }
                #expect(queue.waitingCount == 2)
                let late = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return try await queue.write(Self.addAccount)
                }
                await #expect(throws: CancellationError.self) { try await late.value }
            }
            for task in [tasks[0], tasks[2]] { _ = try await task.value }
            #expect(try await fixture.rowCount("account") == 2 + 2)
        }
    }

    @Test func aTaskThatIsCancelledLaterGetsItsResult() async throws {
        try await withStore(.memory) { fixture in
            let queue = fixture.database.writes
            let task = Mutex<Task<Int64, any Error>?>(nil)
            let begun = Gate()
            let started = Task {
                try await begun.pass()
                return try await queue.write { db in
                    task.withLock { $0?.cancel() }
                    return try Self.addAccount(db)
                }
            }
            task.withLock { $0 = started }
            begun.open()
            let result = await started.result
            #expect(isSuccess(result) && started.isCancelled)
        }
    }
}
