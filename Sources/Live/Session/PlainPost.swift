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

    /// What a screen is told of it, before it is made.
    package var form: Visit.PostedForm { Visit.PostedForm(input: input) }
}

/// A form post has a text that its input doesn't take, since it has too many bytes (``Page/input(_:limit:)``), or more
/// texts than its page has room for (``SessionLimits/typedBytesPerPage``). Nothing of it was carried out.
public struct TooLarge: Error {
    /// The only one.
    public init() {}
}

/// The answer to a request for a page: a document, or where its effects lead instead.
public struct RenderedPage: Sendable {
    /// The document, in UTF-8.
    public var bytes: [UInt8]
    /// The HTTP status that its effects ask for, 200 when none does.
    public var status: Int
    /// How long whoever asked should wait before the next try; nil leaves it to the status.
    public var retryAfter: Duration?
    /// The address that the browser goes on to, instead of showing the document.
    public internal(set) var redirect: String?
    /// What is said on the page at that address, once.
    public internal(set) var redirectFlash: String?
    /// Logins that are over: their pages end once this is answered.
    public internal(set) var endedLogins: [String] = []
    /// Cookies for the browser.
    public internal(set) var cookies: [PageCookie] = []

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
