import Foundation
import HTTPTypes
import Hummingbird
import Live
import LiveHTTP
import LivePictures
import Synchronization

/// Pictures of products: makes them of what visitors send, keeps their files beside the database, serves them, and deletes
/// those that no product shows.
///
/// ```swift
/// let picture = try await pictures.make(of: upload, for: visitor, from: client)
/// let offer = try await pictures.using(form.pictures) { try await store.offer(…) }
/// ```
///
/// ### Invariants
/// - Each file in the folder is one of a product, or is noted in the store as stray: it's noted before it is written, and
///   forgotten after it was deleted.
/// - A product never shows a file that is gone. Whoever gives pictures to a product does it in ``using(_:_:)``, and no file
///   is deleted between the beginning and the end of that. Nor can one be used while it is being deleted.
/// - Decoding and the disk never occupy an event loop. One picture is decoded at a time, in the memory that
///   `PictureLimits` of the module LivePictures states.
///
/// One process has one of these for each folder.
package final class MarketPictures: Sendable {
    /// Limits of the folder.
    package struct Limits: Sendable {
        /// Bytes of all files.
        package var bytes = 10_000_000_000
        /// Number of uploads without a product.
        package var strays = 20_000
        /// Number of uploads that are decoded in an hour for the network of a client, or for a visitor whose address tells
        /// none.
        package var uploadsPerHour = 300
        /// The time after which an upload without a product is deleted, in seconds: a day.
        package var strayLifetime: TimeInterval = 86_400

        /// Creates the default limits; each can be set.
        package init() {}
    }

    /// The address of a picture, by the name of its file.
    package static let route = Route("/pictures/{file}", String.self)
    /// Pixels of the longer side: of the picture, and of the one in lists.
    static let longerSides = [1600, 480]

    private struct State {
        /// Bytes of all files, those that are being written included.
        var bytes: Int
        /// Files that ``MarketPictures/using(_:_:)`` is given, with the number of those who do.
        var used: [String: Int] = [:]
        /// Files that are being deleted.
        var leaving: Set<String> = []
        /// Pictures that were made of uploads, none of which is leaving.
        var made = MadePictures()
        /// Decoded uploads of each network, or of each visitor whose address tells none.
        var uploads: RateLimit<String>
    }

    private let folder: PictureFolder
    private let files: StoredFiles
    private let store: any PictureFileStore
    private let clock: @Sendable () -> Date
    private let limits: Limits
    private let work: WorkQueue
    private let state: Mutex<State>

    /// Opens the folder, makes it if necessary, and adds up the sizes of its files.
    ///
    /// - Parameters:
    ///   - path: the path of the folder.
    ///   - store: the store that notes the files.
    ///   - clock: the clock that decides how long a file is stray.
    ///   - limits: the limits of the folder.
    /// - Throws: Foundation's error when the folder can't be made or read.
    package convenience init(
        folder path: String, store: any PictureFileStore, clock: @escaping @Sendable () -> Date = { Date() },
        limits: Limits = Limits()
    ) throws {
        var ofWork = WorkQueue.Limits()
        (ofWork.jobsPerOwner, ofWork.jobs) = (5, 60)
        try self.init(folder: path, store: store, clock: clock, limits: limits, work: WorkQueue(ofWork))
    }

    init(
        folder path: String, store: any PictureFileStore, clock: @escaping @Sendable () -> Date, limits: Limits,
        work: WorkQueue
    ) throws {
        folder = try PictureFolder(path: path)
        files = StoredFiles(folder: path)
        let uploads = RateLimit<String>(count: limits.uploadsPerHour, interval: .seconds(60 * 60))
        state = Mutex(State(bytes: try folder.size(), uploads: uploads))
        (self.store, self.clock, self.limits, self.work) = (store, clock, limits, work)
    }

    /// Bytes of all files.
    package var size: Int { state.withLock { $0.bytes } }

    // MARK: Making

    /// Makes a picture of a file that a visitor sent, which stays as it is. The same file again has the same picture, as
    /// long as that is there.
    ///
    /// - Parameters:
    ///   - file: the file: JPEG, PNG or WebP, at most 10 MiB.
    ///   - visitor: the visitor who sent it.
    ///   - client: the origin of the visit. Pictures for one network take turns with those for others.
    /// - Returns: the picture. It can be used for a day, and as long as a product shows it.
    /// - Throws: ``PictureFailure``; `CancellationError`.
    package func make(
        of file: WaitingFile, for visitor: VisitorID, from client: Client
    ) async throws -> ProductPicture {
        let maker = client.group.map { "network \($0)" } ?? "visitor \(visitor)"
        do {
            return try await work.run(for: maker, within: .seconds(60)) { job in
                if let picture = state.withLock({ $0.made[file.id] }) { return picture }
                guard size < limits.bytes, try await store.strayPictureFileCount() < limits.strays else {
                    throw PictureFailure.full
                }
                let now = clock()
                try state.withLock { state in
                    guard state.uploads.wait(for: maker, at: now) == nil else { throw PictureFailure.full }
                    state.uploads.add(maker, at: now)
                }
                let made = try Picture.make(of: try Self.read(file.path), longerSides: Self.longerSides)
                try await job.checkpoint()
                guard let picture = ProductPicture.make(width: made[0].width, height: made[0].height) else {
                    throw PictureError.tooManyPixels
                }
                try await store.addPictureFile(picture)
                try write([(picture.file, made[0].bytes), (picture.smallFile, made[1].bytes)])
                state.withLock { $0.made.add(picture, of: file.id) }
                return picture
            }
        } catch {
            throw Self.failure(error)
        }
    }

    /// Forgets which pictures were made of files that were discarded.
    package func forget(_ files: [FileID]) { state.withLock { $0.made.forget(files) } }

    private static func failure(_ error: any Error) -> any Error {
        switch error {
        case is PictureFailure, is CancellationError: error
        case let error as PictureError: PictureFailure.refused(error)
        case is WorkQueue.Refusal: PictureFailure.busy
        default: PictureFailure.unavailable(error)
        }
    }

    /// Reads a file, up to one byte more than a picture may have.
    private static func read(_ path: String) throws -> [UInt8] {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        return Array(try file.read(upToCount: PictureLimits().bytes + 1) ?? Data())
    }

    private func write(_ new: [(name: String, bytes: [UInt8])]) throws {
        let size = new.reduce(0) { $0 + $1.bytes.count }
        let hasRoom = state.withLock { state in
            guard state.bytes + size <= limits.bytes else { return false }
            state.bytes += size
            return true
        }
        guard hasRoom else { throw PictureFailure.full }
        do {
            for (name, bytes) in new { try folder.write(bytes, to: name) }
        } catch {
            for (name, _) in new { try? folder.remove(name) }
            state.withLock { $0.bytes -= size }
            throw error
        }
    }

    // MARK: Using

    /// Runs `body`, which gives pictures to a product, while none of their files can be deleted.
    ///
    /// - Throws: ``PictureFailure/gone`` when a file isn't there any more; the error of `body`.
    package func using<Value>(
        _ pictures: [ProductPicture], _ body: () async throws -> Value
    ) async throws -> Value {
        let names = Set(pictures.map(\.file))
        let areFree = state.withLock { state in
            guard state.leaving.isDisjoint(with: names) else { return false }
            for name in names { state.used[name, default: 0] += 1 }
            return true
        }
        guard areFree else { throw PictureFailure.gone }
        defer {
            state.withLock { state in
                for name in names {
                    let others = (state.used[name] ?? 1) - 1
                    state.used[name] = others > 0 ? others : nil
                }
            }
        }
        let gone = pictures.filter { folder.size(of: $0.file) == nil || folder.size(of: $0.smallFile) == nil }
        guard gone.isEmpty else {
            state.withLock { $0.made.forget(withFiles: Set(gone.map(\.file))) }
            throw PictureFailure.gone
        }
        return try await body()
    }

    // MARK: Serving

    /// Adds the address at which the pictures are served.
    package func add(to router: LiveRouter) {
        for method in [HTTPRequest.Method.get, .head] {
            router.on(RouterPath(Self.route.pattern.description), method: method) { [files] request, context in
                // Each name of a picture fits into this check; the size says nothing here.
                guard let name = Self.route.match(request.uri.path), name.hasSuffix(".jpg"),
                    ProductPicture(file: name, width: 1, height: 1) != nil
                else { throw HTTPError(.notFound) }
                return try await files.response(to: request, context, file: name, contentType: "image/jpeg")
            }
        }
    }

    // MARK: Deleting

    /// Number of files of which the store is told at once.
    private static let slice = 200

    /// Deletes the files that no product shows any more: of pictures that a product had, and of old uploads. It runs at the
    /// start and each hour.
    ///
    /// - Returns: the number of pictures.
    /// - Throws: ``PictureFailure``; `CancellationError`.
    @discardableResult package func deleteStrays() async throws -> Int {
        let end = clock().addingTimeInterval(-limits.strayLifetime)
        var count = 0
        do {
            while true {
                let deleted = try await deleteStrays(until: end)
                count += deleted
                if deleted == 0 { return count }
            }
        } catch {
            throw Self.failure(error)
        }
    }

    private func deleteStrays(until end: Date) async throws -> Int {
        let found = try await store.strayPictureFiles(until: end, limit: Self.slice)
        let leaving = state.withLock { state in
            let leaving = Set(found).filter { state.used[$0] == nil && !state.leaving.contains($0) }
            state.leaving.formUnion(leaving)
            state.made.forget(withFiles: leaving)
            return leaving
        }
        defer { state.withLock { $0.leaving.subtract(leaving) } }
        guard !leaving.isEmpty else { return 0 }
        // A product may have got one of them since they were found; none can any more.
        let strays = leaving.intersection(try await store.strayPictureFiles(until: end, limit: Self.slice))
        let deleted = try await work.run(for: "deletion", within: .seconds(600)) { job in
            var deleted: [String] = []
            for file in strays {
                try await job.checkpoint()
                if delete(file) { deleted.append(file) }
            }
            return deleted
        }
        if !deleted.isEmpty { try await store.forgetPictureFiles(deleted) }
        return deleted.count
    }

    /// Deletes the files of a picture. False when one is still there: then it's tried again at the next time.
    private func delete(_ file: String) -> Bool {
        var names = [file]
        if let picture = ProductPicture(file: file) { names.append(picture.smallFile) }
        for name in names {
            let size = folder.size(of: name) ?? 0
            guard (try? folder.remove(name)) != nil else { return false }
            state.withLock { $0.bytes -= size }
        }
        return true
    }
}
