import HTTPTypes
import Hummingbird
import Live
import Logging

/// Answers every error with a designed page. What is logged is the kind of the error and its place, never a text that
/// somebody typed.
public struct ErrorPages<Context: RequestContext>: RouterMiddleware {
    private let render: @Sendable (HTTPResponse.Status, Request) async -> HTMLDocument
    private let statusOf: @Sendable (any Error) -> HTTPResponse.Status?

    /// - Parameters:
    ///   - statusOf: the status of the application's own errors; nil for those that nobody foresaw.
    ///   - render: the page for a status.
    public init(
        statusOf: @escaping @Sendable (any Error) -> HTTPResponse.Status?,
        render: @escaping @Sendable (HTTPResponse.Status, Request) async -> HTMLDocument
    ) {
        self.statusOf = statusOf
        self.render = render
    }

    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let status = (error as? any HTTPResponseError)?.status ?? statusOf(error) ?? .internalServerError
            if status.code >= 500 {
                context.logger.error(
                    "The request failed",
                    metadata: [
                        "method": "\(request.method)", "path": "\(request.uri.path)", "status": "\(status.code)",
                        "error": "\(type(of: error))",
                    ])
            }
            var response = await render(status, request).response(status: status)
            // What is left of a body that was refused is not read: the connection closes after the answer.
            if status == .contentTooLarge { response.headers[.connection] = "close" }
            return response
        }
    }
}

/// A rendered document as an answer.
public struct HTMLDocument: Sendable {
    private let text: String

    /// Text of a document that has been rendered.
    init(text: String) {
        self.text = text
    }

    /// Markup without slots or inputs: a page that is not live.
    public init(_ html: HTML, visit: Visit) {
        text = Page.renderStatic(html, visit: visit)
    }

    /// The answer with this document as its body.
    public func response(status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .vary: "Accept-Language",
            ],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
