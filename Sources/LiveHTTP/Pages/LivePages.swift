import HTTPTypes
import Hummingbird
import HummingbirdCore
import Live

/// The HTTP side of screens: serves their pages (`GET`), their forms for browsers without a script (`POST`), and for
/// each open page its stream and its inputs under `/live/`.
///
/// ```swift
/// var pages = LivePages(sessions: sessions, signingKey: key, languages: ["en"], signIn: "/login") { request in … }
/// pages.page(Route("/cheers"), for: .anyone) { visit in CheersScreen() }
/// pages.page(Route("/goals/{id}/review", GoalID.self)) { visit, goal in try await reviewScreen(visit, goal) }
/// let router = pages.router { status, request, visitor in … }
/// ```
public struct LivePages: Sendable {
    /// The visitors who can open a page.
    public enum Audience: Sendable {
        /// Only signed-in visitors. Others are redirected to sign in.
        case signedIn
        /// Everybody. A visitor who isn't signed in is recognised by a cookie, for which nothing is stored.
        case anyone
    }

    /// A route with its screen.
    struct Entry: Sendable {
        let pattern: PathPattern
        let audience: Audience
        let revisions: (any PageRevisions)?
        let isShared: Bool
        let makeScreen: @Sendable (Visit) async throws -> any Screen
    }

    /// Settings that few requests need. A class, since each open stream has a copy of its pages.
    private final class Settings: Sendable {
        let signIn: String
        let uploads: UploadFolder?

        init(signIn: String, uploads: UploadFolder?) {
            self.signIn = signIn
            self.uploads = uploads
        }
    }

    /// The endpoint of all streams.
    static let endpoint = "/live/{token}"

    let sessions: LiveSessions
    let key: PageAddress.Key
    let guests: GuestCookie
    let findVisitor: @Sendable (Request) async throws -> Visitor?
    let languages: [String]
    let files: PublicFiles?
    let trustsProxies: Bool
    private let settings: Settings
    var signIn: String { settings.signIn }
    var uploads: UploadFolder? { settings.uploads }
    /// The entries by the pattern, which is the name of the endpoint.
    private var entries: [String: Entry] = [:]

    /// - Parameters:
    ///   - sessions: the open pages.
    ///   - signingKey: the key, at least 32 bytes; the same after a restart, so that open pages can be restored.
    ///   - languages: the primary language tags; the first is the default for requests that ask for none of them.
    ///   - signIn: the address that a visitor who is not signed in is redirected to, with the requested address in
    ///     `?next=`. If it is a page for everybody, it also answers a form whose sender has to sign in first
    ///     (`Visit.keptForm`). An app whose pages are all for everybody needs none.
    ///   - files: the files that browsers load besides pages; nil for none.
    ///   - uploads: the folder for files that visitors send; nil when no page takes any.
    ///   - guestLifetime: the time after its first visit in which a browser without an account is known, for data that hang
    ///     on a guest; browsers allow 400 days at most. Nil until the browser is closed.
    ///   - guestCookie: the name of the cookie by which a browser without an account is known. Cookies don't know ports: two
    ///     sites of one host need different names, or each takes the other's guests away.
    ///   - trustsProxies: whether the `X-Forwarded-For` of every peer is used. Set it only if every request passes
    ///     through a proxy; otherwise clients can spoof their address. A proxy on this machine is always trusted.
    ///   - visitor: returns the visitor that a request comes from; nil when nobody is signed in, as by default.
    public init(
        sessions: LiveSessions, signingKey: [UInt8], languages: [String], signIn: String = "/",
        files: PublicFiles? = nil, uploads: UploadFolder? = nil, guestLifetime: Duration? = nil,
        guestCookie: String = "visitor", trustsProxies: Bool = false,
        visitor: @escaping @Sendable (Request) async throws -> Visitor? = { _ in nil }
    ) {
        self.sessions = sessions
        key = PageAddress.Key(signingKey)
        guests = GuestCookie(signingKey, name: guestCookie, lifetime: guestLifetime)
        self.languages = languages
        settings = Settings(signIn: signIn, uploads: uploads)
        self.files = files
        self.trustsProxies = trustsProxies
        findVisitor = visitor
    }

    /// Serves a screen at a route.
    ///
    /// - Parameters:
    ///   - route: the route. Each route can be served only once.
    ///   - audience: the visitors who can open it.
    ///   - revisions: the states of what its documents show, so that one is kept until something changes. The screen then
    ///     gets a visit without what belongs to one page or one login. Nil for a page that shows more than the owner's data
    ///     and the day, such as the time, or what others do.
    ///   - isShared: whether all pages that have the same document have one graph until they are acted on, and none while
    ///     nothing changes. What they show may not depend on what has happened since they were opened, as with a field
    ///     whose text others change, or rows that stay in their order.
    ///   - make: makes the screen of a visit from the values in its path. It may throw the error to answer with, such
    ///     as a 404 for a missing object.
    public mutating func page<each Parameter>(
        _ route: Route<repeat each Parameter>, for audience: Audience = .signedIn,
        keptBy revisions: (any PageRevisions)? = nil, shared isShared: Bool = false,
        _ make: @escaping @Sendable (Visit, repeat each Parameter) async throws -> any Screen
    ) {
        let pattern = route.pattern
        precondition(entries[pattern.description] == nil, "\(pattern) is served twice")
        entries[pattern.description] = Entry(
            pattern: pattern, audience: audience, revisions: revisions, isShared: isShared
        ) { visit in
            guard let values = route.match(visit.path) else { throw HTTPError(.notFound) }
            return try await make(visit, repeat each values)
        }
    }

