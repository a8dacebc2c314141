/// A type that an input's text can be decoded to. A text that cannot be decoded is refused before it reaches a view
/// model.
public protocol InputValue {
    /// Decodes a text; nil when it is invalid.
    ///
    /// - Parameter inputText: the text that the page sent.
    init?(inputText: String)

    /// Decodes the text of a field that has a basis; see ``FieldText``. Other types ignore the basis.
    ///
    /// - Parameters:
    ///   - inputText: the text that the page sent.
    ///   - basis: the field's basis when its text was typed; nil when it has none.
    init?(inputText: String, basis: String?)
}

extension InputValue {
    /// Decodes the text alone.
    public init?(inputText: String, basis: String?) { self.init(inputText: inputText) }
}

/// The text of a field together with its basis (the version that it was edited from), for a text that others may change
/// meanwhile: a view model that stores versions can tell an edit of the newest one from an edit of an outdated one.
public struct FieldText: InputValue, Hashable, Sendable {
    /// The content of the field.
    public var text: String
    /// The field's basis when it was typed in; nil when it has none. It comes from the browser, so it is no more to be
    /// trusted than the text.
    public var basis: String?

    /// - Parameters:
    ///   - text: the content of the field.
    ///   - basis: the version that the text was edited from; nil when that isn't known.
    public init(_ text: String, basis: String? = nil) {
        self.text = text
        self.basis = basis
    }

    /// Takes the text as it is, without a basis.
    public init?(inputText: String) { self.init(inputText) }

    /// Takes both as they are.
    public init?(inputText: String, basis: String?) { self.init(inputText, basis: basis) }
}

/// The new content of a field that was changed elsewhere; see ``Page/fill(_:with:)``.
public struct FieldFill: Hashable, Sendable {
    /// The field's text, or the value of the radio button to check.
    public var text: String
    /// The field's basis from now on.
    public var basis: String?
    /// Whether it replaces the content at once, even of a field that has the focus and was typed in, because the
    /// visitor asked for it.
    public var isForced: Bool

    /// - Parameters:
    ///   - text: the field's text, or the value of a radio button.
    ///   - basis: the field's basis from now on.
    ///   - isForced: whether it replaces the content at once, even while the visitor is in the field.
    public init(_ text: String, basis: String? = nil, isForced: Bool = false) {
        self.text = text
        self.basis = basis
        self.isForced = isForced
    }
}

extension String: InputValue {
    /// Takes the text as it is.
    public init?(inputText: String) { self = inputText }
}

extension Int: InputValue {
    /// Decodes a whole number in decimal digits.
    public init?(inputText: String) { self.init(inputText) }
}

/// The value of a checkbox: `yes`, or an empty text when it is not ticked.
extension Bool: InputValue {
    /// Decodes whether it is ticked; nil for a value that is not a checkbox's.
    public init?(inputText: String) {
        switch inputText {
        case "yes": self = true
        case "": self = false
        default: return nil
        }
    }
}

/// An optional takes any text: one that cannot be decoded becomes nil, for a view model that handles that itself.
extension Optional: InputValue where Wrapped: InputValue {
    /// Decodes the text, and is nil as a value when that fails.
    public init?(inputText: String) {
        if let value = Wrapped(inputText: inputText) { self = .some(value) } else { self = .none }
    }
}
