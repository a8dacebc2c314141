import Foundation
import Live
import NIOCore
import NIOPosix
import Synchronization

/// The folder in which the files wait that visitors have sent from pages, each until its form has been sent.
///
/// ```swift
/// let uploads = try UploadFolder(at: "market-uploads")
/// var pages = LivePages(sessions: sessions, …, uploads: uploads) { request in … }
/// // In the app's group of services:
/// await uploads.deleteForgottenFiles()
/// ```
///
/// A file belongs to the visitor who sent it (`Visit.owner`), and nobody else can name it. It is deleted when the app
/// discards it, or when no open page has named it for an hour (``UploadLimits/untilForgotten``). After a restart it is
/// kept for as long at least, and until a day after it was sent (``UploadLimits/untilForgottenAfterRestart``), since the
/// pages that name it come back only then.
///
/// The folder has a file of the content, named by its ID, and beside it `ID.info` with its owner and name. Everything on
/// disk is done on NIO's threads for blocking work, never on an event loop.
public final class UploadFolder: WaitingFiles {
    /// Owner and name, which are stored beside a file.
    private struct Info: Codable {
        var owner: String
        var name: String
    }

    /// The limits of the folder.
    public let limits: UploadLimits
    private let folder: URL
    private let index: Mutex<UploadIndex>
    private let now: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void

    /// Opens a folder, which is created if it doesn't exist, and deletes what an earlier process has not finished. It reads
    /// the folder, so do it before the server starts.
    ///
    /// - Parameters:
    ///   - path: the path of the folder, which nothing else uses.
    ///   - limits: the limits of the folder.
    /// - Throws: the error of the file system.
    public convenience init(at path: String, limits: UploadLimits = UploadLimits()) throws {
        try self.init(
            at: path, limits: limits, now: { .seconds(Date.now.timeIntervalSince1970) },
            sleep: { try await Task.sleep(for: $0) })
    }

