import Foundation
import HindsightDomain
import Live
import LiveSQLite
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// Applause in every goal store.
@Suite(.timeLimit(.minutes(15))) struct ApplauseConformanceTests {
    private static let handle = "mina"

    /// A completed goal of the stranger's, whom the owner of the fixture follows. Its page is for everybody.
    private func withGoal(
        _ place: StorePlace, _ test: @Sendable (StoreFixture, GoalID, Handle) async throws -> Void
    ) async throws {
        try await withStore(place) { fixture in
            let handle = try #require(Handle(Self.handle))
            try await fixture.follow(fixture.stranger, handle: Self.handle)
            _ = try await fixture.store.setPage(handle: Handle("guest"), visibility: .followers, of: fixture.owner)
            _ = try await fixture.store.setPage(handle: handle, visibility: .everyone, of: fixture.stranger)
            let goal = try await fixture.store.addGoals([.completed("Run")], of: fixture.stranger)[0]
            _ = try await fixture.store.share(.goal, of: fixture.stranger, goal)
            try await test(fixture, goal, handle)
        }
    }

    /// The handles that the owner of the goal sees, on its page and in their timeline. Another process sees the same.
    private func applause(_ fixture: StoreFixture, _ goal: GoalID) async throws -> [String] {
        let other = SQLGoalStore(fixture.storage, clock: fixture.clock.wallClock)
        let found = try await fixture.store.goal(of: fixture.stranger, goal)
        #expect(try await other.goal(of: fixture.stranger, goal) == found)
        let events = try await fixture.store.events(of: fixture.stranger, before: nil, limit: 9, in: .utc).events
        #expect(try await other.events(of: fixture.stranger, before: nil, limit: 9, in: .utc).events == events)
        let applause = found?.completion?.applause ?? []
        #expect(events.allSatisfy { $0.applause.isEmpty || $0.kind == .completed && $0.goal == goal })
        // A goal that isn't completed any more has no such entry.
        #expect(Set(events.flatMap(\.applause)) == Set(applause))
        return applause.map(\.description)
    }

    @Test(arguments: StorePlace.allCases) func aFollowerApplaudsOnceAndTheOwnerIsTold(place: StorePlace) async throws {
        try await withGoal(place) { fixture, goal, handle in
            let (store, follower) = (fixture.store, fixture.owner)
            let changes = ChangeRecorder()
            let stop = store.observeChanges(of: fixture.stranger) { changes.notify($0) }
            defer { stop() }
            #expect(try await applause(fixture, goal) == [])
            let revision = try await store.readRevision(of: fixture.stranger)
            for isOn in [true, true, false, false, true] {
                try await store.applaud(isOn, goal, of: handle, by: follower)
                #expect(try await applause(fixture, goal) == (isOn ? ["guest"] : []))
                #expect(try await store.sharedGoal(goal, of: handle, for: follower)?.isApplauded == isOn)
            }
            // A second time is no change.
            #expect(changes.changes == [.goals([goal]), .goals([goal]), .goals([goal])])
            #expect(try await store.readRevision(of: fixture.stranger) == revision.map { $0 + 3 })
            // Nobody else can, or sees who does.
            let demo = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
                .signedIn.account
            for viewer in [nil, demo, fixture.stranger] {
                let shared = try #require(try await store.sharedGoal(goal, of: handle, for: viewer))
                #expect(shared.isApplauded == nil)
            }
            for other in [demo, fixture.stranger] {
                await expectStoreError(.notFound) { try await store.applaud(true, goal, of: handle, by: other) }
            }
        }
    }

    @Test(arguments: StorePlace.allCases) func onlyACompletedGoalOnThePageIsApplauded(place: StorePlace) async throws {
        try await withGoal(place) { fixture, goal, handle in
            let (store, owner, follower) = (fixture.store, fixture.stranger, fixture.owner)
            try await store.applaud(true, goal, of: handle, by: follower)
            let active = try await fixture.addGoal("Walk", until: "2026-12-18", steps: [], of: owner).id
            _ = try await store.share(.goal, of: owner, active)
            let secret = try await store.addGoals([.completed("Secret")], of: owner)[0]
            let own = try await store.addGoals([.completed("Own")], of: follower)[0]
            let gone = try await store.addGoals([.completed("Gone")], of: owner)[0]
            _ = try await store.share(.goal, of: owner, gone)
            try await store.deleteGoal(of: owner, gone)
            let seen = try #require(try await store.sharedGoal(active, of: handle, for: follower))
            #expect(seen.isApplauded == nil)
            for other in [active, secret, own, gone, GoalID(9999)] {
                await expectStoreError(.notFound) { try await store.applaud(true, other, of: handle, by: follower) }
            }
            let nobody = try #require(Handle("nobody"))
            await expectStoreError(.notFound) { try await store.applaud(true, goal, of: nobody, by: follower) }
            // A hidden goal has no applause, until it is shared again.
            _ = try await store.share(.nothing, of: owner, goal)
            #expect(try await applause(fixture, goal) == [])
            await expectStoreError(.notFound) { try await store.applaud(false, goal, of: handle, by: follower) }
            _ = try await store.share(.goal, of: owner, goal)
            #expect(try await applause(fixture, goal) == ["guest"])
        }
    }

    @Test(arguments: StorePlace.allCases) func applauseIsOfThoseWhoFollow(place: StorePlace) async throws {
        try await withGoal(place) { fixture, goal, handle in
            let (store, owner, follower) = (fixture.store, fixture.stranger, fixture.owner)
            try await store.applaud(true, goal, of: handle, by: follower)
            let follow = try #require(try await store.connections(of: owner, limit: 1)?.followers.first).id
            // A kept page of the goal is another one after each change.
            var revision = try #require(try await store.readRevision(of: owner))
            func isCounted() async throws -> Bool {
                let former = revision
                revision = try #require(try await store.readRevision(of: owner))
                return revision > former
            }
            for (end, account) in [
                (ConnectionChange.unfollow(follow), follower), (.remove(follow), owner), (.block(follow), owner),
            ] {
                try await store.change(end, of: account)
                #expect(try await applause(fixture, goal) == [], "\(end)")
                #expect(try await isCounted(), "\(end)")
                await expectStoreError(.notFound) { try await store.applaud(true, goal, of: handle, by: follower) }
                try await store.change(.restore(follow), of: account)
                #expect(try await applause(fixture, goal) == ["guest"], "\(end)")
            }
            // Without a handle, nobody could see who applauds.
            fixture.clock.advance(by: 8 * 86_400)
            _ = try await store.setPage(handle: nil, visibility: .followers, of: follower)
            #expect(try await applause(fixture, goal) == [])
            #expect(try await isCounted())
            let nameless = try #require(try await store.sharedGoal(goal, of: handle, for: follower))
            #expect(nameless.isApplauded == nil)
            await expectStoreError(.notFound) { try await store.applaud(false, goal, of: handle, by: follower) }
            // One that is taken with an invitation counts, too.
            let other = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
                .signedIn.account
            _ = try await fixture.accounts.createAccount(.make("o@example.org", demo: other), SessionStart())
            _ = try await store.setPage(handle: Handle("other"), visibility: .followers, of: other)
            _ = try await store.invite(by: other)
            let token = try #require(try await store.connections(of: other, limit: 1)?.invitations.first).token
            #expect(try await store.answer(token, .accept(Handle("guest_2")), by: follower) == .done)
            #expect(try await applause(fixture, goal) == ["guest_2"])
            #expect(try await isCounted())
            // Handles are those of today.
            fixture.clock.advance(by: 8 * 86_400)
            _ = try await store.setPage(handle: Handle("jun"), visibility: .followers, of: follower)
            #expect(try await applause(fixture, goal) == ["jun"])
            #expect(try await isCounted())
            _ = try await fixture.accounts.deleteAccount(follower, SessionStart())
            #expect(try await applause(fixture, goal) == [])
            #expect(try await isCounted())
            _ = try await fixture.accounts.purgeExpired()
            #expect(try await fixture.rowCount("applause") == 0)
        }
    }

    @Test(arguments: StorePlace.allCases) func applauseGoesWithAConnectionThatEndedForGood(place: StorePlace)
        async throws
    {
        try await withGoal(place) { fixture, goal, handle in
            let (store, owner, follower) = (fixture.store, fixture.stranger, fixture.owner)
            try await store.applaud(true, goal, of: handle, by: follower)
            let follow = try #require(try await store.connections(of: owner, limit: 1)?.followers.first).id
            try await store.change(.unfollow(follow), of: follower)
            _ = try await store.purgeDeleted()
            #expect(try await fixture.rowCount("applause") == 1)
            fixture.clock.advance(by: 600)
            _ = try await store.purgeDeleted()
            #expect(try await fixture.rowCount("applause") == 0)
            #expect(try await fixture.rowCount("follow") == 0)
        }
    }

    @Test(arguments: StorePlace.allCases) func aGoalThatIsCompletedAnewIsApplaudedAnew(place: StorePlace) async throws {
        try await withGoal(place) { fixture, _, handle in
            let (store, owner, follower) = (fixture.store, fixture.stranger, fixture.owner)
            let goal = try await fixture.addGoal("Walk", until: "2026-12-18", steps: [], of: owner).id
            _ = try await store.share(.goal, of: owner, goal)
            for _ in 0..<2 {
                _ = try await store.finishGoal(of: owner, goal, on: nil)
                #expect(try await applause(fixture, goal) == [])
                try await store.applaud(true, goal, of: handle, by: follower)
                #expect(try await applause(fixture, goal) == ["guest"])
                _ = try await store.undoCompletion(of: owner, goal)
                #expect(try await fixture.rowCount("applause") == 0)
            }
            // It goes with its goal.
            _ = try await store.finishGoal(of: owner, goal, on: nil)
            try await store.applaud(true, goal, of: handle, by: follower)
            try await store.deleteGoal(of: owner, goal)
            fixture.clock.advance(by: 3600)
            _ = try await store.purgeDeleted()
            #expect(try await fixture.rowCount("applause") == 0)
        }
    }
}
