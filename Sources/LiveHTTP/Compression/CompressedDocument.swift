import CZlib
import Live
import NIOCore
import Synchronization

/// A kept document in gzip's format (RFC 1952): the pieces between its holes are compressed once, at the best level, and the
/// texts in the holes are stored blocks (RFC 1951, 3.2.4), which any answer can have others in.
///
/// A piece may refer to text before a hole, since the texts in a hole have the same length in all answers. It never
/// refers to the text in one: it is compressed as if NUL stood there, which no document contains.
final class CompressedDocument: Sendable {
    /// A piece, as compressed data that end at a byte, and as the checksum and length of the uncompressed ones.
    private struct Piece: Sendable {
        let bytes: [UInt8]
        let checksum: UInt
        let length: Int
    }

    private let pieces: [Piece]
    /// Length of the text in each hole.
    private let holes: [Int]

    /// Returns the compressed form of a document from its second use on: one that is asked for only once is compressed as
    /// a whole, at a lower level.
    ///
    /// - Returns: nil at the first use, when a text has another length than those before, and when zlib fails.
    static func of(_ document: KeptDocument, with texts: PageTexts) -> CompressedDocument? {
        switch document.derived.withLock({ $0 }) {
        case let compressed as CompressedDocument: return compressed.fits(document, texts) ? compressed : nil
        case nil:
            document.derived.withLock { $0 = FirstUse.mark }
            return nil
        default:
            guard let compressed = CompressedDocument(document, with: texts) else { return nil }
            document.derived.withLock { $0 = compressed }
            return compressed
        }
    }

    private final class FirstUse: Sendable {
        static let mark = FirstUse()
    }

    init?(_ document: KeptDocument, with texts: PageTexts) {
        guard let deflate = PiecewiseDeflate() else { return nil }
        var pieces: [Piece] = []
        var holes: [Int] = []
        var hasFailed = false
        document.forEachPart(with: texts) { piece, text in
            guard let bytes = deflate.compress(piece, isLast: text == nil) else {
                hasFailed = true
                return
            }
            pieces.append(Piece(bytes: bytes, checksum: checksum(of: piece), length: piece.count))
            guard let text else { return }
            let length = text.utf8.count
            guard length <= UInt16.max, deflate.skip(length) else {
                hasFailed = true
                return
            }
            holes.append(length)
        }
        if hasFailed { return nil }
        self.pieces = pieces
        self.holes = holes
    }

    private func fits(_ document: KeptDocument, _ texts: PageTexts) -> Bool {
        var (index, fits) = (0, true)
        document.forEachPart(with: texts) { _, text in
            guard let text else { return }
            if holes[index] != text.utf8.count { fits = false }
            index += 1
        }
        return fits
    }

    /// Returns the document with these texts in its holes.
    func body(of document: KeptDocument, with texts: PageTexts) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(pieces.reduce(18) { $0 + $1.bytes.count } + holes.reduce(0) { $0 + $1 + 5 })
        // Magic number, deflate, no flags, no time, best compression, unknown system.
        buffer.writeBytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255])
        var sum: UInt = 0
        var length = 0
        var index = 0
        document.forEachPart(with: texts) { _, text in
            let piece = pieces[index]
            index += 1
            buffer.writeBytes(piece.bytes)
            sum = crc32_combine(sum, piece.checksum, piece.length)
            length += piece.length
            guard var text else { return }
            text.withUTF8 { text in
                buffer.writeInteger(UInt8(0))
                buffer.writeInteger(UInt16(text.count), endianness: .little)
                buffer.writeInteger(~UInt16(text.count), endianness: .little)
                buffer.writeBytes(UnsafeRawBufferPointer(text))
                sum = crc32_combine(sum, checksum(of: text), text.count)
                length += text.count
            }
        }
        buffer.writeInteger(UInt32(truncatingIfNeeded: sum), endianness: .little)
        buffer.writeInteger(UInt32(truncatingIfNeeded: length), endianness: .little)
        return buffer
    }
}

private func checksum(of bytes: [UInt8]) -> UInt { bytes.withUnsafeBufferPointer { checksum(of: $0) } }

private func checksum(of bytes: UnsafeBufferPointer<UInt8>) -> UInt {
    crc32(0, bytes.baseAddress, UInt32(bytes.count))
}

/// A raw deflate stream that is written piece by piece, with gaps.
private final class PiecewiseDeflate {
    /// Zlib stores its address, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>

    init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // A negative window selects deflate data without a head.
        let status = deflateInit2_(
            stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses a piece up to the end of a byte; the last one ends the data.
    func compress(_ piece: [UInt8], isLast: Bool) -> [UInt8]? {
        // Zlib takes nothing for an error.
        if piece.isEmpty, !isLast { return [] }
        // More than zlib's bound for a piece, and the empty block at its end.
        let capacity = piece.count + piece.count / 512 + 64
        // Zlib only reads the input, but declares it as mutable.
        var input = piece
        return input.withUnsafeMutableBufferPointer { input in
            var isDone = false
            let output = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(capacity)
                let status = deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
                count = capacity - Int(stream.pointee.avail_out)
                isDone = status == (isLast ? Z_STREAM_END : Z_OK) && stream.pointee.avail_out > 0
            }
            return isDone ? output : nil
        }
    }

    /// Makes later pieces find what is before a gap of that length at its distance.
    func skip(_ length: Int) -> Bool {
        deflateSetDictionary(stream, [UInt8](repeating: 0, count: length), UInt32(length)) == Z_OK
    }
}
