import Hummingbird
import StreamsTesting
import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(15))) struct MultipartParserTests {
    private static let type = "multipart/form-data; boundary=----b7Z"

    /// What a browser sends.
    private static func body(_ file: String, token: String = "a token") -> String {
        """
        ------b7Z\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n\(token)\r\n\
        ------b7Z\r\nContent-Disposition: form-data; name="file"; filename="my %22goals%22; name=x.json"\r\n\
        Content-Type: application/json\r\n\r\n\(file)\r\n------b7Z--\r\n
        """
    }

    private struct Read: Equatable {
        var fields: [String] = []
        var files: [String] = []
        /// Of the file that is being read: a piece may end within a character.
        var bytes: [UInt8] = []
    }

    private static func read(_ body: String, by size: @autoclosure () -> Int = .max, type: String = type) throws -> Read
    {
        var parser = try #require(MultipartParser(contentType: type))
        var read = Read()
        var rest = ByteBuffer(string: body)
        while let piece = rest.readSlice(length: min(size(), rest.readableBytes)), piece.readableBytes > 0 {
            try parser.feed(piece) { event in
                switch event {
                case .field(let name, let text): read.fields.append("\(name)=\(text)")
                case .fileBegins(let name, _): read.files.append("\(name):")
                case .bytes(let bytes): read.bytes += bytes.readableBytesView
                case .fileEnds:
                    read.files[read.files.count - 1] += String(decoding: read.bytes, as: UTF8.self) + "."
                    read.bytes = []
                }
            }
        }
        try parser.finish()
        return read
    }

    @Test(arguments: [1, 2, 3, 7, 64, .max]) func aFormIsReadHoweverItComes(size: Int) throws {
        for file in [
            "{}", "", "\r\n", "\r\n--", "\r\n------b7", "line\r\n------b7Y\r\n", "\r\r\n\r\n", "------b7Z--", "가\0나",
        ] {
            let read = try Self.read(Self.body(file), by: size)
            #expect(read == Read(fields: ["csrf=a token"], files: ["file:\(file)."]))
        }
    }

    @Test func aFileIsGivenOutWhileItComes() throws {
        var parser = try #require(MultipartParser(contentType: Self.type))
        let whole = Self.body(String(repeating: "x", count: 1000))
        var count = 0
        try parser.feed(ByteBuffer(string: String(whole.prefix(900)))) { event in
            if case .bytes(let bytes) = event { count += bytes.readableBytes }
        }
        #expect(count > 650)
    }

    @Test(arguments: [
        "", "hello", " ------b7Z\r\n", "------b7Z", "------b7Z\r\n\r\n\r\n------b7Z--\r\n", "------b7Zx\r\n",
        body("x") + "more", body("x").replacing("--\r\n", with: "") + "\r\n",
        body("x").replacing("form-data; name=\"csrf\"", with: "attachment; name=\"csrf\""),
        body("x").replacing("name=\"csrf\"", with: "title=\"csrf\""),
        body("x").replacing("Content-Type: application/json", with: "Content-Transfer-Encoding: base64"),
        body("x").replacing("Content-Type: application/json", with: "Content-Type"),
        body("x", token: String(repeating: "x", count: MultipartParser.partLimit + 1)),
        String(body("x").dropLast(6)),
        String(repeating: "------b7Z\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n", count: 17)
            + "------b7Z--",
    ])
    func whatNoBrowserSendsIsMalformed(body: String) {
        #expect(throws: MultipartParser.Malformed.self) { try Self.read(body) }
        #expect(throws: MultipartParser.Malformed.self) { try Self.read(body, by: 1) }
    }

    @Test(arguments: [
        "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\"\"", "multipart/mixed; boundary=x",
        "multipart/form-data; boundary=\(String(repeating: "x", count: 71))",
    ])
    func whatIsNoSuchFormIsNotRead(type: String) { #expect(MultipartParser(contentType: type) == nil) }

    @Test(arguments: [
        "multipart/form-data; boundary=\"----b7Z\"", "Multipart/Form-Data;boundary=----b7Z",
        "multipart/form-data; charset=utf-8; boundary=----b7Z",
    ])
    func aBoundaryMayBeWrittenInSeveralWays(type: String) throws {
        #expect(try Self.read(Self.body("x"), type: type).files == ["file:x."])
    }

    // MARK: The work for a body that comes in small pieces (SEC18)

    /// A random piece of a file or of a field, in which parts of delimiters are frequent.
    private static func text(using generator: inout some RandomNumberGenerator) -> String {
        let words = [
            "\r", "\n", "\r\n", "\r\n\r\n", "--", "\r\n--", "\r\n----", "\r\n------b7", "------b7Z", "xyz", "가", "",
        ]
        return (0..<Int.random(in: 0...12, using: &generator)).reduce(into: "") { text, _ in
            text += words.randomElement(using: &generator) ?? ""
        }
    }

    @Test func anySplitOfABodyReadsTheSame() throws {
        var generator = SeededGenerator(seed: 18)
        for _ in 0..<400 {
            let body = Self.body(Self.text(using: &generator), token: Self.text(using: &generator))
            let whole = Result { try Self.read(body) }
            for _ in 0..<5 {
                var sizes = (0..<body.utf8.count).map { _ in Int.random(in: 1...20, using: &generator) }
                let split = Result { try Self.read(body, by: sizes.popLast() ?? .max) }
                #expect((try? whole.get()) == (try? split.get()), "\(body.debugDescription)")
            }
        }
    }

    @Test func aFieldOfTheLimitIsReadHoweverItComes() throws {
        let body = Self.body("x", token: String(repeating: "x", count: MultipartParser.partLimit))
        #expect(try Self.read(body, by: 1) == Self.read(body))
    }

    @Test(arguments: ["x", "\r", "\r\n------b7", "\r\n"]) func theWorkIsLinearInTheBytes(text: String) throws {
        let file = String(repeating: text, count: 40_000 / text.utf8.count)
        let token = String(repeating: text, count: MultipartParser.partLimit / text.utf8.count)
        let bytes = Array(Self.body(file, token: token).utf8)
        for size in [1, 2, 100, bytes.count] {
            var parser = try #require(MultipartParser(contentType: Self.type))
            for start in stride(from: 0, to: bytes.count, by: size) {
                try parser.feed(ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)])) { _ in }
            }
            try parser.finish()
            #expect(parser.comparisons <= 2 * bytes.count, "Pieces of \(size) bytes")
        }
    }
}
