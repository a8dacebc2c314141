import HTTPTypes
import Hummingbird

/// Lets a request that changes something through only when a page of this site sent it (cross-site request forgery).
///
/// Two rules, for every method but GET, HEAD and OPTIONS (RFC 9110, 9.2.1):
/// - A request that says it comes from another site is refused. Browsers say so themselves (Fetch Metadata,
///   `Sec-Fetch-Site`), older ones by `Origin`. Tools such as `curl` send neither, and carry no cookie that could be abused.
/// - A request of a known visitor carries that visitor's token, as it stood in some page: as the header `X-CSRF-Token`,
///   or as the field `csrf` of a form. Each page has it masked in another way; see ``FormToken``.
struct ForgeryProtection: RouterMiddleware {
    typealias Context = LiveRequestContext

    let pages: LivePages
    /// Endpoints that need no token, since what they do does not depend on who the visitor was.
    let withoutToken: Set<String>
    /// Endpoints that read forms with a file as they come, and their token with them; see
    /// ``LiveRequestContext/receiveFile(_:upTo:take:)``.
    let filePaths: Set<String>

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        // An endpoint is known before; what leads nowhere changes nothing.
        guard ![.get, .head, .options].contains(request.method), let endpoint = context.endpointPath else {
            return try await next(request, context)
        }
        guard Self.isFromHere(request) else { throw HTTPError(.forbidden) }
        guard !withoutToken.contains(endpoint), let visitor = try await context.identity.visitor else {
            return try await next(request, context)
        }
        if filePaths.contains(endpoint), request.headers[.contentType]?.lowercased().hasPrefix("multipart/") == true {
            return try await next(request, context)
        }
        let isStream = endpoint == LivePages.endpoint
        let header = request.headers[.csrfToken]
        let token = isStream || header != nil ? header : try await context.form(request)["csrf"]
        if let token, FormToken.isToken(token, visitor.csrf) { return try await next(request, context) }
        if isStream { return try Refusal.reload.response(.forbidden) }
        // What was typed in a form comes back on its page.
        guard let page = pages.entry(at: endpoint) else { throw HTTPError(.forbidden) }
        return try await pages.refuse(request, context, page)
    }

    private static func isFromHere(_ request: Request) -> Bool {
        if let site = request.headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = request.headers[.origin] else { return true }
        return request.head.authority.map { ["http://\($0)", "https://\($0)"].contains(origin) } ?? false
    }
}
