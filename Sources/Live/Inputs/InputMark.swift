import Streams

/// An Input in the markup: the element that carries it offers it.
final class InputMark: BoundNode {
    enum Kind {
        /// ` data-input="name"`
        case offer
        /// The same, with the value that is sent.
        case value(String)
        /// An `<input>`, whose text is an attribute, with what it starts with and what that was made from.
        case field(String, initial: String, basis: String?)
        /// A text area, whose text is its content, with what it starts with and what that was made from.
        case area(String, initial: String, basis: String?)
        /// The hidden field by which a plain post says what the text of a field was made from, and that at first.
        case basis(field: String, initial: String)
        /// One of several, a radio button; or a checkbox.
        case choice(field: String, value: String, initially: Bool)
        /// An option of a `<select>`.
        case option(value: String, initially: Bool)
        /// What a field sends besides its text, when it is left.
        case left
        /// A text area's content: the newest text sent, or the initial one.
        case content(String)
        /// A form that sends this input, and works without a script.
        case form(value: String?, attributes: HTML, content: HTML)
    }

    private let identity: ObjectIdentifier
    private let kind: Kind

    init(_ input: AnyObject, _ kind: Kind) {
        identity = ObjectIdentifier(input)
        self.kind = kind
    }

    override func connect(to page: Bindings) {
        guard case .form(_, let attributes, let content) = kind else { return }
        page.connect(attributes)
        let outer = page.enclosingForm
        page.enclosingForm = page.port(of: identity)?.number
        page.connect(content)
        page.enclosingForm = outer
    }

    override func write(on page: Bindings, into rendering: inout Rendering) {
        guard let port = page.port(of: identity) else { return page.note(.inputWithoutName) }
        rendering.offers.insert(port.number, value: offeredValue)
        if rendering.isShared, belongsToOnePage { page.note(.formInSharedRow(port.name)) }
        switch kind {
        case .offer: rendering.writeAttribute("data-input", port.name)
        case .value(let value):
            rendering.writeAttribute("data-input", port.name)
            rendering.writeAttribute(" data-value", value)
        case .field(let field, let initial, let basis):
            writeField(field, of: port, hasBasis: basis != nil, on: page, into: &rendering)
            if !port.isSecret {
                let text = port.latest ?? initial
                rendering.writeAttribute(" value", text)
                writeDirection(of: text, into: &rendering)
            }
            writeBasis(basis, of: port, into: &rendering)
        case .area(let field, let initial, let basis):
            writeField(field, of: port, hasBasis: basis != nil, on: page, into: &rendering)
            writeDirection(of: port.latest ?? initial, into: &rendering)
            writeBasis(basis, of: port, into: &rendering)
        case .basis(let field, let initial):
            rendering.bytes.append("<input type=\"hidden\"")
            rendering.writeAttribute(" name", field + FormField.basisSuffix)
            rendering.writeAttribute(" value", port.latestBasis ?? initial)
            rendering.bytes.append(">")
        case .choice(let field, let value, let initially):
            page.setField(field, port, form: rendering.form)
            rendering.writeAttribute("name", field)
            rendering.writeAttribute(" value", value)
            rendering.writeAttribute(" data-input", port.name)
            if port.latest.map({ $0 == value }) ?? initially { rendering.bytes.append(" checked") }
        case .option(let value, let initially):
            rendering.writeAttribute("value", value)
            if port.latest.map({ $0 == value }) ?? initially { rendering.bytes.append(" selected") }
        case .left: rendering.writeAttribute("data-left", port.name)
        case .content(let initial):
            // A parser drops the first line feed of a text area, so one is given to it.
            rendering.bytes.append("\n")
            if !port.isSecret { rendering.bytes.append(escaping: port.latest ?? initial) }
        case .form(let value, let attributes, let content):
            rendering.bytes.append("<form method=\"post\"")
            rendering.writeAttribute(" action", page.visit.formAction(input: port.name))
            rendering.writeAttribute(" data-input", port.name)
            if let value { rendering.writeAttribute(" data-value", value) }
            rendering.writeAttributes(attributes, on: page)
            rendering.bytes.append(">")
            rendering.write(.csrfField(page.visit.csrf), on: page)
            if let value { rendering.write("<input type=\"hidden\" name=\"value\" value=\"\(value)\">", on: page) }
            let outer = rendering.form
            rendering.form = port.number
            rendering.write(content, on: page)
            rendering.form = outer
            rendering.bytes.append("</form>")
        }
    }

    /// The one value that is offered; nil when any is.
    private var offeredValue: String? {
        switch kind {
        case .value(let value): value
        case .form(let value, _, _): value
        case .offer, .field, .area, .basis, .choice, .option, .left, .content: nil
        }
    }

