import Foundation
import HindsightDomain
import Live
import LiveSQLite
import LiveSite
import LiveTesting
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct GoalDetailScreenTests {
    private func open(
        _ language: Language = .english, _ state: NewGoal.State = .active, steps: [String] = ["a", "b", "c"],
        done: Int = 0, stored: [String] = [],
        _ test: (TestBrowser, StoreFixture, GoalDetail) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        for title in stored { _ = try await fixture.addGoal(title, .stored, steps: []) }
        let goal = try await fixture.addGoal("Read more", state, steps: steps, done: done)
        let (store, owner, clock) = (fixture.store, fixture.owner, fixture.clock.wallClock)
        let visit = Visit(path: Routes.goal.path(goal.id), language: language.rawValue)
        let makeScreen: TestBrowser.MakeScreen = { visit in
            GoalDetailScreen(
                store: store, owner: owner, strings: visit.strings(at: clock()), clock: clock, id: goal.id,
                initial: try await store.goal(of: owner, goal.id),
                edited: visit.query["step"].flatMap { StepID($0) }, posted: visit.posted?.input,
                position: visit.position.flatMap { FieldBasis(text: $0) })
        }
        try await TestBrowser.open(visit: visit, screen: makeScreen) { browser in
            try await test(browser, fixture, goal)
        }
        #expect(fixture.feed.observerCount == 0)
    }

    // MARK: Live

    @Test(arguments: [(Language.korean, "D-3", "단계 3개 중 1개를 마쳤어요"), (.english, "3 days left", "1 of 3 steps done")])
    func theGoalIsShownWithItsDaysAndItsStones(language: Language, days: String, progress: String) async throws {
        try await open(language, done: 1) { browser, _, goal async throws in
            #expect(await browser.text("h1") == "Read more")
            #expect(await browser.text(".dday") == days)
            #expect(await browser.text("#progress") == progress)
            let tray = try await browser.find(".stones .tally")
            #expect(tray["aria-label"] == progress && tray["role"] == "img")
            #expect(await browser.findAll(".stones i[class]").count == 3)
            #expect(await browser.findAll(".stones .on").count == 1)
            #expect(await browser.findAll(".step").map(\.id) == [1, 2, 0].map { "step-\(goal.steps[$0].id)" })
        }
    }

    @Test func aTickSendsTheRowAndTheStonesAndNoForm() async throws {
        try await open { browser, _, goal async throws in
            try await browser.click("#tick-\(goal.steps[0].id)")
            #expect(try await browser.find("#tick-\(goal.steps[0].id)")["aria-pressed"] == "true")
            #expect(await browser.findAll(".step").first?.id == "step-\(goal.steps[0].id)")
            #expect(await Set(browser.events.map(\.name)) == ["progress", "steps"])
            try await browser.click("#tick-\(goal.steps[0].id)")
            #expect(try await browser.find("#tick-\(goal.steps[0].id)")["aria-pressed"] == "false")
        }
    }

    @Test func stepsAreTypedOneAfterTheOther() async throws {
        try await open(steps: []) { browser, _, _ async throws in
            #expect(await browser.text("#progress").contains("small steps"))
            for title in ["one", "two", "three"] {
                #expect(try await browser.find("#step-new")["rows"] == "1")
                try await browser.type(title, into: "#step-new")
                try await browser.submit(".add-form")
                #expect(await browser.value("#step-new") == "")
            }
            #expect(await browser.findAll(".step-title").map(\.text) == ["one", "two", "three"])
        }
    }

    @Test(arguments: nastyTexts.filter { $0.contains { !$0.isWhitespace && $0 != "\0" } })
    func aStepIsShownAsTyped(title: String) async throws {
        let title = String(title.prefix(60))
        try await open(steps: []) { browser, fixture, goal async throws in
            _ = try await fixture.store.addStep(.stored(title), key: nil, of: fixture.owner, goal.id)
            await browser.settled()
            #expect(await browser.text(".step-title") == GoalTitleText.asShown(title))
        }
    }

    /// The field that is typed in isn't replaced because the step could be moved up before.
    @Test func aFormInARowIsNotPutAnewForWhatItDoesNotShow() async throws {
        try await open { browser, fixture, goal async throws in
            try await browser.click("#step-\(goal.steps[1].id) a")
            try await browser.type("bread", into: "#step-title")
            let before = await browser.events.count
            _ = try await fixture.store.tick(goal.steps[0].id, isDone: true, of: fixture.owner, goal.id)
            await browser.settled()
            let rows = await browser.events.dropFirst(before).filter { $0.name == "steps" }.map(\.data)
            #expect(rows.contains { $0.contains("step-\(goal.steps[0].id)") })
            #expect(!rows.contains { $0.contains("id=\"step-title\"") })
            #expect(await browser.value("#step-title") == "bread")
        }
    }

    @Test func aRowBecomesAFormAndARowAgain() async throws {
        try await open { browser, _, goal async throws in
            let step = goal.steps[1].id
            try await browser.click("#step-\(step) a")
            #expect(await browser.value("#step-title") == "b")
            try await browser.type("bread", into: "#step-title")
            try await browser.type("07:30", into: "#step-time")
            try await browser.choose("#step-friday")
            try await browser.choose("#step-monday")
            try await browser.submit(".step-form")
            #expect(await browser.text("#step-\(step) .step-title") == "bread")
            #expect(await browser.text("#step-\(step) .alarm") == "Reminder: Mon, Fri at 7:30 AM")
            // What was typed for that one isn't there for another.
            try await browser.click("#step-\(goal.steps[0].id) a")
            #expect(await browser.value("#step-title") == "a")
            #expect(await browser.value("#step-time") == "")
            #expect(try await browser.find("#step-monday")["checked"] == nil)
            try await browser.click(link: "Cancel")
            #expect(await !browser.exists(".step-form"))
        }
    }

    @Test(arguments: [(Language.korean, "첫 번째로 완료한 목표예요"), (.english, "Your first completed goal")])
    func theLastTickOpensTheCelebrationAndLaterTheOffers(language: Language, words: String) async throws {
        try await open(language, done: 2, stored: ["Paint"]) { browser, fixture, goal async throws in
            try await browser.click("#tick-\(goal.steps[2].id)")
            #expect(await browser.text("dialog h2") == words)
            let milestone = try #require(
                Strings(language: language.rawValue, timeZone: nil, assets: [:]).milestone(rank: 1))
            #expect(await browser.text("dialog p").contains(milestone))
            #expect(await browser.text(".celebrated") == "Read more")
            #expect(await browser.findAll(".flight .on").count == 3)
            #expect(try await browser.find("dialog")["class"] == "modal celebration first")
            // The page behind waits.
            #expect(await browser.findAll(".stones .on").count == 3)
            #expect(await !browser.exists(".stones .jewel"))
            #expect(await !browser.exists("button.tick"))
            try await browser.click("dialog button[data-close]")
            #expect(await !browser.exists("dialog"))
            #expect(await browser.exists(".stones .jewel"))
            #expect(await browser.text(".offers li span") == "Paint")
            try await browser.click(".offers li button")
            #expect(await browser.location.hasPrefix("/goals/"))
            let counts = try await fixture.store.boxCounts(of: fixture.owner)
            #expect(counts == BoxCounts(stored: 0, active: 1, completed: 1))
        }
    }

    @Test func aStoredGoalThatIsFinishedHasNotEveryStepDone() async throws {
        try await open(.english, .stored, done: 1) { browser, _, goal async throws in
            let strings = Strings(language: "en", timeZone: nil, assets: [:])
            try await browser.submit(".finish")
            #expect(await browser.text("dialog p").hasPrefix(strings.jewelIsGiven))
            #expect(await browser.text("#progress") == "3 of 3 steps done")
            try await browser.click("#undo-completion")
            #expect(await browser.text(".toast") == strings.completionUndoneToPause)
            #expect(await browser.text("#progress") == "1 of 3 steps done")
        }
    }

    /// A row that is put where it is takes the place of the former one unmarked, and so without being seen to change.
    @Test func onlyAStepThatIsTickedOrRenamedIsSeenToChange() async throws {
        try await open { browser, fixture, goal async throws in
            func isSeen(_ event: ServerSentEvents.Event) -> [Bool] {
                event.data.components(separatedBy: "<li ").dropFirst().map { !$0.contains("data-after=") }
            }
            func seen() async -> [Bool] {
                await browser.events.filter { $0.name == "steps" }.flatMap(isSeen)
            }
            // The second step can be moved up now, so its menu is another one.
            try await browser.click("#tick-\(goal.steps[0].id)")
            #expect(await seen() == [true, false])
            // Of three steps to do, the last one was the last until one was added.
            _ = try await fixture.store.addStep(GoalTitle("d"), key: nil, of: fixture.owner, goal.id)
            await browser.settled()
            #expect(await seen() == [true, false, false, false])
            let edited = StepFields(title: try GoalTitle("bread"))
            _ = try await fixture.store.editStep(goal.steps[1].id, edited, of: fixture.owner, goal.id)
            await browser.settled()
            #expect(await seen() == [true, false, false, false, true])
            let before = await seen().count
            _ = try await fixture.store.pauseGoal(of: fixture.owner, goal.id)
            await browser.settled()
            _ = try await fixture.store.extendGoal(of: fixture.owner, goal.id)
            await browser.settled()
            #expect(await seen().dropFirst(before) == Array(repeating: false, count: 8)[...])
        }
    }

    @Test(arguments: [true, false])
    func theCelebrationOfANewKindOfJewelSaysSo(isNew: Bool) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let (owner, clock) = (fixture.owner, fixture.clock.wallClock)
        let (star, heart) = (Jewel(color: .blue, shape: .star), Jewel(color: .pink, shape: .heart))
        for jewel in [star, isNew ? heart : star] {
            let store = SQLGoalStore(
                fixture.database, pages: fixture.store.pages, clock: clock, drawJewel: { jewel })
            let goal = try await fixture.addGoal("Read more", .active, steps: ["a"], done: 0)
            _ = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
            guard let found = try await store.goal(of: owner, goal.id), found.completion?.rank == 2 else { continue }
            let screen: TestBrowser.MakeScreen = { visit in
                GoalDetailScreen(
                    store: store, owner: owner, strings: visit.strings(at: clock()), clock: clock, id: goal.id,
                    initial: found)
            }
            let visit = Visit(path: Routes.goal.path(goal.id), language: "en")
            try await TestBrowser.open(visit: visit, screen: screen) { browser async throws in
                #expect(await browser.text("dialog p").contains("your first pink heart jewel") == isNew)
                #expect(
                    try await browser.find("dialog")["class"] == (isNew ? "modal celebration new" : "modal celebration")
                )
            }
        }
    }

    @Test func theFirstAndEveryTenthJewelAreSaid() {
        let strings = Strings(language: "en", timeZone: nil, assets: [:])
        #expect((1...31).filter { strings.milestone(rank: $0) != nil } == [1, 10, 20, 30])
        #expect(strings.milestone(rank: 20) == "That’s another ten.")
    }

    @Test func aPageWhoseSessionIsLostKnowsThatItsGoalWasDeletedThere() async throws {
        try await open { browser, _, _ async throws in
            try await browser.click(button: "Delete goal")
            #expect(await browser.text("#state").contains("You deleted this goal."))
            _ = try await browser.restart()
            try await browser.click(button: "Undo")
            #expect(await browser.findAll("button.tick").count == 3)
        }
    }

    @Test func aTitleThatIsChangedElsewhereIsThatOfTheDocument() async throws {
        try await open { browser, fixture, goal async throws in
            #expect(await browser.title == nil)
            var fields = goal.goal.fields
            fields.title = try GoalTitle("Read & write")
            _ = try await fixture.store.editGoal(fields, from: goal.revision, of: fixture.owner, goal.id)
            await browser.settled()
            #expect(await browser.title == Strings(language: .english).title("Read & write"))
            #expect(await browser.text("h1") == "Read & write")
        }
    }

    @Test func aGoalThatIsDeletedElsewhereSaysSo() async throws {
        try await open(.korean) { browser, fixture, goal async throws in
            try await fixture.store.deleteGoal(of: fixture.owner, goal.id)
            await browser.settled()
            #expect(await browser.text("#state").contains("목표를 삭제했어요."))
            #expect(await browser.exists("#state a"))
            #expect(await !browser.exists("button.tick"))
            #expect(await !browser.exists("#step-new"))
            // Wherever a deletion is seen, it can be undone (V11).
            try await browser.click(button: "되돌리기")
            #expect(await browser.exists("button.tick"))
            #expect(try await fixture.store.goal(of: fixture.owner, goal.id) != nil)
        }
    }

    // MARK: Plain posts

    /// An account that is served, with a goal.
    private struct Served {
        let app: ServedApp
        let member: Member
        let goal: GoalDetail
        var path: String { Routes.goal.path(goal.id) }

        func post(_ input: String, _ fields: [String: String] = [:], query: String = "") async throws -> HTTPAnswer {
            try await member.post("\(path)?\(query)input=\(input)", fields)
        }

        func tick(_ index: Int) async throws -> HTTPAnswer {
            try await post("tick", ["value": goal.steps[index].id.description])
        }

        func now() async throws -> GoalDetail? { try await app.fixture.store.goal(of: member.id, goal.id) }
        func page() async throws -> String { try await member.visitor.get(path).text }
    }

    private func serve(
        _ state: NewGoal.State = .active, steps: [String] = ["a", "b", "c"], done: Int = 0, stored: [String] = [],
        _ test: @escaping @Sendable (Served) async throws -> Void
    ) async throws {
        try await withApp { app in
            let member = try await app.member("mina@example.com")
            for title in stored { _ = try await app.fixture.addGoal(title, .stored, steps: [], of: member.id) }
            let goal = try await app.fixture.addGoal("Read more", state, steps: steps, done: done, of: member.id)
            try await test(Served(app: app, member: member, goal: goal))
        }
    }

    @Test func tickingAddingEditingAndRemovingLeadBackToThePage() async throws {
        try await serve { served async throws in
            let (path, step) = (served.path, served.goal.steps[0].id.description)
            #expect(try await served.tick(0)["Location"] == path)
            #expect(try await served.tick(0).status == 303)
            #expect(try await served.post("untick", ["value": step]).status == 303)
            #expect(try await served.post("saveStep", ["stepTitle": "d"])["Location"] == path)
            #expect(try await served.member.post(path, ["stepTitle": "e"])["Location"] == path)
            let edit = ["value": step, "editTitle": "A", "alarmTime": "21:05", "sunday": "yes"]
            #expect(try await served.post("saveEdit", edit, query: "step=\(step)&")["Location"] == path)
            for _ in 0..<2 {
                let answer = try await served.post("removeStep", ["value": served.goal.steps[1].id.description])
                #expect(answer.status == 303)
            }
            let now = try #require(try await served.now())
            #expect(now.steps.map(\.title) == ["A", "c", "d", "e"])
            #expect(now.steps[0].alarm == Alarm(minute: 1265, days: [.sunday]))
            #expect(try await served.page().contains("Sun at 9:05 PM"))
        }
    }

    @Test func aDoublePostAddsOneStep() async throws {
        try await serve(steps: []) { served async throws in
            let page = try await served.page()
            let key = try #require(page.between("name=\"stepTitle.basis\" value=\"", "\""))
            for _ in 0..<2 {
                #expect(try await served.post("saveStep", ["stepTitle": "one", "stepTitle.basis": key]).status == 303)
            }
            #expect(try await served.now()?.steps.count == 1)
            // Other words of the same form are another step, and the form of another page is another form.
            _ = try await served.post("saveStep", ["stepTitle": "two", "stepTitle.basis": key])
            let other = try #require(try await served.page().between("name=\"stepTitle.basis\" value=\"", "\""))
            _ = try await served.post("saveStep", ["stepTitle": "one", "stepTitle.basis": other])
            #expect(try await served.now()?.steps.map(\.title) == ["one", "two", "one"])
        }
    }

    @Test(arguments: ["", "  ", String(repeating: "x", count: 61)])
    func aTitleThatIsNoTitleIs422AndComesBack(title: String) async throws {
        try await serve { served async throws in
            let answer = try await served.post("saveStep", ["stepTitle": title])
            #expect(answer.status == 422)
            #expect(answer.text.contains("\(title)</textarea>"))
            #expect(answer.text.between("id='step-new-error'", "</p>")?.hasSuffix(">") == false)
            #expect(answer.text.contains("aria-invalid='true'"))
        }
    }

    @Test func aTenthStepIs409WithItsText() async throws {
        try await serve(steps: (1...9).map { "\($0)" }) { served async throws in
            #expect(try await !served.page().contains("id=\"step-new\""))
            let answer = try await served.post("saveStep", ["stepTitle": "tenth"])
            #expect(answer.status == 409)
            #expect(answer.text.contains("tenth</textarea>"))
            #expect(answer.text.contains("Nine steps are the limit"))
        }
    }

    @Test func anAlarmWithoutADayOrATimeIs422() async throws {
        try await serve { served async throws in
            let step = served.goal.steps[0].id.description
            for fields in [["alarmTime": "07:30"], ["monday": "yes"], ["alarmTime": "noon", "monday": "yes"]] {
                let fields = fields.with(["value": step, "editTitle": "Typed"])
                let answer = try await served.post("saveEdit", fields, query: "step=\(step)&")
                #expect(answer.status == 422)
                #expect(answer.text.contains("value=\"Typed\""))
                #expect(answer.text.contains("reminder") || answer.text.contains("07:30"))
            }
            let none = ["value": step, "editTitle": " "]
            #expect(try await served.post("saveEdit", none, query: "step=\(step)&").status == 422)
        }
    }

    @Test func aStepThatRepeatsIsSetTickedAndFinishedWithoutAScript() async throws {
        try await serve { served async throws in
            let step = served.goal.steps[0].id.description
            let form = try await served.member.visitor.get("\(served.path)?step=\(step)").text
            #expect(form.contains("id=\"step-repeats\"") && form.contains("id=\"step-times\""))
            let fields = ["value": step, "editTitle": "Run", "repeats": "yes", "times": "x", "tuesday": "yes"]
            let refused = try await served.post("saveEdit", fields, query: "step=\(step)&")
            #expect(refused.status == 422 && refused.text.contains("value=\"x\""))
            let saved = try await served.post("saveEdit", fields.with(["times": "4"]), query: "step=\(step)&")
            #expect(saved["Location"] == served.path)
            #expect(try await served.tick(0).status == 303)
            #expect(try await served.page().contains("Tue · 1 of 4 times"))
            #expect(try await served.now()?.steps[0].isDone == false)
            #expect(try await served.post("finishStep", ["value": step]).status == 303)
            #expect(try await served.now()?.steps[0].isDone == true)
        }
    }

    @Test func aStepGetsADayWithoutAScript() async throws {
        try await serve { served async throws in
            let step = served.goal.steps[0].id.description
            let form = try await served.member.visitor.get("\(served.path)?step=\(step)").text
            #expect(form.contains(#"min="2026-11-11" max="2026-11-21""#))
            let fields = ["value": step, "editTitle": "Run", "dueOn": "2026-11-22"]
            let refused = try await served.post("saveEdit", fields, query: "step=\(step)&")
            #expect(refused.status == 422 && refused.text.contains("value=\"2026-11-22\""))
            #expect(refused.text.contains("That is after the goal’s last day, November 21, 2026."))
            let saved = try await served.post("saveEdit", fields.with(["dueOn": "2026-11-18"]), query: "step=\(step)&")
            #expect(saved["Location"] == served.path)
            #expect(try await served.page().contains("<span class='alarm due'>due today</span>"))
        }
    }

    @Test func aStoredGoalAnswers409WithTheWayBack() async throws {
        try await serve(.stored) { served async throws in
            let recover = "\(served.path)?recover=1"
            #expect(try await served.page().contains(recover))
            let answer = try await served.tick(0)
            #expect(answer.status == 409)
            #expect(answer.text.contains("role='alert'") && answer.text.contains(recover))
            let added = try await served.post("saveStep", ["stepTitle": "more"])
            #expect(added.status == 409 && added.text.contains("more</textarea>"))
            let step = served.goal.steps[0].id.description
            let edited = try await served.post(
                "saveEdit", ["value": step, "editTitle": "Typed", "sunday": "yes", "alarmTime": "21:05"],
                query: "step=\(step)&")
            #expect(edited.status == 409 && edited.text.contains("value=\"Typed\"") && edited.text.contains("21:05"))
            #expect(edited.text.contains(recover))
        }
    }

    @Test func ofACompletedGoalTheJewelIsTheAnswer() async throws {
        try await serve(done: 2) { served async throws in
            #expect(try await served.tick(2).status == 303)
            let before = try await served.now()
            for index in [0, 2] {
                let answer = try await served.post("untick", ["value": served.goal.steps[index].id.description])
                #expect(answer.status == 200)
                #expect(answer.text.contains("class=\"jewel jewel-"))
                #expect(answer.text.contains("/goals/\(served.goal.id)/review"))
            }
            #expect(try await served.now() == before)
        }
    }

    @Test func whatIsNotTheirsOrNotThereIs404InTheSameWords() async throws {
        try await serve { served async throws in
            let other = try await served.app.fixture.addGoal("Other", steps: ["x"], of: served.member.id)
            let stranger = try await served.app.member("jun@example.com")
            let foreign = try await served.app.fixture.addGoal("Theirs", steps: ["y"], of: stranger.id)
            let words = Strings(language: .english).message(GoalDetailState.Failure.notFound)
            for step in [other.steps[0].id, foreign.steps[0].id, StepID(999_999)] {
                for input in ["tick", "untick"] {
                    let answer = try await served.post(input, ["value": step.description])
                    #expect(answer.status == 404, "\(input)")
                    #expect(answer.text.unescaped.contains(words))
                }
            }
            // What belongs to no goal of theirs is removed already, whether it is another's or never was.
            let removals = [(other.steps[0].id, 404), (foreign.steps[0].id, 303), (StepID(999_999), 303)]
            for (step, status) in removals {
                #expect(try await served.post("removeStep", ["value": step.description]).status == status)
            }
            #expect(try await served.now()?.steps.count == 3)
            for input in ["tick", "saveStep", "delete", "undo", "celebrated", "takeUp"] {
                let fields = ["value": foreign.steps[0].id.description, "stepTitle": "z"]
                let answer = try await served.member.post("\(Routes.goal.path(foreign.id))?input=\(input)", fields)
                #expect(answer.status == 404, "\(input)")
            }
            #expect(try await served.member.visitor.get("/goals/999999").status == 404)
            #expect(try await served.app.fixture.store.goal(of: stranger.id, foreign.id) == foreign)
        }
    }

    @Test func deletingOffersToUndoIt() async throws {
        try await serve { served async throws in
            let answer = try await served.post("delete")
            #expect(answer.status == 200)
            #expect(answer.text.contains("You deleted this goal.") && answer.text.contains("input=undo"))
            #expect(try await served.member.visitor.get(served.path).status == 404)
            let undone = try await served.post("undo")
            #expect(undone["Location"] == served.path)
            #expect(try await served.page().contains("Your goal is back."))
            #expect(try await served.post("undo").status == 303)
        }
    }

    @Test func theCompletionIsPartsOfThePageWithPlainForms() async throws {
        try await serve(done: 2, stored: ["Paint", "Sing", "Swim", "Run"]) { served async throws in
            _ = try await served.tick(2)
            for _ in 0..<2 {
                #expect(try await served.page().contains("Your 4th completed goal"))
            }
            #expect(try await served.post("celebrated")["Location"] == served.path)
            #expect(try await served.post("celebrated").status == 303)
            let page = try await served.page()
            #expect(!page.contains("<dialog"))
            #expect(page.all(between: "id=\"offer-", "\"").count == 3)
            let chosen = try #require(page.between("id=\"offer-", "\""))
            // Others may be drawn by then.
            let taken = try await served.post("takeUp", ["value": chosen])
            #expect(taken["Location"] == "/goals/\(chosen)")
            #expect(try await served.member.visitor.get("/goals/\(chosen)").text.unescaped.contains("back in progress"))
            #expect(try await !served.page().contains("id=\"offers-title\""))
        }
    }

    /// N1 and N2 without a script.
    @Test func aGoalWithoutStepsIsFinishedAndThatUndone() async throws {
        try await serve(steps: []) { served async throws in
            #expect(try await served.post("finish")["Location"] == served.path)
            #expect(try await served.now()?.completion?.celebration == .due)
            #expect(try await served.post("finish").status == 303)
            #expect(try await served.page().contains("input=undoCompletion"))
            #expect(try await served.post("undoCompletion")["Location"] == served.path)
            #expect(try await served.now()?.goal.box == .active)
            #expect(try await served.post("undoCompletion").status == 303)
            #expect(try await served.page().contains("id='finish'"))
        }
    }

    @Test func aStoredGoalIsFinishedOnADayThatIsPosted() async throws {
        try await serve(.stored) { served async throws in
            // From 2026-11-11 to 2026-11-21; today is 2026-11-18.
            for (day, words) in [
                ("2026-11-10", "That is before its first day"), ("2026-11-19", "That day is yet to come."),
                ("soon", "Please choose a day."),
            ] {
                let answer = try await served.post("finish", ["completedOn": day])
                #expect(answer.status == 422 && answer.text.contains("value=\"\(day)\""))
                #expect(answer.text.between("id=\"completedOn-error\"", "</p>")?.contains(words) == true)
            }
            #expect(try await served.post("finish", ["completedOn": "2026-11-12"])["Location"] == served.path)
            #expect(try await served.now()?.completion?.day == CalendarDate("2026-11-12"))
        }
    }

    @Test func aStepThatIsPlacedIsCheckedLikeAnyOther() async throws {
        try await serve { served async throws in
            let ids = served.goal.steps.map(\.id.description)
            #expect(try await served.page().components(separatedBy: "data-grip").count == 1 + ids.count)
            let answer = try await served.post("placeStep", ["value": "\(ids[1]) \(ids[0])"])
            #expect(answer["Location"] == served.path)
            #expect(try await served.now()?.steps.map(\.id.description) == [ids[1], ids[0]] + ids.dropFirst(2))
            #expect(try await served.post("placeStep", ["value": "\(ids[1]) 999999"]).status == 404)
            #expect(try await (400..<500).contains(served.post("placeStep", ["value": "\(ids[1]) x"]).status))
            // Of one that is left to be done there is no order.
            for index in 1..<ids.count { _ = try await served.tick(index) }
            #expect(try await !served.page().contains("data-grip"))
        }
    }

    @Test func aStepIsMovedWithoutAScript() async throws {
        try await serve { served async throws in
            let step = served.goal.steps[0].id.description
            #expect(try await served.post("moveDown", ["value": step])["Location"] == served.path)
            #expect(try await served.now()?.steps.map(\.title) == ["b", "a", "c"])
            #expect(try await served.post("moveUp", ["value": step])["Location"] == served.path)
            // It is the first one already.
            #expect(try await served.post("moveUp", ["value": step])["Location"] == served.path)
            #expect(try await served.now()?.steps.map(\.title) == ["a", "b", "c"])
        }
    }

    @Test func aGoalIsPausedAndGoesOnWithoutAScript() async throws {
        try await serve { served async throws in
            for _ in 0..<2 { #expect(try await served.post("pause")["Location"] == served.path) }
            var page = try await served.page()
            #expect(page.contains("id='resume'") && !page.contains("id='extend'"))
            #expect(page.contains("value=\"2026-11-18\""))
            for _ in 0..<2 { #expect(try await served.post("resume")["Location"] == served.path) }
            #expect(try await served.now()?.goal == served.goal.goal)
            // When its end has passed meanwhile, it needs new dates.
            _ = try await served.post("pause")
            served.app.fixture.clock.advance(by: 9 * 86_400)
            page = try await served.page()
            #expect(!page.contains("id='resume'") && page.contains("id='extend'"))
            let late = try await served.post("resume")
            #expect(late.status == 409 && late.text.contains("\(served.path)?recover=1"))
            #expect(try await served.now()?.goal.box == .stored)
        }
    }

    @Test func aStoredGoalGetsOneMoreWeek() async throws {
        try await serve(.stored) { served async throws in
            #expect(try await served.post("extend")["Location"] == served.path)
            #expect(try await served.now()?.goal.endDate == CalendarDate("2026-11-25"))
            #expect(try await served.post("extend").status == 303)
        }
    }

    @Test func aRemovedStepComesBackWithoutAScriptToo() async throws {
        try await serve { served async throws in
            let step = served.goal.steps[1].id.description
            let answer = try await served.post("removeStep", ["value": step])
            #expect(answer["Location"] == "\(served.path)?removed=\(step)")
            let page = try await served.member.visitor.get("\(served.path)?removed=\(step)").text
            #expect(page.contains("The step was removed.") && page.contains("input=undoRemoval"))
            #expect(
                try await served.post("undoRemoval", ["value": step], query: "removed=\(step)&")["Location"]
                    == served.path)
            #expect(try await served.now() == served.goal)
            // There is nothing to be undone on its page any more.
            #expect(try await !served.member.visitor.get("\(served.path)?removed=\(step)").text.contains("was removed"))
        }
    }

    /// V6: a completed goal shows the days that it took, and not those that were planned.
    @Test func aCompletedGoalShowsTheDaysThatItTook() async throws {
        try await serve(steps: []) { served async throws in
            #expect(try await served.page().contains("<span>11 days</span>"))
            _ = try await served.post("finish")
            let paths = [served.path, Routes.review.path(served.goal.id), "/goals/completed"]
            for path in paths {
                let page = try await served.member.visitor.get(path).text
                #expect(page.contains("datetime=\"2026-11-18\"") && !page.contains("2026-11-21"), "\(path)")
                if path != paths[2] { #expect(page.contains("<span>8 days, 3 days early</span>"), "\(path)") }
            }
        }
    }

    @Test func writingTheReviewNowLeadsThere() async throws {
        try await serve(done: 2) { served async throws in
            _ = try await served.tick(2)
            #expect(try await served.post("reviewNow")["Location"] == Routes.review.path(served.goal.id))
            #expect(try await !served.page().contains("<dialog"))
        }
    }

    @Test func aStoreThatIsDownIs503AndTheTextStays() async throws {
        try await serve { served async throws in
            served.app.store.fail(.addStep, .tick, .deleteGoal)
            let answer = try await served.post("saveStep", ["stepTitle": "kept"])
            #expect(answer.status == 503 && answer.text.contains("kept</textarea>"))
            #expect(try await served.tick(0).status == 503)
            #expect(try await served.post("delete").status == 503)
            served.app.store.mend()
            // And when its form is too old.
            let stale = try await served.member.visitor.post(
                "\(served.path)?input=saveStep", ["csrf": "x", "stepTitle": "kept as well"])
            #expect(stale.status == 403 && stale.text.contains("kept as well</textarea>"))
        }
    }
}
