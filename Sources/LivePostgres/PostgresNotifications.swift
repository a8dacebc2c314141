import Dispatch
import Foundation
import Synchronization

/// An element of ``PostgresDatabase/notifications(on:)``.
public enum PostgresNotification: Hashable, Sendable {
    /// Notifications before this one may have been missed, so read what has changed. The first element, and again after the
    /// connection was lost, and when the elements were read too slowly.
    case resync
    /// The payload of a notification.
    case received(String)
}

extension PostgresDatabase {
    /// Returns the notifications on a channel, from all processes. A statement sends one when its transaction is committed:
    /// `SELECT pg_notify('channel', 'payload')`.
    ///
    /// Each call has a connection and a thread of its own, besides those of jobs, for as long as the sequence is read: call it
    /// once a process and not once a page. When the connection is lost, it is made anew, after pauses that grow to 10 s.
    ///
    /// - Parameter channel: the name of the channel.
    /// - Returns: a sequence for one task. It ends when that task is cancelled, and when the database is closed.
    public func notifications(on channel: String) -> AsyncStream<PostgresNotification> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PostgresNotification.self, bufferingPolicy: .bufferingNewest(Listener.mostWaiting))
        guard let remove = add(continuation) else {
            continuation.finish()
            return stream
        }
        let listener = Listener(
            channel: channel, continuation, connect: { [self] in try connect() },
            refused: { [self] in note($0, on: channel) })
        continuation.onTermination = { _ in
            remove()
            listener.stop()
        }
        listener.start()
        return stream
    }
}

/// A connection that listens on a channel, with a thread that waits for it.
///
/// The thread waits in `poll`: a source of Dispatch on Linux does not tell of each end of a connection.
final class Listener: Sendable {
    /// Number of notifications that wait for their reader at most.
    static let mostWaiting = 1024

    private let channel: String
    private let continuation: AsyncStream<PostgresNotification>.Continuation
    private let connect: @Sendable () throws -> PostgresConnection
    private let refused: @Sendable (any Error) -> Void
    private let thread = DispatchQueue(label: "postgres.notifications", qos: .userInitiated)
    private let isStopped = Atomic(false)
    /// A pipe that wakes the thread; negative where there are no files for it.
    private let (wakes, waker): (CInt, CInt)

    init(
        channel: String, _ continuation: AsyncStream<PostgresNotification>.Continuation,
        connect: @escaping @Sendable () throws -> PostgresConnection,
        refused: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        (self.channel, self.continuation, self.connect, self.refused) = (channel, continuation, connect, refused)
        var ends: [CInt] = [-1, -1]
        if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
        (wakes, waker) = (ends[0], ends[1])
    }

    deinit { for end in [wakes, waker] where end >= 0 { close(end) } }

    func start() { thread.async { self.run() } }

    func stop() {
        isStopped.store(true, ordering: .releasing)
        var byte: UInt8 = 1
        _ = write(waker, &byte, 1)
    }

    private func run() {
        var (sinceResync, pause) = (0, Self.firstPause)
        while !isStopped.load(ordering: .acquiring) {
            do {
                let connection = try connect()
                let name = channel.replacing("\"", with: "\"\"")
                do { try connection.run("LISTEN \"\(name)\"") } catch {
                    if pause == Self.firstPause { refused(error) }
                    throw error
                }
                pause = Self.firstPause
                send(.resync, &sinceResync)
                while !isStopped.load(ordering: .acquiring) {
                    for payload in try connection.takeNotifications() { send(.received(payload), &sinceResync) }
                    wait(for: connection.socket)
                }
            } catch {
                wait(atMost: pause)
                pause = min(pause * 2, 10_000)
            }
        }
    }

    /// In milliseconds.
    private static let firstPause: CInt = 250

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

    /// - Parameter sinceResync: number of elements since the last ``PostgresNotification/resync``.
    func send(_ notification: PostgresNotification, _ sinceResync: inout Int) {
        sinceResync = notification == .resync ? 0 : sinceResync + 1
        // The oldest element is gone because the reader is behind. If it is still to read a resync, that comes later.
        if case .dropped = continuation.yield(notification), sinceResync >= Self.mostWaiting {
            send(.resync, &sinceResync)
        }
    }
}
