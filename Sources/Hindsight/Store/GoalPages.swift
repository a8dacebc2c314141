/// A part of the list of completed goals, with the count that stands above it: all of one moment.
public struct CompletedGoalsPage: Hashable, Sendable {
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

/// What the page of one goal's review shows, all of one moment.
public struct ReviewPage: Hashable, Sendable {
    public var goal: CompletedGoal
    /// The review, if it is written: then the page is the viewer, else the editor.
    public var review: Review?
    /// What was typed and not saved yet: a first review, or an edit of ``review``.
    public var draft: ReviewDraft?
    /// The review that was deleted and can still be restored; always `nil` when there is a ``review``.
    public var deletedReview: Review?

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
