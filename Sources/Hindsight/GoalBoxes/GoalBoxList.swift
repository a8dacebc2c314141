import HindsightDomain

/// What is known of the list so far, and what each answer makes of it. Pure, so every race is a unit test.
///
/// ### Invariants
/// - The rows are in the order of the list (``Box/stands(_:above:)``), no id twice.
/// - Rows at or above ``last`` are as the newest answer about them said.
/// - The first row of each month says so.
///
/// A row that does not belong to the list any more, since its goal was reviewed meanwhile, stays where it is, as what it
/// is now: nothing moves under a finger, and an undo finds it in its place. It is gone when the list is read anew.
struct GoalBoxList: Equatable {
    /// An answer of the store.
    enum Answer: Equatable {
        /// The first slice, which starts the list over.
        case first(GoalSlice)
        /// The slice below ``GoalBoxList/last``.
        case next(GoalSlice)
        /// Everything down to `through`, read again, or as much of it as one answer has.
        case again(GoalSlice, through: GoalID)
        /// These goals, read again after a change of them.
        case changed(ChangedGoals, of: Set<GoalID>)
    }

    /// The most rows of a page; below them a link leads to the page with the next ones. Rows that come in between by
    /// themselves don't count.
    static let limit = GoalStoreLimits.pageSize

    /// Which goals belong to it.
    let listing: GoalListing
    /// The id below which it begins; nil when it begins with the newest goal.
    let start: GoalID?

    /// The owner's; nil in a list that shows no days that are left.
    private(set) var today: CalendarDate?

    private(set) var items: [GoalCellViewModel] = []
    private(set) var hasMore = false
    /// What stands above the list; nil before the first answer.
    private(set) var overview: GoalsOverview?

    init(_ listing: GoalListing = .completed(.all), below start: GoalID? = nil, today: CalendarDate? = nil) {
        self.listing = listing
        self.start = start
        self.today = today
    }

    /// Another list of the same owner, of which nothing is known yet but what stands above it.
    func turned(to listing: GoalListing) -> GoalBoxList {
        var list = GoalBoxList(listing, today: today)
        list.overview = overview
        list.isTurned = true
        return list
    }

    /// The same list on another day.
    func on(_ day: CalendarDate) -> GoalBoxList {
        var list = self
        list.today = day
        for index in items.indices { list.items[index].count(to: day) }
        return list
    }

    /// Whether its first answer has not come yet, since another list was shown before.
    private var isTurned = false

    var isLoaded: Bool { overview != nil && !isTurned }
    /// The last row seen: the cursor of the next slice.
    var last: GoalCursor? { items.last?.cursor }
    /// Whether the next slice can be shown on this page.
    var hasNext: Bool { hasMore && items.count < Self.limit }
    /// Whether the rows that are shown are gone and there are others: the list has to be started over.
    var hasLostItsRows: Bool { items.isEmpty && hasMore }

    func applying(_ answer: Answer) -> GoalBoxList {
        var list = self
        switch answer {
        case .first(let slice):
            list.items = rows(slice.goals)
            list.hasMore = slice.hasMore
            list.overview = slice.overview
        case .next(let slice):
            // What stands above the list may be newer than this slice: whatever changed is read again anyway.
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
            // Of an answer that was cut off, what follows isn't known.
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

    /// The rows behind that of an id. When it has gone, those behind the row that stands for it.
    private func rows(below id: GoalID, or other: GoalCellViewModel?) -> [GoalCellViewModel] {
        if let place = items.firstIndex(where: { $0.id == id }) { return Array(items[(place + 1)...]) }
        return other.map { other in items.filter { stands(other, above: $0) } } ?? []
    }

    private func stands(_ row: GoalCellViewModel, above other: GoalCellViewModel) -> Bool {
        listing.box.stands((row.sortValue, row.id), above: (other.sortValue, other.id))
    }

    /// Whether a goal that is not shown has its place among the rows that are.
    private func covers(_ goal: ListedGoal, _ row: GoalCellViewModel) -> Bool {
        guard listing.includes(goal) else { return false }
        // What lies between the start and the first row is not known: nothing new comes there.
        if start != nil, items.first.map({ stands(row, above: $0) }) ?? true { return false }
        guard hasMore else { return true }
        return items.last.map { stands(row, above: $0) } ?? false
    }

    /// Takes out the rows of these ids that are gone, and puts in what they are now.
    private mutating func replace(_ ids: Set<GoalID>, with goals: [ListedGoal]) {
        let shown = items.indices.filter { ids.contains(items[$0].id) }
        var places = Dictionary(uniqueKeysWithValues: shown.map { (items[$0].id, $0) })
        var moved: [(ListedGoal, GoalCellViewModel)] = []
        for goal in goals {
            var row = GoalCellViewModel(goal, today: today)
            // Most changes leave every row at its place: then the others aren't touched.
            if let place = places[goal.id], items[place].sortValue == row.sortValue {
                row.beginsMonth = items[place].beginsMonth
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
        // A row that has moved below the last one comes again with the slice that it belongs to now.
        let new = moved.filter { covers($0, $1) }.map { $1 }
        for row in new { items.insert(row, at: items.firstIndex { stands(row, above: $0) } ?? items.endIndex) }
    }

    /// Only rows for which it has changed are written: the array may be shared with what is shown.
    private mutating func markMonths() {
        var above: Month?
        for index in items.indices {
            let begins = items[index].month != above
            if items[index].beginsMonth != begins { items[index].beginsMonth = begins }
            above = items[index].month
        }
    }
}