    /// Returns a router with all pages and the middleware for every request: identification, security headers, designed
    /// errors, clean paths, files, and forgery protection. Routes that are added to it later pass through the
    /// middleware too.
    ///
    /// - Parameters:
    ///   - withoutToken: the paths of endpoints that accept a `POST` without the visitor's token.
    ///   - filePaths: the paths of endpoints that receive forms with a file, by
    ///     ``LiveRequestContext/receiveFile(_:upTo:take:)``.
    ///   - statusOf: returns the status of the application's own errors; nil for unforeseen ones.
    ///   - errorPage: the page for a status.
    public func router(
        withoutToken: Set<String> = [],
        filePaths: Set<String> = [],
        statusOf: @escaping @Sendable (any Error) -> HTTPResponse.Status? = { _ in nil },
        errorPage: @escaping ErrorPages.Render
    ) -> LiveRouter {
        let router = Router(context: LiveRequestContext.self, options: .autoGenerateHeadEndpoints)
        let errors = ErrorPages(statusOf: statusOf, render: errorPage)
        router.add(middleware: Identification(pages: self))
        router.add(middleware: SecurityHeaders())
        router.add(middleware: errors)
        router.add(middleware: CleanPaths())
        router.add(middleware: ForgeryProtection(pages: self, withoutToken: withoutToken, filePaths: filePaths))
        for entry in entries.values {
            let path = RouterPath(entry.pattern.description)
            router.get(path) { request, context in try await get(request, context, entry) }
            router.post(path) { request, context in try await post(request, context, entry) }
        }
        // Added after the pages, which need not pass through it: a file is looked for only where no page was found.
        if let files { router.add(middleware: PublicFilesMiddleware(files: files)) }
        return LiveRouter(router, self, errors)
    }

    /// Gives a request the means to find its visitor.
    func identify(_ request: Request, _ context: LiveRequestContext) {
        context.identity.set(
            { [findVisitor, guests] request in try await findVisitor(request) ?? guests.visitor(of: request) },
            of: request, trustsProxies: trustsProxies)
    }

    /// Returns the address that a visitor who has to sign in first is redirected to; from there they continue
    /// (`?next=`).
    ///
    /// - Parameter address: the path and query of the requested page.
    func signIn(for address: String) -> String { (["next": address] as Query).following(signIn) }

    /// Ends all open pages of a login, as at a sign-out.
    public func endPages(ofLogin login: String) async {
        await sessions.endAll(ofLogin: login)
    }

    /// Returns the language of a request: the account's own choice, that of the browser's user (``Choice/language``),
    /// or the one negotiated with the browser.
    public func language(of request: Request, _ visitor: Visitor?) -> String {
        visitor?.language ?? Choice.language.value(of: request, among: languages)
            ?? LanguageNegotiation.pick(request.headers[.acceptLanguage], among: languages)
    }

    /// Returns `light` or `dark`: the account's own choice, or that of the browser's user (``Choice/theme``); nil
    /// leaves it to the browser.
    public func theme(of request: Request, _ visitor: Visitor?) -> String? {
        visitor?.theme ?? Choice.theme.value(of: request, among: ["light", "dark"])
    }

    /// The cacheable addresses of files, by their plain ones; see ``PublicFiles``.
    public var assets: [String: String] { files?.addresses ?? [:] }

    /// Returns the page that is served at an endpoint; nil when it is not a page.
    func entry(at endpoint: String) -> Entry? { entries[endpoint] }

    /// Returns the context of a page at this address, with all that a kept document depends on, and without what only a
    /// page of its own can: see ``complete(_:_:_:)``.
    func visit(_ path: String, _ query: Query, _ request: Request, _ visitor: Visitor) -> Visit {
        var visit = Visit(
            path: path, query: query, language: language(of: request, visitor), theme: theme(of: request, visitor),
            assets: assets, timeZone: visitor.timeZone, owner: visitor.owner, login: visitor.login,
            loginRemaining: visitor.remaining, isGuest: visitor.isGuest, csrf: visitor.makeFormToken())
        visit.ownerName = visitor.name
        visit.origin = request.origin
        return visit
    }

    /// Adds the client, the files and the cookies to the context of a page.
    func complete(_ visit: inout Visit, _ request: Request, _ context: LiveRequestContext) {
        visit.client = context.client(of: request)
        visit.files = uploads
        visit.cookies = request.siteCookies
    }

    /// Returns the address of the stream of a page that is about to be opened, which contains its name.
    ///
    /// - Parameter variant: the name of the screen among those of its route.
    func address(of variant: String, _ entry: Entry, _ visit: Visit) -> String {
        let address = PageAddress(
            nonce: visit.pageName, pattern: entry.pattern.description,
            values: entry.pattern.values(in: visit.path)?.map(String.init) ?? [], variant: variant,
            query: visit.query.removing("input").text)
        return "/live/" + address.token(login: visit.login, key: key)
    }

    /// Returns what the document of a page is made from; nil for a page whose document is not kept.
    func source(_ entry: Entry, _ visit: Visit) -> PageSource? {
        // A message that is shown once belongs to this page alone.
        guard let revisions = entry.revisions, visit.flash == nil else { return nil }
        return PageSource(
            visit, revisions: revisions, release: files?.fingerprint ?? PublicFiles.executable,
            isShared: entry.isShared,
            epoch: { [key] in PageAddress.epoch(of: $0, key: key) }, makeScreen: entry.makeScreen)
    }
}

/// A middleware that gives every request the means to find its visitor.
private struct Identification: RouterMiddleware {
    let pages: LivePages

    func handle(
        _ request: Request, context: LiveRequestContext, next: (Request, LiveRequestContext) async throws -> Response
    ) async throws -> Response {
        pages.identify(request, context)
        return try await next(request, context)
    }
}
