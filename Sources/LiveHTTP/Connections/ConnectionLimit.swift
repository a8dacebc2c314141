import HummingbirdCore
import Logging

/// Takes no more connections when there are as many as the process can serve, says so once, and goes on when some have
/// closed: those that wait do so in the system's line.
public struct ConnectionLimit: AvailableConnectionsDelegate {
    private let maximum: Int
    private let logger: Logger
    private var count = 0
    private var isFull = false

    /// - Parameters:
    ///   - maximum: how many connections are open at most.
    ///   - logger: told when the limit is reached, and when connections are taken again.
    public init(maximum: Int, logger: Logger) {
        self.maximum = maximum
        self.logger = logger
    }

    /// Counts a connection that was opened.
    public mutating func connectionOpened() {
        count += 1
        guard count >= maximum, !isFull else { return }
        isFull = true
        logger.warning("No more connections are taken", metadata: ["open": "\(count)"])
    }

    /// Counts a connection that was closed.
    public mutating func connectionClosed() {
        count -= 1
        // Only well below the limit, so that a server at its limit doesn't fill its log.
        guard isFull, count < maximum - maximum / 10 else { return }
        isFull = false
        logger.notice("Connections are taken again", metadata: ["open": "\(count)"])
    }

    /// Whether another connection is taken.
    public func isAcceptingNewConnections() -> Bool { count < maximum }
}
