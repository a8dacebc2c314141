import HindsightDomain
import Live
import LiveSQLite
import Streams
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The form of a goal: whole histories of its outputs, and what the store has then.
@Suite(.timeLimit(.minutes(15))) struct GoalFormViewModelTests {
    private func scene(
        _ purpose: GoalFormState.Purpose = .new, of box: Box = .active,
        _ test: @Sendable (isolated Stage, GoalFormScene) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let goal: GoalDetail? =
            switch purpose {
            case .new, .finished: nil
            case .edit, .recover, .rename: try await fixture.makeGoal(box: box)
            }
        try await Stage.run { stage in
            try await test(stage, GoalFormScene(stage, fixture, purpose, goal: goal))
        }
    }

    // MARK: A new goal

    @Test func oneFieldAndASaveMakeAGoalOfAWeek() async throws {
        try await scene { stage, scene async throws in
            for end in "A sea".indices { scene.type(String("A sea"[...end])) }
            scene.save.accept(())
            await stage.settled()
            #expect(scene.titleCount.values == [0, 1, 3, 4, 5], "\(scene.titleCount.values)")
            #expect(scene.isSaving.values == [false, true, false])
            #expect(scene.canSave.values == [false, true, false])
            let goal = try #require(scene.saved.values.first?.goal)
            #expect(goal.title == "A sea")
            #expect(goal.startDate.description == GoalFormScene.today && goal.endDate.description == "2026-11-25")
            #expect(goal.box == .active && !goal.reminderEnabled)
            #expect(try await scene.fixture.activeGoals() == [goal])
        }
    }

    @Test func theEndFollowsTheStartUntilThePersonSaysAnother() async throws {
        try await scene { _, scene in
            scene.type("2026-11-20", into: .startDate)
            scene.type("2026-1", into: .startDate)
            scene.type("2026-12-01", into: .startDate)
            #expect(scene.ends.values == ["2026-11-25", "2026-11-27", "2026-12-08"])
            #expect(scene.state.value.fill(of: .endDate)?.text == "2026-12-08")
            scene.type("2026-12-24", into: .endDate)
            #expect(scene.state.value.fill(of: .endDate) == nil)
            scene.type("2026-12-10", into: .startDate)
            #expect(scene.ends.values == ["2026-11-25", "2026-11-27", "2026-12-08", "2026-12-24"])
        }
    }

    @Test func aStartLongAgoDoesNotPutTheEndIntoThePast() async throws {
        try await scene { _, scene in
            scene.type("2026-01-01", into: .startDate)
            #expect(scene.ends.values == ["2026-11-25", GoalFormScene.today])
            scene.type("9999-12-31", into: .startDate)
            #expect(scene.ends.values.last == "9999-12-31")
        }
    }

    /// A form that is posted as a whole has the end in it that stood there.
    @Test func anEndThatTheFormItselfHasPutThereIsNotThePersons() async throws {
        try await scene { _, scene in
            let basis = scene.state.value.basis(of: .endDate)
            scene.type("2026-11-25", into: .endDate, basis: basis)
            scene.type("2026-12-01", into: .startDate, basis: basis)
            #expect(scene.ends.values.last == "2026-12-08")
            scene.type("2026-12-09", into: .endDate, basis: basis)
            scene.type("2026-12-02", into: .startDate, basis: basis)
            #expect(scene.ends.values.last == "2026-12-09")
            // Back to what it was is still the person's.
            scene.type("2026-11-25", into: .endDate, basis: basis)
            scene.type("2026-11-18", into: .startDate, basis: basis)
            scene.type("2026-11-19", into: .startDate, basis: basis)
            #expect(scene.ends.values.last == "2026-11-25")
        }
    }

    @Test func aGoalNeedsNoEnd() async throws {
        try await scene { stage, scene async throws in
            scene.type("A sea")
            // The day in the field that is not shown doesn't matter.
            scene.type("", into: .endDate)
            scene.endless.accept(true)
            scene.save.accept(())
            await stage.settled()
            let made = try #require(scene.saved.values.first)
            #expect(!made.goal.fields.hasEnd && scene.errors.values.allSatisfy(\.isEmpty))
        }
    }

    @Test func aGoalWithoutAnEndCanGetOneAndLoseItAgain() async throws {
        try await scene(.edit) { stage, scene async throws in
            let goal = try #require(try await scene.fixture.activeGoals().first)
            scene.endless.accept(true)
            scene.save.accept(())
            await stage.settled()
            let endless = try #require(scene.saved.values.first)
            #expect(!endless.goal.fields.hasEnd && endless.goal.startDate == goal.startDate)
            let again = GoalFormScene(stage, scene.fixture, .edit, goal: endless)
            // The end that is suggested is shown as soon as the goal is to have one.
            #expect(again.state.value.isEndless && again.ends.values == ["2026-11-25"])
            again.endless.accept(false)
            again.save.accept(())
            await stage.settled()
            #expect(again.saved.values.first?.goal.endDate == CalendarDate("2026-11-25"))
        }
    }

    @Test func anEndThatIsGivenOrTakenElsewhereIsShown() async throws {
        try await scene(.edit) { stage, scene async throws in
            let (store, owner) = (scene.fixture.store, scene.fixture.owner)
            var goal = try #require(try await scene.store.goal(of: owner, scene.fixture.activeGoals()[0].id))
            for end in [CalendarDate.max, try #require(CalendarDate("2026-12-24"))] {
                var fields = goal.goal.fields
                fields.endDate = end
                goal = try await store.editGoal(fields, from: goal.revision, of: owner, goal.id)
                scene.goalChanges.accept(())
                await stage.settled()
                #expect(scene.state.value.isEndless == (end == .max))
            }
            #expect(scene.ends.values.last == "2026-12-24")
            scene.save.accept(())
            await stage.settled()
            #expect(scene.saved.values.first?.goal.fields == goal.goal.fields)
        }
    }

    @Test func nothingIsSaidBeforeTheFirstSaveAndWhatIsMendedGoesAtOnce() async throws {
        try await scene { stage, scene async throws in
            scene.type("", into: .startDate)
            scene.type("2026-11-17", into: .endDate)
            await stage.advance(by: .seconds(60))
            #expect(scene.errors.values == [GoalFormErrors()])
            scene.save.accept(())
            let all = GoalFormErrors(title: .missing, startDate: .noSuchDate, endDate: .endsInPast)
            #expect(scene.errors.values == [GoalFormErrors(), all])
            #expect(scene.refused.values.count == 1)
            scene.type("A sea")
            scene.type("2026-02-30", into: .startDate)
            scene.type("2026-11-20", into: .startDate)
            #expect(scene.errors.values.last == GoalFormErrors(endDate: .endsInPast))
            scene.type("2026-11-19", into: .endDate)
            #expect(scene.errors.values.last == GoalFormErrors(endDate: .startsAfterEnd))
            scene.type("2026-11-20", into: .endDate)
            #expect(scene.errors.values.last == GoalFormErrors())
            // A fault of later is said when it is tried again.
            scene.type("")
            #expect(scene.errors.values.last == GoalFormErrors())
            #expect(scene.store.calls.isEmpty)
        }
    }

    @Test(arguments: [
        ("", TextFault.missing), (" \u{200B}\t", .missing),
        (String(repeating: "가", count: 61), .tooLong(count: 61, limit: 60)),
        ("e" + String(repeating: "\u{301}", count: 600), .tooManyMarks),
    ])
    func aTitleIsCountedAsEverywhere(title: String, fault: TextFault) async throws {
        try await scene { stage, scene async throws in
            scene.type(title)
            scene.save.accept(())
            await stage.settled()
            #expect(scene.errors.values.last == GoalFormErrors(title: fault))
            scene.type("  " + String(repeating: family, count: 38) + "\n")
            #expect(scene.titleCount.values.last == 38)
            scene.save.accept(())
            await stage.settled()
            #expect(scene.saved.values.first?.goal.title == String(repeating: family, count: 38))
        }
    }

    @Test(arguments: ["2026-11-18", " 2026-11-18 "]) func todayIsEarlyEnough(day: String) async throws {
        try await scene { stage, scene async throws in
            scene.type("A sea")
            scene.type(day, into: .endDate)
            scene.save.accept(())
            await stage.settled()
            #expect(scene.saved.values.first?.goal.endDate.description == GoalFormScene.today)
        }
    }

    /// The page was open over midnight: what was fine when it was typed isn't any more.
    @Test func todayIsThatOfTheTap() async throws {
        try await scene { stage, scene async throws in
            scene.type("A sea")
            scene.type(GoalFormScene.today, into: .endDate)
            scene.fixture.clock.advance(by: 86_400)
            scene.save.accept(())
            await stage.settled()
            #expect(scene.errors.values.last == GoalFormErrors(endDate: .endsInPast))
        }
    }

    @Test func whatTheStoreFindsWrongWithTheDaysIsSaidThereUntilTheyAreOthers() async throws {
        try await scene { stage, scene async throws in
            scene.type("A sea")
            scene.type(GoalFormScene.today, into: .endDate)
            let gate = scene.store.hold(.addGoal)
            scene.save.accept(())
            await gate.arrivals()
            scene.fixture.clock.advance(by: 86_400)
            gate.open()
            await stage.settled()
            #expect(scene.errors.values.last == GoalFormErrors(endDate: .endsInPast))
            #expect(scene.refused.values.count == 1 && scene.failAlert.values.isEmpty)
            scene.type("2026-11-19", into: .endDate)
            #expect(scene.errors.values.last == GoalFormErrors())
        }
    }

    // MARK: Twice

    @Test func whoTapsTwiceMakesOneGoalOfTheTextAtTheFirstTap() async throws {
        try await scene { stage, scene async throws in
            let gate = scene.store.hold(.addGoal)
            scene.type("A sea")
            scene.save.accept(())
            scene.type("A lake")
            scene.save.accept(())
            gate.open()
            await stage.settled()
            #expect(scene.store.calls == [.addGoal])
            #expect(scene.saved.values.map(\.goal.title) == ["A sea"])
        }
    }

    @Test func anAnswerThatIsLostMakesNoSecondGoalAndOtherWordsDo() async throws {
        try await scene { stage, scene async throws in
            scene.type("A sea")
            scene.store.fail(.addGoal, with: .answerLost)
            scene.save.accept(())
            await stage.settled()
            #expect(scene.failAlert.values == [.unavailable] && scene.failed.values.count == 1)
            #expect(scene.canSave.values.last == true)
            scene.store.mend()
            scene.save.accept(())
            await stage.settled()
            #expect(try await scene.fixture.activeGoals().map(\.title) == ["A sea"])
            scene.type("A lake")
            scene.save.accept(())
            await stage.settled()
            #expect(try await Set(scene.fixture.activeGoals().map(\.title)) == ["A sea", "A lake"])
        }
    }

    /// After a reload, and after the session was lost.
    @Test func thePageThatIsTakenUpAgainIsTheSamePage() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        try await Stage.run { stage async throws in
            let first = GoalFormScene(stage, fixture, .new, page: "one")
            first.type("A sea")
            first.save.accept(())
            await stage.settled()
            let basis = first.state.value.basis(of: .title)
            let resumed = GoalFormScene(stage, fixture, .new, page: "one", beginning: .restored)
            resumed.type("A sea")
            resumed.save.accept(())
            await stage.settled()
            let reloaded = GoalFormScene(stage, fixture, .new, page: "three")
            reloaded.type("A sea", basis: basis)
            reloaded.save.accept(())
            await stage.settled()
            #expect(try await fixture.activeGoals().count == 1)
            let other = GoalFormScene(stage, fixture, .new, page: "four")
            other.type("A sea")
            other.save.accept(())
            await stage.settled()
            #expect(try await fixture.activeGoals().count == 2)
        }
    }

    // MARK: A goal that was finished already

    @Test func aFinishedGoalIsCompletedOnItsLastDay() async throws {
        try await scene(.finished) { stage, scene async throws in
            #expect(scene.state.value.startDate == "2026-11-11" && scene.ends.values == [GoalFormScene.today])
            scene.type("A sea")
            scene.type("2026-03-01", into: .startDate)
            #expect(scene.ends.values.last == "2026-03-08")
            scene.reminderEnabled.accept(true)
            scene.save.accept(())
            await stage.settled()
            let saved = try #require(scene.saved.values.first)
            #expect(saved.goal.box == .completed && !saved.goal.reminderEnabled)
            #expect(saved.completion?.day.description == "2026-03-08")
        }
    }

    @Test func aFinishedGoalDoesNotEndAfterToday() async throws {
        try await scene(.finished) { stage, scene async throws in
            scene.type("A sea")
            scene.type("2026-11-19", into: .endDate)
            scene.save.accept(())
            #expect(scene.errors.values.last == GoalFormErrors(endDate: .endsInFuture))
            scene.type("2026-11-10", into: .endDate)
            #expect(scene.errors.values.last == GoalFormErrors(endDate: .startsAfterEnd))
            scene.type("2026-11-12", into: .endDate)
            scene.save.accept(())
            await stage.settled()
            #expect(scene.saved.values.count == 1)
        }
    }

    // MARK: An edit

    @Test func anEditBeginsWithTheGoalAndKeepsItsEnd() async throws {
        try await scene(.edit) { stage, scene async throws in
            #expect(scene.state.value.title == "A sea" && scene.canSave.values == [true])
            scene.type("2026-11-20", into: .startDate)
            #expect(scene.ends.values == ["2026-11-25"])
            scene.reminderEnabled.accept(true)
            scene.save.accept(())
            await stage.settled()
            let saved = try #require(scene.saved.values.first)
            #expect(saved.goal.startDate.description == "2026-11-20" && saved.goal.reminderEnabled)
            #expect(saved.revision == 2)
        }
    }

    @Test func whatIsChangedElsewhereIsShownBeforeItIsOverwritten() async throws {
        try await scene(.edit) { stage, scene async throws in
            let goal = try #require(scene.state.value.goal)
            scene.type("A lake")
            let now = try await scene.fixture.edit(goal, title: "A river")
            scene.save.accept(())
            await stage.settled()
            #expect(scene.failAlert.values == [.changed(now)] && scene.failed.values.count == 1)
            #expect(scene.state.value.title == "A lake" && scene.saved.values.isEmpty)
            // The field is told what it is made from now.
            #expect(scene.state.value.fill(of: .title)?.text == "A lake")
            #expect(scene.state.value.basis(of: .title) == "2.k")
            scene.save.accept(())
            await stage.settled()
            #expect(scene.saved.values.map(\.goal.title) == ["A lake"])
            #expect(scene.saved.values.map(\.revision) == [3])
        }
    }

    @Test func fieldsThatNobodyHasTypedInFollowTheGoal() async throws {
        try await scene(.edit) { stage, scene async throws in
            let goal = try #require(scene.state.value.goal)
            try await scene.fixture.edit(goal, title: "A river")
            scene.goalChanges.accept(())
            await stage.settled()
            #expect(scene.state.value.title == "A river")
            #expect(scene.state.value.fill(of: .title) == FieldFill("A river", basis: "2.k"))
            #expect(scene.failAlert.values.isEmpty)
            scene.type("A lake", basis: "2.k")
            scene.save.accept(())
            await stage.settled()
            #expect(scene.saved.values.map(\.goal.title) == ["A lake"])
            // What is read of its own save moves nothing.
            scene.goalChanges.accept(())
            await stage.settled()
            #expect(scene.failAlert.values.isEmpty)
        }
    }

    /// A form that was kept through a reload was typed over something older than what the page was opened on.
    @Test func aTextThatWasTypedOverAnOlderGoalOverwritesNothingUnseen() async throws {
        try await scene(.edit) { stage, scene async throws in
            let goal = try #require(scene.state.value.goal)
            let now = try await scene.fixture.edit(goal, title: "A river")
            let reloaded = GoalFormScene(stage, scene.fixture, .edit, goal: now, page: "other")
            reloaded.type("A lake", basis: "1.k")
            reloaded.save.accept(())
            await stage.settled()
            #expect(reloaded.failAlert.values == [.changed(now)])
            // And one that is taken up again, whose fields show what they showed.
            let resumed = GoalFormScene(
                stage, scene.fixture, .edit, goal: now, page: "k", beginning: .restored)
            #expect(resumed.state.value.fill(of: .title) == FieldFill("A river", basis: "2.k"))
            resumed.type("A lake", basis: "1.k")
            resumed.save.accept(())
            await stage.settled()
            #expect(resumed.failAlert.values == [.changed(now)])
        }
    }

    @Test func aGoalThatIsCompletedMeanwhileStaysAsItIs() async throws {
        try await scene(.edit) { stage, scene async throws in
            let goal = try #require(scene.state.value.goal)
            let (store, owner) = (scene.fixture.store, scene.fixture.owner)
            let step = try await store.addStep(GoalTitle("Swim"), key: nil, of: owner, goal.id).steps[0]
            let completed = try await store.tick(step.id, isDone: true, of: owner, goal.id)
            scene.goalChanges.accept(())
            await stage.settled()
            // It is told, and nobody is moved.
            #expect(scene.failAlert.values == [.wrongBox(completed)] && scene.failed.values.isEmpty)
            scene.type("A lake")
            scene.type("2026-12-24", into: .endDate)
            scene.save.accept(())
            await stage.settled()
            #expect(scene.failAlert.values == [.wrongBox(completed), .wrongBox(completed)])
            #expect(scene.failed.values.count == 1 && scene.state.value.title == "A lake")
            // Its title is saved all the same when the days are as they were.
            scene.type(goal.goal.endDate.description, into: .endDate)
            scene.save.accept(())
            await stage.settled()
            #expect(scene.saved.values.map(\.goal.title) == ["A lake"])
        }
    }

    // MARK: The title of a completed goal

    @Test func theTitleOfACompletedGoalIsMended() async throws {
        try await scene(.rename, of: .completed) { stage, scene async throws in
            let goal = try #require(scene.state.value.goal)
            scene.type("")
            scene.save.accept(())
            await stage.settled()
            #expect(scene.errors.values.last == GoalFormErrors(title: .missing))
            scene.type("A lake")
            // Days that a hand-made post sends change nothing.
            scene.type("2026-12-24", into: .endDate)
            scene.type("nonsense", into: .startDate)
            scene.save.accept(())
            await stage.settled()
            let saved = try #require(scene.saved.values.first)
            #expect(saved.goal.title == "A lake" && saved.completion == goal.completion)
            #expect(saved.goal.startDate == goal.goal.startDate && saved.goal.endDate == goal.goal.endDate)
        }
    }

    @Test func aTitleThatIsMendedInTwoPlacesIsShownBeforeItIsReplaced() async throws {
        try await scene(.rename, of: .completed) { stage, scene async throws in
            let goal = try #require(scene.state.value.goal)
            scene.type("A lake")
            let river = try await scene.fixture.edit(goal, title: "A river")
            scene.save.accept(())
            await stage.settled()
            #expect(scene.failAlert.values == [.changed(river)] && scene.state.value.title == "A lake")
            scene.save.accept(())
            await stage.settled()
            #expect(scene.saved.values.map(\.goal.title) == ["A lake"])
        }
    }

    /// A late goal that was reopened, whose days would be refused today, is put away again at midnight.
    @Test func aGoalWhoseCompletionIsUndoneMeanwhileGetsItsTitle() async throws {
        try await scene { stage, scene async throws in
            let (store, owner) = (scene.fixture.store, scene.fixture.owner)
            let stored = try await scene.fixture.makeGoal(box: .stored)
            let done = try await store.finishGoal(of: owner, stored.id, on: nil)
            let form = GoalFormScene(stage, scene.fixture, .rename, goal: done)
            _ = try await store.undoCompletion(of: owner, stored.id)
            form.goalChanges.accept(())
            form.type("A lake")
            form.save.accept(())
            await stage.settled()
            #expect(form.failAlert.values.isEmpty)
            let saved = try #require(form.saved.values.first?.goal)
            #expect(saved.title == "A lake" && saved.box == .stored && saved.endDate == stored.goal.endDate)
        }
    }

    @Test func aGoalThatIsDeletedMeanwhileIsSaidToBe() async throws {
        try await scene(.edit) { stage, scene async throws in
            let goal = try #require(scene.state.value.goal)
            try await scene.fixture.store.deleteGoal(of: scene.fixture.owner, goal.id)
            scene.goalChanges.accept(())
            await stage.settled()
            #expect(scene.failAlert.values == [.gone] && scene.failed.values.isEmpty)
            scene.type("A lake")
            scene.save.accept(())
            await stage.settled()
            #expect(scene.failAlert.values == [.gone, .gone] && scene.failed.values.count == 1)
        }
    }

    /// At midnight it goes to the other box while its end is being put off.
    @Test func aGoalThatIsPutAwayWhileItsEndIsPutOffIsTakenUpAgain() async throws {
        try await scene(.edit) { stage, scene async throws in
            scene.fixture.clock.advance(by: 8 * 86_400)
            #expect(try await scene.fixture.store.storeOverdue() == 1)
            scene.type("2026-12-24", into: .endDate)
            scene.save.accept(())
            await stage.settled()
            let saved = try #require(scene.saved.values.first)
            #expect(saved.goal.box == .active && saved.goal.endDate.description == "2026-12-24")
        }
    }

    @Test func anOlderAnswerToALookIsNotTakenForANewerOne() async throws {
        try await scene(.edit) { stage, scene async throws in
            let goal = try #require(scene.state.value.goal)
            let gate = scene.store.holdAnswer(.goal)
            scene.goalChanges.accept(())
            await gate.arrivals()
            try await scene.fixture.edit(goal, title: "A river")
            scene.goalChanges.accept(())
            gate.open()
            await stage.settled()
            #expect(scene.state.value.title == "A river")
        }
    }

    // MARK: Taken up again

    @Test func aStoredGoalIsTakenUpAgainWithNewDays() async throws {
        try await scene(.recover, of: .stored) { stage, scene async throws in
            let state = scene.state.value
            // The start stays unless somebody says another one (N1).
            #expect(state.title == "A sea" && state.startDate == state.goal?.goal.startDate.description)
            #expect(state.startDate < GoalFormScene.today)
            #expect(scene.ends.values == ["2026-11-25"])
            scene.type("2026-11-21", into: .startDate)
            scene.save.accept(())
            await stage.settled()
            let saved = try #require(scene.saved.values.first?.goal)
            #expect(saved.box == .active && saved.endDate.description == "2026-11-28")
            // A resend is no second one.
            scene.goalChanges.accept(())
            scene.save.accept(())
            await stage.settled()
            #expect(scene.failAlert.values.isEmpty && scene.saved.values.count == 2)
        }
    }

    @Test func aGoalThatWasTakenUpElsewhereIsNotTakenUpTwice() async throws {
        try await scene(.recover, of: .stored) { stage, scene async throws in
            let goal = try #require(scene.state.value.goal)
            var fields = goal.goal.fields
            fields.endDate = try #require(CalendarDate("2027-01-01"))
            let active = try await scene.fixture.store.recoverGoal(
                fields, from: goal.revision, of: scene.fixture.owner, goal.id)
            scene.save.accept(())
            await stage.settled()
            #expect(scene.failAlert.values == [.wrongBox(active)])
        }
    }

    @Test(arguments: [GoalFormState.Purpose.new, .edit]) func aStoreThatDoesNotAnswerLosesNothing(
        purpose: GoalFormState.Purpose
    ) async throws {
        try await scene(purpose) { stage, scene async throws in
            scene.type("A lake")
            scene.store.failEverything()
            scene.save.accept(())
            scene.goalChanges.accept(())
            await stage.settled()
            #expect(scene.failAlert.values == [.unavailable])
            #expect(scene.isSaving.values == [false, true, false])
            scene.store.mend()
            scene.save.accept(())
            await stage.settled()
            #expect(scene.saved.values.map(\.goal.title) == ["A lake"])
        }
    }
}
