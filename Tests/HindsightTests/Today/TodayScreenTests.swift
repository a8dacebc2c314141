import Foundation
import HindsightDomain
import Live
import LiveSQLite
import LiveTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct TodayScreenTests {
    private func open(
        _ language: Language = .english, steps: [String]? = ["a", "b"], ended: Bool = false,
        _ test: (TestBrowser, FaultyGoalStore, StoreFixture) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        if let steps {
            _ = try await fixture.addGoal("Swim", until: ended ? "2026-11-18" : "2026-11-21", steps: steps)
        }
        if ended {
            fixture.clock.advance(by: 86_400)
            _ = try await fixture.store.storeOverdue()
        }
        let store = FaultyGoalStore(fixture.store)
        let clock = fixture.clock.wallClock
        let screen: TestBrowser.MakeScreen = { visit in
            let strings = visit.strings(at: clock())
            let day = strings.day(of: clock())
            return TodayScreen(
                store: store, owner: fixture.owner, strings: strings, clock: clock,
                initial: TodayState(
                    try await fixture.store.todayGoals(of: fixture.owner, on: day),
                    putAway: try await fixture.store.putAwayGoals(of: fixture.owner, limit: PutAwayNotice.limit)))
        }
        let visit = Visit(path: "/today", language: language.rawValue)
        try await TestBrowser.open(visit: visit, screen: screen) { browser in
            try await test(browser, store, fixture)
        }
        #expect(fixture.feed.observerCount == 0)
    }

    private func steps(_ browser: TestBrowser) async -> [String] {
        await browser.findAll("button.tick").map(\.text)
    }

    @Test func theNextStepIsTickedWhereItIs() async throws {
        try await open { browser, _, fixture in
            #expect(await steps(browser) == ["a"])
            #expect(await browser.text(".today-head").contains("0 of 2 steps done"))
            try await browser.click(button: "a")
            #expect(await steps(browser) == ["a", "b"])
            #expect(await browser.findAll("button.tick.done").count == 1)
            #expect(await browser.text(".today-done .notice").contains("You’ve done today’s share."))
            #expect(await browser.location == "/today")
            try await browser.click(button: "a")
            #expect(await steps(browser) == ["a"])
            #expect(await !browser.exists(".today-done .notice"))
            // The last step leads to the goal, whose page shows its jewel.
            try await browser.click(button: "a")
            try await browser.click(button: "b")
            #expect(await browser.location.hasPrefix("/goals/"))
            #expect(try await fixture.store.boxCounts(of: fixture.owner) == BoxCounts(completed: 1))
        }
    }

    @Test func aGoalWithoutStepsIsFinished() async throws {
        try await open(steps: []) { browser, _, fixture in
            try await browser.click(button: "I did it")
            #expect(await browser.location.hasPrefix("/goals/"))
            #expect(try await fixture.store.boxCounts(of: fixture.owner) == BoxCounts(completed: 1))
        }
    }

    @Test func anotherPagesChangesShow() async throws {
        try await open(steps: nil) { browser, _, fixture in
            #expect(await browser.exists(".empty a[href='/goals/new']"))
            let goal = try await fixture.addGoal("Swim", steps: ["a", "b"])
            await browser.settled()
            #expect(await steps(browser) == ["a"])
            #expect(await !browser.exists(".empty"))
            _ = try await fixture.store.tick(goal.steps[0].id, isDone: true, of: fixture.owner, goal.id)
            await browser.settled()
            #expect(await steps(browser) == ["a", "b"])
        }
    }

    @Test func atMidnightTheTicksOfTheDayAreOver() async throws {
        try await open { browser, _, fixture in
            try await browser.click(button: "a")
            #expect(await browser.text(".kicker") == "Wednesday, November 18")
            fixture.clock.advance(by: 86_400)
            await browser.advance(by: .seconds(86_400))
            #expect(await browser.text(".kicker") == "Thursday, November 19")
            #expect(await steps(browser) == ["b"])
            #expect(await !browser.exists(".today-done .notice"))
        }
    }

    @Test func aStepThatRepeatsComesBackOnTheNextDayThatItIsMeantFor() async throws {
        try await open(steps: ["a"]) { browser, _, fixture in
            let goal = try #require(try await fixture.store.wholeGoals(of: fixture.owner, after: nil, limit: 1).first)
            let plan = RepetitionPlan(times: 3, days: [.wednesday, .friday])
            _ = try await fixture.store.editStep(
                goal.steps[0].id, StepFields(title: GoalTitle("a"), repetition: plan), of: fixture.owner, goal.goal.id)
            await browser.settled()
            #expect(await steps(browser) == ["aWed, Fri · 0 of 3 times · on pace"])
            try await browser.click("button.tick")
            #expect(await steps(browser) == ["aWed, Fri · 1 of 3 times · on pace"])
            #expect(await browser.findAll("button.tick.done").count == 1)
            #expect(await browser.text(".today-done .notice").contains("You’ve done today’s share."))
            #expect(await browser.text(".today-head").contains("0 of 1 step done"))
            // Thursday: there is nothing to do, and nothing was done.
            fixture.clock.advance(by: 86_400)
            await browser.advance(by: .seconds(86_400))
            #expect(await steps(browser) == [])
            #expect(await !browser.exists(".today-done .notice"))
            #expect(await browser.text(".today-goal .hint") == "Next on Friday, November 20.")
            fixture.clock.advance(by: 86_400)
            await browser.advance(by: .seconds(86_400))
            #expect(await steps(browser) == ["aWed, Fri · 1 of 3 times · on pace"])
            #expect(await browser.findAll("button.tick.done").isEmpty)
        }
    }

    @Test(arguments: [
        (Language.english, ["aby Nov 18 · 1 day late", "bdue today"]), (.korean, ["a11월 18일까지 · 1일 지났어요", "b오늘까지"]),
    ])
    func stepsWhoseDayHasComeAreShownBeforeAnyOther(language: Language, words: [String]) async throws {
        try await open(language, steps: ["c", "b", "a"]) { browser, _, fixture in
            let goal = try #require(try await fixture.store.wholeGoals(of: fixture.owner, after: nil, limit: 1).first)
            for (index, day) in [(1, "2026-11-19"), (2, "2026-11-18")] {
                let step = goal.steps[index]
                _ = try await fixture.store.editStep(
                    step.id, StepFields(title: GoalTitle(step.title), dueOn: CalendarDate(day)), of: fixture.owner,
                    goal.goal.id)
            }
            fixture.clock.advance(by: 86_400)
            await browser.advance(by: .seconds(86_400))
            #expect(await steps(browser) == [words[1], words[0]])
            try await browser.click(button: words[0])
            // One is done, but not all of the day.
            #expect(await steps(browser).first == words[1])
            #expect(await browser.findAll(".alarm.due").map(\.text) == [String(words[1].dropFirst())])
            #expect(await !browser.exists(".today-done .notice"))
            try await browser.click(button: words[1])
            #expect(await steps(browser).first == "c")
            #expect(await browser.exists(".today-done .notice"))
            #expect(await !browser.exists(".alarm.due"))
        }
    }

    @Test func whatWasCompletedOnThisDayIsShownWithTheWayToItsReview() async throws {
        try await open(steps: nil) { browser, _, fixture in
            #expect(await !browser.exists("#on-this-day"))
            let end = try #require(CalendarDate("2025-11-18"))
            let fields = GoalFields(title: try GoalTitle("Dive"), startDate: end, endDate: end)
            let goal = try await fixture.store.addGoal(fields, isFinished: true, key: nil, of: fixture.owner)
            await browser.settled()
            #expect(await browser.text("#on-this-day") == "On this day")
            #expect(await browser.text(".won-list").contains("Nov 18, 2025"))
            #expect(await browser.exists(".won-list a[href='/goals/\(goal.id)/review']"))
            fixture.clock.advance(by: 86_400)
            await browser.advance(by: .seconds(86_400))
            #expect(await !browser.exists("#on-this-day"))
        }
    }

    @Test func aStoreThatFailsTakesTheTickBack() async throws {
        try await open { browser, store, _ in
            store.fail(.tick, with: .unavailable)
            try await browser.click(button: "a")
            #expect(await browser.text("[role=alert]").contains("did not work"))
            #expect(await steps(browser) == ["a"])
            #expect(await !browser.exists("button.tick.done"))
        }
    }

    @Test func whatWasPutAwayIsSaidAndAnswered() async throws {
        try await open(steps: ["a"], ended: true) { browser, _, _ in
            #expect(await browser.text(".put-away h2") == "A goal ran out of time and is paused")
            try await browser.click(button: "One more week")
            #expect(await !browser.exists(".put-away"))
            #expect(await steps(browser) == ["a"])
        }
    }
}
