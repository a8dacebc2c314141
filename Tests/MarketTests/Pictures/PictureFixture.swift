import CPictureFiles
import Foundation
import Live
import Synchronization
import Testing

@testable import LiveHTTP
@testable import Market

/// A store of pictures' files that a test can stop, or let fail.
struct HookedPictureStore: PictureFileStore {
    let store: SQLMarketStore
    var beforeAdding: @Sendable (ProductPicture) async throws -> Void = { _ in }
    var beforeCounting: @Sendable () async throws -> Void = {}
    var afterFinding: @Sendable ([String]) async throws -> Void = { _ in }
    var beforeForgetting: @Sendable ([String]) async throws -> Void = { _ in }

    func addPictureFile(_ picture: ProductPicture) async throws {
        try await beforeAdding(picture)
        try await store.addPictureFile(picture)
    }

    func strayPictureFiles(until end: Date, limit: Int) async throws -> [String] {
        let files = try await store.strayPictureFiles(until: end, limit: limit)
        try await afterFinding(files)
        return files
    }

    func strayPictureFileCount() async throws -> Int {
        try await beforeCounting()
        return try await store.strayPictureFileCount()
    }

    func forgetPictureFiles(_ files: [String]) async throws {
        try await beforeForgetting(files)
        try await store.forgetPictureFiles(files)
    }
}

/// A fresh market with a folder of pictures, and a folder for uploads.
struct PictureFixture {
    let market: MarketFixture
    let root: URL
    let store: HookedPictureStore
    let pictures: MarketPictures

    var folder: String { root.appending(path: "pictures").path }
    /// The names of all files in the folder of the pictures.
    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

    /// Writes an upload.
    func upload(_ bytes: [UInt8]) throws -> WaitingFile {
        let path = root.appending(path: UUID().uuidString).path
        try Data(bytes).write(to: URL(filePath: path))
        return WaitingFile(id: .random(), name: "photo.jpg", byteCount: bytes.count, path: path)
    }

    /// Makes a picture of an upload that is in order.
    func make(
        width: Int = 40, height: Int = 24, by visitor: VisitorID? = nil, from client: Client = Client()
    ) async throws -> ProductPicture {
        try await pictures.make(of: upload(Self.jpeg(width, height)), for: visitor ?? market.seller, from: client)
    }

    /// Offers a product with pictures.
    @discardableResult
    func offer(_ shown: [ProductPicture]) async throws -> Product {
        try await pictures.using(shown) {
            try await market.store.offer(
                .make(files: shown.map(\.file)), by: market.seller, from: Client(), key: .make()
            ).product
        }
    }

    /// Whether both files of a picture are there.
    func has(_ picture: ProductPicture) -> Bool {
        files.contains(picture.file) && files.contains(picture.smallFile)
    }

    static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
        var length = 0
        let samples = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let start = jpegFile(samples, CInt(width), CInt(height), jpegColour, 0, &length)
        defer { free(start) }
        return Array(UnsafeBufferPointer(start: start, count: length))
    }
}

/// Runs `body` with a fresh market and its pictures, and removes the folders.
func withPictures(
    limits: MarketPictures.Limits = .init(), work: WorkQueue.Limits = .init(),
    _ prepare: (inout HookedPictureStore, MarketFixture) -> Void = { _, _ in },
    _ body: (PictureFixture) async throws -> Void
) async throws {
    try await withMarket { market in
        let root = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        var store = HookedPictureStore(store: market.store)
        prepare(&store, market)
        let pictures = try MarketPictures(
            folder: root.appending(path: "pictures").path, store: store, clock: { [clock = market.clock] in clock.now },
            limits: limits, work: WorkQueue(work))
        try await body(PictureFixture(market: market, root: root, store: store, pictures: pictures))
    }
}

extension PictureFailure {
    /// The name of the case, with that of the error of a file.
    var name: String {
        switch self {
        case .refused(let error): "refused \(error)"
        case .busy: "busy"
        case .full: "full"
        case .gone: "gone"
        case .unavailable: "unavailable"
        }
    }
}

/// Expects a ``PictureFailure`` of this name.
func expectFailure<T>(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> T
) async {
    let error = await #expect(throws: PictureFailure.self, sourceLocation: sourceLocation) { _ = try await body() }
    #expect(error?.name == name, sourceLocation: sourceLocation)
}
