import CZlib
import NIOCore
import Synchronization

/// Gzip compression of answers (RFC 1952) with the system's zlib.
///
/// A zlib state takes some hundred kilobytes, and creating one costs more than compressing a page. So there are a few,
/// created when they are first needed and kept: one for each page that is compressed at the same time.
final class Gzip: Sendable {
    /// The compressor for pages, which are compressed for one answer: as many states as there are cores, small ones, at
    /// the level after which a page gets hardly smaller and takes much longer.
    static let pages = Gzip(level: 4, memory: 8, window: 15, states: max(1, NIOCore.System.coreCount))

    private let states: [State]
    private let next = Atomic(0)

    /// - Parameters:
    ///   - level: the level from 1, the fastest, to 9, the smallest.
    ///   - memory: the memory for finding repetitions, from 1 to 9: 2 to the power of this plus 9, in bytes.
    ///   - window: the distance in which they are looked for, from 9 to 15, as a power of 2.
    ///   - states: the number of answers that can be compressed at once; more wait.
    init(level: Int32, memory: Int32, window: Int32, states: Int) {
        self.states = (0..<states).map { _ in State(Deflate(level: level, memory: memory, window: window)) }
    }

    /// Returns the bytes compressed; nil when zlib fails, for example for lack of memory.
    func compress(_ bytes: [UInt8]) -> ByteBuffer? {
        for state in states {
            if let answer = state.deflate.withLockIfAvailable({ $0.compress(bytes) }) { return answer }
        }
        // All are in use, so wait for one, each caller for another.
        let turn = next.add(1, ordering: .relaxed).oldValue
        return states[Int(turn.magnitude) % states.count].deflate.withLock { $0.compress(bytes) }
    }

    private final class State: Sendable {
        let deflate: Mutex<Deflate>

        init(_ deflate: consuming sending Deflate) {
            self.deflate = Mutex(deflate)
        }
    }
}

/// A zlib state with a buffer for its output.
private struct Deflate: ~Copyable {
    private static var roomSize: Int { 32 << 10 }

    private let level, memory, window: Int32
    /// The zlib stream. Zlib stores its address, so it must not move.
    private var stream: UnsafeMutablePointer<z_stream>?
    private var room: UnsafeMutableBufferPointer<UInt8>?

    init(level: Int32, memory: Int32, window: Int32) {
        (self.level, self.memory, self.window) = (level, memory, window)
    }

    deinit {
        room?.deallocate()
        guard let stream else { return }
        deflateEnd(stream)
        stream.deallocate()
    }

    mutating func compress(_ bytes: [UInt8]) -> ByteBuffer? {
        guard let stream = readyStream() else { return nil }
        let room = self.room ?? .allocate(capacity: Self.roomSize)
        self.room = room
        var compressed = ByteBuffer()
        // Zlib only reads the input, but declares it as mutable.
        var input = bytes
        return input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            while true {
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(room.count)
                let status = deflate(stream, Z_FINISH)
                guard status == Z_OK || status == Z_STREAM_END else { return nil }
                compressed.writeBytes(UnsafeRawBufferPointer(room).prefix(room.count - Int(stream.pointee.avail_out)))
                if status == Z_STREAM_END { return compressed }
            }
        }
    }

    private mutating func readyStream() -> UnsafeMutablePointer<z_stream>? {
        if let stream { return deflateReset(stream) == Z_OK ? stream : nil }
        let new = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        new.initialize(to: z_stream())
        // Adding 16 selects the gzip format instead of zlib's own.
        let status = deflateInit2_(
            new, level, Z_DEFLATED, window + 16, memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            new.deallocate()
            return nil
        }
        stream = new
        return new
    }
}
