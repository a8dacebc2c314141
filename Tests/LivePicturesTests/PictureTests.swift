import CPictureFiles
import LivePictures
import Testing

@Suite(.timeLimit(.minutes(15))) struct PictureTests {
    private typealias Color = TestFile.Color

    /// The colours in the middle of the quarters of a picture.
    private static func corners(of picture: Picture) -> [TestFile.Color] {
        let colors = TestFile.colors(of: picture.bytes)
        guard colors.count == picture.width * picture.height else { return [] }
        return [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
            colors[picture.height * y / 4 * picture.width + picture.width * x / 4]
        }
    }

    private static func expect(
        _ file: [UInt8], hasSize width: Int, _ height: Int, corners: [TestFile.Color] = TestFile.corners,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let picture = try #require(
            try Picture.make(of: file, longerSides: [1600]).first, sourceLocation: sourceLocation)
        #expect([picture.width, picture.height] == [width, height], sourceLocation: sourceLocation)
        let found = Self.corners(of: picture)
        let areNear = found.count == 4 && zip(found, corners).allSatisfy { $0.isNear($1) }
        #expect(areNear, "\(found)", sourceLocation: sourceLocation)
    }

    private static func grey(_ colors: [TestFile.Color]) -> [TestFile.Color] {
        colors.map { Color(red: $0.grey, green: $0.grey, blue: $0.grey) }
    }

    @Test func jpegIsReadInEachKind() throws {
        let colors = TestFile.quarters(40, 24)
        for isProgressive in [false, true] {
            for kind in [jpegColour, jpegInks, jpegConvertedInks] {
                let file = TestFile.jpeg(colors, width: 40, kind: kind, isProgressive: isProgressive)
                try Self.expect(file, hasSize: 40, 24)
            }
            let file = TestFile.jpeg(colors, width: 40, kind: jpegGrey, isProgressive: isProgressive)
            try Self.expect(file, hasSize: 40, 24, corners: Self.grey(TestFile.corners))
        }
    }

    @Test func aPictureIsTurnedAsItsExifDataSay() throws {
        let file = TestFile.jpeg(TestFile.quarters(40, 24), width: 40)
        let (a, b, c, d) = (Color.red, Color.green, Color.blue, Color.yellow)
        let turned = [
            [a, b, c, d], [b, a, d, c], [d, c, b, a], [c, d, a, b], [a, c, b, d], [c, a, d, b], [d, b, c, a],
            [b, d, a, c],
        ]
        for (index, corners) in turned.enumerated() {
            for isLittle in [false, true] {
                let exif = TestFile.exif(orientation: UInt8(index + 1), isLittle: isLittle)
                let size = index < 4 ? (40, 24) : (24, 40)
                let jpeg = TestFile.jpeg(file, with: 0xE1, Array("Exif\0\0".utf8) + exif)
                try Self.expect(jpeg, hasSize: size.0, size.1, corners: corners)
                var png = TestFile.png(TestFile.quarters(40, 24), width: 40)
                png.header += TestFile.chunk("eXIf", exif)
                try Self.expect(png.file, hasSize: size.0, size.1, corners: corners)
            }
        }
    }

    @Test func orientationsThatDoNotExistAreIgnored() throws {
        let file = TestFile.jpeg(TestFile.quarters(40, 24), width: 40)
        for exif in [
            TestFile.exif(orientation: 0), TestFile.exif(orientation: 9),
            Array(TestFile.exif(orientation: 6).prefix(19)),
            [], Array("MM\0*".utf8) + [255, 255, 255, 255], Array("MM\0*".utf8) + [0, 0, 0, 7],
        ] {
            try Self.expect(TestFile.jpeg(file, with: 0xE1, Array("Exif\0\0".utf8) + exif), hasSize: 40, 24)
        }
    }

    @Test func pngIsReadInEachKind() throws {
        let kinds: [(TestFile.PNGKind, [Int])] = [
            (.grey, [1, 2, 4, 8, 16]), (.color, [8, 16]), (.palette, [2, 4, 8]), (.greyAlpha, [8, 16]),
            (.colorAlpha, [8, 16]),
        ]
        for (kind, depths) in kinds {
            for depth in depths {
                for isInterlaced in [false, true] {
                    for (width, height) in [(40, 24), (24, 40)] {
                        let png = TestFile.png(
                            TestFile.quarters(width, height), width: width, kind: kind, depth: depth,
                            isInterlaced: isInterlaced)
                        var corners = TestFile.corners
                        if kind == .grey || kind == .greyAlpha { corners = Self.grey(corners) }
                        if depth < 8, kind == .grey {
                            // As many steps as the bits can say.
                            let steps = (1 << depth) - 1
                            corners = corners.map {
                                let grey = UInt8(Int($0.grey) >> (8 - depth) * 255 / steps)
                                return Color(red: grey, green: grey, blue: grey)
                            }
                        }
                        try Self.expect(png.file, hasSize: width, height, corners: corners)
                    }
                }
            }
        }
    }

    @Test func smallInterlacedPNGsAreRead() throws {
        for width in 1...9 {
            for height in 1...9 {
                let colors = TestFile.quarters(width, height)
                let file = TestFile.png(colors, width: width, isInterlaced: true).file
                #expect(TestFile.colors(of: file) == colors, "\(width) × \(height)")
            }
        }
    }

    @Test func webpIsReadInEachKind() throws {
        for isLossless in [false, true] {
            let file = TestFile.webp(TestFile.quarters(40, 24), width: 40, isLossless: isLossless)
            try Self.expect(file, hasSize: 40, 24)
        }
    }

    @Test func aWebPIsTurnedToo() throws {
        let small = TestFile.webp(TestFile.quarters(40, 24), width: 40, isLossless: false)
        for head in [[], Array("Exif\0\0".utf8)] {
            let body =
                TestFile.riff("VP8X", [8, 0, 0, 0, 39, 0, 0, 23, 0, 0]) + small[12...]
                + TestFile.riff("EXIF", head + TestFile.exif(orientation: 6))
            let file = TestFile.riff("RIFF", Array("WEBP".utf8) + body)
            try Self.expect(file, hasSize: 24, 40, corners: [.blue, .red, .yellow, .green])
        }
    }

    @Test func transparentPartsBecomeWhite() throws {
        var colors = TestFile.quarters(40, 24)
        for index in colors.indices {
            if colors[index] == .blue { colors[index].alpha = 0 }
            if colors[index] == .red { colors[index].alpha = 128 }
        }
        let half = Color(red: 237, green: 142, blue: 137)
        let corners = [half, .green, .white, .yellow]
        for isLossless in [false, true] {
            let file = TestFile.webp(colors, width: 40, isLossless: isLossless)
            try Self.expect(file, hasSize: 40, 24, corners: corners)
        }
        for kind in [TestFile.PNGKind.colorAlpha, .palette] {
            for isInterlaced in [false, true] {
                let png = TestFile.png(colors, width: 40, kind: kind, isInterlaced: isInterlaced)
                try Self.expect(png.file, hasSize: 40, 24, corners: corners)
            }
        }
    }

    @Test func theLongerSideIsScaledDownAndNothingUp() throws {
        let wide = TestFile.png(TestFile.quarters(300, 100), width: 300).file
        let pictures = try Picture.make(of: wide, longerSides: [1600, 300, 150, 7, 1])
        #expect(pictures.map { [$0.width, $0.height] } == [[300, 100], [300, 100], [150, 50], [7, 2], [1, 1]])
        let tall = TestFile.webp(TestFile.quarters(100, 300), width: 100, isLossless: true)
        let small = try Picture.make(of: tall, longerSides: [100, 40])
        #expect(small.map { [$0.width, $0.height] } == [[33, 100], [13, 40]])
        #expect(zip(Self.corners(of: small[0]), TestFile.corners).allSatisfy { $0.isNear($1) })
        let line = TestFile.png([TestFile.Color](repeating: .red, count: 5000), width: 1).file
        let picture = try #require(try Picture.make(of: line, longerSides: [100]).first)
        #expect([picture.width, picture.height] == [1, 100])
    }

    @Test func scalingKeepsTheLightOfAPattern() throws {
        // Half of the light of white is 188 in sRGB, not 128.
        let colors = (0..<60 * 60).map { index -> TestFile.Color in
            (index % 60 + index / 60) % 2 == 0 ? .white : Color(red: 0, green: 0, blue: 0)
        }
        let picture = try #require(
            try Picture.make(of: TestFile.png(colors, width: 60).file, longerSides: [15]).first)
        let grey = Color(red: 188, green: 188, blue: 188)
        #expect(TestFile.colors(of: picture.bytes).allSatisfy { $0.isNear(grey, within: 3) })
    }

    @Test func scalingMakesNoRingsBesideAnEdge() throws {
        let (dark, light) = (Color(red: 60, green: 60, blue: 60), Color(red: 200, green: 200, blue: 200))
        let colors = (0..<210 * 70).map { $0 % 210 < 105 ? dark : light }
        var limits = PictureLimits()
        limits.quality = 100
        let picture = try #require(
            try Picture.make(of: TestFile.png(colors, width: 210).file, longerSides: [32], limits: limits).first)
        let found = TestFile.colors(of: picture.bytes).map(\.red)
        #expect(found.allSatisfy { $0 >= 57 && $0 <= 203 })
        #expect(found.contains { $0 < 63 } && found.contains { $0 > 197 })
    }

    @Test func nothingOfTheFileIsKeptButThePicture() throws {
        let payload = Array("<script>alert(document.cookie)</script>".utf8)
        let colors = TestFile.quarters(40, 24)
        let comment = TestFile.jpeg(TestFile.jpeg(colors, width: 40), with: 0xFE, payload)
        var png = TestFile.png(colors, width: 40)
        png.header += TestFile.chunk("tEXt", Array("Comment\0".utf8) + payload)
        let webp = TestFile.webp(colors, width: 40, isLossless: true)
        for file in [comment, png.file, webp] {
            // Behind the picture there can be a whole other file.
            let picture = try #require(try Picture.make(of: file + payload, longerSides: [100]).first)
            #expect(!picture.bytes.contains(payload))
            #expect(picture.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
            // No segments of applications but JFIF's, and no comments.
            var markers: Set<UInt8> = []
            for (byte, next) in zip(picture.bytes, picture.bytes.dropFirst()) where byte == 0xFF {
                markers.insert(next)
            }
            #expect(markers.isDisjoint(with: Set(0xE1...0xEF).union([0xFE])))
        }
    }
}
