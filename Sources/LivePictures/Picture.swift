import CPictures

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A picture that was made of a file that a visitor sent: a JPEG without metadata.
///
/// ```swift
/// let pictures = try Picture.make(of: bytes, longerSides: [1600, 480])
/// pictures[0].bytes       // a JPEG, at most 1600 × 1600 pixels
/// ```
///
/// The file is decoded, scaled and encoded anew, so nothing of its bytes is kept: no position, no name of a camera, no
/// second file hidden in the first.
public struct Picture: Sendable {
    /// The JPEG file.
    public let bytes: [UInt8]
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    /// Makes pictures of a JPEG, PNG or WebP file, in several sizes. Blocks the calling thread: for a photo some tenths of
    /// a second, and at the default limits a few seconds.
    ///
    /// The type of the file follows from its first bytes. The picture is turned as its Exif data say, and laid on white
    /// where it is transparent. Of an animated PNG the still picture is taken. Colours are read as sRGB, whatever profile
    /// the file has: those of a wide gamut (Display P3) become a little duller.
    ///
    /// - Parameters:
    ///   - file: the bytes of the file.
    ///   - longerSides: the pixels of the longer side at most, for each picture, from 1 on. The first is the largest. A
    ///     picture is never scaled up.
    ///   - limits: the limits of the file.
    /// - Returns: a picture for each of `longerSides`.
    /// - Throws: ``PictureError``.
    public static func make(
        of file: [UInt8], longerSides: [Int], limits: PictureLimits = PictureLimits()
    ) throws(PictureError) -> [Picture] {
        guard file.count <= limits.bytes else { throw .tooManyBytes }
        guard let largest = longerSides.first else { return [] }
        precondition(
            longerSides.allSatisfy { $0 >= 1 && $0 <= largest }, "sizes from 1 on, of which the first is the largest")
        let decoded = try Pixels { pixels in
            var limits = limits.forC
            return file.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return pictureUnknown }
                return pictureDecode(start, bytes.count, &limits, CInt(clamping: largest), &pixels)
            }
        }
        var pictures: [Picture] = []
        for longerSide in longerSides {
            if longerSide == largest {
                pictures.append(try decoded.encoded(quality: limits.quality))
            } else {
                let scaled = try Pixels { pixels in
                    withUnsafePointer(to: decoded.pixels) { pictureScale($0, CInt(clamping: longerSide), &pixels) }
                }
                pictures.append(try scaled.encoded(quality: limits.quality))
            }
        }
        return pictures
    }
}

/// Pixels in C's memory.
private struct Pixels: ~Copyable {
    private(set) var pixels = PicturePixels()

    init(_ make: (inout PicturePixels) -> PictureStatus) throws(PictureError) {
        let status = make(&pixels)
        if let error = PictureError(status) { throw error }
    }

    deinit {
        var pixels = pixels
        picturePixelsFree(&pixels)
    }

    func encoded(quality: Int) throws(PictureError) -> Picture {
        var start: UnsafeMutablePointer<UInt8>?
        var count = 0
        let status = withUnsafePointer(to: pixels) { pictureEncode($0, CInt(quality), &start, &count) }
        defer { free(start) }
        if let error = PictureError(status) { throw error }
        return Picture(
            bytes: Array(UnsafeBufferPointer(start: start, count: count)), width: Int(pixels.width),
            height: Int(pixels.height))
    }
}
