import Foundation
import SystemPackage

/// A file on the disk that has no name: it goes with the process. First it is written, then read.
final class TemporaryFile {
    private static let pieceSize = 256 << 10

    private let file: FileDescriptor
    /// Before ``rewind()``, what waits to be written; then what was read ahead, from `position` on.
    private var piece: [UInt8] = []
    private var position = 0

    /// - Throws: `Errno` when there is no place for it.
    init() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "hindsight-\(UUID().uuidString)").path
        file = try FileDescriptor.open(
            FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: .ownerReadWrite)
        try? FileManager.default.removeItem(atPath: path)
    }

    deinit { try? file.close() }

    /// - Throws: `Errno` when the disk is full.
    func add(_ bytes: some Collection<UInt8>) throws {
        piece.append(contentsOf: bytes)
        if piece.count >= Self.pieceSize { try flush() }
    }

    private func flush() throws {
        try file.writeAll(piece)
        piece = []
    }

    /// Goes back to the beginning. From here on nothing is added.
    ///
    /// - Throws: `Errno` when the disk is full.
    func rewind() throws {
        try flush()
        try file.seek(offset: 0, from: .start)
    }

    /// The next bytes: fewer only at the end of the file.
    func read(upTo count: Int) throws -> ArraySlice<UInt8> {
        while piece.count - position < count {
            piece.removeFirst(position)
            position = 0
            var more = [UInt8](repeating: 0, count: max(Self.pieceSize, count - piece.count))
            let length = try more.withUnsafeMutableBytes { try file.read(into: $0) }
            guard length > 0 else { break }
            piece += more[..<length]
        }
        let end = min(piece.count, position + count)
        defer { position = end }
        return piece[position..<end]
    }
}
