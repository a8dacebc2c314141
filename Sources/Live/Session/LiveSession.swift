import Streams

/// One open page: the actor that owns its view model, its streams and its slots. Everything that happens to the page
/// happens here, in order.
public actor LiveSession {
    /// What a stream is told next.
    public enum StreamChunk: Sendable, Equatable {
        /// Events to write, all that changed in one piece.
        case bytes([UInt8])
        /// Nothing happened for a while; a comment keeps the line open.
        case heartbeat([UInt8])
        /// The stream is over: another one took over, or the session ended.
        case finished
    }

    /// Where the page's stream is found.
    public nonisolated let address: String
    /// Distinguishes this session's changes from those of another that served the same page before.
    public nonisolated let epoch: String
    /// Who visits which page.
    public nonisolated let visit: Visit

    let limits: SessionLimits
    private let time: Scheduler.Time
    /// The input that a plain form post means when its address names none.
    public nonisolated let defaultInput: String?
    private let mount: @Sendable (Page) -> Mounted
    private let onEnd: @Sendable (LiveSession) -> Void
    var lifecycle: SessionLifecycle
    var scheduler: Scheduler?
    var page: Page?
    private var mounted: Mounted?
    private var document = Fragment()
    /// The change up to which a page was rendered by the first GET.
    var renderedVersion = 0
    private var applied = 0
    /// The stream that waits for something to write.
    var streamWaiter: (stream: Int, resume: CheckedContinuation<Wake, Never>, heartbeat: any Disposable)?
    /// Up to which change the page at the end of each stream is; nil when nothing is known of it.
    var sent: [Int: Int?] = [:]
    private var graceTimer: (any Disposable)?
    private var parts: [WeakReference] = []

    /// A screen's parts once it is open; they never leave the session.
    struct Mounted {
        let render: () -> HTML
        /// Makes the list of everything that must be released with the session, for the leak counter.
        let parts: () -> [AnyObject]
    }

    /// - Parameters:
    ///   - address: the address of the page's stream.
    ///   - epoch: a short text, different for each session.
    ///   - onEnd: called once when the session has ended.
    public init(
        screen: some Screen, visit: Visit, address: String, epoch: String,
        limits: SessionLimits = SessionLimits(), time: Scheduler.Time = .continuous,
        onEnd: @escaping @Sendable (LiveSession) -> Void = { _ in }
    ) {
        self.visit = visit
        self.address = address
        self.epoch = epoch
        self.limits = limits
        self.time = time
        self.onEnd = onEnd
        lifecycle = SessionLifecycle(limits: limits)
        defaultInput = screen.defaultInput
        mount = { page in Self.mount(screen, page) }
    }

    private static func mount<S: Screen>(_ screen: S, _ page: Page) -> Mounted {
        let model = screen.makeViewModel(page)
        // The page's end empties the view model's bags: a closure of the graph that captured the view model would
        // otherwise keep the bag, and with it the graph, alive.
        for case let bag as DisposeBag in Mirror(reflecting: model).children.map(\.value) {
            page.lifetime.insert(Disposables.create { bag.dispose() })
        }
        let input = screen.makeInput(page)
        page.nameInputs(of: input)
        let output = model.transform(input: input)
        page.nameOutputs(of: output)
        return Mounted(
            render: { [unowned page] in withExtendedLifetime(model) { screen.render(page, input, output) } },
            parts: { [unowned page] in
                let streams = (Array(Mirror(reflecting: input).children) + Array(Mirror(reflecting: output).children))
                    .filter { type(of: $0.value) is AnyClass }.map { $0.value as AnyObject }
                let objects: [AnyObject] = [page, page.scheduler]
                return streams + objects + (type(of: model) is AnyClass ? [model as AnyObject] : [])
            })
    }

    // MARK: Opening and rendering

    /// Makes the page and tells it that it has appeared. Called once, before anything else.
    public func open() {
        guard page == nil, lifecycle.state != .ended else { return }
        let scheduler = Scheduler(time: time) { [weak self] delivery in await self?.receive(delivery) }
        let page = Page(visit: visit, scheduler: scheduler, address: address, epoch: epoch)
        page.changed = { [unowned self] in self.somethingChanged = true }
        self.scheduler = scheduler
        self.page = page
        let mounted = mount(page)
        self.mounted = mounted
        parts = mounted.parts().map { WeakReference(object: $0) }
        // The slots exist from here on, so that no signal is missed, whenever the first render comes.
        document = Renderer.render(mounted.render(), page: page)
        page.appearance.accept(())
        endTurn()
    }

    /// Waits until nothing is on its way: no request in flight, no change of others unread. At most as long as the
    /// limits allow; then the page shows what it has.
    ///
    /// - Returns: whether the page is settled; false when the time was over first.
    @discardableResult
    public func settled() async -> Bool {
        guard let scheduler, !scheduler.isSettled else { return true }
        return await withCheckedContinuation { continuation in
            var waiting: CheckedContinuation<Bool, Never>? = continuation
            let resume = { (isSettled: Bool) in
                waiting?.resume(returning: isSettled)
                waiting = nil
            }
            let limit = scheduler.schedule(after: limits.untilSettled) { resume(false) }
            scheduler.whenSettled {
                limit.dispose()
                resume(true)
            }
        }
    }

    /// The document as it is now; its slots are up to date. From here on a stream is expected.
    public func render() -> RenderedPage {
        guard let page, let mounted else { return RenderedPage(html: "", status: 410) }
        page.refreshSlots()
        document = Renderer.render(mounted.render(), page: page)
        renderedVersion = page.version
        perform(lifecycle.rendered())
        return RenderedPage(html: document.text, status: page.slots.compactMap(\.status).first ?? 200)
    }

    /// Answers the form post of a browser without a script: its fields and its input are applied as if they had been
    /// typed, and the settled page is the answer.
    public func answer(_ post: PlainPost) async -> PlainAnswer {
        await settled()
        guard let page, let mounted else { return .notOffered }
        page.refreshSlots()
        document = Renderer.render(mounted.render(), page: page)
        guard let name = post.input ?? defaultInput, page.offers(name, in: document) else { return .notOffered }
        fill(post.fields)
        for slot in page.slots { slot.forgetAnswer() }
        guard page.accept(name, post.fields["value"] ?? "") else { return .notOffered }
        endTurn()
        let isSettled = await settled()
        if let target = page.slots.compactMap(\.redirect).first { return .redirect(target) }
        guard !isSettled else { return .page(render()) }
        page.visit.problem = .unfinished
        var answer = render()
        answer.status = 503
        return .page(answer)
    }

    /// Fills the form's fields as if they had been typed, without sending the form.
    public func fill(_ fields: [String: String]) {
        guard let page, page.fields.keys.contains(where: { fields[$0] != nil }) else { return }
        // A browser sends nothing for a radio group without a choice: absent fields are empty ones.
        for (field, input) in page.fields.sorted(by: { $0.key < $1.key }) {
            _ = page.accept(input, fields[field] ?? "")
        }
        endTurn()
    }

    // MARK: Inputs

    /// Applies a page's inputs: each once, in the order of their numbers, and only what the page offers.
    public func apply(_ messages: [InputMessage]) -> InputReply {
        var reply = InputReply(applied: applied, refused: [])
        guard let page, lifecycle.state != .ended else { return reply }
        let new = messages.filter { $0.number > applied }.sorted { $0.number < $1.number }
        for message in new.prefix(limits.inputsPerBatch) where message.number > applied {
            // After a gap nothing can be applied: the page sends again from the one that is missing.
            guard message.number == applied + 1 else { break }
            applied = message.number
            if !page.offers(message.name, in: document) {
                reply.refused.append(message.number)
                if page.hasInput(message.name) { reply.outdated.append(message.number) }
            } else if !page.accept(message.name, message.value) {
                reply.refused.append(message.number)
            }
        }
        endTurn()
        reply.applied = applied
        return reply
    }

    /// The highest input number that has been applied.
    public var appliedInputs: Int { applied }

    // MARK: Turns

    /// Whether a slot has had something new in this turn.
    private var somethingChanged = false

    private func receive(_ delivery: Scheduler.Delivery) {
        scheduler?.receive(delivery)
        endTurn()
    }

    /// All that changed in one turn goes out together.
    func endTurn() {
        guard somethingChanged else { return }
        somethingChanged = false
        wakeStream(.changed)
    }

    /// Moves virtual time. For tests.
    public func advance(by duration: Duration) {
        scheduler?.advance(by: duration)
        endTurn()
    }

    // MARK: End

    /// Ends the session: cancels its work, releases its graph, finishes its stream.
    public func end() {
        perform(lifecycle.end())
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
                graceTimer?.dispose()
                graceTimer = scheduler?.schedule(after: duration) { [unowned self] in
                    self.perform(self.lifecycle.graceEnded(number: number))
                }
            case .finishStream(let stream):
                sent[stream] = nil
                if streamWaiter?.stream == stream { wakeStream(.finished) }
            case .end:
                wakeStream(.finished)
                page?.release()
                scheduler?.shutDown()
                page = nil
                mounted = nil
                scheduler = nil
                document = Fragment()
                onEnd(self)
            }
        }
    }

    /// How many parts of the page are alive: its streams, its view model, its scheduler. None after the end; what is
    /// left then has leaked.
    public var livingParts: Int {
        parts.count { $0.object != nil }
    }
}

private struct WeakReference {
    weak var object: AnyObject?
}
