import Streams

/// An open page, as its screen and its view model see it. It belongs to one session and never leaves it.
public final class Page {
    /// The request context that the page is built from.
    public internal(set) var visit: Visit
    /// The session's door to work, time and what others send.
    public let scheduler: Scheduler
    /// Says once that the page has come up.
    public let appeared: Observable<Void>
    /// The attributes of the element that is live: `<main \(page.live)>`.
    public var live: HTML { HTML(node: LiveAttributes()) }

    let screen: ObjectIdentifier
    let rowCaches: RowCaches
    let appearance = PublishRelay<Void>()
    let lifetime = CompositeDisposable()
    /// Where the stream of this page is found.
    let address: String
    let epoch: String
    /// The number of the last change that was rendered.
    private(set) var version = 0
    /// Whether a slot has had something new since this was last set to false.
    var hasNews = false
    private(set) var slots: [LiveSlot] = []
    private var ports: [InputPort] = []
    /// Form fields and the inputs that they feed.
    private(set) var fields: [(name: String, port: InputPort)] = []
    private var outputs: [StreamNames.Stream] = []
    /// The slots that the document has shown so far.
    private var shown: [LiveSlot] = []
    /// The first mistake of the screen that was found.
    private(set) var fault: ScreenFault?
    #if DEBUG
        private let resource = Resource()
    #endif

    /// - Parameters:
    ///   - screen: the type of the screen.
    ///   - rowCaches: rendered rows that all pages share.
    init(
        _ screen: Any.Type, visit: Visit, scheduler: Scheduler, address: String, epoch: String,
        rowCaches: RowCaches = RowCaches()
    ) {
        self.screen = ObjectIdentifier(screen)
        self.rowCaches = rowCaches
        self.visit = visit
        self.scheduler = scheduler
        self.address = address
        self.epoch = epoch
        appeared = appearance.asObservable()
    }

    /// Ends everything that belongs to the page.
    func release() {
        lifetime.dispose()
        slots = []
        shown = []
        ports = []
        fields = []
    }

    func note(_ fault: ScreenFault) {
        if self.fault == nil { self.fault = fault }
    }

    // MARK: What comes in

    /// An input without a value: a click, a form sent.
    public func input() -> Observable<Void> {
        let relay = PublishRelay<Void>()
        let stream = relay.asObservable()
        addPort(of: stream) { _ in
            relay.accept(())
            return true
        }
        return stream
    }

    /// An input with a value: the page's text, decoded. What cannot be decoded is refused. The type is given where it is
    /// not known otherwise.
    @inlinable
    public func input<Value: InputValue>(_: Value.Type = Value.self) -> Observable<Value> {
        let relay = PublishRelay<Value>()
        let stream = relay.asObservable()
        addPort(of: stream) { text in
            guard let value = Value(inputText: text) else { return false }
            relay.accept(value)
            return true
        }
        return stream
    }

    @usableFromInline
    func addPort(of stream: AnyObject, deliver: @escaping (String) -> Bool) {
        ports.append(InputPort(stream: stream, deliver: deliver))
    }

    /// What others change, as an input. `subscribe` is called at once with a closure to be called, from any thread, at
    /// each change; what it returns ends that.
    ///
    /// Nothing piles up: changes that come while one waits to be read are merged with it. While nobody is attached to
    /// the page they wait, and nothing is done for them.
    ///
    /// - Parameters:
    ///   - merge: makes one change of two, the later one second.
    ///   - subscribe: begins to watch for changes, and returns what ends that.
    public func changes<Change: Sendable>(
        merging merge: @escaping @Sendable (Change, Change) -> Change,
        subscribe: (_ notify: @escaping @Sendable (Change) -> Void) -> @Sendable () -> Void
    ) -> Observable<Change> {
        let (inlet, changes) = scheduler.makeInlet(Change.self, merging: merge)
        lifetime.insert(Disposables.create(with: subscribe { inlet.send($0) }))
        return changes
    }

    /// Gives every input the name of its property in the Input.
    func nameInputs<Input>(of input: Input) {
        let streams = StreamNames.streams(of: input)
        for port in ports {
            let identity = StreamNames.Identity(bitPattern: port.identity)
            guard let number = streams.firstIndex(where: { $0.identity == identity }) else { continue }
            guard number < InputSet.capacity else { return note(.tooManyInputs) }
            port.place(name: streams[number].name, number: number)
        }
        ports.removeAll { $0.name.isEmpty }
    }

