import HindsightDomain
import Live
import LiveSQLite
import Streams
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The steps of a goal: adding, repeating, moving, editing and removing them.
@Suite(.timeLimit(.minutes(15))) struct StepViewModelTests {
    @Test func threeStepsAreAddedOneAfterTheOtherAndTheFieldIsEmptyEachTime() async throws {
        try await withGoalScene(steps: []) { stage, page, _ async throws in
            for title in ["one", "two", "two"] {
                page.add(title)
                await stage.settled()
            }
            // The same words twice are two steps, as the form is another one.
            #expect(page.shown == ["one", "two", "two"])
            #expect(page.fields.values.compactMap(\.?.text) == ["", "", ""])
            #expect(Set(page.fields.values.compactMap(\.?.basis)).count == 3)
            #expect(page.focus.values == ["step-new", "step-new", "step-new"])
        }
    }

    @Test func enterPressedTwiceAddsOneStep() async throws {
        try await withGoalScene(steps: []) { stage, page, _ async throws in
            page.add("one")
            page.saveStep.accept(())
            await stage.settled()
            #expect(page.shown == ["one"])
            #expect(page.form?.fault == nil)
        }
    }

    @Test func aStepWhoseAnswerWasLostIsAddedOnceByTryingAgain() async throws {
        try await withGoalScene(steps: []) { stage, page, world async throws in
            world.store.fail(.addStep, with: .answerLost)
            page.add("one")
            await stage.settled()
            #expect(page.alerts.values == [.unavailable])
            #expect(page.output.state.value.typed.left == "one")
            world.store.mend()
            page.saveStep.accept(())
            await stage.settled()
            #expect(page.shown == ["one"])
            #expect(page.output.state.value.typed.left.isEmpty)
        }
    }

    @Test func whatIsTypedBeforeTheAnswerComesIsTheNextStep() async throws {
        try await withGoalScene(steps: []) { stage, page, world async throws in
            let gate = world.store.hold(.addStep)
            page.stepTitle.accept(FieldText("one", basis: "0.k"))
            page.saveStep.accept(())
            // The field holds the first one still.
            page.stepTitle.accept(FieldText("onetw", basis: "0.k"))
            gate.open()
            await stage.settled()
            #expect(page.fields.values.last??.text == "tw")
            page.stepTitle.accept(FieldText("onetwo", basis: "0.k"))
            #expect(page.fields.values.last??.text == "two")
            page.saveStep.accept(())
            await stage.settled()
            #expect(page.shown == ["one", "two"])
        }
    }

    @Test func ofThreeStepsThatAreTypedBeforeAnyAnswerEachIsOne() async throws {
        try await withGoalScene(steps: []) { stage, page, world async throws in
            let gate = world.store.hold(.addStep)
            for text in ["one", "oneone", "oneonetwo"] {
                page.stepTitle.accept(FieldText(text, basis: "0.k"))
                page.saveStep.accept(())
            }
            gate.open()
            await stage.settled()
            #expect(page.shown == ["one", "one", "two"])
            #expect(page.output.state.value.typed.left.isEmpty)
            #expect(page.fields.values.last??.text == "")
            page.saveStep.accept(())
            await stage.settled()
            #expect(page.form?.fault == .title(.missing))
        }
    }

    @Test func aFieldThatWasEmptiedBetweenTwoStepsGoesOnWithTheThird() async throws {
        try await withGoalScene(steps: []) { stage, page, world async throws in
            page.add("one")
            await stage.settled()
            let gate = world.store.hold(.addStep)
            // Typed before the browser was told that the first one was added.
            page.stepTitle.accept(FieldText("onetwo", basis: "0.k"))
            page.saveStep.accept(())
            let filled = try #require(page.fields.values.last??.basis)
            // Typed after it, before the second one was added.
            page.stepTitle.accept(FieldText("twothree", basis: filled))
            page.saveStep.accept(())
            gate.open()
            await stage.settled()
            #expect(page.shown == ["one", "two", "three"])
            #expect(page.fields.values.last??.text == "")
        }
    }

    @Test func eachLineThatIsPastedIsAStep() async throws {
        try await withGoalScene(steps: []) { stage, page, world async throws in
            page.add("\n  one\r\n\r\n two \nthree\n")
            await stage.settled()
            #expect(page.shown == ["one", "two", "three"])
            #expect(page.fields.values.last??.text == "" && page.focus.values == ["step-new"])
            // A page without a script is left once, after the last one.
            #expect(page.leads.values == [.here])
        }
    }

    @Test func marksOfAListAreNoPartOfItsSteps() async throws {
        try await withGoalScene(steps: []) { stage, page, _ async throws in
            page.add("- one\n• two\n3. three\n- [ ] four\n-five\n2026. six")
            await stage.settled()
            #expect(page.shown == ["one", "two", "three", "four", "-five", "2026. six"])
            // A single line is as it is typed.
            page.add("- seven")
            await stage.settled()
            #expect(page.shown.last == "- seven")
        }
    }

    @Test(arguments: [FaultyGoalStore.Fault.unavailable, .answerLost])
    func linesThatAreSentAgainAreAddedOnce(fault: FaultyGoalStore.Fault) async throws {
        try await withGoalScene(steps: []) { stage, page, world async throws in
            let text = FieldText("one\ntwo\ntwo\nfour", basis: "0.k")
            page.stepTitle.accept(text)
            // The second press is of the same text.
            page.saveStep.accept(())
            page.saveStep.accept(())
            await stage.settled()
            #expect(page.shown == ["one", "two", "two", "four"])
            // As a whole, by a page that knows nothing of it.
            let other = GoalScene(
                stage, store: world.store, owner: world.owner, id: world.id, detail: try await world.now(), key: "k")
            world.store.fail(.addStep, with: fault)
            other.stepTitle.accept(text)
            other.saveStep.accept(())
            await stage.settled()
            #expect(other.alerts.values == [.unavailable])
            world.store.mend()
            other.saveStep.accept(())
            await stage.settled()
            #expect(other.shown == ["one", "two", "two", "four"] && other.fields.values.last??.text == "")
        }
    }

    @Test func linesForWhichThereIsNoRoomOrThatAreNoTitleStayInTheField() async throws {
        try await withGoalScene(steps: (1...6).map { "\($0)" }) { stage, page, _ async throws in
            let long = String(repeating: "x", count: 61)
            page.add("seven\n\(long)\neight")
            await stage.settled()
            #expect(page.shown.last == "seven" && page.form?.fault == .title(.tooLong(count: 61, limit: 60)))
            #expect(page.output.state.value.typed.left == "\(long)\neight")
            #expect(page.leads.values.isEmpty && page.focus.values == ["step-new"])
            let basis = page.fields.values.last??.basis
            page.stepTitle.accept(FieldText("eight\nnine\nten\neleven", basis: basis))
            page.saveStep.accept(())
            await stage.settled()
            #expect(page.shown.suffix(2) == ["eight", "nine"] && page.form?.fault == .tooMany)
            #expect(page.output.state.value.typed.left == "ten\neleven")
        }
    }

    @Test func aBasisThatNoPageHasWrittenAddsOneStep() async throws {
        try await withGoalScene(steps: []) { stage, page, _ async throws in
            page.stepTitle.accept(FieldText("one", basis: "\(Int.max).k"))
            page.saveStep.accept(())
            await stage.settled()
            #expect(page.shown == ["one"])
        }
    }

    @Test(arguments: [("", TextFault.missing), (String(repeating: "x", count: 61), .tooLong(count: 61, limit: 60))])
    func aTitleThatIsNoTitleIsRefusedAndKept(title: String, fault: TextFault) async throws {
        try await withGoalScene { stage, page, world async throws in
            page.add(title)
            await stage.settled()
            #expect(page.form?.fault == .title(fault))
            #expect(page.output.state.value.typed.left == title)
            #expect(page.focus.values == ["step-new"])
            #expect(!world.store.calls.contains(.addStep))
            page.add("d")
            await stage.settled()
            #expect(page.form?.fault == nil)
        }
    }

    @Test func theNinthStepClosesTheFormAndATenthIsRefused() async throws {
        try await withGoalScene(steps: (1...8).map { "\($0)" }) { stage, page, world async throws in
            let other = GoalScene(
                stage, store: world.store, owner: world.owner, id: world.id, detail: world.goal, key: "other")
            other.stepTitle.accept(FieldText("tenth"))
            page.add("ninth")
            await stage.settled()
            #expect(page.form == AddForm(isShown: false, isFull: true, isFirst: false))
            #expect(page.focus.values == ["steps-full"])
            other.saveStep.accept(())
            await stage.settled()
            #expect(other.form?.fault == .tooMany)
            #expect(other.form?.isShown == true)
            #expect(other.output.state.value.typed.left == "tenth")
            page.removeStep.accept(world.step(0))
            await stage.settled()
            other.saveStep.accept(())
            await stage.settled()
            #expect(other.shown.last == "tenth")
            #expect(other.form?.fault == nil)
        }
    }

    @Test func aStepIsRenamedAndGetsAnAlarm() async throws {
        try await withGoalScene { stage, page, world async throws in
            page.editStep.accept(world.step(1))
            #expect(page.rows.values.last?.map { $0.faults != nil } == [false, true, false])
            #expect(page.output.state.value.typed.editTitle == "b")
            #expect(page.focus.values == ["step-title"])
            page.editTitle.accept("bread")
            page.alarmTime.accept("07:30")
            page.saveEdit.accept(world.step(1))
            await stage.settled()
            #expect(page.rows.values.last?[1].faults == StepFaults(daysMissing: true))
            #expect(page.focus.values.last == "step-monday")
            page.monday.accept(true)
            page.saveEdit.accept(world.step(1))
            await stage.settled()
            let step = try #require(try await world.now()?.steps[1])
            #expect(step.title == "bread")
            #expect(step.alarm == Alarm(minute: 450, days: [.monday]))
            #expect(page.rows.values.last?[1].faults == nil)
        }
    }

    // MARK: Steps that repeat

    /// The goal's first step repeats so often.
    private func repeating(_ world: GoalWorld, _ times: Int, _ days: Set<Weekday> = []) async throws {
        _ = try await world.fixture.store.editStep(
            world.step(0),
            StepFields(title: GoalTitle("a"), repetition: RepetitionPlan(times: times, days: days)), of: world.owner,
            world.id)
    }

    @Test func aStepThatRepeatsIsTickedForTheDay() async throws {
        try await withGoalScene { stage, page, world async throws in
            try await repeating(world, 2)
            await stage.settled()
            page.tick.accept(world.step(0))
            // At once, before the store has answered.
            #expect(page.shown == ["a+", "b", "c"] && page.rows.values.last?[0].step.repetition?.count == 1)
            await stage.settled()
            #expect(page.shown == ["a+", "b", "c"] && page.progress?.done == 0)
            page.untick.accept(world.step(0))
            await stage.settled()
            #expect(page.shown == ["a", "b", "c"])
            page.tick.accept(world.step(0))
            await stage.settled()
            world.fixture.clock.advance(by: 86_400)
            page.turnDay()
            await stage.settled()
            #expect(page.shown == ["a", "b", "c"])
            page.tick.accept(world.step(0))
            await stage.settled()
            #expect(page.progress?.done == 1 && page.rows.values.last?[0].pace == nil)
        }
    }

    @Test func aStepThatRepeatsIsFinishedEarly() async throws {
        try await withGoalScene { stage, page, world async throws in
            try await repeating(world, 9)
            await stage.settled()
            page.finishStep.accept(world.step(0))
            await stage.settled()
            #expect(page.shown == ["a+", "b", "c"] && page.progress?.done == 1)
            page.untick.accept(world.step(0))
            await stage.settled()
            #expect(page.shown == ["a", "b", "c"])
            // One that doesn't repeat is ticked instead.
            page.finishStep.accept(world.step(1))
            await stage.settled()
            #expect(page.alerts.values == [.notFound])
        }
    }

    @Test func withoutANumberTheDaysUntilTheEndAreCounted() async throws {
        try await withGoalScene { stage, page, world async throws in
            page.editStep.accept(world.step(0))
            page.repeats.accept(true)
            page.monday.accept(true)
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            // The goal ends on Saturday.
            #expect(page.rows.values.last?[0].faults == StepFaults(times: .fewDays))
            var fields = world.goal.goal.fields
            fields.endDate = try #require(CalendarDate("2026-12-18"))
            _ = try await world.fixture.store.editGoal(fields, from: 1, of: world.owner, world.id)
            await stage.settled()
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            let step = try #require(try await world.now()?.steps[0])
            #expect(step.repetition?.plan == RepetitionPlan(times: 4, days: [.monday]) && step.alarm == nil)
            // The number is in the form from now on.
            page.editStep.accept(world.step(0))
            #expect(page.output.state.value.typed.times == "4")
            // Emptied, it counts the days that are left behind the one that is ticked.
            world.fixture.clock.advance(by: 5 * 86_400)
            for _ in 0..<5 { page.turnDay() }
            page.tick.accept(world.step(0))
            await stage.settled()
            page.times.accept("")
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            #expect(try await world.now()?.steps[0].repetition?.times == 4)
            // With a tick it goes on repeating; without, its days are no reminder's.
            page.editStep.accept(world.step(0))
            page.repeats.accept(false)
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            #expect(page.rows.values.last?[0].faults == StepFaults(ticks: 1))
            #expect(page.focus.values.last == "step-repeats")
            page.untick.accept(world.step(0))
            await stage.settled()
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            #expect(try await world.now()?.steps[0].repetition == nil && page.alerts.values.isEmpty)
            #expect(page.rows.values.last?.allSatisfy { $0.faults == nil } == true)
        }
    }

    @Test func moreTimesThanThereAreDaysAreRefused() async throws {
        try await withGoalScene { stage, page, world async throws in
            page.editStep.accept(world.step(0))
            page.repeats.accept(true)
            page.times.accept("5")
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            // From Wednesday to Saturday.
            #expect(page.rows.values.last?[0].faults == StepFaults(times: .unreachable(most: 4)))
            page.times.accept("4")
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            #expect(try await world.now()?.steps[0].repetition?.times == 4)
        }
    }

    @Test(
        arguments: [
            ("", .missing), ("1", .outOfLimits), ("367", .outOfLimits), ("-3", .outOfLimits), ("many", .outOfLimits),
            ("99999999999999999999", .outOfLimits),
        ] as [(String, StepFaults.Times)])
    func aNumberOfTimesThatIsNoneIsRefused(times: String, fault: StepFaults.Times) async throws {
        try await withGoalScene { stage, page, world async throws in
            page.editStep.accept(world.step(0))
            page.repeats.accept(true)
            page.times.accept(times)
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            #expect(page.rows.values.last?[0].faults == StepFaults(times: fault))
            #expect(page.focus.values.last == "step-times")
            #expect(!world.store.calls.contains(.editStep))
        }
    }

    @Test func aNumberThatWasReachedMeanwhileIsRefused() async throws {
        try await withGoalScene { stage, page, world async throws in
            try await repeating(world, 5)
            await stage.settled()
            page.editStep.accept(world.step(0))
            page.times.accept("2")
            let gate = world.store.hold(.editStep)
            page.saveEdit.accept(world.step(0))
            for _ in 0..<2 {
                _ = try await world.fixture.store.tick(world.step(0), isDone: true, of: world.owner, world.id)
                world.fixture.clock.advance(by: 86_400)
            }
            gate.open()
            await stage.settled()
            #expect(page.rows.values.last?[0].faults == StepFaults(times: .tickedOften(2)))
            // The page knows it by now.
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            #expect(page.rows.values.last?[0].faults == StepFaults(times: .tickedOften(2)))
            page.times.accept("3")
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            #expect(try await world.now()?.steps[0].repetition?.times == 3)
        }
    }

    // MARK: The day of a step

    @Test func aStepHasADayUntilItIsEmptied() async throws {
        try await withGoalScene { stage, page, world async throws in
            page.editStep.accept(world.step(0))
            #expect(page.output.state.value.typed.dueOn == "")
            page.dueOn.accept(" 2026-11-19 ")
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            #expect(try await world.now()?.steps[0].dueOn == CalendarDate("2026-11-19"))
            #expect(page.rows.values.last?.map(\.daysLeft) == [1, nil, nil])
            for _ in 0..<3 {
                world.fixture.clock.advance(by: 86_400)
                page.turnDay()
            }
            #expect(page.rows.values.last?[0].daysLeft == -2)
            page.tick.accept(world.step(0))
            await stage.settled()
            #expect(page.rows.values.last?[0].daysLeft == nil)
            page.editStep.accept(world.step(0))
            #expect(page.output.state.value.typed.dueOn == "2026-11-19")
            page.dueOn.accept("")
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            #expect(try await world.now()?.steps[0].dueOn == nil && page.alerts.values.isEmpty)
        }
    }

    @Test(
        arguments: [
            ("2026-11-10", .beforeStart(CalendarDate(year: 2026, month: 11, day: 11) ?? .min)),
            ("2026-11-22", .afterEnd(CalendarDate(year: 2026, month: 11, day: 21) ?? .min)),
            ("2026-11-31", .unreadable), ("soon", .unreadable), ("11/19/2026", .unreadable),
        ] as [(String, StepFaults.Day)])
    func aDayThatIsNoneOfTheGoalsIsRefused(day: String, fault: StepFaults.Day) async throws {
        try await withGoalScene { stage, page, world async throws in
            page.editStep.accept(world.step(0))
            page.dueOn.accept(day)
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            #expect(page.rows.values.last?[0].faults == StepFaults(dueOn: fault))
            #expect(page.focus.values.last == "step-due" && page.output.state.value.typed.dueOn == day)
            #expect(!world.store.calls.contains(.editStep))
        }
    }

    @Test func theDayStaysWhenTheDaysOfTheGoalChange() async throws {
        try await withGoalScene { stage, page, world async throws in
            let day = try #require(CalendarDate("2026-11-21"))
            page.editStep.accept(world.step(0))
            page.dueOn.accept(day.description)
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            var fields = world.goal.goal.fields
            fields.endDate = day.adding(days: -1)
            _ = try await world.fixture.store.editGoal(
                fields, from: try #require(world.now()?.revision), of: world.owner, world.id)
            await stage.settled()
            page.editStep.accept(world.step(0))
            page.editTitle.accept("bread")
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            #expect(page.shown == ["bread", "b", "c"])
            #expect(try await world.now()?.steps[0].dueOn == day)
        }
    }

    @Test func ofAGoalWithoutAnEndAnyDayFromItsFirstOnIsGood() async throws {
        try await withGoalScene { stage, page, world async throws in
            var fields = world.goal.goal.fields
            fields.endDate = .max
            _ = try await world.fixture.store.editGoal(
                fields, from: world.goal.revision, of: world.owner, world.id)
            await stage.settled()
            page.editStep.accept(world.step(0))
            page.dueOn.accept("2043-01-01")
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            #expect(try await world.now()?.steps[0].dueOn == CalendarDate("2043-01-01"))
        }
    }

    @Test func aStepThatRepeatsHasNoDay() async throws {
        try await withGoalScene { stage, page, world async throws in
            page.editStep.accept(world.step(0))
            page.dueOn.accept("2026-11-19")
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            page.editStep.accept(world.step(0))
            page.repeats.accept(true)
            page.times.accept("2")
            // The field is hidden, whatever is in it.
            page.dueOn.accept("x")
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            let step = try #require(try await world.now()?.steps[0])
            #expect(step.repetition?.times == 2 && step.dueOn == nil)
        }
    }

    // MARK: The order of steps

    @Test func aStepIsMovedByOneOnEveryPage() async throws {
        try await withGoalScene(done: 1) { stage, page, world async throws in
            let other = GoalScene(
                stage, store: world.store, owner: world.owner, id: world.id, detail: world.goal, key: "other")
            page.moveDown.accept(world.step(1))
            await stage.settled()
            for scene in [page, other] {
                #expect(scene.shown == ["c", "b", "a+"])
                #expect(scene.rows.values.last?.map(\.canMoveUp) == [false, true, false])
                #expect(scene.rows.values.last?.map(\.canMoveDown) == [true, false, false])
            }
            #expect(page.focus.values.last == "menu-\(world.step(1))")
            page.moveUp.accept(world.step(1))
            await stage.settled()
            #expect(page.shown == ["b", "c", "a+"] && other.shown == ["b", "c", "a+"])
            // There is nothing above it, and nothing below the last.
            page.moveUp.accept(world.step(1))
            page.moveDown.accept(world.step(2))
            page.moveDown.accept(world.step(0))
            await stage.settled()
            #expect(page.shown == ["b", "c", "a+"] && page.alerts.values.isEmpty)
        }
    }

    @Test func aStepThatIsPutBackStandsWhereItWasAlsoBehindOneThatWasTicked() async throws {
        try await withGoalScene { stage, page, world async throws in
            page.tick.accept(world.step(0))
            await stage.settled()
            page.removeStep.accept(world.step(1))
            await stage.settled()
            page.undoRemoval.accept(world.step(1))
            await stage.settled()
            #expect(page.shown == ["a+", "b", "c"])
        }
    }

    @Test func aStepIsPlacedBeforeAnyOtherThatIsToBeDone() async throws {
        try await withGoalScene(steps: ["a", "b", "c", "d"], done: 1) { stage, page, world async throws in
            let other = GoalScene(
                stage, store: world.store, owner: world.owner, id: world.id, detail: world.goal, key: "other")
            page.placeStep.accept(StepPlacement(step: world.step(3), next: world.step(1)))
            await stage.settled()
            #expect(page.shown == ["d", "b", "c", "a+"] && other.shown == page.shown)
            page.placeStep.accept(StepPlacement(step: world.step(3), next: nil))
            page.placeStep.accept(StepPlacement(step: world.step(2), next: world.step(1)))
            await stage.settled()
            #expect(page.shown == ["c", "b", "d", "a+"] && other.shown == page.shown)
            // Whoever drags has the pointer there.
            #expect(page.focus.values.isEmpty && page.alerts.values.isEmpty)
            #expect(page.leads.values == [.here, .here, .here])
        }
    }

    @Test func onlyStepsOfTheGoalThatAreToBeDoneArePlaced() async throws {
        try await withGoalScene(done: 1) { stage, page, world async throws in
            let (done, step, stranger) = (world.step(0), world.step(1), StepID(999_999))
            for (moved, next) in [(done, step), (step, done), (stranger, step), (step, stranger), (done, nil)] {
                page.placeStep.accept(StepPlacement(step: moved, next: next))
            }
            await stage.settled()
            #expect(page.shown == ["b", "c", "a+"])
            #expect(page.alerts.values == Array(repeating: .notFound, count: 5))
            #expect(!world.store.calls.contains(.moveStep))
        }
    }

    @Test func aStepThatCannotBePlacedStaysWithTheUsualWords() async throws {
        try await withGoalScene { stage, page, world async throws in
            world.store.fail(.moveStep, with: .unavailable)
            page.placeStep.accept(StepPlacement(step: world.step(2), next: world.step(0)))
            await stage.settled()
            #expect(page.shown == ["a", "b", "c"] && page.alerts.values == [.unavailable])
        }
    }

    @Test(
        arguments: [
            ("12 7", StepPlacement(step: StepID(12), next: StepID(7))), ("12", StepPlacement(step: StepID(12))),
            ("", nil), (" ", nil), ("12 ", nil), (" 12", nil), ("12  7", nil), ("12 7 3", nil), ("12 x", nil),
            ("x 7", nil), ("-1 7", nil), ("012 7", nil), ("12 before 7", nil), ("0", nil),
        ] as [(String, StepPlacement?)])
    func aPlacementIsTwoNumbersOrOne(text: String, placement: StepPlacement?) {
        #expect(StepPlacement(inputText: text) == placement)
    }

    @Test func aStepThatIsPutBackStandsBehindTheOneBeforeIt() async throws {
        try await withGoalScene { stage, page, world async throws in
            page.removeStep.accept(world.step(1))
            await stage.settled()
            page.undoRemoval.accept(world.step(1))
            await stage.settled()
            #expect(page.shown == ["a", "b", "c"])
            // A step that was done stands last until it is moved.
            page.tick.accept(world.step(0))
            await stage.settled()
            page.moveUp.accept(world.step(2))
            await stage.settled()
            #expect(page.shown == ["c", "b", "a+"])
            page.untick.accept(world.step(0))
            await stage.settled()
            #expect(page.shown == ["c", "b", "a"])
            #expect(page.rows.values.last?.map(\.canMoveUp) == [false, true, true])
            page.moveUp.accept(world.step(0))
            await stage.settled()
            #expect(page.shown == ["c", "a", "b"])
        }
    }

    @Test func whatIsTypedOfAStepStaysWhenTheGoalIsPutAway() async throws {
        try await withGoalScene { stage, page, world async throws in
            let other = GoalScene(
                stage, store: world.store, owner: world.owner, id: world.id, detail: world.goal, key: "other")
            page.editStep.accept(world.step(1))
            page.editTitle.accept("bread")
            other.editStep.accept(world.step(0))
            world.fixture.clock.advance(by: 30 * 86_400)
            _ = try await world.fixture.store.storeOverdue()
            await stage.settled()
            #expect(page.page?.detail?.goal.box == .stored)
            #expect(page.rows.values.last?.map { $0.faults != nil } == [false, true, false])
            #expect(page.output.state.value.typed.editTitle == "bread")
            // Where nothing was typed, nothing is kept.
            #expect(other.rows.values.last?.allSatisfy { $0.faults == nil } == true)
            page.saveEdit.accept(world.step(1))
            await stage.settled()
            #expect(page.alerts.values == [.wrongBox(.stored)])
            #expect(page.rows.values.last?[1].faults != nil)
            page.cancelStep.accept(())
            #expect(page.rows.values.last?.allSatisfy { $0.faults == nil } == true)
        }
    }

    @Test(arguments: [("", StepFaults.Time.missing), ("25:00", .unreadable), ("7 o'clock", .unreadable)])
    func anAlarmWithoutATimeIsRefused(time: String, fault: StepFaults.Time) async throws {
        try await withGoalScene { stage, page, world async throws in
            page.editStep.accept(world.step(0))
            page.monday.accept(true)
            page.alarmTime.accept(time)
            page.saveEdit.accept(world.step(0))
            await stage.settled()
            #expect(page.rows.values.last?[0].faults?.time == fault)
            #expect(page.focus.values.last == "step-time")
            #expect(!world.store.calls.contains(.editStep))
        }
    }

    @Test func removingTheLastUndoneStepSaysThatItCompletesAndDoes() async throws {
        try await withGoalScene(done: 2) { stage, page, world async throws in
            #expect(page.rows.values.last?.map(\.completesWhenRemoved) == [true, false, false])
            page.removeStep.accept(world.step(2))
            await stage.settled()
            #expect(page.isCelebrated)
            #expect(page.page?.detail?.completion?.rank == 1)
        }
    }

    @Test func aRemovedStepIsPutBackAsItWas() async throws {
        try await withGoalScene(done: 1) { stage, page, world async throws in
            let alarm = try #require(Alarm(minute: 450, days: [.monday]))
            _ = try await world.fixture.store.editStep(
                world.step(0), StepFields(title: GoalTitle("a"), alarm: alarm), of: world.owner, world.id)
            await stage.settled()
            let before = try #require(try await world.now()).steps
            page.removeStep.accept(world.step(0))
            await stage.settled()
            #expect(page.told.values == [.removed(world.step(0), "a")] && page.shown == ["b", "c"])
            page.undoRemoval.accept(world.step(0))
            page.undoRemoval.accept(world.step(0))
            await stage.settled()
            #expect(page.focus.values.last == "tick-\(world.step(0))")
            #expect(try await world.now()?.steps == before)
            #expect(page.shown == ["b", "c", "a+"] && page.alerts.values.isEmpty)
        }
    }

    /// D5: one failure loses nothing.
    @Test(arguments: [FaultyGoalStore.Fault.unavailable, .answerLost])
    func aRemovedStepThatCouldNotBePutBackIsPutBackTheNextTime(fault: FaultyGoalStore.Fault) async throws {
        try await withGoalScene(done: 1) { stage, page, world async throws in
            let alarm = try #require(Alarm(minute: 450, days: [.monday]))
            _ = try await world.fixture.store.editStep(
                world.step(0), StepFields(title: GoalTitle("a"), alarm: alarm), of: world.owner, world.id)
            let before = try #require(try await world.now()).steps
            page.removeStep.accept(world.step(0))
            await stage.settled()
            world.store.fail(.restoreStep, with: fault)
            page.undoRemoval.accept(world.step(0))
            await stage.settled()
            world.store.mend()
            page.undoRemoval.accept(world.step(0))
            await stage.settled()
            #expect(try await world.now()?.steps == before)
        }
    }

    @Test func aRemovedStepForWhichThereIsNoPlaceSaysSo() async throws {
        try await withGoalScene { stage, page, world async throws in
            page.removeStep.accept(world.step(0))
            await stage.settled()
            for number in 0..<7 {
                _ = try await world.fixture.store.addStep(
                    GoalTitle("\(number)"), key: nil, of: world.owner, world.id)
            }
            page.undoRemoval.accept(world.step(0))
            await stage.settled()
            #expect(page.alerts.values == [.noPlaceForStep])
            page.removeStep.accept(world.step(1))
            page.undoRemoval.accept(world.step(0))
            await stage.settled()
            #expect(try await world.now()?.step(world.step(0)) != nil)
        }
    }
}
