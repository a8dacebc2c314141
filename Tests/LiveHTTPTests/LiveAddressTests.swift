import HTTPTypes
import LiveTesting
import TestSupport
import Testing

@testable import LiveHTTP

/// The address of a page's stream and inputs is for its owner, and for what was signed.
@Suite(.timeLimit(.minutes(15))) struct LiveAddressTests {
    private func expectReload(_ answer: HTTPAnswer, _ what: String = "") {
        #expect(answer.status == 410, "\(what)")
        #expect(answer["Content-Type"]?.hasPrefix("application/json") == true)
        #expect(answer.text.contains("\"action\":\"reload\""))
    }

    /// One letter after the other, so that each part of what is signed is touched, and the signature.
    @Test func anAddressOfWhichALetterWasChangedIsNone() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7?q=1")
            let token = Array(page.address.dropFirst("/live/".count))
            for index in token.indices where token[index] != "." {
                var changed = token
                changed[index] = token[index] == "A" ? "B" : "A"
                expectReload(try await ann.get("/live/" + String(changed)), "letter \(index)")
            }
            #expect(try await ann.send("HEAD", page.address).status == 200)
        }
    }

    @Test func whatOnlyLooksLikeAnAddressIsNone() async throws {
        try await withNotes { ann in
            let token = try await ann.open("/notes/7").address.dropFirst("/live/".count)
            let parts = token.split(separator: ".")
            let others = [
                "Z\(token)", "\(parts[0])", "\(parts[0]).", ".\(parts[1])", "\(token).x", "\(parts[1]).\(parts[0])",
                ".",
                "%ff%fe.%01", "\(parts[0]).\(parts[1].dropLast(2))", String(repeating: "A", count: 5000), "\(token)%20",
            ]
            for other in others {
                expectReload(try await ann.get("/live/\(other)"), other)
                let page = try await ann.post("/live/\(other)", form: "{}", ["X-CSRF-Token": HTTPVisitor.token])
                #expect(page.status == 400 || page.status == 410, "\(other)")
            }
        }
    }

    @Test func theAddressOfAnOpenPageIsForItsOwnerOnly() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let bob = ann.bob
            expectReload(try await bob.get(page.address))
            let answer = try await bob.send(
                "POST", page.address, ["X-CSRF-Token": FormToken.mask("token-of-bob")],
                body: Array("{\"inputs\": [{\"n\": 1, \"name\": \"add\"}]}".utf8))
            expectReload(answer)
            #expect(try await page.inputs([(1, "add", "")]).text.contains("\"applied\":1"))
        }
    }

    /// The session is gone, so the address is all that there is to go by.
    @Test func theAddressOfAPageThatIsGoneIsForItsOwnerOnly() async throws {
        let address = try await withNotes { ann in try await ann.open("/notes/7").address }
        try await withNotes { ann in
            expectReload(try await ann.bob.get(address))
            #expect(try await ann.send("HEAD", address).status == 200)
        }
    }

    @Test func anAddressThatWasSignedWithAnotherKeyIsNone() async throws {
        let address = try await withNotes { ann in try await ann.open("/notes/7").address }
        try await withNotes(key: 2) { ann in expectReload(try await ann.get(address)) }
    }

    @Test func whoIsNotSignedInIsToldSo() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            for method in ["GET", "HEAD", "POST"] {
                let answer = try await ann.another().send(method, page.address)
                #expect(answer.status == 401)
                guard method != "HEAD" else { continue }
                #expect(answer.text.contains("\"action\":\"signIn\""))
                #expect(answer.text.contains("\"location\":\"\\/in?next=%2Fnotes%2F7\""))
            }
        }
    }

    @Test func aPageIsTakenUpAgainWithItsPathAndQuery() async throws {
        let page = try await withNotes { ann in try await ann.open("/notes/a%20b?q=1") }
        try await withNotes { ann in
            let found = HTTPVisitor(port: ann.port, cookies: ann.cookies)
            let again = try #require(HTTPPage(found, page.text))
            try await again.stream(after: page.last) { stream in
                // What it was is gone with its session, so everything is sent.
                #expect(try await stream.next("total").data.hasPrefix("0"))
                try await again.send("add")
                #expect(try await stream.next("total").data.hasPrefix("1"))
            }
        }
    }

    /// A page whose process was away for a while, and is there again.
    @Test func aPageThatAnotherProcessHasServedMeanwhileIsMadeAnew() async throws {
        try await withNotes { ann in
            try await withNotes { [cookies = ann.cookies] there in
                let page = try await ann.open("/notes/7")
                let elsewhere = try #require(HTTPPage(HTTPVisitor(port: there.port, cookies: cookies), page.text))
                let last = try await page.stream { stream in
                    try await page.send("add")
                    return try await stream.next("total").id
                }
                // The same page goes on in the other process, which has its epoch.
                let (epoch, lastThere) = try await elsewhere.stream(after: last, ["Live-Epoch": page.epoch]) {
                    stream async throws in
                    #expect(try await stream.next("total").data.hasPrefix("0"))
                    try await elsewhere.send("text", "there")
                    return (stream.epoch, try await stream.next("echo").id)
                }
                #expect(epoch != page.epoch)
                // A client that doesn't say where it was finds what it left.
                try await page.stream(after: lastThere) { stream async throws in
                    #expect(stream.epoch == page.epoch)
                    #expect(try await stream.next("total").data.hasPrefix("1"))
                }
                try await page.stream(after: lastThere, ["Live-Epoch": epoch]) { stream async throws in
                    #expect(stream.epoch != page.epoch)
                    #expect(try await stream.next("total").data.hasPrefix("0"))
                }
            }
        }
    }

    /// What the input would change in the session that is there would end with it.
    @Test func anInputThatComesBackFirstIsAppliedInThePageThatIsMadeAnew() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            try await page.stream { stream in
                try await page.send("add")
                try await stream.next("total")
            }
            var answer: HTTPAnswer
            var epoch: String
            repeat {
                // Until the server has noticed that the stream is gone. An input of another epoch is never applied.
                answer = try await page.inputs([(1, "add", "")], epoch: "elsewhere")
                epoch = try #require(answer.text.between("\"epoch\":\"", "\""))
            } while epoch == page.epoch
            #expect(answer.text.contains("\"applied\":0"))
            _ = try await page.inputs([(1, "add", ""), (2, "add", ""), (3, "add", "")], epoch: epoch)
            try await page.stream(after: page.last, ["Live-Epoch": epoch]) { stream async throws in
                #expect(stream.epoch == epoch)
                #expect(try await stream.next("total").data.hasPrefix("3"))
            }
        }
    }

    @Test func aPageThatComesBackWithTheEpochOfItsStreamIsAsItWas() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            for count in 1...3 {
                try await page.stream(after: page.last, ["Live-Epoch": page.epoch]) { stream in
                    #expect(stream.epoch == page.epoch)
                    try await page.send("add")
                    try await stream.next("total", having: "\(count) ")
                }
            }
        }
    }
}

extension HTTPStream {
    /// The session that takes the page's inputs.
    fileprivate var epoch: String { head.headerFields[HTTPField.Name("Live-Epoch")!] ?? "" }
}
