import Streams

/// An Input in the markup: the element that carries it offers it.
struct InputMark {
    enum Kind {
        /// ` data-input="name"`
        case offer
        /// The same, with the value that is sent.
        case value(String)
        /// A text field.
        case field(String)
        /// One of several: a radio button.
        case choice(field: String, value: String, initially: Bool)
        /// A text area's content: the newest text sent, or the initial one.
        case content(String)
        /// A form that sends this input, and works without a script.
        case form(attributes: HTML, content: HTML)
    }

    let identity: ObjectIdentifier
    let kind: Kind
}

extension HTML.StringInterpolation {
    /// The attribute by which an element offers an input: `<button \(input.refresh)>`.
    public mutating func appendInterpolation(_ input: Observable<some Any>) {
        pieces.append(.input(InputMark(identity: ObjectIdentifier(input), kind: .offer)))
    }

    /// The attributes by which an element offers an input with a value: `<a \(input.selection, value: "12") …>`.
    public mutating func appendInterpolation(_ input: Observable<some Any>, value: String) {
        pieces.append(.input(InputMark(identity: ObjectIdentifier(input), kind: .value(value))))
    }

    /// The attributes by which a text field sends its text as an input, also under `field` in a plain form post.
    public mutating func appendInterpolation(_ input: Observable<some Any>, field: String) {
        pieces.append(.input(InputMark(identity: ObjectIdentifier(input), kind: .field(field))))
    }

    /// The attributes of one radio button. It is checked when its value was sent last, or `initially`.
    public mutating func appendInterpolation(
        _ input: Observable<some Any>, field: String, value: String, checked initially: Bool
    ) {
        let kind = InputMark.Kind.choice(field: field, value: value, initially: initially)
        pieces.append(.input(InputMark(identity: ObjectIdentifier(input), kind: kind)))
    }

    /// The content of a text area: what was sent last, or what it starts with.
    public mutating func appendInterpolation(_ input: Observable<some Any>, content initial: String) {
        pieces.append(.input(InputMark(identity: ObjectIdentifier(input), kind: .content(initial))))
    }
}

extension Observable {
    /// A form that sends this input: without a script by a plain post, with the CSRF token in it.
    public func form(_ attributes: HTML = "", _ content: HTML) -> HTML {
        let kind = InputMark.Kind.form(attributes: attributes, content: content)
        return HTML(pieces: [.input(InputMark(identity: ObjectIdentifier(self), kind: kind))])
    }
}
