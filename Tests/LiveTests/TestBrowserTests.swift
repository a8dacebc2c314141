import Live
import LiveTesting
import Streams
import Synchronization
import Testing

/// The stand-in for a browser shows what a page shows, and does what its elements offer.
@Suite(.timeLimit(.minutes(15))) struct TestBrowserTests {
    @Test func theFirstRenderShowsTheValuesOfTheOutputs() async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            #expect(await browser.text("[data-output=count]") == "0 times")
            #expect(await browser.text("[data-output=greeting]") == "Hello, nobody")
            #expect(await browser.findAll("ol li").map(\.id) == ["row-1", "row-2", "row-3"])
            let html = await browser.response.html
            #expect(html.contains("<main data-live=\"/live/test\" data-last=\"e."))
            #expect(html.contains("<p data-output=\"count\">"))
            #expect(html.contains("data-input=\"increment\""))
        }
    }

    @Test func anInputChangesOnlyTheSlotsThatDependOnIt() async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            try await browser.click(button: "+")
            #expect(await browser.text("[data-output=count]") == "1 times")
            #expect(await browser.events.map(\.name) == ["count"])
        }
    }

    @Test func whatIsTypedIsEscapedOnThePageAndForgesNoEvent() async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            let nasty = "<script>&\"'\r\rdata: x\n\nevent: count\u{0}\u{202E}👩‍👩‍👧"
            try await browser.type(nasty, label: "Name")
            #expect(await browser.events.map(\.name) == ["greeting"])
            #expect(
                await browser.events.map(\.data) == [
                    "Hello, &lt;script&gt;&amp;&quot;&#39;&#13;&#13;data: x\n\nevent: count\u{2400}\u{202E}👩‍👩‍👧"
                ])
            let shown = nasty.replacing("\u{0}", with: "\u{2400}")
            #expect(try await browser.find("[data-output=greeting]").textContent == "Hello, \(shown)")
        }
    }

    @Test func textThatBeginsWithACombiningMarkIsReadAsWritten() async throws {
        try await TestBrowser.open(RequestScreen { "\u{301}x" }) { browser in
            let answer = try await browser.find("[data-output=answer]")
            #expect(answer.textContent == "\u{301}x")
        }
    }

    @Test func onlyRowsThatChangedTravel() async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            try await browser.type("9", label: "Rows")
            #expect(await browser.findAll("ol li").map(\.id) == ["row-9", "row-1", "row-2", "row-3"])
            let event = try #require(await browser.events.last)
            #expect(event.data.contains("<li id=\"row-9\" data-after=\"\">"))
            #expect(!event.data.contains("row-2"))
            try await browser.type("-2", label: "Rows")
            #expect(await browser.findAll("ol li").map(\.id) == ["row-9", "row-1", "row-3"])
            #expect(await browser.events.last?.data == "<li id=\"row-2\" data-removed></li>")
            try await browser.click("#row-3 a", text: "again")
            #expect(await browser.findAll("ol li").map(\.id) == ["row-3", "row-9", "row-1"])
            #expect(await browser.text("#row-3") == "row 3 again")
        }
    }

    // MARK: The line

    @Test func aLostLineIsMadeUpForWithJustWhatChangedSince() async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            try await browser.click(button: "+")
            await browser.dropLine()
            try await browser.click(button: "+")
            try await browser.click(button: "+")
            #expect(await browser.text("[data-output=count]") == "1 times")
            let received = try await browser.reconnect()
            #expect(received.map(\.name) == ["count"])
            #expect(await browser.text("[data-output=count]") == "3 times")
            await browser.dropLine()
            #expect(try await browser.reconnect().isEmpty)
        }
    }

    @Test func ofWhatIsTypedWithoutALineOnlyTheNewestTravels() async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            await browser.dropLine()
            for text in ["A", "An", "Ann"] { try await browser.type(text, label: "Name") }
            try await browser.reconnect()
            let session = try await browser.session
            #expect(await session.appliedInputs == 1)
            #expect(await browser.text("[data-output=greeting]") == "Hello, Ann")
        }
    }

    @Test func anInputSentTwiceIsAppliedOnce() async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            try await browser.click(button: "+")
            #expect(try await browser.resend() == InputReply(applied: 1, refused: []))
            #expect(await browser.text("[data-output=count]") == "1 times")
        }
    }

    @Test func whatHappensOnceIsShownOnceAndGoesWithTheNextAct() async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            await browser.dropLine()
            try await browser.click(button: "close")
            try await browser.reconnect()
            #expect(await browser.text("[data-output=closed]") == "closed at 0")
            await browser.dropLine()
            #expect(try await browser.reconnect().isEmpty)
            try await browser.click(button: "+")
            #expect(await browser.text("[data-output=closed]").isEmpty)
        }
    }

    @Test func aPageIsTakenUpAgainAfterARestartWithWhatWasTypedInIt() async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            try await browser.type("Ann", label: "Name")
            try await browser.click(button: "+")
            await browser.dropLine()
            try await browser.click(button: "+")
            let received = try await browser.restart()
            #expect(received.first?.id.hasPrefix("e2.") == true)
            #expect(await browser.text("[data-output=greeting]") == "Hello, Ann")
            // The first click was the former process's, the second one waited.
            #expect(await browser.text("[data-output=count]") == "1 times")
            #expect(await browser.value("[name=name]") == "Ann")
        }
    }

    @Test func aPageWhoseSessionWasGivenUpIsTakenUpAgainToo() async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            await browser.dropLine()
            await browser.advance(by: .seconds(120))
            await #expect(throws: TestBrowser.Failure.ended) { try await browser.session }
            let received = try await browser.reconnect()
            #expect(received.contains { $0.name == "items" && $0.data.hasPrefix("<li data-reset>") })
            #expect(await browser.findAll("ol li").count == 3)
        }
    }

    // MARK: What can't be done

    @Test func whatIsNotOnThePageCannotBeUsedAndTheMessageSaysWhatIs() async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            let failure = await #expect(throws: TestBrowser.Failure.self) { try await browser.click("button#save") }
            let message = try #require(failure?.description)
            #expect(message.contains("button#save"))
            #expect(message.contains("<button data-input=\"close\">close"))
            try await browser.click(button: "close")
            await #expect(throws: TestBrowser.Failure.self) { try await browser.click(button: "close") }
            #expect(await !browser.exists("button", text: "close"))
        }
    }

    @Test func whatIsMeantMustBeOneElement() async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            let failure = await #expect(throws: TestBrowser.Failure.self) { try await browser.click(link: "again") }
            guard case .ambiguous(_, let found) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(found.count == 3)
        }
    }

    @Test(arguments: ["", "a >", "li::before", "[", "[a", "[a=", "[a='x]", "#", "a:hover"])
    func whatIsNoSelectorIsSaidSo(selector: String) async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            await #expect(throws: TestBrowser.Failure.noSelector(selector)) { try await browser.find(selector) }
        }
    }

    @Test func anElementThatDoesNothingIsSaidSo() async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            await #expect(throws: TestBrowser.Failure.self) { try await browser.click("[data-output=count]") }
            await #expect(throws: TestBrowser.Failure.self) { try await browser.type("x", into: "form.plain button") }
            await #expect(throws: TestBrowser.Failure.self) { try await browser.choose("[name=name]") }
            await #expect(throws: TestBrowser.Failure.self) { try await browser.submit("main") }
            await #expect(throws: TestBrowser.Failure.self) { try await browser.scroll(to: "form.plain") }
            await #expect(throws: TestBrowser.Failure.self) { try await browser.post("main") }
        }
    }

    @Test func aValueThatMeansNothingIsRefused() async throws {
        try await TestBrowser.open(CounterScreen()) { browser in
            await #expect(throws: TestBrowser.Failure.refused(input: "rows", value: "many")) {
                try await browser.type("many", label: "Rows")
            }
            let reply = try await browser.forge(input: "unknown")
            #expect(reply == InputReply(applied: 2, refused: [2]))
        }
    }

    @Test func whatOfAPageLivesOnIsAFailure() async throws {
        let kept = Kept()
        let failure = await #expect(throws: TestBrowser.Failure.self) {
            try await TestBrowser.open(CounterScreen()) { browser in
                // A relay that is made while the page is open and outlives it.
                kept.relay.withLock { $0 = BehaviorRelay(value: 1) }
                #expect(await browser.exists("main"))
            }
        }
        guard case .leaked(let count) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(count > 0)
    }

    private final class Kept: Sendable {
        let relay = Mutex<BehaviorRelay<Int>?>(nil)
    }
}
