import Foundation
import Live
import LiveTesting
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(15))) struct GoalBoxScreenTests {
    private func open(
        _ language: Language = .english, goals titles: [String],
        _ test: (TestBrowser, FaultyGoalStore, StoreFixture, [GoalID]) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(HindsightDatabase())
        let ids = try await fixture.store.addGoals(try titles.map { try .completed($0) }, of: fixture.owner)
        let store = FaultyGoalStore(fixture.store)
        let screen = GoalBoxScreen(
            store: store, owner: fixture.owner, copy: Copy(language: language), clock: fixture.clock.wallClock,
            start: nil, position: nil)
        try await TestBrowser.open(screen, visit: Visit(path: "/goals/completed")) { browser in
            try await test(browser, store, fixture, ids)
        }
        #expect(fixture.feed.observerCount == 0)
    }

    @Test(arguments: [
        (Language.korean, "총 3개의 목표 회고를 작성할 수 있어요!"), (.english, "You can write 3 goal reviews!"),
    ])
    func theCountLineEmphasisesItsCount(language: Language, line: String) async throws {
        try await open(language, goals: ["a", "b", "c"]) { browser, _, _, _ in
            #expect(await browser.text(".count") == line)
            #expect(await browser.exists(".count em"))
        }
    }

    @Test func aReviewWrittenElsewhereSendsTheCountAndOneRowInOneSmallPiece() async throws {
        let longest = String(repeating: "긴 제목 ", count: 11)
        try await open(.korean, goals: (0..<12).map { "\(longest)\($0)" }) { browser, _, fixture, ids in
            _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: ids[11])
            await browser.settled()
            let events = await browser.events
            #expect(events.map(\.name) == ["retrospectCount", "filters", "items"])
            // The count with its link, two numbers, and of the row only the label that changed.
            #expect(events.reduce(0) { $0 + $1.byteCount } <= 330)
            #expect(events[1].data == "<b id=\"n-waiting\">11</b>\n<b id=\"n-reviewed\">1</b>")
            #expect(events[2].data == "<span id=\"d\(ids[11])\" class='card-label view'>회고 보기</span>")
            #expect(await browser.text("#goal-\(ids[11])").contains("회고 보기"))
        }
    }

    @Test(arguments: nastyTexts.filter { $0.contains { !$0.isWhitespace && $0 != "\0" } })
    func aTitleIsShownAsTypedOnThePageAndThroughTheStream(title: String) async throws {
        let title = String(title.prefix(60))
        try await open(goals: [title]) { browser, _, fixture, ids in
            let shown = GoalTitleText.asShown(title)
            #expect(await browser.text("#goal-\(ids[0])").contains(shown))
            _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: ids[0])
            await browser.settled()
            #expect(await browser.events.map(\.name).contains("items"))
            #expect(await browser.text("#goal-\(ids[0])").contains(shown))
        }
    }

    @Test func morePagesAreOfferedUntilTheEnd() async throws {
        try await open(goals: (0..<25).map { "Goal \($0)" }) { browser, _, _, _ in
            #expect(await browser.findAll("ol.drawer li").count == 10)
            try await browser.scroll(to: "[data-visible]")
            #expect(await browser.findAll("ol.drawer li").count == 20)
            try await browser.scroll(to: "[data-visible]")
            #expect(await browser.findAll("ol.drawer li").count == 25)
            #expect(await !browser.exists("[data-visible]"))
            #expect(try await browser.forge(input: "fetchNextPage").outdated == [3])
        }
    }

    @Test func selectingARowLeadsToItsReview() async throws {
        try await open(goals: ["a"]) { browser, _, _, ids in
            try await browser.click("#goal-\(ids[0]) a")
            #expect(await browser.location == "/goals/\(ids[0])/review")
        }
    }

    @Test func aFailureIsAnAlertAndTheGoalsStay() async throws {
        try await open(goals: ["a", "b"]) { browser, store, _, _ in
            store.failEverything()
            try await browser.click(button: Copy(language: .english).refresh)
            #expect(await browser.text("[role=alert]").contains("could not be loaded"))
            #expect(await browser.findAll("ol.drawer li").count == 2)
            store.mend()
            try await browser.click(button: Copy(language: .english).refresh)
            #expect(await browser.findAll("ol.drawer li").count == 2)
        }
    }

    @Test func withoutGoalsThePageSaysWhatToExpect() async throws {
        try await open(goals: []) { browser, _, fixture, _ in
            #expect(await browser.text("[data-output=isEmpty]").contains("still empty"))
            #expect(await browser.text(".count") == "No goals to review yet.")
            try await fixture.addCompleted(1)
            await browser.settled()
            #expect(await browser.text("[data-output=isEmpty]").isEmpty)
            #expect(await browser.findAll("ol.drawer li").count == 1)
        }
    }
}

/// How a text looks on a page, white space folded.
enum GoalTitleText {
    static func asShown(_ title: String) -> String {
        title.replacing("\0", with: "\u{2400}").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
