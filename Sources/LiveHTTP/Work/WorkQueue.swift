import NIOCore
import NIOPosix
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Runs work that takes long outside the event loops, a slice at a time, with turns for every owner.
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
/// A job is an ordinary task whose code runs on the queue's threads while it is in ``run(for:within:_:)``: from one
/// suspension to the next is a slice. The owners take turns slice by slice, so that one who brings ten thousand goals and
/// one who searches for a word both go on. What a job waits for, such as a socket or a transaction, keeps no thread.
///
/// ### Invariants
/// - No slice runs on an event loop, and at most ``Limits/threads`` run at the same time, of one owner one.
/// - A job has at most one slice that waits or runs: a task is in one place. So the limits on jobs limit the slices too,
///   and admitting is the only thing that can be refused.
/// - The place of a job is given back when its closure has returned or thrown, whatever became of it.
///
/// A queue of closures was the simpler thing, and did not do: a parser or an answer that is being written would have to be
/// handed from closure to closure, where a task simply keeps it.
public final class WorkQueue: Sendable {
    /// How much a queue takes.
    public struct Limits: Sendable {
        /// Jobs of one owner that are in the queue.
        public var jobsPerOwner = 32
        /// Jobs of all owners that are in the queue.
        public var jobs = 512
        /// Slices that run at the same time.
        public var threads = 1
        /// A slice that has lasted this long ends at the next ``Job/checkpoint()``.
        public var slice = Duration.milliseconds(5)

        /// The limits as they stand here; each can be set.
        public init() {}
    }

    /// Why a job was not done.
    public enum Refusal: Error, Sendable {
        /// There are as many jobs as the limits allow, of this owner or of all.
        case busy
        /// It has waited and worked for longer than it was given.
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

    /// Of all queues of the process; each queue uses as many of them as it may.
    private static let threads: NIOThreadPool = {
        let threads = NIOThreadPool(numberOfThreads: max(1, System.coreCount / 2))
        threads.start()
        return threads
    }()

    private let limits: Limits
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    /// - Parameter limits: how much it takes.
    public convenience init(_ limits: Limits = Limits()) {
        self.init(limits, now: { .now })
    }

    /// - Parameter now: what the time of slices is measured by.
    init(_ limits: Limits, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.limits = limits
        self.now = now
        state = Mutex(State(queue: FairQueue(placesPerOwner: limits.jobsPerOwner, places: limits.jobs)))
    }

    /// Runs a job, and returns when it is done.
    ///
    /// - Parameters:
    ///   - owner: who the work is for.
    ///   - limit: how long the job may wait in the queue and work. What it waits for elsewhere doesn't count.
    ///   - work: the job. It calls ``Job/checkpoint()`` wherever it could stop for a moment.
    /// - Throws: ``Refusal``; `CancellationError`; what `work` throws.
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

    /// How many jobs are in the queue.
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

    /// Runs one slice, and has the next one run behind what other queues have for the threads.
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

    /// A task's time in a queue.
    public final class Job: TaskExecutor {
        private struct Times {
            /// When the slice that runs began.
            var began: ContinuousClock.Instant
            /// When the task became ready to run.
            var readySince: ContinuousClock.Instant
            /// How long earlier slices have waited and run.
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

        /// Lets others have their turn when this slice has lasted long enough. Otherwise it costs a look at the clock.
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

        /// Takes a part of the task that is ready to run.
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

/// Has this thread take little of a core that something else wants: pages must not wait for work that takes long.
package func lowerThreadPriority() {
    #if canImport(Darwin)
        pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #else
        // On Linux a thread has a priority of its own, and 0 is the one that calls. What is refused changes nothing.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #endif
}
