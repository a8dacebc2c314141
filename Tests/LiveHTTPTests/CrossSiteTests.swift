import TestSupport
import Testing

@testable import LiveHTTP

/// What changes something is taken from pages of this site only.
@Suite(.timeLimit(.minutes(15))) struct CrossSiteTests {
    private static let foreign: [[String: String]] = [
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "CROSS-SITE"],
        ["Sec-Fetch-Site": ""], ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": ""],
        // The browser's own word counts more than an origin, which old browsers send.
        ["Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"],
    ]

    @Test(arguments: foreign) func aFormFromAnotherSiteIsRefused(headers: [String: String]) async throws {
        try await withNotes { ann in
            let answer = try await ann.post("/notes/7", ["text": "x", "csrf": HTTPVisitor.token], headers)
            #expect(answer.status == 403)
            #expect(answer.text.contains("<h1>403"))
            #expect(answer["Set-Cookie"] == nil)
        }
    }

    @Test(arguments: foreign) func inputsFromAnotherSiteAreRefused(headers: [String: String]) async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            #expect(try await page.inputs([(1, "add", "")], headers).status == 403)
            // And nothing has been applied.
            #expect(try await page.inputs([(1, "add", "")]).text.contains("\"applied\":1"))
        }
    }

    @Test func anOriginThatOnlyLooksLikeOursIsAnotherSite() async throws {
        try await withNotes { ann in
            let host = ann.authority
            let origins = [
                "https://evil\(host)", "http://evil.\(host)", "http://\(host).evil.example", "http://localhost:1",
                "http://localhost", host, "ftp://\(host)", "http://\(host)/",
            ]
            for origin in origins {
                let answer = try await ann.post("/notes/7", ["csrf": HTTPVisitor.token], ["Origin": origin])
                #expect(answer.status == 403, "\(origin)")
            }
        }
    }

    @Test func aFormFromThisSiteIsTaken() async throws {
        try await withNotes { ann in
            let ours: [[String: String]] = [
                [:], ["Sec-Fetch-Site": "same-origin"], ["Sec-Fetch-Site": "none"],
                ["Origin": "http://\(ann.authority)"], ["Origin": "https://\(ann.authority)"],
            ]
            for headers in ours {
                let answer = try await ann.post("/notes/7", ["text": "x", "csrf": HTTPVisitor.token], headers)
                #expect(answer.status == 303, "\(headers)")
            }
        }
    }

    /// A link on another site may lead here.
    @Test func aPageMayBeOpenedFromAnywhere() async throws {
        try await withNotes { ann async throws in
            #expect(try await ann.get("/notes/7", ["Sec-Fetch-Site": "cross-site"]).status == 200)
            #expect(try await ann.send("HEAD", "/notes/7", ["Origin": "https://evil.example"]).status == 200)
        }
    }

    /// Also those that the app itself answers, and that forgot to ask.
    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func everyMethodThatChangesSomethingIsRefused(method: String) async throws {
        let count = EffectCount()
        try await withNotes(effect: count) { ann in
            let answer = try await ann.send(
                method, "/effect",
                ["Sec-Fetch-Site": "cross-site", "Content-Type": "application/x-www-form-urlencoded"],
                body: Array("csrf=\(HTTPVisitor.token)".utf8))
            #expect(answer.status == 403)
            #expect(count.value == 0)
        }
    }
}
