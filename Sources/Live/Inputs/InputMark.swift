import Streams

/// An Input in the markup, offered by the element that carries it.
final class InputMark: BoundNode {
    enum Kind {
        /// ` data-input="name"`
        case offer
        /// The same attribute, with the value that is sent.
        case value(String)
        /// An `<input>`, whose text is an attribute, with its initial text and the basis of that.
        case field(String, initial: String, basis: String?)
        /// A text area, whose text is its content, with its initial text and the basis of that.
        case area(String, initial: String, basis: String?)
        /// The hidden field that carries the basis of a field's text in a plain post, with its initial value.
        case basis(field: String, initial: String)
        /// A radio button or a checkbox.
        case choice(field: String, value: String, initially: Bool)
        /// Options of a `<select>`, and the value that is selected first.
        case options(Options, initially: String)
        /// The input that a field sends besides its text when it is left.
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
        if isField { rendering.hasField = true }
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
        case .options(let options, let initially):
            options.write(selected: port.latest ?? initially, into: &rendering.bytes)
        case .left: rendering.writeAttribute("data-left", port.name)
        case .content(let initial):
            // The HTML parser drops the first line feed of a text area, so one is written for it to drop.
            rendering.bytes.append("\n")
            if !port.isSecret { rendering.bytes.append(escaping: port.latest ?? initial) }
        case .form(let value, let attributes, let content):
            rendering.bytes.append("<form method=\"post\"")
            rendering.writeAttribute(" action", page.visit.formAction(input: port.name))
            rendering.writeAttribute(" data-input", port.name)
            if let value { rendering.writeAttribute(" data-value", value) }
            let outer = (rendering.form, rendering.takesFiles)
            rendering.form = port.number
            rendering.takesFiles = content.holes.contains { $0.node is FileMark }
            if rendering.takesFiles { rendering.bytes.append(" enctype=\"multipart/form-data\"") }
            rendering.writeAttributes(attributes, on: page)
            rendering.bytes.append(">")
            rendering.write(.csrfField(page.visit.csrf), on: page)
            if let value { rendering.write("<input type=\"hidden\" name=\"value\" value=\"\(value)\">", on: page) }
            rendering.write(content, on: page)
            (rendering.form, rendering.takesFiles) = outer
            rendering.bytes.append("</form>")
        }
    }

    /// The only value that is offered; nil when any is.
    private var offeredValue: String? {
        switch kind {
        case .value(let value): value
        case .form(let value, _, _): value
        case .offer, .field, .area, .basis, .choice, .options, .left, .content: nil
        }
    }

    /// Whether its markup contains typed text.
    private var isField: Bool {
        switch kind {
        case .field, .area, .basis, .choice, .options, .content: true
        case .offer, .value, .left, .form: false
        }
    }

    /// Whether its markup contains data of this page alone: its token and address, or typed text.
    private var belongsToOnePage: Bool { if case .form = kind { true } else { isField } }

    private func writeField(
        _ field: String, of port: InputPort, hasBasis: Bool, on page: Bindings, into rendering: inout Rendering
    ) {
        page.setField(field, port, hasBasis: hasBasis, form: rendering.form)
        rendering.writeAttribute("name", field)
        rendering.writeAttribute(" data-input", port.name)
        if port.isSecret { rendering.bytes.append(" data-secret") }
    }

    /// Marks a field whose text runs from right to left; after that the script updates the mark. With `dir="auto"` a
    /// browser would read all of a long text at each key.
    private func writeDirection(of text: String, into rendering: inout Rendering) {
        if text.beginsFromRight { rendering.bytes.append(" dir=\"rtl\"") }
    }

    /// Writes the attribute of a field that has a basis.
    private func writeBasis(_ basis: String?, of port: InputPort, into rendering: inout Rendering) {
        guard let basis else { return }
        rendering.writeAttribute(" data-basis", port.latestBasis ?? basis)
    }
}

extension String {
    /// Whether the first letter, among the first 200 scalars, is of a script that runs from right to left.
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
    /// Returns the hidden field that shows that a form post comes from a page of this site.
    public static func csrfField(_ token: String) -> HTML {
        "<input type=\"hidden\" name=\"csrf\" value=\"\(token)\">"
    }
}

