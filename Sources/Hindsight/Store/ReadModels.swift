/// A slice of the list of completed goals, with the count that stands above it: all of one moment.
public struct CompletedGoalsSlice: Hashable, Sendable {
    /// Newest id first.
    public var goals: [CompletedGoal]
    /// There are goals below the last of ``goals``.
    public var hasMore: Bool
    /// How many of all the owner's completed goals have no review yet.
    public var reviewableCount: Int

    /// - Parameters:
    ///   - goals: newest id first.
    ///   - hasMore: whether there are goals below the last of them.
    ///   - reviewableCount: how many of all the owner's completed goals have no review yet.
    public init(goals: [CompletedGoal], hasMore: Bool, reviewableCount: Int) {
        self.goals = goals
        self.hasMore = hasMore
        self.reviewableCount = reviewableCount
    }
}

/// What chosen goals are now, with the count that stands above them: all of one moment.
public struct ChangedGoals: Hashable, Sendable {
    /// Newest id first: those of the chosen that are completed goals of the owner.
    public var goals: [CompletedGoal]
    /// How many of all the owner's completed goals have no review yet.
    public var reviewableCount: Int

    /// - Parameters:
    ///   - goals: newest id first.
    ///   - reviewableCount: how many of all the owner's completed goals have no review yet.
    public init(goals: [CompletedGoal], reviewableCount: Int) {
        self.goals = goals
        self.reviewableCount = reviewableCount
    }
}

/// A completed goal with all that there is of its review, of one moment.
public struct GoalReview: Hashable, Sendable {
    /// The goal itself.
    public var goal: CompletedGoal
    /// The review, once it is written.
    public var review: Review?
    /// What was typed and not saved yet: a first review, or an edit of ``review``.
    public var draft: ReviewDraft?
    /// The review that was deleted and can still be restored; always `nil` when there is a ``review``.
    public var deletedReview: Review?

    /// - Parameters:
    ///   - goal: the goal itself.
    ///   - review: the review, once it is written.
    ///   - draft: what was typed and not saved yet.
    ///   - deletedReview: what can still be restored; `nil` when there is a review.
    public init(
        goal: CompletedGoal,
        review: Review? = nil,
        draft: ReviewDraft? = nil,
        deletedReview: Review? = nil
    ) {
        self.goal = goal
        self.review = review
        self.draft = draft
        self.deletedReview = deletedReview
    }
}
