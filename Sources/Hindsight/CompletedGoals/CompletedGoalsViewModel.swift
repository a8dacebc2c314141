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
        let goalChanges: Observable<GoalChanges>

        package init(
            viewDidAppear: Observable<Void>, selection: Observable<GoalID>, fetchNextPage: Observable<Void>,
            refresh: Observable<Void>, goalChanges: Observable<GoalChanges>
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
        /// The goal to be reviewed next, and whether there are any goals; nil before the first answer.
        package let overview: Driver<CompletedGoalsOverview?>
        /// The ways to show the list, each with its number.
        package let filters: Driver<[FilterLink]>
        package let items: Driver<[GoalCellViewModel]>
        package let isEmpty: Driver<Bool>
        package let isLoading: Driver<Bool>
        package let isLastPage: Driver<Bool>
        /// A row was chosen: its goal's review is written or viewed on that goal's own page.
        package let parentGoalSelected: Signal<GoalID>
        package let failAlert: Signal<any Error>
    }

    /// Rows of a slice of the list.
    static let sliceSize = 10

    private let goals: any CompletedGoalsRequests
    private let show: CompletedGoalsFilter
    private let start: GoalID?
    private let position: GoalID?
    private let timeZone: TimeZoneID
    package let bag = DisposeBag()

    /// - Parameters:
    ///   - goals: the owner's goals.
    ///   - show: which of them the list shows.
    ///   - start: the id below which the list begins; nil for all of it.
    ///   - position: the last id that the page had before, when it is taken up again.
    ///   - timeZone: the owner's: it decides in which month a goal was completed.
    package init(
        goals: any CompletedGoalsRequests, show: CompletedGoalsFilter = .all, below start: GoalID? = nil,
        through position: GoalID? = nil, timeZone: TimeZoneID = .utc
    ) {
        self.goals = goals
        self.show = show
        self.start = start
        self.position = position
        self.timeZone = timeZone
    }

    package func transform(input: Input) -> Output {
        let list = BehaviorRelay(value: CompletedGoalsList(show: show, below: start, timeZone: timeZone))
        let activity = ActivityTracker()
        let errors = ErrorTracker()
        /// What changed and has not been read since.
        var unread: GoalChanges?
        /// What changed since a slice was asked for: its answer may be older than that.
        var missed: GoalChanges?
        /// There is something unread.
        let news = PublishRelay<Void>()

        func note(_ changes: GoalChanges) {
            unread = unread?.merging(changes) ?? changes
            news.accept(())
        }
        input.goalChanges.subscribe(onNext: { changes in
            missed = missed?.merging(changes) ?? changes
            note(changes)
        }).disposed(by: bag)

        /// Asks for rows. Whatever changes before the answer comes is read after it.
        func ask(_ request: @escaping () -> Single<CompletedGoalsList.Answer>) -> Observable<CompletedGoalsList.Answer>
        {
            .deferred {
                missed = nil
                return request().trackActivity(activity).trackError(errors).catchErrorJustComplete()
                    .do(onCompleted: { if let missed { note(missed) } })
            }
        }

        /// What is unread, read. Until it has been, it stays unread: a change that comes meanwhile asks for both.
        func unreadGoals() -> Observable<CompletedGoalsList.Answer> {
            .deferred { [goals, show, start] in
                guard let changes = unread else { return .empty() }
                let answer: Observable<CompletedGoalsList.Answer>
                if case .goals(let ids) = changes, !list.value.hasLostItsRows {
                    answer = goals.completed(among: ids).map { .changed($0, of: ids) }.asObservable()
                } else if let last = list.value.last {
                    answer = goals.completed(show, after: start, through: last)
                        .map { .again($0, through: last) }.asObservable()
                } else {
                    answer = goals.completed(show, after: start, limit: Self.sliceSize)
                        .map { .first($0) }.asObservable()
                }
                return answer.trackError(errors).catchErrorJustComplete().do(onNext: { _ in unread = nil })
            }
        }

        // A refresh starts over: what is in flight for the list before it is cancelled and can't join it.
        Observable.merge(input.viewDidAppear, input.refresh)
            .flatMapLatest { [show, start, position, goals] in
                let first = ask {
                    // A page that is taken up again has all that it had.
                    if let position, !list.value.isLoaded {
                        return goals.completed(show, after: start, through: position)
                            .map { .again($0, through: position) }
                    }
                    return goals.completed(show, after: start, limit: Self.sliceSize).map { .first($0) }
                }
                let next = input.fetchNextPage
                    .filter { list.value.hasMore }
                    .flatMapFirst { () -> Observable<CompletedGoalsList.Answer> in
                        guard let last = list.value.last else { return .empty() }
                        return ask {
                            goals.completed(show, after: last, limit: Self.sliceSize).map { .next($0) }
                        }
                    }
                let again = news.filter { list.value.isLoaded }.flatMapLatest(unreadGoals)
                return Observable.merge(again, next, first)
            }
            .scan(list.value) { $0.applying($1) }
            .subscribe(onNext: {
                list.accept($0)
                if $0.hasLostItsRows { note(.all) }
            }).disposed(by: bag)

        let shown = list.asDriver()
        return Output(
            retrospectCount: shown.map { $0.overview?.reviewableCount }.distinctUntilChanged(),
            overview: shown.map(\.overview).distinctUntilChanged(),
            filters: shown.map { [show] in FilterLink.all($0.overview, presented: show) }.distinctUntilChanged(),
            items: shown.map(\.items).distinctUntilChanged(),
            isEmpty: shown.map { [start] in $0.isLoaded && $0.items.isEmpty && start == nil }.distinctUntilChanged(),
            isLoading: activity.asDriver(),
            isLastPage: shown.map { $0.isLoaded && !$0.hasMore }.distinctUntilChanged(),
            parentGoalSelected: input.selection
                .filter { id in list.value.items.contains { $0.id == id } }
                .asSignal(onErrorSignalWith: .never()),
            failAlert: errors.asSignal())
    }
}

/// What the list of completed goals asks for, of one owner.
package protocol CompletedGoalsRequests {
    /// ``GoalStore/completedGoals(of:show:after:limit:)``
    func completed(_ show: CompletedGoalsFilter, after: GoalID?, limit: Int) -> Single<CompletedGoalsSlice>

    /// ``GoalStore/completedGoals(of:show:after:through:)``
    func completed(_ show: CompletedGoalsFilter, after: GoalID?, through: GoalID) -> Single<CompletedGoalsSlice>

    /// ``GoalStore/completedGoals(of:among:)``
    func completed(among ids: Set<GoalID>) -> Single<ChangedGoals>
}

extension GoalRequests: CompletedGoalsRequests {}

/// A way to show the list, with the number of goals that it shows.
package struct FilterLink: Hashable, Sendable {
    let show: CompletedGoalsFilter
    /// nil before the first answer.
    let count: Int?
    /// Whether the list is shown so.
    let isPresent: Bool

    static func all(_ overview: CompletedGoalsOverview?, presented: CompletedGoalsFilter) -> [FilterLink] {
        CompletedGoalsFilter.allCases.map { show in
            FilterLink(show: show, count: overview.map { $0.count(show) }, isPresent: show == presented)
        }
    }
}

extension CompletedGoalsOverview {
    /// How many goals a list shows.
    fileprivate func count(_ show: CompletedGoalsFilter) -> Int {
        switch show {
        case .all: completedCount
        case .waiting: reviewableCount
        case .reviewed: reviewedCount
        }
    }
}