    /// The port of a stream that is a property of the Input.
    func port(of stream: ObjectIdentifier) -> InputPort? {
        ports.first { $0.identity == stream && !$0.name.isEmpty }
    }

    /// The port of an input by its name.
    func port(named name: String) -> InputPort? {
        ports.first { $0.name == name }
    }

    func setField(_ name: String, _ port: InputPort) {
        if !fields.contains(where: { $0.name == name && $0.port === port }) { fields.append((name, port)) }
    }

    // MARK: What goes out

    /// Gives every output the name of its property in the Output.
    func nameOutputs<Output>(of output: Output) {
        outputs = StreamNames.streams(of: output)
    }

    /// Connects the slots of a document that are not connected yet.
    func connectDocument(_ html: HTML) {
        connect(html)
        shown = []
    }

    /// Connects the slots in a piece of a document.
    func connect(_ html: HTML) {
        for hole in html.holes { (hole.node as? PageNode)?.connect(to: self) }
    }

    func connectSlot(of output: ObjectIdentifier, part: String?, make: (String, Page) -> LiveSlot) {
        guard let name = name(of: output) else { return note(.outputWithoutName) }
        if let other = otherName(of: output, than: name) { note(.outputNamedTwice(name, other)) }
        let slot: LiveSlot
        if let known = slots.first(where: { $0.name == name && $0.part == part }) {
            slot = known
            if shown.contains(where: { $0 === known }) { note(.outputShownTwice(name)) }
        } else {
            slot = make(name, self)
            slots.append(slot)
        }
        shown.append(slot)
    }

    func slot(of output: ObjectIdentifier, part: String?) -> LiveSlot? {
        guard let name = name(of: output) else { return nil }
        return slots.first { $0.name == name && $0.part == part }
    }

    /// The name of an Output's stream; nil when it is no property of the Output.
    func name(of output: ObjectIdentifier) -> String? {
        let identity = StreamNames.Identity(bitPattern: output)
        return outputs.first { $0.identity == identity }?.name
    }

    private func otherName(of output: ObjectIdentifier, than name: String) -> String? {
        let identity = StreamNames.Identity(bitPattern: output)
        return outputs.first { $0.identity == identity && $0.name != name }?.name
    }

    func takeVersion() -> Int {
        version += 1
        return version
    }

    /// The id of the last change, as the page and its stream write it.
    var lastEventID: String { "\(epoch).\(version)" }

    /// Renders what has something new.
    func refreshSlots() {
        for slot in slots where slot.isDirty { slot.refresh() }
    }
}

/// A mistake in a screen, found when its page is opened: the page is not shown, and the error says what to mend.
public enum ScreenFault: Error, Equatable, CustomStringConvertible {
    /// An interpolated stream is no property of the screen's Input.
    case inputWithoutName
    /// An interpolated stream is no property of the view model's Output.
    case outputWithoutName
    /// One stream is the Output of two names; only the first would be told to the page.
    case outputNamedTwice(String, String)
    /// An Output is shown in two places that are not told apart by a `part`; the second would show the first's markup.
    case outputShownTwice(String)
    /// An Output is shown within another's slot, which is replaced as a whole.
    case slotWithinSlot(String)
    /// A form or a field in a row that pages share (`wording:`): the first page's token and texts would be on all of them.
    case formInSharedRow(String)
    /// The view model has a bag that is not its `bag`, which the page's end would not empty. Debug builds look.
    case hiddenBag
    /// An Input has more properties than can be told apart: 64.
    case tooManyInputs

    /// What is wrong and what to do, in a sentence.
    public var description: String {
        switch self {
        case .inputWithoutName: "An input in the markup is no property of the screen's Input."
        case .outputWithoutName: "An output in the markup is no property of the view model's Output."
        case .outputNamedTwice(let first, let second): "The outputs \(first) and \(second) are one stream."
        case .outputShownTwice(let name): "The output \(name) is shown twice; give each place a part of its own."
        case .slotWithinSlot(let name): "The output \(name) is shown within a slot; combine the two with slot(with:)."
        case .formInSharedRow(let name):
            "The form or field of \(name) is in a row that pages share; leave wording: out."
        case .hiddenBag: "The view model has a DisposeBag that is private or has another name than bag."
        case .tooManyInputs: "An Input can have \(InputSet.capacity) properties at most."
        }
    }
}
