import CPictureFiles
import CPictures
import CZlib
import Foundation

/// Files for the tests.
enum TestFile {
    /// A colour with its opacity.
    struct Color: Equatable {
        var red, green, blue: UInt8
        var alpha: UInt8 = 255

        static let red = Color(red: 220, green: 30, blue: 20)
        static let green = Color(red: 20, green: 180, blue: 40)
        static let blue = Color(red: 30, green: 40, blue: 210)
        static let yellow = Color(red: 240, green: 220, blue: 30)
        static let white = Color(red: 255, green: 255, blue: 255)

        var grey: UInt8 {
            let sum: Int = Int(red) * 299 + Int(green) * 587 + Int(blue) * 114
            return UInt8((sum + 500) / 1000)
        }

        /// Whether the colours look alike, as after JPEG.
        func isNear(_ other: Color, within distance: Int = 20) -> Bool {
            [(red, other.red), (green, other.green), (blue, other.blue)].allSatisfy {
                abs(Int($0) - Int($1)) <= distance
            }
        }
    }

    /// The colours of the corners: left above, right above, left below, right below.
    static let corners = [Color.red, .green, .blue, .yellow]

    /// Returns pixels with another colour in each quarter.
    static func quarters(_ width: Int, _ height: Int) -> [Color] {
        (0..<width * height).map { index in
            corners[(index % width < (width + 1) / 2 ? 0 : 1) + (index / width < (height + 1) / 2 ? 0 : 2)]
        }
    }

    // MARK: JPEG

    static func jpeg(_ colors: [Color], width: Int, kind: JPEGKind = jpegColour, isProgressive: Bool = false) -> [UInt8]
    {
        let samples: [UInt8] = colors.flatMap { color in
            switch kind {
            case jpegGrey: [color.grey]
            case jpegColour: [color.red, color.green, color.blue]
            default: [color.red, color.green, color.blue, 255]
            }
        }
        var length = 0
        let start = jpegFile(samples, CInt(width), CInt(colors.count / width), kind, isProgressive ? 1 : 0, &length)
        defer { free(start) }
        return Array(UnsafeBufferPointer(start: start, count: length))
    }

    /// Returns a JPEG with a segment behind its first marker.
    static func jpeg(_ file: [UInt8], with marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        let size = data.count + 2
        return file[..<2] + [0xFF, marker, UInt8(size >> 8), UInt8(size & 0xFF)] + data + file[2...]
    }

    /// Returns Exif data with an orientation.
    static func exif(orientation: UInt8, isLittle: Bool = false) -> [UInt8] {
        isLittle
            ? Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
            : Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    }

    // MARK: WebP

    static func webp(_ colors: [Color], width: Int, isLossless: Bool) -> [UInt8] {
        var length = 0
        let samples = colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
        let start = webpFile(samples, CInt(width), CInt(colors.count / width), isLossless ? 1 : 0, &length)
        defer { free(start) }
        return Array(UnsafeBufferPointer(start: start, count: length))
    }

