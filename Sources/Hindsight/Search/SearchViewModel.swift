import HindsightDomain
import Live
import Streams

/// Searches while the user types, and keeps the results up to date; see ``SearchState``.
struct SearchViewModel: ViewModel {
    struct Input {
        let viewDidAppear: Observable<Void>
        let query: Observable<String>
        let fetchNextPage: Observable<Void>
        let refresh: Observable<Void>
        let goalChanges: Observable<GoalChanges>
        /// Emits when a weekly answer was saved on any page.
        let noteChanges: Observable<Void>
    }

    struct Output {
        /// Goals, newest first, followed by weekly answers.
        let results: Driver<[SearchResult]>
        let summary: Driver<SearchSummary>
        /// Address of the search; nil while the typed text is invalid.
        let address: Driver<SearchAddress?>
        let failAlert: Signal<any Error>
    }

    /// Debounce time after the last keystroke.
    static let pause = Duration.milliseconds(100)

    let goals: GoalRequests<any SearchStore>
    let initial: SearchState
    let scheduler: Scheduler
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let machine = Machine(initial, until: bag) { [goals] effect in
            switch effect {
            case .search(let wanted):
                .latest(
                    "search",
                    goals.read {
                        try await $0.search(of: $1, for: wanted.query, after: wanted.start, limit: wanted.limit)
                    }, then: { .found($0) })
            case .failed: nil
            }
        }
        machine.on(input.query.debounce(Self.pause, scheduler: scheduler)) { .typed($0) }
        machine.on(input.fetchNextPage) { .more }
        machine.on(input.viewDidAppear) { .stale }
        machine.on(input.refresh) { .stale }
        machine.on(input.goalChanges) { _ in .stale }
        machine.on(input.noteChanges) { .stale }
        return Output(
            results: machine.select(\.results), summary: machine.select(\.summary), address: machine.select(\.address),
            failAlert: machine.signal { if case .failed(let error) = $0 { error } else { nil } })
    }
}
