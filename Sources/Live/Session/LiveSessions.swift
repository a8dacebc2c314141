import HeapModule
import Streams
import Synchronization

/// The open pages of a process: the one place that opens, takes up, answers, evicts and ends them.
///
/// It has one clock for all of them. Whoever has to be ended or given a sign of life is in one queue by the time when
/// that is due; so ten thousand silent pages cost what is due in a second, and no timer of their own.
public final class LiveSessions: Sendable {
    private struct State {
        var lastNumber = 0
        var byNumber: [Int: LiveSession] = [:]
        /// The pages that can be found: those that have been shown, or are about to be taken up.
        var byAddress: [String: LiveSession] = [:]
        /// The numbers of each owner's pages, oldest first. Numbers, since to look through the sessions themselves
        /// takes a fifteenth of all that a page costs.
        var byOwner: [String: [Int]] = [:]
        var unattached: UnattachedPages
        var deadlines = Heap<Deadline>()
        var virtualNow: Duration = .zero
        var isClosed = false
        /// The task that waits for the next deadline, and for when it is set.
        var alarm: (time: Duration, task: Task<Void, Never>)?
    }

    /// Something that is due for a session.
    enum Due {
        /// This grace period of its lifecycle is over.
        case grace(number: Int)
        /// This stream was silent for as long as a line may be.
        case heartbeat(stream: Int)
    }

    private struct Deadline: Comparable {
        var time: Duration
        /// A number instead of the session itself: one that has ended meanwhile must not wait here to be released.
        var session: Int
        var due: Due

        static func < (lhs: Deadline, rhs: Deadline) -> Bool { lhs.time < rhs.time }
        static func == (lhs: Deadline, rhs: Deadline) -> Bool { lhs.time == rhs.time }
    }

    /// How long pages are waited for.
    public let limits: SessionLimits
    let time: Scheduler.Time
    let executor: (any TaskExecutor)?
    let rowCaches = RowCaches()
    private let makeEpoch: @Sendable () -> String
    private let start = ContinuousClock.now
    private let state: Mutex<State>

    /// - Parameters:
    ///   - limits: how long pages are waited for, and how many an owner has.
    ///   - time: real, or virtual for tests.
    ///   - executor: where pages do their work; nil leaves it to the system.
    ///   - epoch: makes a short text for each session, different from that of any session before it.
    public init(
        limits: SessionLimits = SessionLimits(), time: Scheduler.Time = .continuous,
        executor: (any TaskExecutor)? = nil,
        epoch: @escaping @Sendable () -> String = { String(UInt32.random(in: .min ... .max), radix: 36) }
    ) {
        self.limits = limits
        self.time = time
        self.executor = executor
        makeEpoch = epoch
        state = Mutex(State(unattached: UnattachedPages(limits: limits)))
    }

    /// How many pages are open.
    public var count: Int { state.withLock { $0.byNumber.count } }

    /// The page with that address, if it is open.
    public func find(_ address: String) -> LiveSession? {
        state.withLock { $0.byAddress[address] }
    }

    // MARK: Opening

    /// Opens a screen and gives its document, settled; its stream is then waited for.
    ///
    /// - Parameters:
    ///   - screen: what is opened.
    ///   - visit: the request context that the page is built from.
    ///   - address: the address of the page's stream, different for each page.
    /// - Throws: ``ScreenFault``.
    public func open(_ screen: any Screen, _ visit: Visit, at address: String) async throws -> RenderedPage {
        let session = makeSession(at: address, visit)
        let page = try await orEnd(session) { try await session.show(screen, visit) }
        if page.redirect == nil { _ = await keep(session) } else { await session.end() }
        return page
    }

    /// Takes a page up whose session is gone: the screen is opened again at the address that its page has.
    ///
    /// - Parameters:
    ///   - screen: what is opened again.
    ///   - visit: the request context that the page is built from.
    ///   - address: the address that the page has.
    /// - Returns: the session; another's that took up the same page at the same time, if that was first.
    /// - Throws: ``ScreenFault``.
    public func resume(_ screen: any Screen, _ visit: Visit, at address: String) async throws -> LiveSession {
        let session = makeSession(at: address, visit)
        _ = try await orEnd(session) { try await session.takeUp(screen, visit) }
        return await keep(session)
    }

    /// Answers the form post of a browser without a script.
    ///
    /// - Parameters:
    ///   - post: what was posted.
    ///   - screen: the screen that offers the post's input.
    ///   - visit: the request context that the page is built from.
    ///   - address: the address of the answer's stream.
    /// - Returns: the page, or where it leads; nil when the page does not offer the post's input.
    /// - Throws: ``ScreenFault``, ``TooLarge``.
    public func answer(
        _ post: PlainPost, with screen: any Screen, _ visit: Visit, at address: String
    ) async throws -> RenderedPage? {
        let session = makeSession(at: address, visit)
        let answer = try await orEnd(session) {
            try await session.open(screen, visit)
            return try await session.answer(post)
        }
        if let answer, answer.redirect == nil { _ = await keep(session) } else { await session.end() }
        return answer
    }

