import Foundation
import Hummingbird
import HummingbirdCore
import Logging

/// The files that this process can have open at once. Each connection is one, and a server that has none left can
/// neither answer nor say why.
enum OpenFiles {
    /// For everything that is no connection: the database, its log, what is sent from the disk.
    private static let reserve = 64

    /// Takes as many as the system gives, and limits connections to what is left of them.
    static func connectionLimit(logger: Logger) -> ConnectionLimit {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return ConnectionLimit(maximum: .max, logger: logger) }
        if limit.rlim_cur < limit.rlim_max {
            var most = limit
            most.rlim_cur = limit.rlim_max
            if setrlimit(resource, &most) == 0 { limit = most }
        }
        let files = Int(clamping: limit.rlim_cur)
        return ConnectionLimit(maximum: max(files - reserve, files / 2), logger: logger)
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif
}

/// Takes no more connections when there are as many as the process can serve, says so once, and goes on when some have
/// closed: those that wait do so in the system's line.
struct ConnectionLimit: AvailableConnectionsDelegate {
    private let maximum: Int
    private let logger: Logger
    private var count = 0
    private var isFull = false

    init(maximum: Int, logger: Logger) {
        self.maximum = maximum
        self.logger = logger
    }

    mutating func connectionOpened() {
        count += 1
        guard count >= maximum, !isFull else { return }
        isFull = true
        logger.warning("No more connections are taken", metadata: ["open": "\(count)"])
    }

    mutating func connectionClosed() {
        count -= 1
        // Only well below the limit, so that a server at its limit doesn't fill its log.
        guard isFull, count < maximum - maximum / 10 else { return }
        isFull = false
        logger.notice("Connections are taken again", metadata: ["open": "\(count)"])
    }

    func isAcceptingNewConnections() -> Bool { count < maximum }
}
