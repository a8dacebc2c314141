import HTTPTypes
import Hummingbird

/// Mends what the library's files do with `Range` (RFC 9110, 14.2): a part beyond the end is refused, where they would
/// answer with a negative length, and what they would misread, such as `bytes=-500`, is left out, so that the whole file
/// comes. It stands in front of them.
public struct ByteRanges<Context: RequestContext>: RouterMiddleware {
    /// It has nothing to be set.
    public init() {}

    /// - Throws: 416 for a part that begins beyond the end.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let range = request.headers[.range] else { return try await next(request, context) }
        var request = request
        if !Self.isUnderstood(range) {
            var head = request.head
            head.headerFields[.range] = nil
            request = Request(head: head, body: request.body)
        }
        let response = try await next(request, context)
        if let content = response.headers[.contentRange], let size = Self.sizeOfNothing(content) {
            var error = HTTPError(.rangeNotSatisfiable)
            error.headers[.contentRange] = "bytes */\(size)"
            throw error
        }
        return response
    }

    /// One part, with its first byte and, or not, its last one.
    private static func isUnderstood(_ range: String) -> Bool {
        guard let match = range.wholeMatch(of: /bytes=([0-9]+)-([0-9]*)/), let first = Int(match.1) else {
            return false
        }
        return match.2.isEmpty || Int(match.2).map { $0 >= first } ?? false
    }

    /// The size of the file of which a part is sent that begins behind its own end; nil of any other part.
    private static func sizeOfNothing(_ content: String) -> String? {
        guard let match = content.wholeMatch(of: /bytes (-?[0-9]+)-(-?[0-9]+)\/([0-9]+)/), let first = Int(match.1),
            let last = Int(match.2), first > last
        else { return nil }
        return String(match.3)
    }
}
