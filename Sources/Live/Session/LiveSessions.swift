import HeapModule
import Streams
import Synchronization

/// The open pages of a process: the one place that opens, restores, answers, evicts and ends them.
///
/// It has one clock for all of them. Sessions that have to be ended or to get a heartbeat are in one queue by the time
/// when that is due; so ten thousand idle pages cost only what is due in each second, and have no timers of their own.
public final class LiveSessions: Sendable {
    private struct State {
        var lastNumber = 0
        var byNumber: [Int: LiveSession] = [:]
        /// The pages that can be found by their address: those that have been shown or restored.
        var byAddress: [String: LiveSession] = [:]
        /// The numbers of each owner's pages, oldest first. Numbers, since a search through the sessions themselves
        /// would take a fifteenth of all that a page costs.
        var byOwner: [String: [Int]] = [:]
        var unattached: UnattachedPages
        var documents: KeptDocuments
        /// The graphs that several pages have, by what those are made from, and by their numbers.
        var sharedByKey: [PageSource.Key: SharedGraph] = [:]
        var sharedByNumber: [Int: SharedGraph] = [:]
        /// The logins that have ended, with the times of that, for a minute at least: a page of one of them that is being
        /// opened isn't kept.
        var endedLogins: [String: Duration] = [:]
        var deadlines = Heap<Deadline>()
        var virtualNow: Duration = .zero
        var isClosed = false
        /// The task that waits for the next deadline, and the time that it is set for.
        var alarm: (time: Duration, task: Task<Void, Never>)?
    }

    /// An event that is due for a session.
    enum Due {
        /// This grace period of its lifecycle is over.
        case grace(number: Int)
        /// This stream was idle for as long as a connection may be.
        case heartbeat(stream: Int)
    }

    private struct Deadline: Comparable {
        var time: Duration
        /// The number of the session or of the shared graph, not it itself: one that has ended meanwhile must not be
        /// retained here.
        var owner: Int
        var due: Due

        static func < (lhs: Deadline, rhs: Deadline) -> Bool { lhs.time < rhs.time }
        static func == (lhs: Deadline, rhs: Deadline) -> Bool { lhs.time == rhs.time }
    }

    /// Timeouts and quotas of the sessions.
    public let limits: SessionLimits
    let time: Scheduler.Time
    let executor: (any TaskExecutor)?
    let rowCaches = RowCaches()
    let makeEpoch: @Sendable () -> String
    private let start = ContinuousClock.now
    private let state: Mutex<State>

    /// - Parameters:
    ///   - limits: the timeouts and quotas of the sessions.
    ///   - time: the kind of clock; virtual for tests.
    ///   - executor: the executor that pages run on; nil for the system's.
    ///   - epoch: makes a short text of letters and digits for each session, different from that of any session before it.
    public init(
        limits: SessionLimits = SessionLimits(), time: Scheduler.Time = .continuous,
        executor: (any TaskExecutor)? = nil,
        epoch: @escaping @Sendable () -> String = { String(UInt32.random(in: .min ... .max), radix: 36) }
    ) {
        self.limits = limits
        self.time = time
        self.executor = executor
        makeEpoch = epoch
        state = Mutex(
            State(
                unattached: UnattachedPages(limits: limits),
                documents: KeptDocuments(limit: limits.keptDocumentBytes / 2)))
    }

    /// Number of open pages.
    public var count: Int { state.withLock { $0.byNumber.count } }

    /// Returns the page with that address, if it is open.
    public func find(_ address: String) -> LiveSession? {
        state.withLock { $0.byAddress[address] }
    }

    // MARK: Opening

    /// Opens a screen and returns its settled document; the page then waits for its stream.
    ///
    /// - Parameters:
    ///   - screen: the screen.
    ///   - visit: the request context that the page is built from.
    ///   - address: the address of the page's stream, different for each page.
    /// - Throws: ``ScreenFault``.
    public func open(_ screen: any Screen, _ visit: Visit, at address: String) async throws -> RenderedPage {
        let session = makeSession(at: address, visit)
        let page = try await orEnd(session) { try await session.show(screen, visit) }
        if page.redirect == nil { _ = await keep(session) } else { await session.end() }
        return page
    }

    /// Restores a page whose session is gone: the screen is opened again at the page's address.
    ///
    /// - Parameters:
    ///   - screen: the screen.
    ///   - visit: the request context that the page is built from.
    ///   - address: the address of the page.
    /// - Returns: the session, or that of another request which restored the same page at the same time and was first.
    /// - Throws: ``ScreenFault``.
    public func resume(
        _ screen: any Screen, _ visit: Visit, at address: String
    ) async throws -> LiveSession {
        let session = makeSession(at: address, visit)
        _ = try await orEnd(session) { try await session.restorePage(screen, visit) }
        return await keep(session)
    }

