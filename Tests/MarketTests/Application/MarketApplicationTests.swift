import Live
import TestSupport
import Testing

@testable import Market

@Suite(.timeLimit(.minutes(15))) struct MarketApplicationTests {
    @Test func healthIsTold() async throws {
        try await withMarketServer { _, visitor in
            let (health, readiness) = try await (visitor.get("/healthz"), visitor.get("/readyz"))
            #expect(health.status == 200)
            #expect(readiness.text == "ready\n")
        }
    }

    /// Another app on the host, at any port, has cookies of the same browser.
    @Test func aVisitorHasACookieOfTheMarketAlone() async throws {
        try await withMarketServer { _, visitor in
            _ = try await visitor.get("/")
            let names = visitor.cookies.keys.sorted()
            #expect(names == ["market-visitor"])
        }
    }

    @Test func aLanguageIsChosenAndRemembered() async throws {
        try await withMarketServer { _, visitor in
            let english = try await visitor.get("/nothing").text
            #expect(english.contains("Page not found"))
            let answer = try await visitor.post("/choices", ["language": "ko"])
            #expect(answer.status == 303)
            let korean = try await visitor.get("/nothing").text
            #expect(korean.contains("페이지를 찾을 수 없어요"))
            let refusal = try await visitor.post("/choices", ["language": "fr"])
            #expect(refusal.status == 422)
        }
    }

    @Test func anErrorHasItsPageInTheLanguageOfTheVisitor() async throws {
        try await withMarketServer { _, visitor in
            let answer = try await visitor.get("/products/nothing")
            #expect(answer.status == 404)
            #expect(answer.text.contains("<html lang=\"en\""))
            let korean = try await visitor.another(language: "ko").get("/x").text
            #expect(korean.contains("<html lang=\"ko\""))
        }
    }
}
