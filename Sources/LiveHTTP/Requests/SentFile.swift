import HTTPTypes
import Hummingbird

extension LiveRequestContext {
    /// Receives the file of a form (`multipart/form-data`) piece by piece, while it arrives: nothing of it is stored.
    ///
    /// Nothing of the file is passed on unless the form is the visitor's own: the token is in the header
    /// `X-CSRF-Token`, or in the field `csrf` before the file. So an endpoint that is in `filePaths` of
    /// ``LivePages/router(withoutToken:filePaths:statusOf:errorPage:)`` has to read its requests with this method.
    ///
    /// - Parameters:
    ///   - request: the request with the form.
    ///   - limit: the size of the file at most, in bytes. A larger one is read for a while longer (up to twice the
    ///     limit), so that a browser, which reads no answer before it has sent everything, gets the answer.
    ///   - take: receives the next bytes. An error that it throws ends the reading.
    /// - Returns: the size of the file, in bytes; nil when the form has none.
    /// - Throws: `HTTPError`: 403 when the form is not the visitor's, 413 when the file is too large, 415 when it is
    ///   not such a form, 400 when it is malformed or has several files.
    public func receiveFile(
        _ request: Request, upTo limit: Int, take: (ByteBuffer) throws -> Void
    ) async throws -> Int? {
        var size: Int?
        let isOwn = try await MultipartForm.read(
            request, upTo: 2 * limit + Self.aroundFile, of: identity.visitor
        ) { event, isOwn in
            switch event {
            case .field, .fileEnds: break
            case .fileBegins:
                guard isOwn else { throw HTTPError(.forbidden) }
                guard size == nil else { throw MultipartParser.Malformed() }
                size = 0
            case .bytes(let bytes):
                size = (size ?? 0) + bytes.readableBytes
                if size ?? 0 <= limit { try take(bytes) }
            }
        }
        guard isOwn else { throw HTTPError(.forbidden) }
        if let size, size > limit { throw HTTPError(.contentTooLarge) }
        return size
    }

    /// Size of a form besides its file at most, in bytes.
    private static let aroundFile = 64 << 10
}
