import Foundation
import HindsightDomain
import Live
import LiveSQLite
import LiveSite
import LiveTesting
import StreamsTesting
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The form of a goal as a browser shows it: with a script, and by plain posts.
@Suite(.timeLimit(.minutes(15))) struct GoalFormScreenTests {
    private func open(
        _ purpose: GoalFormState.Purpose = .new, of box: Box = .active, _ language: Language = .english,
        _ test: (TestBrowser, FaultyGoalStore, StoreFixture, GoalDetail?) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let isNew = purpose == .new || purpose == .finished
        let goal = isNew ? nil : try await fixture.makeGoal(box: box)
        let store = FaultyGoalStore(fixture.store)
        let path = goal.map { Routes.goal.path($0.id) } ?? Routes.newGoal.path()
        var visit = Visit(path: path, language: language.rawValue)
        visit.owner = "\(fixture.owner)"
        let screen: TestBrowser.MakeScreen = { visit in
            let found = if let goal { try await fixture.store.goal(of: fixture.owner, goal.id) } else { goal }
            return try GoalFormScreen(purpose, goal: found, for: visit, goals: store, clock: fixture.clock.wallClock)
        }
        try await TestBrowser.open(visit: visit, screen: screen) { browser in
            try await test(browser, store, fixture, goal)
        }
        #expect(fixture.feed.observerCount == 0)
    }

    // MARK: With a script

    @Test func oneFieldAndEnterMakeAGoal() async throws {
        try await open { browser, _, fixture, _ in
            let title = try await browser.find("#title")
            #expect(title.attributes["autofocus"] != nil && title.attributes["data-focus"] != nil)
            #expect(await browser.value("#startDate") == "2026-11-18")
            #expect(await browser.value("#endDate") == "2026-11-25")
            try await browser.type("A sea", label: "Goal")
            #expect(await browser.text("#title-foot") == "5 / 60")
            try await browser.submit(".form-sheet form")
            let goals = try await fixture.activeGoals()
            #expect(goals.map(\.title) == ["A sea"])
            #expect(await browser.location == Routes.goal.path(goals[0].id))
            #expect(await browser.flash == "Your goal is set.")
        }
    }

    @Test func typingCostsTheCounterAlone() async throws {
        try await open { browser, _, _, _ in
            for title in ["A", "A s", "A se", "A sea"] { try await browser.type(title, into: "#title") }
            let events = await browser.events
            #expect(Set(events.map(\.name)) == ["titleCount"])
            #expect(events.allSatisfy { $0.byteCount < 150 }, "\(events.map(\.byteCount))")
        }
    }

    @Test func theEndFollowsTheStartInTheField() async throws {
        try await open { browser, _, _, _ in
            try await browser.type("2026-12-01", label: "Starts")
            #expect(await browser.value("#endDate") == "2026-12-08")
            try await browser.type("2026-12-24", label: "Ends")
            try await browser.type("2026-12-02", label: "Starts")
            #expect(await browser.value("#endDate") == "2026-12-24")
        }
    }

    @Test func allThatIsWrongIsSummedUpWithALinkToEachPlace() async throws {
        try await open(.new, of: .active, .korean) { browser, _, _, _ in
            try await browser.type("", into: "#startDate")
            try await browser.type("2026-11-17", into: "#endDate")
            #expect(await browser.text("#errors") == "")
            try await browser.click("#submit")
            #expect(await browser.focused == ErrorSummary.id)
            #expect(await browser.text("#errors h2") == "3곳을 확인해 주세요")
            for field in ["title", "startDate", "endDate"] {
                #expect(await browser.exists("#errors a[href='#\(field)']"))
                #expect(await !browser.text("#\(field)-error").isEmpty)
            }
            try await browser.type("바다", into: "#title")
            #expect(await browser.text("#title-error") == "")
            #expect(await browser.text("#errors h2") == "2곳을 확인해 주세요")
        }
    }

    @Test func aStoreThatDoesNotAnswerSaysSoAndTheTextStays() async throws {
        try await open { browser, store, _, _ in
            store.fail(.addGoal)
            try await browser.type("A sea", into: "#title")
            try await browser.click("#submit")
            #expect(await browser.focused == "alert")
            #expect(await browser.text("#alert").contains("could not be saved"))
            #expect(await browser.value("#title") == "A sea")
            store.mend()
            try await browser.click("#submit")
            #expect(await browser.location != "/goals/new")
        }
    }

    @Test func aRestartOfTheServerLosesNothingAndTheGoalStaysOne() async throws {
        try await open { browser, store, fixture, _ in
            try await browser.type("A sea", into: "#title")
            try await browser.type("2026-12-01", into: "#startDate")
            store.fail(.addGoal, with: .answerLost)
            try await browser.click("#submit")
            store.mend()
            try await browser.restart()
            #expect(await browser.value("#title") == "A sea")
            #expect(await browser.value("#endDate") == "2026-12-08")
            #expect(await browser.text("#title-foot") == "5 / 60")
            try await browser.click("#submit")
            let goals = try await fixture.activeGoals()
            #expect(goals.count == 1)
            #expect(await browser.location == Routes.goal.path(goals[0].id))
        }
    }

    @Test func anEditedGoalThatWasChangedElsewhereIsShownAndOverwrittenKnowingly() async throws {
        try await open(.edit) { browser, _, fixture, goal in
            let goal = try #require(goal)
            try await browser.type("A lake", into: "#title")
            await browser.dropLine()
            try await fixture.edit(goal, title: "A <river>")
            try await browser.restart()
            #expect(await browser.value("#title") == "A lake")
            try await browser.click("#submit")
            #expect(await browser.focused == "alert")
            #expect(await browser.text("#alert .goal-now strong") == "A <river>")
            #expect(await browser.value("#title") == "A lake")
            // Also when the server is started anew between the two.
            try await browser.restart()
            try await browser.click("#submit")
            #expect(await browser.location == Routes.goal.path(goal.id))
            #expect(try await fixture.store.goal(of: fixture.owner, goal.id)?.goal.title == "A lake")
        }
    }

    @Test func aFieldThatNobodyTypedInShowsWhatWasChangedElsewhere() async throws {
        try await open(.edit) { browser, _, fixture, goal in
            try await fixture.edit(try #require(goal), title: "A river")
            await browser.settled()
            #expect(await browser.value("#title") == "A river")
            #expect(await browser.text("#alert") == "")
            try await browser.type("A lake", into: "#title")
            try await browser.click("#submit")
            #expect(await browser.text("#alert") == "")
            #expect(await browser.flash == "Changes saved")
        }
    }

    @Test func aGoalThatIsDeletedElsewhereIsSaidToBeAndMovesNobody() async throws {
        try await open(.edit) { browser, _, fixture, goal in
            try await fixture.store.deleteGoal(of: fixture.owner, try #require(goal).id)
            await browser.settled()
            #expect(await browser.text("#alert").contains("has been deleted"))
            #expect(await browser.focused != "alert")
            let undo = try await browser.find("#alert form")
            #expect(undo.attributes["action"] == "\(Routes.goal.path(try #require(goal).id))?input=undo")
        }
    }

    // MARK: Without a script

    private static let good = ["title": "A sea", "startDate": "2026-11-18", "endDate": "2026-11-25"]

    @Test(arguments: [
        (["title": ""], "title"), (["title": " \u{200B}"], "title"),
        (["title": String(repeating: "x", count: 61)], "title"),
        (["title": "e" + String(repeating: "\u{301}", count: 480)], "title"),
        (["startDate": ""], "startDate"), (["startDate": "2026-02-30"], "startDate"),
        (["startDate": "18.11.2026"], "startDate"), (["endDate": ""], "endDate"),
        (["endDate": "0999-01-01"], "endDate"),
        (["endDate": "2026-11-17"], "endDate"), (["startDate": "2026-12-01", "endDate": "2026-11-30"], "endDate"),
        (["endDate": "<b>\"&"], "endDate"),
    ])
    func aFaultyFormComesBackWithItsFaultAtTheFieldAndAllThatWasTyped(
        fault: [String: String], field: String
    ) async throws {
        try await open { browser, store, _, _ in
            let fields = Self.good.with(fault).with(["reminderEnabled": "yes"])
            let answer = try await browser.post(".form-sheet form", fields: fields)
            #expect(answer.status == 422)
            #expect(answer.exists("[role=alert] a[href='#\(field)']"))
            for other in ["title", "startDate", "endDate"] {
                #expect(answer.text("#\(other)-error").isEmpty == (other != field), "\(other)")
                #expect(try answer.find("#\(other)").value == fields[other])
                let isInvalid = try answer.find("#\(other)").attributes["aria-invalid"] == "true"
                #expect(isInvalid == (other == field))
            }
            #expect(try answer.find("#reminderEnabled").isChecked)
            // The browser is not to jump past what is wrong.
            #expect(try answer.find("#title").attributes["autofocus"] == nil)
            #expect(store.calls.isEmpty)
        }
    }

    @Test func aFormThatSaysNothingOfItsEndGetsAWeek() async throws {
        try await open { browser, _, fixture, _ in
            // The start was moved, the end is as it stood there.
            let end = try await browser.find("input[name='endDate.basis']").value
            let fields = Self.good.with(["startDate": "2026-12-01", "endDate.basis": end])
            let answer = try await browser.post(".form-sheet form", fields: fields)
            #expect(answer.location?.hasPrefix("/goals/") == true)
            let goals = try await fixture.activeGoals()
            #expect(goals.map(\.endDate.description) == ["2026-12-08"])
        }
    }

    @Test func theSameFormTwiceMakesOneGoal() async throws {
        try await open { browser, store, fixture, _ in
            let basis = try await browser.find("input[name='title.basis']").value
            var places: Set<String?> = []
            for _ in 0..<2 {
                places.insert(
                    try await browser.post(".form-sheet form", fields: Self.good.with(["title.basis": basis])).location)
            }
            #expect(places.count == 1)
            store.fail(.addGoal)
            let fields = Self.good.with(["title": "A lake", "title.basis": basis])
            let answer = try await browser.post(".form-sheet form", fields: fields)
            #expect(answer.status == 503)
            #expect(answer.text("#alert").contains("could not be saved"))
            #expect(try answer.find("#title").value == "A lake")
            // The page that comes back is still the same one.
            #expect(try answer.find("input[name='title.basis']").value.hasPrefix(basis.prefix { $0 != "." }))
            store.mend()
            _ = try await browser.post(".form-sheet form", fields: fields)
            let goals = try await fixture.activeGoals()
            #expect(goals.map(\.title).sorted() == ["A lake", "A sea"])
        }
    }

    @Test func aPlainEditOfSomethingOlderComesBackWithWhatItIsNow() async throws {
        try await open(.edit) { browser, _, fixture, goal in
            let goal = try #require(goal)
            let basis = try await browser.find("input[name='title.basis']").value
            var fields = Self.good.with(["title": "A lake"])
            for field in ["title", "startDate", "endDate"] { fields["\(field).basis"] = basis }
            try await fixture.edit(goal, title: "A river")
            let answer = try await browser.post(".form-sheet form", fields: fields)
            #expect(answer.status == 409)
            #expect(answer.text("#alert .goal-now strong") == "A river")
            #expect(try answer.find("#title").value == "A lake")
            for field in ["title", "startDate", "endDate"] {
                fields["\(field).basis"] = try answer.find("input[name='\(field).basis']").value
            }
            let again = try await browser.post(".form-sheet form", fields: fields)
            #expect(again.location == Routes.goal.path(goal.id))
        }
    }

    @Test(arguments: nastyTexts.filter { (try? GoalTitle($0)) != nil })
    func aTitleIsShownAsItWasTyped(title: String) async throws {
        try await open { browser, _, _, _ in
            let answer = try await browser.post(
                ".form-sheet form", fields: Self.good.with(["title": title, "endDate": ""]))
            #expect(answer.status == 422)
            #expect(!answer.html.contains("<script>alert"))
        }
    }

    // MARK: What it says

    @Test(arguments: Language.allCases) func eachFormHasItsWordsAndItsFields(language: Language) async throws {
        let strings = Strings(language: language)
        let forms: [(GoalFormState.Purpose, Box)] = [
            (.new, .active), (.finished, .active), (.edit, .active), (.recover, .stored),
        ]
        for (purpose, box) in forms {
            try await open(purpose, of: box, language) { browser, _, _, goal in
                #expect(await browser.text("h1") == strings.heading(of: purpose))
                #expect(await browser.text("#submit") == strings.save(purpose))
                #expect(await browser.exists("#reminderEnabled") == (purpose != .finished))
                #expect(await browser.value("#title") == goal?.goal.title ?? "")
                let end = try await browser.find("#endDate").attributes
                #expect(end["type"] == "date")
                #expect(end["min"] == (purpose == .finished ? "1000-01-01" : "2026-11-18"))
                #expect(end["max"] == (purpose == .finished ? "2026-11-18" : "9999-12-31"))
                for id in ["title", "startDate", "endDate"] {
                    let field = try await browser.find("#\(id)").attributes
                    #expect(field["name"] == id)
                    for part in field["aria-describedby"]?.split(separator: " ") ?? ["nothing"] {
                        #expect(await browser.exists("#\(part)"), "\(part)")
                    }
                }
                switch purpose {
                case .new: #expect(await browser.exists(".form-foot a[href='/goals/new?finished=1']"))
                case .finished: #expect(await browser.exists(".form-foot a[href='/goals/new']"))
                case .edit, .recover, .rename: #expect(await !browser.exists(".form-foot"))
                }
            }
        }
        try await open(.rename, of: .completed, language) { browser, _, _, goal in
            #expect(await browser.text("h1") == strings.heading(of: .rename))
            #expect(await browser.text("#submit") == strings.save(.rename))
            #expect(await browser.value("#title") == goal?.goal.title)
            for id in ["startDate", "endDate", "endless", "reminderEnabled"] {
                #expect(await !browser.exists("#\(id)"))
            }
        }
        let faults: [GoalDateFault] = [.noSuchDate, .startsAfterEnd, .endsInPast, .endsInFuture]
        #expect(Set(faults.map { strings.message($0) }).count == faults.count)
        #expect(Set(Box.allCases.map { strings.goalHasMoved(to: $0) }).count == 3)
    }
}
