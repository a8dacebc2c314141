import Foundation
import Live
import LiveTesting
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(1))) struct CompletedGoalsScreenTests {
    private func open(
        _ language: Language = .english, goals titles: [String],
        _ test: (LivePage, FaultyGoalStore, StoreFixture, [GoalID]) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(HindsightDatabase())
        let ids = try await fixture.store.addGoals(try titles.map { try .completed($0) }, of: fixture.owner)
        let store = FaultyGoalStore(fixture.store)
        let screen = CompletedGoalsScreen(
            store: store, owner: fixture.owner, copy: Copy(language: language), start: nil)
        try await LivePage.open(screen, visit: Visit(path: "/goals/completed")) { page in
            try await test(page, store, fixture, ids)
        }
        #expect(fixture.feed.observerCount == 0)
    }

    @Test(arguments: [
        (Language.korean, "총 3개의 목표 회고 를 작성할 수 있어요!"), (.english, "You can write 3 goal reviews !"),
    ])
    func theCountLineEmphasisesItsCount(language: Language, line: String) async throws {
        try await open(language, goals: ["a", "b", "c"]) { page, _, _, _ in
            #expect(await page.text("retrospectCount") == line)
            #expect(await page.html("retrospectCount").contains("<em>"))
        }
    }

    @Test func aReviewWrittenElsewhereSendsTheCountAndOneRowInOneSmallPiece() async throws {
        let longest = String(repeating: "긴 제목 ", count: 11)
        try await open(.korean, goals: (0..<12).map { "\(longest)\($0)" }) { page, _, fixture, ids in
            _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: ids[11])
            await page.settled()
            let events = await page.events
            #expect(events.map(\.name) == ["retrospectCount", "items"])
            // The count, and of the row only the label that changed.
            #expect(events.reduce(0) { $0 + $1.byteCount } <= 220)
            #expect(events[1].data == "<span id=\"d\(ids[11])\" class='card-label view'>회고 보기</span>")
            #expect(await page.rowText("items", id: "goal-\(ids[11])")?.contains("회고 보기") == true)
        }
    }

    @Test(arguments: nastyTexts.filter { $0.contains { !$0.isWhitespace && $0 != "\0" } })
    func aTitleIsShownAsTypedOnThePageAndThroughTheStream(title: String) async throws {
        let title = String(title.prefix(60))
        try await open(goals: [title]) { page, _, fixture, ids in
            let shown = GoalTitleText.asShown(title)
            #expect(await page.rowText("items", id: "goal-\(ids[0])")?.contains(shown) == true)
            _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: ids[0])
            await page.settled()
            #expect(await page.events.map(\.name) == ["retrospectCount", "items"])
            #expect(await page.rowText("items", id: "goal-\(ids[0])")?.contains(shown) == true)
        }
    }

    @Test func morePagesAreOfferedUntilTheEnd() async throws {
        try await open(goals: (0..<25).map { "Goal \($0)" }) { page, _, _, _ in
            #expect(await page.html("isLastPage").contains("data-input=\"fetchNextPage\""))
            try await page.click("fetchNextPage")
            #expect(await page.rowIDs("items").count == 20)
            try await page.click("fetchNextPage")
            #expect(await page.rowIDs("items").count == 25)
            #expect(!(await page.html("isLastPage").contains("fetchNextPage")))
            await #expect(throws: LivePage.Failure.self) { try await page.click("fetchNextPage") }
        }
    }

    @Test func selectingARowLeadsToItsReview() async throws {
        try await open(goals: ["a"]) { page, _, _, ids in
            try await page.click("selection", value: ids[0].description)
            #expect(await page.html("parentGoalSelected").contains("href=\"/goals/\(ids[0])/review\" data-go"))
        }
    }

    @Test func aFailureIsAnAlertAndTheGoalsStay() async throws {
        try await open(goals: ["a", "b"]) { page, store, _, _ in
            store.failEverything()
            try await page.click("refresh")
            #expect(await page.text("failAlert").contains("could not be loaded"))
            #expect(await page.rowIDs("items").count == 2)
            store.mend()
            try await page.click("refresh")
            #expect(await page.rowIDs("items").count == 2)
        }
    }

    @Test func withoutGoalsThePageSaysWhatToExpect() async throws {
        try await open(goals: []) { page, _, fixture, _ in
            #expect(await page.text("isEmpty").contains("still empty"))
            #expect(await page.text("retrospectCount") == "No goals to review yet.")
            try await fixture.addCompleted(1)
            await page.settled()
            #expect(await page.text("isEmpty").isEmpty)
            #expect(await page.rowIDs("items").count == 1)
        }
    }
}

/// How a text looks on a page, white space folded.
enum GoalTitleText {
    static func asShown(_ title: String) -> String {
        title.replacing("\0", with: "\u{2400}").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