    /// Restores a page whose document is kept. One that shows a document of the present state is sent nothing.
    ///
    /// - Parameters:
    ///   - source: what the page was made from.
    ///   - visit: the request context that the page is built from.
    ///   - address: the address of the page.
    ///   - lastEventID: the id of the last change that the page has; nil when that isn't known.
    ///   - makeScreen: makes the screen of the visit.
    /// - Returns: the session, as ``resume(_:_:at:)`` does; nil when what the page shows can't be read now. It keeps that, and
    ///   asks again.
    /// - Throws: the error of `makeScreen`, ``ScreenFault``.
    public func resume(
        _ source: PageSource, _ visit: Visit, at address: String, after lastEventID: String?,
        _ makeScreen: (Visit) async throws -> any Screen
    ) async throws -> LiveSession? {
        var attempts = 0
        while true {
            let revision = await source.readRevision()
            let document = document(source, after: lastEventID)
            let isPresent = revision.map { source.shows($0, after: lastEventID) } ?? false
            let screen = try await makeScreen(visit)
            let session = makeSession(at: address, visit)
            _ = try await orEnd(session) { try await session.restorePage(screen, visit) }
            guard await session.isWhole else {
                await session.end()
                return nil
            }
            attempts += 1
            // A graph does not hear of what changes after its screen was made and before it subscribes. It is made again
            // then.
            let isSame = await source.readRevision() == revision
            if isSame || attempts == 3 {
                if let lastEventID, document != nil || isPresent && isSame {
                    await session.shows(document?.shape, lastEventID)
                }
                return await keep(session)
            }
            await session.end()
        }
    }

    /// Returns the kept document that a page shows; nil when it isn't kept any more, or the page has got changes since.
    private func document(_ source: PageSource, after lastEventID: String?) -> KeptDocument? {
        guard let id = lastEventID.flatMap({ EventID($0) }), id.version == 0,
            let document = state.withLock({ $0.documents.find(source.key) }), document.epoch == id.epoch
        else { return nil }
        return document
    }

    /// Answers the form post of a browser without a script.
    ///
    /// - Parameters:
    ///   - post: the form post.
    ///   - screen: the screen that offers the post's input.
    ///   - visit: the request context that the page is built from.
    ///   - address: the address of the answer's stream.
    /// - Returns: the page, or its redirect; nil when the page does not offer the post's input.
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

    /// Returns the page of a form post that can't be carried out, with the typed text, for a browser without a script.
    /// The page is ended at once, and stores nothing, not even the draft that typing would have stored.
    ///
    /// - Parameters:
    ///   - post: the form post.
    ///   - screen: the screen that shows it again.
    ///   - visit: the request context, with its problem.
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

    private func takeNumber() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// Makes a session that can't be found by its address yet.
    ///
    /// - Parameter number: its number; nil for the next one.
    func makeSession(_ number: Int? = nil, at address: String, _ visit: Visit) -> LiveSession {
        let session = LiveSession(
            sessions: self, number: number ?? takeNumber(), address: address, visit,
            loginEnd: visit.loginRemaining.map { now + $0 })
        state.withLock { $0.byNumber[session.number] = session }
        return session
    }

    private func orEnd<Result>(_ session: LiveSession, _ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch {
            await session.end()
            throw error
        }
    }

    /// Makes a page findable by its address. If one with its address is open already (two streams came back at once),
    /// that one stays.
    private func keep(_ session: LiveSession) async -> LiveSession {
        enum Place {
            case given, full, none
            case taken(LiveSession)
        }
        let place = state.withLock { state -> Place in
            if let known = state.byAddress[session.address] { return .taken(known) }
            // A session that has ended meanwhile would stay for ever, since it is not ended again.
            if state.isClosed || state.byNumber[session.number] == nil || state.endedLogins[session.login] != nil {
                return .none
            }
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

    /// Ends unattached pages when there are too many, at most four for each newcomer: so it frees more than it takes,
    /// and does not have to wait for all that came before.
    private func endUnattached(after newcomer: LiveSession) async {
        let now = now
        for _ in 0..<4 {
            let page = state.withLock { state -> LiveSession? in
                state.unattached.takeOneTooMany(after: newcomer.visitor, at: now).flatMap { state.byNumber[$0] }
            }
            guard let page else { return }
            // A stream may have been attached just now.
            _ = await page.endUnlessAttached()
        }
    }

    /// Ends the oldest unattached page, or else makes the oldest page of all give up its stream.
    ///
    /// Pages are taken out of the list before they are asked, so that several newcomers at once each find another page
    /// to end.
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
            // A page younger than this newcomer makes room itself.
            guard let pages = state.byOwner[newcomer.owner],
                let place = pages.firstIndex(where: { $0 < newcomer.number })
            else { return nil }
            state.byOwner[newcomer.owner]?.remove(at: place)
            return state.byNumber[pages[place]]
        }
    }

