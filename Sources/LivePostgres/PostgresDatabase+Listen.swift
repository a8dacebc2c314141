import Dispatch
import Foundation
import Synchronization

extension PostgresDatabase {
    /// Listens to notifications of all processes, until the task is cancelled or the database is closed. A statement sends one
    /// when its transaction is committed: `SELECT pg_notify('channel', 'payload')`.
    ///
    /// Each call has a connection and a thread of its own, besides those of jobs: call it once a process and not once a page.
    /// When the connection is lost, it is made anew, after pauses that grow to 10 s. One that ends without a word is found
    /// after a minute.
    ///
    /// - Parameters:
    ///   - channel: the name of the channel.
    ///   - handle: called with each payload and the connection for queries, one at a time, in the order of the commits; with
    ///     nil when the connection is new, so that earlier notifications may have been missed. Later ones wait meanwhile, first
    ///     here and then in the server, which keeps them for all: it must not take long. When it throws, the connection is
    ///     made anew.
    public func listen(
        on channel: String,
        _ handle: @escaping @Sendable (_ payload: String?, _ connection: PostgresConnection) throws -> Void
    ) async {
        await listen(on: { _ in channel }, handle)
    }

    /// - Parameter channel: reads the name of the channel, on each new connection.
    func listen(
        on channel: @escaping @Sendable (PostgresConnection) throws -> String,
        _ handle: @escaping @Sendable (String?, PostgresConnection) throws -> Void
    ) async {
        let listener = Listener(to: channel, of: self, handle)
        guard add(listener) else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { caller in listener.run { caller.resume() } }
        } onCancel: {
            listener.stop()
        }
        remove(listener)
    }
}

/// A connection that listens on a channel, with a thread that waits for it.
///
/// The thread waits in `poll`: a source of Dispatch on Linux does not tell of each end of a connection.
final class Listener: Sendable {
    private let channel: @Sendable (PostgresConnection) throws -> String
    private let database: PostgresDatabase
    private let handle: @Sendable (String?, PostgresConnection) throws -> Void
    private let thread = DispatchQueue(label: "postgres.notifications", qos: .userInitiated)
    private let isStopped = Atomic(false)
    /// A pipe that wakes the thread; negative where there are no files for it.
    private let (wakes, waker): (CInt, CInt)

    init(
        to channel: @escaping @Sendable (PostgresConnection) throws -> String, of database: PostgresDatabase,
        _ handle: @escaping @Sendable (String?, PostgresConnection) throws -> Void
    ) {
        (self.channel, self.database, self.handle) = (channel, database, handle)
        var ends: [CInt] = [-1, -1]
        if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
        (wakes, waker) = (ends[0], ends[1])
    }

    deinit { for end in [wakes, waker] where end >= 0 { close(end) } }

    /// Listens on its thread, until it is stopped.
    func run(_ ended: @escaping @Sendable () -> Void) {
        thread.async {
            var pause = Self.firstPause
            while !self.isStopped.load(ordering: .acquiring) {
                do { try self.listen { pause = Self.firstPause } } catch {
                    // Logs the first of several failures in a row. A lost connection is not a failure.
                    if let error = error as? Failure, pause == Self.firstPause { self.database.note(error.reason) }
                    self.wait(atMost: pause)
                    pause = min(pause * 2, 10_000)
                }
            }
            ended()
        }
    }

    func stop() {
        isStopped.store(true, ordering: .releasing)
        var byte: UInt8 = 1
        _ = write(waker, &byte, 1)
    }

    /// In milliseconds.
    private static let firstPause: CInt = 250

    /// An error for a channel that can't be listened to, or a handler that has failed, on a connection that is whole.
    private struct Failure: Error {
        let reason: any Error
    }

    /// Listens on one connection.
    ///
    /// - Parameter began: called when all of the beginning has succeeded.
    private func listen(_ began: () -> Void) throws {
        // `connect` logs its own failures.
        let connection = try database.connect()
        do {
            let name = try connection.read(channel).replacing("\"", with: "\"\"")
            try connection.run("LISTEN \"\(name)\"")
            try connection.read { try handle(nil, $0) }
            began()
            while !isStopped.load(ordering: .acquiring) {
                let payloads = try connection.takeNotifications()
                for payload in payloads { try connection.read { try handle(payload, $0) } }
                // A query takes in what has come meanwhile, and the socket doesn't tell of that.
                if payloads.isEmpty { wait(for: connection.socket) }
            }
        } catch {
            throw connection.isLost ? error : Failure(reason: error)
        }
    }

    /// Waits until there is something to read, or this is stopped.
    ///
    /// - Parameters:
    ///   - socket: negative for none.
    ///   - milliseconds: negative for any time.
    private func wait(for socket: CInt = -1, atMost milliseconds: CInt = -1) {
        // `poll` leaves out a negative one. Without a pipe a stop is seen after a second.
        var files = [socket, wakes].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&files, 2, wakes < 0 && milliseconds < 0 ? 1000 : milliseconds)
    }
}
