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
        _ language: Language = .english, _ segment: EventSegment = .performed, goals: Int = 0,
        before: EventCursor? = nil,
        _ test: (TestBrowser, StoreFixture) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        _ = try await fixture.store.addGoals((0..<goals).map { try .make("\($0)", .active) }, of: fixture.owner)
        var visit = Visit(path: "/timeline/\(segment.rawValue)", language: language.rawValue)
        visit.owner = fixture.owner.description
        let clock = fixture.clock.wallClock
        let screen: TestBrowser.MakeScreen = { visit in
            EventsScreen(
                store: fixture.store, owner: fixture.owner, strings: visit.strings(at: clock()), clock: clock,
                segment: segment, before: before,
                initial: try await segment.read(
                    from: fixture.store, of: fixture.owner, before: before, limit: visit.rowCount, in: .utc)
                    ?? TimelineSlice())
        }
        try await TestBrowser.open(visit: visit, screen: screen) { browser in try await test(browser, fixture) }
        #expect(fixture.feed.observerCount == 0 && !fixture.store.received.topics.hasObservers)
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

    @Test(arguments: [
        (
            Language.korean, "팔로우 소식", "아직 소식이 없어요", "@mina · ",
            ["목표를 공유했어요", "단계 2개 중 1개를 마쳤어요", "완료해서 ", "회고를 공유했어요"]
        ),
        (
            .english, "Following", "Nothing here yet", "@mina · ",
            ["Goal shared", "1 of 2 steps done", "Completed, earning a ", "Review shared"]
        ),
    ])
    func whatOthersShareComesAndGoesWhileThePageIsOpen(
        language: Language, heading: String, empty: String, who: String, words: [String]
    ) async throws {
        try await open(language, .received) { browser, fixture async throws in
            #expect(await browser.text("h1") == heading)
            #expect(await browser.text(".empty h2") == empty)
            let (store, other) = (fixture.store, fixture.stranger)
            try await fixture.follow(other, handle: "mina")
            let goal = try await fixture.addGoal("<b>달리기</b>", until: "2026-12-18", steps: ["비밀", "secret"], of: other)
            let changes: [() async throws -> Void] = [
                { _ = try await store.share(.goal, of: other, goal.id) },
                { _ = try await store.tick(goal.steps[0].id, isDone: true, of: other, goal.id) },
                { _ = try await store.tick(goal.steps[1].id, isDone: true, of: other, goal.id) },
                {
                    _ = try await store.writeReview(.free("Far"), of: other, goal: goal.id)
                    _ = try await store.share(.goalAndReview, of: other, goal.id)
                },
            ]
            for (change, words) in zip(changes, words) {
                try await change()
                await browser.advance(by: .seconds(1))
                await browser.settled()
                let rows = await browser.findAll(".events li .done").map(\.text)
                #expect(rows.count == 1 && rows[0].hasPrefix(who + words), "\(rows)")
            }
            #expect(await browser.findAll(".events b").map(\.text) == ["<b>달리기</b>"])
            #expect(await browser.findAll(".events a").map { $0["href"] } == ["/people/mina/\(goal.id)"])
            #expect(await browser.findAll(".events .jewel").count == 1)
            let page = await browser.html("main")
            #expect(!page.contains("비밀") && !page.contains("secret"))
            // A name has the handle behind it.
            try await fixture.accounts.set([.displayName(DisplayName("미나 <i>"))], of: other)
            await browser.advance(by: .seconds(1))
            await browser.settled()
            #expect(await browser.text(".events .done").hasPrefix("미나 <i> @mina · "))
            try await browser.click(".events a")
            await browser.settled()
            #expect(await browser.location == "/people/mina/\(goal.id)")
            _ = try await store.share(.nothing, of: other, goal.id)
            await browser.advance(by: .seconds(1))
            await browser.settled()
            #expect(await browser.findAll(".events li").isEmpty)
            #expect(await browser.text(".empty h2") == empty)
        }
    }

    /// The first change is shown at once, others that follow it within a second together.
    @Test func aPageOfWhatOthersDoReadsOnceASecondAtMost() async throws {
        try await open(.english, .received) { browser, fixture async throws in
            let (store, other) = (fixture.store, fixture.stranger)
            try await fixture.follow(other, handle: "mina")
            await browser.advance(by: .seconds(1))
            let goals = try await store.addGoals((0..<3).map { try .make("\($0)", .active) }, of: other)
            for (goal, shown) in zip(goals, [1, 1, 1]) {
                _ = try await store.share(.goal, of: other, goal)
                await browser.settled()
                #expect(await browser.findAll(".events li").count == shown)
            }
            await browser.advance(by: .seconds(1))
            await browser.settled()
            #expect(await browser.findAll(".events li").count == 3)
        }
    }
}
