import Foundation
import Live
import LivePictures
import Synchronization

@testable import Market

/// Pictures that are made without a look at the file, unless it is empty of sense: a file that says "broken" or "busy" is.
final class StubPictures: ProductPictures {
    private let state = Mutex(0)
    /// Names of files that were deleted.
    let gone = Mutex<Set<String>>([])

    /// Number of pictures that were made.
    var count: Int { state.withLock { $0 } }

    func forget(_ files: [FileID]) {}

    func make(of file: WaitingFile, for visitor: VisitorID, from client: Client) async throws -> ProductPicture {
        guard let bytes = FileManager.default.contents(atPath: file.path) else {
            throw PictureFailure.unavailable(CocoaError(.fileNoSuchFile))
        }
        switch String(decoding: bytes, as: UTF8.self) {
        case "broken": throw PictureFailure.refused(.broken)
        case "busy": throw PictureFailure.busy
        default: break
        }
        let number = state.withLock { count in
            count += 1
            return count
        }
        return try .make("made-\(number).jpg")
    }

    func using<Value>(_ pictures: [ProductPicture], _ body: () async throws -> Value) async throws -> Value {
        if !gone.withLock({ $0.isDisjoint(with: pictures.map(\.file)) }) { throw PictureFailure.gone }
        return try await body()
    }
}

extension Market {
    /// The parts of a market without files.
    init(_ fixture: MarketFixture, pictures: StubPictures = StubPictures()) {
        self.init(store: fixture.store, pictures: pictures, clock: { [clock = fixture.clock] in clock.now })
    }
}
