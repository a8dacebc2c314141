import Foundation
import SystemPackage

/// A file without a name, which the system removes when it is closed or the process ends. It is written first, then read.
final class TemporaryFile {
    private static let pieceSize = 256 << 10

    private let file: FileDescriptor
    /// Bytes that wait to be written; after ``rewind()`` bytes read ahead, from `position` on.
    private var piece: [UInt8] = []
    private var position = 0

    /// - Throws: `Errno` when it can't be made.
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

    /// Goes back to the beginning, to be called once all is written.
    ///
    /// - Throws: `Errno` when the disk is full.
    func rewind() throws {
        try flush()
        try file.seek(offset: 0, from: .start)
    }

    /// Reads the next bytes; fewer than `count` only at the end of the file.
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
