import Foundation
import HindsightDomain
import Live
import LiveSQLite
import LiveSite
import LiveTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct SearchScreenTests {
    private func open(
        _ language: Language = .english, for typed: String = "", below start: SearchResult.ID? = nil,
        goals titles: [String],
        _ test: (TestBrowser, FaultyGoalStore, StoreFixture, [GoalID]) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let ids = try await fixture.store.addGoals(try titles.map { try .completed($0) }, of: fixture.owner)
        let store = FaultyGoalStore(fixture.store)
        let screen = SearchScreen(
            store: store, owner: fixture.owner, strings: Strings(language: language), weekStart: .monday, typed: typed,
            start: start)
        try await TestBrowser.open(screen, visit: Visit(path: "/search")) { browser in
            try await test(browser, store, fixture, ids)
        }
        #expect(fixture.feed.observerCount == 0)
    }

    @Test func aGoalIsFoundWithItsBoxItsJewelAndAMark() async throws {
        try await open(.korean, for: "회고", goals: ["주간회고 <b>쓰기</b>", "걷기"]) { browser, _, _, ids in
            #expect(await browser.findAll(".found").count == 1)
            #expect(await browser.text(".found h2") == "주간회고 <b>쓰기</b>")
            #expect(await browser.text(".found mark") == "회고")
            #expect(await browser.exists(".found .jewel"))
            #expect(await browser.text(".found .card-dates").contains("완료"))
            #expect(await browser.text("#found") == "‘회고’ 검색 결과 목표 1개")
            #expect(await browser.exists("#goal-\(ids[0]) a[href='/goals/\(ids[0])']"))
        }
    }

    @Test func aReviewIsFoundWithTheAnswerAndTheWayToIt() async throws {
        try await open(for: "slowly", goals: ["Walk"]) { browser, _, fixture, ids in
            #expect(await browser.text(".empty h2") == "Nothing found")
            _ = try await fixture.store.writeReview(.guided("Went slowly, & well"), of: fixture.owner, goal: ids[0])
            await browser.settled()
            #expect(await !browser.exists(".empty"))
            #expect(await browser.findAll(".found li").count == 2)
            #expect(await browser.text("#r\(ids[0])-liked b") == "Review · Liked")
            #expect(await browser.text("#r\(ids[0])-liked mark") == "slowly")
            #expect(await browser.exists("#r\(ids[0])-liked[href='/goals/\(ids[0])/review']"))
        }
    }

    /// N8
    @Test(arguments: [
        (Language.korean, "주간 답변", "‘walk’ 검색 결과 목표 1개와 주간 답변 1개", "‘walk’ 검색 결과 주간 답변 1개"),
        (
            .english, "Weekly answer", "1 goal and 1 weekly answer found for “walk”",
            "1 weekly answer found for “walk”"
        ),
    ])
    func anAnswerOfAWeekIsFoundWithItsDatesAndTheWayToIt(
        language: Language, name: String, both: String, alone: String
    ) async throws {
        try await open(language, for: "walk", goals: ["Walk"]) { browser, _, fixture, ids in
            let days = WeekStart.sunday.week(of: try #require(CalendarDate("2026-11-18")))
            _ = try await fixture.store.saveWeekNote(
                "A <b>walk</b> by the sea", question: 0, from: 0, of: fixture.owner, days)
            await browser.settled()
            #expect(await browser.text("#found") == both)
            // It was answered when weeks began on a Sunday, and they begin on a Monday now.
            #expect(await browser.exists("#week-2026-11-15 h2 a[href='/weeks/2026-11-16']"))
            #expect(await browser.text("#week-2026-11-15 h2").contains("16"))
            #expect(await browser.text("#week-2026-11-15 .card-dates") == name)
            #expect(await browser.text("#week-2026-11-15 li") == "A <b>walk</b> by the sea")
            #expect(await browser.text("#week-2026-11-15 mark") == "walk")
            try await fixture.store.deleteGoal(of: fixture.owner, ids[0])
            await browser.settled()
            #expect(await browser.text("#found") == alone)
        }
    }

    @Test func anEmptyQueryIsAHintAndALongOneIsToldAtTheField() async throws {
        try await open(goals: ["Walk"]) { browser, _, _, _ in
            #expect(await browser.text(".empty h2") == "One word you remember is enough")
            #expect(await browser.text("#found").isEmpty)
        }
        try await open(for: String(repeating: "w", count: 120), goals: ["Walk"]) { browser, _, _, _ in
            #expect(await browser.text("#q-error").contains("100"))
            #expect(await browser.response.status == 422)
            #expect(await !browser.exists(".empty"))
        }
    }

    @Test func thereIsAWayFurtherBack() async throws {
        try await open(for: "Walk", goals: (0..<25).map { "Walk \($0)" }) { browser, _, _, ids in
            #expect(await browser.findAll(".found").count == 20)
            #expect(await browser.exists("#found-foot a[href='/search?q=Walk&after=\(ids[5])']"))
            try await browser.scroll(to: "[data-visible]")
            #expect(await browser.findAll(".found").count == 25)
            #expect(await !browser.exists("#found-foot a"))
        }
    }

    @Test func theRestOfTheResultsSaysThatItIs() async throws {
        try await open(for: "Walk", below: .goal(GoalID(3)), goals: (0..<5).map { "Walk \($0)" }) {
            browser, _, _, ids in
            #expect(await browser.text("#found") == "2 goals further back for “Walk”")
            #expect(await browser.findAll(".found").count == 2)
        }
    }

    /// V10: a reload and a copied link lost the word and what was found.
    @Test func theAddressFollowsWhatIsSearchedFor() async throws {
        try await open(goals: ["Walk", "조용한 산책"]) { browser, store, _, _ in
            for (typed, address) in [
                ("walk", "/search?q=walk"), ("walk  ", "/search?q=walk"), ("wal & k", "/search?q=wal%20%26%20k"),
                ("산책", "/search?q=%EC%82%B0%EC%B1%85"), ("", "/search"), (" ! ", "/search"),
            ] {
                try await browser.type(typed, into: "#q")
                await browser.advance(by: .seconds(1))
                #expect(await browser.location == address, "\(typed)")
            }
        }
    }

    @Test func theAddressFollowsWithTheSearchAndNotWithEachLetter() async throws {
        try await open(goals: ["Walk"]) { browser, store, _, _ in
            for typed in ["w", "wa", "wal"] {
                try await browser.type(typed, into: "#q")
                await browser.advance(by: .milliseconds(60))
                #expect(await browser.location == "/search")
            }
            await browser.advance(by: .milliseconds(40))
            #expect(await browser.location == "/search?q=wal")
            #expect(await browser.events.filter { $0.name == "live:address" }.count == 1)
        }
    }

    /// What can't be searched for is not kept in an address, and the one before stays.
    @Test func aWordThatIsTooLongChangesNoAddress() async throws {
        try await open(for: "walk", goals: ["Walk"]) { browser, _, _, _ in
            try await browser.type(String(repeating: "w", count: 120), into: "#q")
            await browser.advance(by: .seconds(1))
            #expect(await browser.events.allSatisfy { $0.name != "live:address" })
        }
    }

    @Test func anAddressFurtherBackIsThatOfAnotherWordOnlyWhenAnotherIsTyped() async throws {
        try await open(for: "Walk", below: .goal(GoalID(3)), goals: (0..<5).map { "Walk \($0)" }) { browser, _, _, _ in
            #expect(await browser.events.isEmpty)
            try await browser.type("Walk 4", into: "#q")
            await browser.advance(by: .seconds(1))
            #expect(await browser.location == "/search?q=Walk%204")
        }
        try await open(for: "Walk", below: .goal(GoalID(3)), goals: (0..<5).map { "Walk \($0)" }) { browser, _, _, _ in
            try await browser.type("walk", into: "#q")
            await browser.advance(by: .seconds(1))
            #expect(await browser.location == "/search?q=walk&after=3", "the same word is searched for")
        }
    }

    @Test func aFailureIsAnAlertWithAWayToTryAgain() async throws {
        try await open(for: "Walk", goals: ["Walk"]) { browser, store, fixture, _ in
            store.fail(.search)
            try await fixture.addCompleted(1)
            await browser.settled()
            #expect(await browser.text("[role=alert]").contains("didn’t work"))
            #expect(await browser.findAll(".found").count == 1)
            store.mend()
            try await browser.click(button: Strings(language: .english).tryAgain)
            #expect(await browser.findAll(".found").count == 1)
        }
    }
}
