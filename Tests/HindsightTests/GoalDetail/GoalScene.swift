import HindsightDomain
import Live
import LiveSQLite
import Streams
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

/// A goal's view model on a stage: its inputs, and what it said.
final class GoalScene {
    let appear = PublishRelay<Void>()
    let tick = PublishRelay<StepID>()
    let untick = PublishRelay<StepID>()
    let finishStep = PublishRelay<StepID>()
    let moveUp = PublishRelay<StepID>()
    let moveDown = PublishRelay<StepID>()
    let placeStep = PublishRelay<StepPlacement>()
    let removeStep = PublishRelay<StepID>()
    let undoRemoval = PublishRelay<StepID>()
    let editStep = PublishRelay<StepID>()
    let cancelStep = PublishRelay<Void>()
    let saveEdit = PublishRelay<StepID>()
    let editTitle = PublishRelay<String>()
    let repeats = PublishRelay<Bool>()
    let times = PublishRelay<String>()
    let dueOn = PublishRelay<String>()
    let alarmTime = PublishRelay<String>()
    let monday = PublishRelay<Bool>()
    let stepTitle = PublishRelay<FieldText>()
    let saveStep = PublishRelay<Void>()
    let edit = PublishRelay<Void>()
    let recover = PublishRelay<Void>()
    let delete = PublishRelay<Void>()
    let undo = PublishRelay<Void>()
    let celebrated = PublishRelay<Void>()
    let reviewNow = PublishRelay<Void>()
    let takeUp = PublishRelay<GoalID>()
    let notNow = PublishRelay<Void>()
    let finish = PublishRelay<Void>()
    let completedOn = PublishRelay<String>()
    let undoCompletion = PublishRelay<Void>()
    let extend = PublishRelay<Void>()
    let pause = PublishRelay<Void>()
    let resume = PublishRelay<Void>()
    let share = PublishRelay<SharedPart>()
    let days = PublishRelay<CalendarDate>()
    /// The page's own.
    let clock = TestClock()
    let pages: Recording<GoalPage>
    let progresses: Recording<GoalProgress>
    let rows: Recording<[StepRow]>
    let forms: Recording<AddForm>
    let fields: Recording<FieldFill?>
    let leads: Recording<GoalDetailState.Way>
    let focus: Recording<String>
    let told: Recording<GoalDetailState.Action>
    let alerts: Recording<GoalDetailState.Failure>
    let completed: Recording<Completion?>
    let output: GoalDetailViewModel.Output
    private let held: GoalDetailViewModel
    private let stop: @Sendable () -> Void

