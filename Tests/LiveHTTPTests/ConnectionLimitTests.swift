import Logging
import Synchronization
import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(1))) struct ConnectionLimitTests {
    /// Keeps what is logged: the level and the number of open connections.
    private final class Log: Sendable {
        private let entries = Mutex<[String]>([])

        var lines: [String] { entries.withLock { $0 } }
        var logger: Logger { Logger(label: "test", factory: { _ in Handler(log: self) }) }

        private struct Handler: LogHandler {
            let log: Log
            var metadata: Logger.Metadata = [:]
            var logLevel = Logger.Level.trace

            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }

            func log(event: LogEvent) {
                log.entries.withLock { $0.append("\(event.level) \(event.metadata?["open"] ?? "")") }
            }
        }
    }

    private let log = Log()

    @Test func atTheLimitNoConnectionIsTaken() {
        var limit = ConnectionLimit(maximum: 3, logger: log.logger)
        for _ in 0..<3 {
            #expect(limit.isAcceptingNewConnections())
            limit.connectionOpened()
        }
        #expect(!limit.isAcceptingNewConnections())
        limit.connectionClosed()
        #expect(limit.isAcceptingNewConnections())
    }

    @Test func aServerAtItsLimitSaysSoOnce() {
        var limit = ConnectionLimit(maximum: 100, logger: log.logger)
        for _ in 0..<100 { limit.connectionOpened() }
        for _ in 0..<50 {
            limit.connectionClosed()
            limit.connectionOpened()
        }
        // Those that the system had taken already are counted too.
        limit.connectionOpened()
        #expect(log.lines == ["warning 100"])
    }

    @Test func belowNineTenthsOfItItSaysThatItGoesOn() {
        var limit = ConnectionLimit(maximum: 100, logger: log.logger)
        for _ in 0..<100 { limit.connectionOpened() }
        for _ in 0..<10 { limit.connectionClosed() }
        #expect(log.lines == ["warning 100"])
        limit.connectionClosed()
        #expect(log.lines == ["warning 100", "notice 89"])
        // And when it is reached again, that is said again.
        for _ in 0..<11 { limit.connectionOpened() }
        #expect(log.lines == ["warning 100", "notice 89", "warning 100"])
    }

    @Test func aServerThatIsNeverFullSaysNothing() {
        var limit = ConnectionLimit(maximum: .max, logger: log.logger)
        for _ in 0..<1000 { limit.connectionOpened() }
        for _ in 0..<1000 { limit.connectionClosed() }
        #expect(limit.isAcceptingNewConnections())
        #expect(log.lines.isEmpty)
    }
}
