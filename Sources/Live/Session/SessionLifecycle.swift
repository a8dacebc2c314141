/// The state machine of a session, which is pure: events in, actions out. ``LiveSession`` carries them out.
///
/// ```
/// rendered (no stream yet, 15 s) → attached (a stream is open) ⇄ detached (connection lost, 2 min) → ended
/// ```
///
/// ### Invariants
/// - At most one stream is current; a new one takes over from the one before.
/// - A grace period runs exactly while no stream is open; its number distinguishes a late timer from the current one.
/// - `ended` is final.
struct SessionLifecycle {
    enum State: Equatable {
        case rendered(grace: Int)
        case attached(stream: Int)
        case detached(grace: Int)
        case ended
    }

    enum Action: Equatable {
        /// Request a notification when this grace period is over.
        case startGrace(number: Int, Duration)
        /// Finish the waiting stream, since it is not the current one any more.
        case finishStream(Int)
        /// Cancel the work in flight, release the graph, remove the session.
        case end
    }

    private(set) var state: State = .rendered(grace: 0)
    private let limits: SessionLimits
    private var lastNumber = 0

    init(limits: SessionLimits) {
        self.limits = limits
    }

    /// Whether the page is in use: it is being opened, or a stream is attached. A page that is not in use does no work
    /// for changes by others.
    var isWatched: Bool {
        switch state {
        case .rendered(let grace): grace == 0
        case .attached: true
        case .detached, .ended: false
        }
    }

    /// Whether a stream is or was attached.
    var hadStream: Bool {
        switch state {
        case .attached, .detached: true
        case .rendered, .ended: false
        }
    }

    /// Handles the first render: a stream is expected soon.
    mutating func rendered() -> [Action] {
        guard case .rendered = state else { return [] }
        let grace = takeNumber()
        state = .rendered(grace: grace)
        return [.startGrace(number: grace, limits.untilAttached)]
    }

    /// Handles the opening of a stream. Nil when the session has ended.
    mutating func attach() -> (stream: Int, actions: [Action])? {
        if state == .ended { return nil }
        var actions: [Action] = []
        if case .attached(let former) = state { actions.append(.finishStream(former)) }
        let stream = takeNumber()
        state = .attached(stream: stream)
        return (stream, actions)
    }

    /// Handles the loss of a stream's connection.
    mutating func detach(stream: Int) -> [Action] {
        guard state == .attached(stream: stream) else { return [] }
        let grace = takeNumber()
        state = .detached(grace: grace)
        return [.startGrace(number: grace, limits.untilReturned)]
    }

    /// Handles the end of a grace period.
    mutating func graceEnded(number: Int) -> [Action] {
        switch state {
        case .rendered(number), .detached(number): return end()
        default: return []
        }
    }

    /// Ends the session from outside: sign-out, too many sessions, or shut-down.
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
