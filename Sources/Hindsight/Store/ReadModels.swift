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
    /// How often its review and its draft have been changed. It only grows, also when something is deleted.
    public var revision: Int
    /// The review, once it is written.
    public var review: Review?
    /// What was typed and not saved yet, field by field, where it differs from ``review``. After a save it holds what was
    /// typed for the other style.
    public var draft: [DraftField: DraftEntry]
    /// The texts of the draft that was dropped last, while that can be undone.
    public var dropped: [DraftField: String]
    /// The review that was deleted and can still be restored; always `nil` when there is a ``review``.
    public var deletedReview: Review?

    /// - Parameters:
    ///   - goal: the goal itself.
    ///   - revision: how often its review and its draft have been changed.
    ///   - review: the review, once it is written.
    ///   - draft: what was typed and not saved yet.
    ///   - dropped: what was dropped last and can be brought back.
    ///   - deletedReview: what can still be restored; `nil` when there is a review.
    public init(
        goal: CompletedGoal, revision: Int = 0, review: Review? = nil, draft: [DraftField: DraftEntry] = [:],
        dropped: [DraftField: String] = [:], deletedReview: Review? = nil
    ) {
        self.goal = goal
        self.revision = revision
        self.review = review
        self.draft = draft
        self.dropped = dropped
        self.deletedReview = deletedReview
    }

    /// What the form holds: the saved review, and over it what was typed since.
    public var form: ReviewDraft {
        var form = review?.content.draft ?? ReviewDraft()
        for (field, entry) in draft { form[field] = entry.value }
        return form
    }

    /// Whether something was typed or chosen that the form shows and the review doesn't have.
    public var hasDraft: Bool {
        let style = form.style
        return draft.keys.contains { field in
            if case .text(let text) = field { text.style == style } else { review != nil || field == .level }
        }
    }
}
