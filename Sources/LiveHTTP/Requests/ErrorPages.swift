import HTTPTypes
import Hummingbird
import Live
import Logging
import NIOHTTP1

/// Answers every error with a designed page. What is logged is the kind of the error and its place, never a text that
/// somebody typed.
public struct ErrorPages: RouterMiddleware {
    /// The page for a status. The visitor is nil when nobody is known, or when the store does not answer.
    public typealias Render = @Sendable (HTTPResponse.Status, Request, Visitor?) async -> RenderedPage

    private let render: Render
    private let statusOf: @Sendable (any Error) -> HTTPResponse.Status?

    /// - Parameters:
    ///   - statusOf: the status of the application's own errors; nil for those that nobody foresaw.
    ///   - render: the page for a status.
    public init(
        statusOf: @escaping @Sendable (any Error) -> HTTPResponse.Status?,
        render: @escaping Render
    ) {
        self.statusOf = statusOf
        self.render = render
    }

    /// Answers what is thrown further in with the page for its status.
    public func handle(
        _ request: Request, context: LiveRequestContext,
        next: (Request, LiveRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let status = status(of: error)
            // A page that is found elsewhere has nothing to show here.
            if status.kind == .redirection, let error = error as? HTTPError {
                return Response(status: status, headers: error.headers)
            }
            if status.code >= 500 {
                context.logger.error(
                    "The request failed",
                    metadata: [
                        "method": "\(request.method)", "path": "\(request.uri.path)", "status": "\(status.code)",
                        "error": "\((error as? ScreenFault)?.description ?? "\(type(of: error))")",
                    ])
            }
            var page = await render(status, request, try? context.identity.visitor)
            page.status = status.code
            var response = page.response(to: request)
            for field in (error as? HTTPError)?.headers ?? [:] { response.headers[field.name] = field.value }
            // What is left of a body that was refused or can't be read is not read: the connection closes after the
            // answer.
            if status == .contentTooLarge || error is HTTPParserError { response.headers[.connection] = "close" }
            return response
        }
    }

    private func status(of error: any Error) -> HTTPResponse.Status {
        if let error = error as? any HTTPResponseError { return error.status }
        // A body that breaks off, or whose chunks are malformed, fails where it is read.
        if error is HTTPParserError { return .badRequest }
        if error is TooLarge { return .contentTooLarge }
        return statusOf(error) ?? .internalServerError
    }
}
