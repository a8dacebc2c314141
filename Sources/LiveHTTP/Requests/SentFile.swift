import HTTPTypes
import Hummingbird

extension LiveRequestContext {
    /// Takes the file of a form (`multipart/form-data`) piece by piece, as it comes: nothing of it is kept.
    ///
    /// The form is its visitor's, or nothing of its file is given out: the token is the header `X-CSRF-Token`, or the
    /// field `csrf` before the file. So an endpoint that is named in `filePaths` of ``LivePages/router(withoutToken:filePaths:statusOf:errorPage:)``
    /// has to read its requests by this.
    ///
    /// - Parameters:
    ///   - request: Has the form.
    ///   - limit: The most bytes of a file. What is too large is read for a while longer, so that a browser, which reads no
    ///     answer before it has sent all, gets the answer.
    ///   - take: Gets the next bytes. What it throws ends the reading.
    /// - Returns: How large the file is, in bytes; nil when the form has none.
    /// - Throws: `HTTPError`: 403 when the form is not the visitor's, 413 when the file is too large, 415 when it is no such
    ///   form, 400 when it is malformed or has several files.
    public func receiveFile(
        _ request: Request, upTo limit: Int, take: (ByteBuffer) throws -> Void
    ) async throws -> Int? {
        guard var parser = MultipartParser(contentType: request.headers[.contentType] ?? "") else {
            throw HTTPError(.unsupportedMediaType)
        }
        let visitor = try await identity.visitor
        func isOwn(_ token: String?) -> Bool {
            guard let visitor else { return true }
            return token.map { FormToken.isToken($0, visitor.csrf) } ?? false
        }
        var isAllowed = isOwn(request.headers[.csrfToken])
        var size: Int?
        do {
            var length = 0
            for try await piece in request.body {
                length += piece.readableBytes
                guard length <= 2 * limit + Self.aroundFile else { throw HTTPError(.contentTooLarge) }
                try parser.feed(piece) { event in
                    switch event {
                    case .field("csrf", let token): isAllowed = isAllowed || isOwn(token)
                    case .field: break
                    case .fileBegins:
                        guard isAllowed else { throw HTTPError(.forbidden) }
                        guard size == nil else { throw MultipartParser.Malformed() }
                        size = 0
                    case .bytes(let bytes):
                        size = (size ?? 0) + bytes.readableBytes
                        if size ?? 0 <= limit { try take(bytes) }
                    case .fileEnds: break
                    }
                }
            }
            try parser.finish()
        } catch is MultipartParser.Malformed {
            throw HTTPError(.badRequest, message: "Malformed form")
        }
        guard isAllowed else { throw HTTPError(.forbidden) }
        if let size, size > limit { throw HTTPError(.contentTooLarge) }
        return size
    }

    /// What a form has besides its file, in bytes.
    private static let aroundFile = 64 << 10
}
