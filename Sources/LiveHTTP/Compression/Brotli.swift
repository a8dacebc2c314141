import Foundation

/// Compresses files as Brotli (RFC 7932) by the library that the system has, if it has one (Debian's `libbrotli1`, which
/// comes with curl).
///
/// It is looked for when the process runs. It is used once for each file, at the start, and saves an eighth against gzip:
/// not worth that a build fails, or a server does not start, where it is missing.
enum Brotli {
    /// `BrotliEncoderCompress`: quality, window, mode, the size and the bytes of the input, the room and then the size of
    /// the output, and the output. It gives 1 when it worked.
    private typealias Compress =
        @convention(c) (
            CInt, CInt, CInt, Int, UnsafePointer<UInt8>?, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UInt8>?
        ) -> CInt

    private static let compress: Compress? = {
        for name in ["libbrotlienc.so.1", "libbrotlienc.1.dylib"] {
            guard let library = dlopen(name, RTLD_NOW), let symbol = dlsym(library, "BrotliEncoderCompress") else {
                continue
            }
            // `dlsym` gives an address without a type. This is the type that Brotli's header declares.
            return unsafeBitCast(symbol, to: Compress.self)
        }
        return nil
    }()

    /// The bytes, compressed as far as it goes; nil without the library, and when they don't get smaller.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard let compress, !bytes.isEmpty else { return nil }
        var size = bytes.count
        let worked: Bool
        var compressed = [UInt8](repeating: 0, count: size)
        // The best quality, a window of 4 MiB, and no guess at what kind of text it is.
        worked = compress(11, 22, 0, bytes.count, bytes, &size, &compressed) == 1
        return worked && size < bytes.count ? Array(compressed.prefix(size)) : nil
    }
}
