import HTTPTypes
import Hummingbird

/// Files that are written while the server runs, such as pictures that visitors sent. They stay on the disk, and are
/// sent from there piece by piece.
///
/// ```swift
/// let files = StoredFiles(folder: "pictures")
/// router.get("/pictures/{file}") { request, context in
///     try await files.response(to: request, context, file: name, contentType: "image/jpeg")
/// }
/// ```
///
/// A name must never get another content: browsers keep a file for a year and don't ask again. ``PublicFiles`` are for
/// files that come with the app.
public struct StoredFiles: Sendable {
    private let folder: String
    private let io = FileIO()

    /// - Parameter folder: the path of the folder.
    public init(folder: String) { self.folder = folder }

    /// Returns the answer to a request for a file. The disk is read outside the event loops.
    ///
    /// - Parameters:
    ///   - request: the request, `GET` or `HEAD`.
    ///   - context: the context of the request.
    ///   - name: the name of a file directly in the folder. Names with slashes, and those that begin with a dot, are not
    ///     found.
    ///   - contentType: the media type of the file, which must not follow from what a visitor sent.
    /// - Throws: 404 when there is no such file.
    public func response(
        to request: Request, _ context: LiveRequestContext, file name: String, contentType: String
    ) async throws -> Response {
        guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
        else { throw HTTPError(.notFound) }
        let body = try await io.loadFile(path: "\(folder)/\(name)", context: context)
        var headers: HTTPFields = [
            .contentType: contentType, .cacheControl: CacheControl.immutable,
        ]
        guard request.method == .head else { return Response(status: .ok, headers: headers, body: body) }
        headers[.contentLength] = "\(body.contentLength ?? 0)"
        return Response(status: .ok, headers: headers)
    }
}
