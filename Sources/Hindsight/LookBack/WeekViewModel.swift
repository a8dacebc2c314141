import HindsightDomain
import Live
import Streams

/// A week to look back on, and the answer to its question while it is written; see ``WeekState``.
struct WeekViewModel: ViewModel {
    struct Input {
        let answer: Observable<FieldText>
        let save: Observable<Void>
        let goalChanges: Observable<GoalChanges>
        /// An answer was saved somewhere.
        let noteChanges: Observable<Void>
    }

    struct Output {
        let week: Driver<WeekReview>
        let state: Property<WeekState>
        let fieldErrors: Driver<TextFault?>
        let isSaving: Driver<Bool>
        /// Whether the text differs from the saved answer.
        let isUnsaved: Driver<Bool>
        /// Whether there is a saved answer.
        let isAnswered: Driver<Bool>
        /// It was tried to save, and the answer is too long, or there is none.
        let refused: Signal<Void>
        let saved: Signal<WeekNote>
        let failAlert: Signal<WeekState.Failure>
    }

    let goals: GoalRequests<any LookBackStore>
    let initial: WeekState
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let machine = Machine(initial, until: bag, run: request)
        machine.on(input.answer) { .typed($0) }
        machine.on(input.save) { .save }
        machine.on(input.goalChanges) { _ in .changed }
        machine.on(input.noteChanges) { .changed }
        return Output(
            week: machine.select(\.week), state: machine.state, fieldErrors: machine.select(\.fault),
            isSaving: machine.select(\.isSaving), isUnsaved: machine.select(\.isUnsaved),
            isAnswered: machine.select(\.isAnswered),
            refused: machine.signal { $0 == .refused ? () : nil },
            saved: machine.signal { if case .saved(let note) = $0 { note } else { nil } },
            failAlert: machine.signal { if case .failed(let failure) = $0 { failure } else { nil } })
    }

    private func request(_ effect: WeekState.Effect) -> MachineRequest<WeekState.Event>? {
        let days = initial.week.days
        switch effect {
        case .save(let note):
            return .atOnce(
                goals.write {
                    try await $0.saveWeekNote(note.text, question: note.question, from: note.revision, of: $1, days)
                }, then: { .saved($0) })
        case .read:
            // When it can't be read, the next change asks again.
            return .latest("week", goals.read { try await $0.week(of: $1, days) }, then: { try? .found($0.get()) })
        case .refused, .saved, .failed: return nil
        }
    }
}