    /// - Parameters:
    ///   - now: returns the time since 1970, on the clock of the file system.
    ///   - sleep: waits, for the least rate of transfers.
    init(
        at path: String, limits: UploadLimits, now: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) throws {
        self.limits = limits
        self.now = now
        self.sleep = sleep
        folder = URL(filePath: path, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        index = try Mutex(Self.read(folder, limits, at: now()))
    }

    /// Finds the files in a folder, and deletes what is no whole file.
    private static func read(_ folder: URL, _ limits: UploadLimits, at now: Duration) throws -> UploadIndex {
        var index = UploadIndex(limits)
        var kept: Set<String> = []
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        let contents = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))
        for file in contents {
            guard let id = FileID(file.lastPathComponent),
                let data = try? Data(contentsOf: file.appendingPathExtension("info")),
                let info = try? JSONDecoder().decode(Info.self, from: data),
                let values = try? file.resourceValues(forKeys: keys), let bytes = values.fileSize,
                let date = values.contentModificationDate
            else { continue }
            let time = max(
                .seconds(date.timeIntervalSince1970) + limits.untilForgottenAfterRestart, now + limits.untilForgotten)
            index.insert(
                id,
                UploadIndex.File(name: info.name, owner: info.owner, bytes: bytes, isWhole: true, forgottenAt: time))
            kept.formUnion([file.lastPathComponent, file.lastPathComponent + ".info"])
        }
        // Only files that were made here.
        for file in contents where !kept.contains(file.lastPathComponent) {
            if FileID(file.deletingPathExtension().lastPathComponent) != nil {
                try FileManager.default.removeItem(at: file)
            }
        }
        return index
    }

    // MARK: Files

    /// Returns a file of a visitor; nil for one that is unknown, forgotten, or somebody else's.
    public func file(_ id: FileID, of owner: String) -> WaitingFile? {
        index.withLock { $0.file(id, of: owner) }.map { waiting(id, $0) }
    }

    private func waiting(_ id: FileID, _ file: UploadIndex.File) -> WaitingFile {
        WaitingFile(id: id, name: file.name, byteCount: file.bytes, path: url(id).path(percentEncoded: false))
    }

    private func url(_ id: FileID) -> URL { folder.appending(path: id.description, directoryHint: .notDirectory) }

    /// Keeps files while a page names them.
    public func hold(_ ids: [FileID], of owner: String) -> [WaitingFile] {
        index.withLock { index in
            ids.compactMap { id in
                guard let file = index.file(id, of: owner) else { return nil }
                index.hold(id)
                return waiting(id, file)
            }
        }
    }

    /// Ends what ``hold(_:of:)`` began.
    public func release(_ ids: [FileID]) {
        let now = now()
        index.withLock { index in
            for id in ids { index.release(id, at: now) }
        }
    }

    /// Forgets files at once, and deletes them.
    public func discard(_ ids: [FileID]) async {
        let known = index.withLock { index in ids.filter { index.remove($0) != nil } }
        await delete(known)
    }

    /// Deletes, every five minutes, the files that no open page has named for an hour, until the task is cancelled.
    public func deleteForgottenFiles() async {
        while !Task.isCancelled {
            await deleteForgotten()
            do { try await sleep(.seconds(300)) } catch { return }
        }
    }

    func deleteForgotten() async {
        let now = now()
        await delete(index.withLock { $0.forget(at: now) })
    }

    /// Number of files in the folder and on their way, their bytes, and the number of requests that send files.
    var use: (files: Int, bytes: Int, transfers: Int) {
        index.withLock { ($0.count, $0.bytes, $0.transfers) }
    }

    private func delete(_ ids: [FileID]) async {
        guard !ids.isEmpty else { return }
        // A file that can't be deleted is found again after a restart.
        try? await offLoops { [self] in
            for id in ids {
                for file in [url(id), url(id).appendingPathExtension("info")] {
                    try? FileManager.default.removeItem(at: file)
                }
            }
        }
    }

    // MARK: Transfers

    /// Stores a file that is in memory, as for a visitor without a group.
    public func add(
        _ bytes: [UInt8], named name: String, upTo limit: Int, of owner: String
    ) async throws -> WaitingFile {
        let upload = try await begin(named: name, upTo: limit, expecting: bytes.count, of: owner, from: nil)
        do {
            try await upload.write(ByteBuffer(bytes: bytes))
            return try await upload.finish()
        } catch {
            await upload.cancel()
            throw error
        }
    }

    /// Takes a place for a request that sends files, when its first bytes have come.
    ///
    /// - Returns: false when there is none.
    func takePlace(of group: String?) -> Bool { index.withLock { $0.takePlace(of: group) } }

    /// Gives a place back.
    func leavePlace(of group: String?) { index.withLock { $0.leavePlace(of: group) } }

    /// Begins a file, when its first bytes have come.
    ///
    /// - Parameters:
    ///   - name: the file's name as the browser has sent it.
    ///   - limit: the size of the file at most, in bytes.
    ///   - expected: the size that the request declares; nil when it declares none.
    ///   - owner: the visitor.
    ///   - group: the group that the client counts for; nil for none.
    /// - Throws: ``FileRefusal``.
    func begin(
        named name: String, upTo limit: Int, expecting expected: Int?, of owner: String, from group: String?
    ) async throws -> Upload {
        let limit = min(limit, limits.bytesPerFile)
        if let expected, expected > limit { throw FileRefusal.tooLarge }
        let (id, name, now) = (FileID.random(), WaitingFile.name(from: name), now())
        let bytes = max(0, expected ?? limit)
        try index.withLock { index throws(FileRefusal) in
            try index.begin(id, named: name, bytes: bytes, of: owner, from: group, at: now)
        }
        do {
            let url = url(id)
            let handle = try await offLoops {
                let part = url.appendingPathExtension("part").path(percentEncoded: false)
                let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
                guard FileManager.default.createFile(atPath: part, contents: nil, attributes: attributes),
                    let handle = FileHandle(forWritingAtPath: part)
                else { throw FileRefusal.failed }
                return handle
            }
            return Upload(id, to: handle, upTo: bytes, in: self)
        } catch {
            index.withLock { _ = $0.remove(id) }
            throw FileRefusal.failed
        }
    }

    /// Makes a file known that has come as a whole.
    fileprivate func finish(_ id: FileID, _ bytes: Int) async throws -> WaitingFile {
        guard let (owner, name) = index.withLock({ $0.onItsWay(id) }) else { throw FileRefusal.failed }
        let url = url(id)
        try await offLoops {
            let info = url.appendingPathExtension("info")
            try JSONEncoder().encode(Info(owner: owner, name: name)).write(to: info)
            try FileManager.default.moveItem(at: url.appendingPathExtension("part"), to: url)
        }
        let now = now()
        index.withLock { $0.finish(id, bytes: bytes, at: now) }
        return WaitingFile(id: id, name: name, byteCount: bytes, path: url.path(percentEncoded: false))
    }

    fileprivate func cancel(_ id: FileID, _ handle: FileHandle) async {
        index.withLock { _ = $0.remove(id) }
        let url = url(id)
        try? await offLoops {
            // It may be closed already.
            try? handle.close()
            for file in [url.appendingPathExtension("part"), url.appendingPathExtension("info"), url] {
                try? FileManager.default.removeItem(at: file)
            }
        }
    }
}