    init(_ stage: isolated Stage, store: any GoalStore, owner: AccountID, id: GoalID, detail: GoalDetail?, key: String)
    {
        let (inlet, changes) = stage.scheduler.makeInlet(GoalChanges.self, merging: { $0.merging($1) })
        stop = store.observeChanges(of: owner) { inlet.send($0) }
        held = GoalDetailViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: stage.scheduler),
            initial: GoalDetailState(
                id, detail, today: CalendarDate(clock.now, in: .utc),
                newStep: FieldBasis(revision: 0, page: key)),
            clock: clock.wallClock, timeZone: .utc, scheduler: stage.scheduler)
        output = held.transform(
            input: .init(
                viewDidAppear: appear.asObservable(), tick: tick.asObservable(), untick: untick.asObservable(),
                finishStep: finishStep.asObservable(), moveUp: moveUp.asObservable(),
                moveDown: moveDown.asObservable(), placeStep: placeStep.asObservable(),
                removeStep: removeStep.asObservable(),
                undoRemoval: undoRemoval.asObservable(),
                editStep: editStep.asObservable(),
                cancelStep: cancelStep.asObservable(), saveEdit: saveEdit.asObservable(),
                editTitle: editTitle.asObservable(), repeats: repeats.asObservable(),
                times: times.asObservable(), dueOn: dueOn.asObservable(), alarmTime: alarmTime.asObservable(),
                monday: monday.asObservable(), tuesday: .never(), wednesday: .never(), thursday: .never(),
                friday: .never(), saturday: .never(), sunday: .never(), stepTitle: stepTitle.asObservable(),
                saveStep: saveStep.asObservable(), edit: edit.asObservable(), recover: recover.asObservable(),
                delete: delete.asObservable(), undo: undo.asObservable(), celebrated: celebrated.asObservable(),
                reviewNow: reviewNow.asObservable(), finish: finish.asObservable(),
                completedOn: completedOn.asObservable(), undoCompletion: undoCompletion.asObservable(),
                extend: extend.asObservable(), pause: pause.asObservable(),
                resume: resume.asObservable(), share: share.asObservable(), takeUp: takeUp.asObservable(),
                notNow: notNow.asObservable(),
                goalChanges: changes, days: days.asObservable()))
        pages = stage.record(output.goal)
        progresses = stage.record(output.progress)
        rows = stage.record(output.steps)
        forms = stage.record(output.addForm)
        fields = stage.record(output.newStep)
        leads = stage.record(output.navigation)
        focus = stage.record(output.focus)
        told = stage.record(output.told)
        alerts = stage.record(output.failAlert)
        completed = stage.record(
            output.goal.map { $0.isCelebrated ? $0.detail?.completion : nil }.distinctUntilChanged())
        appear.accept(())
    }

    deinit { stop() }

    /// It is the next day.
    func turnDay() {
        clock.advance(by: 86_400)
        days.accept(CalendarDate(clock.now, in: .utc))
    }

    static let today = CalendarDate(year: 2026, month: 11, day: 18) ?? .min

    var page: GoalPage? { pages.values.last }
    var progress: GoalProgress? { progresses.values.last }
    /// The titles of the steps as rows, those that are done with a plus.
    var shown: [String] { (rows.values.last ?? []).map { $0.step.title + ($0.isTicked ? "+" : "") } }
    var form: AddForm? { forms.values.last }
    var isCelebrated: Bool { page?.isCelebrated == true }

    /// What is typed into the field of a new step, and Enter.
    func add(_ title: String) {
        stepTitle.accept(FieldText(title))
        saveStep.accept(())
    }
}

extension StoreFixture {
    /// A goal from 2026-11-11 to 2026-11-21, three days after the stage's today.
    func addGoal(
        _ title: String, _ state: NewGoal.State = .active, until end: String = "2026-11-21", steps: [String],
        done: Int = 0, of account: AccountID? = nil
    ) async throws -> GoalDetail {
        let goal = NewGoal(
            title: try GoalTitle(title), startDate: try #require(CalendarDate("2026-11-11")),
            endDate: try #require(CalendarDate(end)), state: state,
            steps: try steps.enumerated().map { NewStep(title: try GoalTitle($1), isDone: $0 < done) })
        let id = try await store.addGoals([goal], of: account ?? owner)[0]
        return try #require(try await store.goal(of: account ?? owner, id))
    }
}

/// A goal with steps in a store.
struct GoalWorld {
    let store: FaultyGoalStore
    let fixture: StoreFixture
    let goal: GoalDetail
    var id: GoalID { goal.id }
    var owner: AccountID { fixture.owner }

    /// The id of the step that was made as that one, from 0.
    func step(_ index: Int) -> StepID { goal.steps[index].id }
    func now() async throws -> GoalDetail? { try await fixture.store.goal(of: owner, id) }
}

/// Opens the page of a goal with such steps on a stage.
func withGoalScene(
    steps: [String] = ["a", "b", "c"], done: Int = 0, _ state: NewGoal.State = .active, stored: [String] = [],
    _ test: @Sendable (isolated Stage, GoalScene, GoalWorld) async throws -> Void
) async throws {
    let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
    for title in stored { _ = try await fixture.addGoal(title, .stored, steps: []) }
    let goal = try await fixture.addGoal("Read more", state, steps: steps, done: done)
    let store = FaultyGoalStore(fixture.store)
    try await Stage.run { stage in
        let scene = GoalScene(stage, store: store, owner: fixture.owner, id: goal.id, detail: goal, key: "k")
        try await test(stage, scene, GoalWorld(store: store, fixture: fixture, goal: goal))
    }
    #expect(fixture.feed.observerCount == 0)
}
