import Streams
import StreamsTesting

@testable import Hindsight

/// The search's view model on a stage: its inputs, and the histories of its outputs.
final class SearchScene {
    let appear = PublishRelay<Void>()
    let query = PublishRelay<String>()
    let fetchNextPage = PublishRelay<Void>()
    let refresh = PublishRelay<Void>()
    let results: Recording<[FoundGoal]>
    let summaries: Recording<SearchSummary>
    let searching: Recording<Bool>
    let hasMore: Recording<Bool>
    let alerts: Recording<any Error>
    /// The view model ends what it does with its bag: it must live as long as the scene.
    private let held: SearchViewModel
    private let stopObserving: @Sendable () -> Void

    init(
        _ stage: isolated Stage, store: any GoalStore, owner: AccountID, for typed: String = "",
        below start: GoalID? = nil
    ) {
        let (inlet, changes) = stage.scheduler.makeInlet(GoalChanges.self, merging: { $0.merging($1) })
        stopObserving = store.observeChanges(of: owner) { inlet.send($0) }
        held = SearchViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: stage.scheduler), for: typed, below: start,
            scheduler: stage.scheduler)
        let output = held.transform(
            input: .init(
                viewDidAppear: appear.asObservable(), query: query.asObservable(),
                fetchNextPage: fetchNextPage.asObservable(), refresh: refresh.asObservable(), goalChanges: changes))
        results = stage.record(output.results)
        summaries = stage.record(output.summary)
        searching = stage.record(output.isSearching)
        hasMore = stage.record(output.hasMore)
        alerts = stage.record(output.failAlert)
        appear.accept(())
    }

    deinit { stopObserving() }

    /// The titles that are shown.
    var shown: [String] {
        (results.values.last ?? []).map { $0.title.pieces.map(\.text).joined() }
    }
    var summary: SearchSummary? { summaries.values.last }
}
