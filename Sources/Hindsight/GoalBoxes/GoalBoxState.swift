import HindsightDomain
import Live

/// State of a list of goals: its rows, the request for rows that is in flight, and the changes that were not read yet.
///
/// One request for rows is in flight at a time. A change that comes meanwhile is read after it; a refresh or another box
/// replaces it. So no answer is older than what is shown.
struct GoalBoxState: MachineState {
    enum Event {
        /// The list is shown for the first time or read again from its start.
        case start
        /// Another box is chosen.
        case turn(Box)
        case select(GoalID)
        case more
        /// Goals were changed, on this page or elsewhere.
        case changed(GoalChanges)
        /// The store's answer to ``Effect/read(_:)``.
        case read(Result<GoalBoxList.Answer, any Error>)
        case putAway(PutAwayGoals)
        case day(CalendarDate)
        case tick(StepID, isDone: Bool)
        case delete(GoalID)
        case restore(GoalID)
        case samples(SampleAction)
        case answer(PutAwayAnswer)
        case ticked(StepID, isDone: Bool, Result<GoalDetail, any Error>)
        case deleted(Deletion, Result<Void, any Error>)
        case restored(Result<Void, any Error>)
        case answered(PutAwayAnswer, Result<Void, any Error>)
    }

    enum Effect {
        case read(Reading)
        case readPutAway
        case tick(StepID, of: GoalID, isDone: Bool)
        case delete(DeletedGoal)
        case restore(GoalID)
        case removeSamples
        case restoreSamples
        case answer(PutAwayAnswer)
        case selected(GoalCellViewModel)
        case turned(Box)
        case deleted(Deletion)
        case finished(GoalID)
        case failed(any Error)
    }

    /// A request for rows.
    enum Reading: Equatable {
        /// The first slice after a goal, or of the whole list.
        case first(GoalListing, after: GoalID?)
        case next(GoalListing, after: GoalCursor)
        /// All rows down to a goal.
        case again(GoalListing, after: GoalID?, through: GoalCursor)
        case changed(Box, Set<GoalID>)
    }

    /// Number of rows per slice of the list.
    static let sliceSize = 10

    private(set) var list: GoalBoxList
    /// Goals that were put away when their time ran out and that the owner hasn't answered yet; empty for boxes other
    /// than the active one.
    private(set) var putAway = PutAwayGoals()
    /// Whether rows are loading that the owner asked for.
    private(set) var isLoading = false
    /// Whether the request in flight is for the unread changes.
    private var readsChanges = false
    /// Changes that came after the last request for rows, or whose request failed or is in flight.
    private var unread: GoalChanges?
    /// The last goal that the page had loaded before its session was lost; nil for a new page and after the first
    /// answer.
    private var position: GoalID?

