import Foundation
import Live
import Synchronization

/// The files that the visitors of a test send: ``TestBrowser/send(_:into:)``. They are in a temporary folder, which is
/// deleted with this object.
///
/// A ``TestBrowser`` whose visit has no files makes one of its own. Pass one as `Visit.files` to look at what is left in
/// it, or to let it refuse files.
public final class TestFiles: WaitingFiles {
    private struct State {
        var files: [FileID: (owner: String, file: WaitingFile)] = [:]
        var holds: [FileID: Int] = [:]
        var refusal: FileRefusal?
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "live-files-\(UUID())")
    private let state = Mutex(State())

    /// Creates an empty folder.
    public init() {}

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The files, in no order.
    public var all: [WaitingFile] { state.withLock { $0.files.values.map(\.file) } }

    /// Number of files that open pages name.
    public var heldCount: Int { state.withLock { $0.holds.count } }

    /// Refuses all files from now on; nil takes them again.
    public func refuse(_ refusal: FileRefusal?) { state.withLock { $0.refusal = refusal } }

    /// Returns a file of a visitor.
    public func file(_ id: FileID, of owner: String) -> WaitingFile? {
        state.withLock { $0.files[id].flatMap { $0.owner == owner ? $0.file : nil } }
    }

    /// Keeps files while a page names them.
    public func hold(_ ids: [FileID], of owner: String) -> [WaitingFile] {
        let files = ids.compactMap { file($0, of: owner) }
        state.withLock { state in
            for file in files { state.holds[file.id, default: 0] += 1 }
        }
        return files
    }

    /// Ends what ``hold(_:of:)`` began.
    public func release(_ ids: [FileID]) {
        state.withLock { state in
            for id in ids { state.holds[id] = state.holds[id].flatMap { $0 > 1 ? $0 - 1 : nil } }
        }
    }

    /// Forgets files and deletes them.
    public func discard(_ ids: [FileID]) async {
        for id in ids {
            let known = state.withLock { $0.files.removeValue(forKey: id) }
            if let known { try? FileManager.default.removeItem(atPath: known.file.path) }
        }
    }

    /// Stores a file.
    public func add(
        _ bytes: [UInt8], named name: String, upTo limit: Int, of owner: String
    ) async throws -> WaitingFile {
        if let refusal = state.withLock({ $0.refusal }) { throw refusal }
        guard !bytes.isEmpty else { throw FileRefusal.empty }
        guard bytes.count <= limit else { throw FileRefusal.tooLarge }
        let id = FileID.random()
        let url = folder.appending(path: id.description)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        let file = WaitingFile(
            id: id, name: WaitingFile.name(from: name), byteCount: bytes.count,
            path: url.path(percentEncoded: false))
        state.withLock { $0.files[id] = (owner, file) }
        return file
    }
}

extension TestBrowser {
    /// A file on the visitor's device.
    public struct File: Sendable {
        /// Its name.
        public var name: String
        /// Its content.
        public var bytes: [UInt8]

        /// - Parameters:
        ///   - name: its name.
        ///   - bytes: its content.
        public init(_ name: String, _ bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// Chooses a file in a field for files, as with the script: it is stored, and the field's input is sent.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - selector: the selector of the `<input type="file">`.
    /// - Throws: `FileRefusal` when it is not taken; nothing is sent then. ``Failure``.
    public func send(_ file: File, into selector: String) async throws {
        let field = try text(ofFiles: selector)
        let box = field.lineage.first { $0["data-uploads"] != nil }
        var text = FileFieldText(field.value)
        guard text.ids.count < box?["data-most"].flatMap({ Int($0) }) ?? 0 else { throw FileRefusal.surplus }
        let limit = box?["data-bytes"].flatMap { Int($0) } ?? 0
        text.add(try await files.add(file.bytes, named: file.name, upTo: limit, of: visit.owner).id)
        try await replace(text, in: field)
    }

    /// Takes a file out of a field for files, as with the script.
    ///
    /// - Parameters:
    ///   - id: the file.
    ///   - selector: the selector of the `<input type="file">`.
    /// - Throws: ``Failure``.
    public func remove(_ id: FileID, from selector: String) async throws {
        let field = try text(ofFiles: selector)
        var text = FileFieldText(field.value)
        text.remove([id])
        try await replace(text, in: field)
    }

    /// Returns the hidden field beside a field for files.
    private func text(ofFiles selector: String) throws -> Node {
        let input = try document.root.one(selector, text: nil)
        let box = input.lineage.first { $0["data-uploads"] != nil }
        guard let field = box?.descendants.first(where: { $0["data-input"] != nil }) else {
            throw Failure.notUsable(input.summary, "it is no field for files")
        }
        return field
    }

    private func replace(_ text: FileFieldText, in field: Node) async throws {
        document.type(text.text, into: field)
        try await send(field["data-input"] ?? "", text.text, isField: true)
    }

    var files: any WaitingFiles { visit.files ?? server.files }
}