/// A file on its way into its folder. One task writes to it; it ends with ``finish()`` or ``cancel()``.
final class Upload: Sendable {
    private struct State {
        var received = 0
        /// Bytes that are not written yet.
        var pending = ByteBuffer()
    }

    /// Number of bytes that are written at once.
    private static let piece = 256 << 10

    private let id: FileID
    private let handle: FileHandle
    private let limit: Int
    private let folder: UploadFolder
    private let state = Mutex(State())

    fileprivate init(_ id: FileID, to handle: FileHandle, upTo limit: Int, in folder: UploadFolder) {
        self.id = id
        self.handle = handle
        self.limit = limit
        self.folder = folder
    }

    /// Appends bytes.
    ///
    /// - Throws: ``FileRefusal``.
    func write(_ bytes: ByteBuffer) async throws {
        let full = try state.withLock { state throws(FileRefusal) -> ByteBuffer? in
            state.received += bytes.readableBytes
            guard state.received <= limit else { throw .tooLarge }
            state.pending.writeImmutableBuffer(bytes)
            return state.pending.readableBytes >= Self.piece ? Self.take(&state) : nil
        }
        if let full { try await store(full) }
    }

    private static func take(_ state: inout State) -> ByteBuffer {
        defer { state.pending = ByteBuffer() }
        return state.pending
    }

    private func store(_ bytes: ByteBuffer) async throws {
        do {
            try await offLoops { [handle] in try handle.write(contentsOf: Data(bytes.readableBytesView)) }
        } catch { throw FileRefusal.failed }
    }

    /// Ends the file.
    ///
    /// - Throws: ``FileRefusal``.
    func finish() async throws -> WaitingFile {
        let (received, rest) = state.withLock { ($0.received, Self.take(&$0)) }
        guard received > 0 else { throw FileRefusal.empty }
        try await store(rest)
        do {
            try await offLoops { [handle] in try handle.close() }
            return try await folder.finish(id, received)
        } catch { throw FileRefusal.failed }
    }

    /// Forgets the file and deletes what there is of it.
    func cancel() async { await folder.cancel(id, handle) }
}

/// Does work that blocks on one of NIO's threads for it, also for a task that is cancelled.
private func offLoops<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        NIOThreadPool.singleton.submit { _ in continuation.resume(with: Result(catching: work)) }
    }
}
