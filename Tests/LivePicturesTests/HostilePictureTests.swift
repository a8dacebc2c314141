import CPictureFiles
import Foundation
import LivePictures
import StreamsTesting
import Testing

/// Ten thousand files that try to harm the server.
@Suite(.timeLimit(.minutes(15))) struct HostilePictureTests {
    /// Small files of all kinds.
    private static let seeds: [[UInt8]] = {
        let colors = TestFile.quarters(13, 9)
        var clear = colors
        for index in clear.indices where index % 3 == 0 { clear[index].alpha = 90 }
        let exif = Array("Exif\0\0".utf8) + TestFile.exif(orientation: 6)
        return [
            TestFile.jpeg(TestFile.jpeg(colors, width: 13), with: 0xE1, exif),
            TestFile.jpeg(colors, width: 13, isProgressive: true), TestFile.jpeg(colors, width: 13, kind: jpegGrey),
            TestFile.jpeg(colors, width: 13, kind: jpegConvertedInks, isProgressive: true),
            TestFile.png(colors, width: 13).file, TestFile.png(clear, width: 13, kind: .palette, depth: 4).file,
            TestFile.png(clear, width: 13, kind: .colorAlpha, depth: 16, isInterlaced: true).file,
            TestFile.webp(colors, width: 13, isLossless: false), TestFile.webp(colors, width: 13, isLossless: true),
            TestFile.webp(clear, width: 13, isLossless: false),
        ]
    }()

    private static func make(_ file: [UInt8]) -> Picture? { try? Picture.make(of: file, longerSides: [10]).first }

    /// Bytes of memory that the process has had at most.
    private static var mostMemory: Int {
        var usage = rusage()
        // RUSAGE_SELF, whose type differs between systems.
        getrusage(0, &usage)
        return usage.ru_maxrss * 1024
    }

    @Test func tenThousandHostileFilesAreRefusedOrBecomeSmallPictures() throws {
        let before = Self.mostMemory
        var random = SeededGenerator(seed: 23)
        var count = 0
        // Those that end too early: all are refused.
        for seed in Self.seeds {
            #expect(Self.make(seed) != nil)
            for length in 0..<seed.count {
                if Self.make(Array(seed[..<length])) != nil { Issue.record("a file was made of \(length) bytes") }
                count += 1
            }
        }
        // Those that are too large: all are refused, at once.
        let jpegs = Self.seeds.prefix(4)
        for _ in 0..<500 {
            let (width, height) = (
                Int.random(in: 20_001...65_000, using: &random), Int.random(in: 1...65_000, using: &random)
            )
            let (one, other) = Bool.random(using: &random) ? (width, height) : (height, width)
            let jpeg = TestFile.replacingSize(
                ofJPEG: jpegs.randomElement(using: &random) ?? [], width: one, height: other)
            if Self.make(jpeg) != nil { Issue.record("a JPEG of \(one) × \(other) was made") }
            let png = TestFile.PNG(header: TestFile.header(one, other), rows: [0])
            if Self.make(png.file) != nil { Issue.record("a PNG of \(one) × \(other) was made") }
            count += 2
        }
        // Those that are changed somewhere: a format without checksums can't tell it from another picture. What is made
        // is small, and nothing of the file.
        let payload = Array("<script>alert(1)</script>".utf8)
        while count < 10_000 {
            var file = Self.seeds.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &random) { Self.harm(&file, with: payload, using: &random) }
            if let picture = Self.make(file) {
                let isSmall = picture.width <= 10 && picture.height <= 10 && picture.bytes.count < 4096
                if !isSmall || picture.bytes.contains(payload) { Issue.record("\(file)") }
            }
            count += 1
        }
        // Others run at the same time, so this is a rough limit.
        #expect(Self.mostMemory - before < 800_000_000)
    }

    private static func harm(_ file: inout [UInt8], with payload: [UInt8], using random: inout SeededGenerator) {
        guard let place = file.indices.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: file[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: file[place] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF].randomElement(using: &random) ?? 0
        case 3:
            // A wrong length, where one could be.
            for index in place..<min(place + 4, file.count) { file[index] = UInt8.random(in: 0...255, using: &random) }
        case 4: file.removeSubrange(place..<min(place + Int.random(in: 1...20, using: &random), file.count))
        case 5: file.insert(contentsOf: file[place..<min(place + 40, file.count)], at: place)
        case 6: file.insert(contentsOf: payload, at: place)
        default:
            let other = seeds.randomElement(using: &random) ?? []
            file.replaceSubrange(place..., with: other.suffix(Int.random(in: 0...other.count, using: &random)))
        }
    }
}
