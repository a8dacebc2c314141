import Foundation
import HindsightDomain
import Live
import LiveSQLite
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every store shows of somebody's goals to others.
@Suite(.timeLimit(.minutes(15))) struct PeopleConformanceTests {
    /// Who looks at a page.
    private enum Viewer: String, CaseIterable {
        /// Invited, without an answer so far; and with a connection that has ended, in each way.
        case owner, follower, pending, declined, unfollowed, removed, blocked, unblocked, stranger, demo, visitor

        /// Whether the viewer sees the page.
        func sees(_ visibility: PageVisibility) -> Bool {
            switch self {
            case .owner, .follower: true
            case .blocked: false
            default: visibility == .everyone
            }
        }
    }

    /// A goal, and what was done with it.
    private enum Subject: String, CaseIterable {
        case neverShared, active, completed, withReview, reviewAlone, unshared, deleted, paused, reviewRewritten, sample

        /// Whether it is on the page.
        var isShown: Bool { [.active, .completed, .withReview, .reviewRewritten].contains(self) }
        /// Whether its review can be read there.
        var showsReview: Bool { self == .withReview }
    }

    /// Makes an account of the owner, who was in a demo.
    private func signUp(_ fixture: StoreFixture, _ demo: AccountID? = nil, _ email: String = "mina@example.org")
        async throws
    {
        let account = try NewAccount.make(email, demo: demo ?? fixture.owner)
        guard case .created = try await fixture.accounts.createAccount(account, SessionStart()) else {
            throw TestFailure("There is no account")
        }
    }

    private func make(
        _ subject: Subject, _ fixture: StoreFixture, of account: AccountID? = nil
    ) async throws -> GoalID {
        let (store, owner) = (fixture.store, account ?? fixture.owner)
        let title = subject.rawValue
        switch subject {
        case .neverShared, .active, .unshared, .deleted, .paused:
            let goal = try await fixture.addGoal(title, until: "2026-12-18", steps: ["a", "b"], of: owner).id
            if subject == .neverShared { return goal }
            _ = try await store.share(.goal, of: owner, goal)
            switch subject {
            case .unshared: _ = try await store.share(.nothing, of: owner, goal)
            case .deleted: try await store.deleteGoal(of: owner, goal)
            case .paused: _ = try await store.pauseGoal(of: owner, goal)
            default: break
            }
            return goal
        case .completed, .withReview, .reviewRewritten:
            let goal = try await store.addGoals([.completed(title)], of: owner)[0]
            _ = try await store.writeReview(.free("secret of \(title)"), of: owner, goal: goal)
            _ = try await store.share(subject == .completed ? .goal : .goalAndReview, of: owner, goal)
            if subject == .reviewRewritten {
                _ = try await store.deleteReview(of: owner, goal: goal)
                _ = try await store.writeReview(.free("secret of another"), of: owner, goal: goal)
            }
            return goal
        case .reviewAlone:
            // A review can't be shared without its goal: this hides both.
            let goal = try await store.addGoals([.completed(title)], of: owner)[0]
            _ = try await store.writeReview(.free("secret of \(title)"), of: owner, goal: goal)
            _ = try await store.share(.goalAndReview, of: owner, goal)
            _ = try await store.share(.nothing, of: owner, goal)
            return goal
        case .sample: return try await store.goals(of: owner, in: .active, after: nil, limit: 1).goals[0].id
        }
    }

    /// Makes the account of a viewer; nil for one who has none.
    private func make(_ viewer: Viewer, of owner: AccountID, _ fixture: StoreFixture) async throws -> AccountID? {
        if viewer == .owner { return owner }
        if viewer == .visitor { return nil }
        let account = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
            .signedIn.account
        if viewer == .demo { return account }
        try await signUp(fixture, account, "\(viewer)@example.org")
        if viewer == .stranger { return account }
        let store = fixture.store
        #expect(try await store.invite(by: owner) == .made)
        let token = try #require(try await store.connections(of: owner, limit: 1)?.invitations.first).token
        #expect(try await store.invitation(token, for: account)?.state == .open)
        switch viewer {
        case .pending: return account
        case .declined: #expect(try await store.answer(token, .decline, by: account) == .done)
        default:
            #expect(try await store.answer(token, .accept(Handle(viewer.rawValue)), by: account) == .done)
            let connections = try #require(try await store.connections(of: owner, limit: 10))
            let follow = try #require(connections.followers.first { $0.handle?.description == viewer.rawValue }).id
            switch viewer {
            case .unfollowed: try await store.change(.unfollow(follow), of: account)
            case .removed: try await store.change(.remove(follow), of: owner)
            case .blocked: try await store.change(.block(follow), of: owner)
            case .unblocked:
                for change in [ConnectionChange.block(follow), .unblock(follow)] {
                    try await store.change(change, of: owner)
                }
            default: break
            }
        }
        return account
    }

    @Test(arguments: StorePlace.allCases, PageVisibility.allCases)
    func aGoalIsSeenByThoseItIsSharedWithAndNobodyElse(place: StorePlace, visibility: PageVisibility) async throws {
        try await withStore(place) { fixture in
            let store = fixture.store
            // The demo's samples stay in the account.
            let demo = try await fixture.accounts.createDemoAccount(
                goals: [.make("sample", .active)], language: nil, timeZone: nil
            ).signedIn.account
            try await signUp(fixture, demo)
            try await signUp(fixture, fixture.stranger, "else@example.org")
            let handle = try #require(Handle("mina"))
            #expect(try await store.setPage(handle: handle, visibility: visibility, of: demo) == .changed)
            var goals: [Subject: GoalID] = [:]
            for subject in [Subject.sample] + Subject.allCases.filter({ $0 != .sample }) {
                goals[subject] = try await make(subject, fixture, of: demo)
                if subject == .sample {
                    #expect(try await store.share(.goal, of: demo, #require(goals[subject])).sharedPart == .nothing)
                }
            }
            for viewer in Viewer.allCases {
                let account = try await make(viewer, of: demo, fixture)
                let isSeen = viewer.sees(visibility)
                // The second answer is of what is kept in memory.
                for _ in 0..<2 {
                    let page = try await store.page(handle, for: account, after: nil, limit: 100)
                    #expect((page != nil) == isSeen, "\(viewer)")
                    let shown = page.map { $0.active + $0.completed } ?? []
                    for subject in Subject.allCases {
                        let goal = try #require(goals[subject])
                        let row = shown.first { $0.id == goal }
                        let shared = try await store.sharedGoal(goal, of: handle, for: account)
                        #expect((row != nil) == (isSeen && subject.isShown), "\(viewer) \(subject)")
                        #expect((shared != nil) == (isSeen && subject.isShown), "\(viewer) \(subject)")
                        #expect(row?.hasReview ?? false == (isSeen && subject.showsReview), "\(viewer) \(subject)")
                        #expect(
                            (shared?.review != nil) == (isSeen && subject.showsReview), "\(viewer) \(subject)")
                    }
                    #expect(page.map { $0.person.visibility == visibility } ?? true)
                    // The timeline of a follower has what the page has, and nobody else's has any of it.
                    guard let account else { continue }
                    let received = try await store.receivedEvents(by: account, before: nil, limit: 100)
                    #expect((received == nil) == (viewer == .demo))
                    let events = received?.events ?? []
                    #expect(
                        Set(events.map(\.goal)) == (viewer == .follower ? Set(shown.map(\.id)) : []), "\(viewer)")
                    #expect(events.allSatisfy { $0.person == page?.person })
                    for event in events {
                        let hasReview = event.goal == goals[.withReview]
                        #expect((event.kind == .reviewed) == hasReview, "\(event.title)")
                        #expect(event.isApplauded == (event.jewel == nil ? nil : false), "\(event.title)")
                    }
                }
            }
            // Neither by another handle, nor as a goal of somebody else.
            let stranger = try #require(Handle("else"))
            #expect(try await store.setPage(handle: stranger, visibility: .everyone, of: fixture.stranger) == .changed)
            for goal in goals.values {
                #expect(try await store.sharedGoal(goal, of: stranger, for: nil) == nil)
                await expectStoreError(.notFound) { try await store.share(.nothing, of: fixture.stranger, goal) }
            }
        }
    }

    @Test(arguments: StorePlace.allCases) func aDeletedReviewThatIsRestoredIsSharedAsBefore(place: StorePlace)
        async throws
    {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            try await signUp(fixture)
            let handle = try #require(Handle("mina"))
            _ = try await store.setPage(handle: handle, visibility: .everyone, of: owner)
            let goal = try await make(.withReview, fixture)
            _ = try await store.deleteReview(of: owner, goal: goal)
            #expect(try await store.sharedGoal(goal, of: handle, for: nil)?.review == nil)
            _ = try await store.restoreReview(of: owner, goal: goal)
            #expect(
                try await store.sharedGoal(goal, of: handle, for: nil)?.review?.content == .free("secret of withReview")
            )
            #expect(try await store.goal(of: owner, goal)?.sharedPart == .goalAndReview)
        }
    }

    @Test(arguments: StorePlace.allCases) func goalsComeInSlicesTheLatestFirst(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            try await signUp(fixture)
            let handle = try #require(Handle("mina"))
            _ = try await store.setPage(handle: handle, visibility: .everyone, of: owner)
            var expected: [GoalID] = []
            for number in 0..<7 {
                let goal = try await fixture.addGoal("\(number)", until: "2026-12-18", steps: ["a"])
                _ = try await store.share(.goal, of: owner, goal.id)
                // Two on each day.
                if number.isMultiple(of: 2) { fixture.clock.advance(by: 86_400) }
                _ = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
                expected.insert(goal.id, at: 0)
            }
            let active = try await fixture.addGoal("active", until: "2026-12-18", steps: [])
            _ = try await store.share(.goal, of: owner, active.id)
            var (read, last, parts): ([GoalID], SharedGoalCursor?, Int) = ([], nil, 0)
            repeat {
                let page = try #require(try await store.page(handle, for: nil, after: last, limit: 3))
                // They are on the first slice alone.
                #expect(page.active.map(\.id) == (last == nil ? [active.id] : []))
                read += page.completed.map(\.id)
                last = page.hasMore ? SharedGoalCursor(page.completed.last) : nil
                parts += 1
            } while last != nil
            #expect(read == expected && parts == 3)
            // A goal that was hidden or deleted meanwhile still marks its place.
            let place = SharedGoalCursor(try await store.page(handle, for: nil, after: nil, limit: 3)?.completed.last)
            for remove in [
                { _ = try await store.share(.nothing, of: owner, $0) }, { try await store.deleteGoal(of: owner, $0) },
            ]
                as [(GoalID) async throws -> Void]
            {
                try await remove(expected[2])
                let rest = try await store.page(handle, for: nil, after: place, limit: 10)
                #expect(rest?.completed.map(\.id) == Array(expected[3...]))
            }
        }
    }

    @Test(arguments: StorePlace.allCases) func aHandleIsOnesOwnAndAFormerOneIsNobodysForAWhile(place: StorePlace)
        async throws
    {
        try await withStore(place) { fixture in
            let (store, owner, stranger) = (fixture.store, fixture.owner, fixture.stranger)
            let (first, second, third) = (Handle("mina"), Handle("mina_2"), Handle("mina_3"))
            // A demo has no page.
            #expect(try await store.ownPage(of: owner) == nil)
            await expectStoreError(.notFound) {
                try await store.setPage(handle: first, visibility: .everyone, of: owner)
            }
            try await signUp(fixture)
            try await signUp(fixture, stranger, "stranger@example.org")
            #expect(try await store.ownPage(of: owner) == OwnPage())
            #expect(try await store.setPage(handle: first, visibility: .followers, of: owner) == .changed)
            #expect(try await store.setPage(handle: first, visibility: .everyone, of: stranger) == .taken)
            // The first one can be corrected at once, the next one after a week.
            #expect(try await store.setPage(handle: second, visibility: .everyone, of: owner) == .changed)
            let changed = fixture.clock.now
            #expect(try await store.page(#require(first), for: owner, after: nil, limit: 1) == nil)
            fixture.clock.advance(by: 86_400)
            let end = changed.addingTimeInterval(7 * 86_400)
            #expect(try await store.setPage(handle: third, visibility: .everyone, of: owner) == .tooSoon(until: end))
            #expect(try await store.setPage(handle: nil, visibility: .followers, of: owner) == .tooSoon(until: end))
            // Who sees it can be changed at any time.
            #expect(try await store.setPage(handle: second, visibility: .followers, of: owner) == .changed)
            fixture.clock.advance(by: 6 * 86_400)
            #expect(try await store.setPage(handle: third, visibility: .everyone, of: owner) == .changed)
            #expect(try await store.ownPage(of: owner) == OwnPage(handle: third, visibility: .everyone))
            // A former one can be taken back, and by nobody else for 90 days.
            #expect(try await store.setPage(handle: second, visibility: .everyone, of: stranger) == .taken)
            fixture.clock.advance(by: 7 * 86_400)
            #expect(try await store.setPage(handle: second, visibility: .everyone, of: owner) == .changed)
            fixture.clock.advance(by: 7 * 86_400)
            #expect(try await store.setPage(handle: nil, visibility: .followers, of: owner) == .changed)
            #expect(try await store.ownPage(of: owner) == OwnPage())
            fixture.clock.advance(by: 90 * 86_400 - 1)
            _ = try await store.purgeDeleted()
            #expect(try await store.setPage(handle: second, visibility: .everyone, of: stranger) == .taken)
            fixture.clock.advance(by: 1)
            _ = try await store.purgeDeleted()
            #expect(try await store.setPage(handle: second, visibility: .everyone, of: stranger) == .changed)
        }
    }

    @Test(arguments: StorePlace.allCases) func theHandleOfAnAccountThatIsGoneIsNobodys(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner, stranger) = (fixture.store, fixture.owner, fixture.stranger)
            try await signUp(fixture)
            try await signUp(fixture, stranger, "stranger@example.org")
            let handle = try #require(Handle("mina"))
            _ = try await store.setPage(handle: handle, visibility: .everyone, of: owner)
            let goal = try await make(.withReview, fixture)
            let changes = ChangeRecorder()
            let stop = store.observeChanges(of: owner) { changes.notify($0) }
            defer { stop() }
            _ = try await fixture.accounts.deleteAccount(owner, SessionStart())
            // Before its rows are removed, too.
            #expect(try await store.page(handle, for: nil, after: nil, limit: 1) == nil)
            #expect(try await store.sharedGoal(goal, of: handle, for: nil) == nil)
            #expect(changes.changes == [.all])
            #expect(try await store.setPage(handle: handle, visibility: .everyone, of: stranger) == .taken)
            _ = try await fixture.accounts.purgeExpired()
            #expect(try await store.setPage(handle: handle, visibility: .everyone, of: stranger) == .taken)
        }
    }

    @Test(arguments: StorePlace.allCases) func openPagesAreToldWhatIsSharedAndWhatIsHidden(place: StorePlace)
        async throws
    {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            try await signUp(fixture)
            let handle = try #require(Handle("mina"))
            let goal = try await fixture.addGoal("Run", until: "2026-12-18", steps: []).id
            let changes = ChangeRecorder()
            let stop = store.observeChanges(of: owner) { changes.notify($0) }
            defer { stop() }
            for isPublic in [true, false] {
                _ = try await store.setPage(handle: handle, visibility: isPublic ? .everyone : .followers, of: owner)
            }
            // The name on the page.
            try await fixture.accounts.set([.displayName(DisplayName("Mina"))], of: owner)
            #expect(try await store.page(handle, for: owner, after: nil, limit: 1)?.person.name == "Mina")
            #expect(changes.changes == [.all, .all, .all])
            for part in SharedPart.allCases.reversed() {
                #expect(try await store.share(part, of: owner, goal).sharedPart == part)
                // The answer that is kept in memory is the new one.
                #expect(try await store.goal(of: owner, goal)?.sharedPart == part)
            }
            #expect(changes.changes.suffix(3) == [.goals([goal]), .goals([goal]), .goals([goal])])
        }
    }

    @Test(arguments: StorePlace.allCases) func aDemoSharesNothing(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, demo) = (fixture.store, fixture.stranger)
            let goal = try await fixture.addGoal("Run", until: "2026-12-18", steps: [], of: demo).id
            #expect(try await store.share(.goal, of: demo, goal).sharedPart == .nothing)
            // Nor by a file.
            try await signUp(fixture)
            _ = try await make(.withReview, fixture)
            _ = try await store.importGoals(
                store.wholeGoals(of: fixture.owner, after: nil, limit: 10), of: demo)
            try await signUp(fixture, demo, "stranger@example.org")
            #expect(
                try await store.wholeGoals(of: demo, after: nil, limit: 10).allSatisfy { $0.sharedPart == .nothing })
        }
    }

    @Test func whatIsSharedComesBackFromAFile() async throws {
        try await withStore(.memory) { fixture in
            let (store, owner, stranger) = (fixture.store, fixture.owner, fixture.stranger)
            try await signUp(fixture)
            try await signUp(fixture, stranger, "stranger@example.org")
            for subject in [Subject.neverShared, .active, .completed, .withReview] {
                _ = try await make(subject, fixture)
            }
            let whole = try await store.wholeGoals(of: owner, after: nil, limit: 10)
            #expect(whole.map(\.sharedPart) == [.nothing, .goal, .goal, .goalAndReview])
            let read = try whole.enumerated().map { number, goal in
                try FileGoal(json: Array(JSONEncoder().encode(FileGoal(goal, number: number)))).checked(
                    at: fixture.clock.now)
            }
            _ = try await store.importGoals(read, of: stranger)
            #expect(
                try await store.wholeGoals(of: stranger, after: nil, limit: 10).map(\.sharedPart)
                    == whole.map(\.sharedPart))
        }
    }
}
