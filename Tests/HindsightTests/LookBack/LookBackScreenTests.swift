import Foundation
import HindsightDomain
import Live
import LiveHTTP
import LiveSQLite
import LiveTesting
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightSQLite

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

    @Test(arguments: [(Language.korean, "지금까지 보석 2개를 모았어요."), (.english, "You have won 2 jewels.")])
    func theJewelBoxCountsEachKindAndShowsThemByMonth(language: Language, total: String) async throws {
        try await openBox([won("A", "2026-10-03"), won("B", "2026-11-04")], language) { browser, _ async throws in
            #expect(await browser.text("#total") == total)
            #expect(await browser.findAll(".cabinet td a").count == 1)
            #expect(await browser.text(".cabinet td a b") == "2")
            #expect(await browser.findAll(".tray-row h3").count == 2)
        }
    }

    @Test func aGoalThatIsCompletedElsewhereLiesInTheBoxAtOnce() async throws {
        try await openBox([]) { browser, fixture async throws in
            #expect(await browser.findAll(".empty").count == 1)
            _ = try await fixture.store.addGoals([won("A", "2026-10-03")], of: fixture.owner)
            await browser.settled()
            #expect(await browser.text("#total") == "You have won 1 jewel.")
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
            #expect(await browser.text("#than-before") == "2 more than the year before.")
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
            #expect(try await browser.find(".empty a")["href"] == "/weeks")
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

    @Test func aPictureOfTheJewelsNeedsNothingElse() throws {
        let cuts = """
            <symbol id="heart" viewBox="0 0 64 64"><path fill="var(--j1)" stroke="color-mix(in oklab,var(--j1),var(--j2))"/></symbol>
            """
        var year = YearReview(year: 2026)
        year.months[2] = [JewelTally(jewel: Jewel(color: .pink, shape: .heart), count: 3)]
        let picture = JewelPicture(
            strings: Strings(language: .korean), period: .year(2026), tallies: year.tallies, year: year, cuts: cuts)
        let svg = picture.svg
        #expect(svg.contains("2026년 돌아보기") && svg.contains("보석 3개"))
        #expect(svg.contains("fill=\"#ffe9f1\"") && svg.contains("stroke=\"#fdcee0\""))
        #expect(!svg.contains("var(") && !svg.contains("href") && !svg.contains("color-mix"))
        #expect(throws: Never.self) { try wellFormed(svg) }
    }

    /// Tags are closed in their order.
    private func wellFormed(_ svg: String) throws {
        var open: [Substring] = []
        for match in svg.matches(of: /<(\/?)([a-z]+)[^>]*?(\/?)>/) {
            if !match.3.isEmpty { continue }
            if match.1.isEmpty { open.append(match.2) } else { try #require(open.popLast() == match.2) }
        }
        try #require(open.isEmpty)
    }

    @Test func theTonesOfAPictureAreThoseOfTheStyleSheet() throws {
        let css = try #require(publicFiles.get().text(of: "/hindsight.css"))
        for color in Jewel.Color.allCases {
            let rule = color.tones.enumerated().map { "--j\($0 + 1): \($1)" }.joined(separator: ";")
            let isThere = css.contains(".jewel-\(color.rawValue){\(rule)}")
            #expect(isThere, "\(color)")
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