    /// The page of a form post that can't be carried out, with what was typed, for a browser without a script. It leaves
    /// nothing behind, not even the draft that typing would have kept.
    ///
    /// - Parameters:
    ///   - post: what was posted.
    ///   - screen: the screen that shows it again.
    ///   - visit: says what the problem is.
    ///   - address: an address of its own; the page has no stream there.
    /// - Throws: ``ScreenFault``, ``TooLarge``.
    public func refuse(
        _ post: PlainPost, with screen: any Screen, _ visit: Visit, at address: String
    ) async throws -> RenderedPage {
        let session = makeSession(at: address, visit)
        let page = try await orEnd(session) {
            try await session.open(screen, visit)
            return try await session.refuse(post)
        }
        await session.end()
        return page
    }

    /// A session that nobody can find yet.
    func makeSession(at address: String, _ visit: Visit) -> LiveSession {
        let now = now
        return state.withLock { state in
            state.lastNumber += 1
            let session = LiveSession(
                sessions: self, number: state.lastNumber, address: address, epoch: makeEpoch(), visit,
                loginEnd: visit.loginRemaining.map { now + $0 })
            state.byNumber[session.number] = session
            return session
        }
    }

    private func orEnd<Result>(_ session: LiveSession, _ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch {
            await session.end()
            throw error
        }
    }

    /// Lets a page be found. When one with its address is open already (two streams came back at once), that one stays.
    private func keep(_ session: LiveSession) async -> LiveSession {
        enum Place {
            case given, full, none
            case taken(LiveSession)
        }
        let place = state.withLock { state -> Place in
            if let known = state.byAddress[session.address] { return .taken(known) }
            // One that has ended meanwhile would stay for ever: nobody ends it again.
            if state.isClosed || state.byNumber[session.number] == nil { return .none }
            state.byAddress[session.address] = session
            state.byOwner[session.owner, default: []].append(session.number)
            return state.byOwner[session.owner, default: []].count > limits.pagesPerOwner ? .full : .given
        }
        await endUnattached(after: session)
        switch place {
        case .given: return session
        case .full:
            await makeRoom(for: session)
            return session
        case .none:
            await session.end()
            return session
        case .taken(let known):
            await session.end()
            return known
        }
    }

    /// Ends pages that nobody is attached to, when there are too many. Each newcomer makes room for more than itself, and
    /// none for all that came before.
    private func endUnattached(after newcomer: LiveSession) async {
        let now = now
        for _ in 0..<4 {
            let page = state.withLock { state -> LiveSession? in
                state.unattached.takeOneTooMany(after: newcomer.visitor, at: now).flatMap { state.byNumber[$0] }
            }
            guard let page else { return }
            // Somebody may have come to it just now.
            _ = await page.endUnlessAttached()
        }
    }

    /// Ends the oldest page that nobody is attached to, or else has the oldest give its stream up.
    ///
    /// Pages are taken out before they are asked, so that of many newcomers at once each finds another to end.
    private func makeRoom(for newcomer: LiveSession) async {
        var attached: [LiveSession] = []
        while let page = takeOldest(before: newcomer) {
            if await page.endUnlessAttached() { return putBack(attached) }
            attached.append(page)
        }
        putBack(attached.dropFirst())
        await attached.first?.giveWay()
    }

    private func takeOldest(before newcomer: LiveSession) -> LiveSession? {
        state.withLock { state in
            // Another newcomer, who is younger, makes room itself.
            guard let pages = state.byOwner[newcomer.owner],
                let place = pages.firstIndex(where: { $0 < newcomer.number })
            else { return nil }
            state.byOwner[newcomer.owner]?.remove(at: place)
            return state.byNumber[pages[place]]
        }
    }

    /// - Parameter pages: pages of one owner.
    private func putBack(_ pages: some Collection<LiveSession>) {
        guard let owner = pages.first?.owner else { return }
        state.withLock { state in
            let open = pages.map(\.number).filter { state.byNumber[$0] != nil }
            state.byOwner[owner, default: []].append(contentsOf: open)
            state.byOwner[owner]?.sort()
        }
    }

    // MARK: Ending

    /// Forgets a page that has ended.
    func remove(_ session: LiveSession) {
        state.withLock { state in
            state.byNumber[session.number] = nil
            state.unattached.remove(session.number)
            guard state.byAddress[session.address] === session else { return }
            state.byAddress[session.address] = nil
            if let place = state.byOwner[session.owner]?.firstIndex(of: session.number) {
                state.byOwner[session.owner]?.remove(at: place)
            }
            if state.byOwner[session.owner]?.isEmpty == true { state.byOwner[session.owner] = nil }
        }
    }

    /// Ends all pages of a login, those that are just being opened too: signed out.
    public func endAll(ofLogin login: String) async {
        let sessions = state.withLock { state in state.byNumber.values.filter { $0.login == login } }
        for session in sessions { await session.end() }
    }

    /// The same a little later: for a login whose page is about to get another one.
    ///
    /// - Parameters:
    ///   - login: the login that is over then.
    ///   - delay: in real time.
    public func endAll(ofLogin login: String, after delay: Duration) {
        Task(executorPreference: executor) {
            try await Task.sleep(for: delay)
            await self.endAll(ofLogin: login)
        }
    }

