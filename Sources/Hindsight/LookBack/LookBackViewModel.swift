import HindsightDomain
import Live
import Streams

/// Something that is looked at and changes when goals or answers do: the jewel box, a year, the answers to weeks.
struct LookBackViewModel<Value: Equatable & Sendable>: ViewModel {
    struct Input {
        let changes: Observable<Void>
    }

    struct Output {
        let shown: Driver<Value>
    }

    let goals: GoalRequests
    /// What the page was opened on.
    let initial: Value
    let read: @Sendable (any GoalStore, AccountID) async throws -> Value
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let shown = BehaviorRelay(value: initial)
        // When it can't be read, the next change asks again.
        input.changes.flatMapLatest { [goals, read] in goals.read(read).catchErrorJustComplete() }
            .bind(to: shown).disposed(by: bag)
        return Output(shown: shown.asDriver().distinctUntilChanged())
    }
}