    /// Puts pages back into their owner's list, except those that have ended.
    ///
    /// - Parameter pages: pages of one owner.
    private func putBack(_ pages: some Collection<LiveSession>) {
        guard let owner = pages.first?.owner else { return }
        state.withLock { state in
            let open = pages.map(\.number).filter { state.byNumber[$0] != nil }
            state.byOwner[owner, default: []].append(contentsOf: open)
            state.byOwner[owner]?.sort()
        }
    }

    // MARK: Kept documents and shared graphs

    /// Returns the document of a page: the one that is kept, or a new one, which is kept from then on. Nothing is open
    /// after that; the page's stream opens it, by ``join(_:_:variant:at:after:)`` or ``resume(_:_:at:after:_:)``.
    ///
    /// - Parameters:
    ///   - source: what the page is made from.
    ///   - visit: the request context of the page.
    ///   - address: returns the address of the page's stream, different for each page, from the variant of its screen.
    /// - Returns: nil when it can't be told for how long a document can be kept, or the screen is not to be kept.
    /// - Throws: the error of the screen, ``ScreenFault``.
    public func open(
        _ source: PageSource, _ visit: Visit, at address: (_ variant: String) -> String
    ) async throws -> RenderedPage? {
        let kept = state.withLock { $0.documents.find(source.key) }
        let isKnown = kept != nil && kept?.revision == source.revision
        let revision = isKnown ? kept?.revision : await source.readRevision()
        guard let revision else { return nil }
        if let kept, kept.revision == revision {
            return RenderedPage(kept, PageTexts(address: address(kept.variant), visit))
        }
        let screen = try await source.makeScreen(source.visit)
        guard screen.isKept else { return nil }
        let epoch = source.epoch(revision)
        let session = LiveSession(
            sessions: self, number: 0, address: Placeholder.text(.address), source.visit, loginEnd: nil)
        let made = try await orEnd(session) { try await session.makeDocument(screen, source.visit, epoch: epoch) }
        guard let made else { return .gone }
        let texts = PageTexts(address: address(screen.variant), visit)
        var page = made.page
        guard page.status == 200, page.redirect == nil, page.cookies.isEmpty else {
            page.fill(texts)
            return page
        }
        let document = KeptDocument(
            page.bytes, revision: revision, epoch: epoch, variant: screen.variant, shape: made.shape,
            position: made.position)
        // Changes made meanwhile may be in it or not.
        if made.isWhole, await source.readRevision() == revision {
            state.withLock { $0.documents.keep(document, for: source.key) }
        }
        return RenderedPage(document, texts)
    }

    /// Opens the page of a kept document: it has the graph of other pages that show the same.
    ///
    /// - Parameters:
    ///   - source: what the page was made from.
    ///   - visit: the request context of its stream.
    ///   - variant: the name of its screen.
    ///   - address: the address of the page.
    ///   - lastEventID: the id of the last change that it has.
    /// - Returns: the events of the page's stream; nil when it isn't known what the page shows, so that it has to be
    ///   restored.
    public func join(
        _ source: PageSource, _ visit: Visit, variant: String, at address: String, after lastEventID: String?
    ) async -> SessionEvents? {
        guard source.isShared, let lastEventID, let id = EventID(lastEventID) else { return nil }
        let present: String?
        if let revision = source.revision { present = revision } else { present = await source.readRevision() }
        let known = state.withLock { $0.sharedByKey[source.key] }
        let shown = document(source, after: lastEventID)
        let texts = PageTexts(address: address, visit)
        let number = takeNumber()
        var graph: SharedGraph?
        if let known, await known.join(number, texts, after: lastEventID) {
            graph = known
        } else if let known, let shown, await known.join(number, texts, showing: shown) {
            graph = known
        } else if id.version == 0, let revision = shown?.revision ?? present,
            shown != nil || id.epoch == source.epoch(revision)
        {
            // The graph finds the changes since the document was made.
            let new = SharedGraph(
                source, number: takeNumber(), documentID: lastEventID, variant: variant, revision: revision, shown,
                in: self)
            state.withLock { state in
                state.sharedByKey[source.key] = new
                state.sharedByNumber[new.number] = new
            }
            if await new.join(number, texts, after: lastEventID) { graph = new }
        }
        guard let graph else { return nil }
        let session = makeSession(number, at: address, visit)
        guard let events = await session.share(graph) else { return nil }
        let kept = await keep(session)
        if kept === session { return events }
        // Another request for the stream was quicker, and is the older one.
        await kept.end()
        return nil
    }

