import Streams

/// One open page: the actor that owns its view model, its streams and its slots. Everything that happens to the page
/// happens here, in order. ``LiveSessions`` opens and ends it.
public actor LiveSession {
    /// Where the page's stream is found.
    public nonisolated let address: String
    /// Distinguishes this session's changes from those of another that served the same page before.
    public nonisolated let epoch: String
    /// Whose page it is.
    public nonisolated let owner: String
    /// For whom it takes room while nobody is attached.
    nonisolated let visitor: UnattachedPages.Visitor
    /// What the page ends with.
    public nonisolated let login: String
    /// When the login ends, on the clock of ``LiveSessions``.
    nonisolated let loginEnd: Duration?
    /// Distinguishes it from all other sessions of the process.
    nonisolated let number: Int
    nonisolated let sessions: LiveSessions

    var lifecycle: SessionLifecycle
    private var page: Page?
    private(set) var bindings: Bindings?
    private var scheduler: Scheduler?
    /// Makes the document: the screen's own markup. Nil before the page is made and after its end.
    private var makeDocument: (() -> HTML)?
    /// The input that a plain form post means when its address names none.
    private var defaultInput: String?
    /// The document as it was made when the page was opened, for its first render.
    private var openingDocument: HTML?
    /// The inputs that the document offers outside of its slots.
    private var documentOffers = Offers()
    /// The change up to which a page was rendered by the first GET.
    private(set) var renderedVersion = 0
    /// The size of the document.
    private var documentBytes = 0
    private var applied = 0 {
        didSet { bindings?.appliedInputs = applied }
    }
    /// How many of the cookies that effects have for the browser it has been given.
    private var fetchedCookies = 0
    /// The stream that is open.
    var current: Stream?
    /// What a stream that was still writing when it ended is sent besides.
    var farewell: (stream: Int, bytes: [UInt8])?

    /// An open stream.
    struct Stream {
        let number: Int
        /// Up to which change its page is; nil when nothing is known of it.
        var since: Int?
        /// When something was written last, on the clock of ``LiveSessions``.
        var lastWrite: Duration
        /// Whoever waits for something to write.
        var waiting: CheckedContinuation<[UInt8]?, Never>?
    }

    init(sessions: LiveSessions, number: Int, address: String, epoch: String, _ visit: Visit, loginEnd: Duration?) {
        self.sessions = sessions
        self.number = number
        self.address = address
        self.epoch = epoch
        owner = visit.owner
        login = visit.login
        visitor = UnattachedPages.Visitor(address: visit.client.group, isAnonymous: visit.isGuest)
        self.loginEnd = loginEnd
        lifecycle = SessionLifecycle(limits: sessions.limits)
    }

    // MARK: Opening and rendering

    /// Opens the page, lets it settle, and gives its document.
    ///
    /// - Throws: ``ScreenFault``.
    func show(_ screen: any Screen, _ visit: Visit) async throws -> RenderedPage {
        let page = try await takeUp(screen, visit)
        fetchedCookies = page.cookies.count
        return page
    }

    /// Opens a page that its browser has already: nobody is shown the document.
    ///
    /// - Throws: ``ScreenFault``.
    @discardableResult
    func takeUp(_ screen: any Screen, _ visit: Visit) async throws -> RenderedPage {
        try open(screen, visit)
        await settled()
        return try render()
    }

    /// Makes the page, connects it, and tells it that it has appeared.
    ///
    /// - Throws: ``ScreenFault``.
    func open(_ screen: any Screen, _ visit: Visit) throws {
        guard lifecycle.state != .ended else { return }
        let scheduler = Scheduler(time: sessions.time, executor: sessions.executor) { await self.receive($0) }
        let bindings = Bindings(
            type(of: screen), visit: visit, address: address, epoch: epoch, rowCaches: sessions.rowCaches)
        let page = Page(bindings, scheduler: scheduler)
        self.scheduler = scheduler
        self.bindings = bindings
        self.page = page
        defaultInput = screen.defaultInput
        makeDocument = try Self.mount(screen, on: page)
        let document = makeDocument?() ?? .empty
        // The slots exist from here on, so that no signal is missed, whenever the first render comes.
        bindings.connectDocument(document)
        openingDocument = document
        if let fault = bindings.fault { throw fault }
        page.appearance.accept(())
        endTurn()
    }

    private static func mount<S: Screen>(_ screen: S, on page: Page) throws -> () -> HTML {
        let model = screen.makeViewModel(page)
        // The page's end empties the view model's bag: a closure of the graph that captured the view model would
        // otherwise keep the bag, and with it the graph, alive.
        let bag = model.bag
        page.bindings.lifetime.insert(bag)
        #if DEBUG
            let bags = Mirror(reflecting: model).children.compactMap { $0.value as? DisposeBag }
            guard bags.allSatisfy({ $0 === bag }) else { throw ScreenFault.hiddenBag }
        #endif
        let input = screen.makeInput(page)
        page.bindings.nameInputs(of: input)
        let output = model.transform(input: input)
        page.bindings.nameOutputs(of: output)
        screen.effects(page, output)
        screen.accept(page, input, output)
        return { [unowned page] in withExtendedLifetime(model) { screen.render(page, input, output) } }
    }

    /// Waits until nothing is on its way: no request in flight, no change of others unread. At most as long as the
    /// limits allow; then the page shows what it has.
    ///
    /// - Returns: whether the page is settled; false when the time was over first.
    @discardableResult
    public func settled() async -> Bool { await settled(within: sessions.limits.untilSettled) }

    @discardableResult
    private func settled(within longest: Duration) async -> Bool {
        takeMail()
        guard let scheduler, !scheduler.isSettled else { return true }
        return await withCheckedContinuation { continuation in
            var waiting: CheckedContinuation<Bool, Never>? = continuation
            let resume = { (isSettled: Bool) in
                waiting?.resume(returning: isSettled)
                waiting = nil
            }
            let limit = scheduler.schedule(after: longest) { resume(false) }
            scheduler.whenSettled {
                limit.dispose()
                resume(true)
            }
        }
    }

    /// The document as it is now; its slots are up to date. From here on a stream is expected.
    ///
    /// - Throws: ``ScreenFault``.
    public func render() throws -> RenderedPage {
        let page = try renderDocument()
        perform(lifecycle.rendered())
        return page
    }

    /// The document as it is now, which nobody is shown yet.
    private func renderDocument() throws -> RenderedPage {
        takeMail()
        guard let page = bindings, let makeDocument else { return .gone }
        let document: HTML
        if let openingDocument {
            document = openingDocument
            self.openingDocument = nil
        } else {
            document = makeDocument()
            page.connectDocument(document)
        }
        page.refreshSlots()
        var rendering = Rendering()
        // Most of what a page is made of is in its slots.
        rendering.bytes.reserveCapacity(document.bytes.count * 3)
        rendering.write(document, on: page)
        documentOffers = rendering.offers
        if let fault = page.fault { throw fault }
        for slot in page.slots { slot.wasSent() }
        renderedVersion = page.version
        documentBytes = rendering.bytes.count
        let status = page.status
        var rendered = RenderedPage(bytes: rendering.bytes, status: status?.status ?? 200)
        rendered.retryAfter = status?.retryAfter
        rendered.redirect = page.answer.redirect
        rendered.redirectFlash = page.answer.redirectFlash
        rendered.cookies = page.answer.cookies
        rendered.endedLogins = page.answer.endedLogins
        return rendered
    }

    // MARK: Plain posts

    /// Answers the form post of a browser without a script: its fields and its input are applied as if they had been
    /// typed, and the settled page is the answer, or where it leads.
    ///
    /// - Returns: nil when the page does not offer that input.
    /// - Throws: ``ScreenFault``, ``TooLarge``.
    package func answer(_ post: PlainPost) async throws -> RenderedPage? {
        await settled()
        _ = try renderDocument()
        let value = post.fields["value"] ?? ""
        guard let page = bindings, let port = port(of: post), offers(port, value: value) else { return nil }
        try fill(post)
        page.forgetMoments()
        guard port.accept(value) else { return nil }
        endTurn()
        let isSettled = await settled()
        let isUnfinished = !isSettled && page.answer.redirect == nil
        if isUnfinished { page.visit.problem = .unfinished }
        var answer = try render()
        if isUnfinished { answer.status = 503 }
        fetchedCookies = answer.cookies.count
        return answer
    }

    /// The settled page with a post's fields filled, and nothing sent.
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
        (post.input ?? defaultInput).flatMap { bindings?.port(named: $0) }
    }

    /// Fills the fields of the form that was posted as if they had been typed, without sending the form.
    ///
    /// - Throws: ``TooLarge``, and then nothing is filled.
    func fill(_ post: PlainPost) throws {
        guard let page = bindings else { return }
        let sent = port(of: post)
        let form = sent?.number
        let isHere = page.fields.contains { $0.form != nil && $0.form == form && post.fields[$0.name] != nil }
        var texts: [(field: FormField, text: String)] = []
        for field in page.fields.sorted(by: { $0.name < $1.name }) {
            let isOwn = field.form != nil && field.form == form
            // Fields of other forms are left alone, unless the page does not show the form any more: then its text must
            // not be lost.
            guard isOwn || field.form == nil || !isHere else { continue }
            // A browser sends nothing for a radio group without a choice: a field of the form that is absent is empty. Not
            // so a text that others may have changed: the post says nothing of it.
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

    /// Applies a page's inputs: each once, in the order of their numbers, and only what the page offers.
    ///
    /// - Parameter messages: a batch, in any order; those that were applied before are left out. An empty one asks for the
    ///   cookies that effects have for the browser.
    /// - Returns: how far the page has been heard. The batch is applied up to an input that is too large.
    public func apply(_ messages: [InputMessage]) -> InputReply {
        var reply = InputReply(applied: applied, refused: [])
        guard let page = bindings, lifecycle.state != .ended else { return reply }
        takeMail()
        if messages.isEmpty {
            reply.cookies = page.answer.cookies
            fetchedCookies = reply.cookies.count
            return reply
        }
        let new = messages.filter { $0.number > applied }.sorted { $0.number < $1.number }
        for message in new.prefix(sessions.limits.inputsPerBatch) where message.number > applied {
            // After a gap nothing can be applied: the page sends again from the one that is missing.
            guard message.number == applied + 1 else { break }
            let port = page.port(named: message.name)
            if let port, typedBytes(page.typedBytes, with: message.value, in: port) == nil {
                reply.isTooLarge = applied == reply.applied
                break
            }
            applied = message.number
            letGoOfCookies()
            guard let port else {
                reply.refused.append(message.number)
                continue
            }
            if !offers(port, value: message.value) {
                reply.refused.append(message.number)
                // Of a text that means nothing no page can have been overtaken.
                if port.understands(message.value) { reply.outdated.append(message.number) }
            } else if !port.accept(message.value, basis: message.basis) {
                reply.refused.append(message.number)
            }
        }
        endTurn()
        reply.applied = applied
        return reply
    }

    /// Applies a page's inputs, and answers when what they caused has happened: then what is acknowledged is in the store.
    /// Takes ``SessionLimits/untilAnswered`` at most; see ``apply(_:)``.
    public func take(_ messages: [InputMessage]) async -> InputReply {
        var reply = apply(messages)
        if !messages.isEmpty { await settled(within: sessions.limits.untilAnswered) }
        reply.isHeld = bindings?.holdsTyping ?? true
        return reply
    }

    /// A page that goes on has had the answer with its cookies. One whose answer was lost asks again.
    private func letGoOfCookies() {
        let cookies = bindings?.answer.cookies.dropFirst(fetchedCookies)
        if fetchedCookies > 0 { bindings?.answer.cookies = Array(cookies ?? []) }
        fetchedCookies = 0
    }

    /// The number of bytes that all texts of the page have when one more comes in.
    ///
    /// - Parameter size: how many they have now.
    /// - Returns: nil for a text that its input doesn't take, or that the page has no room for.
    private func typedBytes(_ size: Int, with text: String, in port: InputPort) -> Int? {
        guard let new = port.size(of: text) else { return nil }
        let size = size - port.size + new
        return size <= sessions.limits.typedBytesPerPage ? size : nil
    }

    /// Whether something on the page as it was last rendered offers that input with that value, or the screen takes it all
    /// the same.
    private func offers(_ port: InputPort, value: String) -> Bool {
        documentOffers.contains(port.number, value: value)
            || bindings?.slots.contains { $0.offers(port.number, value: value) } == true
            || bindings?.accepts(port, value: value) == true
    }

    /// The highest input number that has been applied.
    public var appliedInputs: Int { applied }

    // MARK: What comes from elsewhere

    private func receive(_ delivery: Scheduler.Delivery) {
        scheduler?.receive(delivery)
        endTurn()
    }

    /// Reads the changes that were left unread while nobody was attached: somebody wants to know now.
    private func takeMail() {
        scheduler?.takeMail()
        endTurn()
    }

    /// Moves virtual time. For tests.
    func advance(by duration: Duration) {
        scheduler?.advance(by: duration)
        endTurn()
    }

    // MARK: Life

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

    /// A grace period is over.
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
        scheduler?.readsMail = lifecycle.isWatched
    }

    /// An estimate of the bytes that the page takes: about four times its document (`Benchmarks cost`), and what was typed.
    private var memory: Int { 4 * documentBytes + (bindings?.typedBytes ?? 0) }

    private func release() {
        bindings?.release()
        scheduler?.shutDown()
        bindings = nil
        page = nil
        scheduler = nil
        makeDocument = nil
        openingDocument = nil
        sessions.remove(self)
    }
}
