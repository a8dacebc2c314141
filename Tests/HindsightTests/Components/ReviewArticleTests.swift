import Foundation
import HindsightDomain
import Live
import Testing

@testable import Hindsight

/// A saved review as it is read.
@Suite(.timeLimit(.minutes(15))) struct ReviewArticleTests {
    private func html(zone: String, language: Language = .english) throws -> String {
        let review = Review(
            content: try .free("x"), writtenAt: Date(timeIntervalSince1970: 1_772_379_000),
            editedAt: Date(timeIntervalSince1970: 1_772_379_000 + 86_400))
        let strings = Strings(language: language, timeZone: try #require(TimeZoneID(zone)))
        return RenderedPage(ReviewArticle(strings: strings, review: review).html).html
    }

    /// Written on 2026-03-01 at 15:30 UTC.
    @Test(arguments: [("Asia/Seoul", "March 2, 2026", "March 3, 2026"), ("UTC", "March 1, 2026", "March 2, 2026")])
    func itsDaysAreThoseOfItsOwner(zone: String, written: String, edited: String) throws {
        let html = try html(zone: zone)
        #expect(html.contains("Written <time datetime='2026-03-01T15:30:00Z'>\(written)</time>"))
        #expect(html.contains("Edited <time datetime='2026-03-02T15:30:00Z'>\(edited)</time>"))
        #expect(!html.contains("data-local"))
    }

    @Test func itsDaysAreWrittenAsItsReaderWritesThem() throws {
        #expect(try html(zone: "Asia/Seoul", language: .korean).contains(">2026년 3월 2일</time>에 썼어요"))
    }
}
