import Foundation
import HTTPTypes
import HindsightDomain
import Hummingbird
import Live
import LiveHTTP
import LiveSite

/// The way in and out: the home page, the demo account, signing out; help, privacy and the page that is shown offline; and
/// the choices at the foot of every page.
struct AccountRoutes: Sendable {
    let service: AccountService
    let goals: any GoalStore
    let pages: LivePages
    let clock: WallClock

    private var accounts: any AccountStore { service.store }

    /// Paths that take a `POST` without the visitor's CSRF token, since they create a visitor.
    static let withoutToken: Set<String> = [Routes.demo.path()]

    func add(to router: LiveRouter) {
        router.get(RouterPath(Routes.home.path())) { request, context in try await home(request, context) }
        router.get(RouterPath(Routes.help.path())) { request, context in
            try await info(request, context, \.help, \.helpLead, \.helpSections) { ShortcutHelp(strings: $0).html }
        }
        router.get(RouterPath(Routes.privacy.path())) { request, context in
            try await info(request, context, \.privacy, \.privacyLead, \.privacySections)
        }
        router.get(RouterPath(Routes.offline.path())) { request, context in
            try await info(request, context, \.offlineHeading, \.offlineLead, \.offlineSections, isOffline: true)
        }
        router.get(RouterPath(Routes.demo.path())) { request, context in
            try await ask(.newDemo, request, context)
        }
        router.post(RouterPath(Routes.demo.path())) { request, context in try await startDemo(request, context) }
        router.get(RouterPath(Routes.signOut.path())) { request, context in
            try await ask(.signingOut, request, context)
        }
        router.post(RouterPath(Routes.signOut.path())) { request, context in try await signOut(request, context) }
        router.get(RouterPath(Routes.welcome.path())) { request, context in try await welcome(request, context) }
        router.post(RouterPath(Routes.choices.path())) { request, context in try await choose(request, context) }
    }

    /// The start page. Members are led on from it, unless they ask for it (``Routes/about``).
    private func home(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        let visitor = try await context.identity.visitor
        // A demo account is none of one's own yet: its visitor may still want to read what this is.
        if visitor?.name != nil, Query(request.uri.query ?? "")["about"] == nil {
            var response = Response.redirect(to: Routes.today.path(), type: .normal)
            response.headers[.cacheControl] = "no-store"
            response.headers[.vary] = "Cookie"
            return response
        }
        let strings = pages.strings(for: request, visitor)
        let page = HomePage(
            strings: strings, today: strings.day(of: clock()), frame: Frame(request, visitor, pages),
            origin: request.origin)
        return RenderedPage(page.html).response(to: request)
    }

    private func info(
        _ request: Request, _ context: LiveRequestContext, _ heading: (Strings) -> String,
        _ lead: (Strings) -> String, _ sections: (Strings) -> [InfoPage.Section], isOffline: Bool = false,
        end: (Strings) -> HTML = { _ in "" }
    ) async throws -> Response {
        let visitor = try await context.identity.visitor
        let strings = pages.strings(for: request, visitor)
        let page = InfoPage(
            strings: strings, frame: Frame(request, visitor, pages), heading: heading(strings), lead: lead(strings),
            sections: sections(strings), end: end(strings), address: request.origin + request.uri.path,
            isOffline: isOffline)
        return RenderedPage(page.html).response(to: request)
    }

    /// Asks first, since nobody comes back to a demo account. Who has none goes to the start.
    private func ask(
        _ way: LeavingPage.Way, _ request: Request, _ context: LiveRequestContext
    ) async throws -> Response {
        guard let signedIn = try await signedIn(request) else {
            return .redirect(to: Routes.home.path(), type: .normal)
        }
        let visitor = try await context.identity.visitor
        let page = LeavingPage(
            strings: pages.strings(for: request, visitor), frame: Frame(request, visitor, pages), way: way,
            content: signedIn.isDemo ? try await accounts.content(of: signedIn.account) : nil)
        return RenderedPage(page.html).response(to: request)
    }

