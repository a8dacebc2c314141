import Foundation
import HindsightDomain
import Live
import LiveHTTP
import LiveSQLite
import LiveTesting
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct LookBackScreenTests {
    private func won(_ title: String, _ day: String, _ level: Level? = nil) throws -> NewGoal {
        let time = try Date("\(day)T12:00:00Z", strategy: .iso8601)
        let review = try level.map { Review(content: try .free("x", level: $0), writtenAt: time) }
        return try .make(title, .completed(Jewel(color: .pink, shape: .heart), at: time, review: review))
    }

    private func open(
        _ goals: [NewGoal], _ language: Language = .english,
        screen makeScreen: @escaping @Sendable (StoreFixture, Visit, Strings) async throws -> any Screen,
        _ test: (TestBrowser, StoreFixture) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        _ = try await fixture.store.addGoals(goals, of: fixture.owner)
        var visit = Visit(path: "/looking-back", language: language.rawValue)
        visit.owner = fixture.owner.description
        let clock = fixture.clock.wallClock
        let screen: TestBrowser.MakeScreen = { visit in
            try await makeScreen(fixture, visit, visit.strings(at: clock()))
        }
        try await TestBrowser.open(visit: visit, screen: screen) { browser in try await test(browser, fixture) }
        #expect(fixture.feed.observerCount == 0)
    }

    private func openBox(
        _ goals: [NewGoal], _ language: Language = .english, _ cut: JewelCut = JewelCut(),
        _ test: (TestBrowser, StoreFixture) async throws -> Void
    ) async throws {
        try await open(
            goals, language,
            screen: { fixture, _, strings in
                JewelBoxScreen(
                    store: fixture.store, owner: fixture.owner, strings: strings, cut: cut, after: nil,
                    initial: try await fixture.store.jewelBox(of: fixture.owner, cut, after: nil, limit: 60))
            }, test)
    }

    @Test(arguments: [(Language.korean, "지금까지 보석 2개를 모았어요."), (.english, "You have earned 2 jewels.")])
    func theJewelBoxCountsEachKindAndShowsEachWithItsDay(language: Language, total: String) async throws {
        try await openBox([won("A", "2026-10-03"), won("B", "2026-11-04")], language) { browser, _ async throws in
            #expect(await browser.text("#total") == total)
            #expect(await browser.findAll(".cabinet td a").count == 1)
            #expect(await browser.text(".cabinet td a b") == "2")
            #expect(await browser.findAll(".tray-row time").map { $0["datetime"] } == ["2026-11-04", "2026-10-03"])
        }
    }

    @Test func aGoalThatIsCompletedElsewhereLiesInTheBoxAtOnce() async throws {
        try await openBox([]) { browser, fixture async throws in
            #expect(await browser.findAll(".empty").count == 1)
            _ = try await fixture.store.addGoals([won("A", "2026-10-03")], of: fixture.owner)
            await browser.settled()
            #expect(await browser.text("#total") == "You have earned 1 jewel.")
            #expect(await browser.findAll(".tray-row li").count == 1)
        }
    }

    @Test func aCutSaysWhatItIsAndLeadsBackToAll() async throws {
        let cut = JewelCut(color: .pink, shape: .heart)
        try await openBox([won("A", "2026-10-03")], .english, cut) { browser, _ async throws in
            #expect(await browser.text("#won-title") == "Pink heart jewel: 1")
            #expect(try await browser.find(".cabinet td a")["aria-current"] == "true")
            #expect(try await browser.find(".won header a")["href"] == "/jewels")
        }
    }

    @Test func aYearHasItsColumnsItsLevelsAndThemInATable() async throws {
        let goals = [
            try won("A", "2026-01-03", .five), try won("B", "2026-01-04", .two), try won("C", "2026-03-04"),
            try won("D", "2025-03-04"),
        ]
        let screen: @Sendable (StoreFixture, Visit, Strings) async throws -> any Screen = { fixture, _, strings in
            YearScreen(
                store: fixture.store, owner: fixture.owner, strings: strings,
                initial: try await fixture.store.year(of: fixture.owner, 2026))
        }
        try await open(goals, screen: screen) { browser, fixture async throws in
            #expect(await browser.text("#total") == "3 goals completed.")
            #expect(await browser.text("#than-before") == "2 more than in 2025.")
            #expect(
                await browser.findAll(".chart a").map { $0["aria-label"] } == ["January: 2 goals", "March: 1 goal"])
            #expect(await browser.findAll(".chart circle").count == 1)
            #expect(await browser.findAll(".as-table tbody tr").count == 12)
            #expect(await browser.text("#by-level-words") == "Jan 3.5")
            _ = try await fixture.store.addGoals([won("E", "2026-12-03")], of: fixture.owner)
            await browser.settled()
            #expect(await browser.text("#total") == "4 goals completed.")
        }
    }

    @Test func aYearWithoutAnythingLeadsToWhatIsGoingOn() async throws {
        try await open([]) { fixture, _, strings in
            YearScreen(
                store: fixture.store, owner: fixture.owner, strings: strings,
                initial: try await fixture.store.year(of: fixture.owner, 2026))
        } _: { browser, _ async throws in
            #expect(try await browser.find(".empty a")["href"] == "/goals/active")
        }
    }

    /// A year still under way may yet bring a goal.
    @Test func aYearIsComparedByItsNumberAndAnEmptyOneIsNamed() {
        let english = Strings(language: .english, today: CalendarDate(year: 2026, month: 6, day: 1))
        let korean = Strings(language: .korean, today: english.today)
        #expect(english.nothingCompleted(in: 2026) == "Nothing completed this year yet")
        #expect(english.nothingCompleted(in: 2025) == "Nothing completed in 2025")
        #expect(korean.nothingCompleted(in: 2026) == "올해는 아직 완료한 목표가 없어요")
        #expect(korean.nothingCompleted(in: 2025) == "2025년에 완료한 목표가 없어요")
        #expect(korean.comparison(11, to: 2, in: 2025, isOver: true) == "2025년보다 9개 더 완료했어요.")
        #expect(english.comparison(2, to: 2, in: 2025, isOver: true) == "As many as in 2025.")
        #expect(english.comparison(1, to: 2, in: 2025, isOver: true) == "It was 2 in 2025.")
        #expect(english.comparison(1, to: 2, in: 2025, isOver: false) == "It was 2 in all of 2025.")
    }

    private func openAnswers(
        _ language: Language = .english, before: CalendarDate? = nil, answered days: [String],
        _ test: (TestBrowser, StoreFixture) async throws -> Void
    ) async throws {
        let screen: @Sendable (StoreFixture, Visit, Strings) async throws -> any Screen = { fixture, _, strings in
            for day in days { try await fixture.answer("On \(day)", day) }
            return WeekAnswersScreen(
                store: fixture.store, owner: fixture.owner, strings: strings, weekStart: .monday, before: before,
                initial: try await fixture.store.answeredWeeks(
                    of: fixture.owner, before: before, limit: WeekAnswersScreen.pageSize))
        }
        try await open([], language, screen: screen, test)
    }

    /// N8
    @Test(arguments: [
        (Language.korean, "주간 답변", "아직 남긴 답이 없어요"), (.english, "Weekly answers", "No answers yet"),
    ])
    func anAnswerThatIsSavedElsewhereIsListedAtOnce(language: Language, heading: String, empty: String) async throws {
        try await openAnswers(language, answered: []) { browser, fixture async throws in
            #expect(await browser.text("h1") == heading)
            #expect(await browser.text(".empty h2") == empty)
            let today = CalendarDate(fixture.clock.now, in: .utc)
            #expect(try await browser.find(".empty a")["href"] == "/weeks/\(today)")
            try await fixture.answer("A <b>walk</b>", "2026-11-18")
            await browser.settled()
            #expect(await !browser.exists(".empty"))
            #expect(await browser.findAll(".week-answers li").count == 1)
            #expect(await browser.text("#week-2026-11-16").contains("A <b>walk</b>"))
            #expect(await browser.text("#week-2026-11-16 .hint") == Strings(language: language).question(3))
            #expect(try await browser.find("#week-2026-11-16 h2 a")["href"] == "/weeks/2026-11-16")
            try await fixture.answer("", "2026-11-18")
            await browser.settled()
            #expect(await browser.text(".empty h2") == empty)
        }
    }

    @Test func answersComeInPagesThatLeadToOneAnother() async throws {
        let first = try #require(CalendarDate("2026-01-05"))
        let days = (0..<23).map { first.adding(days: 7 * $0).description }
        try await openAnswers(answered: days) { browser, _ async throws in
            #expect(
                await browser.findAll(".week-answers li").map { $0["id"] }
                    == days.suffix(20).reversed().map { "week-\($0)" })
            #expect(await browser.findAll(".list-foot a").map { $0["href"] } == ["/weeks/answers?before=\(days[3])"])
        }
        try await openAnswers(before: CalendarDate(days[3]), answered: days) { browser, _ async throws in
            #expect(
                await browser.findAll(".week-answers li").map { $0["id"] }
                    == days.prefix(3).reversed().map { "week-\($0)" })
            #expect(await browser.findAll(".list-foot a").map { $0["href"] } == ["/weeks/answers"])
        }
        try await openAnswers(before: first, answered: days) { browser, _ async throws in
            #expect(await browser.text(".empty h2") == "No earlier answers")
            #expect(await browser.findAll(".list-foot a").map { $0["href"] } == ["/weeks/answers"])
        }
    }
}

extension StoreFixture {
    /// Answers the question of the week, from Monday, that a day is of.
    fileprivate func answer(_ text: String, _ day: String) async throws {
        let days = WeekStart.monday.week(of: try #require(CalendarDate(day)))
        let revision = try await store.week(of: owner, days).note?.revision ?? 0
        _ = try await store.saveWeekNote(text, question: 3, from: revision, of: owner, days)
    }
}
