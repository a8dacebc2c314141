/// What is known of the list so far, and what each answer makes of it. Pure, so every race is a unit test.
///
/// ### Invariants
/// - Newest id first, no id twice.
/// - Rows at or above ``last`` are as the newest answer about them said.
struct CompletedGoalsList: Equatable {
    /// An answer of the store.
    enum Answer: Equatable {
        /// The first page, which starts the list over.
        case first(CompletedGoalsPage)
        /// The page below `after`.
        case next(CompletedGoalsPage, after: GoalID)
        /// Everything down to `through`, read again after a change.
        case again(CompletedGoalsPage, through: GoalID)
    }

    private(set) var goals: [CompletedGoal] = []
    private(set) var hasMore = false
    /// How many goals can be reviewed; nil before the first answer.
    private(set) var reviewableCount: Int?

    var isLoaded: Bool { reviewableCount != nil }
    /// The last id seen: the cursor of the next page.
    var last: GoalID? { goals.last?.id }

    /// - Parameter start: the id below which this list begins; nil when it begins with the newest goal.
    func applying(_ answer: Answer, below start: GoalID?) -> CompletedGoalsList {
        var list = self
        switch answer {
        case .first(let page):
            list.goals = page.goals
            list.hasMore = page.hasMore
            list.reviewableCount = page.reviewableCount
        case .next(let page, let after):
            // The count of a page may be older than one that is shown: whatever changed is read again anyway.
            list.goals = goals.filter { $0.id >= after } + page.goals
            list.hasMore = page.hasMore
        case .again(let page, let through):
            let below = goals.filter { $0.id < through }
            list.goals = page.goals.filter { start == nil || $0.id < start! } + below
            if below.isEmpty { list.hasMore = page.hasMore }
            list.reviewableCount = page.reviewableCount
        }
        return list
    }
}
