public import Live
public import LiveHTTP
import NIOCore

extension SessionLimits {
    /// For tests over real sockets that are about something else: a machine that is busy with all of them at once lets no
    /// page go that a test comes back to.
    public static var patient: SessionLimits {
        var limits = SessionLimits()
        limits.untilAttached = .seconds(600)
        limits.untilReturned = .seconds(600)
        limits.untilSettled = .seconds(120)
        limits.untilAnswered = .seconds(120)
        return limits
    }
}

extension ConnectionLimits {
    /// For tests that are about something else: no connection ends because a test's turn is late.
    public static var patient: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.untilHead = .minutes(30)
        limits.untilNextHead = .minutes(30)
        limits.body = .minutes(30)
        limits.unread = .minutes(30)
        return limits
    }
}