    /// Removes a graph that has ended.
    func remove(_ graph: SharedGraph) {
        state.withLock { state in
            state.sharedByNumber[graph.number] = nil
            if state.sharedByKey[graph.source.key] === graph { state.sharedByKey[graph.source.key] = nil }
        }
    }

    /// Keeps a graph without pages for ``SessionLimits/untilReturned``.
    ///
    /// - Returns: false when too many are kept already.
    func keep(_ graph: SharedGraph, graceNumber: Int) -> Bool {
        let time = now + limits.untilReturned
        return state.withLock { state in
            // Those with pages are at most as many as the pages.
            guard state.sharedByNumber.count < state.byNumber.count + limits.graphsWithoutPages else { return false }
            schedule(.grace(number: graceNumber), at: time, ofNumber: graph.number, &state)
            return true
        }
    }

    // MARK: Ending

    /// Removes a page that has ended.
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

    /// Ends all pages of a login, including those that are just being opened, as at a sign-out.
    public func endAll(ofLogin login: String) async {
        let now = now
        let sessions = state.withLock { state in
            if state.endedLogins.count >= 1024 {
                state.endedLogins = state.endedLogins.filter { $0.value > now - .seconds(60) }
            }
            state.endedLogins[login] = now
            return state.byNumber.values.filter { $0.login == login }
        }
        for session in sessions { await session.end() }
    }

    /// The logins of the open pages, by owner; those of guests are left out.
    public var logins: [String: Set<String>] {
        state.withLock { state in
            state.byNumber.values.reduce(into: [:]) { logins, session in
                if !session.visitor.isAnonymous { logins[session.owner, default: []].insert(session.login) }
            }
        }
    }

    /// Ends all pages of a login after a delay: for a login whose browser is about to load another page.
    ///
    /// - Parameters:
    ///   - login: the login, which has ended.
    ///   - delay: the delay, in real time.
    public func endAll(ofLogin login: String, after delay: Duration) {
        Task(executorPreference: executor) {
            try await Task.sleep(for: delay)
            await self.endAll(ofLogin: login)
        }
    }

    /// Ends all pages and keeps no new ones: the process stops.
    public func close() async {
        let (sessions, graphs) = state.withLock { state in
            state.isClosed = true
            return (Array(state.byNumber.values), Array(state.sharedByNumber.values))
        }
        for session in sessions { await session.end() }
        for graph in graphs { await graph.close() }
    }

    /// Whether ``close()`` was called.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    // MARK: Memory of unattached pages

    /// Counts a page as unattached, and ends its grace period after `delay`.
    func left(_ session: LiveSession, bytes: Int, graceNumber: Int, for delay: Duration) {
        let now = now
        state.withLock { state in
            guard state.byNumber[session.number] != nil else { return }
            state.unattached.insert(session.number, of: session.visitor, bytes: bytes, at: now)
            schedule(.grace(number: graceNumber), at: now + delay, ofNumber: session.number, &state)
        }
    }

    /// Counts a page as attached.
    func joined(_ session: LiveSession) {
        state.withLock { $0.unattached.remove(session.number) }
    }

    // MARK: The clock

    /// Time since these sessions began.
    var now: Duration {
        switch time {
        case .continuous: start.duration(to: .now)
        case .virtual: state.withLock { $0.virtualNow }
        }
    }

    /// Notifies a session when something is due.
    func schedule(_ due: Due, after delay: Duration, of session: LiveSession) {
        let time = now + delay
        state.withLock { schedule(due, at: time, ofNumber: session.number, &$0) }
    }

    private func schedule(_ due: Due, at time: Duration, ofNumber number: Int, _ state: inout State) {
        state.deadlines.insert(Deadline(time: time, owner: number, due: due))
        setAlarm(&state)
    }

    /// Precision of the clock: everything that is due within this time is done together, so that an idle process
    /// sleeps.
    private static let tickLength = Duration.seconds(1)

