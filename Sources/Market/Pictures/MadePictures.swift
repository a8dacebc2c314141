import Live

/// The pictures that were made of uploads lately. They are in memory, within bounds; a restart forgets them.
struct MadePictures {
    /// Number of pictures that are known at most. When there are more, the oldest is forgotten.
    static let limit = 2_000

    private var pictures: [FileID: (picture: ProductPicture, number: Int)] = [:]
    private var number = 0

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
}