    /// Whether it is written with what only this page has: its token and address, or what was typed in it.
    private var belongsToOnePage: Bool {
        switch kind {
        case .offer, .value, .left: false
        case .field, .area, .basis, .choice, .option, .content, .form: true
        }
    }

    private func writeField(
        _ field: String, of port: InputPort, hasBasis: Bool, on page: Bindings, into rendering: inout Rendering
    ) {
        page.setField(field, port, hasBasis: hasBasis, form: rendering.form)
        rendering.writeAttribute("name", field)
        rendering.writeAttribute(" data-input", port.name)
        if port.isSecret { rendering.bytes.append(" data-secret") }
    }

    /// Marks a field whose text runs from right to left; from then on the script does so. With `dir="auto"` a browser would
    /// read all of a long text at each key.
    private func writeDirection(of text: String, into rendering: inout Rendering) {
        if text.beginsFromRight { rendering.bytes.append(" dir=\"rtl\"") }
    }

    /// Only of a field that has one.
    private func writeBasis(_ basis: String?, of port: InputPort, into rendering: inout Rendering) {
        guard let basis else { return }
        rendering.writeAttribute(" data-basis", port.latestBasis ?? basis)
    }
}

extension String {
    /// Whether the first letter, among the first 200 scalars, is one of a script that runs from right to left.
    fileprivate var beginsFromRight: Bool {
        for scalar in unicodeScalars.prefix(200) {
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
                if scalar.isLetter { return true }
            case 0x200F: return true
            case 0x200E: return false
            default: if scalar.isLetter { return false }
            }
        }
        return false
    }
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
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
    ///
    /// A text that others may change meanwhile has a `basis`; see `\(input, area: …)`.
    public mutating func appendInterpolation(
        _ input: Observable<some Any>, field: String, text initial: String = "", basis: String? = nil
    ) {
        append(InputMark(input, .field(field, initial: initial, basis: basis)))
    }

    /// The attributes by which a `<textarea>` sends its text as an input, also under `area` in a plain form post. Its
    /// content is `\(input, content: …)`. What it starts with is also given here, as `text`: a text that begins with a letter
    /// of a script that runs from right to left has the attribute `dir`.
    ///
    /// A text that others may change meanwhile has a `basis`, an input of ``FieldText`` is told it, and beside the text
    /// area stands `\(input, basisOf: …)`.
    public mutating func appendInterpolation(
        _ input: Observable<some Any>, area: String, text initial: String = "", basis: String? = nil
    ) {
        append(InputMark(input, .area(area, initial: initial, basis: basis)))
    }

    /// The hidden field by which a plain form post says what the text of `area`, or of a field of that name, was made from.
    public mutating func appendInterpolation(_ input: Observable<some Any>, basisOf area: String, _ basis: String) {
        append(InputMark(input, .basis(field: area, initial: basis)))
    }

    /// The attributes of one radio button. It is checked when its value was sent last, or `initially`.
    public mutating func appendInterpolation(
        _ input: Observable<some Any>, field: String, value: String, checked initially: Bool
    ) {
        append(InputMark(input, .choice(field: field, value: value, initially: initially)))
    }

    /// The attributes of a checkbox, whose value is `yes`. It is ticked when it was when it was sent last, or `initially`.
    public mutating func appendInterpolation(
        _ input: Observable<Bool>, check field: String, ticked initially: Bool = false
    ) {
        append(InputMark(input, .choice(field: field, value: "yes", initially: initially)))
    }

    /// The attributes of a `<select>`; its options are `<option \(input, option: …)>`.
    public mutating func appendInterpolation(_ input: Observable<some Any>, select field: String) {
        append(InputMark(input, .area(field, initial: "", basis: nil)))
    }

    /// The attributes of an option of a `<select>`. It is selected when its value was sent last, or `initially`.
    public mutating func appendInterpolation(
        _ input: Observable<some Any>, option value: String, selected initially: Bool
    ) {
        append(InputMark(input, .option(value: value, initially: initially)))
    }

    /// The attribute by which a field sends an input when it is left after something was typed in it:
    /// `<input \(input.email, field: "email") \(left: input.emailLeft)>`. What was typed comes first.
    public mutating func appendInterpolation(left input: Observable<Void>) {
        append(InputMark(input, .left))
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
    ///   - value: the one value that it sends, such as the id of what it is about; nil for an input without a value.
    ///   - attributes: further attributes of the `<form>`.
    ///   - content: what stands in it: its fields and its button. A post of this form fills these fields, and those of
    ///     no other form.
    public func form(value: String? = nil, _ attributes: HTML = "", _ content: HTML) -> HTML {
        HTML(node: InputMark(self, .form(value: value, attributes: attributes, content: content)))
    }
}
