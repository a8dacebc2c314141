import Foundation
import HindsightDomain
import LiveSQLite
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every goal store does with goals in all boxes.
@Suite(.timeLimit(.minutes(15))) struct GoalConformanceTests {
    @Test(arguments: StorePlace.allCases)
    func aFormThatIsSentTwiceMakesOneGoal(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let fields = try fixture.fields("Swim", days: 7)
            let made = try await store.addGoal(fields, isFinished: false, key: "form", of: owner)
            #expect(made.goal.fields == fields && made.goal.box == .active && made.steps == [])
            #expect(try await store.addGoal(fields, isFinished: false, key: "form", of: owner) == made)
            // Keys are an owner's own.
            let others = try await store.addGoal(fields, isFinished: false, key: "form", of: fixture.stranger)
            #expect(others.id != made.id)
            #expect(try await store.boxCounts(of: owner) == BoxCounts(active: 1))
            try await store.deleteGoal(of: owner, made.id)
            let again = try await store.addGoal(fields, isFinished: false, key: "form", of: owner)
            #expect(again.id != made.id)
            #expect(try await store.boxCounts(of: owner) == BoxCounts(active: 1))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func twoPostsAtOnceMakeOneGoal(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let fields = try fixture.fields("Swim", days: 7)
            let (store, owner) = (fixture.store, fixture.owner)
            let made = try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask { try await store.addGoal(fields, isFinished: false, key: "form", of: owner).id }
                }
                return try await group.reduce(into: Set<GoalID>()) { $0.insert($1) }
            }
            #expect(made.count == 1)
            #expect(try await store.boxCounts(of: owner) == BoxCounts(active: 1))
        }
    }

    /// At one moment it is another day for owners in other places.
    @Test(arguments: [("Etc/GMT+12", "2026-11-17"), ("Pacific/Kiritimati", "2026-11-19"), (nil, "2026-11-18")])
    func daysAreCheckedAgainstTheOwnersToday(zone: String?, today: String) async throws {
        try await withStore(.memory) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            // 2026-11-18, 11:06 in Greenwich.
            try await fixture.accounts.set([.timeZone(zone.flatMap { TimeZoneID(rawValue: $0) })], of: owner)
            let today = try #require(CalendarDate(today))
            let table: [(start: Int, end: Int, isFinished: Bool, StoreError.Code?)] = [
                (0, 0, false, nil), (-9, 0, false, nil), (3, 9, false, nil), (0, -1, false, .startsAfterEnd),
                (-2, -1, false, .endsInPast), (0, 0, true, nil), (-9, -3, true, nil), (-9, 1, true, .endsInFuture),
                (1, 0, true, .startsAfterEnd),
            ]
            for (start, end, isFinished, fault) in table {
                let fields = GoalFields(
                    title: try GoalTitle("Swim"), startDate: today.adding(days: start), endDate: today.adding(days: end)
                )
                if let fault {
                    await expectStoreError(fault) {
                        try await store.addGoal(fields, isFinished: isFinished, key: nil, of: owner)
                    }
                } else {
                    let made = try await store.addGoal(fields, isFinished: isFinished, key: nil, of: owner)
                    #expect(made.goal.box == (isFinished ? .completed : .active))
                    #expect(made.completion?.day == (isFinished ? fields.endDate : nil))
                }
            }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aGoalThatIsFinishedAlreadyStandsAtItsDay(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let today = try await store.addGoal(fixture.fields("Today", days: 0), isFinished: true, key: nil, of: owner)
            fixture.clock.advance(by: 1)
            let earlier = try await store.addGoal(
                fixture.fields("Earlier", from: -20, days: -10), isFinished: true, key: nil, of: owner)
            #expect(today.completion?.rank == 1 && earlier.completion?.rank == 2)
            #expect(earlier.completion?.celebration == .due && earlier.completion?.hasReview == false)
            // Whatever is entered later, a rank stays (N6).
            #expect(try await store.goal(of: owner, today.id)?.completion?.rank == 1)
            let list = try await store.completedGoals(of: owner, after: nil, limit: 10)
            #expect(list.goals.map(\.id) == [today.id, earlier.id] && list.reviewableCount == 2)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anEditReplacesAllFields(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let made = try await store.addGoal(fixture.fields("Swim", days: 7), isFinished: false, key: nil, of: owner)
            var fields = try fixture.fields("Run", from: -1, days: 9)
            fields.reminderEnabled = true
            let edited = try await store.editGoal(fields, from: made.revision, of: owner, made.id)
            #expect(edited.goal.fields == fields && edited.revision > made.revision)
            #expect(try await store.editGoal(fields, from: made.revision, of: owner, made.id) == edited)
            let error = await expectStoreError(.changedSince) {
                try await store.editGoal(fixture.fields("Row", days: 7), from: made.revision, of: owner, made.id)
            }
            guard case .changedSince(edited)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            await expectStoreError(.endsInPast) {
                let past = try fixture.fields("Row", from: -5, days: -1)
                return try await store.editGoal(past, from: edited.revision, of: owner, made.id)
            }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aStoredGoalIsTakenUpAgainWithNewDates(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let stored = try await store.addGoals([.make("Swim", .stored)], of: owner)[0]
            let fields = try fixture.fields("Swim", days: 7)
            let active = try await store.recoverGoal(fields, from: 1, of: owner, stored)
            #expect(active.goal.box == .active && active.goal.fields == fields)
            #expect(try await store.recoverGoal(fields, from: 1, of: owner, stored) == active)
            await expectStoreError(.wrongBox) {
                try await store.recoverGoal(fixture.fields("Run", days: 7), from: active.revision, of: owner, stored)
            }
            #expect(try await store.boxCounts(of: owner) == BoxCounts(active: 1))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aCompletedGoalIsNotEdited(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            let fields = try fixture.fields("Swim", days: 7)
            for edit in [fixture.store.editGoal, fixture.store.recoverGoal] {
                await expectStoreError(.wrongBox) { try await edit(fields, 1, fixture.owner, goal) }
            }
        }
    }

    /// N13: the days, the steps, the jewel and the rank stay.
    @Test(arguments: StorePlace.allCases)
    func theTitleOfACompletedGoalIsMendedEverywhere(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.add(.completed, steps: 2)
            let before = try #require(try await store.goal(of: owner, goal.id))
            var fields = before.goal.fields
            fields.title = try GoalTitle("A lake")
            let changes = try await ChangeRecorder.changes(store, of: owner) {
                let renamed = try await store.editGoal(fields, from: before.revision, of: owner, goal.id)
                var expected = before
                (expected.goal.fields, expected.revision) = (fields, before.revision + 1)
                #expect(renamed == expected)
                // A resend is the answer as it is.
                #expect(try await store.editGoal(fields, from: before.revision, of: owner, goal.id) == renamed)
                var older = fields
                older.title = try GoalTitle("A pond")
                await expectStoreError(.changedSince) {
                    try await store.editGoal(older, from: before.revision, of: owner, goal.id)
                }
                var moved = fields
                moved.startDate = moved.startDate.adding(days: -1)
                var reminding = fields
                reminding.reminderEnabled = true
                for other in [moved, reminding] {
                    await expectStoreError(.wrongBox) {
                        try await store.editGoal(other, from: renamed.revision, of: owner, goal.id)
                    }
                }
            }
            #expect(changes == [.goals([goal.id])])
            let list = try await store.completedGoals(of: owner, after: nil, limit: 10)
            #expect(list.goals.map(\.goal.title) == ["A lake"])
            #expect(
                try await store.jewelBox(of: owner, JewelCut(), after: nil, limit: 10).jewels.map(\.title) == ["A lake"]
            )
            let query = try SearchQuery("lake")
            #expect(try await store.search(of: owner, for: query, after: nil, limit: 10).results.count == 1)
            let old = try SearchQuery(before.goal.title)
            #expect(try await store.search(of: owner, for: old, after: nil, limit: 10).results.isEmpty)
            #expect(try await fixture.problems() == [])
        }
    }

    @Test(arguments: StorePlace.allCases, Box.allCases)
    func aDeletedGoalIsNowhereAndComesBackWithAllThatItHad(place: StorePlace, box: Box) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.add(box, steps: 2)
            if box == .completed { try await store.writeReview(.free("Good"), of: owner, goal: goal.id) }
            let before = try await store.goal(of: owner, goal.id)
            let counts = try await store.boxCounts(of: owner)
            try await store.deleteGoal(of: owner, goal.id)
            #expect(try await store.goal(of: owner, goal.id) == nil)
            #expect(try await store.goalReview(of: owner, goal: goal.id) == nil)
            #expect(try await store.wholeGoals(of: owner, after: nil, limit: 10) == [])
            #expect(try await store.boxCounts(of: owner) == BoxCounts())
            await expectStoreError(.notFound) { try await store.deleteGoal(of: owner, goal.id) }
            fixture.clock.advance(by: 599)
            #expect(try await store.purgeDeleted() == 0)
            #expect(try await store.restoreGoal(of: owner, goal.id) == before)
            #expect(try await store.restoreGoal(of: owner, goal.id) == before)
            #expect(try await store.boxCounts(of: owner) == counts)
            if box == .completed { #expect(try await store.goalReview(of: owner, goal: goal.id)?.review != nil) }
        }
    }

    @Test(arguments: StorePlace.allCases, Box.allCases)
    func aGoalThatWasDeletedForTenMinutesIsPurgedWithAllThatItHad(place: StorePlace, box: Box) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.add(box, steps: 2)
            if box == .completed {
                try await store.writeReview(.free("Good"), of: owner, goal: goal.id)
                try await store.saveDraft(ReviewDraft(level: .one), of: owner, goal: goal.id)
            }
            try await store.deleteGoal(of: owner, goal.id)
            fixture.clock.advance(by: 600)
            await expectStoreError(.nothingToRestore) { try await store.restoreGoal(of: owner, goal.id) }
            #expect(try await store.purgeDeleted() == 1)
            for table in ["goal", "step", "review", "draftField"] { #expect(try await fixture.rowCount(table) == 0) }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aGoalThatIsNotThereIsTheSameWhyeverItIsNot(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let foreign = try await fixture.add(.active, steps: 1, of: fixture.stranger)
            let own = try await fixture.add(.active, steps: 1)
            let deleted = try await fixture.add(.active, steps: 1)
            try await store.deleteGoal(of: owner, deleted.id)
            let fields = try fixture.fields("Swim", days: 7)
            let places = [
                (foreign.id, foreign.steps[0].id), (deleted.id, deleted.steps[0].id), (GoalID(99_999), StepID(1)),
                (GoalID(.max), StepID(.max)), (GoalID(0), StepID(0)), (GoalID(-1), StepID(-1)),
            ]
            for (goal, step) in places {
                #expect(try await store.goal(of: owner, goal) == nil)
                await expectStoreError(.notFound) { try await store.editGoal(fields, from: 1, of: owner, goal) }
                await expectStoreError(.notFound) { try await store.recoverGoal(fields, from: 1, of: owner, goal) }
                await expectStoreError(.notFound) { try await store.deleteGoal(of: owner, goal) }
                await expectStoreError(.notFound) { try await store.celebrate(.over, of: owner, goal) }
                await expectStoreError(.notFound) {
                    try await store.addStep(GoalTitle("x"), key: nil, of: owner, goal)
                }
                await expectStoreError(.notFound) { try await store.removeStep(step, of: owner, goal) }
                // And the step of such a goal is none of one's own. Whether it is anybody else's, nobody learns.
                if step == deleted.steps[0].id {
                    await expectStoreError(.notFound) { try await store.removeStep(step, of: owner, own.id) }
                } else {
                    #expect(try await store.removeStep(step, of: owner, own.id) == own)
                }
                for goal in [goal, own.id] {
                    await expectStoreError(.notFound) { try await store.tick(step, isDone: true, of: owner, goal) }
                    await expectStoreError(.notFound) {
                        try await store.editStep(step, StepFields(title: GoalTitle("x")), of: owner, goal)
                    }
                }
            }
            for goal in [foreign.id, GoalID(99_999), GoalID(0)] {
                await expectStoreError(.nothingToRestore) { try await store.restoreGoal(of: owner, goal) }
            }
            #expect(try await store.goal(of: fixture.stranger, foreign.id) == foreign)
            #expect(try await store.goal(of: owner, own.id) == own)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func observersAreToldOfWhatChangedAndOfNothingElse(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.add(.active, steps: 2)
            let changes = try await ChangeRecorder.changes(store, of: owner) {
                _ = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
                _ = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
                _ = try await store.editGoal(goal.goal.fields, from: 1, of: owner, goal.id)
                try await store.deleteGoal(of: owner, goal.id)
                _ = try await store.restoreGoal(of: owner, goal.id)
                _ = try await store.restoreGoal(of: owner, goal.id)
            }
            #expect(changes == Array(repeating: .goals([goal.id]), count: 3))
        }
    }

    // MARK: Lists

    @Test(arguments: [Box.stored, .active])
    func openGoalsArePagedByTheirIDs(box: Box) async throws {
        try await withStore(.memory) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            var ids: [GoalID] = []
            for number in 0..<25 {
                ids.append(try await fixture.add(box, steps: number % 3).id)
                _ = try await fixture.add(box == .stored ? .active : .stored)
                _ = try await fixture.add(box, of: fixture.stranger)
            }
            // A deleted one is a cursor all the same.
            try await store.deleteGoal(of: owner, ids[15])
            // They all end, and were put away, on the same day.
            let inOrder = Array(ids[..<15] + ids[16...])
            let expected = box == .active ? inOrder : inOrder.reversed()
            var (shown, last): ([GoalID], GoalID?) = ([], nil)
            repeat {
                let slice = try await store.goals(
                    of: owner, in: GoalListing(box), after: last.map { GoalCursor($0) }, limit: 8)
                #expect(slice.hasMore == (shown.count + slice.goals.count < 24))
                #expect(slice.overview.counts[box] == 24 && slice.overview.reviewableCount == 0)
                shown += slice.goals.map(\.id)
                last = slice.hasMore ? slice.goals.last?.id : nil
            } while last != nil
            #expect(shown == expected)
            let first = box == .active ? ids[10] : ids[20]
            let through = try await store.goals(
                of: owner, in: GoalListing(box), after: first, through: GoalCursor(ids[15]))
            let between = box == .active ? Array(ids[11..<15]) : ids[16..<20].reversed()
            #expect(through.goals.map(\.id) == between && through.hasMore)
            let among = try await store.goals(of: owner, in: box, among: [ids[3], ids[15], ids[7], GoalID(2)])
            let chosen = box == .active ? [ids[3], ids[7]] : [ids[7], ids[3]]
            #expect(among.goals.map(\.id) == chosen && among.goals.first { $0.id == ids[7] }?.stepCount == 1)
        }
    }

    // MARK: Offers

    @Test(arguments: [0, 1, 2, 3, 4, 31, 32, 100])
    func atMostThreeStoredGoalsAreRecommendedEachOnce(count: Int) async throws {
        try await withStore(.memory) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            _ = try await store.addGoals((0..<count).map { try .make("\($0)", .stored) }, of: owner)
            _ = try await fixture.add(.active)
            _ = try await store.addGoals([.make("Foreign", .stored)], of: fixture.stranger)
            var seen: Set<GoalID> = []
            for _ in 0..<20 {
                let goals = try await store.recommendations(of: owner, limit: 3)
                #expect(goals.count == min(count, 3) && Set(goals.map(\.id)).count == goals.count)
                #expect(goals.allSatisfy { $0.box == .stored && $0.title != "Foreign" })
                seen.formUnion(goals.map(\.id))
            }
            // Not the same three each time.
            #expect(seen.count > 3 || count <= 3)
        }
    }

    /// Goals that stand behind wide gaps of ids, since others were deleted, are not offered more often.
    @Test func allStoredGoalsAreRecommendedEquallyOften() async throws {
        try await withStore(.memory) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            var counts: [GoalID: Int] = [:]
            for number in 0..<40 {
                if number == 20 {
                    _ = try await store.addGoals((0..<400).map { try .make("\($0)", .active) }, of: owner)
                }
                let ids = try await store.addGoals([.make("\(number)", .stored)], of: owner)
                counts[ids[0]] = 0
            }
            for _ in 0..<1_000 {
                for goal in try await store.recommendations(of: owner, limit: 3) { counts[goal.id, default: 0] += 1 }
            }
            // 75 times each; eight standard deviations of that are 67.
            #expect(counts.count == 40 && counts.values.allSatisfy { (8...142).contains($0) }, "\(counts.values)")
        }
    }

    // MARK: The end date

    @Test func aGoalIsPutAwayAtItsOwnersMidnight() async throws {
        try await withStore(.memory) { fixture in
            let (store, clock) = (fixture.store, fixture.clock)
            try await fixture.accounts.set([.timeZone(TimeZoneID(rawValue: "Asia/Seoul"))], of: fixture.owner)
            try await fixture.accounts.set([.timeZone(TimeZoneID(rawValue: "Pacific/Honolulu"))], of: fixture.stranger)
            let day = try #require(CalendarDate("2026-11-20"))
            let fields = GoalFields(title: try GoalTitle("Swim"), startDate: day, endDate: day)
            let seoul = try await store.addGoal(fields, isFinished: false, key: nil, of: fixture.owner)
            let honolulu = try await store.addGoal(fields, isFinished: false, key: nil, of: fixture.stranger)
            func boxes() async throws -> [Box?] {
                [
                    try await store.goal(of: fixture.owner, seoul.id)?.goal.box,
                    try await store.goal(of: fixture.stranger, honolulu.id)?.goal.box,
                ]
            }
            // The end of that day in Seoul is 15:00 in Greenwich, in Honolulu 10:00 of the next day.
            let steps: [(time: TimeInterval, stored: Int, boxes: [Box?])] = [
                (1_795_186_799, 0, [.active, .active]), (1_795_186_800, 1, [.stored, .active]),
                (1_795_255_199, 0, [.stored, .active]), (1_795_255_200, 1, [.stored, .stored]),
                (1_795_255_201, 0, [.stored, .stored]),
            ]
            for (time, count, expected) in steps {
                clock.advance(by: time - clock.now.timeIntervalSince1970)
                #expect(try await store.storeOverdue() == count)
                #expect(try await boxes() == expected)
            }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aGoalWithoutAnEndStaysActiveAndComesLast(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            var fields = try fixture.fields("Swim", days: 1)
            fields.endDate = .max
            let endless = try await store.addGoal(fields, isFinished: false, key: nil, of: owner)
            #expect(endless.goal.fields == fields && !fields.hasEnd)
            let far = try await store.addGoal(
                fixture.fields("Run", days: 9_000), isFinished: false, key: nil, of: owner)
            let active = try await store.goals(of: owner, in: .active, after: nil, limit: 10).goals
            #expect(active.map(\.id) == [far.id, endless.id])
            let today = try await store.todayGoals(of: owner, on: CalendarDate(fixture.clock.now, in: .utc))
            #expect(today.goals.map(\.id) == [far.id, endless.id])
            fixture.clock.advance(by: 8_000 * 86_400)
            #expect(try await store.storeOverdue() == 0)
            // Paused and taken up again, it still has none.
            #expect(try await store.pauseGoal(of: owner, endless.id).goal.box == .stored)
            #expect(try await store.extendGoal(of: owner, endless.id).goal.fields == fields)
            await expectStoreError(.endsInFuture) {
                try await store.addGoal(fields, isFinished: true, key: nil, of: owner)
            }
        }
    }

    @Test func ofTwoProcessesOnePutsAGoalAway() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "hindsight.sqlite").path
            let fixture = try await StoreFixture(SQLiteDatabase(.hindsight, path: path))
            let other = try SQLiteDatabase(.hindsight, path: path)
            let stores = [fixture.store, SQLGoalStore(other, clock: fixture.clock.wallClock)]
            for number in 0..<450 {
                _ = try await fixture.store.addGoal(
                    fixture.fields("\(number)", days: 0), isFinished: false, key: nil,
                    of: number.isMultiple(of: 2) ? fixture.owner : fixture.stranger)
            }
            let deleted = try await fixture.add(.active)
            try await fixture.store.deleteGoal(of: fixture.owner, deleted.id)
            fixture.clock.advance(by: 8 * 86_400)
            let changes = try await ChangeRecorder.changes(fixture.store, of: fixture.owner) {
                let counts = try await withThrowingTaskGroup { group in
                    for store in stores { group.addTask { try await store.storeOverdue() } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(counts.reduce(0, +) == 450)
            }
            #expect(changes.count <= 3)
            #expect(try await fixture.store.boxCounts(of: fixture.owner) == BoxCounts(stored: 225))
            #expect(try await fixture.store.boxCounts(of: fixture.stranger) == BoxCounts(stored: 225))
            try other.close()
            try fixture.database.close()
        }
    }
}

extension StoreFixture {
    /// Fields of a goal: days are counted from today, as it is in Greenwich.
    func fields(_ title: String, from start: Int = 0, days end: Int) throws -> GoalFields {
        let today = CalendarDate(clock.now, in: .utc)
        return GoalFields(
            title: try GoalTitle(title), startDate: today.adding(days: min(start, end)),
            endDate: today.adding(days: end))
    }

    /// Adds a goal to a box; the steps of a completed one are done, the others are to be done.
    func add(_ box: Box, steps: Int = 0, of account: AccountID? = nil) async throws -> GoalDetail {
        let state: NewGoal.State =
            switch box {
            case .stored: .stored
            case .active: .active
            case .completed: .completed(Jewel(color: .pink, shape: .heart), at: clock.now)
            }
        let today = CalendarDate(clock.now, in: .utc)
        let goal = NewGoal(
            title: try GoalTitle("Goal"), startDate: today, endDate: today.adding(days: 7), state: state,
            steps: try (0..<steps).map { NewStep(title: try GoalTitle("Step \($0)"), isDone: box == .completed) })
        let id = try await store.addGoals([goal], of: account ?? owner)[0]
        return try #require(try await store.goal(of: account ?? owner, id))
    }
}
