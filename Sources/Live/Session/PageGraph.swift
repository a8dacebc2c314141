import Streams

/// The view model of an open page with its streams and slots, and the document that it is written into. It belongs to
/// one actor: a ``LiveSession``, or a ``SharedGraph`` for several pages that show the same.
final class PageGraph {
    let bindings: Bindings
    /// Name of the input of a plain form post whose address names none.
    let defaultInput: String?
    private let page: Page
    private let scheduler: Scheduler
    /// Makes the document: the screen's own markup.
    private let makeDocument: () -> HTML
    /// The document as it was made when the page was opened; nil after its first render.
    private var openingDocument: HTML?
    /// The inputs that the document offers outside of its slots.
    private var documentOffers = Offers()

    /// Makes the page, connects it, and notifies it that it has appeared.
    ///
    /// - Parameters:
    ///   - screen: the screen.
    ///   - bindings: the page's bindings, without slots.
    ///   - sessions: the clock and the executor.
    ///   - post: hops to the actor that the graph belongs to, and has it call ``receive(_:)``.
    /// - Throws: ``ScreenFault``; what was made is released.
    init(
        _ screen: any Screen, _ bindings: Bindings, in sessions: LiveSessions,
        post: @escaping @Sendable (Scheduler.Delivery) async -> Void
    ) throws {
        let scheduler = Scheduler(time: sessions.time, executor: sessions.executor, post: post)
        let page = Page(bindings, scheduler: scheduler)
        self.bindings = bindings
        self.scheduler = scheduler
        self.page = page
        defaultInput = screen.defaultInput
        do {
            makeDocument = try Self.mount(screen, on: page)
            let document = makeDocument()
            // The slots exist from here on, so that no signal is missed, whenever the first render comes.
            bindings.connectDocument(document)
            openingDocument = document
            if let fault = bindings.fault { throw fault }
        } catch {
            bindings.release()
            scheduler.shutDown()
            throw error
        }
        page.appearance.accept(())
    }

    private static func mount<S: Screen>(_ screen: S, on page: Page) throws -> () -> HTML {
        let model = screen.makeViewModel(page)
        // The page's end disposes of the view model's bag: a closure of the graph that captured the view model would
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

    /// Cancels its work and ends everything that belongs to it.
    func release() {
        bindings.release()
        scheduler.shutDown()
        openingDocument = nil
    }

    // MARK: Deliveries

    /// Whether changes by others are read when they come; see `Scheduler`.
    var readsMail: Bool {
        get { scheduler.readsMail }
        set { scheduler.readsMail = newValue }
    }

    /// Whether nothing is pending: no request in flight, no unread change by others.
    var isSettled: Bool { scheduler.isSettled }

    /// Time until the next timer is due; nil when none is set.
    var untilNextTimer: Duration? { scheduler.untilNextTimer }

    func receive(_ delivery: Scheduler.Delivery) { scheduler.receive(delivery) }

    /// Reads the changes by others that were left unread while nobody saw the page.
    func takeMail() { scheduler.takeMail() }

    /// Advances virtual time. For tests.
    func advance(by duration: Duration) { scheduler.advance(by: duration) }

    /// Waits until nothing is pending, for a limited time.
    ///
    /// - Returns: whether the page is settled; false when the time ran out first.
    func settled(within longest: Duration, isolation: isolated (any Actor)? = #isolation) async -> Bool {
        guard !scheduler.isSettled else { return true }
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

    // MARK: Rendering

    /// Writes the document, its slots up to date.
    ///
    /// - Throws: ``ScreenFault``.
    func render() throws -> [UInt8] {
        let document: HTML
        if let openingDocument {
            document = openingDocument
            self.openingDocument = nil
        } else {
            document = makeDocument()
            bindings.connectDocument(document)
        }
        bindings.refreshSlots()
        var rendering = Rendering()
        // Most of a page's markup is in its slots.
        rendering.bytes.reserveCapacity(document.bytes.count * 3)
        rendering.write(document, on: bindings)
        documentOffers = rendering.offers
        if let fault = bindings.fault { throw fault }
        for slot in bindings.slots { slot.wasSent() }
        return rendering.bytes
    }

    /// Whether something on the page as it was last rendered offers that input with that value, or the screen accepts
    /// it anyway.
    func offers(_ port: InputPort, value: String) -> Bool {
        documentOffers.contains(port.number, value: value)
            || bindings.slots.contains { $0.offers(port.number, value: value) }
            || bindings.accepts(port, value: value)
    }

    /// Returns the events that bring a page up to date, in one piece, and the number of the last change in it.
    ///
    /// - Parameter version: the number of the change that the page has; nil when its state is unknown.
    /// - Returns: nil when the page is up to date.
    func events(since version: Int?) -> (bytes: [UInt8], version: Int)? {
        bindings.refreshSlots()
        var events: [SlotEvent] = []
        // A kept document has the change 0.
        for slot in bindings.slots where slot.version > version ?? -1 {
            events += slot.events(since: version)
            slot.wasSent()
        }
        guard !events.isEmpty else { return nil }
        if events.count > 1 { events.sort { $0.version < $1.version } }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(events.reduce(0) { $0 + $1.data.count + 80 })
        for (index, event) in events.enumerated() {
            // The last one says that the page has all.
            let version = index == events.count - 1 ? bindings.version : event.version
            EventStream.append(name: event.name, id: bindings.eventID(version), data: event.data, to: &bytes)
        }
        return (bytes, bindings.version)
    }
}
