/// A part of the list of completed goals, with the count that stands above it: all of one moment.
public struct CompletedGoalsPage: Hashable, Sendable {
    /// Newest id first.
    public var goals: [CompletedGoal]
    /// There are goals below the last of ``goals``.
    public var hasMore: Bool
    /// How many of all the owner's completed goals have no review yet.
    public var reviewableCount: Int

    public init(goals: [CompletedGoal], hasMore: Bool, reviewableCount: Int) {
        self.goals = goals
        self.hasMore = hasMore
        self.reviewableCount = reviewableCount
    }
}
