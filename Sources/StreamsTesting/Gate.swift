import Synchronization

/// A gate that suspends tasks until it is opened. Tests order events with it instead of sleeping: a request that should
/// be slow waits at a gate, and the test opens the gate when it has checked the state before the answer.
///
///     let gate = Gate()
///     let save = Single.perform(on: stage.scheduler) { try await gate.pass() }
///     …
///     await gate.arrivals()
///     #expect(isSaving.values == [false, true])
///     gate.open()
///     await stage.settled()
///     #expect(isSaving.values == [false, true, false])
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var lastKey = 0
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var arrivals = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())
    private let cancelling = AsyncStream.makeStream(of: Void.self)

    /// Creates a closed gate.
    public init() {}

    /// Waits until the gate is open.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while it waits.
    public func pass() async throws {
        let key = state.withLock { state in
            state.lastKey += 1
            return state.lastKey
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (resume, watchers) = state.withLock { state in
                    // Checked under the lock that the cancellation takes too, so that none is missed in between.
                    let cancelled = Task.isCancelled
                    if !state.isOpen, !cancelled { state.waiting[key] = continuation }
                    state.arrivals += 1
                    let arrived = state.watchers.filter { $0.count <= state.arrivals }
                    state.watchers.removeAll { $0.count <= state.arrivals }
                    return (state.isOpen || cancelled, arrived)
                }
                for watcher in watchers { watcher.continuation.resume() }
                if resume { continuation.resume() }
            }
            try Task.checkCancellation()
        } onCancel: {
            cancelling.continuation.yield()
            state.withLock { $0.waiting.removeValue(forKey: key) }?.resume(throwing: CancellationError())
        }
    }

    /// Opens the gate for good, and resumes all tasks that wait.
    public func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until `count` calls of ``pass()`` have been made since the gate was made.
    public func arrivals(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.arrivals >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Waits until a task in ``pass()`` is cancelled. Each call consumes one cancellation, earlier ones included.
    public func cancelled() async {
        for await _ in cancelling.stream { return }
    }
}
