import HTTPTypes
import Hummingbird

/// Headers that every answer carries; of files those that say something of a file. The policy allows only what this site itself serves, and no inline script or
/// style at all. Who came by TLS is told to come by TLS for a year (RFC 6797).
public struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    private let headers: HTTPFields
    /// A file is a part of pages, whose own headers say what it may do there, and five of them come with the first page:
    /// so no more than keeps it from being read as anything else, or by others. As a document, which an SVG can be when
    /// somebody opens it by itself, it may do nothing.
    private let fileHeaders: HTTPFields

    /// The headers are put together once, for all answers.
    public init() {
        var headers = HTTPFields()
        headers[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
            + "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        headers[.xContentTypeOptions] = "nosniff"
        for (name, value) in [
            ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
            ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
        ] {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        self.headers = headers
        fileHeaders = [
            .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'", .xContentTypeOptions: "nosniff",
            .crossOriginResourcePolicy: "same-origin",
        ]
    }

    /// Adds the headers to the answer.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        // A stream is read by a script and never shown: 500 bytes about documents would be most of its head.
        guard response.headers[.contentType] != "text/event-stream" else {
            response.headers[.xContentTypeOptions] = "nosniff"
            return response
        }
        let fields = response.headers[.cacheControl]?.hasPrefix("public") == true ? fileHeaders : headers
        for field in fields { response.headers[field.name] = field.value }
        if request.isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        return response
    }
}

extension HTTPField.Name {
    fileprivate static let crossOriginResourcePolicy = Self("Cross-Origin-Resource-Policy")!
}
