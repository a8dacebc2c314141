import HTTPTypes
import Hummingbird
import HummingbirdCore
import Live

/// Serves screens: their pages (`GET`), their forms for browsers without a script (`POST`), and for each open page its
/// stream and its inputs under `/live/`.
///
/// ```swift
/// var pages = LivePages(sessions: sessions, signingKey: key, languages: ["en"], signIn: "/login") { request in … }
/// pages.page(Route("/cheers"), for: .anyone) { visit in CheersScreen() }
/// pages.page(Route("/goals/{id}/review", GoalID.self)) { visit, goal in try await reviewScreen(visit, goal) }
/// let router = pages.router { status, request, visitor in … }
/// ```
public struct LivePages: Sendable {
    /// Who can open a page.
    public enum Audience: Sendable {
        /// Whoever is signed in. All others are sent to sign in.
        case signedIn
        /// Everybody. Who isn't signed in is known again by a cookie, for which nothing is stored.
        case anyone
    }

    /// A route with what it shows.
    struct Entry: Sendable {
        let pattern: PathPattern
        let audience: Audience
        let makeScreen: @Sendable (Visit) async throws -> any Screen
    }

    /// The endpoint of all streams.
    static let endpoint = "/live/{token}"

    let sessions: LiveSessions
    let key: PageAddress.Key
    let guests: GuestCookie
    let findVisitor: @Sendable (Request) async throws -> Visitor?
    let languages: [String]
    let signIn: String
    let files: PublicFiles?
    let trustsProxies: Bool
    /// By the pattern, which is the name of the endpoint.
    private var entries: [String: Entry] = [:]

    /// - Parameters:
    ///   - sessions: the open pages.
    ///   - signingKey: at least 32 bytes; the same after a restart, so that open pages find their way back.
    ///   - languages: primary language tags, the default first: it is for everybody who asks for none of them.
    ///   - signIn: where a visitor who is not signed in is sent, with where it goes on (`?next=`). When it is a page for
    ///     everybody, it also answers a form whose sender has to sign in first (`Visit.keptForm`).
    ///   - files: what browsers load beside pages; nil for nothing.
    ///   - trustsProxies: whether all requests come by a proxy, whose word for where they are from is taken
    ///     (`X-Forwarded-For`). That of a proxy on this machine always is.
    ///   - visitor: who a request comes from; nil when nobody is signed in.
    public init(
        sessions: LiveSessions, signingKey: [UInt8], languages: [String], signIn: String,
        files: PublicFiles? = nil, trustsProxies: Bool = false,
        visitor: @escaping @Sendable (Request) async throws -> Visitor?
    ) {
        self.sessions = sessions
        key = PageAddress.Key(signingKey)
        guests = GuestCookie(signingKey)
        self.languages = languages
        self.signIn = signIn
        self.files = files
        self.trustsProxies = trustsProxies
        findVisitor = visitor
    }

    /// Serves a screen at a route.
    ///
    /// - Parameters:
    ///   - route: where it is found. Each route has one call of this.
    ///   - audience: who can open it.
    ///   - make: makes the screen of a visit from the values in its path. It throws what the visit deserves, such as a
    ///     404 for what is not there.
    public mutating func page<each Parameter>(
        _ route: Route<repeat each Parameter>, for audience: Audience = .signedIn,
        _ make: @escaping @Sendable (Visit, repeat each Parameter) async throws -> any Screen
    ) {
        let pattern = route.pattern
        precondition(entries[pattern.description] == nil, "\(pattern) is served twice")
        entries[pattern.description] = Entry(pattern: pattern, audience: audience) { visit in
            guard let values = route.match(visit.path) else { throw HTTPError(.notFound) }
            return try await make(visit, repeat each values)
        }
    }

