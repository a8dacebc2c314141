import HTTPTypes
import Hummingbird

/// Refuses requests that different readers would read differently: for no host, for several, or for what is none (of two
/// hosts a proxy may take the one and the server the other), and paths with a NUL (what reads files would see it as the
/// end) or with an empty segment (a link to `//goals` leads to a host of that name). An address has 8 KiB at most: what
/// pages make of it, such as the way back after signing in, costs by its bytes.
public struct CleanPaths<Context: RequestContext>: RouterMiddleware {
    /// The longest path with its query, in bytes.
    private static var addressLimit: Int { 8 << 10 }

    /// It has nothing to be set.
    public init() {}

    /// - Throws: 404 for such a path, 400 for such a host, 414 for an address that is too long.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard Self.isOneHost(request) else { throw HTTPError(.badRequest, message: "A request has one host") }
        guard request.uri.string.utf8.count <= Self.addressLimit else { throw HTTPError(.uriTooLong) }
        guard Self.isClean(request.uri.path) else { throw HTTPError(.notFound) }
        return try await next(request, context)
    }

    /// The first host that a request names is its authority, further ones stay among its headers (RFC 9112, 3.2).
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

extension HTTPField.Name {
    fileprivate static let anotherHost = Self("Host")!
}