    /// Returns a chunk of RIFF.
    static func riff(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let size = (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) }
        return Array(type.utf8) + size + data + (data.count % 2 == 1 ? [0] : [])
    }

    // MARK: PNG

    /// Kinds of PNG files: the number in the header, and how a colour is written.
    enum PNGKind: UInt8, CaseIterable {
        case grey = 0
        case color = 2
        case palette = 3
        case greyAlpha = 4
        case colorAlpha = 6
    }

    static let pngHead: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Returns a chunk with its length and checksum.
    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return bigEndian(data.count) + body + bigEndian(Int(crc32(0, body, uInt(body.count))))
    }

    static func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    static func header(_ width: Int, _ height: Int, depth: Int = 8, kind: PNGKind = .color, isInterlaced: Bool = false)
        -> [UInt8]
    {
        chunk(
            "IHDR",
            bigEndian(width) + bigEndian(height) + [UInt8(depth), kind.rawValue, 0, 0, isInterlaced ? 1 : 0])
    }

    static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(uLong(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(length))
        compress(&result, &length, bytes, uLong(bytes.count))
        return Array(result.prefix(Int(length)))
    }

    /// Returns data of zlib that inflate to so many megabytes of zeros, but for the checksum at the end.
    static func bomb(megabytes: Int) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(
            &stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var zeros = [UInt8](repeating: 0, count: 1 << 20)
        var part = [UInt8](repeating: 0, count: 1 << 16)
        let length = zeros.withUnsafeMutableBufferPointer { zeros in
            part.withUnsafeMutableBufferPointer { part in
                stream.next_in = zeros.baseAddress
                stream.avail_in = uInt(zeros.count)
                stream.next_out = part.baseAddress
                stream.avail_out = uInt(part.count)
                deflate(&stream, Z_FULL_FLUSH)
                return part.count - Int(stream.avail_out)
            }
        }
        // After a full flush nothing refers to what was before, so the part can be repeated.
        return [0x78, 0xDA] + Array(repeatElement(part[..<length], count: megabytes).joined()) + [3, 0, 0, 0, 0, 1]
    }

    /// The parts of a PNG file, in order.
    struct PNG {
        var header: [UInt8]
        var palette: [UInt8] = []
        var rows: [UInt8]

        var data: [UInt8] { chunk("IDAT", deflated(rows)) }
        var file: [UInt8] { pngHead + header + palette + data + chunk("IEND", []) }
    }

    /// Returns a PNG of colours. A palette has the colours in the order in which they come.
    static func png(
        _ colors: [Color], width: Int, kind: PNGKind = .color, depth: Int = 8, isInterlaced: Bool = false
    ) -> PNG {
        let height = colors.count / width
        var palette: [Color] = []
        for color in colors where kind == .palette && !palette.contains(color) { palette.append(color) }
        func samples(_ color: Color) -> [UInt8] {
            switch kind {
            case .grey: [color.grey]
            case .color: [color.red, color.green, color.blue]
            case .palette: [UInt8(palette.firstIndex(of: color) ?? 0)]
            case .greyAlpha: [color.grey, color.alpha]
            case .colorAlpha: [color.red, color.green, color.blue, color.alpha]
            }
        }
        func row(_ colors: [Color]) -> [UInt8] {
            let all = colors.flatMap(samples)
            if depth == 16 { return [0] + all.flatMap { [$0, $0] } }
            if depth == 8 { return [0] + all }
            var bits: [UInt8] = []
            for sample in all {
                let value = kind == .palette ? sample : sample >> (8 - depth)
                bits += (0..<depth).map { value >> (depth - 1 - $0) & 1 }
            }
            while bits.count % 8 > 0 { bits.append(0) }
            return [0] + stride(from: 0, to: bits.count, by: 8).map { bits[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
        }
        // Adam7: the first column and row of each pass, and the steps.
        let passes =
            isInterlaced
            ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            : [(0, 0, 1, 1)]
        var rows: [UInt8] = []
        for (left, top, right, down) in passes {
            for y in stride(from: top, to: height, by: down) {
                let part = stride(from: left, to: width, by: right).map { colors[y * width + $0] }
                if !part.isEmpty { rows += row(part) }
            }
        }
        var result = PNG(
            header: header(width, height, depth: depth, kind: kind, isInterlaced: isInterlaced), rows: rows)
        if kind == .palette {
            result.palette = chunk("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] })
            if palette.contains(where: { $0.alpha < 255 }) { result.palette += chunk("tRNS", palette.map(\.alpha)) }
        }
        return result
    }

    // MARK: Reading

    /// Returns the colours of a file as the library decodes it, without scaling.
    static func colors(of file: [UInt8]) -> [Color] {
        var limits = CPictures.PictureLimits(
            side: 20000, pixels: 50_000_000, memory: 1 << 30, scans: 100, scannedPixels: 1 << 30)
        var pixels = PicturePixels()
        guard pictureDecode(file, file.count, &limits, 20000, &pixels) == pictureMade, let rgb = pixels.rgb else {
            return []
        }
        defer { picturePixelsFree(&pixels) }
        return (0..<Int(pixels.width * pixels.height)).map {
            Color(red: rgb[$0 * 3], green: rgb[$0 * 3 + 1], blue: rgb[$0 * 3 + 2])
        }
    }
}

extension TestFile {
    /// Returns a JPEG whose header says another size.
    static func replacingSize(ofJPEG file: [UInt8], width: Int, height: Int) -> [UInt8] {
        var file = file
        guard
            let at = file.indices.dropLast().first(where: { file[$0] == 0xFF && (0xC0...0xC2).contains(file[$0 + 1]) })
        else { return file }
        file.replaceSubrange(
            at + 5..<at + 9, with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
        return file
    }
}
