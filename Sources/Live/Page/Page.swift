import Streams

/// An open page, as its screen and its view model see it. It belongs to one session and never leaves its actor.
public final class Page {
    /// The session's scheduler, the entrance for work, time and changes by others.
    public let scheduler: Scheduler
    /// Sends one element when the page has appeared.
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
                rendering.writeAttribute(" data-last", page.documentID)
                rendering.writeAttribute(" data-csrf", page.visit.csrf)
                // A visitor without an account stores nothing in the browser, and reads nothing from it.
                if !page.visit.isGuest { rendering.writeAttribute(" data-owner", page.visit.owner) }
                if !page.position.isEmpty { rendering.writeAttribute(" data-resume", page.position) }
                // The session of such a page has ended: the content of the fields has to be sent to the next one.
                if page.visit.problem == .staleForm || page.visit.problem == .notOffered {
                    rendering.bytes.append(" data-typed")
                }
            })
    }

    /// Returns the element that shows the newest flash: the one-time message that the previous page sent along, or one
    /// of this page's effects. Use it once on a page, in its layout. The visitor's next action empties it, and so does
    /// time, when the attributes have a `data-timeout`.
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

    // MARK: Inputs

    /// Makes an input without a value: a click, or a form that is sent.
    public func input() -> Observable<Void> {
        let relay = PublishRelay<Void>()
        let stream = relay.asObservable()
        addPort(of: stream, limit: nil) { _, _ in { relay.accept(()) } }
        return stream
    }

    /// Makes an input with a value, decoded from the page's text. A text that cannot be decoded is refused. Pass the
    /// type where it can't be inferred.
    ///
    /// An input for typed text states the limit of that text. A longer text arrives cut: its beginning, up to four
    /// bytes longer than the limit, so that a view model that compares `utf8.count` with its own limit sees that it was
    /// too long, and reads no more than that. The script keeps the whole text in the field; it sends at most 48,001
    /// UTF-16 units of it.
    ///
    /// - Parameters:
    ///   - type: the type of the values.
    ///   - limit: the number of UTF-8 bytes of the text at most. With nil it is 16 KiB, and a longer text is refused
    ///     with the status 413.
    @inlinable
    public func input<Value: InputValue>(_ type: Value.Type = Value.self, limit: Int? = nil) -> Observable<Value> {
        let relay = PublishRelay<Value>()
        let stream = relay.asObservable()
        addPort(of: stream, limit: limit) { text, basis in
            Value(inputText: text, basis: basis).map { value in { relay.accept(value) } }
        }
        return stream
    }

    /// Makes an input whose text is a secret, such as a password: it is passed to the view model and stored nowhere. It
    /// is never written into markup, so a refused form comes back without it, and the page does not store it in the
    /// browser.
    ///
    /// - Parameter limit: the limit of the text, as in ``input(_:limit:)``.
    public func secret(limit: Int? = nil) -> Observable<String> {
        let relay = PublishRelay<String>()
        let stream = relay.asObservable()
        bindings.add(
            InputPort(stream: stream, limit: limit, isSecret: true) { text, _ in { relay.accept(text) } })
        return stream
    }

    /// Makes an input of the files that a visitor adds to a field, which is put into the markup by
    /// ``Streams/Observable/file(id:words:_:)``. Each file is sent by itself and waits on the server (``Visit/files``); the
    /// value is the list of those that the field names. The page keeps them as long as it names them and is open.
    ///
    /// The view model reads a file at its path, and discards it (``WaitingFiles/discard(_:)``) when it is done with it. It
    /// finds out by the content whether a file is what it is expected to be.
    ///
    /// - Parameter field: the limits of the field.
    public func files(_ field: FileField) -> Observable<SentFiles> {
        let relay = PublishRelay<SentFiles>()
        let stream = relay.asObservable()
        let held = HeldFiles(visit.files, of: visit.owner, for: field)
        bindings.lifetime.insert(Disposables.create { held.release() })
        let missing = PublishRelay<FieldFill?>()
        let port = InputPort(stream: stream, limit: field.textLimit, files: held) { text, _ in
            {
                let sent = held.take(text)
                relay.accept(sent)
                guard !sent.missing.isEmpty else { return }
                missing.accept(FieldFill(sent.files.map(\.id.description).joined(separator: " ")))
            }
        }
        bindings.add(port)
        addFill(of: port, with: missing.asObservable().startWith(nil))
        return stream
    }

    /// Takes an input even while no element of the page offers it, such as that of a form which has disappeared since
    /// it was sent.
    ///
    /// Without this, an input that comes too late, or a second time, is refused.
    ///
    /// - Parameters:
    ///   - input: an input of the page.
    ///   - output: an Output with the state that decides.
    ///   - isAccepted: whether the page takes the input's value in that state.
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

    /// Takes some values of an input whether or not the page offers them.
    ///
    /// - Parameters:
    ///   - input: an input of the page.
    ///   - isAccepted: whether the page takes a value.
    public func accept<Value: InputValue>(_ input: Observable<Value>, _ isAccepted: @escaping (Value) -> Bool) {
        bindings.accept(input) { text in Value(inputText: text).map(isAccepted) ?? false }
    }

    /// Takes an input without a value whether or not the page offers it.
    ///
    /// - Parameter input: an input of the page.
    public func accept(_ input: Observable<Void>) { bindings.accept(input) { _ in true } }

    @usableFromInline
    func addPort(of stream: AnyObject, limit: Int?, decode: @escaping (String, String?) -> (() -> Void)?) {
        bindings.add(InputPort(stream: stream, limit: limit, decode: decode))
    }

    /// Makes an input of changes by others. `subscribe` is called at once with a closure that may be called from any
    /// thread, at each change; the closure that it returns ends the observation.
    ///
    /// Nothing piles up: changes that come while one waits to be read are merged with it. While no stream is attached
    /// to the page they wait, and cause no work.
    ///
    /// - Parameters:
    ///   - merge: makes one change of two, the later one second.
    ///   - subscribe: begins to observe changes, and returns a closure that ends that.
    public func changes<Change: Sendable>(
        merging merge: @escaping @Sendable (Change, Change) -> Change,
        subscribe: (_ notify: @escaping @Sendable (Change) -> Void) -> @Sendable () -> Void
    ) -> Observable<Change> {
        let (inlet, changes) = scheduler.makeInlet(Change.self, merging: merge)
        bindings.lifetime.insert(Disposables.create(with: subscribe { inlet.send($0) }))
        return changes
    }

    /// Makes an input of a topic's messages; see ``Topics`` and ``changes(merging:subscribe:)``.
    ///
    /// - Parameters:
    ///   - topic: the subject of the page, such as an account, or something that all pages show.
    ///   - topics: the topics that the messages are published to.
    ///   - merge: makes one message of two, the later one second; by default the later one replaces the earlier.
    public func changes<Topic, Message>(
        of topic: Topic, in topics: Topics<Topic, Message>,
        merging merge: @escaping @Sendable (Message, Message) -> Message = { $1 }
    ) -> Observable<Message> {
        changes(merging: merge) { topics.observe(topic, $0) }
    }
}
