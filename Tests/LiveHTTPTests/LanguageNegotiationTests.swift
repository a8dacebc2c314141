import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(15))) struct LanguageNegotiationTests {
    @Test(arguments: [
        (nil, "ko"), ("", "ko"), ("en", "en"), ("en-GB,en;q=0.9", "en"), ("fr,en;q=0.3,ko;q=0.2", "en"),
        ("ko-KR,ko;q=0.9,en-US;q=0.8", "ko"), ("de,fr", "ko"), ("en;q=0", "ko"), ("EN", "en"),
        ("en;q=x, ko;q=0.1", "ko"),
        (";;,,q=1", "ko"), ("*", "ko"), ("en ; q=0.5 , ko ; q=0.4", "en"),
    ])
    func theOfferedLanguageThatRanksHighestIsPicked(header: String?, language: String) {
        #expect(LanguageNegotiation.pick(header, among: ["ko", "en"]) == language)
    }
}
