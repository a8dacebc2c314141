import Foundation
import GRDB
import HindsightDomain
import LiveSQLite
import Synchronization
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every goal store does with steps that repeat.
@Suite(.timeLimit(.minutes(15))) struct RepeatingStepConformanceTests {
    /// An active goal of four weeks with a step of that repetition, and further steps.
    private func goal(
        _ fixture: StoreFixture, times: Int = 3, days: Set<Weekday> = [], more: [String] = []
    ) async throws -> GoalDetail {
        let goal = try await fixture.addGoal("Run", until: "2026-12-18", steps: ["run"] + more)
        return try await edit(fixture, goal, RepetitionPlan(times: times, days: days))
    }

    @discardableResult private func edit(
        _ fixture: StoreFixture, _ goal: GoalDetail, _ plan: RepetitionPlan?
    ) async throws -> GoalDetail {
        try await fixture.store.editStep(
            goal.steps[0].id, StepFields(title: GoalTitle("run"), repetition: plan), of: fixture.owner, goal.id)
    }

    private func tick(_ fixture: StoreFixture, _ goal: GoalDetail, _ isDone: Bool = true) async throws -> GoalDetail {
        let answer = try await fixture.store.tick(goal.steps[0].id, isDone: isDone, of: fixture.owner, goal.id)
        // What is answered is what another store reads.
        let other = SQLGoalStore(fixture.storage, clock: fixture.clock.wallClock)
        #expect(try await other.goal(of: fixture.owner, goal.id) == answer)
        return answer
    }

    private func today(_ fixture: StoreFixture) -> CalendarDate { CalendarDate(fixture.clock.now, in: .utc) }

    private func isSound(_ fixture: StoreFixture) async throws -> Bool {
        try await fixture.problems() == []
    }

    @Test(arguments: StorePlace.allCases)
    func itIsTickedOnceADayUntilItWasTickedOften(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await goal(fixture, more: ["shoes"])
            var first = today(fixture)
            for day in 1...3 {
                for _ in 0..<2 {
                    let step = try await tick(fixture, goal).steps[0]
                    #expect(step.repetition?.count == day && step.isDone == (day == 3))
                    #expect(step.isTicked(on: first) && step.doneOn == first)
                }
                // A missed day changes nothing.
                fixture.clock.advance(by: 2 * 86_400)
                first = first.adding(days: 2)
                let step = try #require(try await fixture.store.goal(of: fixture.owner, goal.id)).steps[0]
                #expect(step.isTicked(on: first) == (day == 3))
            }
            #expect(try await isSound(fixture))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func theLastTickCompletesTheGoalAndUndoingTakesItBack(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await goal(fixture, times: 2)
            _ = try await tick(fixture, goal)
            fixture.clock.advance(by: 86_400)
            let done = try await tick(fixture, goal)
            #expect(done.completion?.rank == 1 && done.steps[0].isDone)
            let undone = try await fixture.store.undoCompletion(of: fixture.owner, goal.id)
            #expect(undone.goal.box == .active && !undone.steps[0].isTicked(on: today(fixture)))
            #expect(undone.steps[0].repetition?.count == 1)
            #expect(undone.steps[0].doneOn == today(fixture).adding(days: -1))
            #expect(try await isSound(fixture))
            #expect(try await tick(fixture, goal).completion?.jewel == done.completion?.jewel)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aTickIsTakenBackOnItsDayAlone(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await goal(fixture, more: ["shoes"])
            _ = try await tick(fixture, goal)
            fixture.clock.advance(by: 86_400)
            // Yesterday's stays.
            #expect(try await tick(fixture, goal, false).steps[0].repetition?.count == 1)
            _ = try await tick(fixture, goal)
            let step = try await tick(fixture, goal, false).steps[0]
            #expect(step.repetition?.count == 1 && step.doneOn == today(fixture).adding(days: -1))
            // The last one opens the step again, also later.
            for _ in 0..<2 {
                _ = try await tick(fixture, goal)
                fixture.clock.advance(by: 86_400)
            }
            #expect(try await tick(fixture, goal, false).steps[0].isDone == false)
            #expect(try await isSound(fixture))
        }
    }

    /// The owner travels to where it is yesterday: the tick of tomorrow is that of today.
    @Test(arguments: StorePlace.allCases)
    func aTickOfTheDayAfterCountsAndIsTakenBack(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await goal(fixture, more: ["shoes"])
            fixture.clock.advance(by: 86_400)
            _ = try await tick(fixture, goal)
            fixture.clock.advance(by: -86_400)
            #expect(try await tick(fixture, goal).steps[0].repetition?.count == 1)
            #expect(try await tick(fixture, goal, false).steps[0].repetition?.count == 0)
            #expect(try await tick(fixture, goal).steps[0].doneOn == today(fixture))
            #expect(try await isSound(fixture))
        }
    }

    /// What is taken back is the tick of the day, and nothing more with a second click.
    @Test(arguments: StorePlace.allCases)
    func aStepThatWasFinishedOnADayOfATickIsOpenedWithoutThatTick(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await goal(fixture, times: 5, more: ["shoes"])
            _ = try await tick(fixture, goal)
            fixture.clock.advance(by: 86_400)
            _ = try await tick(fixture, goal)
            _ = try await fixture.store.finishStep(goal.steps[0].id, of: fixture.owner, goal.id)
            for _ in 0..<2 {
                let step = try await tick(fixture, goal, false).steps[0]
                #expect(!step.isTicked(on: today(fixture)) && step.repetition?.count == 1)
            }
            #expect(try await isSound(fixture))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func itIsFinishedEarlyAndOpenedAgainWithItsTicks(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await goal(fixture, more: ["shoes"])
            _ = try await tick(fixture, goal)
            let step = goal.steps[0].id
            for _ in 0..<2 { #expect(try await store.finishStep(step, of: owner, goal.id).steps[0].isDone) }
            fixture.clock.advance(by: 86_400)
            let opened = try await tick(fixture, goal, false)
            #expect(!opened.steps[0].isDone && opened.steps[0].repetition?.count == 1)
            // As the last step to do, it completes the goal.
            _ = try await store.tick(goal.steps[1].id, isDone: true, of: owner, goal.id)
            #expect(try await store.finishStep(step, of: owner, goal.id).completion != nil)
            let undone = try await store.undoCompletion(of: owner, goal.id)
            #expect(undone.steps[0].repetition?.count == 1 && !undone.steps[0].isDone)
            await expectStoreError(.notFound) { try await store.finishStep(goal.steps[1].id, of: owner, goal.id) }
            await expectStoreError(.notFound) {
                try await store.finishStep(step, of: fixture.stranger, goal.id)
            }
            #expect(try await isSound(fixture))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anEditKeepsTheTicks(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await goal(fixture, more: ["shoes"])
            _ = try await tick(fixture, goal)
            fixture.clock.advance(by: 86_400)
            _ = try await tick(fixture, goal)
            let step = try await edit(fixture, goal, RepetitionPlan(times: 5, days: [.monday])).steps[0]
            #expect(step.repetition?.count == 2 && step.repetition?.plan == RepetitionPlan(times: 5, days: [.monday]))
            await expectStoreError(.tickedOften) { try await edit(fixture, goal, RepetitionPlan(times: 2)) }
            // Once more often than it was ticked, it is done with the next tick; and with more to come, it is open again.
            _ = try await edit(fixture, goal, RepetitionPlan(times: 3))
            fixture.clock.advance(by: 86_400)
            #expect(try await tick(fixture, goal).steps[0].isDone)
            #expect(try await edit(fixture, goal, RepetitionPlan(times: 3)).steps[0].isDone)
            #expect(try await edit(fixture, goal, RepetitionPlan(times: 4)).steps[0].isDone == false)
            // It goes on repeating, as long as it has ticks.
            await expectStoreError(.tickedOften) { try await edit(fixture, goal, nil) }
            #expect(try await isSound(fixture))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func theTickOfAStepThatRepeatsFromNowOnIsItsFirst(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addGoal("Run", until: "2026-12-18", steps: ["run", "shoes"])
            _ = try await tick(fixture, goal)
            let step = try await edit(fixture, goal, RepetitionPlan(times: 2)).steps[0]
            #expect(!step.isDone && step.repetition?.count == 1 && step.isTicked(on: today(fixture)))
            #expect(step.repetition?.since == today(fixture))
            // Without a tick it need not repeat any more, and is done if it was.
            _ = try await tick(fixture, goal, false)
            _ = try await store.finishStep(step.id, of: owner, goal.id)
            #expect(try await edit(fixture, goal, nil).steps[0].isDone)
            #expect(try await isSound(fixture))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aRemovedStepComesBackWithItsTicksAndAPurgedOneTakesThemAlong(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await goal(fixture, days: [.friday], more: ["shoes"])
            let ticked = try await tick(fixture, goal)
            let step = goal.steps[0].id
            _ = try await store.removeStep(step, of: owner, goal.id)
            #expect(try await store.restoreStep(step, of: owner, goal.id) == ticked)
            #expect(try await isSound(fixture))
            _ = try await store.removeStep(step, of: owner, goal.id)
            fixture.clock.advance(by: 3600)
            _ = try await store.purgeDeleted()
            #expect(try await fixture.rowCount("stepTick") == 0)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aStoredGoalThatIsFinishedAndUndoneHasItsTicks(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await goal(fixture)
            _ = try await tick(fixture, goal)
            fixture.clock.advance(by: 40 * 86_400)
            _ = try await store.storeOverdue()
            let before = try await store.goal(of: owner, goal.id)
            #expect(try await store.finishGoal(of: owner, goal.id, on: nil).steps[0].isDone)
            #expect(try await isSound(fixture))
            #expect(try await store.undoCompletion(of: owner, goal.id) == before)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func theWeekCountsEachTickOnce(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await goal(fixture, times: 2, more: ["shoes", "bag"])
            let week = WeekStart.monday.week(of: today(fixture))
            _ = try await tick(fixture, goal)
            _ = try await store.tick(goal.steps[1].id, isDone: true, of: owner, goal.id)
            fixture.clock.advance(by: 86_400)
            _ = try await tick(fixture, goal)
            let found = try await store.week(of: owner, week)
            #expect(found.tickCount == 3 && found.ticked.map(\.count) == [3])
            #expect(
                try await store.week(of: owner, WeekStart.monday.week(of: week.lowerBound.adding(days: 9))).tickCount
                    == 0)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func ofADayItIsThereTickedAndNotOnDaysThatItIsNotMeantFor(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let day = today(fixture)
            let goal = try await goal(fixture, days: [Weekday(of: day)])
            var steps = try #require(try await store.todayGoals(of: owner, on: day).goals.first).steps
            #expect(TodayGoal.next(of: steps, on: day)?.id == goal.steps[0].id)
            _ = try await tick(fixture, goal)
            steps = try #require(try await store.todayGoals(of: owner, on: day).goals.first).steps
            #expect(steps.map { $0.isTicked(on: day) } == [true] && TodayGoal.next(of: steps, on: day) == nil)
            #expect(TodayGoal.next(of: steps, on: day.adding(days: 1)) == nil)
            #expect(TodayGoal.nextDay(of: steps, after: day, until: .max) == day.adding(days: 7))
            #expect(TodayGoal.nextDay(of: steps, after: day, until: day.adding(days: 6)) == nil)
            #expect(TodayGoal.next(of: steps, on: day.adding(days: 7))?.id == goal.steps[0].id)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func theListHasItWithTheDayOfItsLastTick(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await goal(fixture, more: ["shoes"])
            func next() async throws -> NextStep? {
                try await fixture.store.goals(of: fixture.owner, in: .active, after: nil, limit: 9).goals.first?.next
            }
            let step = goal.steps[0].id
            #expect(try await next() == NextStep(id: step, title: "run", repeats: true))
            _ = try await tick(fixture, goal)
            #expect(try await next() == NextStep(id: step, title: "run", repeats: true, tickedOn: today(fixture)))
            _ = try await fixture.store.finishStep(step, of: fixture.owner, goal.id)
            #expect(try await next() == NextStep(id: goal.steps[1].id, title: "shoes"))
        }
    }

    /// Otherwise a file of ticks would keep all other writes waiting.
    @Test func goalsWithManyTicksAreImportedOneByOne() async throws {
        try await withStore(.memory) { fixture in
            _ = try await goal(fixture)
            var whole = try await fixture.store.wholeGoals(of: fixture.owner, after: nil, limit: 1)[0]
            let step = whole.steps[0].id
            whole.steps[0].repetition?.plan = try #require(RepetitionPlan(times: 366))
            whole.tickDays[step] = (0..<365).map { today(fixture).adding(days: -$0) }
            whole.steps = (0..<9).map { place in
                var copy = whole.steps[0]
                copy = Step(
                    id: StepID(Int64(place + 1)), place: place, title: copy.title, repetition: copy.repetition)
                whole.tickDays[copy.id] = whole.tickDays[step]
                return copy
            }
            let goals = (0..<3).map { _ in
                var goal = whole
                goal.uid = UUID()
                return goal
            }
            let told = Mutex<[GoalChanges]>([])
            let stop = fixture.store.observeChanges(of: fixture.stranger) { change in
                told.withLock { $0.append(change) }
            }
            defer { stop() }
            #expect(try await fixture.store.importGoals(goals, of: fixture.stranger).addedCount == 3)
            #expect(told.withLock { $0.count } == 3)
            let copies = try await fixture.store.wholeGoals(of: fixture.stranger, after: nil, limit: 9)
            #expect(copies.flatMap(\.steps).allSatisfy { $0.repetition?.count == 365 })
            #expect(try await isSound(fixture))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func itIsImportedWithItsTicks(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await goal(fixture, days: [.monday, .friday], more: ["shoes"])
            for _ in 0..<2 {
                _ = try await tick(fixture, goal)
                fixture.clock.advance(by: 86_400)
            }
            let whole = try await store.wholeGoals(of: owner, after: nil, limit: 9)
            #expect(whole[0].tickDays[goal.steps[0].id]?.count == 2)
            let added = try await store.importGoals(whole, of: fixture.stranger)
            #expect(added.addedCount == 1)
            let copy = try await store.wholeGoals(of: fixture.stranger, after: nil, limit: 9)
            #expect(copy[0].steps.map(\.repetition) == whole[0].steps.map(\.repetition))
            #expect(Array(copy[0].tickDays.values) == Array(whole[0].tickDays.values))
            #expect(try await isSound(fixture))
            try await store.deleteGoal(of: owner, goal.id)
            fixture.clock.advance(by: 3600)
            _ = try await store.purgeDeleted()
            #expect(try await fixture.rowCount("stepTick") == 2)
        }
    }
}
