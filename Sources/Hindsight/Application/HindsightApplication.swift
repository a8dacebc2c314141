import Foundation
import Hummingbird
import Live
import LiveHTTP
import Logging

/// The whole app as a router: tests build the same one with other parts.
public struct HindsightApplication: Sendable {
    public typealias Context = LiveRequestContext

    private let goals: any GoalStore
    private let accounts: any AccountStore
    private let publicFolder: String
    private let clock: WallClock
    private let pages: LivePages

    /// - Parameters:
    ///   - sessions: the open pages.
    ///   - publicFolder: the folder of the style sheet, the script and the pictures.
    /// - Throws: ``StoreError`` when the signing key can't be read.
    public init(
        goals: any GoalStore, accounts: any AccountStore, sessions: LiveSessions, publicFolder: String,
        clock: @escaping WallClock
    ) async throws {
        self.goals = goals
        self.accounts = accounts
        self.publicFolder = publicFolder
        self.clock = clock
        let key = try await accounts.signingKey()
        var pages = LivePages(
            sessions: sessions, signingKey: Array(key), languages: ["ko", "en"], signIn: "/",
            visitor: { request in
                guard let token = SessionCookie.token(of: request) else { return nil }
                return try await accounts.session(token).map {
                    Visitor(
                        owner: $0.account.description, csrf: $0.csrfToken, language: $0.language?.rawValue)
                }
            })
        Self.addScreens(to: &pages, goals: goals)
        self.pages = pages
    }

    private static func addScreens(to pages: inout LivePages, goals: any GoalStore) {
        pages.page("/goals/completed") { visit, _ in
            CompletedGoalsScreen(
                store: goals, owner: try visit.account, copy: visit.copy,
                start: visit.query["after"].flatMap { GoalID($0) })
        }
        pages.page("/goals/{id}/review") { visit, form in
            try await ReviewRoute.screen(visit, form, store: goals)
        }
    }

    /// The router with all routes and middleware.
    public func router() -> Router<Context> {
        let router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityHeaders())
        router.add(
            middleware: ErrorPages(
                statusOf: { error in
                    switch error as? StoreError {
                    case .notFound: .notFound
                    case .unavailable: .serviceUnavailable
                    default: nil
                    }
                },
                render: { [self] status, request in
                    let copy = await copy(for: request)
                    return RenderedPage(FaultPage(copy: copy, status: status.code).html)
                }))
        router.add(middleware: CleanPaths())
        router.add(middleware: ByteRanges())
        router.add(middleware: FileMiddleware(publicFolder, cacheControl: Self.cacheControl))
        router.get("/") { request, _ in try await home(request) }
        router.post("/demo") { request, _ in try await startDemo(request) }
        router.post("/logout") { request, _ in try await signOut(request) }
        router.get("/healthz") { _, _ in "ok\n" }
        router.get("/readyz") { _, _ in
            try await goals.ping()
            return "ready\n"
        }
        pages.register(on: router)
        return router
    }

    /// Files are asked for anew but not sent anew: their entity tag tells.
    private static let cacheControl = CacheControl([(MediaType(type: .any), [.public, .noCache])])

    private func copy(for request: Request) async -> Copy {
        // An error page must come even when the store does not answer.
        copy(for: request, try? await pages.visitor(of: request))
    }

    private func copy(for request: Request, _ visitor: Visitor?) -> Copy {
        Copy(language: Language(rawValue: pages.language(of: request, visitor)) ?? .korean)
    }

    private func home(_ request: Request) async throws -> Response {
        let visitor = try await pages.visitor(of: request)
        let copy = copy(for: request, visitor)
        let page = HomePage(copy: copy, today: CalendarDate(clock(), in: .gmt), isSignedIn: visitor != nil)
        return RenderedPage(page.html).response()
    }

    private func startDemo(_ request: Request) async throws -> Response {
        try CrossSite.refuse(request)
        let language = await copy(for: request).language
        var generator = SystemRandomNumberGenerator()
        let samples = SampleGoals.make(
            in: language, today: CalendarDate(clock(), in: .gmt), now: clock(), using: &generator)
        let session = try await accounts.createDemoAccount(goals: samples, language: nil)
        var response = Response.redirect(to: "/goals/completed", type: .normal)
        response.setCookie(SessionCookie.set(session, isSecure: SessionCookie.isSecure(request)))
        return response
    }

    private func signOut(_ request: Request) async throws -> Response {
        try CrossSite.refuse(request)
        if let token = SessionCookie.token(of: request), let signedIn = try await accounts.session(token) {
            guard try await FormBody.read(request)["csrf"] == signedIn.csrfToken else { throw HTTPError(.forbidden) }
            try await accounts.endSession(token)
            await pages.endPages(of: signedIn.account.description)
        }
        var response = Response.redirect(to: "/", type: .normal)
        response.setCookie(SessionCookie.cleared)
        return response
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

    var copy: Copy { Copy(language: Language(rawValue: language) ?? .korean) }
}
