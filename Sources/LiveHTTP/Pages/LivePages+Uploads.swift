import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Live
import NIOCore

extension LivePages {
    /// Answers a file that a page's script sends for one of its fields: `{"id": "…"}`. Refused files are answered with
    /// `{"error": "…"}` (`FileRefusal`) when they have come, since a browser reads no answer before it has sent all.
    func receiveFile(_ request: Request, _ context: LiveRequestContext, token: String) async throws -> Response {
        guard ForgeryProtection.isFromHere(request) else { throw HTTPError(.forbidden) }
        guard let uploads else { throw HTTPError(.notFound) }
        guard let visitor = try await context.identity.visitor else { return try refusal(token) }
        guard let sent = request.headers[.csrfToken], FormToken.isToken(sent, visitor.csrf) else {
            return try Refusal.reload.response(.forbidden)
        }
        guard isAddress(token, of: visitor) else { return try Refusal.reload.response(.gone) }
        // Without a length it could not be told whether the file has come as a whole.
        guard let length = request.headers[.contentLength].flatMap({ Int($0) }), length >= 0 else {
            throw HTTPError(.lengthRequired)
        }
        let name = request.headers[.liveFile]?.removingPercentEncoding ?? ""
        let session = try await session(token, request, context, visitor, isInput: true, epoch: nil)
        guard let session else {
            return try Refusal.reload.response(.gone)
        }
        guard let input = request.headers[.liveField], let field = await session.fileField(named: input) else {
            throw HTTPError(.unprocessableContent)
        }
        do {
            guard length <= min(field.bytesPerFile, uploads.limits.bytesPerFile) else {
                try await Self.drop(request, upTo: uploads.limits.bytesPerFile)
                throw FileRefusal.tooLarge
            }
            guard length > 0 else { throw FileRefusal.empty }
            let group = context.client(of: request).group
            let file = try await TransferRate.limited(by: uploads) { rate in
                try await Self.store(request, named: name, length, in: uploads, of: visitor.owner, from: group, rate)
            }
            return try Response(status: .created, json: ["id": file.id.description])
        } catch let refusal as FileRefusal {
            return try refusal.response()
        } catch is CancellationError where !Task.isCancelled {
            throw HTTPError(.requestTimeout)
        }
    }

    private static func store(
        _ request: Request, named name: String, _ length: Int, in uploads: UploadFolder, of owner: String,
        from group: String?, _ rate: TransferRate
    ) async throws -> WaitingFile {
        var upload: Upload?
        var refusal: FileRefusal?
        var hasPlace = false
        defer { if hasPlace { uploads.leavePlace(of: group) } }
        var received = 0
        do {
            for try await piece in request.body where piece.readableBytes > 0 {
                received += piece.readableBytes
                rate.count(piece.readableBytes)
                guard refusal == nil else { continue }
                do {
                    if upload == nil {
                        hasPlace = uploads.takePlace(of: group)
                        guard hasPlace else { throw FileRefusal.busy }
                        upload = try await uploads.begin(
                            named: name, upTo: length, expecting: length, of: owner, from: group)
                    }
                    try await upload?.write(piece)
                } catch let error as FileRefusal { refusal = error }
            }
            try Task.checkCancellation()
            if let refusal { throw refusal }
            guard let upload, received == length else { throw FileRefusal.failed }
            return try await upload.finish()
        } catch {
            await upload?.cancel()
            throw error
        }
    }

    /// Reads on for a while, so that the browser gets the answer.
    private static func drop(_ request: Request, upTo limit: Int) async throws {
        var length = 0
        for try await piece in request.body {
            length += piece.readableBytes
            if length > 2 * limit { return }
        }
    }
}

extension FileRefusal {
    fileprivate func response() throws -> Response {
        let status: HTTPResponse.Status
        switch self {
        case .tooLarge: status = .contentTooLarge
        case .empty, .surplus, .missing: status = .unprocessableContent
        case .tooMany: status = .tooManyRequests
        case .busy: status = .serviceUnavailable
        case .failed: status = .internalServerError
        }
        return try Response(status: status, json: ["error": rawValue])
    }
}
