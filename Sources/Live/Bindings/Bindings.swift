import Streams

/// The connection between a page's markup and its streams: the inputs that it takes, the slots that show its Outputs,
/// and the number of changes so far. It belongs to one page, and every node of the markup is written with it.
final class Bindings {
    /// The request context that the page is built from.
    var visit: Visit
    let screen: ObjectIdentifier
    let rowCaches: RowCaches
    let lifetime = CompositeDisposable()
    /// Address of this page's stream.
    let address: String
    let epoch: String
    /// Number of the last change that was rendered.
    private(set) var version: Int
    /// The epoch of the document if it is kept: it is the change 0 of all pages that show it.
    var documentEpoch: String?
    /// Whether a slot has got something new since this was last set to false.
    var hasNews = false
    private(set) var slots: [LiveSlot] = []
    private var ports: [InputPort] = []
    /// The form fields written so far, with the inputs that they feed.
    private(set) var fields: [FormField] = []
    /// Number of the input of the form whose content is being connected; nil outside of forms.
    var enclosingForm: Int?
    private var outputs: [StreamNames.Stream] = []
    /// The slots that the document has shown so far.
    private var shown: [LiveSlot] = []
    /// The contributions of effects to the answer of the current request.
    var answer = AnswerEffects()
    /// The page's position, as its resume effect last gave it; empty for the beginning.
    var position = ""
    /// Number of the last input that was applied.
    var appliedInputs = 0
    /// Whether the page must keep typed text, since it is not stored on the server yet.
    var holdsTyping = false
    /// The effects' statuses for every answer, evaluated when the answer is given.
    var statuses: [() -> (status: Int, retryAfter: Duration?)?] = []
    /// Conditions on which inputs are taken that the markup doesn't offer, by the stream of the input.
    private var accepted: [ObjectIdentifier: (String) -> Bool] = [:]
    /// The first mistake found in the screen; nil for none.
    private(set) var fault: ScreenFault?

    /// - Parameters:
    ///   - screen: the type of the screen.
    ///   - visit: the request context that the page is built from.
    ///   - address: the address of the page's stream.
    ///   - epoch: the text before the dot in the ids of changes.
    ///   - version: the number of the change that the page has already.
    ///   - rowCaches: rendered rows that all pages share.
    init(
        _ screen: Any.Type, visit: Visit, address: String, epoch: String, from version: Int = 0,
        rowCaches: RowCaches
    ) {
        self.screen = ObjectIdentifier(screen)
        self.rowCaches = rowCaches
        self.visit = visit
        self.address = address
        self.epoch = epoch
        self.version = version
    }

    /// Ends everything that belongs to the page.
    func release() {
        lifetime.dispose()
        slots = []
        shown = []
        ports = []
        fields = []
        statuses = []
        accepted = [:]
    }

    func note(_ fault: ScreenFault) {
        if self.fault == nil { self.fault = fault }
    }

    // MARK: Inputs

    func add(_ port: InputPort) { ports.append(port) }

    /// Names each input after its property in the Input.
    func nameInputs<Input>(of input: Input) {
        let streams = StreamNames.streams(of: input)
        for port in ports {
            let identity = StreamNames.Identity(bitPattern: port.identity)
            guard let number = streams.firstIndex(where: { $0.identity == identity }) else { continue }
            guard number < Offers.capacity else { return note(.tooManyInputs) }
            port.place(name: streams[number].name, number: number)
        }
        ports.removeAll { $0.name.isEmpty }
    }

    /// Returns the port of a stream that is a property of the Input.
    func port(of stream: ObjectIdentifier) -> InputPort? {
        ports.first { $0.identity == stream && !$0.name.isEmpty }
    }

    /// Returns the port of an input by its name.
    func port(named name: String) -> InputPort? {
        ports.first { $0.name == name }
    }

    /// Bytes of the newest texts of all inputs together.
    var typedBytes: Int { ports.reduce(0) { $0 + $1.size } }

    func accept(_ input: AnyObject, if isAccepted: @escaping (String) -> Bool) {
        accepted[ObjectIdentifier(input)] = isAccepted
    }

    /// Whether the screen takes a value even if nothing on the page offers it; see ``Page/accept(_:while:_:)``.
    func accepts(_ port: InputPort, value: String) -> Bool { accepted[port.identity]?(value) ?? false }

    func setField(_ name: String, _ port: InputPort, hasBasis: Bool = false, form: Int?) {
        guard !fields.contains(where: { $0.name == name && $0.port === port && $0.form == form }) else { return }
        fields.append(FormField(name: name, port: port, hasBasis: hasBasis, form: form))
    }

    // MARK: Outputs

