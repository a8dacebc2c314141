import NIOCore
import NIOPosix
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A queue for long work outside the event loops, run a slice at a time, with turns for every owner.
///
/// ```swift
/// let goals = try await work.run(for: owner, within: .seconds(5)) { job in
///     for piece in pieces {
///         try await job.checkpoint()
///         parse(piece)
///     }
/// }
/// ```
///
/// A job is an ordinary task whose code runs on the queue's threads while it is in ``run(for:within:_:)``: a slice
/// lasts from one suspension to the next. The owners take turns slice by slice, so that one who imports ten thousand
/// goals and one who searches for a word both make progress. A job that waits, for example for a socket or a
/// transaction, occupies no thread.
///
/// ### Invariants
/// - No slice runs on an event loop, and at most ``Limits/threads`` run at the same time, at most one of an owner.
/// - A job has at most one slice that waits or runs, since a task is in one place. So the limits on jobs limit the
///   slices too, and only admission can be refused.
/// - The place of a job is given back when its closure has returned or thrown, with any result.
///
/// A queue of closures would be simpler but was rejected: a parser or an answer that is being written would have to be
/// handed from closure to closure, while a task simply keeps it.
public final class WorkQueue: Sendable {
    /// Limits of a queue.
    public struct Limits: Sendable {
        /// Number of jobs of one owner in the queue.
        public var jobsPerOwner = 32
        /// Number of jobs of all owners in the queue.
        public var jobs = 512
        /// Number of slices that run at the same time.
        public var threads = 1
        /// Duration after which a slice ends at the next ``Job/checkpoint()``.
        public var slice = Duration.milliseconds(5)

        /// Creates the default limits; each can be set.
        public init() {}
    }

    /// The reason why a job was not done.
    public enum Refusal: Error, Sendable {
        /// There are as many jobs as the limits allow, of this owner or of all.
        case busy
        /// It has waited and worked for longer than its time limit.
        case tookTooLong
    }

    private struct State {
        var queue: FairQueue<String, Slice>
        var running = 0
    }

    /// A part of a job that is ready to run.
    private struct Slice {
        let job: Job
        let part: UnownedJob
    }

    /// The threads of all queues of the process; each queue uses as many of them as its limits allow.
    private static let threads: NIOThreadPool = {
        let threads = NIOThreadPool(numberOfThreads: max(1, System.coreCount / 2))
        threads.start()
        return threads
    }()

    private let limits: Limits
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    /// - Parameter limits: the limits of the queue.
    public convenience init(_ limits: Limits = Limits()) {
        self.init(limits, now: { .now })
    }

    /// - Parameter now: returns the time by which slices are measured.
    init(_ limits: Limits, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.limits = limits
        self.now = now
        state = Mutex(State(queue: FairQueue(placesPerOwner: limits.jobsPerOwner, places: limits.jobs)))
    }

    /// Runs a job, and returns when it is done.
    ///
    /// - Parameters:
    ///   - owner: the owner that the work is done for.
    ///   - limit: the time that the job may wait in the queue and work. Waiting elsewhere doesn't count.
    ///   - work: the job. It calls ``Job/checkpoint()`` wherever it can pause.
    /// - Throws: ``Refusal``; `CancellationError`; the error of `work`.
    public func run<Value>(
        for owner: String, within limit: Duration, _ work: (Job) async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        guard state.withLock({ $0.queue.takePlace(of: owner) }) else { throw Refusal.busy }
        defer { state.withLock { $0.queue.leavePlace(of: owner) } }
        let job = Job(owner: owner, limit: limit, in: self)
        return try await withTaskExecutorPreference(job) {
            try job.throwIfOver()
            return try await work(job)
        }
    }

    /// Number of jobs in the queue.
    public var jobCount: Int { state.withLock { $0.queue.taken } }

    fileprivate func add(_ part: UnownedJob, of job: Job) {
        let isToStart = state.withLock { state in
            state.queue.add(Slice(job: job, part: part), of: job.owner)
            guard state.running < limits.threads else { return false }
            state.running += 1
            return true
        }
        if isToStart { Self.threads.submit { _ in self.runNext() } }
    }

    /// Runs one slice, and submits the next one behind the slices of other queues.
    private func runNext() {
        let next = state.withLock { state in
            let next = state.queue.next()
            if next == nil { state.running -= 1 }
            return next?.element
        }
        guard let next else { return }
        lowerThreadPriority()
        next.job.run(next.part)
        state.withLock { $0.queue.finish(next.job.owner) }
        Self.threads.submit { _ in self.runNext() }
    }

    /// The executor of a task while it is in a queue; it measures the task's time.
    public final class Job: TaskExecutor {
        private struct Times {
            /// Time when the current slice began.
            var began: ContinuousClock.Instant
            /// Time when the task became ready to run.
            var readySince: ContinuousClock.Instant
            /// Time that earlier slices have waited and run.
            var spent = Duration.zero
        }

        fileprivate let owner: String
        private let limit: Duration
        private let queue: WorkQueue
        private let times: Mutex<Times>

        fileprivate init(owner: String, limit: Duration, in queue: WorkQueue) {
            self.owner = owner
            self.limit = limit
            self.queue = queue
            let now = queue.now()
            times = Mutex(Times(began: now, readySince: now))
        }

        /// Pauses so that others get their turn, if this slice has lasted long enough. Otherwise it only reads the
        /// clock.
        ///
        /// - Throws: `CancellationError`; ``WorkQueue/Refusal/tookTooLong``.
        public func checkpoint() async throws {
            try throwIfOver()
            let began = times.withLock { $0.began }
            guard began.duration(to: queue.now()) >= queue.limits.slice else { return }
            await Task.yield()
            try throwIfOver()
        }

        fileprivate func throwIfOver() throws {
            try Task.checkCancellation()
            let now = queue.now()
            let spent = times.withLock { $0.spent + $0.readySince.duration(to: now) }
            if spent > limit { throw Refusal.tookTooLong }
        }

        /// Adds a part of the task that is ready to run to the queue.
        public func enqueue(_ job: consuming ExecutorJob) {
            let now = queue.now()
            times.withLock { $0.readySince = now }
            queue.add(UnownedJob(job), of: self)
        }

        fileprivate func run(_ part: UnownedJob) {
            let began = queue.now()
            let readySince = times.withLock { times in
                times.began = began
                return times.readySince
            }
            part.runSynchronously(on: asUnownedTaskExecutor())
            // The next part may be ready already, with a time of its own.
            let spent = readySince.duration(to: queue.now())
            times.withLock { $0.spent += spent }
        }
    }
}

/// Lowers the priority of this thread: pages must not wait for long work when the cores are busy.
package func lowerThreadPriority() {
    #if canImport(Darwin)
        pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #else
        // On Linux each thread has its own priority, and 0 is the calling thread. A failure changes nothing.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #endif
}
