import Streams

/// An open page, as its screen and its view model see it. It belongs to one session and never leaves it.
public final class Page {
    /// Who visits which address.
    public internal(set) var visit: Visit
    /// The session's door to work, time and what others send.
    public let scheduler: Scheduler
    /// Says once that the page has come up.
    public let appeared: Observable<Void>
    /// The attributes of the element that is live: `<main \(page.live)>`.
    public var live: HTML { HTML(pieces: [.liveAttributes]) }

    let appearance = PublishRelay<Void>()
    let lifetime = CompositeDisposable()
    /// Where the stream of this page is found; nil for a page that is only rendered.
    let address: String?
    let epoch: String

    var ports: [ObjectIdentifier: InputPort] = [:]
    private var portsByName: [String: InputPort] = [:]
    /// Form fields and the names of the inputs that they feed.
    var fields: [String: String] = [:]

    private var outputNames: [ObjectIdentifier: String] = [:]
    private(set) var slots: [any LiveSlot] = []
    /// The number of the last change that was rendered.
    private(set) var version = 0
    /// Called when a slot has something new.
    var changed: () -> Void = {}

    init(visit: Visit, scheduler: Scheduler, address: String?, epoch: String) {
        self.visit = visit
        self.scheduler = scheduler
        self.address = address
        self.epoch = epoch
        appeared = appearance.asObservable()
    }

    /// An input without a value: a click, a form sent.
    public func input() -> Observable<Void> {
        makePort { relay, _ in
            relay.accept(())
            return true
        }
    }

    /// An input with a value: the page's text, decoded. What cannot be decoded is refused.
    public func input<Value: InputValue>(_: Value.Type = Value.self) -> Observable<Value> {
        makePort { relay, text in
            guard let value = Value(inputText: text) else { return false }
            relay.accept(value)
            return true
        }
    }

    /// What others change, as an input. `subscribe` is called at once with a closure to be called, from any thread, at
    /// each change; what it returns ends that. Changes that come while one is waiting are one: "look again".
    public func changes(
        _ subscribe: (_ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void
    ) -> Observable<Void> {
        let (inlet, changes) = scheduler.makeInlet(Bool.self)
        let unsubscribe = subscribe { inlet.send(true) }
        lifetime.insert(Disposables.create(with: unsubscribe))
        return changes.map { _ in }
    }

    private func makePort<Value>(
        _ deliver: @escaping (PublishRelay<Value>, String) -> Bool
    ) -> Observable<Value> {
        let relay = PublishRelay<Value>()
        let stream = relay.asObservable()
        ports[ObjectIdentifier(stream)] = InputPort(stream: stream) { deliver(relay, $0) }
        return stream
    }

    /// Ends everything that belongs to the page.
    func release() {
        lifetime.dispose()
        changed = {}
        slots = []
        ports = [:]
        portsByName = [:]
    }

    // MARK: Names

    /// Gives every input the name of its property in the Input.
    func nameInputs(of input: Any) {
        for child in Mirror(reflecting: input).children {
            guard let name = child.label, type(of: child.value) is AnyClass else { continue }
            guard let port = ports[ObjectIdentifier(child.value as AnyObject)] else { continue }
            port.name = name
            portsByName[name] = port
        }
    }

    /// Gives every output the name of its property in the Output.
    func nameOutputs(of output: Any) {
        for child in Mirror(reflecting: output).children {
            guard let name = child.label, type(of: child.value) is AnyClass else { continue }
            outputNames[ObjectIdentifier(child.value as AnyObject)] = name
        }
    }

    // MARK: Slots

    /// The live counterpart of a slot in the markup: made at its first render, the same ever after.
    func liveSlot(for slot: Slot) -> (any LiveSlot)? {
        guard let name = outputNames[slot.identity] else { return nil }
        if let known = slots.first(where: { $0.name == name && $0.part == slot.part }) { return known }
        let live = slot.connect(name, self)
        slots.append(live)
        live.refresh(self) { nextVersion() }
        return live
    }

    func nextVersion() -> Int {
        version += 1
        return version
    }

    /// The id of the last change, as the page and its stream write it.
    var lastEventID: String { "\(epoch).\(version)" }

    /// Renders what has something new.
    func refreshSlots() {
        for slot in slots where slot.isDirty { slot.refresh(self) { nextVersion() } }
    }

    // MARK: Inputs

    /// Whether something on the page as it was last rendered offers that input.
    func offers(_ name: String, in document: Fragment) -> Bool {
        document.offers.contains(name) || slots.contains { $0.offers(name) }
    }

    /// Whether the view model has an input of that name, offered or not.
    func hasInput(_ name: String) -> Bool { portsByName[name] != nil }

    /// Passes an input to the view model. False when there is none of that name, or its text means nothing.
    func accept(_ name: String, _ text: String) -> Bool {
        portsByName[name]?.accept(text) ?? false
    }
}

extension Page {
    /// The text of markup that has no live part: a page that nothing changes.
    public static func renderStatic(_ html: HTML, visit: Visit) -> String {
        let page = Page(visit: visit, scheduler: Scheduler { _ in }, address: nil, epoch: "")
        return Renderer.render(html, page: page).text
    }
}
