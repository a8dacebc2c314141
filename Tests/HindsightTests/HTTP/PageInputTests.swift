import LiveTesting
import TestSupport
import Testing

@testable import Hindsight

/// The inputs of the app's pages as their script sends them.
@Suite(.timeLimit(.minutes(15))) struct PageInputTests {
    /// Runs a test on the editor's page of a goal without a review.
    private func withEditor(_ use: @escaping @Sendable (HTTPPage) async throws -> Void) async throws {
        try await withAccount { account in try await use(try await account.open(account.editor)) }
    }

    @Test func inputsAreAppliedInOrderAndAcknowledged() async throws {
        try await withEditor { page in
            try await page.stream { stream in
                let reply = try await page.inputs([(2, "liked", "abc"), (1, "liked", "a")])
                #expect(reply.text.contains("\"applied\":2"))
                #expect(reply.text.contains("\"refused\":[]"))
                #expect(reply.text.contains("\"epoch\":\"\(page.epoch)\""))
                #expect(
                    try await stream.next("characterCounts", having: ">3</span> / 500").data.contains(
                        "id=\"liked-count\""))
            }
        }
    }

    @Test func anInputThatComesTwiceIsAppliedOnce() async throws {
        try await withEditor { page in
            try await page.stream { stream in
                _ = try await page.inputs([(1, "liked", "first")])
                let again = try await page.inputs([(1, "liked", "forged again")])
                #expect(again.text.contains("\"applied\":1"))
                #expect(again.text.contains("\"refused\":[]"))
                _ = try await page.inputs([(2, "lacked", "x")])
                try await stream.next("characterCounts", having: "id=\"lacked-count\"")
                #expect(!stream.seen.contains { $0.data.contains(">12</span> / 500") })
            }
        }
    }

    @Test func afterAGapNothingIsApplied() async throws {
        try await withEditor { page in
            try await page.stream { stream in
                let one = try await page.inputs([(1, "liked", "one"), (3, "lacked", "three")])
                #expect(one.text.contains("\"applied\":1"))
                #expect(try await page.inputs([(7, "lacked", "seven!!")]).text.contains("\"applied\":1"))
                #expect(try await page.inputs([(2, "learned", "two")]).text.contains("\"applied\":2"))
                try await stream.next("characterCounts", having: "id=\"learned-count\"")
                #expect(!stream.seen.contains { $0.data.contains("id=\"lacked-count\"") })
            }
        }
    }

    @Test(arguments: ["fetchNextPage", "delete", "undo", "viewDidAppear", "goalChanges", "__proto__", "", "LIKED"])
    func anInputThatThePageDoesNotOfferIsRefused(name: String) async throws {
        try await withEditor { page in
            let answer = try await page.inputs([(1, name, "x")])
            #expect(answer.status == 422)
            #expect(answer.text.contains("\"refused\":[1]"))
            #expect(try await page.inputs([(2, "liked", "x")]).status == 200, "the page goes on")
        }
    }

    @Test(arguments: ["0", "-1", "abc", "", "999999999999999999999", "1; DROP TABLE goal", " 3"])
    func aSelectionThatMeansNothingIsRefused(value: String) async throws {
        try await withAccount { account in
            let answer = try await account.open().inputs([(1, "selection", value)])
            #expect(answer.status == 422)
            #expect(answer.text.contains("\"refused\":[1]"))
        }
    }

    @Test func aSelectionOfAForeignGoalLeadsNowhere() async throws {
        try await withApp { app in
            let (account, other) = (try await app.account(), try await app.account())
            let page = try await account.open()
            try await page.stream { stream in
                try await page.send("selection", "\(other.goals[0])")
                try await page.send("selection", "\(account.goals[0])")
                let event = try await stream.next("selected")
                #expect(event.data.contains("/goals/\(account.goals[0])/review"))
            }
        }
    }

    @Test(arguments: ["", "wrong", String(repeating: "x", count: 5000), nil] as [String?])
    func inputsWithoutTheRightTokenAreRefused(csrf: String?) async throws {
        try await withEditor { page in
            let body = Array("{\"inputs\": [{\"n\": 1, \"name\": \"liked\", \"value\": \"x\"}]}".utf8)
            let answer = try await page.visitor.send(
                "POST", page.address, ["X-CSRF-Token": csrf].compactMapValues { $0 }, body: body)
            #expect(answer.status == 403)
            #expect(answer.text.contains("\"action\":\"reload\""))
            let applied = try await page.inputs([(1, "liked", "x")])
            #expect(applied.text.contains("\"applied\":1"), "nothing was applied")
        }
    }

    @Test func inputsOfSomebodyWhoIsNotSignedInLeadToSignIn() async throws {
        try await withEditor { page in
            page.visitor.cookies = [:]
            let answer = try await page.inputs([(1, "liked", "x")])
            #expect(answer.status == 401)
            #expect(answer.text.contains("\"action\":\"signIn\""))
            #expect(answer.text.contains("\"location\":\"\\/login?next=%2Fgoals%2F"))
        }
    }

    @Test func inputsToAForeignPageAreRefused() async throws {
        try await withApp { app in
            let (account, other) = (try await app.account(), try await app.account())
            let page = try await account.open(account.editor)
            let body = Array("{\"inputs\": [{\"n\": 1, \"name\": \"liked\", \"value\": \"x\"}]}".utf8)
            let answer = try await other.visitor.send("POST", page.address, ["X-CSRF-Token": other.csrf], body: body)
            #expect(answer.status == 410)
            #expect(answer.text.contains("\"action\":\"reload\""))
        }
    }

    @Test func inputsOfTenMegabytesAreRefused() async throws {
        try await withEditor { page async throws in
            let long = String(repeating: "x", count: 10_000_000)
            #expect(try await page.inputs([(1, "text", long)]).status == 413)
            #expect(try await page.inputs([(1, "liked", "x")]).text.contains("\"applied\":1"))
        }
    }

    @Test func aTextJustBelowTheSizeLimitIsTakenAndSaidToBeTooLong() async throws {
        try await withEditor { page in
            try await page.stream { stream in
                let long = String(repeating: "x", count: 262_000)
                #expect(try await page.inputs([(1, "text", long)]).status == 200)
                let event = try await stream.next("characterCounts", having: "id=\"text-count\"")
                #expect(event.data.contains("far too many"))
            }
        }
    }

    @Test(arguments: [
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Origin": "https://evil.example"],
    ])
    func inputsFromAnotherSiteAreRefused(headers: [String: String]) async throws {
        try await withEditor { page async throws in
            #expect(try await page.inputs([(1, "liked", "x")], headers).status == 403)
        }
    }

    @Test func anInputOfAPageSavesAndSaysSoOnce() async throws {
        try await withEditor { page in
            let last = try await page.stream { stream in
                for (name, value) in [("styleSelected", "free"), ("text", "Good"), ("levelSelected", "4")] {
                    try await page.send(name, value)
                }
                try await page.send("save")
                #expect(try await stream.next("saved").data.contains("<dialog"))
                return stream.seen.last?.id
            }
            try await page.stream(after: last) { again in
                try await page.send("liked", "more")
                try await again.next("characterCounts")
                #expect(!again.seen.contains { $0.name == "saved" }, "a confirmation comes once")
            }
        }
    }

    @Test func moreInputsThanABatchMayHaveWaitForTheNext() async throws {
        try await withAccount { account in
            let page = try await account.open()
            let inputs = (1...300).map { ($0, "refresh", "") }
            #expect(try await page.inputs(inputs).text.contains("\"applied\":256"))
            #expect(try await page.inputs(inputs).text.contains("\"applied\":300"))
        }
    }
}
