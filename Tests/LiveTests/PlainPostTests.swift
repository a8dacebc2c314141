import Streams
import StreamsTesting
import Synchronization
import Testing

@testable import Live

/// A browser without a script: a form post, answered by the settled page or another address.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct PlainPostTests {
    enum Answer: Equatable {
        case redirect(String)
        case page(Int)
        case notOffered
    }

    func post(_ input: String?, _ fields: [String: String]) async throws -> (answer: Answer, html: String) {
        let sessions = LiveSessions.virtual()
        let answer = try await sessions.answer(
            PlainPost(input: input, fields: fields), with: FormScreen(), Visit(path: "/"), at: "/live/test")
        await sessions.close()
        guard let answer else { return (.notOffered, "") }
        if let target = answer.redirect { return (.redirect(target), "") }
        return (.page(answer.status), answer.html)
    }

    @Test(arguments: ["save", nil])
    func aFormThatIsInOrderLeadsOn(input: String?) async throws {
        #expect(try await post(input, ["name": "Ann", "style": "free"]).answer == .redirect("/done/Ann"))
    }

    /// The one document says what it offers. Of a page that leads on nobody sees another.
    @Test(arguments: [("Ann", 1), ("", 2)])
    func aPostMakesNoDocumentThatNobodySees(name: String, documents: Int) async throws {
        let sessions = LiveSessions.virtual()
        let count = Mutex(0)
        let answer = try await sessions.answer(
            PlainPost(input: "save", fields: ["name": name, "style": "free"]),
            with: FormScreen { count.withLock { $0 += 1 } }, Visit(path: "/"), at: "/live/test")
        await sessions.close()
        #expect((answer?.redirect == nil) == name.isEmpty)
        #expect(count.withLock(\.self) == documents)
    }

    @Test func aFormThatIsNotInOrderIsAnsweredWithItsPageAndStatus() async throws {
        let (answer, html) = try await post("save", ["name": "", "style": "free"])
        #expect(answer == .page(422))
        #expect(html.contains("<p data-output=\"problem\">A name is missing</p>"))
        #expect(html.contains("name= style=free level=0"))
        #expect(html.contains("value=\"free\" data-input=\"style\" checked>"))
        #expect(!html.contains("value=\"guided\" data-input=\"style\" checked>"))
    }

    @Test func absentFieldsAreEmpty() async throws {
        let (answer, html) = try await post("save", ["style": "free"])
        #expect(answer == .page(422))
        #expect(html.contains("name= style=free"))
    }

    @Test func anInputThatIsNoFormsChangesThePage() async throws {
        let (answer, html) = try await post("level", ["value": "3"])
        #expect(answer == .page(200))
        #expect(html.contains("name=? style=? level=3"))
    }

    @Test(arguments: [("delete", [:]), ("level", ["value": "nine"]), ("level", [:]), ("echo", [:]), ("", [:])])
    func whatThePageDoesNotOfferIsNotTaken(input: String, fields: [String: String]) async throws {
        #expect(try await post(input, fields).answer == .notOffered)
    }

    @Test func fieldsThatNoFormHasAreIgnored() async throws {
        let (answer, html) = try await post("save", ["name": "", "save": "x", "level": "9", "owner": "other"])
        #expect(answer == .page(422))
        #expect(html.contains("level=0"))
    }

    @Test func fillingAFormDoesNotSendIt() async throws {
        let session = try await LiveSession.opened(FormScreen())
        try await session.fill(PlainPost(input: "save", fields: ["name": "Ann"]))
        let page = try await session.render()
        #expect(page.status == 200)
        #expect(page.html.contains("name=Ann style= level=0"))
        await session.end()
    }

    @Test func theFormCarriesItsInputInItsAddressAndItsToken() async throws {
        let visit = Visit(path: "/form", query: Query("page=a%26b&input=other"), csrf: "tok\"en")
        let session = try await LiveSession.opened(FormScreen(), visit: visit)
        let html = try await session.render().html
        #expect(
            html.contains(
                "<form method=\"post\" action=\"/form?page=a%26b&amp;input=save\" data-input=\"save\" class=\"editor\">"
                    + "<input type=\"hidden\" name=\"csrf\" value=\"tok&quot;en\">"))
        await session.end()
    }

    @Test func theAnswerWaitsForTheWorkThatThePostBegins() async throws {
        let gate = Gate()
        let session = try await LiveSession.begun(
            RequestScreen {
                try await gate.pass()
                return "loaded"
            })
        gate.open()
        await session.settled()
        async let answer = session.answer(PlainPost(input: "load", fields: [:]))
        await gate.arrivals()
        await gate.arrivals()
        gate.open()
        let page = try #require(try await answer)
        #expect(page.html.contains("<div data-output=\"answer\">loaded</div>"))
        #expect(page.html.contains("<div data-output=\"isLoading\">done</div>"))
        await session.end()
    }

    /// Answers at once what the page asks when it opens, and the rest when the gate is open, each with its number.
    private func screen(_ gate: Gate, _ feed: Feed = Feed()) -> RequestScreen {
        let asked = Mutex(0)
        return RequestScreen(feed: feed) {
            let number = asked.withLock { asked in
                asked += 1
                return asked
            }
            if number > 1 { try await gate.pass() }
            return "answer \(number)"
        }
    }

    /// Nobody read such a change, and the answer waited for that until its time was over.
    @Test func whatOthersChangeWhileAPostIsAnsweredIsOnTheAnswer() async throws {
        let (gate, feed, sessions) = (Gate(), Feed(), LiveSessions.virtual())
        async let answer = sessions.answer(
            PlainPost(input: "load", fields: [:]), with: screen(gate, feed), Visit(path: "/"), at: "/live/test")
        await gate.arrivals()
        feed.change()
        await gate.cancelled()
        gate.open()
        let page = try #require(try await answer)
        #expect(page.status == 200)
        #expect(page.html.contains("<div data-output=\"answer\">answer 3</div>"))
        await sessions.close()
    }

    /// The time for a stream to come began before the answer, whose page was gone when it was over.
    @Test func anAnswerMayTakeLongerThanItsStreamIsWaitedFor() async throws {
        var limits = SessionLimits()
        limits.untilAttached = .seconds(1)
        let (gate, sessions) = (Gate(), LiveSessions.virtual(limits))
        async let answer = sessions.answer(
            PlainPost(input: "load", fields: [:]), with: screen(gate), Visit(path: "/"), at: "/live/test")
        await gate.arrivals()
        await sessions.advance(by: .seconds(5))
        gate.open()
        let page = try #require(try await answer)
        #expect(page.status == 200)
        #expect(page.html.contains("<div data-output=\"answer\">answer 2</div>"))
        #expect(sessions.find("/live/test") != nil)
        await sessions.advance(by: .seconds(1))
        #expect(sessions.find("/live/test") == nil)
    }
}
