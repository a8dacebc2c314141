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

@Suite(.timeLimit(.minutes(15))) struct PersonScreenTests {
    /// A page that everybody sees, opened by a visitor who isn't signed in.
    private func open(
        _ language: Language = .english, goals: Int = 0, after: Int? = nil,
        _ test: (TestBrowser, StoreFixture, FaultyGoalStore) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let faulty = FaultyGoalStore(fixture.store)
        guard
            case .created = try await fixture.accounts.createAccount(
                .make("mina@example.org", demo: fixture.owner), SessionStart())
        else { throw TestFailure("There is no account") }
        let handle = try #require(Handle("mina"))
        _ = try await fixture.store.setPage(handle: handle, visibility: .everyone, of: fixture.owner)
        let ids = try await fixture.addCompleted(goals)
        for id in ids { _ = try await fixture.store.share(.goal, of: fixture.owner, id) }
        var visit = Visit(path: "/people/mina", language: language.rawValue)
        visit.isGuest = true
        let screen: TestBrowser.MakeScreen = { visit in
            var last: SharedGoalCursor?
            if let after { last = SharedGoalCursor("2026-09-21.\(ids[after])") }
            return PersonScreen(
                store: faulty, viewer: nil, strings: visit.strings(at: fixture.clock.now), after: last,
                initial: try #require(try await fixture.store.page(handle, for: nil, after: last, limit: 20)))
        }
        try await TestBrowser.open(visit: visit, screen: screen) { browser in try await test(browser, fixture, faulty) }
        #expect(fixture.feed.observerCount == 0)
    }

    @Test(arguments: [
        (Language.korean, "아직 공유한 목표가 없어요", "더 이상 볼 수 없어요."),
        (.english, "No goals here yet", "This is no longer shared."),
    ])
    func whatIsSharedComesAndGoesWhileThePageIsOpen(language: Language, empty: String, gone: String) async throws {
        try await open(language) { browser, fixture, _ async throws in
            let (store, owner) = (fixture.store, fixture.owner)
            #expect(await browser.text("h1") == "@mina")
            #expect(await browser.text(".empty h2") == empty)
            let goal = try await fixture.addGoal("<b>Run</b>", until: "2026-12-18", steps: ["secret step"])
            await browser.advance(by: .seconds(1))
            #expect(await browser.text(".empty h2") == empty)
            _ = try await store.share(.goal, of: owner, goal.id)
            await browser.advance(by: .seconds(1))
            #expect(await browser.findAll(".active-goals h2").map(\.text) == ["<b>Run</b>"])
            #expect(await browser.findAll(".person .jewel").isEmpty)
            #expect(await !browser.exists(".empty"))
            _ = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
            await browser.advance(by: .seconds(1))
            #expect(await browser.findAll(".active-goals h2").isEmpty)
            #expect(await browser.findAll("ol .jewel").count == 1)
            #expect(await browser.findAll(".person .jewel").count == 1)
            #expect(await !browser.text("main").contains("secret step"))
            _ = try await store.setPage(handle: Handle("mina"), visibility: .followers, of: owner)
            await browser.advance(by: .seconds(1))
            #expect(await browser.text(".gone strong") == gone)
            #expect(await !browser.text("main").contains("Run"))
        }
    }

    @Test func earlierGoalsComeByTheFootAndByAnAddress() async throws {
        try await open(goals: 45) { browser, _, _ async throws in
            #expect(await browser.findAll("ol li").count == 20)
            let link = try await browser.find(".list-foot a")["href"]
            #expect(link?.hasPrefix("/people/mina?after=") == true)
            for count in [40, 45] {
                try await browser.click(".list-foot a")
                await browser.settled()
                #expect(await browser.findAll("ol li").count == count)
            }
            #expect(await !browser.exists(".list-foot a"))
        }
        try await open(goals: 3, after: 2) { browser, _, _ async throws in
            #expect(await browser.findAll("ol li").count == 2)
            #expect(try await browser.find(".list-foot a")["href"] == "/people/mina")
        }
        try await open(goals: 1, after: 0) { browser, _, _ async throws in
            #expect(await browser.text(".empty h2") == "Nothing earlier")
        }
    }

    /// What is hidden between the reading of a page and its subscription to changes is not shown.
    @Test func aPageReadsOnceMoreWhenItBeginsToListen() async throws {
        try await open(goals: 1) { browser, fixture, faulty async throws in
            let asked = faulty.calls.count { $0 == .page }
            #expect(asked == 1)
            #expect(await browser.findAll("ol li").count == 1)
        }
    }

    /// Each change would be read for all who look.
    @Test func aPageIsReadOnceASecondAtMost() async throws {
        try await open { browser, fixture, faulty async throws in
            let ids = try await fixture.addCompleted(5)
            // What has been told by now is read before the time goes on.
            await browser.settled()
            await browser.advance(by: .seconds(2))
            let before = faulty.calls.count { $0 == .page }
            for id in ids {
                _ = try await fixture.store.share(.goal, of: fixture.owner, id)
                await browser.settled()
            }
            #expect(faulty.calls.count { $0 == .page } == before + 1)
            #expect(await browser.findAll("ol li").count == 1)
            await browser.advance(by: .seconds(1))
            #expect(faulty.calls.count { $0 == .page } == before + 2)
            #expect(await browser.findAll("ol li").count == 5)
        }
    }

    @Test func aPageThatCantBeReadSaysSoAndCanBeReadAgain() async throws {
        try await open(goals: 1) { browser, fixture, faulty async throws in
            faulty.fail(.page)
            _ = try await fixture.store.setPage(handle: Handle("mina"), visibility: .followers, of: fixture.owner)
            await browser.settled()
            #expect(await browser.text(".alert p") == "The goals could not be loaded. Please try again in a moment.")
            faulty.mend()
            try await browser.click(".alert button")
            await browser.settled()
            #expect(await browser.exists(".gone"))
        }
    }

    @Test func aSharedGoalComesAndGoesWithItsReviewWhileItIsOpen() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let (store, owner) = (fixture.store, fixture.owner)
        guard
            case .created = try await fixture.accounts.createAccount(
                .make("mina@example.org", demo: owner), SessionStart())
        else { throw TestFailure("There is no account") }
        let handle = try #require(Handle("mina"))
        _ = try await store.setPage(handle: handle, visibility: .everyone, of: owner)
        let goal = try await fixture.addCompleted(1)[0]
        _ = try await store.writeReview(.free("Far"), of: owner, goal: goal)
        _ = try await store.share(.goal, of: owner, goal)
        let shared = try #require(try await store.sharedGoal(goal, of: handle, for: nil))
        let faulty = FaultyGoalStore(store)
        var visit = Visit(path: Routes.sharedGoal.path(handle, goal), language: "en")
        visit.isGuest = true
        let screen: TestBrowser.MakeScreen = { visit in
            SharedGoalScreen(
                store: faulty, viewer: nil, strings: visit.strings(at: fixture.clock.now), initial: shared)
        }
        try await TestBrowser.open(visit: visit, screen: screen) { browser async throws in
            #expect(await browser.text("h1") == "Goal 0")
            #expect(await !browser.exists(".answer"))
            // Another goal is no reason to read this one.
            await browser.advance(by: .seconds(1))
            let before = faulty.calls.count { $0 == .sharedGoal }
            _ = try await fixture.addGoal("Other", until: "2026-12-18", steps: ["a"])
            await browser.advance(by: .seconds(1))
            #expect(faulty.calls.count { $0 == .sharedGoal } == before)
            _ = try await store.share(.goalAndReview, of: owner, goal)
            await browser.advance(by: .seconds(1))
            #expect(await browser.text(".answer") == "Far")
            // Somebody else's review, without the times at which it was written.
            #expect(await browser.findAll(".answers h2").map(\.text) == ["Review"])
            #expect(await !browser.exists(".review-times"))
            _ = try await store.deleteReview(of: owner, goal: goal)
            await browser.advance(by: .seconds(1))
            #expect(await !browser.exists(".answer"))
            _ = try await store.restoreReview(of: owner, goal: goal)
            try await store.deleteGoal(of: owner, goal)
            await browser.advance(by: .seconds(1))
            #expect(await browser.text(".gone strong") == "This is no longer shared.")
            #expect(await browser.title?.hasPrefix("@mina") == true)
            _ = try await store.restoreGoal(of: owner, goal)
            await browser.advance(by: .seconds(1))
            #expect(await browser.text(".answer") == "Far")
            _ = try await fixture.accounts.deleteAccount(owner, SessionStart())
            await browser.advance(by: .seconds(1))
            #expect(await browser.exists(".gone"))
            #expect(await !browser.text("main").contains("Goal 0"))
        }
        #expect(fixture.feed.observerCount == 0)
    }

    @Test(arguments: [
        (Language.korean, "박수 보내기", "박수를 보냈어요", "@guest 님이 박수를 보냈어요"),
        (.english, "Applaud", "Applauded", "Applause from @guest"),
    ])
    func aFollowerApplaudsAndTakesItBackAndTheOwnerSeesBoth(
        language: Language, button: String, done: String, seen: String
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let faulty = FaultyGoalStore(fixture.store)
        let (owner, follower, clock) = (fixture.stranger, fixture.owner, fixture.clock.wallClock)
        try await fixture.follow(owner, handle: "mina")
        let handle = try #require(Handle("mina"))
        _ = try await fixture.store.setPage(handle: Handle("guest"), visibility: .followers, of: follower)
        let goal = try await fixture.addCompleted(1, of: owner)[0]
        _ = try await fixture.store.share(.goal, of: owner, goal)
        var visit = Visit(path: Routes.sharedGoal.path(handle, goal), language: language.rawValue)
        visit.owner = follower.description
        let screen: TestBrowser.MakeScreen = { visit in
            SharedGoalScreen(
                store: faulty, viewer: follower, strings: visit.strings(at: clock()),
                initial: try #require(try await fixture.store.sharedGoal(goal, of: handle, for: follower)))
        }
        var ownVisit = Visit(path: Routes.goal.path(goal), language: language.rawValue)
        ownVisit.owner = owner.description
        let ownScreen: TestBrowser.MakeScreen = { visit in
            GoalDetailScreen(
                store: fixture.store, owner: owner, strings: visit.strings(at: clock()), clock: clock, id: goal,
                initial: try await fixture.store.goal(of: owner, goal))
        }
        try await TestBrowser.open(visit: ownVisit, screen: ownScreen) { own async throws in
            try await TestBrowser.open(visit: visit, screen: screen) { browser async throws in
                await own.settled()
                #expect(await !own.exists(".applause"))
                #expect(await browser.text("#applaud") == button)
                try await browser.click("#applaud")
                await browser.settled()
                await own.settled()
                #expect(await browser.text(".applause").hasPrefix(done))
                #expect(await own.text(".applause") == seen)
                // A failure leaves it as it is.
                faulty.fail(.applaud)
                try await browser.click("#applaud")
                await browser.settled()
                #expect(await browser.exists(".alert"))
                #expect(await browser.exists(".applause"))
                faulty.mend()
                try await browser.click("#applaud")
                await browser.settled()
                await own.settled()
                #expect(await browser.text("#applaud") == button)
                #expect(await !own.exists(".applause"))
            }
        }
        #expect(fixture.feed.observerCount == 0)
    }

    @Test func applauseOfManyIsNamedInPart() throws {
        let handles = try (1...12).map { try #require(Handle("guest_\($0)")) }
        let (korean, english) = (Strings(language: .korean), Strings(language: .english))
        #expect(english.applause(from: []) == nil)
        #expect(english.applause(from: Array(handles.prefix(2))) == "Applause from @guest_1, @guest_2")
        #expect(english.applause(from: handles)?.hasSuffix("@guest_9, @guest_10 and 2 more") == true)
        #expect(korean.applause(from: handles)?.hasSuffix("@guest_10 님 외 2명이 박수를 보냈어요") == true)
    }
}
