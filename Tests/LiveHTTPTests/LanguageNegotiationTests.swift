import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(15))) struct LanguageNegotiationTests {
    /// V8: the first one offered is for everybody who asks for none of them; the second one has to be asked for.
    @Test(arguments: [
        (nil, "en"), ("", "en"), ("*", "en"), ("de,fr", "en"), ("ja-JP,ja;q=0.9", "en"), ("kok", "en"),
        ("en", "en"), ("EN", "en"), ("en-GB,en;q=0.9", "en"), ("fr,en;q=0.3,ko;q=0.2", "en"),
        ("en ; q=0.5 , ko ; q=0.4", "en"), ("*;q=0.5,ko;q=0.1", "en"), ("en;q=0", "en"), ("ko;q=0", "en"),
        ("ko;q=2", "en"), ("ko;q=inf", "en"), (";;,,q=1", "en"),
        ("ko", "ko"), ("KO-kr", "ko"), ("ko-KR,ko;q=0.9,en-US;q=0.8", "ko"), ("en;q=0.8,ko;q=0.9", "ko"),
        ("de,ko;q=0.1", "ko"), ("ko,*;q=0.5", "ko"), ("en;q=x, ko;q=0.1", "ko"),
    ])
    func theOfferedLanguageThatRanksHighestIsPicked(header: String?, language: String) {
        #expect(LanguageNegotiation.pick(header, among: ["en", "ko"]) == language)
    }

    @Test func whatIsOfferedFirstIsTheDefault() {
        #expect(LanguageNegotiation.pick("de", among: ["ko", "en"]) == "ko")
        #expect(LanguageNegotiation.pick("*", among: ["ko", "en"]) == "ko")
        #expect(LanguageNegotiation.pick("de", among: []) == "en")
    }
}
