/// The states of a session, decided purely: events in, actions out. ``LiveSession`` acts.
///
/// ```
/// rendered (no stream yet, 15 s) → attached (a stream is open) ⇄ detached (line lost, 2 min) → ended
/// ```
///
/// ### Invariants
/// - At most one stream is current; a new one takes over from the one before.
/// - A grace period runs exactly while no stream is open; its number tells a late timer from the present one.
/// - `ended` is final.
struct SessionLifecycle {
    enum State: Equatable {
        case rendered(grace: Int)
        case attached(stream: Int)
        case detached(grace: Int)
        case ended
    }

    enum Action: Equatable {
        /// Ask to be told when this grace period is over.
        case startGrace(number: Int, Duration)
        /// Tell the waiting stream that it is not the current one any more.
        case finishStream(Int)
        /// Cancel the work in flight, release the graph, forget the session.
        case end
    }

    private(set) var state: State = .rendered(grace: 0)
    private let limits: SessionLimits
    private var lastNumber = 0

    init(limits: SessionLimits) {
        self.limits = limits
    }

    /// The page has been rendered: a stream is expected soon.
    mutating func rendered() -> [Action] {
        guard case .rendered = state else { return [] }
        let grace = takeNumber()
        state = .rendered(grace: grace)
        return [.startGrace(number: grace, limits.untilAttached)]
    }

    /// A stream was opened. Nil when the session has ended.
    mutating func attach() -> (stream: Int, actions: [Action])? {
        if state == .ended { return nil }
        var actions: [Action] = []
        if case .attached(let former) = state { actions.append(.finishStream(former)) }
        let stream = takeNumber()
        state = .attached(stream: stream)
        return (stream, actions)
    }

    /// A stream's line was lost.
    mutating func detach(stream: Int) -> [Action] {
        guard state == .attached(stream: stream) else { return [] }
        let grace = takeNumber()
        state = .detached(grace: grace)
        return [.startGrace(number: grace, limits.untilReturned)]
    }

    /// A grace period is over.
    mutating func graceEnded(number: Int) -> [Action] {
        switch state {
        case .rendered(number), .detached(number): return end()
        default: return []
        }
    }

    /// The session is ended from outside: signed out, too many sessions, shut-down.
    mutating func end() -> [Action] {
        guard state != .ended else { return [] }
        var actions: [Action] = []
        if case .attached(let stream) = state { actions.append(.finishStream(stream)) }
        state = .ended
        return actions + [.end]
    }

    private mutating func takeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}

/// How long a session waits for whom.
public struct SessionLimits: Sendable {
    /// From the first render to the stream that adopts the session.
    public var untilAttached: Duration = .seconds(15)
    /// From a lost line to the page's return.
    public var untilReturned: Duration = .seconds(120)
    /// Between two signs of life on a stream on which nothing happens: proxies stay open, dead peers are found.
    public var heartbeat: Duration = .seconds(20)
    /// How long a first render or an answer to a plain post waits for the page to settle. Longer than a store needs to
    /// give up, so that its error is what the page shows.
    public var untilSettled: Duration = .seconds(15)

    /// How many inputs are taken from one batch; the page sends the rest again.
    public var inputsPerBatch = 256

    public init() {}
}
