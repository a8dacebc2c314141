import HTTPTypes
import HindsightDomain
import Hummingbird
import Live
import LiveHTTP

/// `/settings/export`: all that is in an account, as a file of JSON, or with `?format=markdown` to be read; and
/// `/settings/import`, where the goals of such a file come in.
struct ImportExportRoutes: Sendable {
    let accounts: any AccountStore
    let goals: any GoalFileStore & FollowStore
    let pages: LivePages
    let clock: WallClock
    let work: WorkQueue
    private let room = UploadRoom()

    /// Paths that take a form with a file.
    static let filePaths: Set<String> = [Routes.importGoals.path()]

    init(
        accounts: any AccountStore, goals: any GoalFileStore & FollowStore, pages: LivePages, work: WorkQueue,
        clock: @escaping WallClock
    ) {
        self.accounts = accounts
        self.goals = goals
        self.pages = pages
        self.work = work
        self.clock = clock
    }

    func add(to router: LiveRouter) {
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
        // Asking for the headers is no download. A full disk, where nothing can be noted, prevents none.
        if request.method != .head {
            try? await accounts.record(.exported, of: signedIn.account, from: context.client(of: request))
        }
        let export = AccountExport(accounts: accounts, goals: goals, work: work)
        do {
            switch format {
            case .json: return try await export.response(to: token, of: signedIn.account, on: clock())
            case .markdown:
                let strings = pages.strings(for: request, try await context.identity.visitor)
                return try await export.response(
                    MarkdownExport(strings: strings), to: token, of: signedIn.account, on: clock())
            }
        } catch is WorkQueue.Refusal {
            throw HTTPError(.serviceUnavailable, headers: [.retryAfter: Self.retryAfter])
        }
    }

    /// In seconds.
    private static let retryAfter = "10"

    private enum Format: String { case json, markdown }

    // MARK: In

    private func ask(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        guard let (_, signedIn) = try await session(of: request) else { return signIn(request) }
        return try await page(
            ImportPage.Outcome(Query(request.uri.query ?? "")).map { .done($0) }, signedIn, request, context)
    }

    /// Receives a file, and brings its goals in. It waits for its turn once all of it has arrived.
    private func bringIn(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        guard let (_, signedIn) = try await session(of: request) else { return signIn(request) }
        let (account, limit) = (signedIn.account, ImportPage.limit(isDemo: signedIn.isDemo))
        func refuse(_ refusal: ImportPage.Refusal) async throws -> Response {
            try await page(.refused(refusal), signedIn, request, context)
        }
        do {
            guard room.begin(account) else {
                _ = try await context.receiveFile(request, upTo: limit) { _ in }
                return try await refuse(.busy)
            }
            defer { room.end(account) }
            var sent = try? TemporaryFile()
            let size = try await context.receiveFile(request, upTo: limit) { bytes in
                // Without room the rest is still read: a browser reads no answer before it has sent everything.
                guard let file = sent else { return }
                let hasRoom = room.take(bytes.readableBytes, of: account)
                if !hasRoom || (try? file.add(bytes.readableBytesView)) == nil { sent = nil }
            }
            guard let size, size > 0 else { return try await refuse(.noFile) }
            guard let sent, (try? sent.rewind()) != nil else { return try await refuse(.file(.noSpace)) }
            let client = context.client(of: request)
            let state = try await work.run(for: account.description, within: Self.checkLimit) { job in
                try await takeIn(sent, of: account, from: client, job)
            }
            guard case .done(let outcome) = state else { return try await page(state, signedIn, request, context) }
            return .redirect(to: Routes.importGoals.path(query: outcome.query), type: .normal)
        } catch is WorkQueue.Refusal {
            return try await refuse(.busy)
        } catch let error as HTTPError {
            switch error.status {
            case .forbidden: return try await refuse(.notOwn)
            case .contentTooLarge: return try await refuse(.tooLarge(limit: limit))
            default: throw error
            }
        }
    }

    /// Time limit for checking a file, including its wait in the queue.
    private static let checkLimit = Duration.seconds(300)
    /// Bytes of a file that are checked between two looks at the clock; they can hold hundreds of goals.
    private static let pieceSize = 4 << 10

    /// Checks a file, and adds its goals when all of them are good.
    private func takeIn(
        _ sent: TemporaryFile, of account: AccountID, from client: Client, _ job: WorkQueue.Job
    ) async throws -> ImportPage.State {
        guard var file = try? GoalFile(now: clock()) else { return .refused(.file(.noSpace)) }
        while case let piece = try sent.read(upTo: Self.pieceSize), !piece.isEmpty {
            file.take(ByteBuffer(bytes: piece))
            try await job.checkpoint()
        }
        switch file.finish() {
        case .fault(let fault): return .refused(.file(fault))
        case .faulty(let goals, let count): return .refused(.goals(goals, count: count))
        case .goals: break
        }
        var (outcome, hasAdded, isDone) = (ImportPage.Outcome(), false, false)
        do {
            outcome.answers = try await goals.importWeekNotes(file.weeks, of: account)
            hasAdded = outcome.answers > 0
            while case let goals = try file.next(), !goals.isEmpty {
                outcome.imported += try await self.goals.importGoals(goals, of: account)
                hasAdded = hasAdded || outcome.imported.addedCount > 0
            }
            isDone = true
        } catch StoreError.unavailable {}
        // Noted once it is true; the goals are there even if this fails.
        if isDone || hasAdded { try? await accounts.record(.imported, of: account, from: client) }
        return isDone ? .done(outcome) : .refused(.interrupted(outcome, of: file.count))
    }

    private func page(
        _ state: ImportPage.State?, _ signedIn: SignedIn, _ request: Request, _ context: LiveRequestContext
    ) async throws -> Response {
        let visitor = try await context.identity.visitor
        let page = ImportPage(
            strings: pages.strings(for: request, visitor), frame: Frame(request, visitor, pages),
            isDemo: signedIn.isDemo,
            state: state ?? .asking)
        var response = RenderedPage(page.html, status: page.status).response(to: request)
        // The rest of a file that is too large is not read.
        if page.status == 413 { response.headers[.connection] = "close" }
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
