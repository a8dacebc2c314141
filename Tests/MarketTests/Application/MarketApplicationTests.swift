import Live
import TestSupport
import Testing

@testable import Market

@Suite(.timeLimit(.minutes(15))) struct MarketApplicationTests {
    @Test func healthIsTold() async throws {
        try await withMarketServer { _, visitor in
            #expect(try await visitor.get("/healthz").status == 200)
            #expect(try await visitor.get("/readyz").text == "ready\n")
        }
    }

    @Test func aLanguageIsChosenAndRemembered() async throws {
        try await withMarketServer { _, visitor in
            #expect(try await visitor.get("/nothing").text.contains("Page not found"))
            let answer = try await visitor.post("/choices", ["language": "ko"])
            #expect(answer.status == 303)
            #expect(try await visitor.get("/nothing").text.contains("페이지를 찾을 수 없어요"))
            #expect(try await visitor.post("/choices", ["language": "fr"]).status == 422)
        }
    }

    @Test func anErrorHasItsPageInTheLanguageOfTheVisitor() async throws {
        try await withMarketServer { _, visitor in
            let answer = try await visitor.get("/products/nothing")
            #expect(answer.status == 404)
            #expect(answer.text.contains("<html lang=\"en\""))
            #expect(try await visitor.another(language: "ko").get("/x").text.contains("<html lang=\"ko\""))
        }
    }
}
