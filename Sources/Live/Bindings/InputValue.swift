/// A type that an input's text can be decoded to. What cannot be decoded is refused before it reaches a view model.
public protocol InputValue {
    /// The value of a text, or nil where it means nothing.
    ///
    /// - Parameter inputText: what the page sent.
    init?(inputText: String)

    /// The same for the text of a field that says what it was made from; see ``FieldText``. Other values leave that out.
    ///
    /// - Parameters:
    ///   - inputText: what the page sent.
    ///   - basis: what the field's basis was when its text was typed; nil when it has none.
    init?(inputText: String, basis: String?)
}

extension InputValue {
    /// The value of the text alone.
    public init?(inputText: String, basis: String?) { self.init(inputText: inputText) }
}

/// The text of a field together with what it was made from, for a text that others may change meanwhile: a view model
/// that keeps versions can tell an edit of the newest one from an edit of one that was overtaken.
public struct FieldText: InputValue, Hashable, Sendable {
    /// What the field holds.
    public var text: String
    /// What the page's field said of itself when it was typed in; nil when it said nothing. It comes from the browser, so it
    /// is no more to be trusted than the text.
    public var basis: String?

    /// - Parameters:
    ///   - text: what the field holds.
    ///   - basis: what the text was made from; nil when that isn't known.
    public init(_ text: String, basis: String? = nil) {
        self.text = text
        self.basis = basis
    }

    /// The text as it is.
    public init?(inputText: String) { self.init(inputText) }

    /// Both as they are.
    public init?(inputText: String, basis: String?) { self.init(inputText, basis: basis) }
}

/// What a field is to hold now, because it was changed elsewhere; see ``Page/fill(_:with:)``.
public struct FieldFill: Hashable, Sendable {
    /// The field's text, or the value of the radio button that is to be chosen.
    public var text: String
    /// What the field says of itself from now on.
    public var basis: String?
    /// Whether it comes at once, also in the place of what was typed in a field that still has the focus: the visitor asked
    /// for it.
    public var isForced: Bool

    /// - Parameters:
    ///   - text: the field's text, or the value of a radio button.
    ///   - basis: what the field says of itself from now on.
    ///   - isForced: whether it comes at once, also while the visitor is in the field.
    public init(_ text: String, basis: String? = nil, isForced: Bool = false) {
        self.text = text
        self.basis = basis
        self.isForced = isForced
    }
}

extension String: InputValue {
    /// The text as it is.
    public init?(inputText: String) { self = inputText }
}

extension Int: InputValue {
    /// A whole number in decimal digits.
    public init?(inputText: String) { self.init(inputText) }
}

/// A checkbox, whose value is `yes`; one that is not ticked has an empty text.
extension Bool: InputValue {
    /// Whether it is ticked; nil for a value that is not the checkbox's.
    public init?(inputText: String) {
        switch inputText {
        case "yes": self = true
        case "": self = false
        default: return nil
        }
    }
}

/// An optional takes any text: what cannot be decoded is nil, for a view model that has an answer to that.
extension Optional: InputValue where Wrapped: InputValue {
    /// The value of the text, or nil as a value.
    public init?(inputText: String) {
        if let value = Wrapped(inputText: inputText) { self = .some(value) } else { self = .none }
    }
}
