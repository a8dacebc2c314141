import HTTPTypes
import Hummingbird
import Live
import Logging
import NIOHTTP1

/// A middleware that answers every error with a designed page. It logs the kind of the error and its place, never text
/// that somebody typed.
public struct ErrorPages: RouterMiddleware {
    /// A closure that renders the page for a status. The visitor is nil when it is unknown, or when the store does not
    /// answer.
    public typealias Render = @Sendable (HTTPResponse.Status, Request, Visitor?) async -> RenderedPage

    private let render: Render
    private let statusOf: @Sendable (any Error) -> HTTPResponse.Status?

    /// - Parameters:
    ///   - statusOf: returns the status of the application's own errors; nil for unforeseen ones.
    ///   - render: renders the page for a status.
    public init(
        statusOf: @escaping @Sendable (any Error) -> HTTPResponse.Status?,
        render: @escaping Render
    ) {
        self.statusOf = statusOf
        self.render = render
    }

    /// A path without its long segments, which may be tokens that whoever has them can use.
    static func withoutSecrets(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.utf8.count > 40 ? "…" : $0 }.joined(separator: "/")
    }

    /// Answers a thrown error with the page for its status.
    public func handle(
        _ request: Request, context: LiveRequestContext,
        next: (Request, LiveRequestContext) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch {
            return await response(to: error, request, context)
        }
    }

    /// Returns the page for an error.
    func response(to error: any Error, _ request: Request, _ context: LiveRequestContext) async -> Response {
        let status = status(of: error)
        // A redirect has no page to show.
        if status.kind == .redirection, let error = error as? HTTPError {
            return Response(status: status, headers: error.headers)
        }
        if status.code >= 500 {
            context.logger.error(
                "The request failed",
                metadata: [
                    "method": "\(request.method)", "path": "\(Self.withoutSecrets(request.uri.path))",
                    "status": "\(status.code)",
                    "error": "\((error as? ScreenFault)?.description ?? "\(type(of: error))")",
                ])
        }
        var page = await render(status, request, try? context.identity.visitor)
        page.status = status.code
        var response = page.response(to: request)
        for field in (error as? HTTPError)?.headers ?? [:] { response.headers[field.name] = field.value }
        // The rest of a body that was refused or can't be parsed is not read, so the connection closes after the
        // answer.
        if status == .contentTooLarge || error is HTTPParserError { response.headers[.connection] = "close" }
        return response
    }

    private func status(of error: any Error) -> HTTPResponse.Status {
        if let error = error as? any HTTPResponseError { return error.status }
        // A body that breaks off, or whose chunks are malformed, fails where it is read.
        if error is HTTPParserError { return .badRequest }
        if error is TooLarge { return .contentTooLarge }
        return statusOf(error) ?? .internalServerError
    }
}
