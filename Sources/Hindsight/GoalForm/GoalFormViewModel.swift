import HindsightDomain
import Live
import Streams

/// The form that makes a goal, changes one, or takes one up again. See ``GoalFormState``.
struct GoalFormViewModel: ViewModel {
    struct Input {
        let title: Observable<FieldText>
        let startDate: Observable<FieldText>
        let endDate: Observable<FieldText>
        /// Whether the goal has no end.
        let endless: Observable<Bool>
        let reminderEnabled: Observable<Bool>
        let save: Observable<Void>
        /// Something may have happened to the goal elsewhere.
        let goalChanges: Observable<Void>
    }

    struct Output {
        /// Characters of the title, trimmed, as its limit counts them.
        let titleCount: Driver<Int>
        /// Errors found by the last attempt to save that have not been corrected since.
        let fieldErrors: Driver<GoalFormErrors>
        let isSaving: Driver<Bool>
        /// It was tried to save, and something is wrong in the form.
        let refused: Signal<Void>
        /// The goal that was made or changed.
        let saved: Signal<GoalDetail>
        let failAlert: Signal<GoalFormFailure>
        /// The person's own request failed, so the page moves to the reason. Changes by others move nothing.
        let failed: Signal<Void>
        let state: Property<GoalFormState>
    }

    private let goals: GoalRequests<any GoalDetailStore>
    private let initial: GoalFormState
    private let today: @Sendable () -> CalendarDate
    let bag = DisposeBag()

    /// - Parameters:
    ///   - initial: what the page was opened on.
    ///   - today: which day it is for the owner.
    init(
        goals: GoalRequests<any GoalDetailStore>, initial: GoalFormState, today: @escaping @Sendable () -> CalendarDate
    ) {
        self.goals = goals
        self.initial = initial
        self.today = today
    }

    func transform(input: Input) -> Output {
        let events = Observable<GoalFormState.Event>.merge(
            input.title.map { .typed($0, .title) }, input.startDate.map { .typed($0, .startDate) },
            input.endDate.map { .typed($0, .endDate) },
            input.endless.map { .typed(FieldText($0 ? "yes" : ""), .endless) },
            input.reminderEnabled.map { .typed(FieldText($0 ? "yes" : ""), .reminderEnabled) },
            input.save.map { .save }, input.goalChanges.map { .changed })
        let machine = Machine(initial, until: bag, run: request)
        machine.on(events.flatMap { [today] in Observable.of(.today(today()), $0) }) { $0 }
        return Output(
            titleCount: machine.select(\.titleCount), fieldErrors: machine.select(\.errors),
            isSaving: machine.select { $0.phase == .saving },
            refused: machine.signal { if case .refused = $0 { () } else { nil } },
            saved: machine.signal { if case .saved(let goal) = $0 { goal } else { nil } },
            failAlert: machine.signal { if case .failed(let failure, _) = $0 { failure } else { nil } },
            failed: machine.signal { if case .failed(_, isOwn: true) = $0 { () } else { nil } },
            state: machine.state)
    }

    private func request(_ effect: GoalFormState.Effect) -> MachineRequest<GoalFormState.Event>? {
        switch effect {
        case .save(let form):
            .atOnce(goals.write { try await form.perform(on: $0, of: $1) }, then: { .saved($0) })
        case .read(let id):
            // When it can't be read, the next change asks again.
            .latest("goal", goals.read { try await $0.goal(of: $1, id) }, then: { try? .found($0.get()) })
        case .refused, .saved, .failed: nil
        }
    }
}
