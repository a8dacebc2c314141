import Dispatch
import Foundation
import Logging
import Synchronization

/// A database on a PostgreSQL server, with a bounded number of connections.
///
/// A job runs on a thread of Dispatch that belongs to its connection, since Swift's own threads are few and must not wait for
/// a server. When all connections are in use, jobs wait in the order in which they came, for a bounded time and in a bounded
/// number; then they are refused (``PostgresError/busy``).
///
/// A connection that is lost is made anew. While the server can't be reached, jobs fail at once, and it is tried again after
/// a random time that grows from 0.25 s to 10 s.
public final class PostgresDatabase: Sendable {
    /// Limits of a database's use.
    public struct Limits: Sendable {
        /// Number of connections at most. The server has a limit for all programs together (`max_connections`).
        public var connections = 8
        /// Number of jobs that wait for a connection at most.
        public var waitingJobs = 256
        /// Time for which a job waits for its turn.
        public var waitingTime = Duration.seconds(5)
        /// Time that the server has to accept a connection.
        public var connectingTime = Duration.seconds(5)
        /// Time limit of a statement, from a millisecond on; it ends with SQLSTATE 57014 then. Also the time for which a
        /// transaction may do nothing.
        public var statementTime = Duration.seconds(10)
        /// Number of times that a job is run at most, when it meets other transactions or loses its connection.
        public var attempts = 20

        /// The default limits.
        public init() {}
    }

    /// A connection with its thread.
    private final class Slot: Sendable {
        let thread = DispatchQueue(label: "postgres.connection", qos: .userInitiated)
        let connection = Mutex<PostgresConnection?>(nil)
    }

    private struct Waiting {
        let id: Int
        let caller: CheckedContinuation<Slot, any Error>
    }

    private struct State {
        var lastID = 0
        var slots = 0
        var idle: [Slot] = []
        var waiting: [Waiting] = []
        var isClosed = false
        /// Number of times in a row that the server could not be reached.
        var failures = 0
        var lastFailure: ContinuousClock.Instant?
        var lastConnection: ContinuousClock.Instant?
        var listeners: [ObjectIdentifier: Listener] = [:]
        var nextTry: ContinuousClock.Instant?
        var lastCommit: ContinuousClock.Instant?
    }

    /// The database, without a password.
    public let address: PostgresAddress
    private let name: String
    let limits: Limits
    let logger: Logger
    private let state = Mutex(State())

    /// Opens nothing yet: the first job connects.
    package init(_ address: PostgresAddress, name: String, limits: Limits, logger: Logger) {
        (self.address, self.name, self.limits, self.logger) = (address, name, limits, logger)
    }

    // MARK: Jobs

