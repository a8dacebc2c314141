import HTTPTypes
import Hummingbird
import Live
import NIOCore

/// Reads forms of `multipart/form-data` while they arrive.
enum MultipartForm {
    /// Whether a request declares such a form.
    static func isForm(_ request: Request) -> Bool {
        request.headers[.contentType]?.lowercased().hasPrefix("multipart/") == true
    }

    /// Passes on the parts of a form as they arrive.
    ///
    /// - Parameters:
    ///   - request: the request with the form.
    ///   - size: the size of the form at most, in bytes.
    ///   - fieldLimit: the size of a field at most, in bytes.
    ///   - countLimit: the number of parts at most.
    ///   - visitor: the visitor whose form it has to be; nil for nobody.
    ///   - take: receives each part, with whether the form is the visitor's own as far as it is known: the token is in the
    ///     header `X-CSRF-Token`, or in the field `csrf` before this part.
    /// - Returns: whether the form is the visitor's own.
    /// - Throws: `HTTPError`: 413 when the form is too large, 415 when it is not such a form, 400 when it is malformed.
    static func read(
        _ request: Request, upTo size: Int, fieldLimit: Int = MultipartParser.partLimit,
        countLimit: Int = MultipartParser.countLimit, of visitor: Visitor?,
        take: (MultipartParser.Event, _ isOwn: Bool) async throws -> Void
    ) async throws -> Bool {
        let type = request.headers[.contentType] ?? ""
        guard var parser = MultipartParser(contentType: type, fieldLimit: fieldLimit, countLimit: countLimit) else {
            throw HTTPError(.unsupportedMediaType)
        }
        func isToken(_ token: String?) -> Bool {
            guard let visitor else { return true }
            return token.map { FormToken.isToken($0, visitor.csrf) } ?? false
        }
        var isOwn = isToken(request.headers[.csrfToken])
        var length = 0
        do {
            for try await piece in request.body {
                length += piece.readableBytes
                guard length <= size else { throw HTTPError(.contentTooLarge) }
                var events: [MultipartParser.Event] = []
                try parser.feed(piece) { events.append($0) }
                for event in events {
                    if case .field("csrf", let token) = event { isOwn = isOwn || isToken(token) }
                    try await take(event, isOwn)
                }
            }
            try parser.finish()
        } catch is MultipartParser.Malformed {
            throw HTTPError(.badRequest, message: "Malformed form")
        }
        return isOwn
    }

    /// Reads the form of a page, and stores its files in a folder. A field for files then has their IDs as its text, behind
    /// those that it had; without those whose checkbox to take them out was ticked, and with the reasons for files that were
    /// not taken.
    ///
    /// Files before the visitor's own token, and those of an unknown visitor, are dropped. Files of a form that can't be read
    /// to its end are deleted.
    ///
    /// - Parameters:
    ///   - request: the request with the form.
    ///   - folder: the folder for its files.
    ///   - visitor: the visitor; nil for an unknown one.
    ///   - group: the group that the client counts for; nil for none.
    /// - Returns: the fields by name; of several with the same name the last. The caller checks the token among them.
    /// - Throws: as ``read(_:upTo:fieldLimit:countLimit:of:take:)``, and `HTTPError` 408 when it comes too slowly.
    static func read(
        _ request: Request, into folder: UploadFolder, of visitor: Visitor?, from group: String?
    ) async throws -> [String: String] {
        do {
            return try await TransferRate.limited(by: folder) { rate in
                var reading = Reading(folder: folder, owner: visitor?.owner, group: group, rate: rate)
                let size = FormBody.limit + folder.limits.filesPerOwner * folder.limits.bytesPerFile
                do {
                    _ = try await read(
                        request, upTo: size, fieldLimit: FormBody.limit, countLimit: FormBody.fieldLimit, of: visitor
                    ) { event, isOwn in try await reading.take(event, isOwn) }
                } catch {
                    await reading.cancel()
                    throw error
                }
                return reading.finish()
            }
        } catch is CancellationError where !Task.isCancelled {
            throw HTTPError(.requestTimeout)
        }
    }

    /// A form of a page that is being read.
    private struct Reading {
        let folder: UploadFolder
        let owner: String?
        let group: String?
        let rate: TransferRate
        private var fields: [String: String] = [:]
        /// Number of bytes of the fields.
        private var size = 0
        /// IDs to take out, by the names of fields.
        private var removed: [String: Set<FileID>] = [:]
        private var sent: [String: FileFieldText] = [:]
        /// The file that is being read; its upload is nil before its first bytes, and when it is refused.
        private var file: (field: String, name: String, isRefused: Bool, upload: Upload?)?
        private var hasPlace = false

        init(folder: UploadFolder, owner: String?, group: String?, rate: TransferRate) {
            self.folder = folder
            self.owner = owner
            self.group = group
            self.rate = rate
        }

        mutating func take(_ event: MultipartParser.Event, _ isOwn: Bool) async throws {
            switch event {
            case .field(let name, let text):
                size += name.utf8.count + text.utf8.count
                guard size <= FormBody.limit else { throw HTTPError(.contentTooLarge) }
                rate.count(text.utf8.count)
                if name.hasSuffix(FileFieldText.removalSuffix) {
                    let field = String(name.dropLast(FileFieldText.removalSuffix.count))
                    if let id = FileID(text) { removed[field, default: []].insert(id) }
                } else {
                    fields[name] = FormBody.typed(text)
                }
            case .fileBegins(let field, let name):
                file = (field, name, false, nil)
            case .bytes(let bytes):
                rate.count(bytes.readableBytes)
                do { try await write(bytes, isOwn) } catch let refusal as FileRefusal { await refuse(refusal) }
            case .fileEnds:
                defer { file = nil }
                guard let file, !file.isRefused else { return }
                do {
                    if let upload = file.upload {
                        sent[file.field, default: FileFieldText("")].add(try await upload.finish().id)
                    } else if !file.name.isEmpty {
                        // A field without a choice has a file without a name.
                        throw FileRefusal.empty
                    }
                } catch let refusal as FileRefusal { await refuse(refusal) }
            }
        }

        private mutating func write(_ bytes: ByteBuffer, _ isOwn: Bool) async throws {
            guard let file, !file.isRefused else { return }
            guard isOwn, let owner else { throw FileRefusal.failed }
            if file.upload == nil {
                if !hasPlace {
                    guard folder.takePlace(of: group) else { throw FileRefusal.busy }
                    hasPlace = true
                }
                self.file?.upload = try await folder.begin(
                    named: file.name, upTo: folder.limits.bytesPerFile, expecting: nil, of: owner, from: group)
            }
            try await self.file?.upload?.write(bytes)
        }

        private mutating func refuse(_ refusal: FileRefusal) async {
            guard let file else { return }
            await file.upload?.cancel()
            self.file?.upload = nil
            self.file?.isRefused = true
            sent[file.field, default: FileFieldText("")].add(refusal)
        }

        private mutating func leavePlace() {
            if hasPlace { folder.leavePlace(of: group) }
            hasPlace = false
        }

        mutating func cancel() async {
            leavePlace()
            await file?.upload?.cancel()
            await folder.discard(sent.values.flatMap(\.ids))
        }

        mutating func finish() -> [String: String] {
            leavePlace()
            for field in Set(sent.keys).union(removed.keys) {
                var text = FileFieldText(fields[field] ?? "")
                text.remove(removed[field] ?? [])
                for id in sent[field]?.ids ?? [] { text.add(id) }
                for refusal in sent[field]?.refusals ?? [] { text.add(refusal) }
                fields[field] = text.text
            }
            return fields
        }
    }
}
