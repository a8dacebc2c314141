import HTTPTypes
import Hummingbird
import Live

/// The router of an app with live pages. It is made by ``LivePages/router(withoutToken:filePaths:statusOf:errorPage:)``, with
/// the pages and the middleware for every request in it.
///
/// The streams and inputs of open pages, under `/live/`, are no routes of it: they are most of all requests, so they are
/// answered without a search, by the same rules.
public final class LiveRouter: RouterMethods, HTTPResponderBuilder {
    /// The context of its requests.
    public typealias Context = LiveRequestContext

    private let router: Router<LiveRequestContext>
    private let pages: LivePages
    private let errors: ErrorPages

    init(_ router: Router<LiveRequestContext>, _ pages: LivePages, _ errors: ErrorPages) {
        self.router = router
        self.pages = pages
        self.errors = errors
    }

    /// The endpoints, such as `GET /goals/{id}`, with those of open pages.
    public var endpoints: [String] {
        let methods = pages.uploads == nil ? ["GET", "POST"] : ["GET", "POST", "PUT"]
        return router.routes.map(\.description) + methods.map { "\($0) \(LivePages.endpoint)" }
    }

    /// Adds an endpoint.
    @discardableResult public func on<Responder: HTTPResponder>(
        _ path: RouterPath, method: HTTPRequest.Method, responder: Responder
    ) -> Self where Responder.Context == LiveRequestContext {
        router.on(path, method: method, responder: responder)
        return self
    }

    /// Adds a middleware for the endpoints that are added after it.
    @discardableResult public func add(
        middleware: any MiddlewareProtocol<Request, Response, LiveRequestContext>
    ) -> Self {
        router.add(middleware: middleware)
        return self
    }

    /// Returns the responder of all endpoints.
    public func buildResponder() -> LiveResponder {
        LiveResponder(router: router.buildResponder(), pages: pages, errors: errors)
    }
}

/// The responder of an app with live pages; see ``LiveRouter``.
public struct LiveResponder: HTTPResponder {
    let router: RouterResponder<LiveRequestContext>
    let pages: LivePages
    let errors: ErrorPages
    private let headers = SecurityHeaders<LiveRequestContext>()

    init(router: RouterResponder<LiveRequestContext>, pages: LivePages, errors: ErrorPages) {
        self.router = router
        self.pages = pages
        self.errors = errors
    }

    /// Ends all open pages, and opens no more: for a server that stops, which waits for their streams to end.
    public func endPages() async { await pages.sessions.close() }

    /// Answers a request.
    public func respond(to request: Request, context: LiveRequestContext) async throws -> Response {
        guard let token = Self.token(in: request.uri.path) else {
            return try await router.respond(to: request, context: context)
        }
        pages.identify(request, context)
        var response: Response
        do {
            try CleanPaths<LiveRequestContext>.check(request)
            switch request.method {
            case .get, .head: response = try await pages.stream(request, context, token: token)
            case .put: response = try await pages.receiveFile(request, context, token: token)
            case .post: response = try await pages.postedInputs(request, context, token: token)
            default: throw HTTPError(.notFound)
            }
        } catch {
            response = await errors.response(to: error, request, context)
        }
        headers.add(to: &response, for: request)
        return response
    }

    /// Returns the token in the address of an open page; nil for any other path.
    private static func token(in path: String) -> String? {
        let prefix = "/live/"
        guard path.utf8.starts(with: prefix.utf8) else { return nil }
        let token = path.utf8.dropFirst(prefix.utf8.count)
        return token.isEmpty || token.contains(UInt8(ascii: "/")) ? nil : String(Substring(token))
    }
}