    /// Ends all pages and takes no more: the process stops.
    public func close() async {
        let sessions = state.withLock { state in
            state.isClosed = true
            return Array(state.byNumber.values)
        }
        for session in sessions { await session.end() }
    }

    // MARK: Room

    /// Nobody is attached to a page, for this long at most.
    func left(_ session: LiveSession, bytes: Int, graceNumber: Int, for delay: Duration) {
        let now = now
        state.withLock { state in
            guard state.byNumber[session.number] != nil else { return }
            state.unattached.insert(session.number, of: session.visitor, bytes: bytes, at: now)
            schedule(.grace(number: graceNumber), at: now + delay, of: session, &state)
        }
    }

    /// Somebody is attached to a page.
    func joined(_ session: LiveSession) {
        state.withLock { $0.unattached.remove(session.number) }
    }

    // MARK: The clock

    /// The time since these sessions began.
    var now: Duration {
        switch time {
        case .continuous: start.duration(to: .now)
        case .virtual: state.withLock { $0.virtualNow }
        }
    }

    /// Has a session told when something is due.
    func schedule(_ due: Due, after delay: Duration, of session: LiveSession) {
        let time = now + delay
        state.withLock { schedule(due, at: time, of: session, &$0) }
    }

    private func schedule(_ due: Due, at time: Duration, of session: LiveSession, _ state: inout State) {
        state.deadlines.insert(Deadline(time: time, session: session.number, due: due))
        setAlarm(&state)
    }

    /// How exactly the clock goes: what is due within this time is done together, so that a silent process sleeps.
    private static let tickLength = Duration.seconds(1)

    /// For when the clock is set. For tests.
    var alarmTime: Duration? { state.withLock { $0.alarm?.time } }

    /// Sets the alarm for the first deadline, unless it is set for then or sooner.
    private func setAlarm(_ state: inout State) {
        guard time == .continuous, let first = state.deadlines.min?.time else { return }
        if let alarm = state.alarm, alarm.time <= first { return }
        state.alarm?.task.cancel()
        let delay = max(first - now, .zero) + Self.tickLength
        let task = Task(executorPreference: executor) {
            do { try await Task.sleep(for: delay) } catch { return }
            await self.runDeadlines()
            self.state.withLock { state in
                state.alarm = nil
                self.setAlarm(&state)
            }
        }
        state.alarm = (first, task)
    }

    private func runDeadlines() async {
        let now = now
        while let (session, due) = takeDeadline(dueBy: now) {
            switch due {
            case .grace(let number): await session?.graceEnded(number)
            case .heartbeat(let stream): await session?.beat(stream)
            }
        }
    }

    /// - Returns: what is due, with its session unless that has ended; nil when nothing is due.
    private func takeDeadline(dueBy time: Duration) -> (LiveSession?, Due)? {
        state.withLock { state in
            guard let first = state.deadlines.min, first.time <= time else { return nil }
            state.deadlines.removeMin()
            return (state.byNumber[first.session], first.due)
        }
    }

    /// Moves virtual time, of the pages as well, doing what falls due in the order of its time. For tests.
    public func advance(by duration: Duration) async {
        let end = now + duration
        while let next = state.withLock({ $0.deadlines.min?.time }), next <= end {
            await advancePages(to: next)
            await runDeadlines()
        }
        await advancePages(to: end)
    }

    private func advancePages(to time: Duration) async {
        let (step, sessions) = state.withLock { state in
            let step = time - state.virtualNow
            state.virtualNow = max(time, state.virtualNow)
            return (step, Array(state.byNumber.values))
        }
        guard step > .zero else { return }
        for session in sessions { await session.advance(by: step) }
    }
}

/// How long a session waits for whom, and how many there are.
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
    /// How long the answer to inputs waits at most for what they caused. A page sends nothing more meanwhile.
    public var untilAnswered: Duration = .seconds(5)
    /// How many inputs are taken from one batch; the page sends the rest again.
    public var inputsPerBatch = 256
    /// How many bytes the newest texts of all inputs of a page have together. An input beyond that isn't taken.
    public var typedBytesPerPage = 256 << 10
    /// How many pages one owner can have open. Beyond it the oldest that nobody is attached to is ended; when all are
    /// attached, the oldest gives its stream up, and its page takes it again when somebody comes to it.
    public var pagesPerOwner = 64

    /// How many bytes the pages that nobody is attached to take together, about: 10,000 lists. Beyond it the oldest of them
    /// is ended, those of visitors who aren't signed in first; it is taken up again where it was when its browser comes back.
    public var unattachedBytes = 512 << 20
    /// The same for the pages of one IPv4 address or IPv6 network of /64. Those of the machine itself have no bound of their
    /// own: they come through a proxy that doesn't say where from.
    public var unattachedBytesPerAddress = 32 << 20
    /// Beyond half of these bounds: from the first render, or a lost line, to the stream of somebody who isn't signed in.
    public var untilAnonymousAttached: Duration = .seconds(5)

    /// The limits as they stand here; each can be set.
    public init() {}
}
