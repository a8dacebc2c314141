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

    /// Whether somebody looks at the page: it is being opened, or a stream is open. A page that nobody looks at does
    /// nothing for what others change.
    var isWatched: Bool {
        switch state {
        case .rendered(let grace): grace == 0
        case .attached: true
        case .detached, .ended: false
        }
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
