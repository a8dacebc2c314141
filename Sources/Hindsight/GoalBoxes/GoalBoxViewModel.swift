import HindsightDomain
import Live
import Streams

/// The goals of a box, the number of goals in each box, and the number of goals that can be reviewed; see
/// ``GoalBoxState``.
///
/// `package`, like its input and output, because the benchmark of streams runs this graph unchanged.
package struct GoalBoxViewModel: ViewModel {
    package struct Input {
        let viewDidAppear: Observable<Void>
        let segmentSelection: Observable<Box>
        let selection: Observable<GoalID>
        let fetchNextPage: Observable<Void>
        let refresh: Observable<Void>
        let tick: Observable<StepID>
        let untick: Observable<StepID>
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
            fetchNextPage: Observable<Void>, refresh: Observable<Void>, tick: Observable<StepID> = .never(),
            untick: Observable<StepID> = .never(), delete: Observable<GoalID> = .never(),
            undo: Observable<GoalID> = .never(), putAwayAnswer: Observable<PutAwayAnswer> = .never(),
            samples: Observable<SampleAction> = .never(), goalChanges: Observable<GoalChanges>,
            days: Observable<CalendarDate> = .never()
        ) {
            self.viewDidAppear = viewDidAppear
            self.segmentSelection = segmentSelection
            self.selection = selection
            self.fetchNextPage = fetchNextPage
            self.refresh = refresh
            self.tick = tick
            self.untick = untick
            self.delete = delete
            self.undo = undo
            self.putAwayAnswer = putAwayAnswer
            self.samples = samples
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
        /// Goals that were put away when their time ran out and that the owner hasn't answered yet. Empty for boxes
        /// other than the active one.
        package let putAway: Driver<PutAwayGoals>
        /// A goal was completed by its last step, or one that was put away was marked as finished; its jewel is shown on
        /// its page.
        package let finished: Signal<GoalID>
        package let failAlert: Signal<any Error>
    }

    private let goals: any GoalBoxRequests
    private let initial: GoalBoxState
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
        initial = GoalBoxState(GoalBoxList(listing, below: start, today: today), through: position)
    }

    package func transform(input: Input) -> Output {
        let listing = initial.list.listing
        let machine = Machine(initial, until: bag, run: request)
        machine.on(input.viewDidAppear) { .start }
        machine.on(input.refresh) { .start }
        machine.on(input.segmentSelection) { .turn($0) }
        machine.on(input.selection) { .select($0) }
        machine.on(input.fetchNextPage) { .more }
        machine.on(input.goalChanges) { .changed($0) }
        // A completed goal is deleted on its own page, and samples are removed from the other lists: most open lists are
        // of completed goals, and save the cost of these.
        if listing.box != .completed {
            machine.on(input.delete) { .delete($0) }
            machine.on(input.undo) { .restore($0) }
            machine.on(input.samples) { .samples($0) }
        }
        if listing == .active {
            machine.on(input.tick) { .tick($0, isDone: true) }
            machine.on(input.untick) { .tick($0, isDone: false) }
            machine.on(input.putAwayAnswer) { .answer($0) }
            machine.on(input.days) { .day($0) }
        }
        return Output(
            retrospectCount: machine.select { $0.list.overview?.reviewableCount },
            segments: machine.select({ $0.list.counts }, SegmentLink.all),
            overview: machine.select { $0.list.overview },
            filters: machine.select({ $0.list.counts }, FilterLink.all),
            items: machine.select { $0.list.items },
            isEmpty: machine.select { $0.list.isLoaded && $0.list.items.isEmpty && $0.list.start == nil },
            isLoading: machine.select { $0.isLoading },
            foot: machine.select { ListFoot($0.list) },
            selected: machine.signal { if case .selected(let goal) = $0 { goal } else { nil } },
            segmentTurned: machine.signal { if case .turned(let box) = $0 { box } else { nil } },
            deleted: listing.box == .completed
                ? .never() : machine.signal { if case .deleted(let deletion) = $0 { deletion } else { nil } },
            putAway: machine.select { $0.putAway },
            finished: listing != .active
                ? .never() : machine.signal { if case .finished(let goal) = $0 { goal } else { nil } },
            failAlert: machine.signal { if case .failed(let error) = $0 { error } else { nil } })
    }

    private func request(_ effect: GoalBoxState.Effect) -> MachineRequest<GoalBoxState.Event>? {
        switch effect {
        case .read(let reading): .latest("rows", read(reading), then: { .read($0) })
        case .readPutAway:
            // When it can't be read, the next change asks again.
            .latest("put away", goals.putAwayGoals(limit: PutAwayNotice.limit), then: { try? .putAway($0.get()) })
        case .tick(let step, let goal, let isDone):
            .inOrder(goals.tick(step, isDone: isDone, of: goal), then: { .ticked(step, isDone: isDone, $0) })
        case .delete(let goal): .atOnce(goals.delete(goal.id), then: { .deleted(.goal(goal), $0) })
        case .restore(let id): .atOnce(goals.restore(id), then: { .restored($0) })
        case .removeSamples: .atOnce(goals.removeSamples(), then: { .deleted(.samples, $0) })
        case .restoreSamples: .atOnce(goals.restoreSamples(), then: { .restored($0) })
        case .answer(let answer): .inOrder(goals.answer(answer), then: { .answered(answer, $0) })
        case .selected, .turned, .deleted, .finished, .failed: nil
        }
    }

    private func read(_ reading: GoalBoxState.Reading) -> Single<GoalBoxList.Answer> {
        switch reading {
        case .first(let listing, let start):
            goals.goals(in: listing, after: start.map { GoalCursor($0) }, limit: GoalBoxState.sliceSize)
                .map { .first($0) }
        case .next(let listing, let last):
            goals.goals(in: listing, after: last, limit: GoalBoxState.sliceSize).map { .next($0) }
        case .again(let listing, let start, let last):
            goals.goals(in: listing, after: start, through: last).map { .again($0, through: last.id) }
        case .changed(let box, let ids): goals.goals(in: box, among: ids).map { .changed($0, of: ids) }
        }
    }
}

