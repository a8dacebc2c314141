import HindsightDomain

/// The rows loaded so far and the transitions that the store's answers cause. Pure, so every race is a unit test.
///
/// ### Invariants
/// - Rows are in the order of the list (``Box/stands(_:above:)``); ids are unique.
/// - Rows at or above ``last`` match the newest answer about them.
/// - In the list of completed goals, the first row of each month has ``GoalCellViewModel/beginsMonth`` set.
///
/// A row whose goal was reviewed and no longer belongs to the list stays in place with its new content, so that nothing
/// moves under a finger and an undo finds the row where it was. The row disappears when the list is reloaded.
struct GoalBoxList: Equatable {
    /// An answer of the store.
    enum Answer: Equatable {
        /// The first slice; it replaces the list.
        case first(GoalSlice)
        /// The slice below ``GoalBoxList/last``.
        case next(GoalSlice)
        /// All rows down to `through`, read again. One answer has at most ``GoalBoxList/limit`` rows.
        case again(GoalSlice, through: GoalID)
        /// The goals with these ids, read again after they changed.
        case changed(ChangedGoals, of: Set<GoalID>)
    }

    /// Counts in the links to other lists.
    struct Counts: Equatable {
        let overview: GoalsOverview?
        let listing: GoalListing
    }

    /// Maximum number of rows that a page loads; a link below them opens the page with the next rows. Rows inserted by
    /// changes can exceed it.
    static let limit = GoalStoreLimits.pageSize

    /// The box and filter that the list shows.
    let listing: GoalListing
    /// The goal after which the list begins; nil when it begins with the first goal.
    let start: GoalID?

    /// The current day for the owner; nil in a list that doesn't show the number of days left.
    private(set) var today: CalendarDate?

    private(set) var items: [GoalCellViewModel] = []
    private(set) var hasMore = false
    /// Counts shown above the list; nil before the first answer.
    private(set) var overview: GoalsOverview?

    init(_ listing: GoalListing = .completed(.all), below start: GoalID? = nil, today: CalendarDate? = nil) {
        self.listing = listing
        self.start = start
        self.today = today
    }

    /// Another list of the same owner, without rows yet but with the current overview.
    func turned(to listing: GoalListing) -> GoalBoxList {
        var list = GoalBoxList(listing, today: today)
        list.overview = overview
        list.isTurned = true
        return list
    }

    /// The same list with the number of days left counted from another day.
    func on(_ day: CalendarDate) -> GoalBoxList {
        var list = self
        list.today = day
        for index in items.indices { list.items[index].count(to: day) }
        return list
    }

    /// Whether another list was shown before and this one still waits for its first answer.
    private var isTurned = false

    var counts: Counts { Counts(overview: overview, listing: listing) }

    var isLoaded: Bool { overview != nil && !isTurned }
    /// The cursor of the next slice: the position of the last row.
    var last: GoalCursor? { items.last?.cursor }
    /// Whether the next slice can be shown on this page.
    var hasNext: Bool { hasMore && items.count < Self.limit }
    /// Whether no rows are left although the store has more: the list must be reloaded from its start.
    var hasLostItsRows: Bool { items.isEmpty && hasMore }

    /// The list with another state of the step with that id, if a row shows it.
    func changing(_ step: StepID, _ change: (inout CardStep) -> Void) -> GoalBoxList {
        guard let place = items.firstIndex(where: { $0.step?.id == step }) else { return self }
        var list = self
        if var shown = items[place].step {
            change(&shown)
            list.items[place].step = shown
        }
        return list
    }

    func applying(_ answer: Answer) -> GoalBoxList {
        var list = self
        switch answer {
        case .first(let slice):
            list.items = rows(slice.goals)
            list.hasMore = slice.hasMore
            list.overview = slice.overview
        case .next(let slice):
            // The overview may be newer than this slice, so it is kept: changed goals are read again anyway.
            let next = rows(slice.goals)
            let ids = Set(next.map(\.id))
            if let first = next.first {
                list.items.removeAll { ids.contains($0.id) || !stands($0, above: first) }
            }
            list.items += next
            list.hasMore = slice.hasMore
        case .again(let slice, let through):
            let again = rows(slice.goals)
            let ids = Set(again.map(\.id))
            // If the answer was cut off, the rows after it are unknown.
            let isCut = again.count == Self.limit && again.last?.id != through
            let below = isCut ? [] : rows(below: through, or: again.last).filter { !ids.contains($0.id) }
            list.items = again + below
            if below.isEmpty { list.hasMore = slice.hasMore }
            list.overview = slice.overview
        case .changed(let changed, let ids):
            list.replace(ids, with: changed.goals)
            list.overview = changed.overview
        }
        list.isTurned = false
        if listing.box == .completed { list.markMonths() }
        return list
    }

    private func rows(_ goals: [ListedGoal]) -> [GoalCellViewModel] {
        goals.map { GoalCellViewModel($0, today: today) }
    }

    /// The rows below the row with an id or, if it is gone, below another row.
    private func rows(below id: GoalID, or other: GoalCellViewModel?) -> [GoalCellViewModel] {
        if let place = items.firstIndex(where: { $0.id == id }) { return Array(items[(place + 1)...]) }
        return other.map { other in items.filter { stands(other, above: $0) } } ?? []
    }

    private func stands(_ row: GoalCellViewModel, above other: GoalCellViewModel) -> Bool {
        listing.box.stands((row.sortValue, row.id), above: (other.sortValue, other.id))
    }

    /// Whether the position of a goal that is not shown lies within the loaded rows.
    private func covers(_ goal: ListedGoal, _ row: GoalCellViewModel) -> Bool {
        guard listing.includes(goal) else { return false }
        // Goals between the start and the first row are unknown, so nothing is inserted there.
        if start != nil, items.first.map({ stands(row, above: $0) }) ?? true { return false }
        guard hasMore else { return true }
        return items.last.map { stands(row, above: $0) } ?? false
    }

    /// Removes the rows of these ids that are gone or have moved, and inserts or updates the others.
    private mutating func replace(_ ids: Set<GoalID>, with goals: [ListedGoal]) {
        let shown = items.indices.filter { ids.contains(items[$0].id) }
        var places = Dictionary(uniqueKeysWithValues: shown.map { (items[$0].id, $0) })
        var moved: [(ListedGoal, GoalCellViewModel)] = []
        for goal in goals {
            var row = GoalCellViewModel(goal, today: today)
            // Most changes leave every row in place; then no other row is touched.
            if let place = places[goal.id], items[place].sortValue == row.sortValue {
                row.beginsMonth = items[place].beginsMonth
                // With fewer steps, it may be the one that was removed.
                if let step = items[place].step, row.stepCount >= items[place].stepCount {
                    row.step = step.replaced(by: row.step)
                }
                items[place] = row
                places[goal.id] = nil
            } else {
                moved.append((goal, row))
            }
        }
        if !places.isEmpty {
            let gone = Set(places.keys)
            items.removeAll { gone.contains($0.id) }
        }
        // A row that has moved below the last one is loaded with the slice that it belongs to now.
        let new = moved.filter { covers($0, $1) }.map { $1 }
        for row in new { items.insert(row, at: items.firstIndex { stands(row, above: $0) } ?? items.endIndex) }
    }

    /// Writes only the rows whose flag changes: the array's storage may be shared with the rows that are shown.
    private mutating func markMonths() {
        var above: Month?
        for index in items.indices {
            let begins = items[index].month != above
            if items[index].beginsMonth != begins { items[index].beginsMonth = begins }
            above = items[index].month
        }
    }
}
