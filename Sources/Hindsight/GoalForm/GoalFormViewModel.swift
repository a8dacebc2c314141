import HindsightDomain
import Live
import Streams

/// The form that makes a goal, changes one, or takes one up again. What stands in it is a ``GoalFormState``; here it meets
/// the page and the store.
struct GoalFormViewModel: ViewModel {
    struct Input {
        let title: Observable<FieldText>
        let startDate: Observable<FieldText>
        let endDate: Observable<FieldText>
        let reminderEnabled: Observable<Bool>
        let save: Observable<Void>
        /// Something may have happened to the goal elsewhere.
        let goalChanges: Observable<Void>
    }

    struct Output {
        /// Characters of the title, trimmed, as its limit counts them.
        let titleCount: Driver<Int>
        /// What was wrong when it was last tried to save; empty before, and as soon as it is mended.
        let fieldErrors: Driver<GoalFormErrors>
        let isSaving: Driver<Bool>
        /// It was tried to save, and something is wrong in the form.
        let refused: Signal<Void>
        /// The goal that was made or changed.
        let saved: Signal<GoalDetail>
        let failAlert: Signal<GoalFormFailure>
        /// What the person asked for failed: the person is led to why. What others do moves nobody.
        let failed: Signal<Void>
        /// What is known here of the page's fields.
        let state: BehaviorRelay<GoalFormState>

        /// The form's end: a week after the start, until the person says another one.
        var endDate: Driver<String> { state.asDriver().map(\.endDate).distinctUntilChanged() }
        /// Nothing is wrong in the form, and nothing is under way.
        var canSave: Driver<Bool> {
            state.asDriver().map { !$0.hasErrors && $0.phase == .open }.distinctUntilChanged()
        }
    }

    private let goals: GoalRequests
    private let initial: GoalFormState
    private let today: @Sendable () -> CalendarDate
    let bag = DisposeBag()

    /// - Parameters:
    ///   - initial: what the page was opened on.
    ///   - today: which day it is for the owner.
    init(goals: GoalRequests, initial: GoalFormState, today: @escaping @Sendable () -> CalendarDate) {
        self.goals = goals
        self.initial = initial
        self.today = today
    }

    func transform(input: Input) -> Output {
        let state = BehaviorRelay(value: initial)
        let refused = PublishRelay<Void>()
        let saved = PublishRelay<GoalDetail>()
        let failures = PublishRelay<GoalFormFailure>()
        let failed = PublishRelay<Void>()
        func change<Answer>(_ change: (inout GoalFormState) -> Answer) -> Answer {
            var changed = state.value
            changed.today = today()
            let answer = change(&changed)
            state.accept(changed)
            return answer
        }
        func type(_ texts: Observable<FieldText>, into field: GoalFormState.Field) {
            texts.subscribe(onNext: { text in change { $0.type(text, into: field) } }).disposed(by: bag)
        }
        func fail(_ failure: GoalFormFailure) {
            failures.accept(failure)
            failed.accept(())
        }
        type(input.title, into: .title)
        type(input.startDate, into: .startDate)
        type(input.endDate, into: .endDate)
        type(input.reminderEnabled.map { FieldText($0 ? "yes" : "") }, into: .reminderEnabled)

        input.save.flatMapFirst { [goals] () -> Observable<Result<GoalDetail, any Error>> in
            guard let request = change({ $0.save() }) else {
                refused.accept(())
                return .empty()
            }
            return goals.write { try await request.perform(on: $0, of: $1) }
                .map { .success($0) }.catch { .just(.failure($0)) }.asObservable()
        }.subscribe(onNext: { result in
            switch result {
            case .success(let goal):
                change { $0.finish(isSaved: true) }
                saved.accept(goal)
            case .failure(let error):
                let outcome = Outcome(error, of: initial.purpose)
                change { state in
                    state.finish(isSaved: false)
                    if case .refused(let fault) = outcome { state.refuse(fault) }
                    if case .failed(.changed(let goal)) = outcome { state.show(goal) }
                }
                switch outcome {
                case .refused: refused.accept(())
                case .failed(let failure): fail(failure)
                }
            }
        }).disposed(by: bag)

        input.goalChanges.flatMapLatest { look() }.subscribe(onNext: { found in
            // What this page has done itself is no news, nor what is told by the answer that is on its way.
            guard state.value.phase == .open else { return }
            switch found {
            case .open(let goal): change { $0.follow(goal) }
            case .closed(let failure): failures.accept(failure)
            }
        }).disposed(by: bag)

        let shown = state.asDriver()
        return Output(
            titleCount: shown.map(\.titleCount).distinctUntilChanged(),
            fieldErrors: shown.map(\.errors).distinctUntilChanged(),
            isSaving: shown.map { $0.phase == .saving }.distinctUntilChanged(),
            refused: refused.asSignal(), saved: saved.asSignal(), failAlert: failures.asSignal(),
            failed: failed.asSignal(), state: state)
    }

    /// What a save was refused for.
    private enum Outcome {
        case refused(GoalDateFault)
        case failed(GoalFormFailure)

        init(_ error: any Error, of purpose: GoalFormState.Purpose) {
            switch error as? StoreError {
            case .startsAfterEnd: self = .refused(.startsAfterEnd)
            case .endsInPast: self = .refused(.endsInPast)
            case .endsInFuture: self = .refused(.endsInFuture)
            case .changedSince(let goal): self = .failed(.changed(goal))
            case .wrongBox(let goal): self = .failed(.wrongBox(goal))
            // There is no owner any more, for a goal that isn't made yet.
            case .notFound: self = .failed(.gone)
            default: self = .failed(.unavailable)
            }
        }
    }

    private enum Found {
        case open(GoalDetail)
        /// There is nothing to be saved any more.
        case closed(GoalFormFailure)
    }

    /// The goal as it is now. A store that doesn't answer says nothing of it: the next change asks again.
    private func look() -> Observable<Found> {
        guard let id = initial.goal?.id else { return .empty() }
        let isRecovery = initial.purpose == .recover
        return goals.read { try await $0.goal(of: $1, id) }.map { found -> Found in
            guard let found else { return .closed(.gone) }
            let isOpen = isRecovery ? found.goal.box == .stored : found.goal.box != .completed
            return isOpen ? .open(found) : .closed(.wrongBox(found))
        }.catchErrorJustComplete()
    }
}