/// Requests that a list of goals makes, for one owner.
package protocol GoalBoxRequests {
    /// ``GoalListStore/goals(of:in:after:limit:)``
    func goals(in listing: GoalListing, after: GoalCursor?, limit: Int) -> Single<GoalSlice>

    /// ``GoalListStore/goals(of:in:after:through:)``
    func goals(in listing: GoalListing, after: GoalID?, through: GoalCursor) -> Single<GoalSlice>

    /// ``GoalListStore/goals(of:in:among:)``
    func goals(in box: Box, among ids: Set<GoalID>) -> Single<ChangedGoals>

    /// ``GoalDetailStore/tick(_:isDone:of:_:)``
    func tick(_ step: StepID, isDone: Bool, of goal: GoalID) -> Single<GoalDetail>

    /// ``GoalRemovalStore/deleteGoal(of:_:)``
    func delete(_ goal: GoalID) -> Single<Void>

    /// ``GoalRemovalStore/restoreGoal(of:_:)``
    func restore(_ goal: GoalID) -> Single<Void>

    /// ``GoalListStore/putAwayGoals(of:limit:)``
    func putAwayGoals(limit: Int) -> Single<PutAwayGoals>

    /// Carries out an answer about goals that were put away.
    func answer(_ answer: PutAwayAnswer) -> Single<Void>

    /// ``GoalRemovalStore/removeSamples(of:)``
    func removeSamples() -> Single<Void>

    /// ``GoalRemovalStore/restoreSamples(of:)``
    func restoreSamples() -> Single<Void>
}

extension GoalRequests: GoalBoxRequests where Store == any GoalBoxStore {
    func goals(in listing: GoalListing, after: GoalCursor?, limit: Int) -> Single<GoalSlice> {
        read { try await $0.goals(of: $1, in: listing, after: after, limit: limit) }
    }

    func goals(in listing: GoalListing, after: GoalID?, through: GoalCursor) -> Single<GoalSlice> {
        read { try await $0.goals(of: $1, in: listing, after: after, through: through) }
    }

    func goals(in box: Box, among ids: Set<GoalID>) -> Single<ChangedGoals> {
        read { try await $0.goals(of: $1, in: box, among: ids) }
    }

    func tick(_ step: StepID, isDone: Bool, of goal: GoalID) -> Single<GoalDetail> {
        write { try await $0.tick(step, isDone: isDone, of: $1, goal) }
    }

    func delete(_ goal: GoalID) -> Single<Void> { write { try await $0.deleteGoal(of: $1, goal) } }

    func restore(_ goal: GoalID) -> Single<Void> { write { _ = try await $0.restoreGoal(of: $1, goal) } }

    func putAwayGoals(limit: Int) -> Single<PutAwayGoals> {
        read { try await $0.putAwayGoals(of: $1, limit: limit) }
    }

    func answer(_ answer: PutAwayAnswer) -> Single<Void> { write { try await answer.carryOut(in: $0, of: $1) } }

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

    static func all(_ counts: GoalBoxList.Counts) -> [SegmentLink] {
        Box.allCases.map { box in
            SegmentLink(box: box, count: counts.overview?.counts[box], isPresent: box == counts.listing.box)
        }
    }
}

/// A link to a filter of the completed goals, with the number of goals that it shows.
package struct FilterLink: Hashable, Sendable {
    let show: CompletedGoalsFilter
    /// The number of goals; nil before the first answer.
    let count: Int?
    /// Whether the list is shown with this filter.
    let isPresent: Bool

    static func all(_ counts: GoalBoxList.Counts) -> [FilterLink] {
        CompletedGoalsFilter.allCases.map { show in
            FilterLink(
                show: show, count: counts.overview?.count(show), isPresent: .completed(show) == counts.listing)
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
