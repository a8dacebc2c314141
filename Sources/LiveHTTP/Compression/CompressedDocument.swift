import CZlib
import Live
import NIOCore
import Synchronization

/// A kept document in gzip's format (RFC 1952): the markup between its holes is compressed once, at the best level, and the
/// texts in the holes are stored blocks (RFC 1951, 3.2.4), which any answer can have others in. A text that comes again is
/// a reference to its first place.
///
/// Compressed data may refer to text before a hole, since the texts in a hole have the same length in all answers. They
/// never refer to a part of a text in a hole: the document is compressed with texts of NULs and other bytes in their place,
/// of which no document contains any three in a row.
final class CompressedDocument: Sendable {
    /// The markup before a hole, or after the last one.
    private struct Piece: Sendable {
        let checksum: UInt
        let length: Int
        /// Operator that moves a checksum past its bytes. Zlib makes one in many times the time that it takes to use it.
        let shift: UInt

        init(_ bytes: [UInt8]) {
            (checksum, length) = (LiveHTTP.checksum(of: bytes), bytes.count)
            shift = crc32_combine_gen(bytes.count)
        }
    }

    private let pieces: [Piece]
    /// Compressed data before each stored text, and after the last one.
    private let segments: [[UInt8]]
    /// Whether the text in each hole is stored.
    private let isStored: [Bool]
    /// Length of the text for each kind of hole, in bytes.
    private let lengths: [Int]
    /// Operator that moves a checksum past such a text.
    private let shifts: [UInt]

    /// Returns the compressed form of a document from its second use on: one that is asked for only once is compressed as
    /// a whole, at a lower level.
    ///
    /// - Returns: nil at the first use, when a text has another length than those before, and when zlib fails.
    static func of(_ document: KeptDocument, with texts: PageTexts) -> CompressedDocument? {
        switch document.derived.withLock({ $0 }) {
        case let compressed as CompressedDocument:
            return compressed.lengths == lengths(of: texts) ? compressed : nil
        case nil:
            document.derived.withLock { $0 = FirstUse.mark }
            return nil
        default:
            guard let compressed = make(document, with: texts) else { return nil }
            document.derived.withLock { $0 = compressed }
            return compressed
        }
    }

    private final class FirstUse: Sendable {
        static let mark = FirstUse()
    }

    /// Compresses a document.
    ///
    /// - Returns: nil when zlib fails.
    static func make(_ document: KeptDocument, with texts: PageTexts) -> CompressedDocument? {
        let compressed = CompressedDocument(document, with: texts, repeating: true)
        guard let compressed, compressed.isStored.contains(false), !isGzip(compressed.body(of: document, with: texts))
        else { return compressed }
        // Zlib has ended a reference within a text, so some of its bytes are those that stood there meanwhile.
        return CompressedDocument(document, with: texts, repeating: false)
    }

    private init?(_ document: KeptDocument, with texts: PageTexts, repeating: Bool) {
        guard let deflate = PiecewiseDeflate() else { return nil }
        let lengths = Self.lengths(of: texts)
        var pieces: [Piece] = []
        var segments: [[UInt8]] = []
        var isStored: [Bool] = []
        /// The place after the last text of each kind.
        var places = [Int?](repeating: nil, count: lengths.count)
        var (place, segment, hasFailed) = (0, [UInt8](), false)
        document.forEachPart { piece, hole in
            pieces.append(Piece(piece))
            segment += piece
            place += piece.count
            let standIn = hole.map { Self.standIn(for: $0, length: lengths[$0.rawValue]) }
            // A reference reaches back 32 KiB.
            if repeating, let hole, let standIn, let last = places[hole.rawValue],
                place + standIn.count - last < 32_000
            {
                isStored.append(false)
                segment += standIn
            } else {
                let bytes = deflate.compress(segment, isLast: hole == nil)
                segments.append(bytes ?? [])
                segment = []
                if bytes == nil { hasFailed = true }
                guard let standIn else { return }
                isStored.append(true)
                if standIn.count > UInt16.max || !deflate.skip(standIn) { hasFailed = true }
            }
            place += standIn?.count ?? 0
            if let hole { places[hole.rawValue] = place }
        }
        if hasFailed { return nil }
        (self.pieces, self.segments, self.isStored, self.lengths) = (pieces, segments, isStored, lengths)
        shifts = lengths.map { crc32_combine_gen($0) }
    }

