import Foundation
import HTTPTypes
import Logging
import TestSupport
import Testing

@testable import LiveHTTP

/// What every answer carries, and what becomes of errors.
@Suite(.timeLimit(.minutes(5))) struct AnswerTests {
    private func expectSecurity(_ answer: HTTPAnswer, _ what: String) {
        let policy = answer["Content-Security-Policy"] ?? ""
        for directive in [
            "default-src 'none'", "script-src 'self'", "form-action 'self'", "base-uri 'none'",
            "frame-ancestors 'none'",
        ] {
            #expect(policy.contains(directive), "\(what)")
        }
        for hole in ["unsafe-", "http:", "https:", "*", "data:"] { #expect(!policy.contains(hole), "\(what)") }
        #expect(answer["X-Content-Type-Options"] == "nosniff", "\(what)")
        #expect(answer["Referrer-Policy"] == "same-origin", "\(what)")
        #expect(answer["X-Frame-Options"] == "DENY", "\(what)")
        #expect(answer["Cross-Origin-Opener-Policy"] == "same-origin", "\(what)")
        #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin", "\(what)")
        #expect(answer["Permissions-Policy"]?.contains("camera=()") == true, "\(what)")
    }

    @Test func everyAnswerCarriesTheSecurityHeaders() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let token = ["csrf": HTTPVisitor.token]
            let answers: [(Int, HTTPAnswer)] = [
                (200, try await ann.get("/notes/7")), (200, try await ann.get("/text")),
                (200, try await ann.send("HEAD", "/notes/7")), (200, try await page.send("add")),
                (303, try await ann.another().get("/notes/7")),
                (303, try await ann.post("/notes/7", token.merging(["text": "x"]) { $1 })),
                (400, try await ann.post("/notes/7", form: "%")), (401, try await ann.another().get(page.address)),
                (403, try await ann.post("/notes/7")), (403, try await ann.post("/notes/7", token, ["Origin": "null"])),
                (404, try await ann.get("/nothing")), (404, try await ann.get("/notes/none")),
                (409, try await ann.post("/notes/7?input=remove", token)), (410, try await ann.get("/live/x.y")),
                (413, try await ann.post("/notes/7", form: String(repeating: "x", count: FormBody.limit + 1))),
                (415, try await ann.post("/notes/7", form: "", ["Content-Type": "text/plain"])),
                (422, try await ann.post("/notes/7", token)), (500, try await ann.get("/notes/broken")),
                (503, try await ann.get("/notes/busy")),
            ]
            for (status, answer) in answers {
                #expect(answer.status == status)
                expectSecurity(answer, "\(status)")
            }
        }
    }

    /// The proxy in front, which has the certificate, says how the browser came.
    @Test func whoCameByTLSComesByTLSFromThenOn() async throws {
        try await withNotes { ann in
            for proto in ["https", "HTTPS"] {
                let answer = try await ann.get("/text", ["X-Forwarded-Proto": proto])
                #expect(answer["Strict-Transport-Security"] == "max-age=31536000")
            }
            // A browser would not come to one's own machine any more.
            #expect(try await ann.get("/text")["Strict-Transport-Security"] == nil)
            #expect(try await ann.get("/text", ["X-Forwarded-Proto": "http"])["Strict-Transport-Security"] == nil)
        }
    }

    @Test(arguments: ["PUT", "DELETE", "PATCH", "OPTIONS"]) func otherMethodsAreRefused(method: String) async throws {
        try await withNotes { ann in
            let status = try await ann.send(method, "/notes/7").status
            #expect(status == 404 || status == 405)
        }
    }

    @Test(arguments: [
        ("/nothing", 404), ("/notes", 404), ("/notes/7/more", 404), ("/live", 404), ("//notes/7", 404),
        ("/notes//7", 404), ("/%00", 404), ("/notes/none", 404), ("/notes/busy", 503), ("/notes/broken", 500),
    ])
    func everyErrorHasADesignedPage(path: String, status: Int) async throws {
        try await withNotes { ann in
            let answer = try await ann.get(path)
            #expect(answer.status == status)
            #expect(answer["Content-Type"] == "text/html; charset=utf-8")
            #expect(answer["Cache-Control"] == "no-store")
            #expect(answer.text.hasPrefix("<!doctype html><h1>\(status)"))
        }
    }

    @Test func whatIsTheServersFaultIsLoggedByItsKindAndPlace() async throws {
        let log = LogRecorder()
        try await withNotes(logger: log.logger(.warning)) { ann in
            _ = try await ann.get("/notes/broken?secret=1", ["X-Secret": "secret"])
            _ = try await ann.get("/notes/busy")
            _ = try await ann.get("/notes/none")
            _ = try await ann.post("/notes/7", ["text": "secret"])
        }
        #expect(log.lines.count == 2)
        #expect(log.lines.first?.contains("error=Unforeseen") == true)
        #expect(log.lines.first?.contains("path=/notes/broken status=500") == true)
        #expect(log.lines.last?.contains("error=Foreseen") == true)
        #expect(!log.lines.contains { $0.contains("secret") })
    }

    // MARK: Parts of files

    private func withFile(_ use: @escaping @Sendable (HTTPVisitor) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("0123456789".utf8).write(to: folder.appending(path: "file.txt"))
        try await withNotes(folder: folder.path, use)
    }

    @Test func aFileHasAnEntityTag() async throws {
        try await withFile { ann in
            let file = try await ann.get("/file.txt")
            #expect(file.text == "0123456789")
            #expect(file["Content-Type"]?.hasPrefix("text/plain") == true)
            let tag = try #require(file["ETag"])
            let again = try await ann.get("/file.txt", ["If-None-Match": tag])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
        }
    }

    @Test(arguments: [
        ("bytes=0-3", "0123", "bytes 0-3/10"), ("bytes=4-", "456789", "bytes 4-9/10"),
        ("bytes=8-100", "89", "bytes 8-9/10"), ("bytes=9-9", "9", "bytes 9-9/10"),
    ])
    func aPartOfAFileCanBeAskedFor(range: String, text: String, content: String) async throws {
        try await withFile { ann in
            let answer = try await ann.get("/file.txt", ["Range": range])
            #expect(answer.status == 206)
            #expect(answer.text == text)
            #expect(answer["Content-Range"] == content)
            #expect(answer["Content-Length"] == "\(text.utf8.count)")
        }
    }

    /// The length was negative, and no browser could read the answer.
    @Test(arguments: ["bytes=10-", "bytes=10-20", "bytes=9223372036854775807-"], ["GET", "HEAD"])
    func aPartBeyondTheEndIsRefused(range: String, method: String) async throws {
        try await withFile { ann in
            let answer = try await ann.send(method, "/file.txt", ["Range": range])
            #expect(answer.status == 416)
            #expect(answer["Content-Range"] == "bytes */10")
        }
    }

    /// A server may give the whole file instead of parts that it does not understand.
    @Test(arguments: ["bytes=-3", "bytes=0-1,4-5", "lines=1-2", "bytes=", "bytes=x-y", "bytes=5-2", "bytes=٣-٤"])
    func ofOtherRangesTheWholeFileComes(range: String) async throws {
        try await withFile { ann in
            let answer = try await ann.get("/file.txt", ["Range": range])
            #expect(answer.status == 200)
            #expect(answer.text == "0123456789")
        }
    }
}
