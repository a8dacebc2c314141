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
        _ = try await fixture.store.setPage(handle: handle, isPublic: true, of: fixture.owner)
        let ids = try await fixture.addCompleted(goals)
        for id in ids { _ = try await fixture.store.share(.goal, of: fixture.owner, id) }
        var visit = Visit(path: "/people/mina", language: language.rawValue)
        visit.isGuest = true
        let screen: TestBrowser.MakeScreen = { visit in
            let last = after.map { ids[$0] }
            return PersonScreen(
                store: faulty, viewer: nil, strings: visit.strings(at: fixture.clock.now), after: last,
                initial: try #require(try await fixture.store.page(handle, for: nil, after: last, limit: 20)))
        }
        try await TestBrowser.open(visit: visit, screen: screen) { browser in try await test(browser, fixture, faulty) }
        #expect(fixture.feed.observerCount == 0)
    }

    @Test(arguments: [
        (Language.korean, "아직 공유한 목표가 없어요", "더 이상 공유하지 않는 페이지예요."),
        (.english, "No goals here yet", "This is no longer shared."),
    ])
    func whatIsSharedComesAndGoesWhileThePageIsOpen(language: Language, empty: String, gone: String) async throws {
        try await open(language) { browser, fixture, _ async throws in
            let (store, owner) = (fixture.store, fixture.owner)
            #expect(await browser.text("h1") == "@mina")
            #expect(await browser.text(".empty h2") == empty)
            let goal = try await fixture.addGoal("<b>Run</b>", until: "2026-12-18", steps: ["secret step"])
            await browser.settled()
            #expect(await browser.text(".empty h2") == empty)
            _ = try await store.share(.goal, of: owner, goal.id)
            await browser.settled()
            #expect(await browser.findAll(".active-goals h2").map(\.text) == ["<b>Run</b>"])
            #expect(await !browser.exists(".empty"))
            _ = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
            await browser.settled()
            #expect(await browser.findAll(".active-goals h2").isEmpty)
            #expect(await browser.findAll("ol .jewel").count == 1)
            #expect(await !browser.text("main").contains("secret step"))
            _ = try await store.setPage(handle: Handle("mina"), isPublic: false, of: owner)
            await browser.settled()
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
    }

    @Test func aPageThatCantBeReadSaysSoAndCanBeReadAgain() async throws {
        try await open(goals: 1) { browser, fixture, faulty async throws in
            faulty.fail(.page)
            _ = try await fixture.store.setPage(handle: Handle("mina"), isPublic: false, of: fixture.owner)
            await browser.settled()
            #expect(await browser.text(".alert p") == "The goals could not be loaded. Please try again in a moment.")
            faulty.mend()
            try await browser.click(".alert button")
            await browser.settled()
            #expect(await browser.exists(".gone"))
        }
    }
}