    private func startDemo(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        let fields = try await context.form(request)
        // A start page that was open before somebody signed in has a button that doesn't ask.
        if fields[LeavingPage.consent] == nil, try await signedIn(request) != nil {
            return .redirect(to: Routes.demo.path(), type: .normal)
        }
        let visitor = try await context.identity.visitor
        let strings = pages.strings(for: request, visitor)
        let client = context.client(of: request)
        if case .tooOften(let wait) = try await accounts.attempt(
            AttemptLimit.demo(from: client), on: nil, from: client)
        {
            let page = ErrorPage(
                strings: strings, status: 429, frame: Frame(request, visitor, pages), text: strings.tooOften(wait))
            var rendered = RenderedPage(page.html, status: 429)
            rendered.retryAfter = wait
            return rendered.response(to: request)
        }
        let timeZone = fields["timeZone"].flatMap { TimeZoneID($0) }
        var generator = SystemRandomNumberGenerator()
        let samples = SampleGoals.make(
            in: strings.language, timeZone: timeZone ?? .utc, now: clock(), using: &generator)
        let session = try await accounts.createDemoAccount(
            goals: samples, language: nil, timeZone: timeZone, from: client)
        // Its cookie is about to be replaced: nobody could sign out of that session any more.
        try await endSession(of: request)
        var response = Response.redirect(to: Routes.completedGoals.path(), type: .normal)
        response.setCookies(session.cookies, for: request)
        return response
    }

    private func signOut(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        if let signedIn = try await signedIn(request), !signedIn.isDemo {
            try await accounts.record(.signedOut, of: signedIn.account, from: context.client(of: request))
        }
        try await endSession(of: request)
        var response = Response.redirect(to: Routes.home.path(), type: .normal)
        response.setCookies(SessionCookie.cleared, for: request)
        // Removes the browser's cached pages of the account, and their stored data, too.
        response.headers[.clearSiteData] = "\"cache\", \"storage\""
        return response
    }

    /// Takes a choice, and leads back to where it was made. It is kept in the account, and in a cookie, so that the page
    /// after signing out looks the same. The time zone comes by a script alone, for an account of which it isn't known.
    private func choose(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        let fields = try await context.form(request)
        if fields["language"] == nil, fields["theme"] == nil, let text = fields["timeZone"] {
            guard let timeZone = TimeZoneID(text) else { throw HTTPError(.unprocessableContent) }
            if let signedIn = try await signedIn(request), signedIn.timeZone == nil {
                _ = try await accounts.learn(timeZone, of: signedIn.account)
            }
            return Response(status: .noContent)
        }
        var response = Response.redirect(to: request.ownReferrer ?? Routes.home.path(), type: .normal)
        let choice = try SiteChoice { fields[$0] }
        choice.remember(on: &response, for: request)
        let preference: Preference =
            switch choice {
            case .language(let language): .language(language)
            case .theme(let theme): .theme(theme)
            }
        if let signedIn = try await signedIn(request) { try await accounts.set([preference], of: signedIn.account) }
        return response
    }

    /// Answers a browser that has just registered, with its new session. The session of the demo account that became
    /// the account has a little lifetime left, for this.
    private func welcome(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        guard let signedIn = try await signedIn(request) else {
            return .redirect(to: Routes.signIn.path(), type: .normal)
        }
        if request.method != .head {
            for login in try await accounts.endReplacedSessions(of: signedIn.account, except: signedIn.login) {
                await pages.endPages(ofLogin: login)
            }
        }
        if let invitation = Query(request.uri.query ?? "").invitation {
            return .redirect(to: Routes.invitation.path(invitation), type: .normal)
        }
        // Whoever has finished nothing yet begins with a goal.
        let counts = try await goals.goalsOverview(of: signedIn.account).counts
        let first = counts.completed > 0 ? Routes.completedGoals : Routes.activeGoals
        return .redirect(to: first.path(), type: .normal)
    }

    private func signedIn(_ request: Request) async throws -> SignedIn? {
        guard let token = SessionCookie.token(of: request) else { return nil }
        return try await accounts.session(token)
    }

    private func endSession(of request: Request) async throws {
        guard let token = SessionCookie.token(of: request), let signedIn = try await accounts.session(token) else {
            return
        }
        try await accounts.endSession(token)
        await pages.endPages(ofLogin: signedIn.login)
    }
}

extension HTTPField.Name {
    fileprivate static let clearSiteData = Self("Clear-Site-Data")!
}
