import TestSupport
import Testing

@testable import LiveHTTP

/// The token of forms, masked anew for each answer.
@Suite(.timeLimit(.minutes(15))) struct FormTokenTests {
    @Test(arguments: ["token-of-ann", "a", "", "비밀", String(repeating: "x", count: 43)])
    func aMaskedTokenIsTheToken(token: String) {
        for _ in 0..<20 { #expect(FormToken.isToken(FormToken.mask(token), token)) }
    }

    @Test func noTwoMasksAreAlikeAndNoneHasTheToken() {
        let token = String(repeating: "A", count: 43)
        let masks = (0..<100).map { _ in FormToken.mask(token) }
        #expect(Set(masks).count == 100)
        #expect(masks.allSatisfy { $0.utf8.count == 43 })
        #expect(Set(masks.map { $0.prefix(8) }).count == 100)
        #expect(Set(masks.map { $0.suffix(8) }).count == 100)
        #expect(!masks.contains { $0.contains("AAAAAAAA") })
    }

    @Test func whatIsNotTheTokenIsRefused() {
        let token = "token-of-ann"
        let mask = FormToken.mask(token)
        var changed = Array(mask.utf8)
        changed[3] = changed[3] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        let wrong = [
            "", token, "wrong", FormToken.mask("token-of-bob"), FormToken.mask(""), mask + "A", String(mask.dropLast()),
            mask + "=", " " + mask, String(repeating: "é", count: 16), String(repeating: "*", count: mask.count),
            String(decoding: changed, as: UTF8.self), String(repeating: "A", count: mask.count),
        ]
        for text in wrong { #expect(!FormToken.isToken(text, token), "\(text)") }
    }

    /// What is measured by how long a compressed answer is can't be the token.
    @Test func eachPageHasItMaskedInAnotherWayAndAllOfThemAreTaken() async throws {
        try await withNotes { ann async throws in
            let pages = [try await ann.open("/notes/7"), try await ann.open("/notes/7")]
            #expect(pages[0].csrf != pages[1].csrf)
            for page in pages {
                let text = try await ann.get("/notes/7").text
                #expect(!text.contains(HTTPVisitor.secret))
                #expect(try await page.send("add").status == 200)
                #expect(try await ann.post("/notes/7", ["text": "x", "csrf": page.csrf]).status == 303)
            }
        }
    }
}
