import HTTPTypes
import Logging
import NIOCore
import TestSupport
import Testing

@testable import LiveHTTP

/// Requests that are cut, endless or wrong, byte by byte.
@Suite(.timeLimit(.minutes(15))) struct BrokenRequestTests {
    private static let form = """
        POST /notes/7 HTTP/1.1
        Host: localhost
        Cookie: user=ann
        Content-Type: application/x-www-form-urlencoded
        """

    private func expect(_ status: Int, _ answer: String) {
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(200))")
    }

    // MARK: Bodies

    /// The reading of the body failed, and nobody had foreseen that.
    @Test(arguments: ["zz\r\n", "5\r\ntext=x", "-1\r\n\r\n", "5\r\nab\r\n", "ffffffffffffffffff\r\n"])
    func aBodyOfMalformedChunksIsABadRequest(chunks: String) async throws {
        let log = LogRecorder()
        try await withNotes(logger: log.logger(.error)) { ann in
            let answer = try await Wire.exchange(
                Self.form + "\nTransfer-Encoding: chunked", body: chunks, isCut: true, port: ann.port)
            expect(400, answer)
            #expect(answer.contains("<h1>400"))
            #expect(answer.lowercased().contains("connection: close\r\n"))
        }
        #expect(log.lines.isEmpty)
    }

    @Test(arguments: ["/notes/7", "/live/x"]) func aBodyThatIsCutIsABadRequest(path: String) async throws {
        let log = LogRecorder()
        try await withNotes(logger: log.logger(.error)) { ann in
            let page = try await ann.open("/notes/7")
            let target = path == "/live/x" ? page.address : path
            let head = Self.form.replacing("/notes/7", with: target) + "\nX-CSRF-Token: \(HTTPVisitor.token)"
            let answer = try await Wire.exchange(
                head + "\nContent-Length: 100", body: "text=x", isCut: true, port: ann.port)
            expect(400, answer)
        }
        #expect(log.lines.isEmpty)
    }

    @Test func aBodyInChunksIsReadAsAnyOther() async throws {
        try await withNotes { ann in
            let fields = HTTPVisitor.form(["text": "x", "csrf": HTTPVisitor.token])
            let chunks = "\(String(fields.utf8.count, radix: 16))\r\n\(fields)\r\n0\r\n\r\n"
            let head = Self.form + "\nTransfer-Encoding: chunked\nConnection: close"
            expect(303, try await Wire.exchange(head, body: chunks, port: ann.port))
        }
    }

    /// It says itself that it is too large: nothing of it has to be read.
    @Test(arguments: ["/notes/7", "/effect", "/live/x"])
    func aBodyThatAnnouncesTooMuchIsNotWaitedFor(path: String) async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let target = path == "/live/x" ? page.address : path
            let head = Self.form.replacing("/notes/7", with: target) + "\nX-CSRF-Token: \(HTTPVisitor.token)"
            let answer = try await Wire.exchange(head + "\nContent-Length: 10000000", isCut: true, port: ann.port)
            expect(413, answer)
            #expect(answer.lowercased().contains("connection: close\r\n"))
            #expect(answer.contains("<h1>413"))
        }
    }

    /// 76 MB of a refused body were read, and an endless one was read for ever.
    @Test(arguments: [
        "Content-Length: 1000000000", "Transfer-Encoding: chunked",
        "Content-Length: 1000000000\nContent-Type: text/plain",
    ])
    func ofABodyThatIsRefusedLittleIsRead(how: String) async throws {
        try await withNotes { ann in
            let head = Self.form.replacing("\nContent-Type: application/x-www-form-urlencoded", with: "")
            // Chunks of 1 GB: of the first one much comes.
            let body = how.contains("chunked") ? "\n\n40000000" : ""
            let (answer, taken) = try await Wire.flood(head + "\n" + how + body, port: ann.port)
            #expect(answer.hasPrefix("HTTP/1.1 4"), "\(answer.prefix(200))")
            // The form's limit, what is dropped behind it, and what the system keeps on both sides.
            #expect(taken < FormBody.limit + ConnectionLimits().lingeringBytes + (40 << 20))
        }
    }

    // MARK: Hosts

    /// Different readers would take different ones of them.
    @Test(arguments: [
        "", "\nHost: localhost\nHost: evil.example", "\nHost: localhost\nHost: localhost", "\nHost:",
        "\nHost: localhost, evil.example", "\nHost: evil.example/x", "\nHost: user@evil.example", "\nHost: a b",
    ])
    func aRequestHasOneHost(host: String) async throws {
        try await withNotes { ann in
            let answer = try await Wire.exchange(
                "GET /text HTTP/1.1\(host)\nConnection: close", port: ann.port)
            expect(400, answer)
        }
    }

    @Test(arguments: ["localhost", "localhost:80", "127.0.0.1:8080", "[::1]:8080", "xn--hb0by1o.example", "a_b.test"])
    func hostsMayBeNamesAndAddresses(host: String) async throws {
        try await withNotes { ann in
            let answer = try await Wire.exchange(
                "GET /text HTTP/1.1\nHost: \(host)\nConnection: close", port: ann.port)
            expect(200, answer)
        }
    }

    // MARK: Heads

    @Test(arguments: [
        "GET", "GET /\0 HTTP/1.1", "GET / HTTP/9.9\nHost: a", "G@T / HTTP/1.1\nHost: a", "GET / HTTP/1.1\nHost : a",
    ])
    func whatIsNoRequestIsABadRequest(head: String) async throws {
        try await withNotes { ann in
            expect(400, try await Wire.exchange(head, isCut: true, port: ann.port))
        }
    }

    @Test func aHeadThatIsTooLargeIsRefused() async throws {
        try await withNotes { ann in
            let long = String(repeating: "x", count: 200_000)
            let answer = try await Wire.exchange(
                "GET /text HTTP/1.1\nHost: a\nX-Long: \(long)", isCut: true, port: ann.port)
            #expect(answer.hasPrefix("HTTP/1.1 4") || answer.isEmpty)
            #expect(try await ann.get("/text").status == 200)
        }
    }

    @Test func requestsThatDoNotWaitForEachOtherAreAnsweredInTheirOrder() async throws {
        try await withNotes { ann in
            let one = "GET /text HTTP/1.1\nHost: a\n\n"
            let two = "GET /nothing HTTP/1.1\nHost: a\n\n"
            let answer = try await Wire.exchange(
                one + two + "GET /text HTTP/1.1\nHost: a\nConnection: close", port: ann.port)
            #expect(answer.all(between: "HTTP/1.1 ", " ") == ["200", "404", "200"])
        }
    }

    // MARK: Peers that keep the server waiting

    private func limits(_ set: (inout ConnectionLimits) -> Void) -> ConnectionLimits {
        var limits = ConnectionLimits()
        set(&limits)
        return limits
    }

    @Test func whoSendsNoHeadIsLetGo() async throws {
        try await withNotes(limits: limits { $0.untilHead = .milliseconds(20) }) { ann async throws in
            // It returns only since the server closes.
            #expect(try await Wire.exchange("GET /text HTTP/1.1\nHost: a\nX", endsHead: false, port: ann.port) == "")
        }
    }

    @Test func whoNeverEndsABodyIsLetGo() async throws {
        try await withNotes(limits: limits { $0.body = .milliseconds(20) }) { ann in
            let head = Self.form + "\nContent-Length: 100"
            let answer = try await Wire.exchange(head, body: "text=", port: ann.port)
            #expect(answer == "" || answer.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test func whoSendsNoFurtherRequestIsLetGo() async throws {
        try await withNotes(limits: limits { $0.untilNextHead = .milliseconds(20) }) { ann in
            expect(200, try await Wire.exchange("GET /text HTTP/1.1\nHost: a", port: ann.port))
        }
    }
}
