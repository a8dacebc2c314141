import GRDB
import HindsightDomain
import LiveSQLite
import StreamsTesting
import Synchronization
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The cache in the store: one reading an owner, and never one that is stale.
@Suite(.timeLimit(.minutes(15))) struct OneReadingTests {
    @Test func whatFiftyPagesAskWhenTheyAreToldIsReadOnce() async throws {
        let queries = QueryCounter()
        try await withStore(.file, configure: queries.configure) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goals = try await fixture.addCompleted(20)
            let asks: [() async throws -> Void] = [
                { _ = try await store.completedGoals(of: owner, after: nil, limit: 10) },
                { _ = try await store.completedGoals(of: owner, show: .waiting, after: nil, limit: 10) },
                { _ = try await store.completedGoals(of: owner, through: goals[5]) },
                { _ = try await store.goalsOverview(of: owner) },
                { _ = try await store.reviewPlace(of: owner, goal: goals[3]) },
                { _ = try await store.completedGoals(of: owner, among: [goals[0]]) },
                { _ = try await store.goalReview(of: owner, goal: goals[0]) },
            ]
            for (number, ask) in asks.enumerated() {
                _ = try await store.writeReview(.free("\(number)"), of: owner, goal: goals[number])
                let count = try await queries.count { for _ in 0..<50 { try await ask() } }
                #expect(count == 1)
            }
        }
    }

    /// The pages that a write notifies get its own answer, which is what they would have read.
    @Test func theAnswerOfAWriteIsNotReadAgain() async throws {
        let queries = QueryCounter()
        try await withStore(.file, configure: queries.configure) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.add(.active, steps: 4)
            let steps = goal.steps.map(\.id)
            let alarm = try #require(Alarm(minute: 60, days: [.monday]))
            let writes: [() async throws -> GoalDetail] = [
                { try await store.tick(steps[0], isDone: true, of: owner, goal.id) },
                { try await store.tick(steps[0], isDone: false, of: owner, goal.id) },
                { try await store.addStep(GoalTitle("new"), key: "a", of: owner, goal.id) },
                { try await store.editStep(steps[1], StepFields(title: GoalTitle("other")), of: owner, goal.id) },
                {
                    try await store.editStep(
                        steps[1], StepFields(title: GoalTitle("other"), alarm: alarm), of: owner, goal.id)
                },
                {
                    let plan = RepetitionPlan(times: 3)
                    return try await store.editStep(
                        steps[2], StepFields(title: GoalTitle("again"), repetition: plan), of: owner, goal.id)
                },
                {
                    let day = CalendarDate(fixture.clock.now, in: .utc)
                    return try await store.editStep(
                        steps[1], StepFields(title: GoalTitle("other"), dueOn: day), of: owner, goal.id)
                },
                { try await store.tick(steps[2], isDone: true, of: owner, goal.id) },
                { try await store.tick(steps[2], isDone: false, of: owner, goal.id) },
                { try await store.finishStep(steps[2], of: owner, goal.id) },
                { try await store.moveStep(steps[2], before: steps[0], of: owner, goal.id) },
                { try await store.removeStep(steps[3], of: owner, goal.id) },
                { try await store.restoreStep(steps[3], of: owner, goal.id) },
                {
                    var detail = goal
                    for step in try #require(try await store.goal(of: owner, goal.id)).steps {
                        detail = try await store.tick(step.id, isDone: true, of: owner, goal.id)
                    }
                    return detail
                },
                { try await store.celebrate(.offers, of: owner, goal.id) },
                { try await store.undoCompletion(of: owner, goal.id) },
            ]
            for (number, write) in writes.enumerated() {
                let answer = try await write()
                var seen: GoalDetail?
                #expect(try await queries.count { seen = try await store.goal(of: owner, goal.id) } == 0, "\(number)")
                #expect(seen == answer, "\(number)")
                // Another store has no such cache.
                let other = SQLGoalStore(fixture.storage, clock: fixture.clock.wallClock)
                #expect(try await other.goal(of: owner, goal.id) == answer, "\(number)")
            }
        }
    }

    @Test func theReviewThatAWriteHasReadIsNotReadAgain() async throws {
        let queries = QueryCounter()
        try await withStore(.file, configure: queries.configure) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addCompleted(2)[0]
            let basis = SaveBasis(review: nil, writer: "a page")
            let draft = [DraftChange(.text(.liked), "b", base: .max)]
            let writes: [() async throws -> GoalReview] = [
                { try await store.saveReview(.free("a"), of: owner, goal: goal, from: basis).goal },
                { try await store.deleteReview(of: owner, goal: goal) },
                { try await store.restoreReview(of: owner, goal: goal) },
                { try await store.keepDraft(draft, by: "a page", of: owner, goal: goal) },
                { try await store.dropDraft(with: [], by: "a page", of: owner, goal: goal) },
                { try await store.keepDraft(draft, by: "a page", of: owner, goal: goal) },
                { try await store.deleteReview(of: owner, goal: goal) },
            ]
            for (number, write) in writes.enumerated() {
                let answer = try await write()
                var seen: GoalReview?
                let count = try await queries.count { seen = try await store.goalReview(of: owner, goal: goal) }
                #expect(count == 0 && seen == answer, "\(number)")
                let other = SQLGoalStore(fixture.storage, clock: fixture.clock.wallClock)
                #expect(try await other.goalReview(of: owner, goal: goal) == answer, "\(number)")
            }
        }
    }

    @Test(arguments: StorePlace.sqlite)
    func whatAnotherProcessWroteIsSeenASecondLater(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            func title() async throws -> String? {
                try await fixture.store.goalReview(of: fixture.owner, goal: goal)?.goal.goal.title
            }
            #expect(try await title() == "Goal 0")
            try await fixture.database.writer.write { try $0.execute(sql: "UPDATE goal SET title = 'new'") }
            #expect(try await title() == "Goal 0")
            fixture.clock.advance(by: 1)
            #expect(try await title() == "new")
        }
    }

    /// An owner, and what is known to everybody who looks at its goals.
    private final class Watched: Sendable {
        let account: AccountID
        let goals: [GoalID]
        let reviewed = Mutex<Set<GoalID>>([])
        let drafts = Mutex<[GoalID: Int]>([:])

        init(_ account: AccountID, _ goals: [GoalID]) {
            self.account = account
            self.goals = goals
        }
    }

    /// The clock stands still here: nothing is forgotten because it is old.
    @Test(arguments: StorePlace.allCases, [1, 2, 3] as [UInt64])
    func whoWasToldOfAChangeSeesIt(place: StorePlace, seed: UInt64) async throws {
        try await withStore(place) { fixture in
            let store = fixture.store
            let owners = [
                Watched(fixture.owner, try await fixture.addCompleted(60)),
                Watched(fixture.stranger, try await fixture.addCompleted(60, of: fixture.stranger)),
            ]
            let stops = owners.map { owner in
                store.observeChanges(of: owner.account) { changes in
                    guard case .goals(let goals) = changes else { return }
                    owner.reviewed.withLock { $0.formUnion(goals) }
                }
            }
            let writing = Mutex(owners.count)
            try await withThrowingTaskGroup { group in
                for owner in owners {
                    group.addTask { @Sendable in
                        defer { writing.withLock { $0 -= 1 } }
                        for (number, goal) in owner.goals.enumerated() {
                            var draft = ReviewDraft(style: .free)
                            draft.text = "\(number)"
                            let next = owner.goals[(number + 1) % owner.goals.count]
                            try await store.saveDraft(draft, of: owner.account, goal: next)
                            owner.drafts.withLock { $0[next] = number }
                            _ = try await store.writeReview(.free("x"), of: owner.account, goal: goal)
                        }
                    }
                }
                for reader in 0..<8 {
                    group.addTask { @Sendable in
                        var random = SeededGenerator(seed: seed &+ UInt64(reader))
                        while writing.withLock({ $0 }) > 0 {
                            let owner = owners.randomElement(using: &random) ?? owners[0]
                            try await Self.look(store, owner, &random)
                            // Reading does not suspend: without this the writers would never have their turn.
                            await Task.yield()
                        }
                    }
                }
                try await group.waitForAll()
            }
            for stop in stops { stop() }
        }
    }

    /// Asks one of the questions, and compares the answer with what was told before it was asked.
    private static func look(
        _ store: SQLGoalStore, _ owner: Watched, _ random: inout SeededGenerator
    ) async throws {
        let (reviewed, drafts) = (owner.reviewed.withLock { $0 }, owner.drafts.withLock { $0 })
        let (account, goals) = (owner.account, owner.goals)
        let goal = goals.randomElement(using: &random) ?? goals[0]
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let slice = try await store.completedGoals(of: account, after: nil, limit: 100)
            #expect(reviewed.isSubset(of: slice.goals.filter(\.hasReview).map(\.id)))
            #expect(slice.reviewableCount == slice.goals.count { !$0.hasReview })
        case 1:
            let slice = try await store.completedGoals(of: account, through: goals[0])
            #expect(reviewed.isSubset(of: slice.goals.filter(\.hasReview).map(\.id)))
        case 2:
            let changed = try await store.completedGoals(of: account, among: [goal])
            #expect(changed.goals.first?.hasReview == true || !reviewed.contains(goal))
        default:
            let found = try await store.goalReview(of: account, goal: goal)
            #expect(found?.review != nil || !reviewed.contains(goal))
            if let number = drafts[goal], found?.review == nil { #expect(found?.form.text == "\(number)") }
        }
    }
}
