import Dispatch
import GRDB
import Synchronization

/// A queue that performs writes in the order in which they were requested, and commits those that wait together (group
/// commit).
///
/// A commit waits until the disk has synced, and that takes as long for a hundred writes as for one. So the jobs that
/// come while a transaction is being committed form the next transaction. Each of them has a savepoint, so that it
/// succeeds or fails by itself, and no success is reported before `COMMIT` has returned.
///
/// A whole transaction can be lost: when `COMMIT` fails, or when SQLite reacts to a full disk or an I/O error by
/// rolling back everything. Then its jobs are run again, each in a transaction of its own, so that each gets its own
/// result, before the next jobs are run. So a job must be repeatable: its effects besides writing to the database may
/// happen twice.
///
/// When a transaction can't begin, for example because another process does not release the lock in time, all waiting
/// jobs fail: they have waited as well, and would do so again one after the other.
///
/// Everything runs on one thread of Dispatch: Swift's own threads are few and must not wait for a disk.
public final class WriteQueue: Sendable {
    /// Number of jobs in a transaction at most. More would delay the results of the first ones.
    package static let mostJobsInACommit = 128

    private typealias Finish = @Sendable () -> Void

    private struct Job: Sendable {
        let id: Int
        /// Does the work. It returns a closure that reports the result to the caller, to be run after the commit.
        let run: @Sendable (Database) throws -> Finish
        let fail: @Sendable (any Error) -> Void
    }

    /// The outcome of a transaction.
    private enum Outcome {
        /// The transaction has ended. These closures report to the callers.
        case answered([Finish])
        /// The transaction was rolled back, and it is not known which job caused it.
        case lost
        case notBegun(any Error)
    }

    private struct State {
        var lastID = 0
        var waiting: [Job] = []
        var isRunning = false
        var lastSuccess: ContinuousClock.Instant?
    }

    private let connection: DatabaseQueue
    let isRefusal: @Sendable (any Error) -> Bool
    private let afterCommit: @Sendable () -> Void
    private let thread = DispatchQueue(label: "sqlite.writes", qos: .userInitiated)
    private let state = Mutex(State())

    /// - Parameters:
    ///   - isRefusal: whether an error means that a request was wrong, and not the database.
    ///   - afterCommit: called after each transaction, before the next: for work that must not overlap a commit.
    package init(
        _ connection: DatabaseQueue, isRefusal: @escaping @Sendable (any Error) -> Bool,
        afterCommit: @escaping @Sendable () -> Void
    ) {
        self.connection = connection
        self.isRefusal = isRefusal
        self.afterCommit = afterCommit
    }

