import HindsightDomain
import Live
import Streams
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The form's view model on a stage: its inputs, and the histories of its outputs. It is 2026-11-18.
final class GoalFormScene {
    static let today = "2026-11-18"

    private let title = PublishRelay<FieldText>()
    private let startDate = PublishRelay<FieldText>()
    private let endDate = PublishRelay<FieldText>()
    let endless = PublishRelay<Bool>()
    let reminderEnabled = PublishRelay<Bool>()
    let save = PublishRelay<Void>()
    let goalChanges = PublishRelay<Void>()
    let titleCount: Recording<Int>
    let ends: Recording<String>
    let errors: Recording<GoalFormErrors>
    let canSave: Recording<Bool>
    let isSaving: Recording<Bool>
    let refused: Recording<Void>
    let saved: Recording<GoalDetail>
    let failAlert: Recording<GoalFormFailure>
    let failed: Recording<Void>
    let state: Property<GoalFormState>
    let store: FaultyGoalStore
    let fixture: StoreFixture
    private let held: GoalFormViewModel

    init(
        _ stage: isolated Stage, _ fixture: StoreFixture, _ purpose: GoalFormState.Purpose, goal: GoalDetail? = nil,
        page: String = "k", beginning: Visit.Beginning = .opened
    ) {
        self.fixture = fixture
        let store = FaultyGoalStore(fixture.store)
        self.store = store
        let today: @Sendable () -> CalendarDate = { [clock = fixture.clock] in CalendarDate(clock.now, in: .utc) }
        held = GoalFormViewModel(
            goals: GoalRequests(store: store, owner: fixture.owner, scheduler: stage.scheduler),
            initial: GoalFormState(purpose, goal: goal, today: today(), page: page, beginning: beginning),
            today: today)
        let output = held.transform(
            input: .init(
                title: title.asObservable(), startDate: startDate.asObservable(), endDate: endDate.asObservable(),
                endless: endless.asObservable(), reminderEnabled: reminderEnabled.asObservable(),
                save: save.asObservable(), goalChanges: goalChanges.asObservable()))
        titleCount = stage.record(output.titleCount)
        ends = stage.record(output.state.asObservable().map(\.endDate).distinctUntilChanged())
        errors = stage.record(output.fieldErrors)
        canSave = stage.record(
            output.state.asObservable().map { !$0.hasErrors && $0.phase == .open }.distinctUntilChanged())
        isSaving = stage.record(output.isSaving)
        refused = stage.record(output.refused)
        saved = stage.record(output.saved)
        failAlert = stage.record(output.failAlert)
        failed = stage.record(output.failed)
        state = output.state
    }

    func type(_ text: String, into field: GoalFormState.Field = .title, basis: String? = nil) {
        let text = FieldText(text, basis: basis)
        switch field {
        case .title: title.accept(text)
        case .startDate: startDate.accept(text)
        case .endDate: endDate.accept(text)
        case .endless: endless.accept(text.text == "yes")
        case .reminderEnabled: reminderEnabled.accept(text.text == "yes")
        }
    }
}

extension StoreFixture {
    /// The active goals that the owner has, the newest first.
    func activeGoals() async throws -> [Goal] {
        try await store.wholeGoals(of: owner, after: nil, limit: 100).map(\.goal).filter { $0.box == .active }
    }

    /// A goal of the owner's from today to a week later, or one that is put away.
    func makeGoal(_ title: String = "A sea", box: Box = .active) async throws -> GoalDetail {
        let today = CalendarDate(clock.now, in: .utc)
        if box == .active {
            return try await store.addGoal(
                GoalFields(title: GoalTitle(title), startDate: today, endDate: today.adding(days: 7)),
                isFinished: false, key: nil, of: owner)
        }
        let state: NewGoal.State =
            box == .stored ? .stored : .completed(Jewel(color: .pink, shape: .heart), at: clock.now)
        let id = try await store.addGoals([try .make(title, state)], of: owner)[0]
        return try #require(try await store.goal(of: owner, id))
    }

    /// The goal is changed by another page.
    @discardableResult
    func edit(_ goal: GoalDetail, title: String) async throws -> GoalDetail {
        let found = try #require(try await store.goal(of: owner, goal.id))
        var fields = found.goal.fields
        fields.title = try GoalTitle(title)
        return try await store.editGoal(fields, from: found.revision, of: owner, goal.id)
    }
}
