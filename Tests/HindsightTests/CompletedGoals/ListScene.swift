import Streams
import StreamsTesting

@testable import Hindsight

/// The list's view model on a stage: its inputs, and the histories of its outputs.
final class ListScene {
    let appear = PublishRelay<Void>()
    let selection = PublishRelay<GoalID>()
    let fetchNextPage = PublishRelay<Void>()
    let refresh = PublishRelay<Void>()
    let counts: Recording<Int?>
    let overviews: Recording<CompletedGoalsOverview?>
    let filters: Recording<[FilterLink]>
    let items: Recording<[GoalCellViewModel]>
    let isEmpty: Recording<Bool>
    let isLoading: Recording<Bool>
    let isLastPage: Recording<Bool>
    let selected: Recording<GoalID>
    let alerts: Recording<any Error>
    private let stopObserving: @Sendable () -> Void

    init(
        _ stage: isolated Stage, store: any GoalStore, owner: AccountID, show: CompletedGoalsFilter = .all,
        below start: GoalID? = nil, through position: GoalID? = nil
    ) {
        let (inlet, changes) = stage.scheduler.makeInlet(GoalChanges.self, merging: { $0.merging($1) })
        stopObserving = store.observeChanges(of: owner) { inlet.send($0) }
        let model = CompletedGoalsViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: stage.scheduler), show: show, below: start,
            through: position)
        let output = model.transform(
            input: .init(
                viewDidAppear: appear.asObservable(), selection: selection.asObservable(),
                fetchNextPage: fetchNextPage.asObservable(), refresh: refresh.asObservable(),
                goalChanges: changes))
        counts = stage.record(output.retrospectCount)
        overviews = stage.record(output.overview)
        filters = stage.record(output.filters)
        items = stage.record(output.items)
        isEmpty = stage.record(output.isEmpty)
        isLoading = stage.record(output.isLoading)
        isLastPage = stage.record(output.isLastPage)
        selected = stage.record(output.parentGoalSelected)
        alerts = stage.record(output.failAlert)
        held = model
    }

    /// The view model ends what it does with its bag: it must live as long as the scene.
    private let held: CompletedGoalsViewModel

    var shownIDs: [GoalID] { items.values.last?.map(\.id) ?? [] }

    deinit { stopObserving() }
}
