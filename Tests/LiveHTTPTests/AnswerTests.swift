import Foundation
import HTTPTypes
import Logging
import TestSupport
import Testing

@testable import LiveHTTP

/// What every answer carries, and what becomes of errors.
@Suite(.timeLimit(.minutes(15))) struct AnswerTests {
    private func expectSecurity(_ answer: HTTPAnswer, _ what: String) {
        #expect(answer["X-Content-Type-Options"] == "nosniff", "\(what)")
        #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin", "\(what)")
        // A script reads it; as a document it is nothing but text.
        if answer["Content-Type"]?.hasPrefix("application/json") == true {
            #expect(answer["Content-Security-Policy"] == nil, "\(what)")
            return
        }
        let policy = answer["Content-Security-Policy"] ?? ""
        for directive in [
            "default-src 'self'", "frame-src 'none'", "object-src 'none'", "media-src 'none'",
            "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        ] {
            #expect(policy.contains(directive), "\(what)")
        }
        for hole in ["unsafe-", "http:", "https:", "*", "data:"] { #expect(!policy.contains(hole), "\(what)") }
        #expect(answer["Referrer-Policy"] == "same-origin", "\(what)")
        #expect(answer["Cross-Origin-Opener-Policy"] == "same-origin", "\(what)")
        #expect(answer["Permissions-Policy"]?.contains("camera=()") == true, "\(what)")
    }

    /// Of a way on nobody is shown anything; a page must not lose its window over it.
    private func expectNothingToShow(_ answer: HTTPAnswer) {
        #expect(answer["Cross-Origin-Opener-Policy"] == "same-origin")
        #expect(answer["Content-Security-Policy"] == nil)
        #expect(answer["Permissions-Policy"] == nil)
        #expect(answer.body.isEmpty)
    }

    @Test func everyAnswerCarriesTheSecurityHeaders() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let token = ["csrf": HTTPVisitor.token]
            let answers: [(Int, HTTPAnswer)] = [
                (200, try await ann.get("/notes/7")), (200, try await ann.get("/text")),
                (200, try await ann.send("HEAD", "/notes/7")), (200, try await page.send("add")),
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
            for answer in [
                try await ann.another().get("/notes/7"),
                try await ann.post("/notes/7", token.merging(["text": "x"]) { $1 }),
            ] {
                #expect(answer.status == 303)
                expectNothingToShow(answer)
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
            #expect(answer["Cache-Control"] == "private, no-cache")
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
}
