import Foundation
import HindsightDomain
import Live
import LiveSQLite
import LiveTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct GoalBoxScreenTests {
    private func open(
        _ language: Language = .english, goals titles: [String],
        _ test: (TestBrowser, FaultyGoalStore, StoreFixture, [GoalID]) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let ids = try await fixture.store.addGoals(try titles.map { try .completed($0) }, of: fixture.owner)
        let store = FaultyGoalStore(fixture.store)
        let screen = GoalBoxScreen(
            store: store, owner: fixture.owner, strings: Strings(language: language), clock: fixture.clock.wallClock,
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
            try await browser.click(button: Strings(language: .english).refresh)
            #expect(await browser.text("[role=alert]").contains("could not be loaded"))
            #expect(await browser.findAll("ol.drawer li").count == 2)
            store.mend()
            try await browser.click(button: Strings(language: .english).refresh)
            #expect(await browser.findAll("ol.drawer li").count == 2)
        }
    }

    /// One that waits alone is on top of the list anyway, and so is a new one.
    @Test func theGoalThatWaitsLongestIsShownWhenOthersWaitAndAWeekHasPassed() async throws {
        for (days, count, isShown) in [(6, 2, false), (7, 1, false), (7, 2, true)] {
            let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
            for number in 0..<count {
                let fields = try fixture.fields("Goal \(number)", from: -days - 1, days: number - days)
                _ = try await fixture.store.addGoal(fields, isFinished: true, key: nil, of: fixture.owner)
            }
            let screen = GoalBoxScreen(
                store: fixture.store, owner: fixture.owner,
                strings: Strings(language: .english, today: CalendarDate(fixture.clock.now, in: .utc)),
                clock: fixture.clock.wallClock, start: nil, position: nil)
            try await TestBrowser.open(screen, visit: Visit(path: "/goals/completed")) { browser in
                #expect(await browser.exists("#next") == isShown, "\(days), \(count)")
                #expect(await browser.exists("#next-title") == isShown)
                if isShown { #expect(await browser.text("#next-title") == "Goal 0") }
            }
        }
    }

    @Test func aCardSaysWhereItsLinkLeads() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let day = CalendarDate(fixture.clock.now, in: .utc)
        for (title, first) in [("now", 0), ("later", 5)] {
            let fields = try fixture.fields(title, from: first, days: 9)
            let made = try await fixture.store.addGoal(fields, isFinished: false, key: nil, of: fixture.owner)
            if first > 0 { _ = try await fixture.store.addStep(GoalTitle("a"), key: nil, of: fixture.owner, made.id) }
        }
        for state in [NewGoal.State.stored] {
            _ = try await fixture.store.addGoals([.make("paused", state)], of: fixture.owner)
        }
        func labels(_ listing: GoalListing) async throws -> [String] {
            let screen = GoalBoxScreen(
                store: fixture.store, owner: fixture.owner, strings: Strings(language: .english, today: day),
                clock: fixture.clock.wallClock, listing: listing, start: nil, position: nil)
            var labels: [String] = []
            try await TestBrowser.open(screen, visit: Visit(path: "/goals/\(listing.box.rawValue)")) { browser in
                labels = await browser.findAll(".card-label").map(\.text) + browser.findAll(".card .left").map(\.text)
            }
            return labels
        }
        #expect(try await labels(.active) == ["Add steps", "See its steps", "9 days left", "Starts in 5 days"])
        #expect(try await labels(.stored) == ["See the goal"])
    }

    // MARK: Put away, and samples

    /// The active page of somebody whose goals have ended, one each day since the clock's today.
    private func openActive(
        _ language: Language = .english, ended count: Int,
        _ test: (TestBrowser, StoreFixture, [GoalID]) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        var ids: [GoalID] = []
        for days in 0..<count {
            let fields = try fixture.fields("Goal \(days)", days: days)
            let made = try await fixture.store.addGoal(fields, isFinished: false, key: nil, of: fixture.owner)
            ids.append(made.id)
        }
        for _ in 0..<count {
            fixture.clock.advance(by: 86_400)
            _ = try await fixture.store.storeOverdue()
        }
        let strings = Strings(language: language, today: CalendarDate(fixture.clock.now, in: .utc))
        let screen = GoalBoxScreen(
            store: fixture.store, owner: fixture.owner, strings: strings, clock: fixture.clock.wallClock,
            listing: .active,
            start: nil, position: nil)
        try await TestBrowser.open(screen, visit: Visit(path: "/goals/active")) { browser in
            try await test(browser, fixture, ids)
        }
        #expect(fixture.feed.observerCount == 0)
    }

    /// V3, N7: nothing is put away silently.
    @Test func whatWasPutAwayIsSaidAndAnswered() async throws {
        try await openActive(ended: 3) { browser, fixture, ids in
            #expect(await browser.text(".put-away h2") == "3 goals ran out of time and are paused")
            #expect(await browser.findAll(".put-away li").count == 3)
            try await browser.click("#extend-\(ids[2])")
            #expect(await browser.exists("#goal-\(ids[2])"))
            #expect(await browser.text(".put-away h2") == "2 goals ran out of time and are paused")
            try await browser.click("#leave-\(ids[1])")
            #expect(await browser.text(".put-away h2") == "A goal ran out of time and is paused")
            #expect(try await fixture.store.goal(of: fixture.owner, ids[1])?.goal.box == .stored)
            try await browser.click(".put-away li button.primary")
            #expect(await browser.location == "/goals/\(ids[0])")
            let done = try #require(try await fixture.store.goal(of: fixture.owner, ids[0]))
            #expect(done.completion?.day == done.goal.endDate && done.completion?.celebration == .due)
        }
    }

    @Test func ofManyThatWerePutAwaySomeAreNamedAndAllCanBeLeft() async throws {
        try await openActive(.korean, ended: 7) { browser, fixture, _ in
            #expect(await browser.findAll(".put-away li").count == 5)
            #expect(await browser.exists(".put-away a[href='/goals/stored']"))
            try await browser.click(button: "모두 쉬게 두기")
            #expect(await !browser.exists(".put-away"))
            #expect(try await fixture.store.boxCounts(of: fixture.owner) == BoxCounts(stored: 7))
        }
    }

    @Test func whatIsPutAwayWhileThePageIsOpenIsSaidAtOnce() async throws {
        try await openActive(ended: 0) { browser, fixture, _ in
            #expect(await !browser.exists(".put-away"))
            let fields = try fixture.fields("Swim", days: 0)
            _ = try await fixture.store.addGoal(fields, isFinished: false, key: nil, of: fixture.owner)
            fixture.clock.advance(by: 86_400)
            _ = try await fixture.store.storeOverdue()
            await browser.settled()
            #expect(await browser.text(".put-away").contains("Swim"))
        }
    }

    /// V1: one tap takes all samples away, and one brings them back.
    @Test func samplesAreMarkedAndGoWithOneTap() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let demo = try await fixture.accounts.createDemoAccount(
            goals: [.make("sample", .active)], language: nil, timeZone: nil)
        let owner = demo.signedIn.account
        let own = try await fixture.store.addGoals([.make("mine", .active)], of: owner)[0]
        let screen = GoalBoxScreen(
            store: fixture.store, owner: owner, strings: Strings(language: .english), clock: fixture.clock.wallClock,
            listing: .active, start: nil, position: nil)
        try await TestBrowser.open(screen, visit: Visit(path: "/goals/active")) { browser in
            #expect(await browser.findAll(".drawer .badge").count == 1)
            #expect(await !browser.text("#goal-\(own)").contains("Sample"))
            try await browser.click(button: "Remove all samples")
            #expect(await browser.findAll("ol.drawer li").count == 1)
            #expect(await !browser.exists(".samples"))
            try await browser.click(button: "Undo")
            #expect(await browser.exists(".samples"))
            #expect(await browser.findAll("ol.drawer li").count == 2)
        }
    }

    @Test func withoutGoalsThePageSaysWhatToExpect() async throws {
        try await open(goals: []) { browser, _, fixture, _ in
            #expect(await browser.text("[data-output=isEmpty]").contains("still empty"))
            #expect(await browser.exists(".empty a[href='/goals/active']"))
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
