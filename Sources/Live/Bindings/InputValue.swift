/// A type that an input's text can be decoded to. What cannot be decoded is refused before it reaches a view model.
public protocol InputValue {
    /// The value of a text, or nil where it means nothing.
    ///
    /// - Parameter inputText: what the page sent.
    init?(inputText: String)
}

extension String: InputValue {
    /// The text as it is.
    public init?(inputText: String) { self = inputText }
}

extension Int: InputValue {
    /// A whole number in decimal digits.
    public init?(inputText: String) { self.init(inputText) }
}

/// An optional takes any text: what cannot be decoded is nil, for a view model that has an answer to that.
extension Optional: InputValue where Wrapped: InputValue {
    /// The value of the text, or nil as a value.
    public init?(inputText: String) {
        if let value = Wrapped(inputText: inputText) { self = .some(value) } else { self = .none }
    }
}
