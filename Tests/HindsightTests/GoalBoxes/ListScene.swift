import HindsightDomain
import Streams
import StreamsTesting

@testable import Hindsight

/// The list's view model on a stage: its inputs, and the histories of its outputs.
final class ListScene {
    let appear = PublishRelay<Void>()
    let segmentSelection = PublishRelay<Box>()
    let selection = PublishRelay<GoalID>()
    let tick = PublishRelay<StepID>()
    let untick = PublishRelay<StepID>()
    let delete = PublishRelay<GoalID>()
    let undo = PublishRelay<GoalID>()
    let putAwayAnswer = PublishRelay<PutAwayAnswer>()
    let samples = PublishRelay<SampleAction>()
    let fetchNextPage = PublishRelay<Void>()
    let refresh = PublishRelay<Void>()
    let days = PublishRelay<CalendarDate>()
    let counts: Recording<Int?>
    let segments: Recording<Box>
    let boxCounts: Recording<BoxCounts?>
    let overviews: Recording<GoalsOverview?>
    let filters: Recording<[FilterLink]>
    let items: Recording<[GoalCellViewModel]>
    let isEmpty: Recording<Bool>
    let isLoading: Recording<Bool>
    let isLastPage: Recording<Bool>
    let selected: Recording<GoalID>
    let openSelected: Recording<GoalID>
    let deleted: Recording<Deletion>
    let putAway: Recording<PutAwayGoals>
    let finished: Recording<GoalID>
    let alerts: Recording<any Error>
    private let stopObserving: @Sendable () -> Void

    init(
        _ stage: isolated Stage, store: any GoalStore, owner: AccountID, _ listing: GoalListing = .completed(.all),
        below start: GoalID? = nil, through position: GoalID? = nil, today: CalendarDate? = nil
    ) {
        let (inlet, changes) = stage.scheduler.makeInlet(GoalChanges.self, merging: { $0.merging($1) })
        stopObserving = store.observeChanges(of: owner) { inlet.send($0) }
        let model = GoalBoxViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: stage.scheduler), listing, below: start,
            through: position, today: today)
        let output = model.transform(
            input: .init(
                viewDidAppear: appear.asObservable(), segmentSelection: segmentSelection.asObservable(),
                selection: selection.asObservable(), fetchNextPage: fetchNextPage.asObservable(),
                refresh: refresh.asObservable(), tick: tick.asObservable(), untick: untick.asObservable(),
                delete: delete.asObservable(), undo: undo.asObservable(),
                putAwayAnswer: putAwayAnswer.asObservable(), samples: samples.asObservable(), goalChanges: changes,
                days: days.asObservable()))
        counts = stage.record(output.retrospectCount)
        segments = stage.record(
            output.segments.map { $0.first { $0.isPresent }?.box ?? .completed }.distinctUntilChanged())
        boxCounts = stage.record(output.overview.map { $0?.counts }.distinctUntilChanged())
        overviews = stage.record(output.overview)
        filters = stage.record(output.filters)
        items = stage.record(output.items)
        isEmpty = stage.record(output.isEmpty)
        isLoading = stage.record(output.isLoading)
        isLastPage = stage.record(output.foot.map(\.isLast).distinctUntilChanged())
        selected = stage.record(output.selected.filter { $0.jewel != nil }.map(\.id))
        openSelected = stage.record(output.selected.filter { $0.jewel == nil }.map(\.id))
        deleted = stage.record(output.deleted)
        putAway = stage.record(output.putAway)
        finished = stage.record(output.finished)
        alerts = stage.record(output.failAlert)
        held = model
    }

    /// The view model ends what it does with its bag: it must live as long as the scene.
    private let held: GoalBoxViewModel

    var shownIDs: [GoalID] { items.values.last?.map(\.id) ?? [] }

    /// The goals that were deleted, without samples.
    var deletedGoals: [GoalID] {
        deleted.values.compactMap { if case .goal(let goal) = $0 { goal.id } else { nil } }
    }

    deinit { stopObserving() }
}
