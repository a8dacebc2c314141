import NIOCore

/// Runs tasks on event loops: what a connection's bytes lead to is done on the thread that read them, and what is to be
/// written is there already. Between the system's pool of threads and an event loop, each request would change threads
/// several times, each change an interruption of both.
///
/// Work that blocks must not run here; the store's transactions have a thread of their own.
public final class LoopExecutor: TaskExecutor {
    private let group: any EventLoopGroup

    /// - Parameter group: a loop, or several: then work that comes from one of them stays there.
    public init(_ group: any EventLoopGroup) {
        self.group = group
    }

    /// Runs a job on the loop that it comes from, or else on any of the group.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        group.any().execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
