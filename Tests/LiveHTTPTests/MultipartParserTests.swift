import Hummingbird
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

    private static func read(_ body: String, by size: Int = .max, type: String = type) throws -> Read {
        var parser = try #require(MultipartParser(contentType: type))
        var read = Read()
        var rest = ByteBuffer(string: body)
        while let piece = rest.readSlice(length: min(size, rest.readableBytes)), piece.readableBytes > 0 {
            try parser.feed(piece) { event in
                switch event {
                case .field(let name, let text): read.fields.append("\(name)=\(text)")
                case .fileBegins(let name): read.files.append("\(name):")
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
}
