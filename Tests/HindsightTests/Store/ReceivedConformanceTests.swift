import Foundation
import GRDB
import HindsightDomain
import Live
import LiveSQLite
import Synchronization
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// Answers of every goal store about the timeline of those whom somebody follows.
@Suite(.timeLimit(.minutes(15))) struct ReceivedConformanceTests {
    /// Makes the stranger, who shares nothing, a follower of the owner.
    private func withFollower(
        _ place: StorePlace, _ test: @Sendable (StoreFixture) async throws -> Void
    ) async throws {
        try await withStore(place) { fixture in
            try await makePeople([fixture.owner, fixture.stranger], fixture)
            try await follow([fixture.owner], by: fixture.stranger, fixture)
            try await test(fixture)
            #expect(!fixture.store.pages.timelines.hasObservers)
        }
    }

    /// Gives accounts, which were demos, handles.
    private func makePeople(_ accounts: [AccountID], _ fixture: StoreFixture) async throws {
        try await fixture.storage.transaction { db in
            for account in accounts {
                try db.run("UPDATE account SET isDemo = 0, handle = 'h' || id || '_' WHERE id = ?1", [account])
            }
        }
    }

    private func follow(_ followed: [AccountID], by follower: AccountID, _ fixture: StoreFixture) async throws {
        try await fixture.storage.transaction { db in
            for account in followed {
                try db.run(
                    "INSERT INTO follow (followerID, followeeID, state, since) VALUES (?1, ?2, 'accepted', 0)",
                    [follower, account])
            }
        }
    }

    /// The entries as "kind title", with the counts of steps. Read one by one, they are the same.
    private func entries(_ fixture: StoreFixture, by viewer: AccountID? = nil) async throws -> [String] {
        let (store, viewer) = (fixture.store, viewer ?? fixture.stranger)
        let slice = try #require(try await store.receivedEvents(by: viewer, before: nil, limit: 200))
        var (read, last): ([TimelineEvent], EventCursor?) = ([], nil)
        repeat {
            let next = try #require(try await store.receivedEvents(by: viewer, before: last, limit: 1))
            read += next.events
            last = next.hasMore ? next.events.last?.id : nil
        } while last != nil
        #expect(read == slice.events)
        return slice.events.map { event in
            #expect(event.person != nil && event.step.isEmpty && !event.isSample)
            #expect(event.jewel != nil || ![.completed, .reviewed].contains(event.kind))
            let steps = event.kind == .ticked ? " \(event.count)/\(event.stepCount ?? 0)" : ""
            return "\(event.kind) \(event.title)\(steps)"
        }
    }

    @Test(arguments: StorePlace.allCases) func aSharedGoalStandsOnceWhereItsLatestNewsAre(place: StorePlace)
        async throws
    {
        try await withFollower(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            #expect(try await entries(fixture) == [])
            let run = try await fixture.addGoal("Run", until: "2026-12-18", steps: ["shoes", "lap"])
            let read = try await fixture.addGoal("Read", until: "2026-12-18", steps: ["book", "page"])
            let secret = try await fixture.addGoal("Secret", until: "2026-12-18", steps: ["a"])
            #expect(try await entries(fixture) == [])
            for goal in [run, read] {
                fixture.clock.advance(by: 60)
                _ = try await store.share(.goal, of: owner, goal.id)
            }
            #expect(try await entries(fixture) == ["set Read", "set Run"])
            fixture.clock.advance(by: 60)
            _ = try await store.tick(run.steps[0].id, isDone: true, of: owner, run.id)
            #expect(try await entries(fixture) == ["ticked Run 1/2", "set Read"])
            // A goal stays where it is when it is shared as before, and with another title or step. It goes back with its only tick.
            fixture.clock.advance(by: 60)
            _ = try await store.tick(read.steps[0].id, isDone: true, of: owner, read.id)
            fixture.clock.advance(by: 60)
            _ = try await store.share(.goal, of: owner, run.id)
            _ = try await store.tick(run.steps[0].id, isDone: false, of: owner, run.id)
            _ = try await store.addStep(GoalTitle("more"), key: nil, of: owner, run.id)
            var fields = try #require(try await store.goal(of: owner, run.id)).goal.fields
            fields.title = try GoalTitle("Run far")
            _ = try await store.editGoal(
                fields, from: #require(try await store.goal(of: owner, run.id)).revision, of: owner, run.id)
            _ = try await store.tick(secret.steps[0].id, isDone: true, of: owner, secret.id)
            #expect(try await entries(fixture) == ["ticked Read 1/2", "set Run far"])
            // A jewel, and then a review.
            fixture.clock.advance(by: 60)
            _ = try await store.tick(run.steps[0].id, isDone: true, of: owner, run.id)
            _ = try await store.pauseGoal(of: owner, run.id)
            #expect(try await entries(fixture) == ["ticked Read 1/2"])
            _ = try await store.finishGoal(of: owner, run.id, on: nil)
            #expect(try await entries(fixture) == ["completed Run far", "ticked Read 1/2"])
            fixture.clock.advance(by: 60)
            _ = try await store.tick(read.steps[1].id, isDone: true, of: owner, read.id)
            #expect(try await entries(fixture) == ["completed Read", "completed Run far"])
            _ = try await store.writeReview(.free("Far"), of: owner, goal: run.id)
            fixture.clock.advance(by: 60)
            #expect(try await entries(fixture) == ["completed Read", "completed Run far"])
            _ = try await store.share(.goalAndReview, of: owner, run.id)
            #expect(try await entries(fixture) == ["reviewed Run far", "completed Read"])
            // Sharing less hides what it hides, and is no news; sharing it again is.
            fixture.clock.advance(by: 60)
            _ = try await store.share(.goal, of: owner, run.id)
            #expect(try await entries(fixture) == ["set Run far", "completed Read"])
            _ = try await store.share(.nothing, of: owner, run.id)
            #expect(try await entries(fixture) == ["completed Read"])
            _ = try await store.undoCompletion(of: owner, read.id)
            #expect(try await entries(fixture) == ["ticked Read 1/2"])
            // It was completed before: that is no news of today.
            _ = try await store.share(.goal, of: owner, run.id)
            #expect(try await entries(fixture) == ["set Run far", "ticked Read 1/2"])
            try await store.deleteGoal(of: owner, run.id)
            #expect(try await entries(fixture) == ["ticked Read 1/2"])
            _ = try await store.restoreGoal(of: owner, run.id)
            #expect(try await entries(fixture) == ["set Run far", "ticked Read 1/2"])
            // One's own are on no timeline of others.
            #expect(try await entries(fixture, by: owner) == [])
        }
    }

    /// A completion by mistake leaves no trace, also of a goal without steps.
    @Test func whatIsTakenBackIsNoNews() async throws {
        try await withFollower(.memory) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let walk = try await fixture.addGoal("Walk", until: "2026-12-18", steps: [])
            let run = try await fixture.addGoal("Run", until: "2026-12-18", steps: ["a", "b"])
            for goal in [walk, run] {
                fixture.clock.advance(by: 60)
                _ = try await store.share(.goal, of: owner, goal.id)
            }
            fixture.clock.advance(by: 60)
            _ = try await store.finishGoal(of: owner, walk.id, on: nil)
            #expect(try await entries(fixture) == ["completed Walk", "set Run"])
            _ = try await store.undoCompletion(of: owner, walk.id)
            #expect(try await entries(fixture) == ["set Run", "set Walk"])
            for isDone in [true, false] {
                for step in run.steps { _ = try await store.tick(step.id, isDone: isDone, of: owner, run.id) }
                if isDone { _ = try await store.undoCompletion(of: owner, run.id) }
            }
            fixture.clock.advance(by: 60)
            _ = try await store.tick(run.steps[0].id, isDone: true, of: owner, run.id)
            #expect(try await entries(fixture) == ["ticked Run 1/2", "set Walk"])
            _ = try await store.removeStep(run.steps[0].id, of: owner, run.id)
            #expect(try await entries(fixture) == ["set Run", "set Walk"])
            _ = try await store.restoreStep(run.steps[0].id, of: owner, run.id)
            #expect(try await entries(fixture) == ["ticked Run 1/2", "set Walk"])
            _ = try await store.tick(run.steps[0].id, isDone: false, of: owner, run.id)
            _ = try await store.share(.nothing, of: owner, walk.id)
            _ = try await store.share(.goal, of: owner, walk.id)
            #expect(try await entries(fixture) == ["set Walk", "set Run"])
        }
    }

    @Test func aStepThatRepeatsIsNewsOnEachDay() async throws {
        try await withFollower(.memory) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let run = try await fixture.addGoal("Run", until: "2026-12-18", steps: ["lap", "rest"])
            let fields = StepFields(title: try GoalTitle("lap"), repetition: RepetitionPlan(times: 3))
            _ = try await store.editStep(run.steps[0].id, fields, of: owner, run.id)
            let read = try await fixture.addGoal("Read", until: "2026-12-18", steps: [])
            for goal in [run, read] { _ = try await store.share(.goal, of: owner, goal.id) }
            for day in 1...3 {
                fixture.clock.advance(by: 86_400)
                _ = try await store.share(.nothing, of: owner, read.id)
                _ = try await store.share(.goal, of: owner, read.id)
                #expect(try await entries(fixture).first == "set Read")
                fixture.clock.advance(by: 60)
                _ = try await store.tick(run.steps[0].id, isDone: true, of: owner, run.id)
                // It is done when it was ticked as often as it is meant to be.
                #expect(try await entries(fixture).first == (day < 3 ? "ticked Run 0/2" : "ticked Run 1/2"))
            }
        }
    }

    /// The newest goals of many people, in slices, are those that reading everything gives.
    @Test(arguments: 0..<40) func slicesAreThoseOfAllThatIsShared(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        var people: [AccountID] = []
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            people.append(
                try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil).signedIn.account)
        }
        try await makePeople(people + [fixture.stranger], fixture)
        let followed = people.filter { _ in Bool.random(using: &random) || Bool.random(using: &random) }
        try await follow(followed, by: fixture.stranger, fixture)
        var expected: [(time: Int64, goal: GoalID)] = []
        for person in people {
            let count = Int.random(in: 0...12, using: &random)
            let goals = try await fixture.store.addGoals(
                (0..<count).map { try .make("\($0)", .active) }, of: person)
            for goal in goals where Int.random(in: 0..<3, using: &random) > 0 {
                // Many at one time, so that the ids decide, too.
                let time = Int64.random(in: 1...20, using: &random)
                try await fixture.database.writer.write { db in
                    try db.execute(
                        sql: "UPDATE goal SET sharedPart = 'goal', sharedAt = ?1, newsAt = ?1 WHERE id = ?2",
                        arguments: [time, goal])
                }
                if followed.contains(person) { expected.append((time, goal)) }
            }
        }
        expected.sort { ($0.time, $0.goal.rawValue) > ($1.time, $1.goal.rawValue) }
        for limit in [1, 2, 3, 7, 100] {
            var (read, last): ([GoalID], EventCursor?) = ([], nil)
            repeat {
                let slice = try #require(
                    try await fixture.store.receivedEvents(by: fixture.stranger, before: last, limit: limit))
                #expect(slice.events.count <= limit)
                read += slice.events.map(\.goal)
                last = slice.hasMore ? slice.events.last?.id : nil
            } while last != nil
            #expect(read == expected.map(\.goal), "in slices of \(limit)")
        }
    }

    @Test(arguments: StorePlace.allCases) func followersAreToldOfWhatIsSharedAndOfNothingElse(place: StorePlace)
        async throws
    {
        try await withFollower(place) { fixture in
            let (store, owner, follower) = (fixture.store, fixture.owner, fixture.stranger)
            let other = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
                .signedIn.account
            let count = Mutex(0)
            let stops = [
                store.observeReceivedEvents(by: follower) { count.withLock { $0 += 1 } },
                store.observeReceivedEvents(by: owner) { Issue.record("Nobody is followed by the owner") },
                store.observeReceivedEvents(by: other) { Issue.record("Nobody is followed by a demo") },
            ]
            defer { for stop in stops { stop() } }
            func told(_ change: () async throws -> Void) async throws -> Int {
                let before = count.withLock { $0 }
                try await change()
                return count.withLock { $0 } - before
            }
            let run = try await fixture.addGoal("Run", until: "2026-12-18", steps: ["shoes", "lap"])
            let secret = try await fixture.addGoal("Secret", until: "2026-11-19", steps: ["a", "b"])
            #expect(
                try await told {
                    _ = try await store.tick(secret.steps[0].id, isDone: true, of: owner, secret.id)
                    _ = try await store.tick(run.steps[0].id, isDone: true, of: owner, run.id)
                    _ = try await store.addGoals([.completed("Old")], of: owner)
                } == 0)
            let changes: [() async throws -> Void] = [
                { _ = try await store.share(.goal, of: owner, run.id) },
                { _ = try await store.tick(run.steps[0].id, isDone: false, of: owner, run.id) },
                { _ = try await store.pauseGoal(of: owner, run.id) },
                { _ = try await store.extendGoal(of: owner, run.id) },
                { try await store.deleteGoal(of: owner, run.id) },
                { _ = try await store.restoreGoal(of: owner, run.id) },
                { _ = try await store.pauseGoal(of: owner, run.id) },
                { _ = try await store.finishGoal(of: owner, run.id, on: nil) },
                { _ = try await store.share(.nothing, of: owner, run.id) },
            ]
            for (number, change) in changes.enumerated() { #expect(try await told(change) == 1, "\(number)") }
            // A goal whose time is over.
            _ = try await store.share(.goal, of: owner, secret.id)
            fixture.clock.advance(by: 5 * 86_400)
            #expect(try await told { _ = try await store.storeOverdue() } == 1)
            // A follower who was removed is told of that by a change of everything, and of nothing after it.
            let all = ChangeRecorder()
            let stop = store.observeChanges(of: follower) { all.notify($0) }
            defer { stop() }
            let id = try #require(try await store.connections(of: owner, limit: 1)?.followers.first).id
            try await store.change(.remove(id), of: owner)
            #expect(all.changes == [.all])
            #expect(try await told { _ = try await store.share(.nothing, of: owner, secret.id) } == 0)
        }
    }

    @Test(arguments: StorePlace.allCases) func anOwnerWhoIsGoneOrHasNoPageIsOnNoTimeline(place: StorePlace) async throws
    {
        try await withFollower(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let run = try await fixture.addGoal("Run", until: "2026-12-18", steps: [])
            _ = try await store.share(.goal, of: owner, run.id)
            #expect(try await entries(fixture) == ["set Run"])
            let all = ChangeRecorder()
            let stop = store.observeChanges(of: fixture.stranger) { all.notify($0) }
            defer { stop() }
            try await fixture.accounts.set([.displayName(DisplayName("Mina"))], of: owner)
            let person = try await store.receivedEvents(by: fixture.stranger, before: nil, limit: 1)?.events.first?
                .person
            #expect(person?.name == "Mina" && person?.handle.description == "h\(owner.rawValue)_")
            #expect(try await store.setPage(handle: nil, visibility: .everyone, of: owner) == .changed)
            #expect(try await entries(fixture) == [])
            #expect(try await store.setPage(handle: Handle("mina"), visibility: .followers, of: owner) == .changed)
            #expect(try await entries(fixture) == ["set Run"])
            _ = try await fixture.accounts.deleteAccount(owner, SessionStart())
            #expect(try await entries(fixture) == [])
            #expect(all.changes == [.all, .all, .all, .all])
        }
    }

    @Test func whatComesFromAFileStandsWhereItWasDone() async throws {
        try await withFollower(.memory) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let old = try await store.addGoals([.completed("Old")], of: owner)[0]
            _ = try await store.share(.goal, of: owner, old)
            var whole = try await store.wholeGoals(of: owner, after: nil, limit: 10)[0]
            whole.uid = UUID()
            var future = whole
            future.uid = UUID()
            future.completedAt = fixture.clock.now.addingTimeInterval(86_400)
            let new = try await fixture.addGoal("New", until: "2026-12-18", steps: [])
            _ = try await store.share(.goal, of: owner, new.id)
            _ = try await store.importGoals([whole], of: owner)
            #expect(try await entries(fixture) == ["set New", "set Old", "completed Old"])
            // A time to come would stand above all that is done until then.
            _ = try await store.importGoals([future], of: owner)
            fixture.clock.advance(by: 60)
            _ = try await store.share(.nothing, of: owner, new.id)
            _ = try await store.share(.goal, of: owner, new.id)
            #expect(try await entries(fixture).first == "set New")
        }
    }
}
