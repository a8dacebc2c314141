import Live
import Streams

/// The list of completed goals and how many of them can be reviewed.
///
/// `package`, as what goes in and comes out of it is: the benchmark of streams runs this graph as it is.
package struct CompletedGoalsViewModel: ViewModel {
    package struct Input {
        let viewDidAppear: Observable<Void>
        let selection: Observable<GoalID>
        let fetchNextPage: Observable<Void>
        let refresh: Observable<Void>
        let goalChanges: Observable<Void>

        package init(
            viewDidAppear: Observable<Void>, selection: Observable<GoalID>, fetchNextPage: Observable<Void>,
            refresh: Observable<Void>, goalChanges: Observable<Void>
        ) {
            self.viewDidAppear = viewDidAppear
            self.selection = selection
            self.fetchNextPage = fetchNextPage
            self.refresh = refresh
            self.goalChanges = goalChanges
        }
    }

    package struct Output {
        /// How many goals can be reviewed; nil before the first answer.
        package let retrospectCount: Driver<Int?>
        package let items: Driver<[GoalCellViewModel]>
        package let isEmpty: Driver<Bool>
        package let isLoading: Driver<Bool>
        package let isLastPage: Driver<Bool>
        /// A row was chosen: its goal's review is written or viewed on that goal's own page.
        package let parentGoalSelected: Signal<GoalID>
        package let failAlert: Signal<any Error>
    }

    /// Rows of a page.
    static let pageSize = 10

    private let goals: any CompletedGoalsRequests
    private let start: GoalID?
    package let bag = DisposeBag()

    /// - Parameters:
    ///   - goals: the owner's goals.
    ///   - start: the id below which the list begins; nil for all of it.
    package init(goals: any CompletedGoalsRequests, below start: GoalID? = nil) {
        self.goals = goals
        self.start = start
    }

    package func transform(input: Input) -> Output {
        let list = BehaviorRelay(value: CompletedGoalsList())
        let activity = ActivityTracker()
        let errors = ErrorTracker()
        let changes = input.goalChanges.scan(0) { count, _ in count + 1 }.startWith(0).share(replay: 1)
        let changeCount = BehaviorRelay(value: 0)
        changes.bind(to: changeCount).disposed(by: bag)
        /// Something changed while a page was on its way: what that page says may be older than the change.
        let overtaken = PublishRelay<Void>()

        func page(after cursor: GoalID?) -> Observable<CompletedGoalsPage> {
            .deferred { [goals] in
                let asked = changeCount.value
                return goals.completed(after: cursor, limit: Self.pageSize)
                    .trackActivity(activity).trackError(errors).catchErrorJustComplete()
                    .do(onCompleted: { if changeCount.value != asked { overtaken.accept(()) } })
            }
        }

        // A refresh starts over: what is in flight for the list before it is cancelled and can't join it.
        Observable.merge(input.viewDidAppear, input.refresh)
            .flatMapLatest { [goals, start] in
                let first = page(after: start).map(CompletedGoalsList.Answer.first)
                let next = input.fetchNextPage
                    .filter { list.value.hasMore }
                    .flatMapFirst { () -> Observable<CompletedGoalsList.Answer> in
                        guard let last = list.value.last else { return .empty() }
                        return page(after: last).map { .next($0, after: last) }
                    }
                let again = Observable.merge(changes.skip(1).map { _ in }, overtaken.asObservable())
                    .filter { list.value.isLoaded }
                    .flatMapLatest { () -> Observable<CompletedGoalsList.Answer> in
                        guard let last = list.value.last else {
                            return goals.completed(after: start, limit: Self.pageSize)
                                .trackError(errors).catchErrorJustComplete().map { .first($0) }
                        }
                        return goals.completed(through: last)
                            .trackError(errors).catchErrorJustComplete().map { .again($0, through: last) }
                    }
                return Observable.merge(again, next, first)
            }
            .scan(list.value) { [start] in $0.applying($1, below: start) }
            .bind(to: list).disposed(by: bag)

        let shown = list.asDriver()
        return Output(
            retrospectCount: shown.map(\.reviewableCount).distinctUntilChanged(),
            items: shown.map { $0.goals.map(GoalCellViewModel.init) }.distinctUntilChanged(),
            isEmpty: shown.map { [start] in $0.isLoaded && $0.goals.isEmpty && start == nil }.distinctUntilChanged(),
            isLoading: activity.asDriver(),
            isLastPage: shown.map { $0.isLoaded && !$0.hasMore }.distinctUntilChanged(),
            parentGoalSelected: input.selection
                .filter { id in list.value.goals.contains { $0.id == id } }
                .asSignal(onErrorSignalWith: .never()),
            failAlert: errors.asSignal())
    }
}
