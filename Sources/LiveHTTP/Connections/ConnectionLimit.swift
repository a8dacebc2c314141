import HummingbirdCore
import Logging

/// A limit on open connections: when it is reached, no more are accepted, which is logged once, until some have closed;
/// further ones wait in the system's backlog.
public struct ConnectionLimit: AvailableConnectionsDelegate {
    private let maximum: Int
    private let logger: Logger
    private var count = 0
    private var isFull = false

    /// - Parameters:
    ///   - maximum: the number of open connections at most.
    ///   - logger: the logger, used when the limit is reached and when connections are accepted again.
    public init(maximum: Int, logger: Logger) {
        self.maximum = maximum
        self.logger = logger
    }

    /// Counts an opened connection.
    public mutating func connectionOpened() {
        count += 1
        guard count >= maximum, !isFull else { return }
        isFull = true
        logger.warning("No more connections are taken", metadata: ["open": "\(count)"])
    }

    /// Counts a closed connection.
    public mutating func connectionClosed() {
        count -= 1
        // Logged only well below the limit, so that a server at its limit doesn't fill its log.
        guard isFull, count < maximum - maximum / 10 else { return }
        isFull = false
        logger.notice("Connections are taken again", metadata: ["open": "\(count)"])
    }

    /// Whether another connection is accepted.
    public func isAcceptingNewConnections() -> Bool { count < maximum }
}
