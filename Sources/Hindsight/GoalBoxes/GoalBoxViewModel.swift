import HindsightDomain
import Live
import Streams

/// The goals of a box, the number of goals in each box, and the number of goals that can be reviewed.
///
/// `package`, like its input and output, because the benchmark of streams runs this graph unchanged.
package struct GoalBoxViewModel: ViewModel {
    package struct Input {
        let viewDidAppear: Observable<Void>
        let segmentSelection: Observable<Box>
        let selection: Observable<GoalID>
        let fetchNextPage: Observable<Void>
        let refresh: Observable<Void>
        let delete: Observable<GoalID>
        let undo: Observable<GoalID>
        /// The owner's answers about goals that were put away when their time ran out.
        let putAwayAnswer: Observable<PutAwayAnswer>
        let samples: Observable<SampleAction>
        let goalChanges: Observable<GoalChanges>
        /// Emits each new day when it begins for the owner.
        let days: Observable<CalendarDate>

        package init(
            viewDidAppear: Observable<Void>, segmentSelection: Observable<Box>, selection: Observable<GoalID>,
            fetchNextPage: Observable<Void>, refresh: Observable<Void>, delete: Observable<GoalID>,
            undo: Observable<GoalID>, putAwayAnswer: Observable<PutAwayAnswer>? = nil,
            samples: Observable<SampleAction>? = nil, goalChanges: Observable<GoalChanges>,
            days: Observable<CalendarDate> = .never()
        ) {
            self.viewDidAppear = viewDidAppear
            self.segmentSelection = segmentSelection
            self.selection = selection
            self.fetchNextPage = fetchNextPage
            self.refresh = refresh
            self.delete = delete
            self.undo = undo
            self.putAwayAnswer = putAwayAnswer ?? Never.answers
            self.samples = samples ?? Never.samples
            self.goalChanges = goalChanges
            self.days = days
        }
    }

    package struct Output {
        /// The number of goals that can be reviewed; nil before the first answer.
        package let retrospectCount: Driver<Int?>
        /// Links to the boxes, each with its number of goals.
        package let segments: Driver<[SegmentLink]>
        /// Counts of the boxes and filters, and the goal to review next; nil before the first answer.
        package let overview: Driver<GoalsOverview?>
        /// Links to the filters of the completed goals, each with its number of goals.
        package let filters: Driver<[FilterLink]>
        package let items: Driver<[GoalCellViewModel]>
        package let isEmpty: Driver<Bool>
        package let isLoading: Driver<Bool>
        /// The end of the rows: whether more can be loaded here or on another page.
        package let foot: Driver<ListFoot>
        /// A goal was chosen; the screen navigates to its page.
        package let selected: Signal<GoalCellViewModel>
        /// Another box was chosen and is now shown.
        package let segmentTurned: Signal<Box>
        /// A goal or the samples were deleted and can be restored.
        package let deleted: Signal<Deletion>
        /// Goals that were put away when their time ran out and that the owner hasn't answered yet. Never emits for
        /// boxes other than the active one.
        package let putAway: Driver<PutAwayGoals>
        /// One of the goals that were put away was marked as finished; its jewel is shown on its page.
        package let finished: Signal<GoalID>
        package let failAlert: Signal<any Error>

        /// Whether all rows are loaded.
        package var isLastPage: Driver<Bool> { foot.map(\.isLast).distinctUntilChanged() }
        /// A completed goal was chosen, to write or view its review.
        package var parentGoalSelected: Signal<GoalID> { selected.filter { $0.jewel != nil }.map(\.id) }
        /// A goal that is not completed was chosen, to tick its steps.
        package var goalSelected: Signal<GoalID> { selected.filter { $0.jewel == nil }.map(\.id) }
        /// The box that is shown.
        package var segment: Driver<Box> {
            segments.map { links in links.first { $0.isPresent }?.box ?? .completed }.distinctUntilChanged()
        }
        /// The number of goals in each box; nil before the first answer.
        package var boxCounts: Driver<BoxCounts?> { overview.map { $0?.counts }.distinctUntilChanged() }
    }

    /// Number of rows per slice of the list.
    static let sliceSize = 10
    /// Maximum number of goals that the notice of put-away goals names.
    static let putAwayLimit = 5

    private let goals: any GoalBoxRequests
    private let listing: GoalListing
    private let start: GoalID?
    private let position: GoalID?
    private let today: CalendarDate?
    package let bag = DisposeBag()

    /// - Parameters:
    ///   - goals: the owner's goals.
    ///   - listing: the box and filter that the list shows first.
    ///   - start: the goal after which the list begins; nil for the whole list.
    ///   - position: the last goal that the page had loaded before its session was lost; nil for a new page.
    ///   - today: the current day for the owner; nil in a list that doesn't show the number of days left.
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

    /// Shared streams for inputs and outputs that a list doesn't have. They are `nonisolated(unsafe)` because a stream
    /// that never emits has no state.
    private enum Never {
        nonisolated(unsafe) static let answers = Observable<PutAwayAnswer>.never()
        nonisolated(unsafe) static let samples = Observable<SampleAction>.never()
        nonisolated(unsafe) static let deletions = Signal<Deletion>.never()
        nonisolated(unsafe) static let putAway = Driver<PutAwayGoals>.never()
        nonisolated(unsafe) static let finished = Signal<GoalID>.never()
    }

    package func transform(input: Input) -> Output {
        let list = BehaviorRelay(value: GoalBoxList(listing, below: start, today: today))
        let activity = ActivityTracker()
        let errors = ErrorTracker()
        /// Changes that have not been read since.
        var unread: GoalChanges?
        /// Changes since a slice was requested: its answer may be older than them.
        var missed: GoalChanges?
        /// Emits when there are unread changes.
        let news = PublishRelay<Void>()

        func note(_ changes: GoalChanges) {
            unread = unread?.merging(changes) ?? changes
            news.accept(())
        }
        input.goalChanges.subscribe(onNext: { changes in
            missed = missed?.merging(changes) ?? changes
            note(changes)
        }).disposed(by: bag)

        /// Requests rows. Changes that arrive before the answer are read after it.
        func ask(_ request: @escaping () -> Single<GoalBoxList.Answer>) -> Observable<GoalBoxList.Answer> {
            .deferred {
                missed = nil
                return request().trackActivity(activity).trackError(errors).catchErrorJustComplete()
                    .do(onCompleted: { if let missed { note(missed) } })
            }
        }

        /// Reads the unread changes. They stay unread until the answer arrives, so a change in between requests both.
        func unreadGoals() -> Observable<GoalBoxList.Answer> {
            .deferred { [goals] in
                guard let changes = unread else { return .empty() }
                let (listing, start) = (list.value.listing, list.value.start)
                let answer: Observable<GoalBoxList.Answer>
                if case .goals(let ids) = changes, !list.value.hasLostItsRows {
                    answer = goals.goals(in: listing.box, among: ids).map { .changed($0, of: ids) }.asObservable()
                } else if let last = list.value.last {
                    answer = goals.goals(in: listing, after: start, through: last)
                        .map { .again($0, through: last.id) }.asObservable()
                } else {
                    answer = goals.goals(in: listing, after: start.map { GoalCursor($0) }, limit: Self.sliceSize)
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
        // A refresh or another box starts over: requests in flight for the previous list are cancelled.
        Observable.merge(input.viewDidAppear, input.refresh, turns)
            .flatMapLatest { [position, goals] in
                let (listing, start) = (list.value.listing, list.value.start)
                let first = ask {
                    // A page whose session is restored loads all rows that it had.
                    if let position, list.value.overview == nil {
                        return goals.goals(in: listing, after: start, through: GoalCursor(position))
                            .map { .again($0, through: position) }
                    }
                    return goals.goals(in: listing, after: start.map { GoalCursor($0) }, limit: Self.sliceSize)
                        .map { .first($0) }
                }
                let next = input.fetchNextPage
                    .filter { list.value.hasNext }
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
            foot: shown.map(ListFoot.init).distinctUntilChanged(),
            selected: input.selection
                .compactMap { id in list.value.items.first { $0.id == id } }
                .asSignal(onErrorSignalWith: .never()),
            segmentTurned: turned.asSignal(),
            deleted: deletions(input, from: list, errors), putAway: putAway(input), finished: dealtWith(input, errors),
            failAlert: errors.asSignal())
    }

    private func deletions(
        _ input: Input, from list: BehaviorRelay<GoalBoxList>, _ errors: ErrorTracker
    ) -> Signal<Deletion> {
        // A completed goal is deleted on its own page, and samples are removed from the other lists, so an open list of
        // completed goals saves the cost of these streams.
        guard listing.box != .completed else { return Never.deletions }
        let deleted = PublishRelay<Deletion>()
        input.delete
            .flatMap { [goals] id -> Observable<Deletion> in
                guard let row = list.value.items.first(where: { $0.id == id }) else { return .empty() }
                return goals.delete(id).catch(Self.afterDeletion).trackError(errors).catchErrorJustComplete()
                    .map { .goal(DeletedGoal(id: id, title: row.title)) }
            }
            .subscribe(onNext: { deleted.accept($0) }).disposed(by: bag)
        input.undo
            .flatMap { [goals] id in
                goals.restore(id).catch(Self.afterUndo).trackError(errors).catchErrorJustComplete()
            }
            .subscribe(onNext: { _ in }).disposed(by: bag)
        input.samples.flatMap { [goals] action -> Observable<Deletion> in
            action == .remove
                ? goals.removeSamples().catch(Self.afterDeletion).trackError(errors).catchErrorJustComplete()
                    .map { _ in .samples }
                : goals.restoreSamples().catch(Self.afterUndo).trackError(errors).catchErrorJustComplete()
                    .flatMap { _ in Observable<Deletion>.empty() }
        }.subscribe(onNext: { deleted.accept($0) }).disposed(by: bag)
        return deleted.asSignal()
    }

    /// Goals that were put away are named in the active list, where they were, until the owner answers.
    private func putAway(_ input: Input) -> Driver<PutAwayGoals> {
        guard listing == .active else { return Never.putAway }
        return Observable.merge(input.viewDidAppear, input.goalChanges.map { _ in })
            .flatMapLatest { [goals] in goals.putAwayGoals(limit: Self.putAwayLimit).catchErrorJustComplete() }
            .startWith(PutAwayGoals()).asDriver(onErrorJustReturn: PutAwayGoals()).distinctUntilChanged()
    }

    private func dealtWith(_ input: Input, _ errors: ErrorTracker) -> Signal<GoalID> {
        guard listing == .active else { return Never.finished }
        return input.putAwayAnswer.concatMap { [goals] answer -> Observable<GoalID> in
            let work =
                switch answer {
                case .finish(let id, let day): goals.finish(id, on: day)
                case .extend(let id): goals.extend(id)
                case .leave(let id): goals.dismissPutAway(id)
                case .leaveAll: goals.dismissPutAway(nil)
                }
            return work.catch(Self.afterDeletion).trackError(errors).catchErrorJustComplete()
                .flatMap { _ -> Observable<GoalID> in
                    if case .finish(let id, _) = answer { .just(id) } else { .empty() }
                }
        }.asSignal(onErrorSignalWith: .never())
    }

    /// Treats a goal that is already gone as deleted.
    private static func afterDeletion(_ error: any Error) -> Single<Void> {
        if case StoreError.notFound = error { return .just(()) }
        return .error(BoxActionFailure.unavailable)
    }

    private static func afterUndo(_ error: any Error) -> Single<Void> {
        if case StoreError.nothingToRestore = error { return .error(BoxActionFailure.undoIsOver) }
        return .error(BoxActionFailure.unavailable)
    }
}

/// Requests that a list of goals makes, for one owner.
package protocol GoalBoxRequests {
    /// ``GoalStore/goals(of:in:after:limit:)``
    func goals(in listing: GoalListing, after: GoalCursor?, limit: Int) -> Single<GoalSlice>

    /// ``GoalStore/goals(of:in:after:through:)``
    func goals(in listing: GoalListing, after: GoalID?, through: GoalCursor) -> Single<GoalSlice>

    /// ``GoalStore/goals(of:in:among:)``
    func goals(in box: Box, among ids: Set<GoalID>) -> Single<ChangedGoals>

    /// ``GoalStore/deleteGoal(of:_:)``
    func delete(_ goal: GoalID) -> Single<Void>

    /// ``GoalStore/restoreGoal(of:_:)``
    func restore(_ goal: GoalID) -> Single<Void>

    /// ``GoalStore/putAwayGoals(of:limit:)``
    func putAwayGoals(limit: Int) -> Single<PutAwayGoals>

    /// ``GoalStore/finishGoal(of:_:on:)``
    func finish(_ goal: GoalID, on day: CalendarDate) -> Single<Void>

    /// ``GoalStore/extendGoal(of:_:)``
    func extend(_ goal: GoalID) -> Single<Void>

    /// ``GoalStore/dismissPutAway(_:of:)``
    func dismissPutAway(_ goal: GoalID?) -> Single<Void>

    /// ``GoalStore/removeSamples(of:)``
    func removeSamples() -> Single<Void>

    /// ``GoalStore/restoreSamples(of:)``
    func restoreSamples() -> Single<Void>
}

extension GoalRequests: GoalBoxRequests {
    func delete(_ goal: GoalID) -> Single<Void> { write { try await $0.deleteGoal(of: $1, goal) } }

    func restore(_ goal: GoalID) -> Single<Void> { write { _ = try await $0.restoreGoal(of: $1, goal) } }

    func putAwayGoals(limit: Int) -> Single<PutAwayGoals> {
        read { try await $0.putAwayGoals(of: $1, limit: limit) }
    }

    func finish(_ goal: GoalID, on day: CalendarDate) -> Single<Void> {
        write { _ = try await $0.finishGoal(of: $1, goal, on: day) }
    }

    func extend(_ goal: GoalID) -> Single<Void> { write { _ = try await $0.extendGoal(of: $1, goal) } }

    func dismissPutAway(_ goal: GoalID?) -> Single<Void> { write { try await $0.dismissPutAway(goal, of: $1) } }

    func removeSamples() -> Single<Void> { write { _ = try await $0.removeSamples(of: $1) } }

    func restoreSamples() -> Single<Void> { write { _ = try await $0.restoreSamples(of: $1) } }
}

/// Reasons why an action on goals of the list failed. All other errors are about reading the list.
package enum BoxActionFailure: Error {
    case undoIsOver, unavailable
}

/// State at the end of a list's rows.
package struct ListFoot: Hashable, Sendable {
    /// The id of the last row; nil without rows.
    let last: GoalID?
    /// Whether the list is loaded and the store has no more rows.
    let isLast: Bool
    /// Whether the page is full (``GoalBoxList/limit`` rows): the next rows are on another page.
    let isFull: Bool

    init(_ list: GoalBoxList) {
        last = list.last?.id
        isLast = list.isLoaded && !list.hasMore
        isFull = list.hasMore && !list.hasNext
    }
}

/// An owner's answer about goals that were put away when their time ran out.
package enum PutAwayAnswer: Hashable, Sendable {
    /// The goal was finished on that day.
    case finish(GoalID, on: CalendarDate)
    /// The goal becomes active again for one more week.
    case extend(GoalID)
    /// The goal stays in the stored box.
    case leave(GoalID)
    /// All goals that were put away stay in the stored box.
    case leaveAll
}

extension PutAwayAnswer: InputValue {
    /// Reads one of "finish 12 2026-11-22", "extend 12", "leave 12" and "leave"; nil for any other text.
    package init?(inputText: String) {
        let words = inputText.split(separator: " ", omittingEmptySubsequences: false)
        let id = words.dropFirst().first.flatMap { GoalID($0) }
        switch (words.first, words.count, id) {
        case ("finish", 3, let id?):
            guard let day = CalendarDate(words[2]) else { return nil }
            self = .finish(id, on: day)
        case ("extend", 2, let id?): self = .extend(id)
        case ("leave", 2, let id?): self = .leave(id)
        case ("leave", 1, nil): self = .leaveAll
        default: return nil
        }
    }

    /// The text that ``init(inputText:)`` reads.
    var text: String {
        switch self {
        case .finish(let id, let day): "finish \(id) \(day)"
        case .extend(let id): "extend \(id)"
        case .leave(let id): "leave \(id)"
        case .leaveAll: "leave"
        }
    }
}

/// Actions on all sample goals together.
package enum SampleAction: String, InputValue {
    case remove, restore

    package init?(inputText: String) { self.init(rawValue: inputText) }
}

/// A deletion from a list that can be undone: of one goal or of all samples.
package enum Deletion: Hashable, Sendable {
    case goal(DeletedGoal)
    case samples
}

/// A goal that was deleted from the list.
package struct DeletedGoal: Hashable, Sendable {
    let id: GoalID
    @ExactText private(set) var title: String
}

/// A link to a box, with its number of goals.
package struct SegmentLink: Hashable, Sendable {
    let box: Box
    /// The number of goals; nil before the first answer.
    let count: Int?
    /// Whether it is the box that is shown.
    let isPresent: Bool

    static func all(_ counts: BoxCounts?, presented: Box) -> [SegmentLink] {
        Box.allCases.map { SegmentLink(box: $0, count: counts?[$0], isPresent: $0 == presented) }
    }
}

/// A link to a filter of the completed goals, with the number of goals that it shows.
package struct FilterLink: Hashable, Sendable {
    let show: CompletedGoalsFilter
    /// The number of goals; nil before the first answer.
    let count: Int?
    /// Whether the list is shown with this filter.
    let isPresent: Bool

    static func all(_ overview: GoalsOverview?, presented: GoalListing) -> [FilterLink] {
        CompletedGoalsFilter.allCases.map { show in
            FilterLink(show: show, count: overview.map { $0.count(show) }, isPresent: .completed(show) == presented)
        }
    }
}

extension GoalsOverview {
    /// The number of completed goals that a filter shows.
    fileprivate func count(_ show: CompletedGoalsFilter) -> Int {
        switch show {
        case .all: completedCount
        case .waiting: reviewableCount
        case .reviewed: reviewedCount
        }
    }
}
