import NIOCore
import NIOPosix

/// A task executor on event loops: the work for a connection's bytes is done on the thread that read them, where the
/// answer is written too. With the system's thread pool each request would change threads several times, and each
/// change interrupts both.
///
/// Work that blocks must not run here; the store's transactions have a thread of their own.
public final class LoopExecutor: TaskExecutor {
    private let group: any EventLoopGroup

    /// - Parameter group: one loop or several; with several, work that comes from one of them stays there. It is the group
    ///   that the server uses, by default that of the process.
    public init(_ group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton) {
        self.group = group
    }

    /// Runs a job on the loop that it comes from, or else on any loop of the group.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        group.any().execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