    /// Names each output after its property in the Output.
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
        for hole in html.holes { (hole.node as? BoundNode)?.connect(to: self) }
    }

    func connectSlot(of output: ObjectIdentifier, part: String?, make: (String, Bindings) -> LiveSlot) {
        guard let name = name(of: output) else { return note(.outputWithoutName) }
        if let other = otherName(of: output, than: name) { note(.outputNamedTwice(name, other)) }
        let slot: LiveSlot
        if let known = shownSlot(name, part) {
            slot = known
            if shown.contains(where: { $0 === known }) { note(.outputShownTwice(name)) }
        } else {
            slot = make(name, self)
            slots.append(slot)
        }
        #if DEBUG
            // An event has the name of the Output alone: a list would take that of another place for its own.
            if shown.contains(where: { $0.name == name && $0.isList != slot.isList }) {
                note(.outputShownTwice(name))
            }
        #endif
        shown.append(slot)
    }

    /// Adds a slot without an element, whose events tell the page what to do, named after its Output.
    func connectEffect(of output: ObjectIdentifier, make: (String, Bindings) -> LiveSlot) {
        guard let name = name(of: output) else { return note(.outputWithoutName) }
        addEffect(named: name, make: make)
    }

    /// Adds a slot without an element, whose events have this name.
    func addEffect(named name: String, make: (String, Bindings) -> LiveSlot) {
        let slot = make(name, self)
        slot.isElement = false
        slots.append(slot)
    }

    func slot(of output: ObjectIdentifier, part: String?) -> LiveSlot? {
        name(of: output).flatMap { shownSlot($0, part) }
    }

    private func shownSlot(_ name: String, _ part: String?) -> LiveSlot? {
        slots.first { $0.name == name && $0.part == part && $0.isElement }
    }

    /// Returns the name of an Output's stream; nil when it is no property of the Output.
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

    /// Id of the last change that the document contains.
    var documentID: String { documentEpoch.map { "\($0).0" } ?? eventID(version) }

    /// Returns the id of a change, as the page and its stream write it.
    func eventID(_ version: Int) -> String { "\(epoch).\(version)" }

    /// Renders the slots that have something new: elements first, since an effect may refer to one of them.
    func refreshSlots() {
        for slot in slots where slot.isDirty && slot.isElement { slot.refresh() }
        for slot in slots where slot.isDirty { slot.refresh() }
    }

    /// Handles that the page was shown this before its slots existed, up to the change `base`: only what differs is sent.
    ///
    /// - Parameters:
    ///   - shape: the content; nil when it isn't known.
    ///   - base: the number of the change that the page has.
    func rebase(on shape: DocumentShape?, at base: Int) {
        for slot in slots { slot.rebase(on: shape?.content(of: slot), at: base) }
    }

    /// Returns markup with placeholders instead of the page's texts, as a kept document and a shared graph have it.
    func withoutTexts(_ markup: [UInt8]) -> [UInt8] {
        hasPlaceholders ? markup : PageTexts(address: address, visit).emptying(markup)
    }

    /// Whether it is rendered with placeholders.
    var hasPlaceholders: Bool { visit.csrf == Placeholder.text(.token) }

    /// Content of the page, as last rendered.
    var shape: DocumentShape { DocumentShape(slots) }

    /// Whether what the page shows could not be read, as an effect's status says.
    var hasFailed: Bool { (status?.status ?? 200) >= 500 }

    // MARK: Answers to requests

    /// Drops the moments and effects from before the plain post that is answered next, since they are not its answer.
    func forgetMoments() {
        answer = AnswerEffects()
        for slot in slots { slot.forgetMoments() }
    }

    /// The HTTP status that effects give the answer now, and the time to wait before the next try; nil when none gives
    /// one.
    var status: (status: Int, retryAfter: Duration?)? {
        if let status = answer.status { return (status, answer.retryAfter) }
        return statuses.lazy.compactMap { $0() }.first
    }
}

/// The contributions of effects to the answer of a request without a script.
struct AnswerEffects {
    var status: Int?
    var retryAfter: Duration?
    var redirect: String?
    /// Flash message for the page that the redirect leads to.
    var redirectFlash: String?
    /// Flash message for the page that is the answer.
    var flash: String?
    /// Logins whose pages end after the answer.
    var endedLogins: [String] = []
    /// Cookies for the browser, sent with the answer or when the page asks for them.
    var cookies: [PageCookie] = []
}

/// A cookie that an effect sets in the browser. It is `SameSite=Lax`, for all paths, `Secure` when the visitor uses TLS,
/// and `HttpOnly` unless scripts are to read it.
public struct PageCookie: Sendable, Equatable {
    /// The cookie's name without a prefix: `__Host-` is put before it under TLS.
    public var name: String
    /// The value, any text.
    public var value: String
    /// The cookie's lifetime; nil until the browser is closed, zero deletes it.
    public var maxAge: Duration?
    /// Whether scripts of the site can read the cookie.
    public var isReadable: Bool

    /// - Parameters:
    ///   - name: the name without a prefix.
    ///   - value: the value, any text.
    ///   - maxAge: the lifetime; nil until the browser is closed, zero deletes it.
    ///   - isReadable: whether scripts of the site can read it.
    public init(name: String, value: String, maxAge: Duration? = nil, isReadable: Bool = false) {
        self.name = name
        self.value = value
        self.maxAge = maxAge
        self.isReadable = isReadable
    }
}
