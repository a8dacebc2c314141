import HindsightDomain
import Live
import Streams

/// Searches as one types: the newest text wins, and what was found for it is kept right.
///
/// There is one request at a time, which asks for all the rows that are wanted, from the first one. Whatever makes its
/// answer old (another letter, more rows, a change of a goal or an answer) cancels it and asks anew: so no answer can
/// come too late, and none is put together of two moments.
package struct SearchViewModel: ViewModel {
    package struct Input {
        let viewDidAppear: Observable<Void>
        let query: Observable<String>
        let fetchNextPage: Observable<Void>
        let refresh: Observable<Void>
        let goalChanges: Observable<GoalChanges>
        /// The answer of a week was saved somewhere.
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
        /// Goals, newest first, and behind them answers of weeks.
        package let results: Driver<[SearchResult]>
        /// What is to be said of it.
        package let summary: Driver<SearchSummary>
        package let failAlert: Signal<any Error>
        /// Where what is searched for is found again; nil while it is refused.
        package let place: Driver<SearchPlace?>

        /// Whether an answer is waited for.
        package var isSearching: Driver<Bool> { summary.map(\.isSearching).distinctUntilChanged() }
        /// Whether there is more to be found than is shown.
        package var hasMore: Driver<Bool> { summary.map { $0.next != nil }.distinctUntilChanged() }
    }

    /// Rows of a page, and so many more each time.
    static let pageSize = 20
    /// A page that shows so many leads on to another one: an open page must not keep everything.
    static let mostRows = 100
    /// After so long without another letter it is searched.
    static let pause = Duration.milliseconds(100)

    private let goals: any SearchRequests
    private let typed: String
    private let start: SearchResult.ID?
    private let scheduler: Scheduler
    package let bag = DisposeBag()

    /// - Parameters:
    ///   - goals: the owner's goals.
    ///   - typed: what is searched for at first.
    ///   - start: what the results begin behind; nil for the newest.
    ///   - scheduler: the page's.
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
            // Another space, or the first part of a syllable, asks for nothing else.
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

/// What a page that searches asks for, of one owner.
package protocol SearchRequests {
    /// ``GoalStore/search(of:for:after:limit:)``
    func search(_ query: SearchQuery, after: SearchResult.ID?, limit: Int) -> Single<SearchSlice>
}

extension GoalRequests: SearchRequests {
    func search(_ query: SearchQuery, after: SearchResult.ID?, limit: Int) -> Single<SearchSlice> {
        read { try await $0.search(of: $1, for: query, after: after, limit: limit) }
    }
}
