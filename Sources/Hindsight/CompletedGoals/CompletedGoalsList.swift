/// What is known of the list so far, and what each answer makes of it. Pure, so every race is a unit test.
///
/// ### Invariants
/// - Newest id first, no id twice.
/// - Rows at or above ``last`` are as the newest answer about them said.
struct CompletedGoalsList: Equatable {
    /// An answer of the store.
    enum Answer: Equatable {
        /// The first slice, which starts the list over.
        case first(CompletedGoalsSlice)
        /// The slice below `after`.
        case next(CompletedGoalsSlice, after: GoalID)
        /// Everything down to `through`, read again.
        case again(CompletedGoalsSlice, through: GoalID)
        /// These goals, read again after a change of them.
        case changed(ChangedGoals, of: Set<GoalID>)
    }

    private(set) var items: [GoalCellViewModel] = []
    private(set) var hasMore = false
    /// How many goals can be reviewed; nil before the first answer.
    private(set) var reviewableCount: Int?

    var isLoaded: Bool { reviewableCount != nil }
    /// The last id seen: the cursor of the next slice.
    var last: GoalID? { items.last?.id }
    /// Whether the rows that are shown are gone and there are others: the list has to be started over.
    var hasLostItsRows: Bool { items.isEmpty && hasMore }

    /// - Parameter start: the id below which this list begins; nil when it begins with the newest goal.
    func applying(_ answer: Answer, below start: GoalID?) -> CompletedGoalsList {
        var list = self
        switch answer {
        case .first(let slice):
            list.items = slice.goals.map(GoalCellViewModel.init)
            list.hasMore = slice.hasMore
            list.reviewableCount = slice.reviewableCount
        case .next(let slice, let after):
            // The count of a slice may be older than one that is shown: whatever changed is read again anyway.
            list.items = items.filter { $0.id >= after } + slice.goals.map(GoalCellViewModel.init)
            list.hasMore = slice.hasMore
        case .again(let slice, let through):
            let below = items.filter { $0.id < through }
            let again = slice.goals.filter { start == nil || $0.id < start! }
            list.items = again.map(GoalCellViewModel.init) + below
            if below.isEmpty { list.hasMore = slice.hasMore }
            list.reviewableCount = slice.reviewableCount
        case .changed(let changed, let ids):
            let newer = changed.goals.filter { covers($0.id, below: start) }
            list.replace(ids, with: newer.map(GoalCellViewModel.init))
            list.reviewableCount = changed.reviewableCount
        }
        return list
    }

    /// Whether a goal of that id has its place among the rows that are shown.
    private func covers(_ id: GoalID, below start: GoalID?) -> Bool {
        if let start, id >= start { return false }
        guard hasMore else { return true }
        return last.map { id >= $0 } ?? false
    }

    /// Takes out the rows of these ids, and puts these in, newest first as all are.
    private mutating func replace(_ ids: Set<GoalID>, with newer: [GoalCellViewModel]) {
        // Most changes leave every row at its place: then the others aren't touched.
        let places = newer.map { row in items.firstIndex { $0.id == row.id } }
        if !places.contains(nil), items.count(where: { ids.contains($0.id) }) == newer.count {
            for (row, place) in zip(newer, places) { if let place { items[place] = row } }
            return
        }
        items.removeAll { ids.contains($0.id) }
        for row in newer {
            items.insert(row, at: items.firstIndex { $0.id < row.id } ?? items.endIndex)
        }
    }
}
