import HTTPTypes
import Hummingbird

/// A middleware that adds the security headers that apply to an answer: all of them for documents, few for files,
/// streams, JSON and redirects. The policy allows only resources of this site, and no inline script or style at all. A
/// browser that uses TLS is told to use only TLS for a year (RFC 6797).
public struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    private let documents: HTTPFields
    /// Headers of files, several of which come with the first page. A file is a part of pages, whose own headers govern
    /// what it may do there. It is the same for everybody, so no site is kept from reading it. As a document, which an
    /// SVG is when it is opened by itself, it may do nothing.
    private let files: HTTPFields
    /// Headers of answers that can't be documents and only have to keep their declared type: scripts, style sheets, and
    /// streams, which a script reads.
    private let parts: HTTPFields
    /// Headers of JSON, which can't be a document either, but may be for one visitor: no other site may load it.
    private let data: HTTPFields
    /// Headers of redirects, which are never shown. The opener policy is needed for each step of a navigation: a page
    /// would lose its window over one step without it.
    private let redirects: HTTPFields

    /// Creates the middleware. The headers are put together once, for all answers.
    public init() {
        parts = [.xContentTypeOptions: "nosniff"]
        data = [.xContentTypeOptions: "nosniff", .crossOriginResourcePolicy: "same-origin"]
        redirects = [.crossOriginOpenerPolicy: "same-origin"]
        files = [.xContentTypeOptions: "nosniff", .contentSecurityPolicy: "default-src 'none'"]
        documents = [
            // A page loads everything from this site; it has no frames, plug-ins or media.
            .contentSecurityPolicy: "default-src 'self'; frame-src 'none'; object-src 'none'; "
                + "media-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            .xContentTypeOptions: "nosniff", .referrerPolicy: "same-origin",
            .crossOriginOpenerPolicy: "same-origin", .crossOriginResourcePolicy: "same-origin",
            .permissionsPolicy: "camera=(), geolocation=(), microphone=()",
        ]
    }

    /// Adds the headers to the answer.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        add(to: &response, for: request)
        return response
    }

    /// Adds the headers to an answer.
    func add(to response: inout Response, for request: Request) {
        // No endpoint sets one of them, and appending takes less than replacing.
        for field in fields(for: response) { response.headers.append(field) }
        // Omitted for a stream, to keep its head short: the page that reads it has sent the header.
        if request.isSecure, response.headers[.contentType] != "text/event-stream" {
            response.headers[.strictTransportSecurity] = "max-age=31536000"
        }
    }

    private func fields(for response: Response) -> HTTPFields {
        if response.status.kind == .redirection, response.headers[.location] != nil { return redirects }
        let type = response.headers[.contentType] ?? ""
        if type == "text/event-stream" { return parts }
        if type.hasPrefix("application/json") { return data }
        let caching = response.headers[.cacheControl]
        guard caching == CacheControl.immutable || caching?.hasPrefix("public") == true else { return documents }
        return type.hasPrefix("text/javascript") || type.hasPrefix("text/css") ? parts : files
    }
}

/// Values of `Cache-Control`.
enum CacheControl {
    /// The value of files whose address always has the same content. They get the headers of files by it.
    static let immutable = "max-age=31536000, immutable"
}

extension HTTPField.Name {
    fileprivate static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy")!
    fileprivate static let crossOriginResourcePolicy = Self("Cross-Origin-Resource-Policy")!
    fileprivate static let permissionsPolicy = Self("Permissions-Policy")!
    fileprivate static let referrerPolicy = Self("Referrer-Policy")!
}
