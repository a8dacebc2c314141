import LivePictures
import Testing

@Suite(.timeLimit(.minutes(15))) struct PictureLimitTests {
    private static func error(_ file: [UInt8], limits: PictureLimits = PictureLimits()) -> PictureError? {
        do throws(PictureError) {
            _ = try Picture.make(of: file, longerSides: [100], limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func otherFilesAreNotPictures() {
        let pixels = [TestFile.Color](repeating: .red, count: 4)
        let others: [[UInt8]] = [
            [], [0], Array("GIF89a\u{1}\0\u{1}\0\0\0\0;".utf8), Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
            Array("%PDF-1.7\n".utf8), Array("RIFF\u{24}\0\0\0WAVEfmt ".utf8), Array("\0\0\0 ftypheic".utf8),
            [0] + TestFile.png(pixels, width: 2).file,
        ]
        for file in others { #expect(Self.error(file) == .notAPicture) }
    }

    @Test func theKindFollowsFromTheBytes() throws {
        // Files of each kind whose first bytes are of another one.
        let colors = TestFile.quarters(8, 8)
        let files = [
            TestFile.jpeg(colors, width: 8), TestFile.png(colors, width: 8).file,
            TestFile.webp(colors, width: 8, isLossless: true),
        ]
        for file in files {
            #expect(Self.error(file) == nil)
            for other in files where other != file {
                #expect(Self.error(Array(other.prefix(12)) + file.dropFirst(12)) == .broken)
            }
        }
    }

    @Test func aFileOfTooManyBytesIsRefused() {
        let file = TestFile.png(TestFile.quarters(8, 8), width: 8).file
        var limits = PictureLimits()
        limits.bytes = file.count
        #expect(Self.error(file, limits: limits) == nil)
        limits.bytes -= 1
        #expect(Self.error(file, limits: limits) == .tooManyBytes)
        #expect(Self.error(file + [UInt8](repeating: 0, count: 10 << 20)) == .tooManyBytes)
    }

    @Test func aSideIsLimited() {
        let colors = [TestFile.Color](repeating: .green, count: 60_000)
        for file in [
            TestFile.png(colors, width: 1).file, TestFile.png(colors, width: 60_000).file,
            TestFile.png(colors, width: 1, isInterlaced: true).file, TestFile.jpeg(colors, width: 1),
            TestFile.jpeg(colors, width: 60_000), TestFile.jpeg(colors, width: 1, isProgressive: true),
        ] {
            #expect(Self.error(file) == .tooManyPixels)
        }
        var limits = PictureLimits()
        limits.side = 100
        let webp = TestFile.webp(Array(colors.prefix(101)), width: 1, isLossless: true)
        #expect(Self.error(webp, limits: limits) == .tooManyPixels)
        limits.side = 101
        #expect(Self.error(webp, limits: limits) == nil)
    }

    @Test func theNumberOfPixelsIsCheckedBeforeMemoryIsTaken() {
        let colors = TestFile.quarters(8, 8)
        var limits = PictureLimits()
        limits.pixels = 63
        for file in [
            TestFile.png(colors, width: 8).file, TestFile.jpeg(colors, width: 8),
            TestFile.webp(colors, width: 8, isLossless: true), TestFile.webp(colors, width: 8, isLossless: false),
        ] {
            #expect(Self.error(file, limits: limits) == .tooManyPixels)
        }
        // Only the headers of large pictures.
        let jpeg = TestFile.jpeg(colors, width: 8)
        let large = TestFile.replacingSize(ofJPEG: jpeg, width: 19_999, height: 19_999)
        #expect(Self.error(large) == .tooManyPixels)
        let png = TestFile.PNG(header: TestFile.header(19_999, 19_999), rows: [0])
        #expect(Self.error(png.file) == .tooManyPixels)
    }

    @Test func theMemoryIsLimitedWhereAFormatDoesNotComeRowByRow() {
        let colors = TestFile.quarters(64, 64)
        var limits = PictureLimits()
        limits.memory = 10_000
        let whole = [
            TestFile.png(colors, width: 64, isInterlaced: true).file,
            TestFile.jpeg(colors, width: 64, isProgressive: true),
            TestFile.webp(colors, width: 64, isLossless: true),
        ]
        for file in whole {
            #expect(Self.error(file, limits: limits) == .tooManyPixels)
            #expect(Self.error(file) == nil)
        }
        let byRows = [
            TestFile.png(colors, width: 64).file, TestFile.webp(colors, width: 64, isLossless: false),
        ]
        for file in byRows { #expect(Self.error(file, limits: limits) == nil) }
    }

    @Test func chunksThatInflateToGigabytesAreNotRead() throws {
        let bomb = TestFile.bomb(megabytes: 8000)
        #expect(bomb.count < 9 << 20)
        let colors = TestFile.quarters(8, 8)
        for chunk in [
            TestFile.chunk("zTXt", Array("Comment\0\0".utf8) + bomb),
            TestFile.chunk("iCCP", Array("Profile\0\0".utf8) + bomb),
            TestFile.chunk("iTXt", Array("Comment\0\u{1}\0\0\0".utf8) + bomb),
            TestFile.chunk("fdAT", [0, 0, 0, 1] + bomb),
        ] {
            var png = TestFile.png(colors, width: 8)
            png.header += chunk
            #expect(Self.error(png.file) == nil)
        }
    }

    @Test func pixelsThatInflateToMoreThanThePictureAreRefused() {
        let bomb = TestFile.bomb(megabytes: 8000)
        for isInterlaced in [false, true] {
            let file =
                TestFile.pngHead + TestFile.header(8, 8, isInterlaced: isInterlaced) + TestFile.chunk("IDAT", bomb)
                + TestFile.chunk("IEND", [])
            #expect(Self.error(file) == .broken)
        }
    }

    @Test func pixelsThatEndTooEarlyAreRefused() {
        for isInterlaced in [false, true] {
            var png = TestFile.png(TestFile.quarters(16, 16), width: 16, isInterlaced: isInterlaced)
            while !png.rows.isEmpty {
                png.rows.removeLast()
                #expect(Self.error(png.file) == .broken, "\(png.rows.count)")
            }
        }
    }

    @Test func chunksInDisorderAreRefused() {
        let colors = TestFile.quarters(8, 8)
        let png = TestFile.png(colors, width: 8)
        let (head, end) = (TestFile.pngHead, TestFile.chunk("IEND", []))
        for file in [
            head + png.data + png.header + end, head + png.header + png.header + png.data + end,
            head + png.header + end, head + png.header + png.data, head + end, head,
            head + png.header + TestFile.chunk("ABCD", []) + png.data + end,
            head + png.header + [255, 255, 255, 255] + png.data.dropFirst(4) + end,
            head + png.header + TestFile.bigEndian(png.data.count) + png.data.dropFirst(4) + end,
        ] {
            #expect(Self.error(file) == .broken)
        }
    }

    @Test func aWrongChecksumIsRefused() {
        let png = TestFile.png(TestFile.quarters(8, 8), width: 8)
        var data = png.data
        data[data.count - 1] ^= 1
        #expect(
            Self.error(TestFile.pngHead + png.header + data + TestFile.chunk("IEND", [])) == .broken)
    }

    @Test func theScansOfAJPEGAreLimited() throws {
        let file = TestFile.jpeg(TestFile.quarters(64, 64), width: 64, isProgressive: true)
        // The last scan, once more and once more: each is valid.
        let last = try #require(file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xC4 })
        let end = file.count - 2
        func repeated(_ count: Int) -> [UInt8] {
            file[..<end] + Array(repeatElement(file[last..<end], count: count).joined()) + file[end...]
        }
        #expect(Self.error(repeated(90)) == nil)
        #expect(Self.error(repeated(100)) == .tooMuchWork)
        #expect(Self.error(repeated(20_000)) == .tooMuchWork)
        var limits = PictureLimits()
        limits.scannedPixels = 64 * 64 * 20
        #expect(Self.error(repeated(16), limits: limits) == nil)
        #expect(Self.error(repeated(17), limits: limits) == .tooMuchWork)
    }

    @Test func anAnimationIsRefused() {
        let small = TestFile.webp(TestFile.quarters(8, 8), width: 8, isLossless: true)
        let frame = TestFile.riff("ANMF", [0, 0, 0, 0, 0, 0, 7, 0, 0, 7, 0, 0, 100, 0, 0, 0] + small[12...])
        let body =
            TestFile.riff("VP8X", [2, 0, 0, 0, 7, 0, 0, 7, 0, 0]) + TestFile.riff("ANIM", [0, 0, 0, 0, 0, 0])
            + frame + frame
        #expect(Self.error(TestFile.riff("RIFF", Array("WEBP".utf8) + body)) == .animated)
    }
}
