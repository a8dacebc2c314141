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

@Suite(.timeLimit(.minutes(15))) struct EventsScreenTests {
    private func open(
        _ language: Language = .english, goals: Int = 0, before: EventCursor? = nil, position: String? = nil,
        _ test: (TestBrowser, StoreFixture) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        _ = try await fixture.store.addGoals((0..<goals).map { try .make("\($0)", .active) }, of: fixture.owner)
        var visit = Visit(path: "/timeline/performed", language: language.rawValue)
        visit.owner = fixture.owner.description
        let clock = fixture.clock.wallClock
        let screen: TestBrowser.MakeScreen = { visit in
            EventsScreen(
                store: fixture.store, owner: fixture.owner, strings: visit.strings(at: clock()), clock: clock,
                before: before,
                initial: try await fixture.store.events(
                    of: fixture.owner, before: before, limit: position.flatMap { Int($0) } ?? 20, in: .utc))
        }
        try await TestBrowser.open(visit: visit, screen: screen) { browser in try await test(browser, fixture) }
        #expect(fixture.feed.observerCount == 0)
    }

    @Test(arguments: [
        (
            Language.korean, "내 발자취", "아직 발자취가 없어요",
            ["‘신발 사기’ 단계를 마쳤어요", "회고를 썼어요", "완료해서 ", "다시 시작했어요", "잠시 쉬기로 했어요", "목표를 정했어요"]
        ),
        (
            .english, "My timeline", "Nothing here yet",
            ["Step done: 신발 사기", "Review written", "Completed, earning a ", "Taken up again", "Paused", "Goal set"]
        ),
    ])
    func whatIsDoneElsewhereIsSaidAtOnce(
        language: Language, heading: String, empty: String, words: [String]
    ) async throws {
        try await open(language) { browser, fixture async throws in
            #expect(await browser.text("h1") == heading)
            #expect(await browser.text(".empty h2") == empty)
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addGoal("<b>달리기</b>", until: "2026-12-18", steps: ["신발 사기"])
            _ = try await store.pauseGoal(of: owner, goal.id)
            fixture.clock.advance(by: 3600)
            _ = try await store.extendGoal(of: owner, goal.id)
            fixture.clock.advance(by: 60)
            _ = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
            fixture.clock.advance(by: 60)
            _ = try await store.writeReview(.free("Far"), of: owner, goal: goal.id)
            await browser.settled()
            #expect(await !browser.exists(".empty"))
            let rows = await browser.findAll(".events li .done").map(\.text)
            #expect(rows.count == 6)
            for (row, words) in zip(rows, words) { #expect(row.hasPrefix(words), "\(row)") }
            #expect(await Set(browser.findAll(".events b").map(\.text)) == ["<b>달리기</b>"])
            #expect(await Set(browser.findAll(".events a").map { $0["href"] }) == ["/goals/\(goal.id)"])
            #expect(await browser.findAll(".events .jewel").count == 1)
            // One day.
            #expect(await browser.findAll(".events h2").map(\.text) == [Strings(language: language).todayHeading])
        }
    }

    @Test func aSelectedEntryLeadsToItsGoal() async throws {
        try await open(goals: 1) { browser, _ async throws in
            let link = try await browser.find(".events a")
            try await browser.click(".events a")
            await browser.settled()
            #expect(await browser.location == link["href"])
        }
    }

    @Test func earlierEntriesComeByTheFootAndByAnAddress() async throws {
        try await open(goals: 45) { browser, fixture async throws in
            #expect(await browser.findAll(".events li").count == 20)
            let earlier = try await fixture.store.events(of: fixture.owner, before: nil, limit: 20, in: .utc).events[19]
                .id
            #expect(
                try await browser.find(".list-foot a")["href"] == "/timeline/performed?before=\(earlier.description)")
            try await browser.click(".list-foot a")
            await browser.settled()
            #expect(await browser.findAll(".events li").count == 40)
            try await browser.click(".list-foot a")
            await browser.settled()
            #expect(await browser.findAll(".events li").count == 45)
            #expect(await !browser.exists(".list-foot a"))
        }
        try await open(goals: 3, before: .moment(1, number: 1)) { browser, _ async throws in
            #expect(await browser.findAll(".events li").isEmpty)
            #expect(await browser.text(".empty h2") == "Nothing earlier")
            #expect(try await browser.find(".list-foot a")["href"] == "/timeline/performed")
        }
    }
}
