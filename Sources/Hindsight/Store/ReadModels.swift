/// Which completed goals a list shows. The raw value stands in its address.
public enum CompletedGoalsFilter: String, CaseIterable, Sendable {
    /// Every one.
    case all
    /// Those without a review.
    case waiting
    /// Those with one.
    case reviewed

    /// Whether a goal belongs to the list.
    public func includes(_ goal: CompletedGoal) -> Bool {
        switch self {
        case .all: true
        case .waiting: !goal.hasReview
        case .reviewed: goal.hasReview
        }
    }
}

/// What stands above every list of an owner's completed goals.
public struct CompletedGoalsOverview: Hashable, Sendable {
    /// How many goals the owner has completed.
    public var completedCount: Int
    /// How many of them have no review yet.
    public var reviewableCount: Int
    /// The one of those that was completed first, and so has waited longest; `nil` when none waits.
    ///
    /// The newest ones stand on top of the list anyway; this one is out of sight, and would stay there.
    public var nextToReview: CompletedGoal?

    /// How many of them have a review.
    public var reviewedCount: Int { completedCount - reviewableCount }

    /// - Parameters:
    ///   - completedCount: how many goals the owner has completed.
    ///   - reviewableCount: how many of them have no review yet.
    ///   - nextToReview: the one of those that has waited longest.
    public init(completedCount: Int = 0, reviewableCount: Int = 0, nextToReview: CompletedGoal? = nil) {
        self.completedCount = completedCount
        self.reviewableCount = reviewableCount
        self.nextToReview = nextToReview
    }
}

/// A slice of a list of completed goals, with what stands above it: all of one moment.
public struct CompletedGoalsSlice: Hashable, Sendable {
    /// The goal that was completed last comes first.
    public var goals: [CompletedGoal]
    /// There are goals below the last of ``goals``.
    public var hasMore: Bool
    /// Of all the owner's completed goals.
    public var overview: CompletedGoalsOverview

    /// How many of all the owner's completed goals have no review yet.
    public var reviewableCount: Int { overview.reviewableCount }

    /// - Parameters:
    ///   - goals: the goal that was completed last first.
    ///   - hasMore: whether there are goals below the last of them.
    ///   - overview: of all the owner's completed goals.
    public init(
        goals: [CompletedGoal] = [], hasMore: Bool = false, overview: CompletedGoalsOverview = CompletedGoalsOverview()
    ) {
        self.goals = goals
        self.hasMore = hasMore
        self.overview = overview
    }
}

/// What chosen goals are now, with what stands above every list of them: all of one moment.
public struct ChangedGoals: Hashable, Sendable {
    /// Those of the chosen that are completed goals of the owner; the one that was completed last comes first.
    public var goals: [CompletedGoal]
    /// Of all the owner's completed goals.
    public var overview: CompletedGoalsOverview

    /// How many of all the owner's completed goals have no review yet.
    public var reviewableCount: Int { overview.reviewableCount }

    /// - Parameters:
    ///   - goals: the goal that was completed last first.
    ///   - overview: of all the owner's completed goals.
    public init(goals: [CompletedGoal] = [], overview: CompletedGoalsOverview = CompletedGoalsOverview()) {
        self.goals = goals
        self.overview = overview
    }
}

/// Where a completed goal stands among the owner's others.
public struct ReviewPlace: Hashable, Sendable {
    /// Another goal, to lead there.
    public struct Neighbour: Hashable, Sendable {
        /// The goal's.
        public let id: GoalID
        /// The goal's.
        @ExactText public private(set) var title: String

        /// - Parameters:
        ///   - id: the goal's.
        ///   - title: the goal's.
        public init(id: GoalID, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// The how-many-th goal it was that the owner completed; the first is 1.
    public var number: Int
    /// The goal with a review that stands above it in the list.
    public var newer: Neighbour?
    /// The goal with a review that stands below it in the list.
    public var older: Neighbour?

    /// - Parameters:
    ///   - number: the how-many-th goal it was that the owner completed.
    ///   - newer: the goal with a review that stands above it in the list.
    ///   - older: the goal with a review that stands below it in the list.
    public init(number: Int, newer: Neighbour? = nil, older: Neighbour? = nil) {
        self.number = number
        self.newer = newer
        self.older = older
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
