import Live
import Streams

/// The goals of a box, how many there are in each, and how many can be reviewed.
///
/// `package`, as what goes in and comes out of it is: the benchmark of streams runs this graph as it is.
package struct GoalBoxViewModel: ViewModel {
    package struct Input {
        let viewDidAppear: Observable<Void>
        let segmentSelection: Observable<Box>
        let selection: Observable<GoalID>
        let fetchNextPage: Observable<Void>
        let refresh: Observable<Void>
        let delete: Observable<GoalID>
        let undo: Observable<GoalID>
        let goalChanges: Observable<GoalChanges>
        /// Each day as it begins for the owner.
        let days: Observable<CalendarDate>

        package init(
            viewDidAppear: Observable<Void>, segmentSelection: Observable<Box>, selection: Observable<GoalID>,
            fetchNextPage: Observable<Void>, refresh: Observable<Void>, delete: Observable<GoalID>,
            undo: Observable<GoalID>, goalChanges: Observable<GoalChanges>,
            days: Observable<CalendarDate> = .never()
        ) {
            self.viewDidAppear = viewDidAppear
            self.segmentSelection = segmentSelection
            self.selection = selection
            self.fetchNextPage = fetchNextPage
            self.refresh = refresh
            self.delete = delete
            self.undo = undo
            self.goalChanges = goalChanges
            self.days = days
        }
    }

    package struct Output {
        /// How many goals can be reviewed; nil before the first answer.
        package let retrospectCount: Driver<Int?>
        /// The ways to the boxes, each with the number of its goals.
        package let segments: Driver<[SegmentLink]>
        /// The goal to be reviewed next, and whether there are any goals; nil before the first answer.
        package let overview: Driver<GoalsOverview?>
        /// The ways to show the list, each with its number.
        package let filters: Driver<[FilterLink]>
        package let items: Driver<[GoalCellViewModel]>
        package let isEmpty: Driver<Bool>
        package let isLoading: Driver<Bool>
        /// Where the rows end.
        package let foot: Driver<ListFoot>
        /// A goal was chosen, which has a page of its own.
        package let selected: Signal<GoalCellViewModel>
        /// Another box was chosen, and is shown.
        package let segmentTurned: Signal<Box>
        /// A goal was deleted, and can be brought back.
        package let deleted: Signal<DeletedGoal>
        package let failAlert: Signal<any Error>

        /// Whether all rows are there.
        package var isLastPage: Driver<Bool> { foot.map(\.isLast).distinctUntilChanged() }
        /// A completed goal was chosen: its review is written or viewed.
        package var parentGoalSelected: Signal<GoalID> { selected.filter { $0.jewel != nil }.map(\.id) }
        /// Another goal was chosen: its steps are ticked.
        package var goalSelected: Signal<GoalID> { selected.filter { $0.jewel == nil }.map(\.id) }
        /// The box that is shown.
        package var segment: Driver<Box> {
            segments.map { links in links.first { $0.isPresent }?.box ?? .completed }.distinctUntilChanged()
        }
        /// How many goals there are in each box; nil before the first answer.
        package var boxCounts: Driver<BoxCounts?> { overview.map { $0?.counts }.distinctUntilChanged() }
    }

    /// Rows of a slice of the list.
    static let sliceSize = 10

    private let goals: any GoalBoxRequests
    private let listing: GoalListing
    private let start: GoalID?
    private let position: GoalID?
    private let today: CalendarDate?
    package let bag = DisposeBag()

    /// - Parameters:
    ///   - goals: the owner's goals.
    ///   - listing: which of them the list shows at first.
    ///   - start: the id below which the list begins; nil for all of it.
    ///   - position: the last id that the page had before, when it is taken up again.
    ///   - today: the owner's; nil in a list that shows no days that are left.
    package init(
        goals: any GoalBoxRequests, _ listing: GoalListing = .completed(.all), below start: GoalID? = nil,
        through position: GoalID? = nil, today: CalendarDate? = nil
    ) {
        self.goals = goals
        self.listing = listing
        self.start = start
        self.position = position
        self.today = today
    }

    package func transform(input: Input) -> Output {
        let list = BehaviorRelay(value: GoalBoxList(listing, below: start, today: today))
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
        func ask(_ request: @escaping () -> Single<GoalBoxList.Answer>) -> Observable<GoalBoxList.Answer> {
            .deferred {
                missed = nil
                return request().trackActivity(activity).trackError(errors).catchErrorJustComplete()
                    .do(onCompleted: { if let missed { note(missed) } })
            }
        }

        /// What is unread, read. Until it has been, it stays unread: a change that comes meanwhile asks for both.
        func unreadGoals() -> Observable<GoalBoxList.Answer> {
            .deferred { [goals] in
                guard let changes = unread else { return .empty() }
                let (listing, start) = (list.value.listing, list.value.start)
                let answer: Observable<GoalBoxList.Answer>
                if case .goals(let ids) = changes, !list.value.hasLostItsRows {
                    answer = goals.goals(in: listing.box, among: ids).map { .changed($0, of: ids) }.asObservable()
                } else if let last = list.value.last {
                    answer = goals.goals(in: listing, after: start, through: last)
                        .map { .again($0, through: last) }.asObservable()
                } else {
                    answer = goals.goals(in: listing, after: start, limit: Self.sliceSize)
                        .map { .first($0) }.asObservable()
                }
                return answer.trackError(errors).catchErrorJustComplete().do(onNext: { _ in unread = nil })
            }
        }

        let turned = PublishRelay<Box>()
        let turns = input.segmentSelection.filter { $0 != list.value.listing.box }.map { box in
            list.accept(list.value.turned(to: GoalListing(box)))
            turned.accept(box)
        }
        // A refresh, or another box, starts over: what is in flight for the list before is cancelled and can't join it.
        Observable.merge(input.viewDidAppear, input.refresh, turns)
            .flatMapLatest { [position, goals] in
                let (listing, start) = (list.value.listing, list.value.start)
                let first = ask {
                    // A page that is taken up again has all that it had.
                    if let position, list.value.overview == nil {
                        return goals.goals(in: listing, after: start, through: position)
                            .map { .again($0, through: position) }
                    }
                    return goals.goals(in: listing, after: start, limit: Self.sliceSize).map { .first($0) }
                }
                let next = input.fetchNextPage
                    .filter { list.value.hasMore }
                    .flatMapFirst { () -> Observable<GoalBoxList.Answer> in
                        guard let last = list.value.last else { return .empty() }
                        return ask {
                            goals.goals(in: listing, after: last, limit: Self.sliceSize).map { .next($0) }
                        }
                    }
                let again = news.filter { list.value.isLoaded }.flatMapLatest(unreadGoals)
                return Observable.merge(again, next, first)
            }
            .subscribe(onNext: { answer in
                let next = list.value.applying(answer)
                list.accept(next)
                if next.hasLostItsRows { note(.all) }
            }).disposed(by: bag)

        if today != nil { input.days.subscribe(onNext: { list.accept(list.value.on($0)) }).disposed(by: bag) }

        let deleted = PublishRelay<DeletedGoal>()
        // A completed goal is deleted on its own page: an open list of them does without what this takes.
        if listing.box != .completed { delete(input, from: list, errors, deleted) }

        let shown = list.asDriver()
        return Output(
            retrospectCount: shown.map { $0.overview?.reviewableCount }.distinctUntilChanged(),
            segments: shown.map { SegmentLink.all($0.overview?.counts, presented: $0.listing.box) }
                .distinctUntilChanged(),
            overview: shown.map(\.overview).distinctUntilChanged(),
            filters: shown.map { FilterLink.all($0.overview, presented: $0.listing) }.distinctUntilChanged(),
            items: shown.map(\.items).distinctUntilChanged(),
            isEmpty: shown.map { $0.isLoaded && $0.items.isEmpty && $0.start == nil }.distinctUntilChanged(),
            isLoading: activity.asDriver(),
            foot: shown.map { ListFoot(last: $0.last, isLast: $0.isLoaded && !$0.hasMore) }.distinctUntilChanged(),
            selected: input.selection
                .compactMap { id in list.value.items.first { $0.id == id } }
                .asSignal(onErrorSignalWith: .never()),
            segmentTurned: turned.asSignal(),
            deleted: deleted.asSignal(),
            failAlert: errors.asSignal())
    }

    private func delete(
        _ input: Input, from list: BehaviorRelay<GoalBoxList>, _ errors: ErrorTracker,
        _ deleted: PublishRelay<DeletedGoal>
    ) {
        input.delete
            .flatMap { [goals] id -> Observable<DeletedGoal> in
                guard let row = list.value.items.first(where: { $0.id == id }) else { return .empty() }
                return goals.delete(id).catch(Self.afterDeletion).trackError(errors).catchErrorJustComplete()
                    .map { DeletedGoal(id: id, title: row.title) }
            }
            .subscribe(onNext: { deleted.accept($0) }).disposed(by: bag)
        input.undo
            .flatMap { [goals] id in
                goals.restore(id).catch(Self.afterUndo).trackError(errors).catchErrorJustComplete()
            }
            .subscribe(onNext: { _ in }).disposed(by: bag)
    }

    /// What is gone already is deleted, too.
    private static func afterDeletion(_ error: any Error) -> Single<Void> {
        if case StoreError.notFound = error { return .just(()) }
        return .error(BoxActionFailure.unavailable)
    }

    private static func afterUndo(_ error: any Error) -> Single<Void> {
        if case StoreError.nothingToRestore = error { return .error(BoxActionFailure.undoIsOver) }
        return .error(BoxActionFailure.unavailable)
    }
}

