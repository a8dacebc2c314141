import Live
import LiveTesting
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(1))) struct ReviewEditorScreenTests {
    private static let guided = ["style": "guided", "liked": "a", "lacked": "b", "learned": "c", "longedFor": "d"]

    private func open(
        _ test: (LivePage, FaultyGoalStore, StoreFixture, GoalID) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(HindsightDatabase())
        let goal = try await fixture.addCompleted(2)[0]
        let store = FaultyGoalStore(fixture.store)
        let page = try #require(try await store.reviewPage(of: fixture.owner, goal: goal))
        let screen = ReviewEditorScreen(
            store: store, owner: fixture.owner, copy: Copy(language: .english), initial: page, isEditing: false)
        try await LivePage.open(screen, visit: Visit(path: "/goals/\(goal)/review")) { page in
            try await test(page, store, fixture, goal)
        }
    }

    /// Posts a form as a browser without a script does, and gives the answered page.
    private func post(
        _ page: LivePage, _ fields: [String: String]
    ) async throws -> RenderedPage {
        guard case .page(let answer) = try await page.post(nil, fields: fields) else {
            throw LivePage.Failure.refused("save")
        }
        return answer
    }

    @Test func whatIsTypedIsCountedAndSavedAndConfirmedOnce() async throws {
        try await open { page, _, fixture, goal in
            #expect(await page.html("canSave").contains("data-enabled=\"false\""))
            try await page.type("liked", "👨‍👩‍👧")
            #expect(await page.text("characterCounts", part: "liked-count") == "1 / 500")
            for field in ["lacked", "learned", "longedFor"] { try await page.type(field, "x") }
            try await page.type("levelSelected", "5")
            #expect(await page.html("canSave").contains("data-enabled=\"true\""))
            try await page.submit("save")
            #expect(await page.text("saved").contains("1 more goal is waiting"))
            #expect(await page.html("saved").contains("href=\"/goals/completed\""))
            await page.dropLine()
            #expect(try await page.reconnect().isEmpty)
            let saved = try await fixture.store.reviewPage(of: fixture.owner, goal: goal)
            #expect(saved?.review != nil)
        }
    }

    @Test func onlyTheCounterOfTheFieldThatChangedTravels() async throws {
        try await open { page, _, _, _ in
            try await page.type("lacked", "four")
            let counters = await page.events.filter { $0.name == "characterCounts" }
            #expect(counters.map(\.data) == ["<p id=\"lacked-count\">4 / 500</p>"])
        }
    }

    @Test(arguments: [
        (["liked": ""], "liked"), (["liked": "  \n"], "liked"),
        (["longedFor": String(repeating: "x", count: 501)], "longedFor"),
        (["level": "9"], "level"), (["level": ""], "level"), (["level": "abc"], "level"),
        (["style": "free", "text": String(repeating: "x", count: 3001)], "text"), (["style": "free"], "text"),
    ])
    func aFaultyFormIsAnsweredWithItsFaultAtTheFieldAndItsTexts(fault: [String: String], field: String) async throws {
        try await open { page, store, _, _ in
            var fields = Self.guided.merging(["level": "4"]) { $1 }
            fields.merge(fault) { $1 }
            let answer = try await post(page, fields)
            #expect(answer.status == 422)
            #expect(answer.html.contains("href='#\(field)'"))
            #expect(
                !answer.html.contains(
                    "id=\"\(field)-error\" data-part class='field-error' data-for='\(field)'></p>"))
            #expect(answer.html.contains(">\na</textarea>") || fault["liked"] != nil)
            #expect(!store.calls.contains(.writeReview))
        }
    }

    @Test func aGoodFormIsAnsweredWithAWayToTheSavedReview() async throws {
        try await open { page, _, fixture, goal in
            let fields = Self.guided.merging(["level": "4"]) { $1 }
            guard case .redirect(let target) = try await page.post(nil, fields: fields) else {
                Issue.record("no redirect")
                return
            }
            #expect(target == "/goals/\(goal)/review")
            let saved = try await fixture.store.reviewPage(of: fixture.owner, goal: goal)
            #expect(saved?.review?.content.level == .four)
        }
    }

    @Test func whenTheStoreFailsTheTextComesBackWithAnAlert() async throws {
        try await open { page, store, _, _ in
            store.failEverything()
            let fields = Self.guided.merging(["level": "4", "liked": "<keep> me\r\ntoo"]) { $1 }
            let answer = try await post(page, fields)
            #expect(answer.status == 503)
            #expect(answer.html.contains("could not be saved"))
            #expect(answer.html.contains(">\n&lt;keep&gt; me&#13;\ntoo</textarea>"))
            #expect(answer.html.contains("value=\"4\" data-input=\"levelSelected\" checked"))
            store.mend()
            try await page.submit("save")
            #expect(await page.text("saved").contains("saved"))
        }
    }

    @Test func aSecondReviewIsRefusedAndTheSavedOneShown() async throws {
        try await open { page, _, fixture, goal in
            _ = try await fixture.store.writeReview(.free("the first <one>"), of: fixture.owner, goal: goal)
            let answer = try await post(page, Self.guided.merging(["level": "4"]) { $1 })
            #expect(answer.status == 409)
            #expect(answer.html.contains("the first &lt;one&gt;"))
            #expect(answer.html.contains(">\na</textarea>"))
        }
    }
}
