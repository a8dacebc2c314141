import Foundation
import Live

/// The pictures that were made of uploads lately, and how many each network has had made. They are in memory, within
/// bounds; a restart forgets them.
struct MadePictures {
    /// Number of pictures that are known at most. When there are more, the oldest is forgotten.
    static let limit = 2_000
    /// Number of makers that are counted at most. When there are more, the one that began first is forgotten.
    static let makers = 4_096
    /// The time for which the pictures of a maker are counted together, in seconds.
    static let interval: TimeInterval = 60 * 60

    private var pictures: [FileID: (picture: ProductPicture, number: Int)] = [:]
    private var number = 0
    private var counts: [String: (start: Date, count: Int)] = [:]

    /// The picture that was made of an upload.
    subscript(file: FileID) -> ProductPicture? { pictures[file]?.picture }

    mutating func add(_ picture: ProductPicture, of file: FileID) {
        if pictures.count >= Self.limit, let oldest = pictures.min(by: { $0.value.number < $1.value.number }) {
            pictures[oldest.key] = nil
        }
        number += 1
        pictures[file] = (picture, number)
    }

    mutating func forget(_ files: [FileID]) {
        for file in files { pictures[file] = nil }
    }

    /// Forgets pictures whose files go.
    mutating func forget(withFiles names: Set<String>) {
        pictures = pictures.filter { !names.contains($0.value.picture.file) }
    }

    /// Counts a picture before it is made.
    ///
    /// - Parameters:
    ///   - maker: the network that it is made for, or the visitor.
    ///   - limit: number of pictures of a maker in ``interval``.
    ///   - now: the time.
    /// - Returns: whether it may be made.
    mutating func begin(for maker: String, upTo limit: Int, at now: Date) -> Bool {
        if let (start, count) = counts[maker], start > now - Self.interval {
            guard count < limit else { return false }
            counts[maker] = (start, count + 1)
            return true
        }
        if counts[maker] == nil, counts.count >= Self.makers {
            counts = counts.filter { $0.value.start > now - Self.interval }
            if counts.count >= Self.makers, let oldest = counts.min(by: { $0.value.start < $1.value.start }) {
                counts[oldest.key] = nil
            }
        }
        guard limit > 0 else { return false }
        counts[maker] = (now, 1)
        return true
    }
}
