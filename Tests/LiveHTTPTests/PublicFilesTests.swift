import CZlib
import Foundation
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import LiveHTTP

/// The files that browsers load.
@Suite(.timeLimit(.minutes(15))) struct PublicFilesTests {
    /// A folder with these files.
    private struct Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID().uuidString)")

        func write(_ name: String, _ text: String) throws {
            let file = url.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    private static let style = String(repeating: "a{color:red}", count: 100)

    private func withFiles(
        _ files: [String: String] = ["file.txt": "0123456789"],
        _ use: @escaping @Sendable (HTTPVisitor, PublicFiles) async throws -> Void
    ) async throws {
        let folder = Folder()
        defer { try? FileManager.default.removeItem(at: folder.url) }
        for (name, text) in files { try folder.write(name, text) }
        let files = try PublicFiles(folder: folder.url.path)
        try await withNotes(files: files) { ann async throws in try await use(ann, files) }
    }

    // MARK: Several sites

    @Test func theFilesOfASiteTakeThePlaceOfThoseWithTheSameNames() throws {
        let folder = Folder()
        defer { try? FileManager.default.removeItem(at: folder.url) }
        for name in ["a.txt", "b.txt", "market/a.txt", "marketing/b.txt"] { try folder.write(name, name) }
        let files = try PublicFiles(folder: folder.url.path, site: "market")
        #expect(files.text(of: "/a.txt") == "market/a.txt")
        #expect(files.text(of: "/market/a.txt") == "market/a.txt")
        #expect(files.text(of: "/b.txt") == "b.txt")
        #expect(try PublicFiles(folder: folder.url.path).text(of: "/a.txt") == "a.txt")
    }

    // MARK: Addresses

    @Test func aFileIsKeptForAYearAtTheAddressWithItsFingerprint() async throws {
        try await withFiles(["a.css": Self.style]) { ann, files async throws in
            let address = files.address(of: "/a.css")
            #expect(address.wholeMatch(of: /\/assets\/[A-Za-z0-9_-]{8}\/a\.css/) != nil)
            let answer = try await ann.get(address)
            #expect(answer.text == Self.style)
            #expect(answer["Cache-Control"] == "max-age=31536000, immutable")
            #expect(answer["ETag"] == nil)
            #expect(answer["Content-Type"] == "text/css; charset=utf-8")
        }
    }

    @Test func atItsPlainAddressItIsAskedForAnewAndAtAnOldOneToo() async throws {
        try await withFiles(["a.css": Self.style]) { ann, _ async throws in
            for address in ["/a.css", "/assets/AAAAAAAA/a.css", "/assets/x/a.css"] {
                let answer = try await ann.get(address)
                #expect(answer.status == 200)
                #expect(answer["Cache-Control"] == "public, no-cache")
            }
        }
    }

    @Test(arguments: [
        "/b.css", "/assets", "/assets/", "/assets/a.css", "/assets//a.css", "/assets/x/b.css", "/assets/x/../a.css",
        "/../a.css", "/.hidden", "/a%2Ecss", "/a.css/", "/sub", "/sub/", "/assets/x/assets/x/a.css",
    ])
    func nothingElseIsThere(path: String) async throws {
        try await withFiles(["a.css": "", ".hidden": "secret", "sub/.b/c.txt": "secret"]) { ann, _ async throws in
            #expect(try await ann.get(path).status == 404)
        }
    }

    @Test func anotherContentHasAnotherAddressAndTheSameTheSame() throws {
        let (one, same, other) = (Folder(), Folder(), Folder())
        defer { for folder in [one, same, other] { try? FileManager.default.removeItem(at: folder.url) } }
        for (folder, text) in [(one, "a"), (same, "a"), (other, "b")] { try folder.write("a.txt", text) }
        let addresses = try [one, same, other].map { try PublicFiles(folder: $0.url.path).address(of: "/a.txt") }
        #expect(addresses[0] == addresses[1])
        #expect(addresses[0] != addresses[2])
    }

    @Test func filesReferToOneAnotherByTheirFingerprints() async throws {
        let files = [
            "a.css": "a { background: url(/b.svg#x) }", "b.svg": "<use href=\"/sub/c.svg\"/>", "sub/c.svg": "<svg/>",
            "m.webmanifest": "{ \"src\": \"/sub/c.svg\" }",
        ]
        try await withFiles(files) { ann, files async throws in
            let names = ["/a.css", "/b.svg", "/sub/c.svg", "/m.webmanifest"].map { files.address(of: $0) }
            #expect(try await ann.get("/a.css").text == "a { background: url(\(names[1])#x) }")
            #expect(try await ann.get("/b.svg").text == "<use href=\"\(names[2])\"/>")
            #expect(try await ann.get("/m.webmanifest").text == "{ \"src\": \"\(names[2])\" }")
            for name in names { #expect(try await ann.get(name)["Cache-Control"]?.contains("immutable") == true) }
        }
    }

    /// A style sheet must have another address when a picture has that it shows.
    @Test func whatAFileRefersToIsAPartOfItsFingerprint() throws {
        let (one, other) = (Folder(), Folder())
        defer { for folder in [one, other] { try? FileManager.default.removeItem(at: folder.url) } }
        for (folder, picture) in [(one, "<svg/>"), (other, "<svg></svg>")] {
            try folder.write("a.css", "a { background: url(/b.svg) }")
            try folder.write("b.svg", picture)
        }
        let addresses = try [one, other].map { try PublicFiles(folder: $0.url.path).address(of: "/a.css") }
        #expect(addresses[0] != addresses[1])
    }

    @Test func filesThatReferToEachOtherAreServed() async throws {
        let files = ["a.svg": "<use href='/b.svg'/>", "b.svg": "<use href='/a.svg'/>", "c.svg": "<use href='/c.svg'/>"]
        try await withFiles(files) { ann, files async throws in
            #expect(files.addresses.count == 3)
            for name in ["/a.svg", "/b.svg", "/c.svg"] { #expect(try await ann.get(name).status == 200) }
        }
    }

    @Test func aFolderThatIsNotThereIsAnError() {
        #expect(throws: (any Error).self) { try PublicFiles(folder: "/nowhere/\(UUID())") }
    }

    // MARK: Codings

    @Test(arguments: [("gzip", "gzip"), ("br", "br"), ("gzip, deflate, br", "br"), ("identity", nil), ("", nil)])
    func textTravelsAsTheRequestAccepts(accepted: String, coding: String?) async throws {
        try await withFiles(["a.css": Self.style]) { ann, _ async throws in
            let answer = try await ann.get("/a.css", ["Accept-Encoding": accepted])
            #expect(answer["Content-Encoding"] == coding)
            #expect(answer["Vary"] == "Accept-Encoding")
            #expect(answer["Content-Length"] == "\(answer.body.count)")
            #expect((answer.body.count < 100) == (coding != nil))
            if coding == "gzip" { #expect(try unzipped(answer.body) == Self.style) }
            let head = try await ann.send("HEAD", "/a.css", ["Accept-Encoding": accepted])
            for field in ["Content-Encoding", "Content-Length", "ETag", "Vary", "Content-Type", "Cache-Control"] {
                #expect(head[field] == answer[field], "\(field)")
            }
            #expect(head.body.isEmpty)
        }
    }

    @Test func whoRefusesEachCodingIsTold() async throws {
        try await withFiles(["a.css": Self.style, "a.png": "picture"]) { ann, _ async throws in
            #expect(try await ann.get("/a.css", ["Accept-Encoding": "identity;q=0"]).status == 406)
            #expect(try await ann.get("/a.css", ["Accept-Encoding": "identity;q=0, gzip"]).status == 200)
            #expect(try await ann.get("/a.png", ["Accept-Encoding": "identity;q=0, gzip"]).status == 406)
        }
    }

    @Test func whatIsSmallAlreadyIsLeftAsItIs() async throws {
        try await withFiles(["a.png": Self.style, "b.css": "a"]) { ann, _ async throws in
            for name in ["/a.png", "/b.css"] {
                #expect(try await ann.get(name, ["Accept-Encoding": "gzip, br"])["Content-Encoding"] == nil)
            }
        }
    }

    // MARK: Entity tags

    @Test func eachCodingHasAStrongTagOfItsOwn() async throws {
        try await withFiles(["a.css": Self.style]) { ann, _ async throws in
            var tags: Set<String> = []
            for coding in ["gzip", "br", "identity"] {
                let answer = try await ann.get("/a.css", ["Accept-Encoding": coding])
                let tag = try #require(answer["ETag"])
                #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
                tags.insert(tag)
                for known in [tag, "W/\(tag)", "\"x\", \(tag)", "\"x\",\(tag) ,\"y\"", "*"] {
                    let again = try await ann.get("/a.css", ["Accept-Encoding": coding, "If-None-Match": known])
                    #expect(again.status == 304, "\(known)")
                    #expect(again.body.isEmpty)
                    #expect(again["ETag"] == tag)
                    #expect(again["Vary"] == "Accept-Encoding")
                    #expect(again["Cache-Control"] == "public, no-cache")
                }
                for other in ["\"x\"", "", tag.lowercased() + "x", String(tag.dropLast())] {
                    let again = try await ann.get("/a.css", ["Accept-Encoding": coding, "If-None-Match": other])
                    #expect(again.status == 200, "\(other)")
                }
            }
            #expect(tags.count == 3)
        }
    }

    // MARK: Parts

    @Test(arguments: [
        ("bytes=0-3", "0123", "bytes 0-3/10"), ("bytes=4-", "456789", "bytes 4-9/10"),
        ("bytes=8-100", "89", "bytes 8-9/10"), ("bytes=9-9", "9", "bytes 9-9/10"),
        ("bytes=-3", "789", "bytes 7-9/10"), ("bytes=-100", "0123456789", "bytes 0-9/10"),
        ("bytes=1-9223372036854775807", "123456789", "bytes 1-9/10"),
    ])
    func aPartOfAFileCanBeAskedFor(range: String, text: String, content: String) async throws {
        try await withFiles { ann, _ async throws in
            // Of the plain bytes, though it could be compressed.
            for accepted in ["", "gzip, br"] {
                let answer = try await ann.get("/file.txt", ["Range": range, "Accept-Encoding": accepted])
                #expect(answer.status == 206)
                #expect(answer.text == text)
                #expect(answer["Content-Range"] == content)
                #expect(answer["Content-Length"] == "\(text.utf8.count)")
                #expect(answer["Content-Encoding"] == nil)
            }
        }
    }

    /// The length was negative, and no browser could read the answer.
    @Test(arguments: ["bytes=10-", "bytes=10-20", "bytes=9223372036854775807-", "bytes=-0"])
    func aPartBeyondTheEndIsRefused(range: String) async throws {
        try await withFiles { ann, _ async throws in
            let answer = try await ann.get("/file.txt", ["Range": range])
            #expect(answer.status == 416)
            #expect(answer["Content-Range"] == "bytes */10")
            #expect(try await ann.send("HEAD", "/file.txt", ["Range": range]).status == 200, "only GET has parts")
        }
    }

    /// A server may give the whole file instead of parts that it does not understand.
    @Test(arguments: [
        "bytes=0-1,4-5", "lines=1-2", "bytes=", "bytes=-", "bytes=x-y", "bytes=5-2", "bytes=٣-٤",
        "bytes=99999999999999999999-", "bytes=0-99999999999999999999",
    ])
    func ofOtherRangesTheWholeFileComes(range: String) async throws {
        try await withFiles { ann, _ async throws in
            let answer = try await ann.get("/file.txt", ["Range": range])
            #expect(answer.status == 200)
            #expect(answer.text == "0123456789")
        }
    }

    @Test func theRestOfAnotherFileDoesNotCome() async throws {
        try await withFiles { ann, _ async throws in
            let tag = try #require(try await ann.get("/file.txt")["ETag"])
            let rest = try await ann.get("/file.txt", ["Range": "bytes=4-", "If-Range": tag])
            #expect(rest.text == "456789")
            for other in ["\"x\"", "W/\(tag)", "Sun, 22 Nov 2026 01:00:00 GMT"] {
                let whole = try await ann.get("/file.txt", ["Range": "bytes=4-", "If-Range": other])
                #expect(whole.status == 200)
                #expect(whole.text == "0123456789")
            }
        }
    }

    // MARK: While it runs

    @Test func aFileThatChangesIsSeen() async throws {
        let folder = Folder()
        defer { try? FileManager.default.removeItem(at: folder.url) }
        try folder.write("a.txt", "one")
        try folder.write("sub/b.txt", "two")
        let files = try PublicFiles(folder: folder.url.path)
        let before = files.addresses
        let changes: [(@Sendable () throws -> Void, String, Bool)] = [
            ({ try folder.write("a.txt", "another one") }, "/a.txt", true),
            ({ try folder.write("c.txt", "three") }, "/c.txt", true),
            ({ try folder.write("sub/d.txt", "four") }, "/sub/d.txt", true),
            ({ try FileManager.default.removeItem(at: folder.url.appending(path: "sub/b.txt")) }, "/sub/b.txt", false),
        ]
        for (change, path, isThere) in changes {
            try change()
            files.lookAgain()
            #expect(files.addresses[path] != before[path], "\(path)")
            #expect((files.addresses[path] != nil) == isThere, "\(path)")
        }
        try FileManager.default.removeItem(at: folder.url)
        let last = files.addresses
        files.lookAgain()
        #expect(files.addresses == last, "a folder that is gone changes nothing")
    }
}

/// Pages travel compressed as well.
@Suite(.timeLimit(.minutes(15))) struct CompressedPageTests {
    @Test func aPageIsCompressedWhenThatIsAskedFor() async throws {
        try await withNotes { ann async throws in
            let long = "/notes/" + String(repeating: "long-", count: 400)
            for (accepted, coding) in [
                ("gzip, deflate, br", "gzip"), ("br", nil), ("gzip;q=0", nil), ("identity;q=0", nil),
            ] {
                let answer = try await ann.get(long, ["Accept-Encoding": accepted])
                #expect(answer.status == 200)
                #expect(answer["Content-Encoding"] == coding)
                #expect(answer["Vary"] == "Accept-Language, Cookie")
                #expect(answer["Content-Length"] == "\(answer.body.count)")
                let text = coding == nil ? answer.text : try unzipped(answer.body)
                #expect(text.contains("data-live"))
                #expect(text.hasSuffix("</html>"))
            }
            #expect(try await ann.get(long)["Content-Encoding"] == nil)
        }
    }

    @Test func aShortPageAndTheStreamAreNot() async throws {
        try await withNotes { ann async throws in
            let headers = ["Accept-Encoding": "gzip"]
            #expect(try await ann.get("/nothing", headers)["Content-Encoding"] == nil)
            let page = try await ann.open("/notes/7")
            #expect(try await ann.get(page.address, headers)["Content-Encoding"] == nil)
        }
    }

    /// There are as many states of the library as cores: more pages than that wait for one another, and none gets
    /// another's bytes.
    @Test func manyAtOnceGetTheirOwn() async throws {
        let texts = (0..<200).map { number in String(repeating: "page \(number) ", count: 50 + number * 40) }
        let gzip = Gzip(level: 4, memory: 8, window: 15, states: 2)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for text in texts {
                group.addTask {
                    let compressed = try #require(gzip.compress(Array(text.utf8)))
                    return try unzipped(Array(compressed.readableBytesView)) == text
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test func ofNothingAndOfWhatCannotGetSmallerTheBytesComeBack() throws {
        let gzip = Gzip(level: 4, memory: 8, window: 15, states: 1)
        var generator = SystemRandomNumberGenerator()
        let noise = String(
            (0..<100_000).map { _ in Character(Unicode.Scalar(UInt8.random(in: 32..<127, using: &generator))) })
        for text in ["", "a", noise] {
            let compressed = try #require(gzip.compress(Array(text.utf8)))
            #expect(try unzipped(Array(compressed.readableBytesView)) == text)
        }
    }
}

/// What gzip says; an error when it is malformed or something stands behind it.
private func unzipped(_ bytes: [UInt8]) throws -> String {
    String(decoding: try decompressed(bytes), as: UTF8.self)
}

/// The bytes that gzip data have been made of.
func decompressed(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream = z_stream()
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        throw TestFailure("zlib does not start")
    }
    defer { inflateEnd(&stream) }
    var input = bytes
    var room = [UInt8](repeating: 0, count: 1 << 20)
    let status = input.withUnsafeMutableBufferPointer { input in
        room.withUnsafeMutableBufferPointer { room in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            stream.next_out = room.baseAddress
            stream.avail_out = UInt32(room.count)
            return inflate(&stream, Z_FINISH)
        }
    }
    guard status == Z_STREAM_END, stream.avail_in == 0 else { throw TestFailure("This is no gzip: \(status)") }
    return Array(room.prefix(Int(stream.total_out)))
}
