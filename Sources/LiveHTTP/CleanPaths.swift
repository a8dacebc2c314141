import Hummingbird

/// Refuses paths that different readers would read differently: with a NUL (what reads files would see it as the end)
/// or with an empty segment (a link to `//goals` leads to a host of that name).
public struct CleanPaths<Context: RequestContext>: RouterMiddleware {
    public init() {}

    /// - Throws: 404 for such a path.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard !path.contains("%00"), !path.contains("\0"), !path.contains("//") else { throw HTTPError(.notFound) }
        return try await next(request, context)
    }
}