    /// Runs `body` in a transaction, and returns when its changes are on the disk.
    ///
    /// - Parameters:
    ///   - body: the job. It may run more than once; see above. If it throws, its changes are undone. If it catches an
    ///     error of the database, it changes nothing more unless a transaction is open: SQLite may have ended it. The
    ///     `run` of ``SQLiteDatabase/transaction(_:committed:)`` throws then.
    ///   - committed: called once, after the commit and before this returns. It must not block.
    /// - Throws: the error that `body` throws; `DatabaseError`; `CancellationError` when the task was cancelled before
    ///   the job was begun. A later cancellation has no effect: the job is done, and its result returned.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void = { _ in }
    ) async throws -> Value {
        let id = takeID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in
                add(
                    Job(
                        id: id,
                        run: { db in
                            let value = try body(db)
                            return {
                                committed(value)
                                caller.resume(returning: value)
                            }
                        },
                        fail: { caller.resume(throwing: $0) }))
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Adds a job that nobody waits for, such as noting that something was used. It is left out when a whole transaction
    /// of jobs waits already: the next use notes it.
    ///
    /// - Parameters:
    ///   - body: the job, as in ``write(_:committed:)``.
    ///   - committed: called once, after the commit. It must not block.
    ///   - failed: called with the error of the job, or of the database. It must not block.
    public func writeLater(
        _ body: @escaping @Sendable (Database) throws -> Void, committed: @escaping @Sendable () -> Void,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        guard waitingCount < Self.mostJobsInACommit else { return }
        let run = { @Sendable (db: Database) throws -> Finish in
            try body(db)
            return committed
        }
        add(Job(id: takeID(), run: run, fail: failed))
    }

    /// Waits until all jobs that were added are done.
    func drain() { thread.sync {} }

    /// Time of the last commit that wrote something; nil before the first, and when the database has failed since.
    public var lastSuccess: ContinuousClock.Instant? { state.withLock { $0.lastSuccess } }

    /// Resets ``lastSuccess``. Called before the database is closed, since past writes then say nothing about it any
    /// more.
    func forgetSuccess() { state.withLock { $0.lastSuccess = nil } }

    /// Number of jobs that wait for a transaction.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func takeID() -> Int {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    private func add(_ job: Job) {
        let (isCancelled, isFirst) = state.withLock { state in
            // Checked under the lock: a later cancellation finds the job among those that wait.
            if Task.isCancelled { return (true, false) }
            defer { state.isRunning = true }
            state.waiting.append(job)
            return (false, !state.isRunning)
        }
        if isCancelled { job.fail(CancellationError()) }
        if isFirst { thread.async { self.run() } }
    }

    private func cancel(_ id: Int) {
        let job = state.withLock { state in
            state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
        }
        job?.fail(CancellationError())
    }

    private func run() {
        var again: ArraySlice<Job> = []
        while let jobs = again.popFirst().map({ [$0] }) ?? next() {
            switch connection.inDatabase({ db in commit(jobs, db) }) {
            // Outside the connection: a caller that is resumed may read from it, since in memory it is the same one.
            case .answered(let finished): for finish in finished { finish() }
            case .lost: again = jobs[...]
            case .notBegun(let error):
                let waiting = state.withLock { state in
                    defer { (state.waiting, state.lastSuccess) = ([], nil) }
                    return state.waiting
                }
                for job in jobs + again + waiting { job.fail(error) }
                again = []
            }
            afterCommit()
        }
    }

    private func next() -> [Job]? {
        state.withLock { state in
            let jobs = Array(state.waiting.prefix(Self.mostJobsInACommit))
            state.waiting.removeFirst(jobs.count)
            state.isRunning = !jobs.isEmpty
            return jobs.isEmpty ? nil : jobs
        }
    }

    /// Runs jobs in one transaction.
    private func commit(_ jobs: [Job], _ db: Database) -> Outcome {
        var finished: [Finish] = []
        var (hasBegun, hasWritten, hasFailed) = (false, false, false)
        do {
            // Compiled once: GRDB's `inTransaction` compiles BEGIN and COMMIT for each transaction.
            try db.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
            hasBegun = true
            for job in jobs {
                let before = db.totalChangesCount
                switch try jobs.count == 1 ? .success(job.run(db)) : runInSavepoint(job, db) {
                case .success(let finish):
                    finished.append(finish)
                    // For a job that fails, the count includes its undone changes, so it is not compared.
                    if db.totalChangesCount > before { hasWritten = true }
                case .failure(let error):
                    finished.append { job.fail(error) }
                    if !isRefusal(error) { hasFailed = true }
                }
            }
            try db.cachedStatement(sql: "COMMIT").execute()
        } catch {
            guard hasBegun else { return .notBegun(error) }
            // Does nothing if the error has ended the transaction already.
            try? db.rollback()
            guard jobs.count == 1 else { return .lost }
            (finished, hasFailed) = (jobs.map { job in { job.fail(error) } }, !isRefusal(error))
            hasWritten = false
        }
        if hasFailed || hasWritten { state.withLock { $0.lastSuccess = hasFailed ? nil : .now } }
        return .answered(finished)
    }

    /// - Returns: the closure that reports success, or the error of the job, whose changes are undone.
    /// - Throws: the error of the job when SQLite rolled back the whole transaction with it.
    private func runInSavepoint(_ job: Job, _ db: Database) throws -> Result<Finish, any Error> {
        try db.cachedStatement(sql: "SAVEPOINT job").execute()
        let result: Result<Finish, any Error>
        do {
            result = .success(try job.run(db))
        } catch {
            guard db.isInsideTransaction else { throw error }
            try db.cachedStatement(sql: "ROLLBACK TO job").execute()
            result = .failure(error)
        }
        try db.cachedStatement(sql: "RELEASE job").execute()
        return result
    }
}
