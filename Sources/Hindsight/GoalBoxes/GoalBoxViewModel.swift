import HindsightDomain
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
        /// What becomes of goals that the clock has put away.
        let putAwayAnswer: Observable<PutAwayAnswer>
        let samples: Observable<SampleAction>
        let goalChanges: Observable<GoalChanges>
        /// Each day as it begins for the owner.
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
        /// A goal was deleted, or the samples were, and can be brought back.
        package let deleted: Signal<Deletion>
        /// The goals that the clock has put away, until their owner has dealt with them; none in other lists.
        package let putAway: Driver<PutAwayGoals>
        /// One of those was finished: the jewel waits on its page.
        package let finished: Signal<GoalID>
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
    /// So many goals that were put away are named.
    static let putAwayLimit = 5

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

    /// Streams of what a list does without, one of each for all pages. They are `nonisolated(unsafe)` because a stream
    /// that says nothing has no state.
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
        // A refresh, or another box, starts over: what is in flight for the list before is cancelled and can't join it.
        Observable.merge(input.viewDidAppear, input.refresh, turns)
            .flatMapLatest { [position, goals] in
                let (listing, start) = (list.value.listing, list.value.start)
                let first = ask {
                    // A page that is taken up again has all that it had.
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
        // A completed goal is deleted on its own page, and samples from the other lists: an open list of completed goals
        // does without what this takes.
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

    /// They are named where they were until their owner has dealt with them.
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
    /// Whether the page has as many rows as it can have: the next ones are on another page.
    let isFull: Bool

    init(_ list: GoalBoxList) {
        last = list.last?.id
        isLast = list.isLoaded && !list.hasMore
        isFull = list.hasMore && !list.hasNext
    }
}

/// An owner's answer to goals that the clock has put away.
package enum PutAwayAnswer: Hashable, Sendable {
    /// It was done on that day.
    case finish(GoalID, on: CalendarDate)
    /// It gets one more week.
    case extend(GoalID)
    /// It stays put away.
    case leave(GoalID)
    /// All of them do.
    case leaveAll
}

extension PutAwayAnswer: InputValue {
    /// As in "finish 12 2026-11-22", "extend 12", "leave 12", "leave".
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

/// What can be done with all samples.
package enum SampleAction: String, InputValue {
    case remove, restore

    package init?(inputText: String) { self.init(rawValue: inputText) }
}

/// Something that was deleted from a list.
package enum Deletion: Hashable, Sendable {
    case goal(DeletedGoal)
    case samples
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
