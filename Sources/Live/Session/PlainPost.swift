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

    /// The parts that a screen can see before it is made.
    package var form: Visit.PostedForm { Visit.PostedForm(input: input) }
}

/// An error for a form post with a text that its input refuses, since it has too many bytes (``Page/input(_:limit:)``),
/// or with more text than its page has room for (``SessionLimits/typedBytesPerPage``). Nothing of it was carried out.
public struct TooLarge: Error {
    /// Creates the error.
    public init() {}
}

/// The answer to a request for a page: a document, or a redirect by one of its effects.
public struct RenderedPage: Sendable {
    private var ownBytes: [UInt8]
    /// The kept document that this is, and what is written into its holes; nil for any other.
    package private(set) var kept: (document: KeptDocument, texts: PageTexts)?
    /// The HTTP status that effects have set; 200 when none has.
    public var status: Int
    /// Time to wait before the next try; nil to derive it from the status.
    public var retryAfter: Duration?
    /// Target of the redirect that replaces the document; nil for none.
    public internal(set) var redirect: String?
    /// One-time message for the page at the target of the redirect.
    public internal(set) var redirectFlash: String?
    /// Logins that have ended: their pages end once this is answered.
    public internal(set) var endedLogins: [String] = []
    /// Cookies for the browser.
    public internal(set) var cookies: [PageCookie] = []

    init(bytes: [UInt8], status: Int) {
        ownBytes = bytes
        self.status = status
    }

    init(_ document: KeptDocument, _ texts: PageTexts) {
        ownBytes = []
        status = 200
        kept = (document, texts)
    }

    /// Creates a page without slots and inputs: nothing of it is live.
    ///
    /// - Parameters:
    ///   - html: the whole document.
    ///   - status: its HTTP status.
    public init(_ html: HTML, status: Int = 200) {
        assert(html.holes.isEmpty, "A page that is not opened has no slots and no inputs.")
        self.init(bytes: html.bytes, status: status)
    }

    /// The answer for a page whose session has ended.
    static let gone = RenderedPage(bytes: [], status: 410)

    /// The document, in UTF-8.
    public var bytes: [UInt8] {
        kept.map { $0.texts.filling($0.document.pieces, $0.document.holes) } ?? ownBytes
    }

    /// Replaces the placeholders of a document that is not kept.
    mutating func fill(_ texts: PageTexts) { ownBytes = texts.filling(ownBytes) }

    /// The document as text.
    public var html: String { String(decoding: bytes, as: UTF8.self) }
}
