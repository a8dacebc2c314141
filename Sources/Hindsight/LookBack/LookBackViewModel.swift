import HindsightDomain
import Live
import Streams

/// A read-only value that is read again when goals or answers change: the jewel box, a year or the weekly answers.
struct LookBackViewModel<Value: Equatable & Sendable>: ViewModel {
    struct Input {
        let changes: Observable<Void>
    }

    struct Output {
        let shown: Driver<Value>
    }

    let goals: GoalRequests<any LookBackStore>
    /// The value that the page was opened with.
    let initial: Value
    let read: @Sendable (any LookBackStore, AccountID) async throws -> Value
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let shown = BehaviorRelay(value: initial)
        // If reading fails, the next change reads again.
        input.changes.flatMapLatest { [goals, read] in goals.read(read).catchErrorJustComplete() }
            .bind(to: shown).disposed(by: bag)
        return Output(shown: shown.asDriver().distinctUntilChanged())
    }
}
