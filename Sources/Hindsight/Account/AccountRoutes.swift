import Foundation
import Hummingbird
import Live
import LiveHTTP

/// The way in and out: the home page, the demo account, signing out.
struct AccountRoutes: Sendable {
    let accounts: any AccountStore
    let pages: LivePages
    let clock: WallClock

    /// What takes a `POST` without the visitor's token: it makes a visitor, whoever that was before.
    static let withoutToken: Set<String> = [Routes.demo.path()]

    func add(to router: Router<LiveRequestContext>) {
        router.get(RouterPath(Routes.home.path())) { request, context in try await home(request, context) }
        router.post(RouterPath(Routes.demo.path())) { request, context in try await startDemo(request, context) }
        router.post(RouterPath(Routes.signOut.path())) { request, _ in try await signOut(request) }
    }

    private func home(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        let visitor = try await context.identity.visitor
        let copy = pages.copy(for: request, visitor)
        let page = HomePage(copy: copy, today: copy.day(of: clock()), isSignedIn: visitor?.isGuest == false)
        return RenderedPage(page.html).response()
    }

    private func startDemo(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        let copy = pages.copy(for: request, try await context.identity.visitor)
        let timeZone = try await context.form(request)["timeZone"].flatMap { TimeZoneID($0) }
        var generator = SystemRandomNumberGenerator()
        let samples = SampleGoals.make(
            in: copy.language, timeZone: timeZone ?? .utc, now: clock(), using: &generator)
        let session = try await accounts.createDemoAccount(goals: samples, language: nil, timeZone: timeZone)
        // Its cookie is about to be replaced: nobody could sign out of that session any more.
        try await endSession(of: request)
        var response = Response.redirect(to: Routes.completedGoals.path(), type: .normal)
        SessionCookie.set(session, on: &response, for: request)
        return response
    }

    private func signOut(_ request: Request) async throws -> Response {
        try await endSession(of: request)
        var response = Response.redirect(to: Routes.home.path(), type: .normal)
        SessionCookie.clear(on: &response, for: request)
        return response
    }

    private func endSession(of request: Request) async throws {
        guard let token = SessionCookie.token(of: request), let signedIn = try await accounts.session(token) else {
            return
        }
        try await accounts.endSession(token)
        await pages.endPages(ofLogin: signedIn.login)
    }
}

/// The cookie that holds a browser's session token.
enum SessionCookie {
    private static let name = "hindsight"

    static func token(of request: Request) -> SessionToken? {
        request.siteCookie(name).flatMap { SessionToken($0) }
    }

    static func set(_ session: NewSession, on response: inout Response, for request: Request) {
        let lifetime = Int(AccountStoreLimits.sessionLifetime.components.seconds)
        response.setSiteCookie(name, session.token.text, maxAge: lifetime, for: request)
    }

    static func clear(on response: inout Response, for request: Request) {
        response.setSiteCookie(name, "", maxAge: 0, for: request)
    }
}

extension LivePages {
    /// The words for whoever sends a request.
    func copy(for request: Request, _ visitor: Visitor?) -> Copy {
        Copy(language: language(of: request, visitor), timeZone: visitor?.timeZone)
    }
}

extension Visit {
    /// The owner of the page, as the store knows it.
    var account: AccountID {
        get throws {
            guard let account = AccountID(owner) else { throw HTTPError(.unauthorized) }
            return account
        }
    }
}
