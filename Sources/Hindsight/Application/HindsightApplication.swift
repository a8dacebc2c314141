import Foundation
import Hummingbird
import Live
import LiveHTTP
import Logging

/// The whole app as a router: tests build the same one with other parts.
public struct HindsightApplication: Sendable {
    private let goals: any GoalStore
    private let accounts: any AccountStore
    private let clock: WallClock
    private let pages: LivePages

    /// - Parameters:
    ///   - goals: where goals are kept.
    ///   - accounts: where accounts and their sessions are kept.
    ///   - sessions: the open pages.
    ///   - files: the style sheet, the script and the pictures.
    ///   - clock: the time that it is.
    /// - Throws: ``StoreError`` when the signing key can't be read.
    public init(
        goals: any GoalStore, accounts: any AccountStore, sessions: LiveSessions, files: PublicFiles,
        clock: @escaping WallClock
    ) async throws {
        self.goals = goals
        self.accounts = accounts
        self.clock = clock
        let key = try await accounts.signingKey()
        var pages = LivePages(
            sessions: sessions, signingKey: Array(key), languages: ["ko", "en"], signIn: Routes.home.path(),
            files: files,
            visitor: { request in
                guard let token = SessionCookie.token(of: request) else { return nil }
                return try await accounts.session(token).map { Visitor($0, now: clock()) }
            })
        pages.addCompletedGoals(goals, clock: clock)
        pages.addReview(goals, clock: clock)
        self.pages = pages
    }

    /// The router with all routes and middleware.
    public func router() -> Router<LiveRequestContext> {
        let router = pages.router(
            withoutToken: AccountRoutes.withoutToken, statusOf: Self.status(of:),
            errorPage: { [pages] status, request, visitor in
                let copy = pages.copy(for: request, visitor)
                let frame = Frame(request, visitor, pages)
                return RenderedPage(FaultPage(copy: copy, status: status.code, frame: frame).html)
            })
        AccountRoutes(accounts: accounts, pages: pages, clock: clock).add(to: router)
        router.get("/healthz") { _, _ in "ok\n" }
        router.get("/readyz") { _, _ in
            try await goals.ping()
            return "ready\n"
        }
        return router
    }

    private static func status(of error: any Error) -> HTTPResponse.Status? {
        switch error as? StoreError {
        case .notFound: .notFound
        case .unavailable: .serviceUnavailable
        default: nil
        }
    }
}

extension Visitor {
    fileprivate init(_ signedIn: SignedIn, now: Date) {
        self.init(
            owner: signedIn.account.description, login: signedIn.login,
            remaining: .seconds(signedIn.expiresAt.timeIntervalSince(now)), csrf: signedIn.csrfToken,
            language: signedIn.language?.rawValue, theme: signedIn.theme?.rawValue,
            timeZone: signedIn.timeZone?.rawValue)
    }
}
