import Live
import LiveTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct LivePageTests {
    @Test func theFirstRenderShowsTheValuesOfTheOutputs() async throws {
        try await LivePage.open(CounterScreen()) { page in
            #expect(await page.text("count") == "0 times")
            #expect(await page.text("greeting") == "Hello, nobody")
            #expect(await page.rowIDs("items") == ["row-1", "row-2", "row-3"])
            let html = await page.document.html
            #expect(html.contains("<main data-live=\"/live/test\" data-last=\"e."))
            #expect(html.contains("<p data-output=\"count\">"))
            #expect(html.contains("data-input=\"increment\""))
        }
    }

    @Test func anInputChangesOnlyTheSlotsThatDependOnIt() async throws {
        try await LivePage.open(CounterScreen()) { page in
            try await page.click("increment")
            #expect(await page.text("count") == "1 times")
            #expect(await page.events.map(\.name) == ["count"])
        }
    }

    @Test func whatIsTypedIsEscapedOnThePageAndForgesNoEvent() async throws {
        try await LivePage.open(CounterScreen()) { page in
            let nasty = "<script>&\"'\r\rdata: x\n\nevent: count\u{0}\u{202E}👩‍👩‍👧"
            try await page.type("name", nasty)
            #expect(await page.events.map(\.name) == ["greeting"])
            #expect(
                await page.html("greeting")
                    == "Hello, &lt;script&gt;&amp;&quot;&#39;&#13;&#13;data: x\n\nevent: count\u{2400}\u{202E}👩‍👩‍👧")
        }
    }

    @Test func onlyRowsThatChangedTravel() async throws {
        try await LivePage.open(CounterScreen()) { page in
            try await page.click("rows", value: "9")
            #expect(await page.rowIDs("items") == ["row-9", "row-1", "row-2", "row-3"])
            let event = try #require(await page.events.last)
            #expect(event.data.contains("<li id=\"row-9\" data-after=\"\">"))
            #expect(!event.data.contains("row-2"))
            try await page.click("rows", value: "-2")
            #expect(await page.rowIDs("items") == ["row-9", "row-1", "row-3"])
            #expect(await page.events.last?.data == "<li id=\"row-2\" data-removed></li>")
            try await page.click("rows", value: "0")
            #expect(await page.rowIDs("items") == ["row-3", "row-1", "row-9"])
        }
    }

    @Test func aLostLineIsMadeUpForWithJustWhatChangedSince() async throws {
        try await LivePage.open(CounterScreen()) { page in
            try await page.click("increment")
            await page.dropLine()
            try await page.click("increment")
            try await page.click("increment")
            let received = try await page.reconnect()
            #expect(received.map(\.name) == ["count"])
            #expect(await page.text("count") == "3 times")
            await page.dropLine()
            #expect(try await page.reconnect().isEmpty)
        }
    }

    @Test func anInputSentTwiceIsAppliedOnce() async throws {
        try await LivePage.open(CounterScreen()) { page in
            let message = InputMessage(number: 1, name: "increment")
            #expect(await page.resend([message]) == InputReply(applied: 1, refused: []))
            #expect(await page.resend([message]) == InputReply(applied: 1, refused: []))
            #expect(await page.text("count") == "1 times")
        }
    }

    @Test func nothingIsAppliedBeyondAGap() async throws {
        try await LivePage.open(CounterScreen()) { page in
            #expect(await page.resend([InputMessage(number: 2, name: "increment")]).applied == 0)
            #expect(await page.text("count") == "0 times")
            let both = [InputMessage(number: 2, name: "increment"), InputMessage(number: 1, name: "increment")]
            #expect(await page.resend(both).applied == 2)
            #expect(await page.text("count") == "2 times")
        }
    }

    @Test func onlyWhatThePageOffersIsTaken() async throws {
        try await LivePage.open(CounterScreen()) { page in
            await #expect(throws: LivePage.Failure.self) { try await page.click("unknown") }
            await #expect(throws: LivePage.Failure.self) { try await page.click("rows", value: "many") }
            try await page.click("close")
            await #expect(throws: LivePage.Failure.self) { try await page.click("close") }
        }
    }

    @Test func whatHappensOnceIsShownOnce() async throws {
        try await LivePage.open(CounterScreen()) { page in
            await page.dropLine()
            try await page.click("close")
            try await page.reconnect()
            #expect(await page.text("closed") == "closed at 0")
            await page.dropLine()
            #expect(try await page.reconnect().isEmpty)
        }
    }

    @Test func textThatBeginsWithACombiningMarkIsReadAsWritten() async throws {
        try await LivePage.open(RequestScreen { "\u{301}x" }) { page in
            #expect(await page.html("answer") == "\u{301}x")
        }
    }
}
