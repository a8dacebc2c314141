import HindsightDomain
import Live
import LiveSQLite
import Streams
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct GoalDetailViewModelTests {
    // MARK: Ticks

    @Test func aTickShowsBeforeTheStoreHasAnswered() async throws {
        try await withGoalScene { stage, page, world async throws in
            let gate = world.store.hold(.tick)
            page.tick.accept(world.step(0))
            #expect(page.shown == ["a+", "b", "c"])
            #expect(page.progress?.done == 1 && page.progress?.total == 3)
            #expect(page.progress?.stones.prefix(4) == [true, false, false, nil])
            // Nothing else of the page is rendered again.
            #expect(page.pages.values.count == 1)
            gate.open()
            await stage.settled()
            #expect(page.shown == ["a+", "b", "c"])
            #expect(try await world.now()?.doneCount == 1)
            #expect(page.leads.values == [.here])
            // Nothing jumped meanwhile.
            #expect(page.rows.values.count == 2)
        }
    }

    @Test func aRowKeepsItsPlaceUntilThePageIsOpenedAnew() async throws {
        try await withGoalScene(done: 1) { stage, page, world async throws in
            #expect(page.shown == ["b", "c", "a+"])
            page.tick.accept(world.step(1))
            page.untick.accept(world.step(0))
            await stage.settled()
            #expect(page.shown == ["b+", "c", "a"])
            page.tick.accept(world.step(0))
            page.add("d")
            await stage.settled()
            // What is new stands behind what is to be done.
            #expect(page.shown == ["b+", "c", "d", "a+"])
            let late = GoalScene(
                stage, store: world.store, owner: world.owner, id: world.id, detail: try await world.now(), key: "late")
            #expect(late.shown == ["c", "d", "a+", "b+"])
        }
    }

    @Test func aTickThatIsRefusedIsPutRight() async throws {
        try await withGoalScene { stage, page, world async throws in
            world.store.fail(.tick)
            page.tick.accept(world.step(0))
            #expect(page.shown == ["a+", "b", "c"])
            await stage.settled()
            #expect(page.shown == ["a", "b", "c"])
            #expect(page.alerts.values == [.unavailable])
            world.store.mend()
            page.tick.accept(world.step(0))
            await stage.settled()
            #expect(page.shown == ["a+", "b", "c"])
        }
    }

    @Test func aTickWhoseAnswerIsLostIsDoneAllTheSame() async throws {
        try await withGoalScene { stage, page, world async throws in
            world.store.fail(.tick, with: .answerLost)
            page.tick.accept(world.step(0))
            await stage.settled()
            #expect(page.shown == ["a+", "b", "c"])
            #expect(page.alerts.values.isEmpty)
            #expect(page.leads.values == [.here])
        }
    }

    @Test func ticksFastAfterOneAnotherAllArriveInTheirOrder() async throws {
        try await withGoalScene { stage, page, world async throws in
            let gate = world.store.hold(.tick)
            page.tick.accept(world.step(0))
            page.tick.accept(world.step(1))
            page.untick.accept(world.step(0))
            page.tick.accept(world.step(0))
            page.untick.accept(world.step(0))
            #expect(page.shown == ["a", "b+", "c"])
            gate.open()
            await stage.settled()
            #expect(page.shown == ["a", "b+", "c"])
            #expect(try await world.now()?.steps.map(\.isDone) == [false, true, false])
            // What was wanted last stood all the time.
            #expect(page.rows.values.count == 6)
        }
    }

    @Test func aChangeThatComesWhileACommandRunsIsShownAfterItsAnswer() async throws {
        try await withGoalScene { stage, page, world async throws in
            let gate = world.store.holdAnswer(.tick)
            page.tick.accept(world.step(0))
            await gate.arrivals()
            // By then the store has another step; the answer that is held knows nothing of it.
            _ = try await world.fixture.store.addStep(GoalTitle("d"), key: nil, of: world.owner, world.id)
            gate.open()
            await stage.settled()
            #expect(page.shown == ["a+", "b", "c", "d"])
            // No step goes again that was shown.
            let counts = page.rows.values.map(\.count)
            #expect(counts == counts.sorted() && counts.last == 4)
        }
    }

    @Test func twoTabsAgree() async throws {
        try await withGoalScene { stage, page, world async throws in
            let other = GoalScene(
                stage, store: world.store, owner: world.owner, id: world.id, detail: world.goal, key: "other")
            page.tick.accept(world.step(1))
            await stage.settled()
            #expect(other.shown == ["a", "b+", "c"])
            other.untick.accept(world.step(1))
            other.removeStep.accept(world.step(0))
            await stage.settled()
            #expect(page.shown == ["b", "c"])
            #expect(other.shown == ["b", "c"])
        }
    }

    // MARK: Finishing without steps, late, and by mistake

    /// N1: a goal needs no steps to be finished.
    @Test func aGoalWithoutStepsIsFinishedByItself() async throws {
        try await withGoalScene(steps: []) { stage, page, world async throws in
            page.finish.accept(())
            await stage.settled()
            #expect(page.isCelebrated && page.page?.detail?.completion?.day == GoalScene.today)
            #expect(page.leads.values == [.here])
        }
    }

    @Test func aGoalThatHasGotStepsMeanwhileIsNotFinishedByItself() async throws {
        try await withGoalScene(steps: []) { stage, page, world async throws in
            let gate = world.store.hold(.finishGoal)
            page.finish.accept(())
            _ = try await world.fixture.store.addStep(GoalTitle("a"), key: nil, of: world.owner, world.id)
            gate.open()
            await stage.settled()
            #expect(page.alerts.values == [.hasSteps] && page.shown == ["a"])
        }
    }

    /// N1: one that was done in time and looked at too late is done on its day.
    @Test func aStoredGoalIsFinishedOnADayThatIsTyped() async throws {
        try await withGoalScene(.stored) { stage, page, world async throws in
            for (typed, fault) in [
                ("2026-11-10", FinishFault.beforeStart), ("2026-11-19", .inFuture), ("soon", .noSuchDate),
            ] {
                page.completedOn.accept(typed)
                page.finish.accept(())
                await stage.settled()
                #expect(page.page?.finishFault == fault && page.focus.values.last == "completedOn")
            }
            #expect(!world.store.calls.contains(.finishGoal))
            page.completedOn.accept("2026-11-12")
            #expect(page.page?.finishFault == nil)
            page.finish.accept(())
            await stage.settled()
            #expect(page.isCelebrated && page.page?.detail?.completion?.day == CalendarDate("2026-11-12"))
        }
    }

    @Test func aPausedGoalGoesOnWithItsDates() async throws {
        try await withGoalScene { stage, page, world async throws in
            page.pause.accept(())
            page.pause.accept(())
            await stage.settled()
            #expect(page.page?.detail?.goal.box == .stored && page.focus.values.last == "resume")
            #expect(page.told.values.last == .paused && page.alerts.values.isEmpty)
            page.resume.accept(())
            await stage.settled()
            #expect(page.page?.detail?.goal == world.goal.goal)
            #expect(page.told.values.last == .reopened && page.focus.values.last == "tick-\(world.step(0))")
        }
    }

    @Test func sharingAGoalIsToldAndItsFailureIs() async throws {
        try await withGoalScene { stage, page, world async throws in
            // The account is a demo, which shares nothing.
            page.share.accept(.goal)
            await stage.settled()
            #expect(page.told.values == [.shared(.nothing)] && page.focus.values.last == "menu")
            world.store.fail(.share)
            page.share.accept(.nothing)
            await stage.settled()
            #expect(page.alerts.values == [.unavailable])
            #expect(world.store.calls.count { $0 == .share } == 2)
        }
    }

    @Test func aPausedGoalIsFinishedTodayUnlessAnotherDayIsTyped() async throws {
        try await withGoalScene { stage, page, world async throws in
            page.pause.accept(())
            page.finish.accept(())
            await stage.settled()
            #expect(page.page?.detail?.completion?.day == GoalScene.today)
        }
    }

    @Test func aStoredGoalGetsOneMoreWeek() async throws {
        try await withGoalScene(.stored) { stage, page, world async throws in
            page.extend.accept(())
            await stage.settled()
            #expect(page.page?.detail?.goal.box == .active && page.told.values == [.reopened])
            #expect(page.page?.detail?.goal.endDate == GoalScene.today.adding(days: 7))
        }
    }

    @Test func anUndoOfACompletionThatTheStoreDoesNotAnswerCanBeTriedAgain() async throws {
        try await withGoalScene(done: 2) { stage, page, world async throws in
            page.tick.accept(world.step(2))
            await stage.settled()
            world.store.fail(.undoCompletion)
            page.undoCompletion.accept(())
            await stage.settled()
            #expect(page.alerts.values == [.unavailable] && page.page?.canUndo == true)
            world.store.mend()
            page.undoCompletion.accept(())
            await stage.settled()
            #expect(page.page?.detail?.goal.box == .active && page.alerts.values == [.unavailable])
        }
    }

    /// N2: a slip on the last step can be taken back for ten minutes.
    @Test func aCompletionCanBeUndoneForTenMinutes() async throws {
        try await withGoalScene(done: 2) { stage, page, world async throws in
            page.tick.accept(world.step(2))
            await stage.settled()
            #expect(page.isCelebrated && page.page?.canUndo == true)
            page.undoCompletion.accept(())
            await stage.settled()
            #expect(!page.isCelebrated && page.shown == ["c", "a+", "b+"] && page.page?.detail?.goal.box == .active)
            #expect(page.told.values == [.reopened] && page.focus.values.last == "tick-\(world.step(2))")
            page.tick.accept(world.step(2))
            await stage.settled()
            #expect(page.page?.canUndo == true)
            await stage.advance(by: .seconds(599))
            #expect(page.page?.canUndo == true)
            await stage.advance(by: .seconds(1))
            #expect(page.page?.canUndo == false && page.isCelebrated)
            world.fixture.clock.advance(by: 600)
            page.undoCompletion.accept(())
            await stage.settled()
            #expect(page.alerts.values == [.undoIsOver] && page.page?.detail?.goal.box == .completed)
        }
    }

    @Test func aGoalThatWasStoredIsSaidToBeStoredAgainWhenItsCompletionIsUndone() async throws {
        for (end, focus) in [("2026-11-21", "resume"), ("2026-11-15", "recover")] {
            let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
            let goal = try await fixture.addGoal("Read more", .stored, until: end, steps: ["a", "b"], done: 1)
            await Stage.run { stage in
                let page = GoalScene(
                    stage, store: fixture.store, owner: fixture.owner, id: goal.id, detail: goal, key: "k")
                page.finish.accept(())
                await stage.settled()
                #expect(page.isCelebrated && page.page?.detail?.completion?.wasStored == true)
                page.undoCompletion.accept(())
                await stage.settled()
                #expect(page.page?.detail?.goal == goal.goal)
                #expect(page.told.values == [.pausedAgain] && page.focus.values.last == focus)
            }
        }
    }

    @Test func anAlarmThatDoesNotRingSaysSo() async throws {
        try await withGoalScene { stage, page, world async throws in
            let alarm = try #require(Alarm(minute: 450, days: [.monday]))
            page.editStep.accept(world.step(0))
            page.alarmTime.accept("07:30")
            page.monday.accept(true)
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            // Its goal's reminders went on with it. What is missing is somewhere to send it.
            let detail = try #require(try await world.now())
            #expect(detail.goal.reminderEnabled && detail.steps[0].alarm == alarm)
            #expect(page.rows.values.last?.first?.alarmReach == .noChannel)
            #expect(page.rows.values.last?.map(\.isSilent) == [true, false, false])
            try await world.fixture.reminders.setCalendar(
                SecretToken(), in: .english, of: world.owner, from: Client())
            await stage.settled()
            #expect(page.rows.values.last?.first?.alarmReach == .rings)
            var fields = detail.goal.fields
            fields.reminderEnabled = false
            _ = try await world.fixture.store.editGoal(fields, from: detail.revision, of: world.owner, world.id)
            await stage.settled()
            #expect(page.rows.values.last?.first?.alarmReach == .goalIsOff)
        }
    }

    @Test func afterARemovalTheNextStepHasTheFocus() async throws {
        try await withGoalScene { stage, page, world async throws in
            page.removeStep.accept(world.step(1))
            page.removeStep.accept(world.step(2))
            page.removeStep.accept(world.step(0))
            await stage.settled()
            #expect(page.focus.values == ["tick-\(world.step(2))", "tick-\(world.step(0))", "step-new"])
        }
    }

    // MARK: Completion

    @Test func theLastTickIsCelebratedOnceOverAllTabs() async throws {
        try await withGoalScene(done: 2, stored: ["Paint"]) { stage, page, world async throws in
            let other = GoalScene(
                stage, store: world.store, owner: world.owner, id: world.id, detail: world.goal, key: "other")
            page.tick.accept(world.step(2))
            await stage.settled()
            #expect(page.isCelebrated && other.isCelebrated)
            other.celebrated.accept(())
            #expect(!other.isCelebrated)
            await stage.settled()
            #expect(other.focus.values == ["review"] && page.focus.values.isEmpty)
            #expect(!page.isCelebrated)
            #expect(page.page?.offers.map(\.title) == ["Paint"])
            #expect(other.page?.offers.map(\.title) == ["Paint"])
            #expect(page.completed.values.map { $0 != nil } == [false, true, false])
            let late = GoalScene(
                stage, store: world.store, owner: world.owner, id: world.id, detail: try await world.now(), key: "late")
            await stage.settled()
            #expect(!late.isCelebrated)
            late.notNow.accept(())
            await stage.settled()
            for tab in [page, other, late] { #expect(tab.page?.offers == []) }
            #expect(try await world.now()?.completion?.celebration == .over)
        }
    }

    @Test func aCelebrationWhoseLastTickWasNotAnsweredIsShown() async throws {
        try await withGoalScene(done: 2) { stage, page, world async throws in
            world.store.fail(.tick, with: .answerLost)
            page.tick.accept(world.step(2))
            await stage.settled()
            #expect(page.isCelebrated)
            world.store.mend()
            world.store.fail(.celebrate, with: .answerLost)
            page.celebrated.accept(())
            await stage.settled()
            #expect(!page.isCelebrated)
            #expect(try await world.now()?.completion?.celebration != .due)
        }
    }

    @Test func aCelebrationThatCouldNotBeNotedIsNotShownAgainOnThisPage() async throws {
        try await withGoalScene(done: 2) { stage, page, world async throws in
            page.tick.accept(world.step(2))
            await stage.settled()
            world.store.fail(.celebrate)
            page.celebrated.accept(())
            await stage.settled()
            #expect(!page.isCelebrated)
            #expect(page.alerts.values == [.unavailable])
            #expect(try await world.now()?.completion?.celebration == .due)
        }
    }

    @Test func writingTheReviewNowIsTheEndOfTheCelebration() async throws {
        try await withGoalScene(done: 2) { stage, page, world async throws in
            page.tick.accept(world.step(2))
            await stage.settled()
            page.reviewNow.accept(())
            await stage.settled()
            #expect(page.leads.values.last == .review)
            #expect(try await world.now()?.completion?.celebration != .due)
            #expect(!page.isCelebrated)
        }
    }

    @Test func withoutStoredGoalsNothingIsOffered() async throws {
        try await withGoalScene(done: 2) { stage, page, world async throws in
            page.tick.accept(world.step(2))
            await stage.settled()
            page.celebrated.accept(())
            await stage.settled()
            #expect(page.pages.values.allSatisfy { $0.offers.isEmpty })
            #expect(try await world.now()?.completion?.celebration == .over)
        }
    }

    @Test func aStoredGoalIsTakenUpForAWeekAndThatEndsTheOffers() async throws {
        try await withGoalScene(done: 2, stored: ["Paint", "Sing", "Swim", "Run"]) { stage, page, world async throws in
            page.tick.accept(world.step(2))
            page.celebrated.accept(())
            await stage.settled()
            let offers = try #require(page.page?.offers)
            #expect(Set(offers.map(\.id)).count == 3)
            let chosen = offers[1].id
            page.takeUp.accept(chosen)
            await stage.settled()
            let goal = try #require(try await world.fixture.store.goal(of: world.owner, chosen)).goal
            #expect(goal.box == .active)
            #expect(goal.startDate == CalendarDate("2026-11-11"))
            #expect(goal.endDate == GoalScene.today.adding(days: 7))
            #expect(page.leads.values.last == .goal(chosen))
            #expect(page.page?.offers == [])
            #expect(try await world.now()?.completion?.celebration == .over)
        }
    }

    @Test func aGoalThatIsNoLongerStoredIsNotTakenUp() async throws {
        try await withGoalScene(done: 2, stored: ["Paint"]) { stage, page, world async throws in
            page.tick.accept(world.step(2))
            page.celebrated.accept(())
            await stage.settled()
            let offer = try #require(page.page?.offers.first)
            page.takeUp.accept(world.id)
            await stage.settled()
            #expect(page.alerts.values == [.notStored])
            try await world.fixture.store.deleteGoal(of: world.owner, offer.id)
            await stage.settled()
            #expect(page.page?.offers == [])
        }
    }

    @Test func nothingAboutACompletedGoalChanges() async throws {
        try await withGoalScene(done: 2) { stage, page, world async throws in
            page.tick.accept(world.step(2))
            await stage.settled()
            let before = try await world.now()
            page.untick.accept(world.step(0))
            page.removeStep.accept(world.step(0))
            page.add("more")
            await stage.settled()
            #expect(try await world.now() == before)
            #expect(page.shown == ["c+", "a+", "b+"])
            #expect(page.alerts.values == [.wrongBox(.completed)])
            #expect(page.form?.fault == .wrongBox(.completed))
        }
    }

    @Test func aStoredGoalCanNotBeTicked() async throws {
        try await withGoalScene(.stored) { stage, page, world async throws in
            #expect(page.rows.values.last?.allSatisfy { !$0.canChange } == true)
            page.tick.accept(world.step(0))
            #expect(page.shown == ["a", "b", "c"])
            await stage.settled()
            #expect(page.alerts.values == [.wrongBox(.stored)])
            page.recover.accept(())
            #expect(page.leads.values == [.recover])
        }
    }

    // MARK: Going away

    @Test func deletingAndUndoingGoThereAndBack() async throws {
        try await withGoalScene { stage, page, world async throws in
            let other = GoalScene(
                stage, store: world.store, owner: world.owner, id: world.id, detail: world.goal, key: "other")
            page.delete.accept(())
            await stage.settled()
            #expect(page.page?.presence == .deleted)
            #expect(page.shown == [])
            // Whoever sees that it is deleted can undo that (V11).
            #expect(other.page?.presence == .deleted)
            other.undo.accept(())
            await stage.settled()
            #expect(page.page?.presence == .here)
            #expect(other.page?.presence == .here)
            #expect(page.told.values == [.deleted])
            #expect(other.told.values == [.restored])
            #expect(page.focus.values == ["undo"] && other.focus.values == ["menu"])
        }
    }

    @Test func aDeletionWhoseAnswerIsLostCanBeUndone() async throws {
        try await withGoalScene { stage, page, world async throws in
            world.store.fail(.deleteGoal, with: .answerLost)
            page.delete.accept(())
            await stage.settled()
            #expect(page.page?.presence == .deleted)
            page.undo.accept(())
            await stage.settled()
            #expect(page.page?.presence == .here)
            #expect(page.alerts.values.isEmpty)
        }
    }

    @Test func anUndoThatComesTooLateSaysSo() async throws {
        try await withGoalScene { stage, page, world async throws in
            page.delete.accept(())
            await stage.settled()
            world.fixture.clock.advance(by: 601)
            page.undo.accept(())
            await stage.settled()
            #expect(page.alerts.values == [.undoIsOver])
            #expect(page.page?.presence == .gone)
        }
    }

    @Test func aDeletionThatFailsLeavesTheGoal() async throws {
        try await withGoalScene { stage, page, world async throws in
            world.store.fail(.deleteGoal)
            page.delete.accept(())
            await stage.settled()
            #expect(page.page?.presence == .here)
            #expect(page.alerts.values == [.unavailable])
        }
    }

    @Test func theDaysThatAreLeftAreCountedAndTurnOverAtMidnight() async throws {
        try await withGoalScene { _, page, _ async throws in
            #expect(page.page?.dayCount == .left(3))
            page.stepTitle.accept(FieldText("typed"))
            for left in [2, 1, 0, -1] {
                page.turnDay()
                #expect(page.page?.dayCount == .left(left))
            }
            #expect(page.output.state.value.typed.left == "typed" && page.rows.values.count == 1)
        }
    }

    @Test func aStepOfAnotherGoalIsNotThere() async throws {
        try await withGoalScene { stage, page, world async throws in
            let other = try await world.fixture.addGoal("Other", steps: ["x"])
            page.tick.accept(other.steps[0].id)
            page.removeStep.accept(other.steps[0].id)
            page.editStep.accept(other.steps[0].id)
            page.saveEdit.accept(other.steps[0].id)
            await stage.settled()
            #expect(page.alerts.values == [.notFound, .notFound, .notFound, .notFound])
            #expect(try await world.fixture.store.goal(of: world.owner, other.id) == other)
        }
    }
}
