/// The request context that a page is built from: its address, its language, and its owner.
public struct Visit: Sendable {
    /// The path, such as `/goals/12/review`.
    public var path: String
    /// The address's query.
    public var query: Query
    /// The language of the page: a BCP 47 tag.
    public var language: String
    /// Theme of the page, `light` or `dark`; nil leaves it to the browser.
    public var theme: String?
    /// The cacheable addresses of the site's files, by their plain ones; see ``asset(_:)``.
    public var assets: [String: String]
    /// The time zone of its owner, an IANA identifier such as `Asia/Seoul`; nil when it is not known.
    public var timeZone: String?
    /// Owner of the page: the account, or the browser of a visitor who is not signed in.
    public var owner: String
    /// The login that the page ends with, or again the browser of a visitor who is not signed in. Safe to log. For a
    /// document that is kept, the owner.
    public var login: String
    /// Time until the login ends; nil when it has no end.
    public var loginRemaining: Duration?
    /// Whether nobody is signed in.
    public var isGuest: Bool
    /// The token that a form must carry to be accepted; a placeholder in a document that is kept.
    public var csrf: String
    /// A name for the page that no other has, of 1 to 40 digits and letters of a to z; see ``Draft``. A page that is
    /// restored has the name that it had. A placeholder in a document that is kept.
    public var pageName: String
    /// Display name of the owner; nil for none.
    public var ownerName: String?
    /// Cookies that were set by `Page.setCookie(on:_:)`, as they were when the page was requested.
    public var cookies = PageCookies()
    /// The files that visitors have sent; nil where none are taken, and in a document that is kept.
    public var files: (any WaitingFiles)?
    /// The client that the request comes from.
    public var client: Client
    /// The site's own origin, as the browser reached it, such as `https://example.org`; empty when it is not known.
    public var origin = ""
    /// The one-time message that the previous page sent along; nil for none.
    public var flash: String?
    /// The form post that is being answered; nil when there is none.
    public var posted: PostedForm?
    /// The form of a visitor who had to sign in first, so that it could not be accepted, on the sign-in page; nil for
    /// none.
    public var keptForm: KeptForm?
    /// The problem of the request that is answered with this page; nil for none.
    public var problem: Problem?
    /// Variant that the page was (``Screen/variant``), when it is being restored; nil otherwise.
    public var variant: String?
    /// Position of the page when its session was lost: the newest text of its resume effect. It comes from the browser,
    /// so it is no more to be trusted than a query.
    public var position: String?

    /// The reason why a form post was answered with its page, the texts kept, instead of being carried out.
    public enum Problem: Sendable, Equatable {
        /// Its CSRF token was missing or not this session's.
        case staleForm
        /// The page does not offer the input that was posted.
        case notOffered
        /// It is still being carried out, and takes longer than an answer can wait.
        case unfinished
    }

    /// How a page began.
    public enum Beginning: Sendable {
        /// It was opened.
        case opened
        /// It was open before, and its session was lost.
        case restored
        /// It answers a form that a browser without the script has posted.
        case posted
        /// It answers a form that was not accepted: what was typed is shown, and nothing is done with it.
        case refused
    }

    /// How the page of this visit begins.
    public var beginning: Beginning {
        if problem != nil { return .refused }
        return posted != nil ? .posted : variant != nil ? .restored : .opened
    }

    /// Returns a random ``pageName`` of 13 characters.
    public static func newPageName() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 36)
        return String(repeating: "0", count: 13 - digits.utf8.count) + digits
    }

    /// A form as it was posted, to be sent again.
    public struct KeptForm: Sendable, Hashable, Codable {
        /// The path that it is sent to, with its query.
        public var address: String
        /// The texts of its fields, by name.
        public var fields: [String: String]

        /// - Parameters:
        ///   - address: the path that it is sent to, with its query.
        ///   - fields: the texts of its fields, by name.
        public init(address: String, fields: [String: String]) {
            self.address = address
            self.fields = fields
        }
    }

    /// A form that was posted.
    public struct PostedForm: Sendable, Equatable {
        /// The input that it sends; nil when its address names none.
        public var input: String?
    }

    /// - Parameters:
    ///   - path: the path of the page.
    ///   - query: the address's query.
    ///   - language: a BCP 47 tag.
    ///   - theme: `light` or `dark`; nil leaves it to the browser.
    ///   - assets: the cacheable addresses of the site's files, by their plain ones.
    ///   - timeZone: an IANA identifier; nil when it is not known.
    ///   - owner: the owner of the page.
    ///   - login: the login that the page ends with; nil for an owner that has only one login.
    ///   - loginRemaining: the time until the login ends; nil when it has no end.
    ///   - isGuest: whether nobody is signed in.
    ///   - csrf: the token that its forms carry.
    ///   - pageName: a name for the page that no other has; nil for a new one.
    ///   - client: the client that the request comes from.
    public init(
        path: String, query: Query = Query(), language: String = "en", theme: String? = nil,
        assets: [String: String] = [:],
        timeZone: String? = nil, owner: String = "", login: String? = nil, loginRemaining: Duration? = nil,
        isGuest: Bool = false, csrf: String = "", pageName: String? = nil, client: Client = Client()
    ) {
        self.path = path
        self.query = query
        self.language = language
        self.theme = theme
        self.assets = assets
        self.timeZone = timeZone
        self.owner = owner
        self.login = login ?? owner
        self.loginRemaining = loginRemaining
        self.isGuest = isGuest
        self.csrf = csrf
        self.pageName = pageName ?? Self.newPageName()
        self.client = client
    }

    /// Returns the cacheable address of one of the site's files; an unknown path is returned as it is.
    ///
    /// - Parameter path: its plain address, such as `/live.js`.
    public func asset(_ path: String) -> String { assets[path] ?? path }

    /// Returns the address that a form which sends `input` posts to: this page, its query kept.
    func formAction(input: String) -> String {
        query.removing("input").adding("input", input).following(path)
    }
}
