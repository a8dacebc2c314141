import Hummingbird

/// Refuses paths that different readers would read differently: with a NUL (what reads files would see it as the end)
/// or with an empty segment (a link to `//goals` leads to a host of that name).
public struct CleanPaths<Context: RequestContext>: RouterMiddleware {
    /// It has nothing to be set.
    public init() {}

    /// - Throws: 404 for such a path.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard Self.isClean(request.uri.path) else { throw HTTPError(.notFound) }
        return try await next(request, context)
    }

    /// One pass over the bytes: every request comes through here, and the address of a stream is long.
    static func isClean(_ path: String) -> Bool {
        var path = path
        return path.withUTF8 { path in
            for (index, byte) in path.enumerated() {
                switch byte {
                case 0: return false
                case UInt8(ascii: "/") where path[(index + 1)...].first == UInt8(ascii: "/"): return false
                case UInt8(ascii: "%") where path[(index + 1)...].starts(with: "00".utf8): return false
                default: break
                }
            }
            return true
        }
    }
}
