import Foundation
import GRDB
import HindsightDomain
import Live
import LiveHTTP
import LiveSQLite
import LiveSite
import LiveTesting
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

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
        // Only an account of one's own follows others.
        visit.ownerName = segment == .received ? "" : nil
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
        #expect(fixture.feed.observerCount == 0 && !fixture.store.pages.timelines.hasObservers)
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
            #expect(
                await browser.findAll(".events a").map { $0["href"] } == ["/people/mina/\(goal.id)", "/people/mina"])
            #expect(await browser.findAll(".events .jewel").count == 1)
            let page = await browser.html("main")
            #expect(!page.contains("비밀") && !page.contains("secret"))
            // A name has the handle behind it.
            try await fixture.accounts.set([.displayName(DisplayName("미나 <i>"))], of: other)
            await browser.advance(by: .seconds(1))
            await browser.settled()
            #expect(await browser.text(".events .done").hasPrefix("미나 <i> @mina · "))
            try await browser.click(".events a[data-input=selection]")
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

    /// Shares goals of the stranger, whose page has the handle mina, with the owner, who follows them.
    private func share(_ goals: [GoalID], _ fixture: StoreFixture) async throws {
        for goal in goals {
            fixture.clock.advance(by: 60)
            _ = try await fixture.store.share(.goal, of: fixture.stranger, goal)
        }
    }

    @Test(arguments: [
        (Language.korean, "새 소식 1개", "새 소식 2개", "팔로우 소식"), (.english, "1 new", "2 new", "Following"),
    ])
    func newEntriesWaitWhileTheReaderIsFurtherDown(
        language: Language, one: String, two: String, heading: String
    ) async throws {
        try await open(language, .received) { browser, fixture async throws in
            let (store, other) = (fixture.store, fixture.stranger)
            try await fixture.follow(other, handle: "mina")
            let goals = try await store.addGoals((0..<23).map { try .make("\($0)", .active) }, of: other)
            try await share(Array(goals.prefix(20)), fixture)
            await browser.advance(by: .seconds(1))
            await browser.settled()
            #expect(await browser.findAll(".events li").count == 20)
            #expect(await browser.title == nil)
            try await browser.scroll(to: ".depth i")
            var waiting = [one, two].makeIterator()
            for goal in goals[20..<22] {
                try await share([goal], fixture)
                await browser.advance(by: .seconds(1))
                await browser.settled()
                #expect(await browser.findAll(".events b").map(\.text).first == "19")
                #expect(await browser.text(".waiting") == waiting.next())
            }
            #expect(await browser.title == Strings(language: language).title("(2) \(heading)"))
            // A goal that isn't shared any more is gone at once.
            _ = try await store.share(.nothing, of: other, goals[10])
            await browser.advance(by: .seconds(1))
            await browser.settled()
            #expect(
                await browser.findAll(".events b").map(\.text)
                    == ((0..<20).reversed().filter { $0 != 10 }).map(String.init))
            try await browser.click(".waiting button")
            await browser.settled()
            #expect(await browser.findAll(".events b").map(\.text).prefix(3) == ["21", "20", "19"])
            #expect(await browser.focused == "events")
            #expect(await browser.title == Strings(language: language).title(heading))
            #expect(await !browser.exists(".waiting button"))
            // The reader is at the top.
            try await browser.scroll(to: ".depth i")
            try await share([goals[22]], fixture)
            await browser.advance(by: .seconds(1))
            await browser.settled()
            #expect(await browser.findAll(".events b").map(\.text).first == "22")
            #expect(await !browser.exists(".waiting button"))
        }
    }

    @Test(arguments: [
        (Language.korean, "박수", "@me_myself 님이 박수를 보냈어요", " 님 등이 박수를 보냈어요"),
        (.english, "Applaud", "Applause from @me_myself", " and more"),
    ])
    func aGoalIsApplaudedInTheTimelineAndItsOwnerSeesItInTheirs(
        language: Language, button: String, seen: String, others: String
    ) async throws {
        try await open(language, .received) { browser, fixture async throws in
            let (store, other, owner) = (fixture.store, fixture.stranger, fixture.owner)
            try await fixture.follow(other, handle: "mina")
            let won = try await fixture.addCompleted(1, of: other)[0]
            let goal = try await fixture.addGoal("Run", until: "2026-12-18", steps: ["lap"], of: other)
            try await share([won, goal.id], fixture)
            await browser.advance(by: .seconds(1))
            await browser.settled()
            // Nobody could see whose applause it is.
            #expect(await browser.findAll(".events li").count == 2)
            #expect(await !browser.exists(".clap"))
            _ = try await store.setPage(handle: Handle("me_myself"), visibility: .followers, of: owner)
            await browser.advance(by: .seconds(1))
            await browser.settled()
            #expect(await browser.findAll(".clap").count == 1)
            #expect(await browser.text(".clap") == button)
            try await browser.click(".clap")
            await browser.settled()
            #expect(try await browser.find(".clap")["aria-pressed"] == "true")
            func own() async throws -> [Handle] {
                let events = try await store.events(of: other, before: nil, limit: 9, in: .utc).events
                return try #require(events.first { $0.kind == .completed }).applause
            }
            func words() async throws -> String? {
                Strings(language: language).applause(from: try await own(), naming: 3, isAll: false)
            }
            #expect(try await words() == seen)
            // Four at most are read.
            try await fixture.follow(6, by: other)
            try await fixture.database.writer.write { db in
                try db.execute(
                    sql: "INSERT INTO applause SELECT ?, ?, id FROM account WHERE handle LIKE 'h_\\_' ESCAPE '\\'",
                    arguments: [won, other])
            }
            _ = try await store.share(.nothing, of: other, goal.id)
            #expect(try await own().count == TimelineEvent.applauseLimit)
            #expect(try await words()?.contains(others) == true)
            try await browser.click(".clap")
            await browser.settled()
            #expect(try await browser.find(".clap")["aria-pressed"] == "false")
            let handle = try #require(Handle("me_myself"))
            #expect(try await !own().contains(handle))
            // What is pressed on the goal's page shows here.
            try await store.applaud(true, won, of: #require(Handle("mina")), by: owner)
            await browser.advance(by: .seconds(1))
            await browser.settled()
            #expect(try await browser.find(".clap")["aria-pressed"] == "true")
            // What isn't on the page can't be applauded.
            #expect(await !browser.exists(".alert"))
            try await browser.forge(input: "stopApplauding", value: "999")
            await browser.settled()
            #expect(await browser.exists(".alert"))
            #expect(try await browser.find(".clap")["aria-pressed"] == "true")
        }
    }
}
