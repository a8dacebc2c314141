import HTTPTypes
import Hummingbird
import Live
import LiveHTTP

/// `/settings/export`: all that is in an account, as a file of JSON, or with `?format=markdown` to be read; and
/// `/settings/import`, where the goals of such a file come in.
struct TakeAlongRoutes: Sendable {
    let accounts: any AccountStore
    let goals: any GoalStore
    let pages: LivePages
    let clock: WallClock
    private let turns = ImportTurns()

    /// What takes a form with a file.
    static let filePaths: Set<String> = [Routes.importGoals.path()]

    init(accounts: any AccountStore, goals: any GoalStore, pages: LivePages, clock: @escaping WallClock) {
        self.accounts = accounts
        self.goals = goals
        self.pages = pages
        self.clock = clock
    }

    func add(to router: Router<LiveRequestContext>) {
        router.get(RouterPath(Routes.export.path())) { request, context in try await download(request, context) }
        router.get(RouterPath(Routes.importGoals.path())) { request, context in try await ask(request, context) }
        router.post(RouterPath(Routes.importGoals.path())) { request, context in
            try await bringIn(request, context)
        }
    }

    // MARK: Out

    private func download(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        guard let (token, signedIn) = try await session(of: request) else { return signIn(request) }
        let format = request.uri.queryParameters["format"].map(String.init) ?? Format.json.rawValue
        guard let format = Format(rawValue: format) else { throw HTTPError(.notFound) }
        try await accounts.record(.exported, of: signedIn.account, from: context.client(of: request))
        let export = AccountExport(accounts: accounts, goals: goals)
        switch format {
        case .json: return try await export.response(to: token, of: signedIn.account, on: clock())
        case .markdown:
            let copy = pages.copy(for: request, try await context.identity.visitor)
            return try await export.response(
                MarkdownExport(copy: copy), to: token, of: signedIn.account, on: clock())
        }
    }

    private enum Format: String { case json, markdown }

    // MARK: In

    private func ask(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        guard let (_, signedIn) = try await session(of: request) else { return signIn(request) }
        return try await page(
            ImportPage.Outcome(Query(request.uri.query ?? "")).map { .done($0) }, signedIn, request, context)
    }

    /// Checks a file while it comes, and takes its goals in when all of it is good.
    private func bringIn(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        guard let (_, signedIn) = try await session(of: request) else { return signIn(request) }
        let (account, limit) = (signedIn.account, ImportPage.limit(isDemo: signedIn.isDemo))
        func refuse(_ refusal: ImportPage.Refusal) async throws -> Response {
            try await page(.refused(refusal), signedIn, request, context)
        }
        do {
            guard turns.begin(account) else {
                _ = try await context.receiveFile(request, upTo: limit) { _ in }
                return try await refuse(.busy)
            }
            defer { turns.end(account) }
            var file = try GoalFile(now: clock())
            let size = try await context.receiveFile(request, upTo: limit) { file.take($0) }
            guard let size, size > 0 else { return try await refuse(.noFile) }
            switch file.finish() {
            case .fault(let fault): return try await refuse(.file(fault))
            case .faulty(let goals, let count): return try await refuse(.goals(goals, count: count))
            case .goals: break
            }
            try await accounts.record(.imported, of: account, from: context.client(of: request))
            var outcome = ImportPage.Outcome()
            do { try await self.goals.importWeekNotes(file.weeks, of: account) } catch StoreError.unavailable {
                return try await refuse(.interrupted(outcome, of: file.count))
            }
            while case let goals = try file.next(), !goals.isEmpty {
                do { outcome.add(try await self.goals.importGoals(goals, of: account)) } catch StoreError.unavailable {
                    return try await refuse(.interrupted(outcome, of: file.count))
                }
            }
            return .redirect(to: Routes.importGoals.path(query: outcome.query), type: .normal)
        } catch let error as HTTPError {
            switch error.status {
            case .forbidden: return try await refuse(.notOwn)
            case .contentTooLarge: return try await refuse(.tooLarge(limit: limit))
            default: throw error
            }
        }
    }

    private func page(
        _ state: ImportPage.State?, _ signedIn: SignedIn, _ request: Request, _ context: LiveRequestContext
    ) async throws -> Response {
        let visitor = try await context.identity.visitor
        let page = ImportPage(
            copy: pages.copy(for: request, visitor), frame: Frame(request, visitor, pages), isDemo: signedIn.isDemo,
            state: state ?? .asking)
        var response = RenderedPage(page.html, status: page.status).response(to: request)
        // What a large file has more than was read of it is not read.
        if page.status == 413 { response.headers[.connection] = "close" }
        if page.status == 503 { response.headers[.retryAfter] = "10" }
        return response
    }

    private func session(of request: Request) async throws -> (SecretToken, SignedIn)? {
        guard let token = SessionCookie.token(of: request) else { return nil }
        return try await accounts.session(token).map { (token, $0) }
    }

    private func signIn(_ request: Request) -> Response {
        .redirect(to: Routes.signIn.path(query: ["next": request.uri.string]), type: .normal)
    }
}