/// What a list of goals asks for, of one owner.
package protocol GoalBoxRequests {
    /// ``GoalStore/goals(of:in:after:limit:)``
    func goals(in listing: GoalListing, after: GoalID?, limit: Int) -> Single<GoalSlice>

    /// ``GoalStore/goals(of:in:after:through:)``
    func goals(in listing: GoalListing, after: GoalID?, through: GoalID) -> Single<GoalSlice>

    /// ``GoalStore/goals(of:in:among:)``
    func goals(in box: Box, among ids: Set<GoalID>) -> Single<ChangedGoals>

    /// ``GoalStore/deleteGoal(of:_:)``
    func delete(_ goal: GoalID) -> Single<Void>

    /// ``GoalStore/restoreGoal(of:_:)``
    func restore(_ goal: GoalID) -> Single<Void>
}

extension GoalRequests: GoalBoxRequests {
    func delete(_ goal: GoalID) -> Single<Void> { write { try await $0.deleteGoal(of: $1, goal) } }

    func restore(_ goal: GoalID) -> Single<Void> { write { _ = try await $0.restoreGoal(of: $1, goal) } }
}

/// Why a goal of the list was not deleted, or not brought back. All other errors are about reading the list.
package enum BoxActionFailure: Error {
    case undoIsOver, unavailable
}

