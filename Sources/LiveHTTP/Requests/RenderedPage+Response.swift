import HTTPTypes
import Hummingbird
import Live

extension RenderedPage {
    /// The shortest document that is compressed, in bytes: a shorter one travels in one packet anyway.
    private static var worthCompressing: Int { 1024 }
    /// For who is told to come later, when nobody knows how much later.
    private static var usualPause: Duration { .seconds(10) }

    /// The answer with this document as its body, compressed when the request asks for it.
    ///
    /// It is for this browser alone, with these cookies, and is asked for anew at each visit. But it is not `no-store`,
    /// which would keep it out of the cache of pages that one comes back to. That cache is one browser's, which accepts the
    /// same codings all along, so that `Accept-Encoding` need not stand in `Vary`.
    ///
    /// With status 429 or 503 it says when to try again, in `Retry-After`: after `RenderedPage.retryAfter`, or 10 seconds.
    public func response(to request: Request) -> Response {
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache",
            .vary: "Accept-Language, Cookie",
        ]
        if status == 429 || status == 503 {
            // A second too late is better than too early, when the next try is refused as well.
            let (seconds, attoseconds) = (retryAfter ?? Self.usualPause).components
            headers[.retryAfter] = String(max(1, seconds + (attoseconds > 0 ? 1 : 0)))
        }
        var body: ByteBuffer?
        // Who refuses even the plain bytes gets them all the same: a form post may have been carried out by now.
        if bytes.count >= Self.worthCompressing, ContentCoding.best(for: request, among: [.gzip]) == .gzip {
            body = Gzip.pages.compress(bytes)
            if body != nil { headers[.contentEncoding] = "gzip" }
        }
        return Response(
            status: .init(code: status), headers: headers,
            body: .init(byteBuffer: body ?? ByteBuffer(bytes: bytes)))
    }
}