    /// Reads. Each statement is a snapshot of its own, so values that belong together are read by one statement. One that
    /// changes something is refused (SQLSTATE 25006).
    ///
    /// - Parameter body: the job. It may run more than once.
    /// - Throws: ``PostgresError``; what `body` throws; `CancellationError` when the task was cancelled before the job began.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await run { try $0.read(body) }
    }

    /// Runs one transaction, as if it ran alone (`SERIALIZABLE`). Its changes are on the server's disk when this returns, and
    /// undone when `body` throws.
    ///
    /// - Parameter body: the job. It may run more than once, so its effects besides those on the database may happen twice.
    /// - Throws: ``PostgresError``; what `body` throws; `CancellationError` when the task was cancelled before the job began.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        do {
            let value = try await run { try $0.write(body) }
            state.withLock { $0.lastCommit = .now }
            return value
        } catch {
            if error is PostgresError { state.withLock { $0.lastCommit = nil } }
            throw error
        }
    }

    /// The time of this process' last commit; nil when there was none, or a transaction has failed since.
    public var lastCommit: ContinuousClock.Instant? { state.withLock { $0.lastCommit } }

    /// Runs one transaction without a time limit, which sees what others have committed while it waited for a lock.
    func migrate<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await run {
            try $0.write(isolation: "READ COMMITTED") { db in
                try db.removeTimeLimit()
                return try body(db)
            }
        }
    }

    /// Closes the connections, each after its job, and ends listening. Jobs that wait and later ones are refused.
    public func close() {
        let (waiting, idle, listeners) = state.withLock { state in
            defer { (state.waiting, state.idle, state.listeners, state.isClosed) = ([], [], [:], true) }
            return (state.waiting, state.idle, state.listeners)
        }
        for job in waiting { job.caller.resume(throwing: Self.closed) }
        for listener in listeners.values { listener.stop() }
        for slot in idle { slot.connection.withLock { $0 = nil } }
    }

    var isClosed: Bool { state.withLock(\.isClosed) }

    private static let closed = PostgresError.unavailable("The database is closed.")

    private func run<Value: Sendable>(
        _ job: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        let slot = try await takeSlot()
        return try await withCheckedThrowingContinuation { caller in
            slot.thread.async {
                let result = Result { try self.run(job, in: slot) }
                self.giveBack(slot)
                caller.resume(with: result)
            }
        }
    }

    private func run<Value: Sendable>(
        _ job: (PostgresConnection) throws -> Value, in slot: Slot
    ) throws -> Value {
        for attempt in 1... {
            let result: Result<Value, any Error>? = slot.connection.withLock { held in
                do {
                    let connection = try held ?? connect()
                    held = connection
                    let value = try job(connection)
                    if connection.isLost { held = nil }
                    return .success(value)
                } catch {
                    let canRepeat = held?.canRepeat == true && attempt < limits.attempts
                    if held?.isLost == true { held = nil }
                    return canRepeat ? nil : .failure(error)
                }
            }
            if let result { return try result.get() }
            // Those that met each other come again at different times.
            usleep(.random(in: 0...(UInt32(min(attempt, 10)) * 5_000)))
        }
        throw PostgresError.busy
    }

    // MARK: Connections

    /// Connects, unless the server could not be reached a moment ago. While it can't be, one job at a time tries.
    func connect() throws -> PostgresConnection {
        let begin = ContinuousClock.now
        let mayTry = state.withLock { state in
            if let next = state.nextTry, next > begin { return false }
            if state.failures > 0 { state.nextTry = begin + limits.connectingTime }
            return true
        }
        guard mayTry else { throw PostgresError.unavailable("PostgreSQL could not be reached a moment ago.") }
        do {
            let connection = try PostgresConnection(
                to: address, name: name, within: limits.connectingTime, statementTime: limits.statementTime)
            let failures = state.withLock { state in
                defer { (state.failures, state.nextTry, state.lastConnection) = (0, nil, .now) }
                return state.failures
            }
            if failures > 0 { logger.notice("The database is back", metadata: ["database": "\(address)"]) }
            return connection
        } catch {
            let isFirst = state.withLock { state in
                // Several connections that fail together are one failure. If another one was made meanwhile, the server is there.
                for last in [state.lastFailure, state.lastConnection] {
                    if let last, last > begin { return false }
                }
                let pause = min(Duration.milliseconds(250) * (1 << min(state.failures, 6)), .seconds(10))
                let now = ContinuousClock.now
                (state.lastFailure, state.nextTry) = (now, now + pause * Double.random(in: 0.5...1))
                state.failures += 1
                return state.failures == 1
            }
            if isFirst {
                logger.error(
                    "The database can't be reached", metadata: ["database": "\(address)", "error": "\(error)"])
            }
            throw error
        }
    }

    /// Number of jobs that wait for a connection.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Adds a listener, which is stopped when this is closed.
    ///
    /// - Returns: false when this is closed already.
    func add(_ listener: Listener) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.listeners[ObjectIdentifier(listener)] = listener }
            return !state.isClosed
        }
    }

    /// Removes a listener that has ended.
    func remove(_ listener: Listener) { state.withLock { $0.listeners[ObjectIdentifier(listener)] = nil } }

    /// Logs that listening has failed.
    func note(_ error: any Error) {
        logger.error("Listening to a channel has failed", metadata: ["database": "\(address)", "error": "\(error)"])
    }

    private func takeSlot() async throws -> Slot {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in
                let taken: Result<Slot, any Error>? = state.withLock { state in
                    // Checked under the lock: a later cancellation finds the job among those that wait.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.isClosed { return .failure(Self.closed) }
                    if let slot = state.idle.popLast() { return .success(slot) }
                    if state.slots < limits.connections {
                        state.slots += 1
                        return .success(Slot())
                    }
                    if state.waiting.count >= limits.waitingJobs { return .failure(PostgresError.busy) }
                    state.waiting.append(Waiting(id: id, caller: caller))
                    return nil
                }
                guard let taken else {
                    let seconds = limits.waitingTime / .seconds(1)
                    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
                        self?.refuse(id, PostgresError.busy)
                    }
                    return
                }
                caller.resume(with: taken)
            }
        } onCancel: {
            refuse(id, CancellationError())
        }
    }

    /// Refuses a job that waits; nothing if it has begun.
    private func refuse(_ id: Int, _ error: any Error) {
        let job = state.withLock { state in
            state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
        }
        job?.caller.resume(throwing: error)
    }

    /// Gives a connection to the job that has waited longest.
    private func giveBack(_ slot: Slot) {
        let (next, isClosed) = state.withLock { state in
            if state.isClosed { return (Waiting?.none, true) }
            if state.waiting.isEmpty {
                state.idle.append(slot)
                return (nil, false)
            }
            return (state.waiting.removeFirst(), false)
        }
        next?.caller.resume(returning: slot)
        if isClosed { slot.connection.withLock { $0 = nil } }
    }
}
