import Streams
import Synchronization

/// The one graph of all pages that show the same: of one owner, at one address, in one language. A change is read and
/// rendered once, and written to all of them.
///
/// It is opened by the first change, so a page that nothing happens to is no more than a stream. Until then it is known
/// what the pages show (``DocumentShape``), and what differs after the change is sent. When nothing has happened for a
/// while, the graph is released again.
///
/// A page leaves at its first input, since from then on it has typed text, messages and a position of its own.
///
/// ### Invariants
/// - All pages whose `since` is ``version`` show the same: what the graph shows or, while there is none, ``shape``.
/// - With neither a graph nor a shape, the pages show what the owner has at ``revision``.
actor SharedGraph {
    /// Next piece of a page's stream.
    enum Piece {
        case bytes([UInt8])
        /// The page has a graph of its own from now on.
        case left
        case ended
    }

    /// State of a page that leaves: sent and unsent changes.
    struct Departure {
        /// Id of the last change that the page has.
        var id: String
        /// Content that it shows; nil when it isn't known.
        var shape: DocumentShape?
        /// Whether it shows what the owner has at this state; nil when it shows something else.
        var revision: String?
        /// Bytes that it has not been sent yet.
        var unsent: [UInt8]?
    }

    /// A page. An object, since a change in a dictionary's value is dear.
    private final class Member {
        /// Number of the change that the page has.
        var since: Int
        /// Number of the last change whose id it was sent: later ones may show nothing new. Nil when it was sent none.
        var sent: Int?
        /// Id of the last change that it came with.
        let lastID: String
        let texts: PageTexts
        /// Time of the last write, on the clock of ``LiveSessions``.
        var lastWrite: Duration
        var waiting: CheckedContinuation<Piece, Never>?

        init(_ texts: PageTexts, since version: Int, _ lastID: String, at time: Duration) {
            since = version
            self.lastID = lastID
            self.texts = texts
            lastWrite = time
        }

        /// Ends the wait of the page's stream, if it waits.
        func resume(_ piece: Piece) {
            waiting?.resume(returning: piece)
            waiting = nil
        }
    }

    nonisolated let source: PageSource
    /// Number that distinguishes it from all others, and from the sessions.
    nonisolated let number: Int
    /// Text that distinguishes its changes from those of any graph before it.
    private nonisolated let epoch: String
    /// Id of the document that its first page showed.
    private nonisolated let documentID: String
    private nonisolated let variant: String
    private nonisolated let sessions: LiveSessions
    /// Whether something has changed while there is no graph, and nothing of that was read yet.
    private let isStale = Flag()
    /// Whether there are pages.
    private let hasPages = Flag()

    private var graph: PageGraph?
    /// The opening of the graph, until it has settled for the first time; nothing of it is sent before.
    private var opening: Task<Void, Never>?
    private var shape: DocumentShape?
    /// The state of the last change that was heard of; nil until the next heartbeat.
    private var revision: String?
    private var position: String
    private var version = 0
    /// The pages, by the numbers of their sessions.
    private var members: [Int: Member] = [:]
    private var endObservation: (@Sendable () -> Void)?
    private var lastChange: Duration
    /// The period in which the revision was looked at; see ``PageRevisions/period``.
    private var period: Int
    private var revisionReading: Task<Void, Never>?
    /// Number of the present wait for pages to come back.
    private var grace = 0
    private var hasEnded = false

    /// - Parameters:
    ///   - source: what the pages are made from.
    ///   - number: its number.
    ///   - documentID: the id of the document that its first page shows.
    ///   - variant: the name of its screen.
    ///   - revision: the state that the document shows.
    ///   - document: the document, if it is known.
    init(
        _ source: PageSource, number: Int, documentID: String, variant: String, revision: String,
        _ document: KeptDocument?, in sessions: LiveSessions
    ) {
        self.source = source
        self.number = number
        self.documentID = documentID
        epoch = sessions.makeEpoch()
        self.variant = variant
        self.revision = revision
        self.sessions = sessions
        shape = document?.shape
        position = document?.position ?? ""
        lastChange = sessions.now
        period = source.period
    }

    /// Whether there is no graph. For tests.
    var isAsleep: Bool { graph == nil && opening == nil }

    /// The graph while it can be read.
    private var readyGraph: PageGraph? { opening == nil ? graph : nil }

    // MARK: Pages

    /// Adds a page.
    ///
    /// - Parameters:
    ///   - page: the number of its session.
    ///   - lastID: the id of the last change that it has.
    /// - Returns: false when that is none of this graph's.
    func join(_ page: Int, _ texts: PageTexts, after lastID: String) -> Bool {
        if lastID == documentID { return join(page, texts, after: lastID, since: 0) }
        guard let id = EventID(lastID), id.epoch == epoch, id.version <= version else { return false }
        return join(page, texts, after: lastID, since: id.version)
    }

    private func join(_ page: Int, _ texts: PageTexts, after lastID: String, since version: Int) -> Bool {
        guard !hasEnded else { return false }
        members[page] = Member(texts, since: version, lastID, at: sessions.now)
        hasPages.now = true
        grace += 1
        if graph != nil {
            send()
        } else {
            observe()
            if version < self.version || isStale.now || source.revision != revision { wake() }
        }
        return true
    }

    /// Adds a page that shows a document which was made while the others were open.
    ///
    /// - Returns: whether they show the same, so that it was added.
    func join(_ page: Int, _ texts: PageTexts, showing document: KeptDocument) -> Bool {
        readyGraph?.takeMail()
        send()
        guard readyGraph?.isSettled ?? true, (readyGraph?.bindings.shape ?? shape) == document.shape,
            (readyGraph?.bindings.position ?? position) == document.position
        else { return false }
        return join(page, texts, after: "\(document.epoch).0", since: version)
    }

    /// Removes a page. Without pages the graph ends, unless they can come back for what has changed.
    func remove(_ page: Int) {
        guard let member = members.removeValue(forKey: page) else { return }
        member.resume(.ended)
        guard members.isEmpty else { return }
        hasPages.now = false
        grace += 1
        if graph != nil { fallAsleep() }
        // It is known by what they showed what pages that come back have missed.
        if version == 0 || graph != nil || opening != nil || !sessions.keep(self, graceNumber: grace) { end() }
    }

    /// Removes a page that gets a graph of its own.
    ///
    /// - Returns: what it shows; nil when it isn't here any more.
    func leave(_ page: Int) -> Departure? {
        guard let member = members[page] else { return nil }
        readyGraph?.takeMail()
        send()
        let unsent = take(for: member)
        let departure = Departure(
            id: member.sent.map { "\(epoch).\($0)" } ?? member.lastID, shape: readyGraph?.bindings.shape ?? shape,
            revision: graph == nil ? revision : nil,
            unsent: unsent)
        member.resume(.left)
        remove(page)
        return departure
    }

    /// Handles the end of a wait for pages to come back.
    func graceEnded(_ number: Int) {
        if grace == number, members.isEmpty { end() }
    }

    /// Ends the graph and the streams of its pages.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        for member in members.values { member.resume(.ended) }
        members = [:]
        endObservation?()
        endObservation = nil
        graph?.release()
        graph = nil
        sessions.remove(self)
    }

    /// Ends the graph, and waits until nothing of it is left.
    func close() async {
        end()
        await opening?.value
        await revisionReading?.value
    }

    // MARK: Streams

    /// Returns the first piece of a page's stream: a heartbeat, and the events that it has missed.
    func greet(_ page: Int) -> [UInt8] { EventStream.heartbeat + (take(for: page) ?? []) }

    /// Waits for the next piece of a page's stream.
    func next(_ page: Int) async -> Piece {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Here, since the calls around may suspend, and a change that comes meanwhile is not told to anybody.
                if let piece = present(for: page) { return continuation.resume(returning: piece) }
                members[page]?.resume(.ended)
                members[page]?.waiting = continuation
            }
        } onCancel: {
            Task { await self.cancelWait(page) }
        }
    }

    /// Returns the next piece of a page's stream; nil when it has to be waited for.
    private func present(for page: Int) -> Piece? {
        // Its session knows whether its stream goes on.
        guard let member = members[page] else { return hasEnded ? .ended : .left }
        if Task.isCancelled { return .ended }
        return take(for: member).map { .bytes($0) }
    }

    private func cancelWait(_ page: Int) { members[page]?.resume(.ended) }

    /// Returns the piece that a page's stream would write now, without waiting; nil when there is none.
    func take(for page: Int) -> [UInt8]? { members[page].flatMap { take(for: $0) } }

    private func take(for member: Member) -> [UInt8]? {
        guard let graph = readyGraph else { return nil }
        let events = graph.events(since: member.since)
        version = graph.bindings.version
        return note(events, for: member).map { member.texts.filling($0) }
    }

    /// Notes that a page has all up to the present change.
    ///
    /// - Returns: the bytes that it is sent for that; nil for none.
    private func note(_ events: (bytes: [UInt8], version: Int)?, for member: Member) -> [UInt8]? {
        member.since = version
        guard let events else { return nil }
        member.sent = events.version
        member.lastWrite = sessions.now
        return events.bytes
    }

    /// Sends a heartbeat to a page if one is due, that is unless something was written meanwhile.
    ///
    /// - Returns: the time of its last write; nil when the page isn't here any more.
    func beat(_ page: Int) -> Duration? {
        guard let member = members[page] else { return nil }
        let now = sessions.now
        guard now >= member.lastWrite + sessions.limits.heartbeat else { return member.lastWrite }
        member.lastWrite = now
        member.resume(.bytes(EventStream.heartbeat))
        if graph != nil {
            // Not at each change: it is a statement.
            if revision == nil { revision = knownRevision } else { sleepIfIdle() }
        } else if isStale.now {
            wake()
        } else if source.period != period, let present = knownRevision {
            period = source.period
            if present != revision { wake() }
        }
        return now
    }

    /// Ends a page's stream with a last piece.
    ///
    /// - Returns: false when its stream did not wait, so that the piece is not written.
    func end(_ page: Int, with bytes: [UInt8]) -> Bool {
        let isWaiting = members[page]?.waiting != nil
        members[page]?.resume(.bytes(bytes))
        remove(page)
        return isWaiting
    }

    // MARK: Changes

    private func observe() {
        guard endObservation == nil else { return }
        endObservation = source.observe { [weak self, isStale, hasPages, executor = sessions.executor] in
            isStale.now = true
            // Graphs that wait for pages to come back may be many, and this is called where all owners' changes are.
            if hasPages.now { Task(executorPreference: executor) { await self?.wake() } }
        }
    }

    /// Opens the graph after a change.
    private func wake() {
        guard graph == nil, opening == nil, !hasEnded, !members.isEmpty else { return }
        opening = Task(executorPreference: sessions.executor) { await self.openAndSend() }
    }

    private func openAndSend() async {
        await openGraph()
        opening = nil
        send()
    }

    private func openGraph() async {
        lastChange = sessions.now
        // A graph does not hear of what changes after its screen was made and before it subscribes. It is made again then.
        var attempts = 0
        repeat {
            await makeGraph()
            attempts += 1
        } while graph != nil && isStale.now && attempts < 3
        guard let graph, !hasEnded else {
            // When the store does not answer, the next change or heartbeat tries again.
            isStale.now = true
            return
        }
        // It hears of changes itself.
        endObservation?()
        endObservation = nil
        graph.bindings.rebase(on: shape, at: version)
        for slot in graph.bindings.slots { slot.wasSent() }
        (shape, revision) = (nil, nil)
        graph.bindings.hasNews = true
    }

    private func makeGraph() async {
        isStale.now = false
        graph?.release()
        graph = nil
        var visit = source.visit
        visit.variant = variant
        visit.position = position.isEmpty ? nil : position
        guard let screen = try? await source.makeScreen(visit), !hasEnded else { return }
        // The pages are restored or told to reload.
        guard screen.variant == variant else { return end() }
        let bindings = Bindings(
            type(of: screen), visit: visit, address: Placeholder.text(.address), epoch: epoch, from: version,
            rowCaches: sessions.rowCaches)
        guard let graph = try? PageGraph(screen, bindings, in: sessions, post: { await self.receive($0) }) else {
            return
        }
        self.graph = graph
        let isSettled = await graph.settled(within: sessions.limits.untilSettled)
        bindings.refreshSlots()
        if isSettled, !bindings.hasFailed { return }
        graph.release()
        self.graph = nil
    }

    /// Waits until nothing is pending; see ``LiveSession/settled()``.
    func settled() async {
        if graph == nil, isStale.now { wake() }
        await opening?.value
        graph?.takeMail()
        _ = await graph?.settled(within: sessions.limits.untilSettled)
        send()
    }

    /// Releases the graph when nothing has changed for a while, unless it waits for a time that is near. A later one is
    /// that of a new day, which the revision tells.
    private func sleepIfIdle() {
        guard let graph = readyGraph, sessions.now >= lastChange + sessions.limits.untilAsleep,
            graph.untilNextTimer.map({ $0 > .seconds(3600) }) ?? true,
            members.values.allSatisfy({ $0.since == version }), knownRevision != nil
        else { return }
        fallAsleep()
    }

    /// The state of what is shown, as far as it is known. One that isn't is read, for the next heartbeat.
    private var knownRevision: String? {
        if let revision = source.revision { return revision }
        if revisionReading == nil {
            revisionReading = Task(executorPreference: sessions.executor) { await self.readRevision() }
        }
        return nil
    }

    private func readRevision() async {
        _ = await source.readRevision()
        revisionReading = nil
    }

    /// Releases the graph if it is known what it shows.
    private func fallAsleep() {
        guard let graph = readyGraph else { return }
        observe()
        graph.takeMail()
        send()
        guard graph.isSettled else {
            endObservation?()
            endObservation = nil
            return
        }
        let present = source.revision
        // It is read again when somebody looks: what another process may have written, and what could not be read.
        if present == nil || revision != present || graph.bindings.hasFailed { isStale.now = true }
        (shape, position, revision) = (graph.bindings.shape, graph.bindings.position, present)
        graph.release()
        self.graph = nil
    }

    /// Advances virtual time. For tests.
    func advance(by duration: Duration) {
        graph?.advance(by: duration)
        send()
    }

    private func receive(_ delivery: Scheduler.Delivery) {
        graph?.receive(delivery)
        send()
    }

    /// Sends all changes of one turn to the pages that wait. They are rendered and made into bytes once.
    private func send() {
        guard let graph = readyGraph, graph.bindings.hasNews else { return }
        graph.bindings.hasNews = false
        graph.bindings.refreshSlots()
        let now = sessions.now
        if graph.bindings.version > version {
            (version, lastChange, revision) = (graph.bindings.version, now, nil)
        }
        var made: [Int: (bytes: [UInt8], version: Int)?] = [:]
        for member in members.values where member.waiting != nil && member.since < version {
            let events = made[member.since] ?? graph.events(since: member.since)
            made[member.since] = .some(events)
            if let bytes = note(events, for: member) { member.resume(.bytes(member.texts.filling(bytes))) }
        }
    }
}

/// A flag that any thread can set.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var now: Bool {
        get { value.load(ordering: .sequentiallyConsistent) }
        set { value.store(newValue, ordering: .sequentiallyConsistent) }
    }
}
