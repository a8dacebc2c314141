import Streams

/// An open page, as its screen and its view model see it. It belongs to one session and never leaves it.
public final class Page {
    /// The session's door to work, time and what others send.
    public let scheduler: Scheduler
    /// Says once that the page has come up.
    public let appeared: Observable<Void>

    let bindings: Bindings
    let appearance = PublishRelay<Void>()
    #if DEBUG
        private let resource = Resource()
    #endif

    init(_ bindings: Bindings, scheduler: Scheduler) {
        self.bindings = bindings
        self.scheduler = scheduler
        appeared = appearance.asObservable()
    }

    /// The request context that the page is built from.
    public var visit: Visit { bindings.visit }

    /// The attributes of the element that is live: `<main \(page.live)>`.
    public var live: HTML {
        HTML(
            node: WrittenNode { page, rendering in
                rendering.writeAttribute("data-live", page.address)
                rendering.writeAttribute(" data-last", page.lastEventID)
                rendering.writeAttribute(" data-csrf", page.visit.csrf)
                // Who has no account leaves nothing in the browser, and takes nothing out of it.
                if !page.visit.isGuest { rendering.writeAttribute(" data-owner", page.visit.owner) }
                if !page.position.isEmpty { rendering.writeAttribute(" data-resume", page.position) }
                // The session of such a page has ended: the next one has to be sent what stands in the fields.
                if page.visit.problem == .staleForm || page.visit.problem == .notOffered {
                    rendering.bytes.append(" data-typed")
                }
            })
    }

    /// The element in which the newest flash is shown: what the page before said on its way here, or what an effect of
    /// this page says. One on a page, in its layout. The visitor's next action empties it, and so does time, when the
    /// attributes have a `data-timeout`.
    ///
    /// - Parameter attributes: further attributes of the element.
    public func flash(_ attributes: HTML = "") -> HTML {
        HTML(
            node: WrittenNode { page, rendering in
                rendering.bytes.append("<p data-flash data-moment role=\"status\"")
                rendering.writeAttributes(attributes, on: page)
                rendering.bytes.append(">")
                rendering.bytes.append(escaping: page.answer.flash ?? page.visit.flash ?? "")
                rendering.bytes.append("</p>")
            })
    }

    // MARK: What comes in

    /// An input without a value: a click, a form sent.
    public func input() -> Observable<Void> {
        let relay = PublishRelay<Void>()
        let stream = relay.asObservable()
        addPort(of: stream, limit: nil) { _, _ in { relay.accept(()) } }
        return stream
    }

    /// An input with a value: the page's text, decoded. What cannot be decoded is refused. The type is given where it is
    /// not known otherwise.
    ///
    /// An input of what somebody types states the limit of that text. A longer text comes cut: its beginning, up to four
    /// bytes longer than the limit, so that a view model that compares `utf8.count` with its own limit sees that it was too
    /// long, and reads no more than that. The script keeps the whole text in the field; it sends no more than 48,001 UTF-16
    /// units of it.
    ///
    /// - Parameters:
    ///   - type: the type of the values.
    ///   - limit: the most bytes of UTF-8 that the text may have. Nil stands for 16 KiB, and then a longer one isn't taken
    ///     at all: the answer is 413.
    @inlinable
    public func input<Value: InputValue>(_ type: Value.Type = Value.self, limit: Int? = nil) -> Observable<Value> {
        let relay = PublishRelay<Value>()
        let stream = relay.asObservable()
        addPort(of: stream, limit: limit) { text, basis in
            Value(inputText: text, basis: basis).map { value in { relay.accept(value) } }
        }
        return stream
    }

    /// An input whose text is a secret, such as a password: it goes to the view model and is kept nowhere. It is never
    /// written into markup, so a form that is refused comes back without it, and the browser's page does not store it.
    ///
    /// - Parameter limit: as that of ``input(_:limit:)``.
    public func secret(limit: Int? = nil) -> Observable<String> {
        let relay = PublishRelay<String>()
        let stream = relay.asObservable()
        bindings.add(
            InputPort(stream: stream, limit: limit, isSecret: true) { text, _ in { relay.accept(text) } })
        return stream
    }

    /// Takes an input also while no element of the page offers it, such as that of a form which has gone since it was sent.
    ///
    /// Without this, an input that comes too late, or a second time, is refused.
    ///
    /// - Parameters:
    ///   - input: an input of the page.
    ///   - output: an Output that says how things are.
    ///   - isAccepted: whether the page takes the input's value then.
    public func accept<State, Value: InputValue>(
        _ input: Observable<Value>, while output: some ValueOutput<State>,
        _ isAccepted: @escaping (State, Value) -> Bool
    ) {
        var newest: State?
        bindings.lifetime.insert(output.asObservable().subscribe(onNext: { newest = $0 }))
        bindings.accept(input) { text in
            guard let newest, let value = Value(inputText: text) else { return false }
            return isAccepted(newest, value)
        }
    }

    /// Takes some values of an input whatever the page offers.
    ///
    /// - Parameters:
    ///   - input: an input of the page.
    ///   - isAccepted: whether the page takes a value.
    public func accept<Value: InputValue>(_ input: Observable<Value>, _ isAccepted: @escaping (Value) -> Bool) {
        bindings.accept(input) { text in Value(inputText: text).map(isAccepted) ?? false }
    }

    /// Takes an input without a value, whatever the page offers.
    ///
    /// - Parameter input: an input of the page.
    public func accept(_ input: Observable<Void>) { bindings.accept(input) { _ in true } }

    @usableFromInline
    func addPort(of stream: AnyObject, limit: Int?, decode: @escaping (String, String?) -> (() -> Void)?) {
        bindings.add(InputPort(stream: stream, limit: limit, decode: decode))
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
        bindings.lifetime.insert(Disposables.create(with: subscribe { inlet.send($0) }))
        return changes
    }

    /// What others say about a topic, as an input; see ``Topics`` and ``changes(merging:subscribe:)``.
    ///
    /// - Parameters:
    ///   - topic: what the page is about, such as an account, or something that all pages show.
    ///   - topics: where it is said.
    ///   - merge: makes one message of two, the later one second; without it the later one stands for both.
    public func changes<Topic, Message>(
        of topic: Topic, in topics: Topics<Topic, Message>,
        merging merge: @escaping @Sendable (Message, Message) -> Message = { $1 }
    ) -> Observable<Message> {
        changes(merging: merge) { topics.observe(topic, $0) }
    }
}
