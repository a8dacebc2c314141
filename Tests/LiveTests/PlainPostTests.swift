import LiveTesting
import Streams
import Testing

@testable import Live

/// A browser without a script: a form post, answered by the settled page or another address.
@Suite struct PlainPostTests {
    enum Answer: Equatable {
        case redirect(String)
        case page(Int)
        case notOffered
    }

    func post(_ input: String?, _ fields: [String: String]) async -> (answer: Answer, html: String) {
        let session = await LiveSession.opened(FormScreen())
        let answer = await session.answer(PlainPost(input: input, fields: fields))
        await session.end()
        #expect(await session.livingParts == 0)
        return switch answer {
        case .redirect(let target): (.redirect(target), "")
        case .page(let page): (.page(page.status), page.html)
        case .notOffered: (.notOffered, "")
        }
    }

    @Test(arguments: ["save", nil])
    func aFormThatIsInOrderLeadsOn(input: String?) async {
        #expect(await post(input, ["name": "Ann", "style": "free"]).answer == .redirect("/done/Ann"))
    }

    @Test func aFormThatIsNotInOrderIsAnsweredWithItsPageAndStatus() async {
        let (answer, html) = await post("save", ["name": "", "style": "free"])
        #expect(answer == .page(422))
        #expect(html.contains("<p data-output=\"problem\">A name is missing</p>"))
        #expect(html.contains("name= style=free level=0"))
        #expect(html.contains("value=\"free\" data-input=\"style\" checked>"))
        #expect(!html.contains("value=\"guided\" data-input=\"style\" checked>"))
    }

    @Test func absentFieldsAreEmpty() async {
        let (answer, html) = await post("save", ["style": "free"])
        #expect(answer == .page(422))
        #expect(html.contains("name= style=free"))
    }

    @Test func anInputThatIsNoFormsChangesThePage() async {
        let (answer, html) = await post("level", ["value": "3"])
        #expect(answer == .page(200))
        #expect(html.contains("name=? style=? level=3"))
    }

    @Test(arguments: [("delete", [:]), ("level", ["value": "nine"]), ("level", [:]), ("echo", [:]), ("", [:])])
    func whatThePageDoesNotOfferIsNotTaken(input: String, fields: [String: String]) async {
        #expect(await post(input, fields).answer == .notOffered)
    }

    @Test func fieldsThatNoFormHasAreIgnored() async {
        let (answer, html) = await post("save", ["name": "", "save": "x", "level": "9", "owner": "other"])
        #expect(answer == .page(422))
        #expect(html.contains("level=0"))
    }

    @Test func fillingAFormDoesNotSendIt() async {
        let session = await LiveSession.opened(FormScreen())
        await session.fill(["name": "Ann"])
        let page = await session.render()
        #expect(page.status == 200)
        #expect(page.html.contains("name=Ann style= level=0"))
        await session.end()
    }

    @Test func theFormCarriesItsInputInItsAddressAndItsToken() async {
        let visit = Visit(path: "/form", query: ["page": "a&b", "input": "other"], csrf: "tok\"en")
        let session = await LiveSession.opened(FormScreen(), visit: visit)
        let html = await session.render().html
        #expect(
            html.contains(
                "<form method=\"post\" action=\"/form?page=a%26b&amp;input=save\" data-input=\"save\" class=\"editor\">"
                    + "<input type=\"hidden\" name=\"csrf\" value=\"tok&quot;en\">"))
        await session.end()
    }

    @Test func theAnswerWaitsForTheWorkThatThePostBegins() async {
        let gate = Gate()
        let session = LiveSession(
            screen: RequestScreen {
                try await gate.pass()
                return "loaded"
            }, visit: Visit(path: "/"),
            address: "/live/test", epoch: "e", time: .virtual)
        await session.open()
        gate.open()
        await session.settled()
        async let answer = session.answer(PlainPost(input: "load", fields: [:]))
        await gate.arrivals()
        await gate.arrivals()
        gate.open()
        guard case .page(let page) = await answer else {
            Issue.record("no page")
            return
        }
        #expect(page.html.contains("<div data-output=\"answer\">loaded</div>"))
        #expect(page.html.contains("<div data-output=\"isLoading\">done</div>"))
        await session.end()
    }
}
