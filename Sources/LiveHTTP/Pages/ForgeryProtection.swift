import HTTPTypes
import Hummingbird
import Live

/// A middleware that accepts a request with side effects only from a page of this site (cross-site request forgery).
///
/// Two rules, for every method but GET, HEAD and OPTIONS (RFC 9110, 9.2.1):
/// - A request that declares that it comes from another site is refused. Browsers declare it (Fetch Metadata,
///   `Sec-Fetch-Site`), older ones by `Origin`. Tools such as `curl` send neither, and carry no cookie to be abused.
/// - A request of a known visitor must carry that visitor's token from a page: in the header `X-CSRF-Token`, or in the
///   field `csrf` of a form. Each page has the token masked differently; see ``FormToken``.
struct ForgeryProtection: RouterMiddleware {
    typealias Context = LiveRequestContext

    let pages: LivePages
    /// Endpoints that need no token, since their effect does not depend on who the visitor was.
    let withoutToken: Set<String>
    /// Endpoints that read forms with a file while they arrive, and check the token there; see
    /// ``LiveRequestContext/receiveFile(_:upTo:take:)``.
    let filePaths: Set<String>

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        // The endpoint is known before the router runs; a request without one has no side effects.
        guard ![.get, .head, .options].contains(request.method), let endpoint = context.endpointPath else {
            return try await next(request, context)
        }
        guard Self.isFromHere(request) else { throw HTTPError(.forbidden) }
        if let uploads = pages.uploads, pages.entry(at: endpoint) != nil, MultipartForm.isForm(request) {
            let group = context.client(of: request).group
            try await context.identity.readForm(request, into: uploads, from: group)
        }
        guard !withoutToken.contains(endpoint), let visitor = try await context.identity.visitor else {
            return try await next(request, context)
        }
        if filePaths.contains(endpoint), MultipartForm.isForm(request) { return try await next(request, context) }
        let header = request.headers[.csrfToken]
        let token = header != nil ? header : try await context.form(request)["csrf"]
        if let token, FormToken.isToken(token, visitor.csrf) { return try await next(request, context) }
        // The text typed in a form comes back on its page.
        guard let page = pages.entry(at: endpoint) else { throw HTTPError(.forbidden) }
        return try await pages.refuse(request, context, page)
    }

    static func isFromHere(_ request: Request) -> Bool {
        if let site = request.headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = request.headers[.origin] else { return true }
        return request.head.authority.map { ["http://\($0)", "https://\($0)"].contains(origin) } ?? false
    }
}
