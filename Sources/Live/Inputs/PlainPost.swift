/// A form post of a browser without a script.
public struct PlainPost: Sendable {
    /// The input that the form sends; nil for the screen's default.
    public var input: String?
    /// The fields of the form, by name.
    public var fields: [String: String]

    public init(input: String?, fields: [String: String]) {
        self.input = input
        self.fields = fields
    }
}

/// The answer to a plain post.
public enum PlainAnswer: Sendable {
    /// Go to another page.
    case redirect(String)
    /// The settled page, with its HTTP status.
    case page(RenderedPage)
    /// The page does not offer that input.
    case notOffered
}

/// A rendered document.
public struct RenderedPage: Sendable {
    /// The document.
    public var html: String
    /// The HTTP status that its slots ask for, 200 when none does.
    public var status: Int
}