    /// Time that the alarm is set for; nil for none. For tests.
    var alarmTime: Duration? { state.withLock { $0.alarm?.time } }

    /// Sets the alarm for the first deadline, unless it is set for that time or an earlier one.
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
        while let due = takeDeadline(dueBy: now) {
            switch due {
            case .session(let session, .grace(let number)): await session.graceEnded(number)
            case .session(let session, .heartbeat(let stream)): await session.beat(stream)
            case .graph(let graph, .grace(let number)): await graph.graceEnded(number)
            case .graph(_, .heartbeat), .none: break
            }
        }
    }

    private enum TakenDeadline {
        case session(LiveSession, Due)
        case graph(SharedGraph, Due)
        /// Its owner has ended.
        case none
    }

    /// - Returns: the next due event; nil when nothing is due.
    private func takeDeadline(dueBy time: Duration) -> TakenDeadline? {
        state.withLock { state in
            guard let first = state.deadlines.min, first.time <= time else { return nil }
            state.deadlines.removeMin()
            if let session = state.byNumber[first.owner] { return .session(session, first.due) }
            return state.sharedByNumber[first.owner].map { .graph($0, first.due) } ?? TakenDeadline.none
        }
    }

    /// Advances virtual time, also that of the pages, and handles what falls due in the order of its time. For tests.
    public func advance(by duration: Duration) async {
        let end = now + duration
        while let next = state.withLock({ $0.deadlines.min?.time }), next <= end {
            await advancePages(to: next)
            await runDeadlines()
        }
        await advancePages(to: end)
    }

    private func advancePages(to time: Duration) async {
        let (step, sessions, graphs) = state.withLock { state in
            let step = time - state.virtualNow
            state.virtualNow = max(time, state.virtualNow)
            return (step, Array(state.byNumber.values), Array(state.sharedByNumber.values))
        }
        guard step > .zero else { return }
        for session in sessions { await session.advance(by: step) }
        for graph in graphs { await graph.advance(by: step) }
    }
}

/// Timeouts and quotas of live sessions.
public struct SessionLimits: Sendable {
    /// Time from the first render until a stream attaches to the session; after that the session ends.
    public var untilAttached: Duration = .seconds(15)
    /// Time from a lost connection until the page returns; after that the session ends.
    public var untilReturned: Duration = .seconds(120)
    /// Time between two heartbeats on an idle stream: they keep proxies open and detect dead peers.
    public var heartbeat: Duration = .seconds(30)
    /// Longest time that a first render or an answer to a plain post waits for the page to settle. It is longer than a
    /// store needs to give up, so that the page can show the store's error.
    public var untilSettled: Duration = .seconds(15)
    /// Longest time that the answer to inputs waits for their consequences to settle. A page sends nothing more
    /// meanwhile.
    public var untilAnswered: Duration = .seconds(5)
    /// Number of inputs that are applied from one batch; the page sends the rest again.
    public var inputsPerBatch = 256
    /// Bytes of the newest texts of all inputs of a page together. An input beyond that is refused.
    public var typedBytesPerPage = 256 << 10
    /// Number of open pages of one owner. Beyond it the oldest unattached page is ended; when all are attached, the
    /// oldest gives up its stream, and its page opens it again when a person returns to it.
    public var pagesPerOwner = 64

    /// Bytes of memory of all unattached pages together, estimated: about 10,000 lists. Beyond it the oldest of them is
    /// ended, those of visitors who aren't signed in first; it is restored at its position when its browser comes back.
    public var unattachedBytes = 512 << 20
    /// Bytes of memory of the unattached pages of one IPv4 address or IPv6 network of /64. Those of this machine have
    /// no limit of their own: they come through a proxy that doesn't forward the client's address.
    public var unattachedBytesPerAddress = 32 << 20
    /// Time until a page of a visitor who isn't signed in must be attached (again) while more than half of these bytes
    /// are used.
    public var untilAnonymousAttached: Duration = .seconds(5)

    /// Time without a change after which the graph that several pages have is released.
    public var untilAsleep: Duration = .seconds(60)
    /// Graphs that several pages had and that wait for one of them to come back, at most.
    public var graphsWithoutPages = 4096
    /// Bytes of memory of all kept documents together, estimated. A sixteenth of it is for those of visitors who aren't
    /// signed in, so that these can't replace the documents of owners.
    public var keptDocumentBytes = 128 << 20

    /// Creates the default limits; each can be set.
    public init() {}
}
