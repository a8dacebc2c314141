import Foundation
import HindsightDomain
import Hummingbird
import Live
import LiveHTTP

/// The whole app as a router: tests build the same one with other parts.
package struct HindsightApplication: Sendable {
    private let goals: any GoalStore
    private let service: AccountService
    private let files: PublicFiles
    private let reminders: Reminders
    private let clock: WallClock
    private let pages: LivePages
    /// For all that may take long.
    private let work = WorkQueue()
    private let converter: PNGConverter?

    /// - Parameters:
    ///   - goals: where goals are kept.
    ///   - accounts: where accounts and their sessions are kept.
    ///   - reminders: what reminds people.
    ///   - sessions: the open pages.
    ///   - files: the style sheet, the script and the pictures.
    ///   - mail: what mail is sent with; nil where none is.
    ///   - trustsProxies: whether all requests pass through a proxy, whose `X-Forwarded-For` is trusted.
    ///   - clock: the time that it is.
    /// - Throws: ``StoreError`` when the signing key can't be read.
    package init(
        goals: any GoalStore, accounts: any AccountStore, reminders: Reminders, sessions: LiveSessions,
        files: PublicFiles, mail: AccountMail? = nil, trustsProxies: Bool = false,
        clock: @escaping WallClock
    ) async throws {
        try await self.init(
            goals: goals, accounts: accounts, reminders: reminders, sessions: sessions, files: files, mail: mail,
            trustsProxies: trustsProxies, hasher: PasswordHasher(), converter: PNGConverter(), clock: clock)
    }

    /// - Parameters:
    ///   - hasher: how much work a password takes.
    ///   - converter: draws pictures as PNG; nil where nothing does.
    init(
        goals: any GoalStore, accounts: any AccountStore, reminders: Reminders, sessions: LiveSessions,
        files: PublicFiles, mail: AccountMail?, trustsProxies: Bool, hasher: PasswordHasher,
        converter: PNGConverter?, clock: @escaping WallClock
    ) async throws {
        self.goals = goals
        self.reminders = reminders
        service = AccountService(store: accounts, hasher: hasher, mail: mail)
        self.files = files
        self.converter = converter
        self.clock = clock
        let key = try await accounts.signingKey()
        var pages = LivePages(
            sessions: sessions, signingKey: Array(key), languages: ["en", "ko"], signIn: Routes.signIn.path(),
            files: files, trustsProxies: trustsProxies,
            visitor: { request in
                guard let token = SessionCookie.token(of: request) else { return nil }
                return try await accounts.session(token).map { Visitor($0, now: clock()) }
            })
        let revisions = GoalRevisions(goals, clock: clock)
        pages.addToday(goals, revisions, clock: clock)
        pages.addGoalBoxes(goals, revisions, clock: clock)
        pages.addReview(goals, revisions, clock: clock)
        pages.addGoalForms(goals, revisions, clock: clock)
        pages.addGoalDetail(goals, revisions, clock: clock)
        pages.addLookBack(goals, accounts: accounts, revisions, clock: clock)
        pages.addTimelines(goals, revisions, clock: clock)
        pages.addPeople(goals, clock: clock)
        pages.addOwnPage(goals, clock: clock)
        pages.addConnections(goals, clock: clock)
        pages.addInvitation(goals, clock: clock)
        pages.addSearch(goals, accounts: accounts, clock: clock)
        pages.addAccounts(service, revisions, clock: clock)
        pages.addReminders(reminders, clock: clock)
        self.pages = pages
    }

    /// The router with all routes and middleware.
    package func router() -> LiveRouter {
        let router = pages.router(
            withoutToken: AccountRoutes.withoutToken, filePaths: ImportExportRoutes.filePaths,
            statusOf: Self.status(of:),
            errorPage: { [pages] status, request, visitor in
                let strings = pages.strings(for: request, visitor)
                let frame = Frame(request, visitor, pages)
                return RenderedPage(ErrorPage(strings: strings, status: status.code, frame: frame).html)
            })
        AccountRoutes(service: service, goals: goals, pages: pages, clock: clock).add(to: router)
        ImportExportRoutes(accounts: service.store, goals: goals, pages: pages, work: work, clock: clock).add(
            to: router)
        PictureRoutes(
            accounts: service.store, goals: goals, pages: pages, files: files, converter: converter, clock: clock
        ).add(to: router)
        ReminderRoutes(store: reminders.store, site: reminders.site, work: work, clock: clock).add(to: router)
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
