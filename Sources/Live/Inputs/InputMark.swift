import Streams

/// An Input in the markup: the element that carries it offers it.
final class InputMark: PageNode {
    enum Kind {
        /// ` data-input="name"`
        case offer
        /// The same, with the value that is sent.
        case value(String)
        /// An `<input>`, whose text is an attribute, with what it starts with.
        case field(String, initial: String)
        /// A text area, whose text is its content.
        case area(String)
        /// One of several: a radio button.
        case choice(field: String, value: String, initially: Bool)
        /// A text area's content: the newest text sent, or the initial one.
        case content(String)
        /// A form that sends this input, and works without a script.
        case form(attributes: HTML, content: HTML)
    }

    private let identity: ObjectIdentifier
    private let kind: Kind

    init(_ input: AnyObject, _ kind: Kind) {
        identity = ObjectIdentifier(input)
        self.kind = kind
    }

    override func connect(to page: Page) {
        guard case .form(let attributes, let content) = kind else { return }
        page.connect(attributes)
        page.connect(content)
    }

    override func write(on page: Page, into rendering: inout Rendering) {
        guard let port = page.port(of: identity) else { return page.note(.inputWithoutName) }
        rendering.offers.insert(port.number)
        if rendering.isShared, belongsToOnePage { page.note(.formInSharedRow(port.name)) }
        switch kind {
        case .offer: rendering.writeAttribute("data-input", port.name)
        case .value(let value):
            rendering.writeAttribute("data-input", port.name)
            rendering.writeAttribute(" data-value", value)
        case .field(let field, let initial):
            writeField(field, of: port, on: page, into: &rendering)
            rendering.writeAttribute(" value", port.latest ?? initial)
        case .area(let field): writeField(field, of: port, on: page, into: &rendering)
        case .choice(let field, let value, let initially):
            page.setField(field, port)
            rendering.writeAttribute("name", field)
            rendering.writeAttribute(" value", value)
            rendering.writeAttribute(" data-input", port.name)
            if port.latest.map({ $0 == value }) ?? initially { rendering.bytes.append(" checked") }
        case .content(let initial):
            // A parser drops the first line feed of a text area, so one is given to it.
            rendering.bytes.append("\n")
            rendering.bytes.append(escaping: port.latest ?? initial)
        case .form(let attributes, let content):
            rendering.bytes.append("<form method=\"post\"")
            rendering.writeAttribute(" action", page.visit.formAction(input: port.name))
            rendering.writeAttribute(" data-input", port.name)
            rendering.writeAttributes(attributes, on: page)
            rendering.bytes.append(">")
            rendering.write(.csrfField(page.visit.csrf), on: page)
            rendering.write(content, on: page)
            rendering.bytes.append("</form>")
        }
    }

    /// Whether it is written with what only this page has: its token and address, or what was typed in it.
    private var belongsToOnePage: Bool {
        switch kind {
        case .offer, .value: false
        case .field, .area, .choice, .content, .form: true
        }
    }

    private func writeField(_ field: String, of port: InputPort, on page: Page, into rendering: inout Rendering) {
        page.setField(field, port)
        rendering.writeAttribute("name", field)
        rendering.writeAttribute(" data-input", port.name)
    }
}

extension HTML {
    /// The hidden field by which a form post shows that it comes from a page of this site.
    public static func csrfField(_ token: String) -> HTML {
        "<input type=\"hidden\" name=\"csrf\" value=\"\(token)\">"
    }
}

extension HTML.StringInterpolation {
    /// The attribute by which an element offers an input: `<button \(input.refresh)>`.
    public mutating func appendInterpolation(_ input: Observable<some Any>) {
        append(InputMark(input, .offer))
    }

    /// The attributes by which an element offers an input with a value: `<a \(input.selection, value: "12") …>`.
    public mutating func appendInterpolation(_ input: Observable<some Any>, value: String) {
        append(InputMark(input, .value(value)))
    }

    /// The attributes by which an `<input>` sends its text as an input, also under `field` in a plain form post. Its
    /// `value` is what was sent last, so that a form that is refused comes back as it was typed, or else `initial`.
    public mutating func appendInterpolation(_ input: Observable<some Any>, field: String, text initial: String = "") {
        append(InputMark(input, .field(field, initial: initial)))
    }

    /// The attributes by which a `<textarea>` sends its text as an input, also under `area` in a plain form post. Its
    /// content is `\(input, content: …)`.
    public mutating func appendInterpolation(_ input: Observable<some Any>, area: String) {
        append(InputMark(input, .area(area)))
    }

    /// The attributes of one radio button. It is checked when its value was sent last, or `initially`.
    public mutating func appendInterpolation(
        _ input: Observable<some Any>, field: String, value: String, checked initially: Bool
    ) {
        append(InputMark(input, .choice(field: field, value: value, initially: initially)))
    }

    /// The content of a text area: what was sent last, or what it starts with.
    public mutating func appendInterpolation(_ input: Observable<some Any>, content initial: String) {
        append(InputMark(input, .content(initial)))
    }
}

extension Observable {
    /// A form that sends this input: without a script by a plain post, with the CSRF token in it.
    ///
    /// - Parameters:
    ///   - attributes: further attributes of the `<form>`.
    ///   - content: what stands in it: its fields and its button.
    public func form(_ attributes: HTML = "", _ content: HTML) -> HTML {
        HTML(node: InputMark(self, .form(attributes: attributes, content: content)))
    }
}
