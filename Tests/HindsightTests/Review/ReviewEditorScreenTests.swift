import HindsightDomain
import Live
import LiveSQLite
import LiveTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct ReviewEditorScreenTests {
    private static let guided = ["style": "guided", "liked": "a", "lacked": "b", "learned": "c", "longedFor": "d"]

    private func open(
        _ beginning: Visit.Beginning = .opened,
        _ test: (TestBrowser, FaultyGoalStore, StoreFixture, GoalID) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let goal = try await fixture.addCompleted(2)[0]
        let store = FaultyGoalStore(fixture.store)
        let review = try #require(try await store.goalReview(of: fixture.owner, goal: goal))
        let screen = ReviewEditorScreen(
            store: store, owner: fixture.owner, strings: Strings(language: .english), initial: review, isEditing: false,
            beginning: beginning)
        try await TestBrowser.open(screen, visit: Visit(path: "/goals/\(goal)/review")) { browser in
            try await test(browser, store, fixture, goal)
        }
    }

    @Test func whatIsTypedIsCountedAndSavedAndConfirmedOnce() async throws {
        try await open { browser, _, fixture, goal in
            #expect(try await !browser.find("#save").isDisabled)
            #expect(await browser.text("#progress") == "Nothing written · no rating yet")
            try await browser.type("👨‍👩‍👧", into: "#liked")
            #expect(await browser.text("#liked-count") == "1 / 500")
            #expect(await browser.text("#progress") == "1 of 4 answers · no rating yet")
            try await browser.choose("[name=level][value='5']")
            #expect(await browser.text("#progress") == "1 of 4 answers · ready to save")
            for field in ["lacked", "learned", "longedFor"] { try await browser.type("x", into: "#\(field)") }
            #expect(await browser.text("#progress") == "Ready to save")
            try await browser.type(String(repeating: "x", count: 501), into: "#lacked")
            #expect(await browser.text("#progress") == "Too long to save")
            try await browser.type("x", into: "#lacked")
            try await browser.click("#save")
            #expect(await browser.text("dialog").contains("1 more goal is waiting"))
            #expect(await browser.text("dialog a.primary").hasPrefix("Next: "))
            #expect(await browser.exists("dialog a.quiet[href='/goals/completed']"))
            await browser.dropLine()
            #expect(try await browser.reconnect().isEmpty)
            let saved = try await fixture.store.goalReview(of: fixture.owner, goal: goal)
            #expect(saved?.review != nil)
        }
    }

    @Test func aPageWhoseFormWasRefusedShowsWhatWasTypedAndKeepsNothingOfIt() async throws {
        try await open(.refused) { browser, store, _, _ in
            try await browser.type("Forged", into: "#liked")
            #expect(await browser.text("#liked-count") == "6 / 500")
            #expect(!store.calls.contains(.keepDraft))
        }
    }

    @Test func onlyTheCounterOfTheFieldThatChangedTravels() async throws {
        try await open { browser, _, _, _ in
            try await browser.type("four", into: "#lacked")
            let counters = await browser.events.filter { $0.name == "characterCounts" }
            #expect(
                counters.map(\.data) == [
                    "<p id=\"lacked-count\"><span data-count=\"lacked\" data-limit=\"500\">4</span> / 500</p>"
                ])
        }
    }

    @Test(arguments: [
        (["longedFor": String(repeating: "x", count: 501)], "longedFor"),
        (["style": "x"], "style"), (["style": ""], "style"), (["style": "Free"], "style"), (["level": "9"], "level"),
        (["level": ""], "level"), (["level": "abc"], "level"),
        (["style": "free", "text": String(repeating: "x", count: 3001)], "text"), (["style": "free"], "text"),
    ])
    func aFaultyFormIsAnsweredWithItsFaultAtTheFieldAndItsTexts(fault: [String: String], field: String) async throws {
        try await open { browser, store, _, _ in
            var fields = Self.guided.merging(["level": "4"]) { $1 }
            fields.merge(fault) { $1 }
            let answer = try await browser.post("form.editor", fields: fields)
            #expect(answer.status == 422)
            #expect(answer.exists("[role=alert] a[href='#\(field)']"))
            #expect(!answer.text("#\(field)-error").isEmpty)
            #expect(try answer.find("#liked").value == fields["liked"] ?? "")
            #expect(!store.calls.contains(.saveReview))
        }
    }

    /// The page that answers a style that there isn't has no style chosen, and so sends none when it is posted again.
    @Test func anUnknownStyleIsRefusedUntilOneIsChosen() async throws {
        try await open { browser, store, fixture, goal in
            var fields = Self.guided.merging(["level": "4", "style": "x"]) { $1 }
            let answer = try await browser.post("form.editor", fields: fields)
            #expect(answer.status == 422)
            #expect(answer.html.contains("Please choose how you would like to look back."))
            #expect(answer.exists("[name=style]"))
            #expect(!answer.exists("[name=style][checked]"))
            fields["style"] = nil
            #expect(try await browser.forgePost(input: "save", fields: fields).status == 422)
            #expect(!store.calls.contains(.saveReview))
            fields["style"] = "guided"
            #expect(try await browser.post("form.editor", fields: fields).status == 303)
            let saved = try await fixture.store.goalReview(of: fixture.owner, goal: goal)
            #expect(saved?.review?.content.style == .guided)
        }
    }

    @Test func aGoodFormIsAnsweredWithAWayToTheSavedReview() async throws {
        try await open { browser, _, fixture, goal in
            let fields = Self.guided.merging(["level": "4"]) { $1 }
            let answer = try await browser.post("form.editor", fields: fields)
            #expect(answer.location == "/goals/\(goal)/review")
            #expect(answer.flash?.isEmpty == false)
            let saved = try await fixture.store.goalReview(of: fixture.owner, goal: goal)
            #expect(saved?.review?.content.level == .four)
        }
    }

    @Test func textsOfTheOtherStyleAreToldOfInASentenceOfTheirOwn() async throws {
        try await open { browser, _, _, _ in
            let fields = Self.guided.merging(["level": "4", "style": "free", "text": "x"]) { $1 }
            let answer = try await browser.post("form.editor", fields: fields)
            #expect(answer.flash == "Your review is saved. What you wrote in the other style is kept as a draft.")
        }
    }

    @Test func whoHasToChooseATextIsToldSoBesideTheButton() async throws {
        try await open(.posted) { browser, _, fixture, goal in
            let change = DraftChange(.text(.liked), "Elsewhere", base: 0)
            _ = try await fixture.store.keepDraft([change], by: "other", of: fixture.owner, goal: goal)
            let answer = try await browser.post("form.editor", fields: Self.guided.merging(["level": "4"]) { $1 })
            #expect(answer.status == 409)
            #expect(answer.text("#progress") == "Liked: Choose which text to keep")
        }
    }

    @Test func whenTheStoreFailsTheTextComesBackWithAnAlert() async throws {
        try await open { browser, store, _, goal in
            store.failEverything()
            let fields = Self.guided.merging(["level": "4", "liked": "<keep> me\r\ntoo"]) { $1 }
            let answer = try await browser.post("form.editor", fields: fields)
            #expect(answer.status == 503)
            #expect(answer.text("[data-output=failAlert]").contains("could not be saved"))
            #expect(try answer.find("#liked").value == "<keep> me\r\ntoo")
            #expect(try answer.find("[name=level][value='4']").isChecked)
            store.mend()
            #expect(try await browser.post("form.editor", fields: fields).location == "/goals/\(goal)/review")
        }
    }

    @Test func aSecondReviewIsRefusedAndTheSavedOneShown() async throws {
        try await open { browser, _, fixture, goal in
            _ = try await fixture.store.writeReview(.free("the first <one>"), of: fixture.owner, goal: goal)
            let answer = try await browser.post("form.editor", fields: Self.guided.merging(["level": "4"]) { $1 })
            #expect(answer.status == 409)
            #expect(answer.text("section.review").contains("the first <one>"))
            #expect(try answer.find("#liked").value == "a")
        }
    }

    @Test func whatWasDeletedElsewhereIsBroughtBackFromTheEditor() async throws {
        try await open { browser, _, fixture, goal in
            try await browser.type("mine", into: "#text")
            _ = try await fixture.store.writeReview(.free("hers"), of: fixture.owner, goal: goal)
            _ = try await fixture.store.deleteReview(of: fixture.owner, goal: goal)
            await browser.settled()
            let address = Routes.review.path(goal)
            #expect(try await browser.find("#alert form").attributes["action"] == "\(address)?input=undo")
            #expect(await browser.value("#text") == "mine")

            try await fixture.store.deleteGoal(of: fixture.owner, goal)
            await browser.settled()
            #expect(
                try await browser.find("#alert form").attributes["action"] == "\(Routes.goal.path(goal))?input=undo")
            #expect(await browser.value("#text") == "mine")
        }
    }

    @Test func aGoalThatWasDeletedElsewhereIsBroughtBackFromItsReview() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let goal = try await fixture.addCompleted(1)[0]
        _ = try await fixture.store.writeReview(.free("hers"), of: fixture.owner, goal: goal)
        let screen = ReviewViewerScreen(
            store: fixture.store, owner: fixture.owner, strings: Strings(language: .english),
            initial: try #require(try await fixture.store.goalReview(of: fixture.owner, goal: goal)), place: nil)
        try await TestBrowser.open(screen, visit: Visit(path: Routes.review.path(goal))) { browser in
            try await fixture.store.deleteGoal(of: fixture.owner, goal)
            await browser.settled()
            let undo = try await browser.find(".gone form")
            #expect(undo.attributes["action"] == "\(Routes.goal.path(goal))?input=undo")
        }
    }
}
