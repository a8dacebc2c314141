import LiveTesting
import TestSupport
import Testing

@testable import LiveHTTP

/// A page's inputs as its script sends them: numbered, allow-listed, applied once.
@Suite(.timeLimit(.minutes(15))) struct InputTests {
    @Test func inputsAreAppliedInTheirOrderAndAcknowledged() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            try await page.stream { stream in
                let reply = try await page.inputs([(2, "text", "second"), (1, "text", "first")], epoch: page.epoch)
                #expect(reply.status == 200)
                #expect(reply["Cache-Control"] == "no-store")
                #expect(reply.text.contains("\"applied\":2") && reply.text.contains("\"refused\":[]"))
                #expect(reply.text.contains("\"epoch\":\"\(page.epoch)\""))
                try await stream.next("echo", having: "second")
            }
        }
    }

    @Test func anInputThatComesTwiceIsAppliedOnce() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            try await page.stream { stream in
                for _ in 0..<3 {
                    #expect(try await page.inputs([(1, "add", ""), (2, "add", "")]).text.contains("\"applied\":2"))
                }
                _ = try await page.inputs([(3, "text", "end")])
                try await stream.next("echo", having: "end")
                #expect(stream.seen.last { $0.name == "total" }?.data.hasPrefix("2") == true)
            }
        }
    }

    @Test func behindAGapNothingIsApplied() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            #expect(try await page.inputs([(1, "add", ""), (3, "add", "")]).text.contains("\"applied\":1"))
            #expect(try await page.inputs([(7, "add", "")]).text.contains("\"applied\":1"))
            #expect(try await page.inputs([(2, "add", ""), (3, "add", "")]).text.contains("\"applied\":3"))
        }
    }

    @Test(arguments: [Int.min, -1, 0, Int.max]) func absurdNumbersDoNoHarm(number: Int) async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            #expect(try await page.inputs([(number, "add", "")]).text.contains("\"applied\":0"))
            #expect(try await page.inputs([(1, "add", "")]).text.contains("\"applied\":1"))
        }
    }

    /// They were numbered for a session that is gone.
    @Test func numbersOfAnotherEpochMeanNothing() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let reply = try await page.inputs([(1, "add", "")], epoch: "another")
            #expect(reply.status == 200)
            #expect(reply.text.contains("\"applied\":0"))
            #expect(reply.text.contains("\"epoch\":\"\(page.epoch)\""))
        }
    }

    @Test(arguments: ["nonsense", "", "ADD", "total", "__proto__"])
    func anInputThatThePageDoesNotOfferIsRefused(name: String) async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let reply = try await page.inputs([(1, name, "")])
            #expect(reply.status == 422)
            #expect(reply.text.contains("\"refused\":[1]"))
            #expect(try await page.inputs([(2, "add", "")]).status == 200)
        }
    }

    @Test func anInputThatThePageOfferedAMomentAgoIsRefusedAsNoFault() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            try await page.stream { stream in
                try await page.send("add")
                try await stream.next("total")
                #expect(try await page.send("remove").status == 200)
                try await stream.next("total")
                let late = try await page.send("remove")
                #expect(late.status == 200)
                #expect(late.text.contains("\"refused\":[3]"))
            }
        }
    }

    @Test(arguments: ["", "abc", "1.5", "999999999999999999999", " 3"])
    func aValueThatMeansNothingIsRefused(value: String) async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let reply = try await page.inputs([(1, "pick", value)])
            #expect(reply.status == 422)
            #expect(reply.text.contains("\"refused\":[1]"))
        }
    }

    @Test(
        arguments: [
            nil, "", "wrong", HTTPVisitor.secret, FormToken.mask("token-of-bob"), FormToken.mask("token-of-an"),
            FormToken.mask("token-of-annn"), HTTPVisitor.token + "A", String(HTTPVisitor.token.dropLast()),
        ] as [String?])
    func inputsWithoutTheRightTokenAreRefused(csrf: String?) async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let body = Array("{\"inputs\": [{\"n\": 1, \"name\": \"add\"}]}".utf8)
            let headers = ["X-CSRF-Token": csrf].compactMapValues { $0 }
            let answer = try await ann.send("POST", page.address, headers, body: body)
            #expect(answer.status == 403)
            #expect(answer.text.contains("\"action\":\"reload\""))
            #expect(try await page.inputs([(1, "add", "")]).text.contains("\"applied\":1"))
        }
    }

    private static let malformed = [
        "", "{", "[]", "null", "{\"inputs\": 3}", "{\"inputs\": [{\"n\": \"1\", \"name\": \"add\"}]}",
        "{\"inputs\": [{\"name\": \"add\"}]}", "{\"inputs\": [{\"n\": 1}]}",
        "{\"inputs\": [{\"n\": 1.5, \"name\": \"add\"}]}",
        "{\"inputs\": [{\"n\": 99999999999999999999, \"name\": \"add\"}]}",
        String(repeating: "[", count: 200_000), String(repeating: "\0", count: 1000),
        // A byte that is no UTF-8 stands where the X is.
        "{\"inputs\": [{\"n\": 1, \"name\": \"X\"}]}",
    ]

    @Test(arguments: malformed) func whatIsNoBatchIsABadRequestInJSON(body: String) async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let answer = try await page.post(body.utf8.map { $0 == UInt8(ascii: "X") ? 0xFF : $0 })
            #expect(answer.status == 400)
            #expect(answer["Content-Type"]?.hasPrefix("application/json") == true)
            #expect(answer.text == "{\"error\":\"malformed\"}")
            #expect(try await page.send("add").status == 200)
        }
    }

    @Test func ofALongBatchSomeWaitForTheNext() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let inputs = (1...300).map { ($0, "add", "") }
            #expect(try await page.inputs(inputs).text.contains("\"applied\":256"))
            #expect(try await page.inputs(inputs).text.contains("\"applied\":300"))
        }
    }

    @Test func aBatchOfMoreInputsThanAnyPageSendsIsRefused() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            #expect(try await page.inputs((1...1001).map { ($0, "add", "") }).status == 400)
        }
    }

    @Test func inputsThatAreTooLargeAreRefused() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let text = String(repeating: "x", count: 256 << 10)
            #expect(try await page.inputs([(1, "text", text)]).status == 413)
            #expect(try await page.inputs([(1, "add", "")]).text.contains("\"applied\":1"))
        }
    }

    /// SEC22: 4 MiB of JSON were decoded before the address was looked at.
    @Test func theBodyIsReadForAPageOfTheVisitorOnly() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let body = Array(String(repeating: "[", count: 300_000).utf8)
            #expect(try await page.post(body).status == 413)
            let headers = ["X-CSRF-Token": page.csrf, "Content-Type": "application/json"]
            #expect(try await ann.send("POST", page.address + "x", headers, body: body).status == 410)
            let bob = ann.bob
            let other = ["X-CSRF-Token": FormToken.mask("token-of-bob"), "Content-Type": "application/json"]
            #expect(try await bob.send("POST", page.address, other, body: body).status == 410)
        }
    }

    /// An input that states no limit takes 16 KiB.
    @Test func aValueThatIsFarLongerThanAnyIsNotTakenAndThoseBeforeItAre() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let long = String(repeating: "3", count: 16_385)
            #expect(try await page.inputs([(1, "pick", long)]).status == 413)
            let reply = try await page.inputs([(1, "add", ""), (2, "pick", long), (3, "add", "")])
            #expect(reply.status == 200 && reply.text.contains("\"applied\":1"))
            #expect(try await page.inputs([(2, "pick", "3")]).text.contains("\"applied\":2"))
        }
    }
}
