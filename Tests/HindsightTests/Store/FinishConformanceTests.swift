import Foundation
import HindsightDomain
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every goal store does with goals that are finished, put away, and taken up again (N1, N2, N3, N6, N7).
@Suite(.timeLimit(.minutes(15))) struct FinishConformanceTests {
    // MARK: Finishing

    @Test(arguments: StorePlace.allCases)
    func anActiveGoalWithoutStepsIsFinishedByItself(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let made = try await store.addGoal(fixture.fields("Swim", days: 7), isFinished: false, key: nil, of: owner)
            let done = try await store.finishGoal(of: owner, made.id, on: nil)
            let completion = try #require(done.completion)
            #expect(completion.day == CalendarDate("2026-11-18") && completion.completedAt == fixture.clock.now)
            #expect(completion.rank == 1 && completion.celebration == .due && done.goal.fields == made.goal.fields)
            #expect(try await store.finishGoal(of: owner, made.id, on: nil) == done)
            #expect(try await store.boxCounts(of: owner) == BoxCounts(completed: 1))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anActiveGoalWithStepsIsFinishedByThem(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addGoal("Swim", steps: ["a", "b"], done: 1)
            let error = await expectStoreError(.hasSteps) {
                try await fixture.store.finishGoal(of: fixture.owner, goal.id, on: nil)
            }
            guard case .hasSteps(goal)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            await expectStoreError(.notFound) {
                try await fixture.store.finishGoal(of: fixture.stranger, goal.id, on: nil)
            }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aStoredGoalIsFinishedOnADayThatIsSaid(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            // From 2026-11-11 to 2026-11-21; today is 2026-11-18.
            let goal = try await fixture.addGoal("Swim", .stored, steps: ["a", "b", "c"], done: 1)
            let day = try #require(CalendarDate("2026-11-12"))
            for (day, fault) in [("2026-11-10", StoreError.Code.startsAfterEnd), ("2026-11-19", .endsInFuture)] {
                await expectStoreError(fault) {
                    try await store.finishGoal(of: owner, goal.id, on: CalendarDate(day))
                }
            }
            let done = try await store.finishGoal(of: owner, goal.id, on: day)
            #expect(done.completion?.day == day && done.doneCount == 3 && done.goal.endDate == goal.goal.endDate)
            let earlier = try #require(done.completion?.completedAt)
            #expect(CalendarDate(earlier, in: .utc) == day)
            #expect(done.completion?.wasStored == true)
            // What was ticked before keeps its day; what was not ticked counts in no week.
            let review = try await store.week(of: owner, WeekStart.monday.week(of: day))
            #expect(review.tickCount == 1 && review.ticked.map(\.count) == [1] && review.finishedCount == 1)
            #expect(try await fixture.problems() == [])
            // A file brings it to another account as it is.
            let whole = try #require(try await store.wholeGoals(of: owner, after: nil, limit: 1).first)
            #expect(whole.steps.map { $0.doneOn != nil } == [true, false, false])
            let json = try JSONEncoder().encode(FileGoal(whole, number: 1))
            let file = try FileGoal(json: Array(json)).checked(at: fixture.clock.now)
            _ = try await store.importGoals([file], of: fixture.stranger)
            let brought = try #require(try await store.wholeGoals(of: fixture.stranger, after: nil, limit: 1).first)
            #expect(brought.steps.map(\.doneOn) == whole.steps.map(\.doneOn) && brought.steps.allSatisfy(\.isDone))
            #expect(try await store.week(of: fixture.stranger, WeekStart.monday.week(of: day)).tickCount == 1)
            #expect(try await fixture.problems() == [])
            // Opened again, the steps are to be done as before.
            #expect(try await store.undoCompletion(of: owner, goal.id).steps == goal.steps)
            #expect(try await fixture.problems() == [])
        }
    }

    // MARK: Ranks

    @Test(arguments: StorePlace.allCases)
    func aRankIsGivenAtCompletionAndStays(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            func finished(_ title: String, from first: Int, days: Int) async throws -> GoalDetail {
                fixture.clock.advance(by: 1)
                return try await store.addGoal(
                    fixture.fields(title, from: first, days: days), isFinished: true, key: nil, of: owner)
            }
            func ranks(_ goals: [GoalDetail]) async throws -> [Int?] {
                var ranks: [Int?] = []
                for goal in goals { ranks.append(try await store.goal(of: owner, goal.id)?.completion?.rank) }
                return ranks
            }
            var goals = [try await finished("today", from: -1, days: 0)]
            goals.append(try await finished("years ago", from: -2000, days: -1900))
            goals.append(try await finished("yesterday", from: -2, days: -1))
            #expect(try await ranks(goals) == [1, 2, 3])
            #expect(try await store.reviewPlace(of: owner, goal: goals[1].id)?.rank == 2)
            try await store.deleteGoal(of: owner, goals[1].id)
            goals.append(try await finished("today, too", from: -1, days: 0))
            _ = try await store.restoreGoal(of: owner, goals[1].id)
            #expect(try await ranks(goals) == [1, 2, 3, 4])
            // The ranks of others are theirs.
            let other = try await store.addGoal(
                fixture.fields("a", from: -1, days: 0), isFinished: true, key: nil, of: fixture.stranger)
            #expect(other.completion?.rank == 1)
        }
    }

    // MARK: Undoing a completion

    @Test(arguments: StorePlace.allCases)
    func aSlipOnTheLastStepIsTakenBack(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addGoal("Swim", steps: ["a", "b"], done: 1)
            let done = try await store.tick(goal.steps[1].id, isDone: true, of: owner, goal.id)
            #expect(done.completion?.undoableUntil == fixture.clock.now.addingTimeInterval(600))
            let undone = try await store.undoCompletion(of: owner, goal.id)
            #expect(undone == goal)
            #expect(try await store.undoCompletion(of: owner, goal.id) == goal)
            #expect(try await store.boxCounts(of: owner) == BoxCounts(active: 1))
            #expect(try await fixture.reviewableCount() == 0)
            // The jewel waits for it; the rank doesn't.
            let other = try await store.addGoal(fixture.fields("Run", days: 7), isFinished: false, key: nil, of: owner)
            #expect(try await store.finishGoal(of: owner, other.id, on: nil).completion?.rank == 1)
            let again = try await store.tick(goal.steps[1].id, isDone: true, of: owner, goal.id)
            #expect(again.completion?.jewel == done.completion?.jewel && again.completion?.rank == 2)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aStepWhoseRemovalCompletedTheGoalComesBackWithIt(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addGoal("Swim", steps: ["a", "b"], done: 1)
            #expect(try await store.removeStep(goal.steps[1].id, of: owner, goal.id).goal.box == .completed)
            #expect(try await store.undoCompletion(of: owner, goal.id) == goal)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aStoredGoalThatWasFinishedIsStoredAgain(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addGoal("Swim", .stored, steps: ["a", "b"], done: 1)
            _ = try await store.finishGoal(of: owner, goal.id, on: CalendarDate("2026-11-12"))
            #expect(try await store.undoCompletion(of: owner, goal.id) == goal)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aCompletionStaysAfterTenMinutesOrWithAReview(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goals = [
                try await fixture.addGoal("a", steps: ["a"]), try await fixture.addGoal("b", steps: ["b"]),
            ]
            for goal in goals { _ = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id) }
            _ = try await store.writeReview(.free("x"), of: owner, goal: goals[0].id)
            #expect(try await store.goal(of: owner, goals[0].id)?.completion?.undoableUntil == nil)
            fixture.clock.advance(by: 599)
            await expectStoreError(.nothingToRestore) { try await store.undoCompletion(of: owner, goals[0].id) }
            fixture.clock.advance(by: 1)
            await expectStoreError(.nothingToRestore) { try await store.undoCompletion(of: owner, goals[1].id) }
            let entered = try await store.addGoal(
                fixture.fields("c", from: -1, days: 0), isFinished: true, key: nil, of: owner)
            #expect(entered.completion?.undoableUntil == nil)
            await expectStoreError(.nothingToRestore) { try await store.undoCompletion(of: owner, entered.id) }
            await expectStoreError(.notFound) { try await store.undoCompletion(of: fixture.stranger, goals[1].id) }
        }
    }

    // MARK: Taking up again

    @Test(arguments: StorePlace.allCases)
    func aGoalThatIsTakenUpAgainKeepsItsFirstStart(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addGoal("Swim", .stored, steps: [])
            let extended = try await store.extendGoal(of: owner, goal.id)
            #expect(extended.goal.box == .active && extended.goal.startDate == goal.goal.startDate)
            #expect(extended.goal.endDate == CalendarDate("2026-11-25") && extended.firstStartDate == nil)
            #expect(try await store.extendGoal(of: owner, goal.id) == extended)

            let other = try await fixture.addGoal("Run", .stored, steps: [])
            let fields = try fixture.fields("Run", days: 3)
            let recovered = try await store.recoverGoal(fields, from: other.revision, of: owner, other.id)
            #expect(recovered.firstStartDate == other.goal.startDate)
            #expect(recovered.goal.startDate == CalendarDate("2026-11-18"))
            let done = try await store.finishGoal(of: owner, other.id, on: nil)
            await expectStoreError(.wrongBox) { try await store.extendGoal(of: owner, done.id) }
        }
    }

    // MARK: Paused

    @Test(arguments: StorePlace.allCases)
    func aPausedGoalRestsWithoutANoticeAndGoesOnWithItsDates(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addGoal("Swim", until: "2026-12-18", steps: ["a", "b"], done: 1)
            for _ in 0..<2 {
                let paused = try await store.pauseGoal(of: owner, goal.id)
                #expect(paused.goal.box == .stored && paused.goal.fields == goal.goal.fields)
                #expect(try await store.goal(of: owner, goal.id) == paused && paused.steps == goal.steps)
                fixture.clock.advance(by: 60)
            }
            #expect(try await store.boxCounts(of: owner) == BoxCounts(stored: 1))
            #expect(try await store.putAwayGoals(of: owner, limit: 9) == PutAwayGoals())
            await expectStoreError(.wrongBox) {
                try await store.tick(goal.steps[1].id, isDone: true, of: owner, goal.id)
            }
            let resumed = try await store.recoverGoal(
                goal.goal.fields, from: goal.revision, of: owner, goal.id)
            #expect(resumed.goal.box == .active && resumed.goal.fields == goal.goal.fields)
            #expect(resumed.firstStartDate == nil)
            // A week more takes nothing of a longer time.
            _ = try await store.pauseGoal(of: owner, goal.id)
            #expect(try await store.extendGoal(of: owner, goal.id).goal.endDate == goal.goal.endDate)
            await expectStoreError(.notFound) { try await store.pauseGoal(of: fixture.stranger, goal.id) }
            let done = try await store.tick(goal.steps[1].id, isDone: true, of: owner, goal.id)
            await expectStoreError(.wrongBox) { try await store.pauseGoal(of: owner, done.id) }
        }
    }

    // MARK: Put away

    @Test(arguments: StorePlace.allCases)
    func whatTheClockPutsAwayIsSaidUntilItIsDealtWith(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            func putAway(_ limit: Int = 10) async throws -> PutAwayGoals {
                try await store.putAwayGoals(of: owner, limit: limit)
            }
            var goals: [GoalDetail] = []
            for days in 0..<4 {
                let fields = try fixture.fields("Goal \(days)", days: days)
                goals.append(try await store.addGoal(fields, isFinished: false, key: nil, of: owner))
            }
            // A goal that came from elsewhere as a stored one was put away by nobody here.
            _ = try await fixture.addGoal("Swim", .stored, steps: [])
            #expect(try await putAway() == PutAwayGoals())
            for _ in 0..<4 {
                fixture.clock.advance(by: 86_400)
                _ = try await store.storeOverdue()
            }
            let newestFirst = goals.reversed().map(\.id)
            #expect(try await putAway().goals.map(\.id) == newestFirst)
            #expect(try await putAway(3).goals.map(\.id) == Array(newestFirst.prefix(3)))
            let hasMore = (try await putAway(3).hasMore, try await putAway(4).hasMore)
            #expect(hasMore == (true, false))
            #expect(try await store.putAwayGoals(of: fixture.stranger, limit: 9) == PutAwayGoals())

            try await store.dismissPutAway(goals[3].id, of: owner)
            _ = try await store.extendGoal(of: owner, goals[2].id)
            #expect(try await putAway().goals.map(\.id) == [goals[1].id, goals[0].id])
            try await store.dismissPutAway(nil, of: owner)
            #expect(try await putAway() == PutAwayGoals())
            // What is put away after that is said again.
            fixture.clock.advance(by: 8 * 86_400)
            _ = try await store.storeOverdue()
            #expect(try await putAway().goals.map(\.id) == [goals[2].id])
        }
    }

    // MARK: The order of lists

    @Test(arguments: StorePlace.allCases)
    func activeGoalsStandByTheirEndAndStoredOnesByWhenTheyWerePutAway(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            var ids: [GoalID] = []
            for days in [30, 1, 7, 1, 0] {
                let fields = try fixture.fields("\(days)", days: days)
                ids.append(try await store.addGoal(fields, isFinished: false, key: nil, of: owner).id)
            }
            let active = try await store.goals(of: owner, in: .active, after: nil, limit: 10)
            #expect(active.goals.map(\.id) == [ids[4], ids[1], ids[3], ids[2], ids[0]])
            for _ in 0..<8 {
                fixture.clock.advance(by: 86_400)
                _ = try await store.storeOverdue()
            }
            let stored = try await store.goals(of: owner, in: .stored, after: nil, limit: 10)
            #expect(stored.goals.map(\.id) == [ids[2], ids[3], ids[1], ids[4]])
        }
    }

    /// Where a row stood when it was read is where the next slice begins, whatever has become of its goal since.
    @Test(arguments: StorePlace.allCases)
    func aRowThatMovesWhileOneReadsOnLeavesNoneOut(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            for days in 0..<9 {
                _ = try await store.addGoal(
                    fixture.fields("\(days)", days: days), isFinished: false, key: nil, of: owner)
            }
            let first = try await store.goals(of: owner, in: .active, after: nil, limit: 3)
            let last = try #require(first.goals.last)
            let detail = try #require(try await store.goal(of: owner, last.id))
            _ = try await store.editGoal(fixture.fields("2", days: 30), from: detail.revision, of: owner, last.id)
            let next = try await store.goals(
                of: owner, in: .active, after: GoalCursor(last.id, at: last.sortValue), limit: 3)
            #expect(next.goals.map(\.goal.title) == ["3", "4", "5"])
        }
    }

    /// No list answers more than a page has, however far down it is asked for (D1).
    @Test(arguments: GoalListing.allCases)
    func noListAnswersMoreThanAPageHas(listing: GoalListing) async throws {
        try await withStore(.memory) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let review = Review(content: try .free("x"), writtenAt: fixture.clock.now)
            let state: NewGoal.State =
                switch listing {
                case .stored: .stored
                case .active: .active
                case .completed(.waiting), .completed(.all): .completed(Jewel.all[0], at: fixture.clock.now)
                case .completed(.reviewed): .completed(Jewel.all[0], at: fixture.clock.now, review: review)
                }
            let goals = try (0..<230).map { try NewGoal.make("\($0)", state) }
            let ids = try await store.addGoals(goals, of: owner)
            let limit = GoalStoreLimits.pageSize
            let last = listing.box == .active ? ids[229] : ids[0]
            let through = try await store.goals(of: owner, in: listing, after: nil, through: GoalCursor(last))
            #expect(through.goals.count == limit && through.hasMore)
            let slice = try await store.goals(of: owner, in: listing, after: nil, limit: 10_000)
            #expect(slice.goals.count == limit && slice.hasMore)
            #expect(slice.goals.map(\.id) == through.goals.map(\.id))
        }
    }

    // MARK: Samples

    @Test(arguments: StorePlace.allCases)
    func samplesAreToldFromOnesOwnAndGoTogether(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, accounts) = (fixture.store, fixture.accounts)
            let review = Review(content: try .free("x"), writtenAt: fixture.clock.now)
            let samples = [
                try NewGoal.completed("c", review: review), try NewGoal.make("s", .stored),
                try NewGoal.make("a", .active),
            ]
            let demo = try await accounts.createDemoAccount(goals: samples, language: nil, timeZone: nil)
            let owner = demo.signedIn.account
            let own = try await store.addGoals([.make("mine", .active)], of: owner)[0]
            #expect(try await accounts.content(of: owner) == AccountContent(goals: 4, reviews: 1, samples: 3))
            #expect(try await accounts.content(of: owner).ownGoals == 1)
            let active = try await store.goals(of: owner, in: .active, after: nil, limit: 10)
            #expect(active.overview.hasSamples)
            #expect(active.goals.filter(\.isSample).map(\.goal.title) == ["a"] && active.goals.count == 2)

            #expect(try await store.removeSamples(of: owner) == 3)
            #expect(try await store.boxCounts(of: owner) == BoxCounts(active: 1))
            #expect(try await store.goalsOverview(of: owner).hasSamples == false)
            #expect(try await store.removeSamples(of: owner) == 0)
            #expect(try await store.restoreSamples(of: owner) == 3)
            #expect(try await store.boxCounts(of: owner) == BoxCounts(stored: 1, active: 2, completed: 1))
            await expectStoreError(.nothingToRestore) { try await store.restoreSamples(of: owner) }

            _ = try await store.removeSamples(of: owner)
            fixture.clock.advance(by: 601)
            await expectStoreError(.nothingToRestore) { try await store.restoreSamples(of: owner) }
            _ = try await store.purgeDeleted()
            #expect(try await store.goal(of: owner, own)?.isSample == false)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aSampleInWhichSomethingIsWrittenIsOnesOwn(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let store = fixture.store
            let samples = [
                try NewGoal.completed("reviewed"), try NewGoal.make("renamed", .active),
                try NewGoal.make("cut", .active), try NewGoal.make("left", .active),
            ]
            let demo = try await fixture.accounts.createDemoAccount(goals: samples, language: nil, timeZone: nil)
            let owner = demo.signedIn.account
            let active = try await store.goals(of: owner, in: .active, after: nil, limit: 10).goals
            let goals = Dictionary(uniqueKeysWithValues: active.map { ($0.goal.title, $0.goal.id) })
            let reviewed = try #require(
                try await store.goals(of: owner, in: .completed(.all), after: nil, limit: 1).goals.first)

            _ = try await store.writeReview(.free("mine"), of: owner, goal: reviewed.goal.id)
            let (renamed, cut) = (try #require(goals["renamed"]), try #require(goals["cut"]))
            let found = try #require(try await store.goal(of: owner, renamed))
            _ = try await store.editGoal(
                fixture.fields("mine", days: 7), from: found.revision, of: owner, renamed)
            #expect(try await store.addStep(GoalTitle("mine"), key: nil, of: owner, cut).isSample == false)

            #expect(try await fixture.accounts.content(of: owner).ownGoals == 3)
            #expect(try await store.removeSamples(of: owner) == 1)
            #expect(try await store.boxCounts(of: owner) == BoxCounts(active: 2, completed: 1))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aSampleHasNoRankUntilItIsOnesOwn(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let store = fixture.store
            let samples = [
                try NewGoal.completed("reviewed"), try NewGoal.completed("renamed"), try NewGoal.completed("left"),
                try NewGoal.make("ticked", .active),
            ]
            let demo = try await fixture.accounts.createDemoAccount(goals: samples, language: nil, timeZone: nil)
            let owner = demo.signedIn.account
            func rank(_ goal: GoalID) async throws -> Int? { try await store.goal(of: owner, goal)?.completion?.rank }
            let completed = try await store.goals(of: owner, in: .completed(.all), after: nil, limit: 9).goals
            let goals = Dictionary(uniqueKeysWithValues: completed.map { ($0.goal.title, $0.goal.id) })
            let (left, reviewed) = (try #require(goals["left"]), try #require(goals["reviewed"]))
            let id = try #require(goals["renamed"])
            let renamed = try #require(try await store.goal(of: owner, id))
            #expect(renamed.completion != nil && renamed.completion?.rank == nil)
            let active = try await store.goals(of: owner, in: .active, after: nil, limit: 1).goals
            #expect(try await store.finishGoal(of: owner, active[0].goal.id, on: nil).completion?.rank == nil)

            let first = try await store.addGoal(
                fixture.fields("mine", from: -1, days: 0), isFinished: true, key: nil, of: owner)
            #expect(first.completion?.rank == 1)
            _ = try await store.writeReview(.free("mine"), of: owner, goal: reviewed)
            #expect(try await rank(reviewed) == 2)
            #expect(try await store.reviewPlace(of: owner, goal: reviewed)?.rank == 2)
            var fields = renamed.goal.fields
            fields.title = try GoalTitle("mine")
            let edited = try await store.editGoal(fields, from: renamed.revision, of: owner, renamed.id)
            #expect(edited.completion?.rank == 3)
            // Once it has one, it stays.
            _ = try await store.deleteReview(of: owner, goal: reviewed)
            #expect(try await rank(reviewed) == 2)

            _ = try await store.removeSamples(of: owner)
            let next = try await store.addGoal(
                fixture.fields("mine", from: -1, days: 0), isFinished: true, key: nil, of: owner)
            #expect(next.completion?.rank == 4)
            _ = try await store.restoreSamples(of: owner)
            #expect(try await rank(left) == nil)
        }
    }
}
