import HindsightDomain
import Live
import LiveSQLite
import Streams
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct GoalBoxViewModelTests {
    /// A store with so many completed goals, which can be made to fail and to wait.
    private func scene(
        goals count: Int,
        _ test: @Sendable (isolated Stage, ListScene, FaultyGoalStore, StoreFixture) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        try await fixture.addCompleted(count)
        let store = FaultyGoalStore(fixture.store)
        try await Stage.run { stage in
            let list = ListScene(stage, store: store, owner: fixture.owner)
            try await test(stage, list, store, fixture)
        }
        #expect(fixture.feed.observerCount == 0)
    }

    @Test func whenThePageAppearsTheFirstTenAndTheCountCome() async throws {
        try await scene(goals: 25) { stage, list, _, _ in
            list.appear.accept(())
            await stage.settled()
            #expect(list.counts.values == [nil, 25])
            #expect(list.items.values.map(\.count) == [0, 10])
            #expect(list.isLoading.values == [false, true, false])
            #expect(list.isLastPage.values == [false])
            #expect(list.isEmpty.values == [false])
            #expect(list.shownIDs == list.shownIDs.sorted(by: >))
        }
    }

    @Test(arguments: [(25, [0, 10, 20, 25]), (20, [0, 10, 20]), (10, [0, 10]), (1, [0, 1])])
    func pagesOfTenComeUntilTheEndAndNoneAfterIt(count: Int, sizes: [Int]) async throws {
        try await scene(goals: count) { stage, list, store, _ in
            list.appear.accept(())
            await stage.settled()
            for _ in 0..<5 {
                list.fetchNextPage.accept(())
                await stage.settled()
            }
            #expect(list.items.values.map(\.count) == sizes)
            #expect(list.isLastPage.values.last == true)
            #expect(store.calls.count { $0 == .goals } == sizes.count - 1)
            #expect(Set(list.shownIDs).count == count)
        }
    }

    @Test func anAccountWithoutGoalsIsEmptyOnlyOnceThatIsKnown() async throws {
        try await scene(goals: 0) { stage, list, _, _ in
            #expect(list.isEmpty.values == [false])
            list.appear.accept(())
            await stage.settled()
            #expect(list.isEmpty.values == [false, true])
            #expect(list.isLastPage.values == [false, true])
            #expect(list.counts.values == [nil, 0])
        }
    }

    @Test func askingForMoreWhileAPageIsOnItsWayAsksOnce() async throws {
        try await scene(goals: 25) { stage, list, store, _ in
            list.appear.accept(())
            await stage.settled()
            let gate = store.hold(.goals)
            for _ in 0..<3 { list.fetchNextPage.accept(()) }
            gate.open()
            await stage.settled()
            #expect(list.items.values.map(\.count) == [0, 10, 20])
            #expect(store.calls.count { $0 == .goals } == 2)
        }
    }

    @Test func aRefreshStartsOverAndALatePageNeverJoinsIt() async throws {
        try await scene(goals: 25) { stage, list, store, _ in
            list.appear.accept(())
            await stage.settled()
            let gate = store.hold(.goals)
            list.fetchNextPage.accept(())
            await gate.arrivals(1)
            list.refresh.accept(())
            gate.open()
            await stage.settled()
            #expect(list.items.values.map(\.count) == [0, 10])
            #expect(list.isLastPage.values == [false])
            list.fetchNextPage.accept(())
            await stage.settled()
            #expect(list.shownIDs.count == 20)
        }
    }

    @Test func aFailureIsSaidOnceAndLeavesTheListAndItsInputsUsable() async throws {
        try await scene(goals: 25) { stage, list, store, _ in
            list.appear.accept(())
            await stage.settled()
            store.failEverything()
            list.fetchNextPage.accept(())
            await stage.settled()
            list.refresh.accept(())
            await stage.settled()
            #expect(list.alerts.values.count == 2)
            #expect(list.shownIDs.count == 10)
            store.mend()
            list.fetchNextPage.accept(())
            await stage.settled()
            #expect(list.shownIDs.count == 20)
            #expect(list.isLoading.values.last == false)
        }
    }

    @Test func aFailedFirstRequestCanBeTriedAgain() async throws {
        try await scene(goals: 3) { stage, list, store, _ in
            store.failEverything()
            list.appear.accept(())
            await stage.settled()
            #expect(list.counts.values == [nil])
            #expect(list.isEmpty.values == [false])
            store.mend()
            list.refresh.accept(())
            await stage.settled()
            #expect(list.counts.values == [nil, 3])
            #expect(list.shownIDs.count == 3)
        }
    }

    @Test func aReviewWrittenElsewhereChangesTheCountAndItsRow() async throws {
        try await scene(goals: 12) { stage, list, _, fixture in
            list.appear.accept(())
            await stage.settled()
            let goal = try #require(list.shownIDs.first)
            _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: goal)
            await stage.settled()
            #expect(list.counts.values == [nil, 12, 11])
            #expect(list.items.values.last?.filter(\.hasReview).map(\.id) == [goal])
            #expect(list.shownIDs.count == 10)
            #expect(list.isLoading.values == [false, true, false])
        }
    }

    @Test func aReviewWrittenWhileItsPageIsOnItsWayIsNeitherDoubledNorMissed() async throws {
        try await scene(goals: 25) { stage, list, store, fixture in
            list.appear.accept(())
            await stage.settled()
            let last = try #require(list.shownIDs.last)
            let inNextPage = GoalID(last.rawValue - 3)
            // The page has read its rows, and its answer is held while one of them changes.
            let gate = store.holdAnswer(.goals)
            list.fetchNextPage.accept(())
            await gate.arrivals(1)
            _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: inNextPage)
            gate.open()
            await stage.settled()
            #expect(list.shownIDs.count == 20)
            #expect(Set(list.shownIDs).count == 20)
            #expect(list.items.values.last?.filter(\.hasReview).map(\.id) == [inNextPage])
            #expect(list.counts.values.last == 24)
        }
    }

    @Test func aGoalCompletedElsewhereComesOnTop() async throws {
        try await scene(goals: 11) { stage, list, _, fixture in
            list.appear.accept(())
            await stage.settled()
            let new = try await fixture.addCompleted(1)[0]
            await stage.settled()
            #expect(list.shownIDs.first == new)
            #expect(list.shownIDs.count == 11)
            #expect(list.isLastPage.values.last == false)
        }
    }

    @Test func theFirstGoalOfAnEmptyListAppears() async throws {
        try await scene(goals: 0) { stage, list, _, fixture in
            list.appear.accept(())
            await stage.settled()
            try await fixture.addCompleted(1)
            await stage.settled()
            #expect(list.shownIDs.count == 1)
            #expect(list.isEmpty.values == [false, true, false])
        }
    }

    @Test func onlyARowThatIsShownCanBeSelected() async throws {
        try await scene(goals: 2) { stage, list, _, _ in
            list.appear.accept(())
            await stage.settled()
            let goal = try #require(list.shownIDs.first)
            list.selection.accept(goal)
            list.selection.accept(GoalID(999))
            #expect(list.selected.values == [goal])
        }
    }

    @Test func aListThatBeginsFurtherDownStaysThere() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let ids = try await fixture.addCompleted(25)
        try await Stage.run { stage in
            let list = ListScene(stage, store: fixture.store, owner: fixture.owner, below: ids[15])
            list.appear.accept(())
            await stage.settled()
            #expect(list.shownIDs == ids[5..<15].reversed())
            _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: ids[20])
            await stage.settled()
            #expect(list.shownIDs == ids[5..<15].reversed())
            #expect(list.counts.values.last == 24)
        }
    }

    // MARK: Filters, what stands above

    @Test func aListOfWhatWaitsPagesThroughThatAlone() async throws {
        try await scene(goals: 0) { stage, _, store, fixture in
            let ids = try await fixture.addCompleted(36)
            for id in ids where id.rawValue.isMultiple(of: 3) {
                _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: id)
            }
            let list = ListScene(stage, store: store, owner: fixture.owner, .completed(.waiting))
            list.appear.accept(())
            for _ in 0..<4 {
                await stage.settled()
                list.fetchNextPage.accept(())
            }
            #expect(list.items.values.map(\.count) == [0, 10, 20, 24])
            #expect(list.shownIDs == ids.filter { !$0.rawValue.isMultiple(of: 3) }.reversed())
            #expect(list.isLastPage.values.last == true)
            #expect(list.filters.values.last?.map(\.count) == [36, 24, 12])
            #expect(list.filters.values.last?.map(\.isPresent) == [false, true, false])
        }
    }

    @Test func aReviewWrittenElsewhereLeavesItsRowAmongThoseThatWaitAndTheNumbersChange() async throws {
        try await scene(goals: 0) { stage, _, store, fixture in
            let ids = try await fixture.addCompleted(12)
            let list = ListScene(stage, store: store, owner: fixture.owner, .completed(.waiting))
            list.appear.accept(())
            await stage.settled()
            let before = list.shownIDs
            _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: before[3])
            await stage.settled()
            #expect(list.shownIDs == before)
            #expect(list.items.values.last?.filter(\.hasReview).map(\.id) == [before[3]])
            #expect(list.filters.values.last?.map(\.count) == [12, 11, 1])
            // The cursor of the next page may be such a row.
            _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: before[9])
            list.fetchNextPage.accept(())
            await stage.settled()
            #expect(list.shownIDs == ids.reversed())
            list.refresh.accept(())
            await stage.settled()
            #expect(list.shownIDs.count == 10 && !list.shownIDs.contains(before[3]))
        }
    }

    @Test func theNextGoalFollowsWhatIsReviewed() async throws {
        try await scene(goals: 3) { stage, list, _, fixture in
            list.appear.accept(())
            await stage.settled()
            for expected in list.shownIDs.reversed() {
                #expect(list.overviews.values.last??.nextToReview?.id == expected)
                _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: expected)
                await stage.settled()
            }
            #expect(list.overviews.values.last == GoalsOverview(counts: BoxCounts(completed: 3)))
        }
    }

    @Test(arguments: CompletedGoalsFilter.allCases)
    func aListThatIsTakenUpAgainHasAllThatItHad(show: CompletedGoalsFilter) async throws {
        try await scene(goals: 0) { stage, _, store, fixture in
            let ids = try await fixture.addCompleted(40)
            for id in ids where id.rawValue.isMultiple(of: 2) {
                _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: id)
            }
            let list = ListScene(
                stage, store: store, owner: fixture.owner, .completed(show), below: ids[35], through: ids[3])
            list.appear.accept(())
            await stage.settled()
            let shown = ids[3..<35].filter { show == .all || $0.rawValue.isMultiple(of: 2) == (show == .reviewed) }
            #expect(list.shownIDs == shown.reversed())
            #expect(list.isLastPage.values.last == false)
        }
    }

    // MARK: The three boxes

    /// So many goals in each box, and its list with the box that is shown first.
    private func boxes(
        _ listing: GoalListing, stored: Int = 3, active: Int = 12, completed: Int = 2,
        _ test: @Sendable (isolated Stage, ListScene, FaultyGoalStore, StoreFixture) async throws -> Void
    ) async throws {
        try await scene(goals: completed) { stage, _, store, fixture in
            for (count, state) in [(stored, NewGoal.State.stored), (active, .active)] {
                _ = try await fixture.store.addGoals(
                    (0..<count).map { try .make("\($0)", state) }, of: fixture.owner)
            }
            try await test(stage, ListScene(stage, store: store, owner: fixture.owner, listing), store, fixture)
        }
    }

    @Test(arguments: [(GoalListing.stored, 3), (.active, 10), (.completed(.all), 2)])
    func theFirstBoxIsLoadedOnceAndAllThreeAreCounted(listing: GoalListing, rows: Int) async throws {
        try await boxes(listing) { stage, list, store, _ in
            list.appear.accept(())
            await stage.settled()
            #expect(store.calls == (listing == .active ? [.goals, .putAwayGoals] : [.goals]))
            #expect(list.segments.values == [listing.box] && list.items.values.map(\.count) == [0, rows])
            #expect(list.boxCounts.values == [nil, BoxCounts(stored: 3, active: 12, completed: 2)])
            #expect(list.counts.values == [nil, 2])
        }
    }

    @Test func zerosAreCountsToo() async throws {
        try await boxes(.active, stored: 0, active: 0, completed: 0) { stage, list, _, _ in
            list.appear.accept(())
            await stage.settled()
            #expect(list.boxCounts.values == [nil, BoxCounts()] && list.isEmpty.values == [false, true])
        }
    }

    @Test func anotherBoxIsShownFromItsBeginning() async throws {
        try await boxes(.active) { stage, list, _, _ in
            list.appear.accept(())
            await stage.settled()
            list.fetchNextPage.accept(())
            await stage.settled()
            #expect(list.shownIDs.count == 12)
            for (box, rows) in [(Box.completed, 2), (.stored, 3), (.active, 10)] {
                list.segmentSelection.accept(box)
                await stage.settled()
                #expect(list.segments.values.last == box && list.shownIDs.count == rows)
            }
            // The same box again is no change.
            let asked = list.items.values.count
            list.segmentSelection.accept(.active)
            await stage.settled()
            #expect(list.items.values.count == asked)
            #expect(list.boxCounts.values.count == 2)
        }
    }

    @Test func whatTheFormerBoxHadInFlightJoinsNoOther() async throws {
        try await boxes(.active) { stage, list, store, _ in
            list.appear.accept(())
            await stage.settled()
            let gate = store.holdAnswer(.goals)
            list.fetchNextPage.accept(())
            list.segmentSelection.accept(.stored)
            list.segmentSelection.accept(.completed)
            gate.open()
            await stage.settled()
            #expect(list.segments.values.last == .completed && list.shownIDs.count == 2)
            #expect(list.items.values.map(\.count).allSatisfy { [0, 10, 2].contains($0) })
            #expect(list.alerts.values.isEmpty)
        }
    }

    @Test func aGoalLeavesItsBoxAndComesIntoTheNext() async throws {
        try await boxes(.active, stored: 0, active: 0) { stage, list, _, fixture in
            list.appear.accept(())
            await stage.settled()
            let goal = try await fixture.add(.active, steps: 2)
            await stage.settled()
            #expect(list.shownIDs == [goal.id] && list.boxCounts.values.last??.active == 1)
            _ = try await fixture.store.tick(goal.steps[0].id, isDone: true, of: fixture.owner, goal.id)
            await stage.settled()
            #expect(list.items.values.last?.map(\.doneCount) == [1])
            _ = try await fixture.store.tick(goal.steps[1].id, isDone: true, of: fixture.owner, goal.id)
            await stage.settled()
            #expect(list.shownIDs == [] && list.isEmpty.values.last == true)
            #expect(list.boxCounts.values.last == BoxCounts(completed: 3) && list.counts.values.last == 3)
        }
    }

    @Test func whatIsChosenLeadsToItsPageByItsBox() async throws {
        try await boxes(.active) { stage, list, _, _ in
            list.appear.accept(())
            await stage.settled()
            let active = list.shownIDs[0]
            list.selection.accept(active)
            list.selection.accept(GoalID(99_999))
            list.segmentSelection.accept(.completed)
            await stage.settled()
            let completed = list.shownIDs[0]
            list.selection.accept(completed)
            await stage.settled()
            #expect(list.openSelected.values == [active] && list.selected.values == [completed])
        }
    }

    @Test func theDaysThatAreLeftTurnOverAtMidnight() async throws {
        try await boxes(.active, active: 12) { stage, _, store, fixture in
            // Each of them ends on 2026-02-03.
            let today = try #require(CalendarDate("2026-01-31"))
            let list = ListScene(stage, store: store, owner: fixture.owner, .active, today: today)
            list.appear.accept(())
            await stage.settled()
            #expect(list.items.values.last?.map(\.dayCount) == Array(repeating: .left(3), count: 10))
            list.days.accept(today.adding(days: 1))
            #expect(list.items.values.last?.map(\.dayCount) == Array(repeating: .left(2), count: 10))
            // What comes later is counted from that day, too.
            list.fetchNextPage.accept(())
            await stage.settled()
            #expect(list.items.values.last?.map(\.dayCount) == Array(repeating: .left(2), count: 12))
            #expect(store.calls.filter { $0 == .goals }.count == 2)
        }
    }

    @Test func aDeletedGoalGoesAndComesBack() async throws {
        try await boxes(.stored) { stage, list, _, fixture in
            list.appear.accept(())
            await stage.settled()
            let before = list.shownIDs
            list.delete.accept(before[1])
            list.delete.accept(GoalID(99_999))
            await stage.settled()
            #expect(list.shownIDs == [before[0], before[2]] && list.boxCounts.values.last??.stored == 2)
            #expect(list.deletedGoals == [before[1]])
            list.undo.accept(before[1])
            await stage.settled()
            #expect(list.shownIDs == before && list.alerts.values.isEmpty)
            list.delete.accept(before[0])
            await stage.settled()
            fixture.clock.advance(by: 601)
            list.undo.accept(before[0])
            await stage.settled()
            #expect(list.shownIDs == [before[1], before[2]])
            #expect(list.alerts.values.map { $0 as? BoxActionFailure } == [.undoIsOver])
        }
    }

    @Test func aGoalThatWasDeletedElsewhereJustBeforeIsDeleted() async throws {
        try await boxes(.stored) { stage, list, store, fixture in
            list.appear.accept(())
            await stage.settled()
            let before = list.shownIDs
            let gate = store.hold(.deleteGoal)
            list.delete.accept(before[0])
            try await fixture.store.deleteGoal(of: fixture.owner, before[0])
            gate.open()
            await stage.settled()
            #expect(list.deletedGoals == [before[0]] && list.alerts.values.isEmpty)
            list.undo.accept(before[0])
            await stage.settled()
            #expect(list.shownIDs == before)
        }
    }

    @Test func aDeletionThatFailsChangesNothingAndCanBeAskedForAgain() async throws {
        try await boxes(.stored) { stage, list, store, _ in
            list.appear.accept(())
            await stage.settled()
            let before = list.shownIDs
            store.fail(.deleteGoal)
            list.delete.accept(before[0])
            await stage.settled()
            #expect(list.shownIDs == before && list.deleted.values.isEmpty)
            #expect(list.alerts.values.map { $0 as? BoxActionFailure } == [.unavailable])
            store.mend()
            list.delete.accept(before[0])
            await stage.settled()
            #expect(list.shownIDs == [before[1], before[2]])
        }
    }

    // MARK: Ticks

    /// An open list of one active goal.
    private func card(
        steps: [String],
        _ test: @Sendable (isolated Stage, ListScene, FaultyGoalStore, StoreFixture, GoalDetail) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let goal = try await fixture.addGoal("Swim", steps: steps)
        let store = FaultyGoalStore(fixture.store)
        try await Stage.run { stage in
            let today = CalendarDate(fixture.clock.now, in: .utc)
            let list = ListScene(stage, store: store, owner: fixture.owner, .active, today: today)
            list.appear.accept(())
            await stage.settled()
            try await test(stage, list, store, fixture, goal)
        }
        #expect(fixture.feed.observerCount == 0)
    }

    /// The step of the first card, with a plus behind it when it is ticked.
    private func step(_ list: ListScene) -> String? {
        list.items.values.last?.first?.step.map { $0.title + ($0.isDone ? "+" : "") }
    }

    @Test func aTickOnACardShowsAtOnceAndStaysUntilTheListIsLoadedAgain() async throws {
        try await card(steps: ["a", "b", "c"]) { stage, list, store, _, goal in
            #expect(step(list) == "a")
            let gate = store.hold(.tick)
            list.tick.accept(goal.steps[0].id)
            #expect(step(list) == "a+")
            // A second click ticks no other step.
            list.tick.accept(goal.steps[0].id)
            gate.open()
            await stage.settled()
            #expect(step(list) == "a+" && list.items.values.last?.first?.doneCount == 1)
            list.refresh.accept(())
            await stage.settled()
            #expect(step(list) == "b")
        }
    }

    @Test func aTickOnACardIsTakenBackThere() async throws {
        try await card(steps: ["a", "b"]) { stage, list, _, _, goal in
            list.tick.accept(goal.steps[0].id)
            await stage.settled()
            list.untick.accept(goal.steps[0].id)
            #expect(step(list) == "a")
            await stage.settled()
            #expect(step(list) == "a" && list.items.values.last?.first?.doneCount == 0)
            #expect(list.alerts.values.isEmpty)
        }
    }

    @Test func aStepThatRepeatsIsTickedOnItsCardAgainTheNextDay() async throws {
        try await card(steps: ["a", "b"]) { stage, list, _, fixture, goal in
            _ = try await fixture.store.editStep(
                goal.steps[0].id, StepFields(title: GoalTitle("a"), repetition: RepetitionPlan(times: 3)),
                of: fixture.owner, goal.id)
            await stage.settled()
            list.tick.accept(goal.steps[0].id)
            await stage.settled()
            #expect(step(list) == "a+" && list.items.values.last?.first?.doneCount == 0)
            list.refresh.accept(())
            await stage.settled()
            #expect(step(list) == "a+")
            fixture.clock.advance(by: 86_400)
            list.days.accept(CalendarDate(fixture.clock.now, in: .utc))
            await stage.settled()
            #expect(step(list) == "a")
            // With the last tick it is done, and at midnight the next step is shown.
            for _ in 0..<2 {
                list.tick.accept(goal.steps[0].id)
                await stage.settled()
                #expect(step(list) == "a+")
                fixture.clock.advance(by: 86_400)
                list.days.accept(CalendarDate(fixture.clock.now, in: .utc))
                await stage.settled()
            }
            #expect(step(list) == "b")
        }
    }

    @Test func aTickOnACardThatIsTakenBackElsewhereShowsSo() async throws {
        try await card(steps: ["a", "b"]) { stage, list, _, fixture, goal in
            list.tick.accept(goal.steps[0].id)
            await stage.settled()
            _ = try await fixture.store.tick(goal.steps[0].id, isDone: false, of: fixture.owner, goal.id)
            await stage.settled()
            #expect(step(list) == "a")
        }
    }

    @Test func aTickOnACardThatFailsIsTakenBackAndSaid() async throws {
        try await card(steps: ["a", "b"]) { stage, list, store, _, goal in
            store.fail(.tick)
            list.tick.accept(goal.steps[0].id)
            await stage.settled()
            #expect(step(list) == "a")
            #expect(list.alerts.values.map { $0 as? BoxActionFailure } == [.unavailable])
            list.tick.accept(StepID(99_999))
            await stage.settled()
            #expect(list.alerts.values.count == 1)
        }
    }

    @Test func aTickedStepThatIsRemovedElsewhereIsNotKept() async throws {
        try await card(steps: ["a", "b", "c"]) { stage, list, _, fixture, goal in
            list.tick.accept(goal.steps[0].id)
            await stage.settled()
            #expect(step(list) == "a+")
            _ = try await fixture.store.removeStep(goal.steps[0].id, of: fixture.owner, goal.id)
            await stage.settled()
            #expect(step(list) == "b")
        }
    }

    @Test func aTickOfAStepThatIsGoneMeanwhileShowsTheGoalAsItIs() async throws {
        try await card(steps: ["a", "b"]) { stage, list, store, fixture, goal in
            let gate = store.hold(.tick)
            list.tick.accept(goal.steps[0].id)
            _ = try await fixture.store.removeStep(goal.steps[0].id, of: fixture.owner, goal.id)
            gate.open()
            await stage.settled()
            #expect(step(list) == "b" && list.alerts.values.count == 1)
        }
    }

    @Test func theLastStepOnACardLeadsToTheGoal() async throws {
        try await card(steps: ["a"]) { stage, list, _, _, goal in
            list.tick.accept(goal.steps[0].id)
            await stage.settled()
            #expect(list.finished.values == [goal.id])
            #expect(list.items.values.last?.isEmpty == true)
        }
    }
}
