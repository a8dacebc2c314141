import HindsightDomain
import Live
import LiveSQLite
import Streams
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct WeekViewModelTests {
    private final class Scene {
        let answer = PublishRelay<FieldText>()
        let save = PublishRelay<Void>()
        let goalChanges = PublishRelay<GoalChanges>()
        let noteChanges = PublishRelay<Void>()
        let week: Recording<WeekReview>
        let errors: Recording<TextFault?>
        let isSaving: Recording<Bool>
        let saved: Recording<WeekNote>
        let failures: Recording<WeekState.Failure>
        let refused: Recording<Void>
        let state: Property<WeekState>
        let store: FaultyGoalStore
        let fixture: StoreFixture
        private let held: WeekViewModel

        init(_ stage: isolated Stage, _ fixture: StoreFixture, _ initial: WeekReview) {
            self.fixture = fixture
            store = FaultyGoalStore(fixture.store)
            held = WeekViewModel(
                goals: GoalRequests(store: store, owner: fixture.owner, scheduler: stage.scheduler),
                initial: WeekState(initial, question: 7, page: "k"))
            let output = held.transform(
                input: .init(
                    answer: answer.asObservable(), save: save.asObservable(), goalChanges: goalChanges.asObservable(),
                    noteChanges: noteChanges.asObservable()))
            week = stage.record(output.week)
            errors = stage.record(output.fieldErrors)
            isSaving = stage.record(output.isSaving)
            saved = stage.record(output.saved)
            failures = stage.record(output.failAlert)
            refused = stage.record(output.refused)
            state = output.state
        }
    }

    private func scene(
        answer: String? = nil, _ test: @Sendable (isolated Stage, Scene) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        if let answer {
            _ = try await fixture.store.saveWeekNote(answer, question: 2, from: 0, of: fixture.owner, StoreFixture.week)
        }
        let initial = try await fixture.store.week(of: fixture.owner, StoreFixture.week)
        try await Stage.run { stage in try await test(stage, Scene(stage, fixture, initial)) }
    }

    @Test func anAnswerIsSavedWithItsQuestion() async throws {
        try await scene { stage, scene async throws in
            scene.answer.accept(FieldText("  A walk. "))
            scene.save.accept(())
            scene.save.accept(())
            await stage.settled()
            #expect(scene.saved.values == [WeekNote(question: 7, text: "A walk.", revision: 1)])
            #expect(scene.isSaving.values == [false, true, false])
            #expect(try await scene.fixture.note() == WeekNote(question: 7, text: "A walk.", revision: 1))
        }
    }

    @Test func anAnswerThatIsTooLongIsToldAndKept() async throws {
        try await scene { stage, scene async throws in
            scene.answer.accept(FieldText(String(repeating: "가", count: 501)))
            scene.save.accept(())
            await stage.settled()
            #expect(scene.errors.values == [nil, .tooLong(count: 501, limit: 500)])
            #expect(scene.refused.values.count == 1 && scene.state.value.text.count == 501)
            scene.answer.accept(FieldText(String(repeating: "가", count: 500)))
            await stage.settled()
            #expect(scene.errors.values.last == .some(nil))
            #expect(scene.store.calls.isEmpty)
        }
    }

    @Test func anEmptyAnswerIsAnErrorWhereThereIsNone() async throws {
        try await scene { stage, scene async throws in
            scene.answer.accept(FieldText(" \n"))
            scene.save.accept(())
            await stage.settled()
            #expect(scene.errors.values == [nil, .missing] && scene.refused.values.count == 1)
            #expect(scene.saved.values.isEmpty && scene.store.calls.isEmpty)
            scene.answer.accept(FieldText("A walk."))
            #expect(scene.errors.values.last == .some(nil) && scene.state.value.isUnsaved)
            scene.save.accept(())
            await stage.settled()
            #expect(scene.state.value.isAnswered && !scene.state.value.isUnsaved)
            // A saved one is taken back by an empty one, once.
            scene.answer.accept(FieldText(""))
            #expect(scene.state.value.isUnsaved)
            scene.save.accept(())
            await stage.settled()
            #expect(scene.saved.values.map(\.text) == ["A walk.", ""])
            #expect(!scene.state.value.isAnswered && !scene.state.value.isUnsaved)
            scene.save.accept(())
            await stage.settled()
            #expect(scene.errors.values.last == .missing && scene.saved.values.count == 2)
        }
    }

    @Test func anAnswerOfAnotherPageIsShownBeforeItIsReplaced() async throws {
        try await scene(answer: "one") { stage, scene async throws in
            #expect(scene.state.value.text == "one" && scene.state.value.question == 2)
            scene.answer.accept(FieldText("mine", basis: "1.k"))
            try await scene.fixture.write("theirs", from: 1)
            scene.noteChanges.accept(())
            await stage.settled()
            // Nothing that is being typed is overwritten.
            #expect(scene.state.value.text == "mine")
            scene.save.accept(())
            await stage.settled()
            #expect(scene.failures.values == [.changed(WeekNote(question: 2, text: "theirs", revision: 2))])
            #expect(scene.state.value.text == "mine" && scene.saved.values.isEmpty)
            scene.save.accept(())
            await stage.settled()
            #expect(try await scene.fixture.note()?.text == "mine")
        }
    }

    @Test func anAnswerOfAnotherPageAppearsWhereNobodyHasTyped() async throws {
        try await scene { stage, scene async throws in
            try await scene.fixture.write("theirs")
            scene.noteChanges.accept(())
            await stage.settled()
            #expect(scene.state.value.fill == FieldFill("theirs", basis: "1.k") && scene.state.value.question == 2)
            #expect(scene.week.values.last?.note?.text == "theirs")
        }
    }

    @Test func aStoreThatIsDownKeepsTheTextAndTheButton() async throws {
        try await scene { stage, scene async throws in
            scene.store.fail(.saveWeekNote)
            scene.answer.accept(FieldText("A walk."))
            scene.save.accept(())
            await stage.settled()
            #expect(scene.failures.values == [.unavailable] && scene.state.value.text == "A walk.")
            scene.store.mend()
            scene.save.accept(())
            await stage.settled()
            #expect(try await scene.fixture.note()?.text == "A walk.")
        }
    }

    @Test func aGoalThatIsFinishedElsewhereAppears() async throws {
        try await scene { stage, scene async throws in
            _ = try await scene.fixture.store.addGoal(
                scene.fixture.fields("Swim", days: 0), isFinished: true, key: nil, of: scene.fixture.owner)
            scene.goalChanges.accept(.all)
            await stage.settled()
            #expect(scene.week.values.map(\.finishedCount) == [0, 1])
        }
    }
}

extension StoreFixture {
    /// It is Wednesday, 2026-11-18.
    fileprivate static var week: ClosedRange<CalendarDate> {
        WeekStart.monday.week(of: CalendarDate(uncheckedYear: 2026, month: 11, day: 18))
    }

    fileprivate func note() async throws -> WeekNote? { try await store.week(of: owner, Self.week).note }

    fileprivate func write(_ text: String, from revision: Int = 0) async throws {
        _ = try await store.saveWeekNote(text, question: 2, from: revision, of: owner, Self.week)
    }
}