/// Where the rows of a list end.
package struct ListFoot: Hashable, Sendable {
    /// The last row's; nil without rows.
    let last: GoalID?
    /// Whether there are no more.
    let isLast: Bool
}

/// A goal that was deleted from the list.
package struct DeletedGoal: Hashable, Sendable {
    let id: GoalID
    @ExactText private(set) var title: String
}

/// A way to a box, with the number of its goals.
package struct SegmentLink: Hashable, Sendable {
    let box: Box
    /// nil before the first answer.
    let count: Int?
    /// Whether it is the box that is shown.
    let isPresent: Bool

    static func all(_ counts: BoxCounts?, presented: Box) -> [SegmentLink] {
        Box.allCases.map { SegmentLink(box: $0, count: counts?[$0], isPresent: $0 == presented) }
    }
}

/// A way to show the completed goals, with the number of goals that it shows.
package struct FilterLink: Hashable, Sendable {
    let show: CompletedGoalsFilter
    /// nil before the first answer.
    let count: Int?
    /// Whether the list is shown so.
    let isPresent: Bool

    static func all(_ overview: GoalsOverview?, presented: GoalListing) -> [FilterLink] {
        CompletedGoalsFilter.allCases.map { show in
            FilterLink(show: show, count: overview.map { $0.count(show) }, isPresent: .completed(show) == presented)
        }
    }
}

extension GoalsOverview {
    /// How many goals a list shows.
    fileprivate func count(_ show: CompletedGoalsFilter) -> Int {
        switch show {
        case .all: completedCount
        case .waiting: reviewableCount
        case .reviewed: reviewedCount
        }
    }
}
