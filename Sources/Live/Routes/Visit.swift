/// The request context that a page is built from: its address, its language, and whose it is.
public struct Visit: Sendable {
    /// The path, such as `/goals/12/review`.
    public var path: String
    /// The address's query.
    public var query: Query
    /// The language of the page: a BCP 47 tag.
    public var language: String
    /// Whether the page is to be `light` or `dark`; nil leaves it to the browser.
    public var theme: String?
    /// The addresses of the site's files by which browsers may keep them, by their plain ones; see ``asset(_:)``.
    public var assets: [String: String]
    /// The time zone of its owner, an IANA identifier such as `Asia/Seoul`; nil when it is not known.
    public var timeZone: String?
    /// Whose page it is: the account, or the browser of somebody who is not signed in.
    public var owner: String
    /// What the page ends with: the login, or again the browser of somebody who is not signed in. Safe to log.
    public var login: String
    /// How long the login lasts from now; nil when it has no end.
    public var loginRemaining: Duration?
    /// Whether nobody is signed in.
    public var isGuest: Bool
    /// The token that a form must carry to be accepted.
    public var csrf: String
    /// What the owner is called; nil for nobody in particular.
    public var ownerName: String?
    /// What the browser was given by `Page.setCookie(on:_:)`, as it was when the page was asked for.
    public var cookies = PageCookies()
    /// Where it comes from.
    public var client: Client
    /// The site's own address, as the browser came to it, such as `https://example.org`; empty when it is not known.
    public var origin = ""
    /// What the page before said on its way here, to be shown once.
    public var flash: String?
    /// The form post that is being answered; nil when there is none.
    public var posted: PostedForm?
    /// A form that could not be taken, since its sender has to sign in first, on the page for that.
    public var keptForm: KeptForm?
    /// What was wrong with the request that is answered with this page.
    public var problem: Problem?
    /// Which of the screens at this route it was (``Screen/variant``), when a page is taken up again.
    public var variant: String?
    /// Where the page was when its session was lost: the newest text of its resume effect. It comes from the browser, so
    /// it is no more to be trusted than a query.
    public var position: String?

    /// Why a form post was answered with its page, the texts kept, instead of being carried out.
    public enum Problem: Sendable, Equatable {
        /// Its CSRF token was missing or not this session's.
        case staleForm
        /// The page does not offer the input that was posted.
        case notOffered
        /// It is being carried out and takes longer than an answer can wait.
        case unfinished
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
    ///   - assets: the addresses of the site's files by which browsers may keep them, by their plain ones.
    ///   - timeZone: an IANA identifier; nil when it is not known.
    ///   - owner: whose page it is.
    ///   - login: what the page ends with; nil for an owner that has one login only.
    ///   - loginRemaining: how long the login lasts from now; nil when it has no end.
    ///   - isGuest: whether nobody is signed in.
    ///   - csrf: the token that its forms carry.
    ///   - client: where it comes from.
    public init(
        path: String, query: Query = Query(), language: String = "en", theme: String? = nil,
        assets: [String: String] = [:],
        timeZone: String? = nil, owner: String = "", login: String? = nil, loginRemaining: Duration? = nil,
        isGuest: Bool = false, csrf: String = "", client: Client = Client()
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
        self.client = client
    }

    /// The address of one of the site's files by which a browser may keep it; the same again for one that is not known.
    ///
    /// - Parameter path: its plain address, such as `/live.js`.
    public func asset(_ path: String) -> String { assets[path] ?? path }

    /// Where a form that sends `input` posts to: this page, its query kept.
    func formAction(input: String) -> String {
        query.removing("input").adding("input", input).following(path)
    }
}
