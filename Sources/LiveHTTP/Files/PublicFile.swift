import Crypto
import HTTPTypes
import Hummingbird
import Live
import NIOCore

/// A file that is served: its bytes, and the same compressed.
struct PublicFile: Sendable {
    /// Hash of its content, in base64url.
    let fingerprint: String
    private let contentType: String
    /// The bodies by their coding; there always is an uncompressed one.
    private let bodies: [ContentCoding: ByteBuffer]

    init(_ bytes: [UInt8], _ kind: FileKind) {
        contentType = kind.contentType
        // 48 bits are enough to distinguish the versions of one file.
        fingerprint = Base64URL.encode(Array(SHA256.hash(data: bytes).prefix(6)))
        var bodies = [ContentCoding.identity: ByteBuffer(bytes: bytes)]
        if kind.isCompressible {
            // Compressed once for all answers, as small as possible.
            let gzip = Gzip(level: 9, memory: 9, window: 15, states: 1)
            if let small = gzip.compress(bytes), small.readableBytes < bytes.count { bodies[.gzip] = small }
            bodies[.brotli] = Brotli.compress(bytes).map { ByteBuffer(bytes: $0) }
        }
        self.bodies = bodies
    }

    /// Its text; nil when it isn't UTF-8.
    var text: String? { bodies[.identity].flatMap { String(validating: $0.readableBytesView, as: UTF8.self) } }

    /// Returns the answer to a request for this file.
    ///
    /// - Parameter isImmutable: whether this address always returns the same content.
    /// - Throws: 406 when the request refuses each available coding, 416 for a part beyond the end.
    func response(to request: Request, isImmutable: Bool) throws -> Response {
        // A part is one of the uncompressed bytes, if they are accepted, since clients join parts of those.
        let range = request.method == .get ? request.headers[.range] : nil
        let isPlain = range != nil && ContentCoding.best(for: request, among: []) != nil
        guard let coding = ContentCoding.best(for: request, among: isPlain ? [] : Set(bodies.keys)),
            let body = bodies[coding]
        else { throw HTTPError(.notAcceptable) }
        let tag = coding == .identity ? "\"\(fingerprint)\"" : "\"\(fingerprint)-\(coding.rawValue)\""
        var headers: HTTPFields = [
            .vary: "Accept-Encoding",
            .cacheControl: isImmutable ? CacheControl.immutable : "public, no-cache",
        ]
        // An immutable file needs no validator.
        if !isImmutable { headers[.eTag] = tag }
        if let known = request.headers[.ifNoneMatch], Self.list(known, has: tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = contentType
        if coding != .identity { headers[.contentEncoding] = coding.rawValue }
        if request.method == .head {
            headers[.contentLength] = "\(body.readableBytes)"
            return Response(status: .ok, headers: headers)
        }
        // `If-Range`: the rest of a file is requested on the condition that it is still the same.
        guard let range, request.headers[.ifRange].map({ $0 == tag }) ?? true,
            let part = try ByteRange.part(range, of: body.readableBytes),
            let slice = body.getSlice(at: body.readerIndex + part.lowerBound, length: part.count)
        else { return Response(status: .ok, headers: headers, body: .init(byteBuffer: body)) }
        headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(body.readableBytes)"
        return Response(status: .partialContent, headers: headers, body: .init(byteBuffer: slice))
    }

    /// Whether a list of entity tags, weak ones included, contains this one, or is `*` (RFC 9110, 13.1.2).
    private static func list(_ list: String, has tag: String) -> Bool {
        list.split(separator: ",").contains { element in
            let known = element.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            return known == "*" || known == tag || known == "W/" + tag
        }
    }
}

/// One part of a file's bytes (RFC 9110, 14.1.2).
enum ByteRange {
    /// Returns the part that a `Range` header requests, cut at the end. Nil for an invalid header and for several parts
    /// at once: then the whole file is sent.
    ///
    /// - Throws: 416 for a part that begins beyond the end.
    static func part(_ header: String, of size: Int) throws -> Range<Int>? {
        guard let match = header.wholeMatch(of: /bytes=([0-9]*)-([0-9]*)/) else { return nil }
        let (first, last) = (Int(match.1), Int(match.2))
        switch (first, last) {
        case (let first?, _) where match.2.isEmpty || last != nil:
            let end = last.map { $0 < size ? $0 + 1 : size } ?? size
            if first < size { return first < end ? first..<end : nil }
            if let last, last < first { return nil }
        case (nil, let length?) where match.1.isEmpty:
            if length > 0, size > 0 { return max(0, size - length)..<size }
        default: return nil
        }
        var error = HTTPError(.rangeNotSatisfiable)
        error.headers[.contentRange] = "bytes */\(size)"
        throw error
    }
}