    init(_ list: GoalBoxList, through position: GoalID? = nil) {
        self.list = list
        self.position = position
    }

    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        case .start: return readAll() + (list.listing == .active ? [.readPutAway] : [])
        case .turn(let box):
            guard box != list.listing.box else { return [] }
            list = list.turned(to: GoalListing(box))
            return [.turned(box)] + readAll()
        case .select(let id): return list.items.first { $0.id == id }.map { [.selected($0)] } ?? []
        case .more:
            guard !isLoading, list.hasNext, let last = list.last else { return [] }
            // Changes that are being read now are read again after the slice.
            (isLoading, readsChanges) = (true, false)
            return [.read(.next(list.listing, after: last))]
        case .changed(let changes):
            unread = unread?.merging(changes) ?? changes
            return readChanges()
        case .read(let result): return take(result)
        case .putAway(let goals): putAway = goals
        case .day(let day):
            list = list.on(day)
            // Steps that repeat are to be ticked again, or others are next.
            let repeating = list.items.filter { $0.step?.repeats == true }
            guard !repeating.isEmpty else { break }
            for step in repeating.compactMap({ $0.step?.id }) {
                list = list.changing(step) {
                    if $0.requestCount == 0 { ($0.isDone, $0.isTickedHere) = (false, false) }
                }
            }
            let changes = GoalChanges(Set(repeating.map(\.id)))
            unread = unread?.merging(changes) ?? changes
            return readChanges()
        case .tick(let step, let isDone):
            guard let goal = list.items.first(where: { $0.step?.id == step }) else { return [] }
            list = list.changing(step) {
                $0.isDone = isDone
                $0.isTickedHere = true
                $0.requestCount += 1
            }
            return [.tick(step, of: goal.id, isDone: isDone)]
        case .ticked(let step, let isDone, let result): return ticked(step, isDone, result)
        case .delete(let id):
            return list.items.first { $0.id == id }.map { [.delete(DeletedGoal(id: id, title: $0.title))] } ?? []
        case .restore(let id): return [.restore(id)]
        case .samples(let action): return [action == .remove ? .removeSamples : .restoreSamples]
        case .answer(let answer): return [.answer(answer)]
        case .deleted(let deletion, let result):
            return Self.isDone(result) ? [.deleted(deletion)] : [.failed(BoxActionFailure.unavailable)]
        case .restored(.failure(StoreError.nothingToRestore)): return [.failed(BoxActionFailure.undoIsOver)]
        case .restored(.failure): return [.failed(BoxActionFailure.unavailable)]
        case .restored(.success): break
        case .answered(let answer, let result):
            guard Self.isDone(result) else { return [.failed(BoxActionFailure.unavailable)] }
            if case .finish(let id, _) = answer { return [.finished(id)] }
        }
        return []
    }

    private mutating func ticked(
        _ step: StepID, _ isDone: Bool, _ result: Result<GoalDetail, any Error>
    ) -> [Effect] {
        let goal = list.items.first { $0.step?.id == step }?.id
        list = list.changing(step) {
            $0.requestCount -= 1
            if case .failure = result, $0.requestCount == 0 { $0.isDone = !isDone }
        }
        switch result {
        case .success(let goal): return goal.goal.box == .completed ? [.finished(goal.id)] : []
        case .failure:
            // The goal may have changed meanwhile.
            if let goal { unread = unread?.merging(.goals([goal])) ?? .goals([goal]) }
            return [.failed(BoxActionFailure.unavailable)] + readChanges()
        }
    }

    private mutating func readAll() -> [Effect] {
        // Changes that were not read yet are read after the answer, which can fail.
        (isLoading, readsChanges) = (true, false)
        // A page whose session is restored loads all rows that it had.
        if let position {
            return [.read(.again(list.listing, after: list.start, through: GoalCursor(position)))]
        }
        return [.read(.first(list.listing, after: list.start))]
    }

    /// Reads the unread changes, unless a request is in flight after whose answer they are read.
    private mutating func readChanges() -> [Effect] {
        guard !isLoading, list.isLoaded, let unread else { return [] }
        readsChanges = true
        if case .goals(let ids) = unread, !list.hasLostItsRows {
            return [.read(.changed(list.listing.box, ids))]
        }
        if let last = list.last { return [.read(.again(list.listing, after: list.start, through: last))] }
        return [.read(.first(list.listing, after: list.start))]
    }

    /// Whether changes may be of the goals that were put away: not if each is of an active goal that the notice doesn't
    /// have.
    private func changesPutAway(_ answer: GoalBoxList.Answer) -> Bool {
        guard list.listing == .active else { return false }
        guard case .changed(let changed, let ids) = answer, !putAway.hasMore else { return true }
        return !ids.isSubset(of: changed.goals.map(\.id)) || putAway.goals.contains { ids.contains($0.id) }
    }

    private mutating func take(_ result: Result<GoalBoxList.Answer, any Error>) -> [Effect] {
        isLoading = false
        switch result {
        case .success(let answer):
            list = list.applying(answer)
            position = nil
            let mustReadPutAway = readsChanges && changesPutAway(answer)
            if readsChanges { (readsChanges, unread) = (false, nil) }
            if list.hasLostItsRows { unread = .all }
            return readChanges() + (mustReadPutAway ? [.readPutAway] : [])
        case .failure(let error):
            // Changes whose request failed are read with the next ones.
            let effects = readsChanges ? [] : readChanges()
            if effects.isEmpty { readsChanges = false }
            return [.failed(error)] + effects
        }
    }

    /// Whether an action has succeeded. A goal that is already gone counts as deleted.
    private static func isDone(_ result: Result<Void, any Error>) -> Bool {
        switch result {
        case .success, .failure(StoreError.notFound): true
        case .failure: false
        }
    }
}
