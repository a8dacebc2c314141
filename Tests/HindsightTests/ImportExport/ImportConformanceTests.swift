import Foundation
import GRDB
import HindsightDomain
import Live
import Synchronization
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every goal store does with goals that come from a file.
@Suite(.timeLimit(.minutes(15))) struct ImportConformanceTests {
    @Test(arguments: StorePlace.allCases, 0..<8)
    func goalsComeOutAsTheyWentIn(place: StorePlace, seed: Int) async throws {
        try await withStore(place) { fixture in
            let (store, owner, other) = (fixture.store, fixture.owner, fixture.stranger)
            var random = SeededGenerator(seed: UInt64(seed))
            try await fixture.live(40, &random)
            let goals = try await store.wholeGoals(of: owner, after: nil, limit: 1000)
            let counts = try await store.boxCounts(of: owner)
            let reviewable = try await store.goalsOverview(of: owner).reviewableCount
            #expect(goals.allSatisfy { $0.uid != nil } && Set(goals.map(\.uid)).count == goals.count)
            // What a file has of each is the same, but for the rank, and when a goal was put away that is no longer.
            for goal in goals {
                let json = try JSONEncoder().encode(FileGoal(goal, number: 1))
                var read = try FileGoal(json: Array(json)).checked(at: fixture.clock.now)
                read.rank = goal.rank
                if goal.goal.box != .stored { read.putAwayAt = goal.putAwayAt }
                #expect(read.withoutIDs == goal.withoutIDs)
            }

            let imported = try await store.importGoals(goals, of: other)
            #expect(imported == ImportedGoals(added: counts, known: 0))
            #expect(try await store.boxCounts(of: other) == counts)
            #expect(try await store.goalsOverview(of: other).reviewableCount == reviewable)
            let copies = try await store.wholeGoals(of: other, after: nil, limit: 1000)
            #expect(copies.map(\.withoutIDs) == goals.map(\.withoutIDs))
            for copy in copies where copy.goal.box == .completed {
                #expect(try await store.goal(of: other, copy.goal.id)?.completion?.celebration == .over)
            }
            // The same file again, the file of the copy, and into the account that it came from.
            for (file, account) in [(goals, other), (copies, other), (copies, owner), (goals, owner)] {
                let known = ImportedGoals(known: goals.count)
                #expect(try await store.importGoals(file, of: account) == known)
            }
            #expect(try await store.wholeGoals(of: other, after: nil, limit: 1000) == copies)
            #expect(try await store.wholeGoals(of: owner, after: nil, limit: 1000) == goals)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func whatBecameOfAGoalSinceStays(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner, other) = (fixture.store, fixture.owner, fixture.stranger)
            let goal = try await store.addGoal(fixture.fields("Swim", days: 7), isFinished: false, key: nil, of: owner)
            let file = try await store.wholeGoals(of: owner, after: nil, limit: 10)
            _ = try await store.editGoal(fixture.fields("Dive", days: 8), from: goal.revision, of: owner, goal.id)
            #expect(try await store.importGoals(file, of: owner) == ImportedGoals(known: 1))
            #expect(try await store.goal(of: owner, goal.id)?.goal.title == "Dive")

            _ = try await store.importGoals(file, of: other)
            let copy = try #require(try await store.wholeGoals(of: other, after: nil, limit: 1).first?.goal.id)
            try await store.deleteGoal(of: other, copy)
            #expect(try await store.importGoals(file, of: other) == ImportedGoals(added: BoxCounts(active: 1)))
            // What was deleted can still be brought back; then they are two.
            #expect(try await store.restoreGoal(of: other, copy).goal.title == "Swim")
            #expect(try await store.boxCounts(of: other) == BoxCounts(active: 2))
            #expect(try await store.importGoals(file, of: other) == ImportedGoals(known: 1))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anActiveGoalThatIsOverIsPutAwayAtOnce(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner, other) = (fixture.store, fixture.owner, fixture.stranger)
            for days in [0, 1, 2] {
                _ = try await store.addGoal(
                    fixture.fields("Swim", days: days), isFinished: false, key: nil, of: owner)
            }
            let file = try await store.wholeGoals(of: owner, after: nil, limit: 10)
            fixture.clock.advance(by: 24 * 3600)
            #expect(
                try await store.importGoals(file, of: other)
                    == ImportedGoals(added: BoxCounts(stored: 1, active: 2)))
            #expect(try await store.boxCounts(of: other) == BoxCounts(stored: 1, active: 2))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func pagesAreToldOfWhatIsNewAndOfNothingElse(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner, other) = (fixture.store, fixture.owner, fixture.stranger)
            try await fixture.addCompleted(300)
            var file = try await store.wholeGoals(of: owner, after: nil, limit: 1000)
            file += try await store.wholeGoals(of: owner, after: file.last?.goal.id, limit: 1000)
            #expect(file.count == 300)
            let told = Mutex<[GoalChanges]>([])
            let end = store.observeChanges(of: other) { change in told.withLock { $0.append(change) } }
            _ = try await store.importGoals(file, of: other)
            _ = try await store.importGoals(file, of: other)
            end()
            let added = try await store.wholeGoals(of: other, after: nil, limit: 1000).map(\.goal.id)
            let rest = try await store.wholeGoals(of: other, after: added.last, limit: 1000).map(\.goal.id)
            #expect(told.withLock { $0 } == [GoalChanges(Set(added)), GoalChanges(Set(rest))])
            await expectStoreError(.notFound) { try await store.importGoals(file, of: AccountID(99)) }
        }
    }

    @Test func twoFilesAtOnceMakeEachGoalOnce() async throws {
        try await withStore(.file) { fixture in
            let (store, owner, other) = (fixture.store, fixture.owner, fixture.stranger)
            try await fixture.addCompleted(50)
            let file = try await store.wholeGoals(of: owner, after: nil, limit: 1000)
            let added = try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { try await store.importGoals(file, of: other).added.completed } }
                return try await group.reduce(0, +)
            }
            #expect(added == 50)
            #expect(try await store.boxCounts(of: other) == BoxCounts(completed: 50))
        }
    }
}