extension HTML.StringInterpolation {
    /// Writes the attribute by which an element offers an input: `<button \(input.refresh)>`.
    public mutating func appendInterpolation(_ input: Observable<some Any>) {
        append(InputMark(input, .offer))
    }

    /// Writes the attributes by which an element offers an input with a value: `<a \(input.selection, value: "12") …>`.
    public mutating func appendInterpolation(_ input: Observable<some Any>, value: String) {
        append(InputMark(input, .value(value)))
    }

    /// Writes the attributes by which an `<input>` sends its text as an input, also under the name `field` in a plain
    /// form post. Its `value` is the text sent last, so that a refused form comes back as it was typed, or else
    /// `initial`.
    ///
    /// A text that others may change meanwhile has a `basis`; see `\(input, area: …)`.
    public mutating func appendInterpolation(
        _ input: Observable<some Any>, field: String, text initial: String = "", basis: String? = nil
    ) {
        append(InputMark(input, .field(field, initial: initial, basis: basis)))
    }

    /// Writes the attributes by which a `<textarea>` sends its text as an input, also under the name `area` in a plain
    /// form post. Its content is `\(input, content: …)`. The initial text is also passed here, as `text`: if it begins
    /// with a letter of a script that runs from right to left, the attribute `dir` is written.
    ///
    /// A text that others may change meanwhile has a `basis`: an input of ``FieldText`` receives it, and
    /// `\(input, basisOf: …)` is put beside the text area.
    public mutating func appendInterpolation(
        _ input: Observable<some Any>, area: String, text initial: String = "", basis: String? = nil
    ) {
        append(InputMark(input, .area(area, initial: initial, basis: basis)))
    }

    /// Writes the hidden field that carries, in a plain form post, the basis of the text of `area`, or of a field of
    /// that name.
    public mutating func appendInterpolation(_ input: Observable<some Any>, basisOf area: String, _ basis: String) {
        append(InputMark(input, .basis(field: area, initial: basis)))
    }

    /// Writes the attributes of a radio button. It is checked when its value was sent last, or `initially`.
    public mutating func appendInterpolation(
        _ input: Observable<some Any>, field: String, value: String, checked initially: Bool
    ) {
        append(InputMark(input, .choice(field: field, value: value, initially: initially)))
    }

    /// Writes the attributes of a checkbox, whose value is `yes`. It is ticked when it was sent so last, or
    /// `initially`.
    public mutating func appendInterpolation(
        _ input: Observable<Bool>, check field: String, ticked initially: Bool = false
    ) {
        append(InputMark(input, .choice(field: field, value: "yes", initially: initially)))
    }

    /// Writes the attributes of a `<select>`; its options are `\(input, options: …)`.
    public mutating func appendInterpolation(_ input: Observable<some Any>, select field: String) {
        append(InputMark(input, .area(field, initial: "", basis: nil)))
    }

    /// Writes options of a `<select>`. The one whose value was sent last is selected, or else the one of `initial`.
    public mutating func appendInterpolation(
        _ input: Observable<some Any>, options: Options, selected initial: String
    ) {
        append(InputMark(input, .options(options, initially: initial)))
    }

    /// Writes the attribute by which a field sends an input when it is left after typing:
    /// `<input \(input.email, field: "email") \(left: input.emailLeft)>`. The typed text is sent first.
    public mutating func appendInterpolation(left input: Observable<Void>) {
        append(InputMark(input, .left))
    }

    /// Writes the content of a text area: the text sent last, or the initial one.
    public mutating func appendInterpolation(_ input: Observable<some Any>, content initial: String) {
        append(InputMark(input, .content(initial)))
    }
}

extension Observable {
    /// Returns a form that sends this input; without a script it is a plain post, with the CSRF token in it.
    ///
    /// - Parameters:
    ///   - value: the only value that it sends, such as the id of an item; nil for an input without a value.
    ///   - attributes: further attributes of the `<form>`.
    ///   - content: the content of the form: its fields and its button. A post of this form fills these fields, and
    ///     those of no other form.
    public func form(value: String? = nil, _ attributes: HTML = "", _ content: HTML) -> HTML {
        HTML(node: InputMark(self, .form(value: value, attributes: attributes, content: content)))
    }
}
