import HindsightDomain
import Streams
import StreamsTesting

@testable import Hindsight

/// The search's view model on a stage: its inputs, and the histories of its outputs.
final class SearchScene {
    let appear = PublishRelay<Void>()
    let query = PublishRelay<String>()
    let fetchNextPage = PublishRelay<Void>()
    let refresh = PublishRelay<Void>()
    let results: Recording<[SearchResult]>
    let summaries: Recording<SearchSummary>
    let searching: Recording<Bool>
    let hasMore: Recording<Bool>
    let alerts: Recording<any Error>
    /// The view model ends what it does with its bag: it must live as long as the scene.
    private let held: SearchViewModel
    private let stopObserving: @Sendable () -> Void

    init(
        _ stage: isolated Stage, store: any GoalStore, owner: AccountID, for typed: String = "",
        below start: SearchResult.ID? = nil
    ) {
        let (inlet, changes) = stage.scheduler.makeInlet(GoalChanges.self, merging: { $0.merging($1) })
        let (noteInlet, noteChanges) = stage.scheduler.makeInlet(Void.self, merging: { _, _ in })
        let stopObservingGoals = store.observeChanges(of: owner) { inlet.send($0) }
        let stopObservingNotes = store.observeWeekNotes(of: owner) { noteInlet.send(()) }
        stopObserving = {
            stopObservingGoals()
            stopObservingNotes()
        }
        held = SearchViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: stage.scheduler),
            initial: SearchState(typed, below: start), scheduler: stage.scheduler)
        let output = held.transform(
            input: .init(
                viewDidAppear: appear.asObservable(), query: query.asObservable(),
                fetchNextPage: fetchNextPage.asObservable(), refresh: refresh.asObservable(), goalChanges: changes,
                noteChanges: noteChanges))
        results = stage.record(output.results)
        summaries = stage.record(output.summary)
        searching = stage.record(output.summary.map(\.isSearching).distinctUntilChanged())
        hasMore = stage.record(output.summary.map { $0.next != nil }.distinctUntilChanged())
        alerts = stage.record(output.failAlert)
        appear.accept(())
    }

    deinit { stopObserving() }

    /// The titles and answers that are shown.
    var shown: [String] {
        (results.values.last ?? []).map { result in
            let text: MarkedText =
                switch result {
                case .goal(let goal): goal.title
                case .week(let week): week.answer
                }
            return text.pieces.map(\.text).joined()
        }
    }
    var summary: SearchSummary? { summaries.values.last }
}