    private static func lengths(of texts: PageTexts) -> [Int] {
        PageTexts.Hole.allCases.map { texts[$0].utf8.count }
    }

    /// The bytes that stand in a hole while the document is compressed.
    private static func standIn(for hole: PageTexts.Hole, length: Int) -> [UInt8] {
        (0..<length).map { $0.isMultiple(of: 2) ? 0 : UInt8(1 + hole.rawValue * 84 + $0 / 2 % 84) }
    }

    /// Returns the document with these texts in its holes.
    func body(of document: KeptDocument, with texts: PageTexts) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(segments.reduce(18) { $0 + $1.count } + lengths.reduce(0) { $0 + $1 + 4 })
        // Magic number, deflate, no flags, no time, best compression, unknown system.
        buffer.writeBytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255])
        buffer.writeBytes(segments[0])
        var (sum, length, index, segment) = (UInt(0), 0, 0, 0)
        document.forEachPart { _, hole in
            let piece = pieces[index]
            sum = crc32_combine_op(sum, piece.checksum, piece.shift)
            length += piece.length
            guard let hole else { return }
            var text = texts[hole]
            text.withUTF8 { text in
                if isStored[index] {
                    // The segment ends with the head of the block.
                    buffer.writeInteger(UInt16(text.count), endianness: .little)
                    buffer.writeInteger(~UInt16(text.count), endianness: .little)
                    buffer.writeBytes(UnsafeRawBufferPointer(text))
                    segment += 1
                    buffer.writeBytes(segments[segment])
                }
                sum = crc32_combine_op(sum, checksum(of: text), shifts[hole.rawValue])
                length += text.count
            }
            index += 1
        }
        buffer.writeInteger(UInt32(truncatingIfNeeded: sum), endianness: .little)
        buffer.writeInteger(UInt32(truncatingIfNeeded: length), endianness: .little)
        return buffer
    }
}

/// Whether the data are in gzip's format, with the checksum of what they hold.
private func isGzip(_ data: ByteBuffer) -> Bool {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    // Adding 16 selects the gzip format.
    guard inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return false }
    defer { inflateEnd(stream) }
    var input = Array(data.readableBytesView)
    return input.withUnsafeMutableBufferPointer { input in
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 << 10) { room in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            while true {
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(room.count)
                let status = inflate(stream, Z_NO_FLUSH)
                if status != Z_OK { return status == Z_STREAM_END }
            }
        }
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

    /// Compresses markup up to the head of a stored block, which its length has to follow; the last time to the end.
    func compress(_ markup: [UInt8], isLast: Bool) -> [UInt8]? {
        // Zlib takes nothing for an error. The data end at a byte here, where a zero is the head of a stored block.
        if markup.isEmpty, !isLast { return [0] }
        // More than zlib's bound for the markup, and the empty block at its end.
        let capacity = markup.count + markup.count / 512 + 64
        // Zlib only reads the input, but declares it as mutable.
        var input = markup
        return input.withUnsafeMutableBufferPointer { input in
            var isDone = false
            var output = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(capacity)
                let status = deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
                count = capacity - Int(stream.pointee.avail_out)
                isDone = status == (isLast ? Z_STREAM_END : Z_OK) && stream.pointee.avail_out > 0
            }
            guard isDone else { return nil }
            if isLast { return output }
            // The flush ends with an empty stored block, whose length gives way.
            guard output.suffix(4) == [0, 0, 0xFF, 0xFF] else { return nil }
            output.removeLast(4)
            return output
        }
    }

    /// Makes later markup find what is before a gap at its distance, and that text in the gap.
    func skip(_ text: [UInt8]) -> Bool {
        deflateSetDictionary(stream, text, UInt32(text.count)) == Z_OK
    }
}
