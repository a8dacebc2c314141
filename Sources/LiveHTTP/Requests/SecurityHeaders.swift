import HTTPTypes
import Hummingbird

/// Headers that keep an answer from being used for anything else, as far as they mean something for it: all of them for
/// what a browser may show as a document, few for files, streams and redirects. The policy allows only what this site
/// itself serves, and no inline script or style at all. Who came by TLS is told to come by TLS for a year (RFC 6797).
public struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    private let documents: HTTPFields
    /// A file, of which several come with the first page, is a part of pages, whose own headers say what it may do there.
    /// It is the same for everybody, so nobody is kept from reading it. As a document, which an SVG can be when somebody
    /// opens it by itself, it may do nothing.
    private let files: HTTPFields
    /// What can't be a document at all need only be taken for what it is: scripts, style sheets, and a stream, which a
    /// script reads.
    private let parts: HTTPFields
    /// An answer that leads on is never shown. But the policy of openers counts for each step of a way: a page would lose
    /// its window over one step without it.
    private let redirects: HTTPFields

    /// The headers are put together once, for all answers.
    public init() {
        parts = [.xContentTypeOptions: "nosniff"]
        redirects = [.crossOriginOpenerPolicy: "same-origin"]
        files = [.xContentTypeOptions: "nosniff", .contentSecurityPolicy: "default-src 'none'"]
        documents = [
            // What a page may load, it loads from here; frames, plug-ins and media it has none.
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
        for field in fields(for: response) { response.headers[field.name] = field.value }
        // The head of a stream stays short: the page that reads it has said so.
        if request.isSecure, response.headers[.contentType] != "text/event-stream" {
            response.headers[.strictTransportSecurity] = "max-age=31536000"
        }
        return response
    }

    private func fields(for response: Response) -> HTTPFields {
        if response.status.kind == .redirection, response.headers[.location] != nil { return redirects }
        let type = response.headers[.contentType] ?? ""
        if type == "text/event-stream" { return parts }
        // Only files are for everybody.
        guard response.headers[.cacheControl]?.hasPrefix("public") == true else { return documents }
        return type.hasPrefix("text/javascript") || type.hasPrefix("text/css") ? parts : files
    }
}

extension HTTPField.Name {
    fileprivate static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy")!
    fileprivate static let crossOriginResourcePolicy = Self("Cross-Origin-Resource-Policy")!
    fileprivate static let permissionsPolicy = Self("Permissions-Policy")!
    fileprivate static let referrerPolicy = Self("Referrer-Policy")!
}
