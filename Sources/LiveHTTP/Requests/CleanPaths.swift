import HTTPTypes
import Hummingbird

/// A middleware that refuses requests which different readers could interpret differently: without a host, with several
/// or with an invalid one (of two hosts a proxy may use one and the server the other), with a NUL in the path (code
/// that reads files would see it as the end) or with an empty segment (a link to `//goals` leads to a host of that
/// name). It also limits an address to 8 KiB, since the cost of derived addresses, such as that of the sign-in page,
/// grows with it.
public struct CleanPaths<Context: RequestContext>: RouterMiddleware {
    /// Length of a path with its query at most, in bytes.
    private static var addressLimit: Int { 8 << 10 }

    /// Creates the middleware, which has no settings.
    public init() {}

    /// Passes a valid request on.
    ///
    /// - Throws: 404 for such a path, 400 for such a host, 414 for an address that is too long.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try Self.check(request)
        return try await next(request, context)
    }

    static func check(_ request: Request) throws {
        guard isOneHost(request) else { throw HTTPError(.badRequest, message: "A request has one host") }
        guard request.uri.string.utf8.count <= addressLimit else { throw HTTPError(.uriTooLong) }
        guard isClean(request.uri.path) else { throw HTTPError(.notFound) }
    }

    /// Whether the request has one valid host. The first host of a request is its authority, further ones stay among
    /// its headers (RFC 9112, 3.2).
    private static func isOneHost(_ request: Request) -> Bool {
        guard let host = request.head.authority, !host.isEmpty, request.headers[.anotherHost] == nil else {
            return false
        }
        return host.utf8.allSatisfy { byte in
            switch byte {
            case 0...UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: "@"), UInt8(ascii: "?"),
                UInt8(ascii: "#"), UInt8(ascii: "\\"):
                false
            default: true
            }
        }
    }

    /// Whether a path has no NUL and no empty segment. One pass over the bytes, since every request is checked, and the
    /// address of a stream is long.
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

extension HTTPField.Name {
    fileprivate static let anotherHost = Self("Host")!
}