    /// A router with all pages and what every request goes through: who it comes from, security headers, designed errors,
    /// clean paths, files, and the protection from forgery. What is added to it later goes through that as well.
    ///
    /// - Parameters:
    ///   - withoutToken: paths of endpoints that take a `POST` without the visitor's token.
    ///   - filePaths: paths of endpoints that take forms with a file, by ``LiveRequestContext/receiveFile(_:upTo:take:)``.
    ///   - statusOf: the status of the application's own errors; nil for those that nobody foresaw.
    ///   - errorPage: the page for a status.
    public func router(
        withoutToken: Set<String> = [],
        filePaths: Set<String> = [],
        statusOf: @escaping @Sendable (any Error) -> HTTPResponse.Status? = { _ in nil },
        errorPage: @escaping ErrorPages.Render
    ) -> Router<LiveRequestContext> {
        let router = Router(context: LiveRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(
            middleware: Identification(trustsProxies: trustsProxies) { [findVisitor, guests] request in
                try await findVisitor(request) ?? guests.visitor(of: request)
            })
        router.add(middleware: SecurityHeaders())
        router.add(middleware: ErrorPages(statusOf: statusOf, render: errorPage))
        router.add(middleware: CleanPaths())
        router.add(middleware: ForgeryProtection(pages: self, withoutToken: withoutToken, filePaths: filePaths))
        for entry in entries.values {
            let path = RouterPath(entry.pattern.description)
            router.get(path) { request, context in try await get(request, context, entry) }
            router.post(path) { request, context in try await post(request, context, entry) }
        }
        let stream = RouterPath(Self.endpoint)
        router.get(stream) { request, context in
            try await self.stream(request, context, token: try context.parameters.require("token"))
        }
        router.post(stream) { request, context in
            try await inputs(request, context, token: try context.parameters.require("token"))
        }
        // Behind the pages, which need not go through it: a file is looked for where no page was found.
        if let files { router.add(middleware: PublicFilesMiddleware(files: files)) }
        return router
    }

    /// Where somebody is sent who has to sign in first, and from where it goes on (`?next=`) once they have.
    ///
    /// - Parameter address: the path and query of the page that was asked for.
    func signIn(for address: String) -> String { (["next": address] as Query).following(signIn) }

    /// Ends all open pages of a login, as when it signs out.
    public func endPages(ofLogin login: String) async {
        await sessions.endAll(ofLogin: login)
    }

    /// The language of a request: the account's own choice, that of whoever sits at the browser
    /// (``Choice/language``), or the browser's.
    public func language(of request: Request, _ visitor: Visitor?) -> String {
        visitor?.language ?? Choice.language.value(of: request, among: languages)
            ?? LanguageNegotiation.pick(request.headers[.acceptLanguage], among: languages)
    }

    /// `light` or `dark`: the account's own choice, or that of whoever sits at the browser (``Choice/theme``); nil leaves
    /// it to the browser.
    public func theme(of request: Request, _ visitor: Visitor?) -> String? {
        visitor?.theme ?? Choice.theme.value(of: request, among: ["light", "dark"])
    }

    /// The addresses of files by which browsers may keep them, by their plain ones; see ``PublicFiles``.
    public var assets: [String: String] { files?.addresses ?? [:] }

    /// What is served at an endpoint; nil when that is no page.
    func entry(at endpoint: String) -> Entry? { entries[endpoint] }

    /// The context of a page at this address.
    func visit(
        _ path: String, _ query: Query, _ request: Request, _ context: LiveRequestContext, _ visitor: Visitor
    ) -> Visit {
        var visit = Visit(
            path: path, query: query, language: language(of: request, visitor), theme: theme(of: request, visitor),
            assets: assets, timeZone: visitor.timeZone, owner: visitor.owner, login: visitor.login,
            loginRemaining: visitor.remaining, isGuest: visitor.isGuest, csrf: visitor.makeFormToken(),
            client: context.client(of: request))
        visit.ownerName = visitor.name
        visit.origin = request.origin
        visit.cookies = request.siteCookies
        return visit
    }

    /// The address of the stream of a page that is about to be opened.
    func address(of screen: any Screen, _ entry: Entry, _ visit: Visit) -> String {
        let address = PageAddress(
            nonce: String(UInt64.random(in: .min ... .max), radix: 36), pattern: entry.pattern.description,
            values: entry.pattern.values(in: visit.path)?.map(String.init) ?? [], variant: screen.variant,
            query: visit.query.removing("input").text)
        return "/live/" + address.token(login: visit.login, key: key)
    }
}

/// Has every request know how to find out who it comes from.
private struct Identification: RouterMiddleware {
    let trustsProxies: Bool
    let find: RequestIdentity.Find

    func handle(
        _ request: Request, context: LiveRequestContext, next: (Request, LiveRequestContext) async throws -> Response
    ) async throws -> Response {
        context.identity.set(find, of: request, trustsProxies: trustsProxies)
        return try await next(request, context)
    }
}
