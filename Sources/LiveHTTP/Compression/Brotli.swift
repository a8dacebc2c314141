import Foundation

/// Brotli compression of files (RFC 7932) with the system's library, if there is one (Debian's `libbrotli1`, which
/// comes with curl).
///
/// The library is loaded at run time. It is used once for each file, at the start, and saves an eighth against gzip:
/// too little to let a build or a server start fail where the library is missing.
enum Brotli {
    /// Signature of `BrotliEncoderCompress`: quality, window, mode, size and bytes of the input, capacity and then size
    /// of the output, and the output. It returns 1 on success.
    private typealias Compress =
        @convention(c) (
            CInt, CInt, CInt, Int, UnsafePointer<UInt8>?, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UInt8>?
        ) -> CInt

    private static let compress: Compress? = {
        for name in ["libbrotlienc.so.1", "libbrotlienc.1.dylib"] {
            guard let library = dlopen(name, RTLD_NOW), let symbol = dlsym(library, "BrotliEncoderCompress") else {
                continue
            }
            // `dlsym` returns an address without a type. This is the type that Brotli's header declares.
            return unsafeBitCast(symbol, to: Compress.self)
        }
        return nil
    }()

    /// Compresses bytes at the best quality; nil without the library, and when the result is not smaller.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard let compress, !bytes.isEmpty else { return nil }
        var size = bytes.count
        let worked: Bool
        var compressed = [UInt8](repeating: 0, count: size)
        // Quality 11, a window of 4 MiB, and the generic mode.
        worked = compress(11, 22, 0, bytes.count, bytes, &size, &compressed) == 1
        return worked && size < bytes.count ? Array(compressed.prefix(size)) : nil
    }
}
