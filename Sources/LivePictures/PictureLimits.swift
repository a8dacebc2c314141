import CPictures

/// Limits of a file that a picture is made of, checked before the work that they bound.
///
/// With the default limits ``Picture/make(of:longerSides:limits:)`` takes at most 400 MB of memory besides the file: 320 MB
/// where a format doesn't come row by row (JPEG with several scans, interlaced PNG, WebP), the rest for the new pictures,
/// at 2,000 pixels. A WebP without loss that was made for the purpose can have libwebp take 800 MB more, for tables. So
/// let only one or two run at the same time.
public struct PictureLimits: Sendable {
    /// Bytes of the file.
    public var bytes = 10 << 20
    /// Pixels of the width and of the height: 20,000.
    public var side = 20_000
    /// Pixels in all: 50 million.
    public var pixels = 50_000_000
    /// Bytes of memory that a decoder may take where it can't do with a few rows.
    public var memory = 320_000_000
    /// Number of scans of a JPEG. A program writes ten, seldom thirty.
    public var scans = 100
    /// Number of scans of a JPEG times its pixels: 1,000 million. Each scan goes over all pixels, however short it is.
    public var scannedPixels = 1_000_000_000
    /// Quality of the new JPEG: 1 to 100.
    public var quality = 85

    /// Creates the default limits; each can be set.
    public init() {}

    var forC: CPictures.PictureLimits {
        CPictures.PictureLimits(
            side: CInt(clamping: side), pixels: Int64(pixels), memory: Int64(memory), scans: CInt(clamping: scans),
            scannedPixels: Int64(scannedPixels))
    }
}
