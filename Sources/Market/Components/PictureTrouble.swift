import Live
import LivePictures

/// The reason why a file did not become a picture.
enum PictureTrouble: Hashable, Sendable {
    /// It is no JPEG, PNG or WebP, or it moves.
    case notAPicture
    /// It is broken, or not all of it is there.
    case broken
    /// It has too many pixels, or takes too much work.
    case tooLarge
    /// It waited too long, and has to be chosen again.
    case missing
    /// The server is busy, or failed.
    case busy

    /// Whether the same file may be taken at the next attempt.
    var isPassing: Bool { self == .busy }
}

/// The files that did not become pictures, and the pictures that were made of the others.
struct PictureTroubles: Error {
    var troubles: [FileID: PictureTrouble] = [:]
    var made: [FileID: ProductPicture] = [:]
    /// Whether a picture is gone that the product had already.
    var isKeptGone = false
}

/// The part of ``Market`` that makes pictures of products.
package protocol ProductPictures: Sendable {
    /// Makes a picture of a file that a visitor sent. The same file again has the same picture, as long as that is there.
    ///
    /// - Throws: ``PictureFailure``.
    func make(of file: WaitingFile, for visitor: VisitorID, from client: Client) async throws -> ProductPicture

    /// Forgets which pictures were made of files that were discarded.
    func forget(_ files: [FileID])

    /// Runs `body`, which gives pictures to a product, while none of their files can be deleted.
    ///
    /// - Throws: ``PictureFailure/gone`` when a file isn't there any more; the error of `body`.
    func using<Value>(_ pictures: [ProductPicture], _ body: () async throws -> Value) async throws -> Value
}

extension MarketPictures: ProductPictures {}

extension PictureTrouble {
    /// The trouble in an error; nil for one that isn't about pictures.
    init?(_ error: any Error) {
        switch error as? PictureFailure {
        case .refused(.notAPicture), .refused(.animated): self = .notAPicture
        case .refused(.broken): self = .broken
        case .refused(.tooManyBytes), .refused(.tooManyPixels), .refused(.tooMuchWork): self = .tooLarge
        case .refused(.outOfMemory), .busy, .full, .unavailable: self = .busy
        case .gone: self = .missing
        case nil: return nil
        }
    }
}
