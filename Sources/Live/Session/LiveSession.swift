import Streams

/// One open page. It is the actor of the page's graph, if that is its own; else the graph of several pages serves its
/// stream until the first input. ``LiveSessions`` opens and ends it.
public actor LiveSession {
    /// Address of the page's stream.
    public nonisolated let address: String
    /// Text that distinguishes this session from another that served the same page before: the numbers of a page's inputs
    /// belong to it, and those of the changes of the page's own graph.
    public nonisolated let epoch: String
    /// Owner of the page.
    public nonisolated let owner: String
    /// The visitor that its memory counts for while no stream is attached.
    nonisolated let visitor: UnattachedPages.Visitor
    /// The login that the page ends with.
    public nonisolated let login: String
    /// Time when the login ends, on the clock of ``LiveSessions``; nil when it has no end.
    nonisolated let loginEnd: Duration?
    /// Number that distinguishes it from all other sessions of the process.
    nonisolated let number: Int
    nonisolated let sessions: LiveSessions

    var lifecycle: SessionLifecycle
    /// The page's own graph; nil before it is made, after the end, and while ``shared`` serves it.
    private(set) var graph: PageGraph?
    /// The graph that it has together with others; nil when it has its own.
    private(set) var shared: SharedGraph?
    /// The opening of its own graph, after its first input.
    private var separation: Task<Bool, any Error>?
    /// Id of the last change that the page had before its own graph made any: that of a kept document, or of a graph that
    /// it shared. Nil when the session rendered the page's document.
    private(set) var earlierID: String?
    /// Number of the last change that the last rendered document contains.
    private(set) var renderedVersion = 0
    /// Size of the last rendered document in bytes.
    private var documentBytes = 0
    private var applied = 0 {
        didSet { graph?.bindings.appliedInputs = applied }
    }
    /// Number of the effects' cookies that have been sent to the browser and not been discarded.
    private var fetchedCookies = 0
    /// The open stream; nil when none is attached.
    var current: Stream?
    /// Bytes of the shared graph that the open stream gets before those of the page's own.
    var unsent: [UInt8]?
    /// The last bytes for a stream that was still writing when it ended.
    var farewell: (stream: Int, bytes: [UInt8])?

    /// An open stream.
    struct Stream {
        let number: Int
        /// Number of the change that its page has; nil when the page's state is unknown.
        var since: Int?
        /// Time of the last write, on the clock of ``LiveSessions``.
        var lastWrite: Duration
        /// The task that waits for something to write.
        var waiting: CheckedContinuation<[UInt8]?, Never>?
    }

    init(sessions: LiveSessions, number: Int, address: String, _ visit: Visit, loginEnd: Duration?) {
        self.sessions = sessions
        self.number = number
        self.address = address
        epoch = sessions.makeEpoch()
        owner = visit.owner
        login = visit.login
        visitor = UnattachedPages.Visitor(address: visit.client.group, isAnonymous: visit.isGuest)
        self.loginEnd = loginEnd
        lifecycle = SessionLifecycle(limits: sessions.limits)
    }

    var bindings: Bindings? { graph?.bindings }

    // MARK: Opening and rendering

    /// Opens the page, waits until it is settled, and returns its document.
    ///
    /// - Throws: ``ScreenFault``.
    func show(_ screen: any Screen, _ visit: Visit) async throws -> RenderedPage {
        let page = try await restorePage(screen, visit)
        fetchedCookies = page.cookies.count
        return page
    }

    /// Opens a page that its browser already shows: the document is not shown to anybody.
    ///
    /// - Throws: ``ScreenFault``.
    @discardableResult
    func restorePage(_ screen: any Screen, _ visit: Visit) async throws -> RenderedPage {
        try open(screen, visit)
        await settled()
        return try render()
    }

    /// Whether all that the page has to show could be read.
    var isWhole: Bool { graph?.isSettled == true && bindings?.hasFailed == false }

    /// Handles that the page shows a document that was made before.
    ///
    /// - Parameters:
    ///   - shape: what is in the document; nil when it is what was rendered now.
    ///   - id: the id of the document.
    func shows(_ shape: DocumentShape?, _ id: String) {
        guard let bindings else { return }
        bindings.rebase(on: shape ?? bindings.shape, at: 0)
        (earlierID, renderedVersion) = (id, 0)
    }

    /// Makes the page, connects it, and notifies it that it has appeared.
    ///
    /// - Throws: ``ScreenFault``.
    func open(_ screen: any Screen, _ visit: Visit) throws {
        guard lifecycle.state != .ended else { return }
        let bindings = Bindings(
            type(of: screen), visit: visit, address: address, epoch: epoch, rowCaches: sessions.rowCaches)
        graph = try PageGraph(screen, bindings, in: sessions) { await self.receive($0) }
        endTurn()
    }

    /// Renders a document that is kept, without waiting for a stream. The session ends.
    ///
    /// - Parameter epoch: the epoch of the document.
    /// - Returns: the page with placeholders, what it shows, and whether that is all that it has to show. If it isn't, the
    ///   document has an id that no stream knows, so its page gets everything.
    /// - Throws: ``ScreenFault``.
    func makeDocument(
        _ screen: any Screen, _ visit: Visit, epoch: String
    ) async throws -> (page: RenderedPage, shape: DocumentShape, position: String, isWhole: Bool)? {
        defer { end() }
        try open(screen, visit)
        await settled()
        let isWhole = isWhole
        if isWhole { bindings?.documentEpoch = epoch }
        let page = try renderDocument()
        return graph.map { (page, $0.bindings.shape, $0.bindings.position, isWhole) }
    }

    // MARK: Sharing a graph

    /// Opens the page's stream, which other pages' graph serves until the page's first input.
    ///
    /// - Returns: the events of the stream; nil when the session has ended meanwhile.
    func share(_ graph: SharedGraph) async -> SessionEvents? {
        guard lifecycle.state != .ended else {
            await graph.remove(number)
            return nil
        }
        shared = graph
        return events(after: nil)
    }

    /// Whether the page has no graph of its own, so that it needs one before an input is applied.
    public var isShared: Bool { shared != nil }

    /// Opens a graph of the page's own.
    ///
    /// - Parameters:
    ///   - source: what the page was made from.
    ///   - visit: the request context of its input.
    ///   - makeScreen: makes its screen.
    /// - Returns: false when what it shows can't be read now. Then, and after an error, the page still shares its graph.
    /// - Throws: the error of `makeScreen`, ``ScreenFault``.
    public func separate(
        _ source: PageSource, _ visit: Visit, _ makeScreen: @escaping @Sendable (Visit) async throws -> any Screen
    ) async throws -> Bool {
        if let separation { return try await separation.value }
        guard shared != nil else { return true }
        let task = Task { try await self.openOwnGraph(source, visit, makeScreen) }
        separation = task
        defer {
            separation = nil
            // It could not be used.
            if shared != nil {
                graph?.release()
                graph = nil
            }
        }
        return try await task.value
    }

    private func openOwnGraph(
        _ source: PageSource, _ visit: Visit, _ makeScreen: @Sendable (Visit) async throws -> any Screen
    ) async throws -> Bool {
        // A graph does not hear of what changes after its screen was made and before it subscribes. It is made again then.
        var revision: String?
        var attempts = 0
        repeat {
            revision = await source.readRevision()
            let screen = try await makeScreen(visit)
            guard shared != nil, lifecycle.state != .ended else { return true }
            graph?.release()
            graph = nil
            let bindings = Bindings(
                type(of: screen), visit: visit, address: address, epoch: epoch, rowCaches: sessions.rowCaches)
            graph = try PageGraph(screen, bindings, in: sessions) { await self.receive($0) }
            attempts += 1
        } while await source.readRevision() != revision && attempts < 3
        guard let shared, let graph else { return true }
        let bindings = graph.bindings
        guard await graph.settled(within: sessions.limits.untilSettled), !bindings.hasFailed else { return false }
        guard self.graph === graph else { return true }
        // The whole document, since that notes what the page offers.
        documentBytes = try graph.render().count
        // It has heard of all that the others were told before this.
        guard let departure = await shared.leave(number), lifecycle.state != .ended else { return true }
        graph.takeMail()
        bindings.refreshSlots()
        let isAsRendered =
            departure.shape == nil && departure.revision != nil && departure.revision == source.revision
        bindings.rebase(on: isAsRendered ? bindings.shape : departure.shape, at: 0)
        self.shared = nil
        earlierID = departure.id
        current?.since = .some(0)
        unsent = departure.unsent
        // A turn that ended before could send nothing yet.
        bindings.hasNews = true
        endTurn()
        return true
    }

    /// Waits until nothing is pending: no request in flight, no unread change by others. It waits at most
    /// ``SessionLimits/untilSettled``; then the page shows its state of that moment.
    ///
    /// - Returns: whether the page is settled; false when the time ran out first.
    @discardableResult
    public func settled() async -> Bool { await settled(within: sessions.limits.untilSettled) }

    @discardableResult
    private func settled(within longest: Duration) async -> Bool {
        await shared?.settled()
        takeMail()
        return await graph?.settled(within: longest) ?? true
    }

    /// Renders the document with its slots up to date, and begins to wait for a stream.
    ///
    /// - Throws: ``ScreenFault``.
    public func render() throws -> RenderedPage {
        let page = try renderDocument()
        perform(lifecycle.rendered())
        return page
    }

    /// Renders the document without waiting for a stream.
    private func renderDocument() throws -> RenderedPage {
        takeMail()
        guard let graph else { return .gone }
        let bytes = try graph.render()
        renderedVersion = graph.bindings.version
        documentBytes = bytes.count
        let status = graph.bindings.status
        var rendered = answer(of: graph.bindings, bytes, status: status?.status ?? 200)
        rendered.retryAfter = status?.retryAfter
        return rendered
    }

    private func answer(of page: Bindings, _ document: [UInt8] = [], status: Int = 200) -> RenderedPage {
        var rendered = RenderedPage(bytes: document, status: status)
        rendered.redirect = page.answer.redirect
        rendered.redirectFlash = page.answer.redirectFlash
        rendered.cookies = page.answer.cookies
        rendered.endedLogins = page.answer.endedLogins
        return rendered
    }

    // MARK: Plain posts

    /// Answers the form post of a browser without a script: its fields and its input are applied as if they had been
    /// typed, and the answer is the settled page, or a redirect.
    ///
    /// - Returns: the answer, with status 503 if the page has not settled in time; nil when the page does not offer
    ///   that input.
    /// - Throws: ``ScreenFault``, ``TooLarge``.
    package func answer(_ post: PlainPost) async throws -> RenderedPage? {
        await settled()
        _ = try renderDocument()
        let value = post.fields["value"] ?? ""
        guard let page = bindings, let port = port(of: post), graph?.offers(port, value: value) == true else {
            return nil
        }
        try fill(post)
        page.forgetMoments()
        guard port.accept(value) else { return nil }
        endTurn()
        let isSettled = await settled()
        let isUnfinished = !isSettled && page.answer.redirect == nil
        if isUnfinished { page.visit.problem = .unfinished }
        // Nobody is shown the document of a page that leads on.
        var answer = page.answer.redirect != nil && page.fault == nil ? answer(of: page) : try render()
        if isUnfinished { answer.status = 503 }
        fetchedCookies = answer.cookies.count
        return answer
    }

    /// Returns the settled page with a post's fields filled, without its input being sent.
    ///
    /// - Throws: ``ScreenFault``, ``TooLarge``.
    func refuse(_ post: PlainPost) async throws -> RenderedPage {
        await settled()
        _ = try renderDocument()
        try fill(post)
        await settled()
        return try renderDocument()
    }

    private func port(of post: PlainPost) -> InputPort? {
        (post.input ?? graph?.defaultInput).flatMap { bindings?.port(named: $0) }
    }

    /// Fills the fields of the posted form as if they had been typed, without sending the form's input.
    ///
    /// - Throws: ``TooLarge``; then nothing is filled.
    func fill(_ post: PlainPost) throws {
        guard let page = bindings else { return }
        let sent = port(of: post)
        let form = sent?.number
        let isHere = page.fields.contains { $0.form != nil && $0.form == form && post.fields[$0.name] != nil }
        var texts: [(field: FormField, text: String)] = []
        for field in page.fields.sorted(by: { $0.name < $1.name }) {
            let isOwn = field.form != nil && field.form == form
            // Fields of other forms are left alone, unless the page does not show the posted form any more: then its
            // text must not be lost.
            guard isOwn || field.form == nil || !isHere else { continue }
            // A browser sends nothing for a radio group without a choice, so an absent field of the form is empty. This
            // does not hold for a text that others may have changed, of which the post says nothing.
            let absent = isHere && isOwn && !field.hasBasis ? "" : nil
            if let text = post.fields[field.name] ?? absent { texts.append((field, text)) }
        }
        var inputs = texts.map { (port: $0.field.port, text: $0.text) }
        if let sent { inputs.append((sent, post.fields["value"] ?? "")) }
        var size = page.typedBytes
        for input in inputs {
            guard let next = typedBytes(size, with: input.text, in: input.port) else { throw TooLarge() }
            size = next
        }
        for (field, text) in texts {
            _ = field.port.accept(text, basis: post.fields[field.name + FormField.basisSuffix])
        }
        endTurn()
    }

    // MARK: Inputs

    /// Applies a page's inputs: each once, in the order of their numbers, and only those that the page offers.
    ///
    /// - Parameter messages: a batch, in any order; those that were applied before are ignored. An empty one requests
    ///   the cookies that effects have for the browser.
    /// - Returns: the highest number applied, and the refused inputs. The batch is applied up to an input that is too
    ///   large.
    public func apply(_ messages: [InputMessage]) -> InputReply {
        var reply = InputReply(applied: applied, refused: [])
        guard let graph, shared == nil, lifecycle.state != .ended else { return reply }
        let page = graph.bindings
        takeMail()
        if messages.isEmpty {
            reply.cookies = page.answer.cookies
            fetchedCookies = reply.cookies.count
            return reply
        }
        let new = messages.filter { $0.number > applied }.sorted { $0.number < $1.number }
        for message in new.prefix(sessions.limits.inputsPerBatch) where message.number > applied {
            // After a gap nothing can be applied: the page sends again from the missing input on.
            guard message.number == applied + 1 else { break }
            let port = page.port(named: message.name)
            if let port, typedBytes(page.typedBytes, with: message.value, in: port) == nil {
                reply.isTooLarge = applied == reply.applied
                break
            }
            applied = message.number
            discardDeliveredCookies()
            guard let port else {
                reply.refused.append(message.number)
                continue
            }
            if !graph.offers(port, value: message.value) {
                reply.refused.append(message.number)
                // An invalid value was never offered, so it is no sign of an outdated page.
                if port.understands(message.value) { reply.outdated.append(message.number) }
            } else if !port.accept(message.value, basis: message.basis) {
                reply.refused.append(message.number)
            }
        }
        endTurn()
        reply.applied = applied
        return reply
    }

    /// Applies a page's inputs, and answers when everything that they caused has settled: then acknowledged input is in
    /// the store. Waits at most ``SessionLimits/untilAnswered``; see ``apply(_:)``.
    public func take(_ messages: [InputMessage]) async -> InputReply {
        var reply = apply(messages)
        if !messages.isEmpty { await settled(within: sessions.limits.untilAnswered) }
        reply.isHeld = bindings?.holdsTyping ?? true
        return reply
    }

    /// Returns the field for files that the page offers for an input; nil for none.
    package func fileField(named name: String) -> FileField? {
        guard let graph, let port = graph.bindings.port(named: name), graph.offers(port, value: "") else { return nil }
        return port.fileField
    }

    /// Discards the cookies that have been sent: a page that sends further inputs has received them. One whose answer
    /// was lost asks again.
    private func discardDeliveredCookies() {
        let cookies = bindings?.answer.cookies.dropFirst(fetchedCookies)
        if fetchedCookies > 0 { bindings?.answer.cookies = Array(cookies ?? []) }
        fetchedCookies = 0
    }

    /// Returns the number of bytes that all texts of the page have together after another one is stored.
    ///
    /// - Parameter size: the number of bytes now.
    /// - Returns: nil for a text that its input refuses, or that the page has no room for.
    private func typedBytes(_ size: Int, with text: String, in port: InputPort) -> Int? {
        guard let new = port.size(of: text) else { return nil }
        let size = size - port.size + new
        return size <= sessions.limits.typedBytesPerPage ? size : nil
    }

    /// The highest input number that has been applied.
    public var appliedInputs: Int { applied }

    // MARK: Deliveries

    private func receive(_ delivery: Scheduler.Delivery) {
        graph?.receive(delivery)
        endTurn()
    }

    /// Reads the changes by others that were left unread while no stream was attached.
    private func takeMail() {
        graph?.takeMail()
        endTurn()
    }

    /// Advances virtual time. For tests.
    func advance(by duration: Duration) {
        graph?.advance(by: duration)
        endTurn()
    }

    // MARK: Lifecycle

    /// Ends the session: cancels its work, releases its graph, finishes its stream.
    public func end() {
        perform(lifecycle.end())
    }

    /// Ends the session if no stream is open.
    ///
    /// - Returns: whether it has ended.
    func endUnlessAttached() -> Bool {
        if case .attached = lifecycle.state { return false }
        end()
        return true
    }

    /// Handles the end of a grace period.
    func graceEnded(_ number: Int) {
        perform(lifecycle.graceEnded(number: number))
    }

    /// Whether the session has ended.
    public var hasEnded: Bool { lifecycle.state == .ended }

    /// Whether a stream is open.
    public var isAttached: Bool {
        if case .attached = lifecycle.state { true } else { false }
    }

    func perform(_ actions: [SessionLifecycle.Action]) {
        for action in actions {
            switch action {
            case .startGrace(let number, let duration):
                sessions.left(self, bytes: memory, graceNumber: number, for: duration)
            case .finishStream(let stream): finish(stream)
            case .end: release()
            }
        }
        graph?.readsMail = lifecycle.isWatched
    }

    /// An estimate of the page's memory in bytes: about four times its document (`Benchmarks cost`), and the typed
    /// text.
    private var memory: Int { 4 * documentBytes + (bindings?.typedBytes ?? 0) }

    private func release() {
        graph?.release()
        graph = nil
        if let shared { Task(executorPreference: sessions.executor) { [number] in await shared.remove(number) } }
        shared = nil
        sessions.remove(self)
    }
}
