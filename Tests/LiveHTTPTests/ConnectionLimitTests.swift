import TestSupport
import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(15))) struct ConnectionLimitTests {
    private let log = LogRecorder()
    private let full = "warning: No more connections are taken open=100"
    private let goesOn = "notice: Connections are taken again open=89"

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
        #expect(log.lines == [full])
    }

    @Test func belowNineTenthsOfItItSaysThatItGoesOn() {
        var limit = ConnectionLimit(maximum: 100, logger: log.logger)
        for _ in 0..<100 { limit.connectionOpened() }
        for _ in 0..<10 { limit.connectionClosed() }
        #expect(log.lines == [full])
        limit.connectionClosed()
        #expect(log.lines == [full, goesOn])
        // And when it is reached again, that is said again.
        for _ in 0..<11 { limit.connectionOpened() }
        #expect(log.lines == [full, goesOn, full])
    }

    @Test func aServerThatIsNeverFullSaysNothing() {
        var limit = ConnectionLimit(maximum: .max, logger: log.logger)
        for _ in 0..<1000 { limit.connectionOpened() }
        for _ in 0..<1000 { limit.connectionClosed() }
        #expect(limit.isAcceptingNewConnections())
        #expect(log.lines.isEmpty)
    }
}
