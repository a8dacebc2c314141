/// A form post of a browser without a script.
public struct PlainPost: Sendable {
    /// The input that the form sends; nil for the screen's default.
    public var input: String?
    /// The fields of the form, by name.
    public var fields: [String: String]

    /// - Parameters:
    ///   - input: the input that the form sends; nil for the screen's default.
    ///   - fields: the fields of the form, by name.
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
    /// The document, in UTF-8.
    public var bytes: [UInt8]
    /// The HTTP status that its slots ask for, 200 when none does.
    public var status: Int

    init(bytes: [UInt8], status: Int) {
        self.bytes = bytes
        self.status = status
    }

    /// A page without slots and inputs: nothing of it is live.
    ///
    /// - Parameters:
    ///   - html: the whole document.
    ///   - status: its HTTP status.
    public init(_ html: HTML, status: Int = 200) {
        assert(html.holes.isEmpty, "A page that is not opened has no slots and no inputs.")
        self.init(bytes: html.bytes, status: status)
    }

    /// What is left of a page whose session has ended.
    static let gone = RenderedPage(bytes: [], status: 410)

    /// The document as text.
    public var html: String { String(decoding: bytes, as: UTF8.self) }
}
