import Foundation
import GRDB
import HindsightDomain
import Live
import LiveSQLite
import Synchronization
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every goal store does with steps, and how they complete a goal.
@Suite(.timeLimit(.minutes(15))) struct StepConformanceTests {
    @Test(arguments: StorePlace.allCases)
    func stepsTakeThePlaceBehindTheOthersAndThereAreNine(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            var goal = try await fixture.add(.active)
            for number in 0..<9 {
                #expect(goal.canAddStep)
                goal = try await store.addStep(GoalTitle("\(number)"), key: nil, of: owner, goal.id)
            }
            #expect(goal.steps.map(\.place) == Array(0..<9) && !goal.canAddStep)
            await expectStoreError(.tooManySteps) {
                try await store.addStep(GoalTitle("tenth"), key: nil, of: owner, goal.id)
            }
            for place in [3, 5] {
                let step = goal.steps[place].id
                goal = try await store.removeStep(step, of: owner, goal.id)
                // Asked for again, it is so already.
                #expect(try await store.removeStep(step, of: owner, goal.id) == goal)
            }
            #expect(goal.steps.map(\.place) == [0, 1, 2, 4, 5, 7, 8])
            // Behind the last place there is none, so the gaps are closed.
            goal = try await store.addStep(GoalTitle("new"), key: nil, of: owner, goal.id)
            #expect(goal.steps.map(\.place) == Array(0..<8) && goal.steps.last?.title == "new")
            #expect(try await store.goal(of: owner, goal.id) == goal)
        }
    }

    /// Each step before each other one and behind all, with and without a free place, and with gaps.
    @Test(arguments: StorePlace.sqlite, [3, 9])
    func aStepIsMovedBeforeAnyOtherAndNothingElseOfItChanges(place: StorePlace, count: Int) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            var goal = try await fixture.addGoal("Swim", steps: (0..<count).map { "\($0)" }, done: 1)
            let plan = RepetitionPlan(times: 3, days: [.monday])
            _ = try await store.editStep(
                goal.steps[1].id,
                StepFields(title: GoalTitle("1"), alarm: Alarm(minute: 9, days: [.monday]), repetition: plan),
                of: owner,
                goal.id)
            goal = try await store.tick(goal.steps[1].id, isDone: true, of: owner, goal.id)
            if count == 3 {
                let gap = try await store.addStep(GoalTitle("gap"), key: nil, of: owner, goal.id).steps[3].id
                goal = try await store.addStep(GoalTitle("last"), key: nil, of: owner, goal.id)
                goal = try await store.removeStep(gap, of: owner, goal.id)
            }
            for step in goal.steps {
                for other in goal.steps.map({ $0.id as StepID? }) + [nil] {
                    let before = try #require(try await store.goal(of: owner, goal.id)).steps
                    let moved = try await store.moveStep(step.id, before: other, of: owner, goal.id)
                    var expected = before.filter { $0.id != step.id }
                    let index = expected.firstIndex { $0.id == other } ?? expected.endIndex
                    expected.insert(try #require(before.first { $0.id == step.id }), at: index)
                    if step.id == other { expected = before }
                    for (index, place) in before.map(\.place).enumerated() { expected[index].place = place }
                    #expect(moved.steps == expected)
                    #expect(moved.doneCount == 1 && moved.steps.count == before.count)
                    #expect(
                        try await SQLGoalStore(fixture.storage, clock: fixture.clock.wallClock).goal(
                            of: owner, goal.id) == moved)
                }
            }
            #expect(try await fixture.rowCount("stepTick") == 1)
            #expect(try await fixture.rowCount("removedStep") == (count == 3 ? 1 : 0))
            let isSound = try await fixture.database.writer.read { try DatabaseFormat.hindsight.check($0) } == []
            #expect(isSound)
        }
    }

    @Test(arguments: StorePlace.sqlite)
    func theDayOfAStepStaysWithItUntilItIsEditedOrRepeats(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.add(.active, steps: 3)
            let (step, day) = (goal.steps[0].id, CalendarDate(fixture.clock.now, in: .utc))
            func edit(_ fields: StepFields) async throws -> GoalDetail {
                let answer = try await store.editStep(step, fields, of: owner, goal.id)
                let other = SQLGoalStore(fixture.storage, clock: fixture.clock.wallClock)
                #expect(try await other.goal(of: owner, goal.id) == answer)
                return answer
            }
            let fields = try StepFields(title: GoalTitle("a"), dueOn: day)
            let edited = try await edit(fields)
            #expect(edited.steps.map(\.dueOn) == [day, nil, nil])
            // The same again changes nothing.
            #expect(try await edit(fields).revision == edited.revision)
            // Ticked, moved, removed and put back.
            _ = try await store.tick(step, isDone: true, of: owner, goal.id)
            _ = try await store.tick(step, isDone: false, of: owner, goal.id)
            #expect(
                try await store.moveStep(step, before: nil, of: owner, goal.id).steps.map(\.dueOn) == [nil, nil, day])
            _ = try await store.removeStep(step, of: owner, goal.id)
            #expect(try await store.restoreStep(step, of: owner, goal.id).steps.map(\.dueOn) == [nil, nil, day])
            let plan = RepetitionPlan(times: 2)
            let repeating = try await edit(StepFields(title: GoalTitle("a"), repetition: plan, dueOn: day)).steps[2]
            #expect(repeating.dueOn == nil && repeating.repetition?.times == 2)
            #expect(try await edit(fields).steps[2].dueOn == day)
            #expect(try await edit(StepFields(title: GoalTitle("a"))).steps[2].dueOn == nil)
            // The database itself has no step with both.
            await #expect(throws: DatabaseError.self) {
                try await fixture.database.writer.write { db in
                    try db.execute(sql: "UPDATE step SET times = 2, repeatDays = 0, dueOn = '2026-11-18'")
                }
            }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func onlyStepsOfTheGoalAreMoved(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let (goal, other) = (try await fixture.add(.active, steps: 2), try await fixture.add(.active, steps: 2))
            let step = goal.steps[0].id
            for (moved, before, sender) in [
                (step, other.steps[0].id, owner), (other.steps[0].id, step, owner),
                (step, goal.steps[1].id, fixture.stranger),
            ] {
                await expectStoreError(.notFound) {
                    try await store.moveStep(moved, before: before, of: sender, goal.id)
                }
            }
            _ = try await store.pauseGoal(of: owner, goal.id)
            await expectStoreError(.wrongBox) { try await store.moveStep(step, before: nil, of: owner, goal.id) }
            #expect(try await store.goal(of: owner, goal.id)?.steps == goal.steps)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func twoAddsAtEightStepsMakeNine(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.add(.active, steps: 8)
            let outcomes = await withTaskGroup { group in
                for number in 0..<2 {
                    group.addTask {
                        do {
                            return try await store.addStep(GoalTitle("\(number)"), key: nil, of: owner, goal.id).steps
                                .count.description
                        } catch {
                            return (error as? StoreError)?.code.rawValue ?? "\(error)"
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.sorted() == ["9", "tooManySteps"])
            #expect(try await fixture.rowCount("step") == 9)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aStepThatIsSentTwiceIsAddedOnce(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.add(.active)
            let once = try await store.addStep(GoalTitle("a"), key: "form", of: owner, goal.id)
            #expect(try await store.addStep(GoalTitle("a"), key: "form", of: owner, goal.id) == once)
            #expect(once.steps.map(\.title) == ["a"])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func theLastTickCompletesTheGoal(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            try await fixture.accounts.set([.timeZone(TimeZoneID(rawValue: "Asia/Seoul"))], of: owner)
            try await fixture.addCompleted(2)
            let goal = try await fixture.add(.active, steps: 2)
            let half = try await store.tick(goal.steps[1].id, isDone: true, of: owner, goal.id)
            #expect(half.completion == nil && half.doneCount == 1)
            #expect(half.stepsToDoFirst.map(\.title) == ["Step 0", "Step 1"])
            let back = try await store.tick(goal.steps[1].id, isDone: false, of: owner, goal.id)
            #expect(back == goal)
            _ = try await store.tick(goal.steps[1].id, isDone: true, of: owner, goal.id)
            // In Seoul it is the next day already.
            fixture.clock.advance(by: 9 * 3600)
            let done = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
            let completion = try #require(done.completion)
            #expect(done.goal.box == .completed && completion.completedAt == fixture.clock.now)
            #expect(completion.day == CalendarDate("2026-11-19") && completion.rank == 3)
            #expect(completion.celebration == .due && !completion.hasReview)
            #expect(try await fixture.reviewableCount() == 3)
            #expect(try await store.boxCounts(of: owner) == BoxCounts(completed: 3))
        }
    }

    @Test(arguments: StorePlace.sqlite)
    func theFirstJewelOfItsKindIsKnownWhileItIsCelebrated(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let owner = fixture.owner
            let (star, heart) = (Jewel(color: .blue, shape: .star), Jewel(color: .blue, shape: .heart))
            for (jewel, isFirst) in [(star, true), (star, false), (heart, true)] {
                let store = SQLGoalStore(
                    fixture.database, pages: fixture.store.pages, clock: fixture.clock.wallClock, drawJewel: { jewel })
                let goal = try await fixture.add(.active, steps: 1)
                let done = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
                #expect(done.completion?.isFirstOfKind == isFirst)
                #expect(try await store.goal(of: owner, goal.id) == done)
                let seen = try await store.celebrate(.offers, of: owner, goal.id)
                #expect(seen.completion?.isFirstOfKind == false)
                #expect(try await store.goal(of: owner, goal.id) == seen)
            }
        }
    }

    @Test(arguments: StorePlace.sqlite)
    func twoLastTicksAtOnceGiveOneJewel(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let draws = Mutex(0)
            let store = SQLGoalStore(
                fixture.database, pages: fixture.store.pages, clock: fixture.clock.wallClock,
                drawJewel: {
                    draws.withLock { $0 += 1 }
                    return Jewel.random()
                })
            let owner = fixture.owner
            for _ in 0..<10 {
                let goal = try await fixture.add(.active, steps: 2)
                let answers = try await withThrowingTaskGroup { group in
                    for _ in 0..<2 {
                        for step in goal.steps {
                            group.addTask { try await store.tick(step.id, isDone: true, of: owner, goal.id) }
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let jewels = Set(answers.compactMap(\.completion?.jewel))
                #expect(jewels.count == 1)
                #expect(try await store.goal(of: owner, goal.id)?.completion?.jewel == jewels.first)
            }
            #expect(draws.withLock { $0 } == 10)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aCompletedGoalStaysAsItIsAndItsJewelIsTheAnswer(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.add(.completed, steps: 2)
            let step = goal.steps[0].id
            let changes = try await ChangeRecorder.changes(store, of: owner) {
                for isDone in [true, false] {
                    let answer = try await store.tick(step, isDone: isDone, of: owner, goal.id)
                    #expect(answer == goal)
                }
                await expectStoreError(.wrongBox) { try await store.removeStep(step, of: owner, goal.id) }
                await expectStoreError(.wrongBox) {
                    try await store.editStep(step, StepFields(title: GoalTitle("x")), of: owner, goal.id)
                }
                await expectStoreError(.wrongBox) {
                    try await store.addStep(GoalTitle("x"), key: nil, of: owner, goal.id)
                }
            }
            #expect(changes == [])
            #expect(try await store.goal(of: owner, goal.id) == goal)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aStoredGoalHasToBeTakenUpAgainFirst(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.add(.stored, steps: 2)
            let step = goal.steps[0].id
            let writes: [() async throws -> GoalDetail] = [
                { try await store.tick(step, isDone: true, of: owner, goal.id) },
                { try await store.tick(step, isDone: false, of: owner, goal.id) },
                { try await store.removeStep(step, of: owner, goal.id) },
                { try await store.editStep(step, StepFields(title: GoalTitle("x")), of: owner, goal.id) },
                { try await store.addStep(GoalTitle("x"), key: nil, of: owner, goal.id) },
            ]
            for write in writes {
                let error = await expectStoreError(.wrongBox) { try await write() }
                if case .wrongBox(let found)? = error { #expect(found == goal) }
            }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func removingTheLastStepToBeDoneCompletesAGoalOfWhichOthersAreDone(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            var goal = try await fixture.add(.active, steps: 3)
            goal = try await store.tick(goal.steps[1].id, isDone: true, of: owner, goal.id)
            goal = try await store.removeStep(goal.steps[0].id, of: owner, goal.id)
            #expect(goal.goal.box == .active && goal.steps.count == 2)
            goal = try await store.removeStep(goal.steps[1].id, of: owner, goal.id)
            #expect(goal.goal.box == .completed && goal.completion?.celebration == .due && goal.steps.count == 1)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func removingTheOnlyStepCompletesNothing(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.add(.active, steps: 1)
            let empty = try await fixture.store.removeStep(goal.steps[0].id, of: fixture.owner, goal.id)
            #expect(empty.goal.box == .active && empty.steps == [])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func removingADoneStepLeavesTheOthersToBeDone(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            var goal = try await fixture.add(.active, steps: 2)
            goal = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
            goal = try await store.removeStep(goal.steps[0].id, of: owner, goal.id)
            #expect(goal.goal.box == .active && goal.steps.map(\.isDone) == [false])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aStepIsRenamedAndHasAnAlarm(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.add(.active, steps: 1)
            let step = goal.steps[0].id
            for (title, alarm) in [
                ("nul\0", Alarm(minute: 0, days: [.monday])), ("가", Alarm(minute: 1439, days: Set(Weekday.allCases))),
                ("e\u{301}", nil), ("\u{E9}", nil),
            ] {
                let edited = try await store.editStep(
                    step, StepFields(title: .stored(title), alarm: alarm), of: owner, goal.id)
                #expect(ExactText(wrappedValue: edited.steps[0].title) == ExactText(wrappedValue: title))
                #expect(edited.steps[0].alarm == alarm)
                #expect(try await store.goal(of: owner, goal.id) == edited)
            }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func whatWasShownOfACompletionStaysShown(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.add(.active, steps: 1)
            await expectStoreError(.wrongBox) { try await store.celebrate(.over, of: owner, goal.id) }
            _ = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
            for (shown, expected) in [
                (Celebration.due, Celebration.due), (.offers, .offers), (.due, .offers), (.over, .over),
                (.offers, .over),
            ] {
                let found = try await store.celebrate(shown, of: owner, goal.id)
                #expect(found.completion?.celebration == expected)
                #expect(try await store.goal(of: owner, goal.id) == found)
            }
        }
    }

    @Test func anAlarmHasATimeAndADay() {
        #expect(Alarm(minute: -1, days: [.monday]) == nil)
        #expect(Alarm(minute: 1440, days: [.monday]) == nil)
        #expect(Alarm(minute: 0, days: []) == nil)
        for bits in 1..<128 { #expect(Alarm(minute: 5, dayBits: bits)?.days.dayBits == bits) }
        for bits in [0, 128, -1] { #expect(Alarm(minute: 5, dayBits: bits) == nil) }
    }

    @Test(arguments: [("1000-01-01", Weekday.wednesday), ("1969-12-31", .wednesday), ("2026-11-22", .sunday)])
    func aDayHasItsWeekday(day: String, weekday: Weekday) throws {
        #expect(Weekday(of: try #require(CalendarDate(day))) == weekday)
    }
}
