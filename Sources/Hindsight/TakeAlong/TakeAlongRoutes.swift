import HTTPTypes
import Hummingbird
import Live
import LiveHTTP

/// `/settings/export`: all that is in an account, as a file of JSON, or with `?format=markdown` to be read.
struct TakeAlongRoutes: Sendable {
    let accounts: any AccountStore
    let goals: any GoalStore
    let pages: LivePages
    let clock: WallClock

    func add(to router: Router<LiveRequestContext>) {
        router.get(RouterPath(Routes.export.path())) { request, context in try await download(request, context) }
    }

    private func download(_ request: Request, _ context: LiveRequestContext) async throws -> Response {
        guard let token = SessionCookie.token(of: request), let signedIn = try await accounts.session(token) else {
            return .redirect(to: Routes.signIn.path(query: ["next": request.uri.string]), type: .normal)
        }
        let format = request.uri.queryParameters["format"].map(String.init) ?? "json"
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
}
