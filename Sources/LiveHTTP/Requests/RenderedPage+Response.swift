import HTTPTypes
import Hummingbird
import Live

extension RenderedPage {
    /// Size of the shortest document that is compressed, in bytes: a shorter one fits into one packet anyway.
    private static var worthCompressing: Int { 1024 }
    /// The headers of every page, checked once.
    private static let headers: HTTPFields = [
        .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache",
        .vary: "Accept-Language, Cookie",
    ]
    /// The default of `Retry-After`, when the time is not known.
    private static var usualPause: Duration { .seconds(10) }

    /// Returns the answer with this document as its body, compressed if the request accepts that.
    ///
    /// It is for this browser alone, with these cookies, and is requested anew at each visit. But it is not `no-store`,
    /// which would exclude it from the back/forward cache. That cache belongs to one browser, which always accepts the
    /// same codings, so `Accept-Encoding` need not be in `Vary`.
    ///
    /// With status 429 or 503 it has a `Retry-After`: of `RenderedPage.retryAfter`, rounded up to whole seconds, or 10
    /// seconds.
    public func response(to request: Request) -> Response {
        var headers = Self.headers
        if status == 429 || status == 503 {
            // Rounded up: a second too late is better than too early, when the next try is refused as well.
            let (seconds, attoseconds) = (retryAfter ?? Self.usualPause).components
            headers[.retryAfter] = String(max(1, seconds + (attoseconds > 0 ? 1 : 0)))
        }
        var body: ByteBuffer?
        // A client that refuses even uncompressed bytes gets them anyway: a form post may have been carried out by now.
        if ContentCoding.best(for: request, among: [.gzip]) == .gzip {
            body = compressed
            if body != nil { headers[.contentEncoding] = "gzip" }
        }
        return Response(status: .init(code: status), headers: headers, body: .init(byteBuffer: body ?? uncompressed))
    }

    private var uncompressed: ByteBuffer {
        guard let kept else { return ByteBuffer(bytes: bytes) }
        var buffer = ByteBuffer()
        buffer.reserveCapacity(kept.document.length(with: kept.texts))
        kept.document.forEachPart { piece, hole in
            buffer.writeBytes(piece)
            if let hole { buffer.writeString(kept.texts[hole]) }
        }
        return buffer
    }

    /// The document in gzip's format; nil when it is not worth it, or when zlib fails.
    private var compressed: ByteBuffer? {
        if let kept, let document = CompressedDocument.of(kept.document, with: kept.texts) {
            return document.body(of: kept.document, with: kept.texts)
        }
        let bytes = bytes
        return bytes.count >= Self.worthCompressing ? Gzip.pages.compress(bytes) : nil
    }
}
