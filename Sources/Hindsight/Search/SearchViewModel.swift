import HindsightDomain
import Live
import Streams

/// Searches while the user types: the newest text wins, and its results are kept up to date.
///
/// At most one request is in flight, and it asks for all rows from the first one. Whatever makes its answer stale
/// (another letter, more rows, a change of a goal or a weekly answer) cancels it and sends a new one. So no answer
/// arrives too late, and no answer mixes two states of the store.
package struct SearchViewModel: ViewModel {
    package struct Input {
        let viewDidAppear: Observable<Void>
        let query: Observable<String>
        let fetchNextPage: Observable<Void>
        let refresh: Observable<Void>
        let goalChanges: Observable<GoalChanges>
        /// Emits when a weekly answer was saved on any page.
        let noteChanges: Observable<Void>

        package init(
            viewDidAppear: Observable<Void>, query: Observable<String>, fetchNextPage: Observable<Void>,
            refresh: Observable<Void>, goalChanges: Observable<GoalChanges>, noteChanges: Observable<Void>
        ) {
            self.viewDidAppear = viewDidAppear
            self.query = query
            self.fetchNextPage = fetchNextPage
            self.refresh = refresh
            self.goalChanges = goalChanges
            self.noteChanges = noteChanges
        }
    }

    package struct Output {
        /// Goals, newest first, followed by weekly answers.
        package let results: Driver<[SearchResult]>
        /// Summary of the search.
        package let summary: Driver<SearchSummary>
        package let failAlert: Signal<any Error>
        /// Address of the search; nil while the typed text is invalid.
        package let place: Driver<SearchPlace?>

        /// Whether a request is in flight.
        package var isSearching: Driver<Bool> { summary.map(\.isSearching).distinctUntilChanged() }
        /// Whether there are more results than are shown.
        package var hasMore: Driver<Bool> { summary.map { $0.next != nil }.distinctUntilChanged() }
    }

    /// Number of rows requested first, and number of rows added by each "more".
    static let pageSize = 20
    /// Maximum number of rows that a page holds in memory; further results are on another page.
    static let mostRows = 100
    /// Debounce time after the last keystroke.
    static let pause = Duration.milliseconds(100)

    private let goals: any SearchRequests
    private let typed: String
    private let start: SearchResult.ID?
    private let scheduler: Scheduler
    package let bag = DisposeBag()

    /// - Parameters:
    ///   - goals: the owner's goals.
    ///   - typed: the text that is searched for first.
    ///   - start: the result after which the results begin; nil to begin with the newest.
    ///   - scheduler: the page's scheduler.
    package init(
        goals: any SearchRequests, for typed: String, below start: SearchResult.ID? = nil, scheduler: Scheduler
    ) {
        self.goals = goals
        self.typed = typed
        self.start = start
        self.scheduler = scheduler
    }

    package func transform(input: Input) -> Output {
        let state = BehaviorRelay(value: SearchState(typed, below: start))
        let errors = ErrorTracker()

        func change(_ act: (inout SearchState) -> Void) {
            var next = state.value
            act(&next)
            state.accept(next)
        }

        let queries = input.query.debounce(Self.pause, scheduler: scheduler)
            .filter { $0 != state.value.typed }
            // Another space, or the first part of a Hangul syllable, leaves the search terms the same.
            .compactMap { typed -> Void? in
                let former = state.value.wanted
                change { $0.type(typed) }
                return former == nil || state.value.wanted != former ? () : nil
            }
        let more = input.fetchNextPage
            .filter { state.value.canGrow }
            .map { change { $0.grow() } }
        let news = Observable.merge(input.goalChanges.map { _ in }, input.noteChanges)
            .filter { state.value.wanted != nil }

        Observable.merge(input.viewDidAppear, queries, more, input.refresh, news)
            .flatMapLatest { [goals] () -> Observable<SearchSlice> in
                guard let wanted = state.value.wanted else { return .empty() }
                change { $0.isSearching = true }
                return goals.search(wanted.query, after: wanted.start, limit: wanted.limit)
                    .asObservable()
                    .trackError(errors)
                    .do(onError: { _ in change { $0.isSearching = false } })
                    .catchErrorJustComplete()
            }
            .subscribe(onNext: { slice in change { $0.take(slice) } })
            .disposed(by: bag)

        let shown = state.asDriver()
        return Output(
            results: shown.map(\.results).distinctUntilChanged(),
            summary: shown.map(\.summary).distinctUntilChanged(),
            failAlert: errors.asSignal(),
            place: shown.map(\.place).distinctUntilChanged())
    }
}

/// Requests that a search page makes, for one owner.
package protocol SearchRequests {
    /// ``GoalStore/search(of:for:after:limit:)``
    func search(_ query: SearchQuery, after: SearchResult.ID?, limit: Int) -> Single<SearchSlice>
}

extension GoalRequests: SearchRequests {
    func search(_ query: SearchQuery, after: SearchResult.ID?, limit: Int) -> Single<SearchSlice> {
        read { try await $0.search(of: $1, for: query, after: after, limit: limit) }
    }
}
