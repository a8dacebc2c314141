import Dispatch
import GRDB
import Synchronization

/// Carries out writes in the order in which they were asked for, and lets those that wait share a commit.
///
/// A commit waits until the disk has synced, and that takes as long for a hundred writes as for one. So the jobs that
/// come while a transaction is being committed are the next transaction, together. Each of them has a savepoint, so
/// that it succeeds or fails for itself, and nobody learns of a success before `COMMIT` has returned.
///
/// It can happen that a whole transaction is lost: when `COMMIT` fails, or when SQLite answers a full disk or an I/O
/// error by rolling back everything. Then its jobs are run again, each in a transaction of its own, so that each gets
/// its own answer, before the next is run. So a job must be repeatable: whatever it does besides writing to the database
/// may happen twice.
///
/// When a transaction can't begin, as when another process does not give the lock away in time, all that wait fail:
/// they have waited as well, and would do so one after the other.
///
/// Everything runs on one thread of Dispatch: Swift's own threads are few and must not wait for a disk.
public final class WriteQueue: Sendable {
    /// More would make those wait long who are done first.
    package static let mostJobsInACommit = 128

    private typealias Finish = @Sendable () -> Void

    private struct Job: Sendable {
        let id: Int
        /// Does the work. What it returns tells the caller, once that is committed.
        let run: @Sendable (Database) throws -> Finish
        let fail: @Sendable (any Error) -> Void
    }

    /// What became of a transaction.
    private enum Outcome {
        /// It is over. These tell the callers.
        case answered([Finish])
        /// Nothing of it remains, and whose fault it was is not known.
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
    private let isRefusal: @Sendable (any Error) -> Bool
    private let afterCommit: @Sendable () -> Void
    private let thread = DispatchQueue(label: "sqlite.writes", qos: .userInitiated)
    private let state = Mutex(State())

    /// - Parameters:
    ///   - isRefusal: whether an error says that a request was wrong, and nothing about the database.
    ///   - afterCommit: called after each transaction, before the next: what must not meet a commit.
    package init(
        _ connection: DatabaseQueue, isRefusal: @escaping @Sendable (any Error) -> Bool,
        afterCommit: @escaping @Sendable () -> Void
    ) {
        self.connection = connection
        self.isRefusal = isRefusal
        self.afterCommit = afterCommit
    }

    /// Runs `body` in a transaction, and returns when what it did is on the disk.
    ///
    /// - Parameters:
    ///   - body: May run more than once; see above. What it throws undoes what it did.
    ///   - committed: Called once, after the commit and before this returns. It must not wait.
    /// - Throws: What `body` throws; `DatabaseError`; `CancellationError` when the task was cancelled before its turn
    ///   came. Later it is too late: what was begun is done, and its result returned.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void = { _ in }
    ) async throws -> Value {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
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

    /// When something was last written and committed; nil when the database has failed since.
    public var lastSuccess: ContinuousClock.Instant? { state.withLock { $0.lastSuccess } }

    /// To be called before the database is closed: what it has written says nothing of it any more.
    func forgetSuccess() { state.withLock { $0.lastSuccess = nil } }

    /// How many jobs wait for a transaction.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func add(_ job: Job) {
        let (isCancelled, isFirst) = state.withLock { state in
            // Asked under the lock: whoever cancels later finds the job among those that wait.
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
            // Out of the connection: whoever is told may read from it, which is the same one in memory.
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
            try db.inTransaction(.immediate) {
                hasBegun = true
                for job in jobs {
                    let before = db.totalChangesCount
                    switch try jobs.count == 1 ? .success(job.run(db)) : runInSavepoint(job, db) {
                    case .success(let finish):
                        finished.append(finish)
                        // Of one that fails, those changes are counted too that were undone.
                        if db.totalChangesCount > before { hasWritten = true }
                    case .failure(let error):
                        finished.append { job.fail(error) }
                        if !isRefusal(error) { hasFailed = true }
                    }
                }
                return .commit
            }
        } catch {
            guard hasBegun else { return .notBegun(error) }
            guard jobs.count == 1 else { return .lost }
            (finished, hasFailed) = (jobs.map { job in { job.fail(error) } }, !isRefusal(error))
            hasWritten = false
        }
        if hasFailed || hasWritten { state.withLock { $0.lastSuccess = hasFailed ? nil : .now } }
        return .answered(finished)
    }

    /// - Returns: What tells the caller, or what the job threw, which is undone.
    /// - Throws: What the job throws when SQLite undid the whole transaction with it.
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