extension WholeGoal {
    /// All that another account can have of it.
    var withoutIDs: WholeGoal {
        var copy = self
        copy.goal = Goal(
            id: GoalID(0), title: goal.title, startDate: goal.startDate, endDate: goal.endDate, box: goal.box,
            reminderEnabled: goal.reminderEnabled)
        copy.steps = steps.sorted { $0.id < $1.id }.enumerated().map { index, step in
            Step(
                id: StepID(Int64(index)), place: step.place, title: step.title, isDone: step.isDone, alarm: step.alarm,
                repetition: step.repetition, dueOn: step.dueOn)
        }
        copy.tickDays = [:]
        for (index, step) in steps.sorted(by: { $0.id < $1.id }).enumerated() {
            copy.tickDays[StepID(Int64(index))] = tickDays[step.id]
        }
        copy.review = review.map { Review(content: $0.content, writtenAt: $0.writtenAt, editedAt: $0.editedAt) }
        return copy
    }
}

extension StoreFixture {
    /// Does so many things at random with the owner's goals, as somebody does in some weeks.
    func live(_ count: Int, _ random: inout SeededGenerator, of owner: AccountID? = nil) async throws {
        let owner = owner ?? self.owner
        for number in 0..<count {
            let goals = try await store.wholeGoals(of: owner, after: nil, limit: 1000)
            let text =
                (nastyTexts.filter { (try? GoalTitle($0)) != nil }.randomElement(using: &random) ?? "") + "\(number)"
            let (roll, id) = (Int.random(in: 0..<10, using: &random), goals.randomElement(using: &random)?.goal.id)
            clock.advance(by: Double.random(in: 0.001...40_000, using: &random))
            _ = try await store.storeOverdue()
            do {
                switch (roll, id) {
                case (0...2, _), (_, nil):
                    var fields = try fields(text, from: -roll, days: roll == 2 ? -1 : roll * 3)
                    if roll == 1, number.isMultiple(of: 3) { fields.endDate = .max }
                    let made = try await store.addGoal(fields, isFinished: roll == 2, key: nil, of: owner)
                    for step in 0..<Int.random(in: 0...9, using: &random) where roll != 2 {
                        _ = try await store.addStep(GoalTitle("\(text) \(step)"), key: nil, of: owner, made.id)
                    }
                case (3...5, let id?):
                    for step in try await store.goal(of: owner, id)?.steps ?? []
                    where !step.id.rawValue.isMultiple(of: 5) {
                        _ = try await store.tick(step.id, isDone: true, of: owner, id)
                    }
                case (6, let id?):
                    guard let step = try await store.goal(of: owner, id)?.steps.first else { continue }
                    let alarm = Alarm(minute: Int.random(in: 0..<1440, using: &random), days: [.monday, .friday])
                    // Once is no repetition.
                    let plan = RepetitionPlan(times: Int.random(in: 1...4, using: &random), days: [.monday])
                    let day = CalendarDate(clock.now, in: .utc).adding(days: Int.random(in: -9...9, using: &random))
                    _ = try await store.editStep(
                        step.id, StepFields(title: GoalTitle(text), alarm: alarm, repetition: plan, dueOn: day),
                        of: owner, id)
                    if let last = try await store.goal(of: owner, id)?.steps.last, last.id != step.id {
                        _ = try await store.editStep(
                            last.id, StepFields(title: GoalTitle(text), dueOn: day), of: owner, id)
                    }
                    _ = try await store.tick(step.id, isDone: true, of: owner, id)
                    if number.isMultiple(of: 2) { _ = try await store.removeStep(step.id, of: owner, id) }
                    if number.isMultiple(of: 7) { _ = try await store.finishStep(step.id, of: owner, id) }
                case (7, let id?):
                    let content = try number.isMultiple(of: 2) ? ReviewContent.free(text) : .guided(text)
                    _ = try await store.writeReview(content, of: owner, goal: id)
                    clock.advance(by: 0.877)
                    _ = try await store.editReview(.free(text + "!"), of: owner, goal: id)
                case (8, let id?):
                    let changes = [
                        DraftChange(.text(.liked), " \(text)\n", base: .max), DraftChange(.level, "4", base: .max),
                    ]
                    _ = try await store.keepDraft(changes, by: "a page", of: owner, goal: id)
                case (_, let id?):
                    let detail = try await store.goal(of: owner, id)
                    if detail?.goal.box == .stored, let revision = detail?.revision {
                        _ = try await store.recoverGoal(fields(text, days: 3), from: revision, of: owner, id)
                    } else if number.isMultiple(of: 5) {
                        _ = try await store.pauseGoal(of: owner, id)
                    } else if number.isMultiple(of: 3) {
                        try await store.deleteGoal(of: owner, id)
                    }
                }
            } catch is StoreError {}
        }
        _ = try await store.storeOverdue()
    }
}
