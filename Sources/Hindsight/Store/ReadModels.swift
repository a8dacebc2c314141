import Foundation

/// Which completed goals a list shows. The raw value stands in its address.
public enum CompletedGoalsFilter: String, CaseIterable, Sendable {
    /// Every one.
    case all
    /// Those without a review.
    case waiting
    /// Those with one.
    case reviewed

    /// Whether a completed goal belongs to the list.
    ///
    /// - Parameter hasReview: the goal's.
    public func includes(hasReview: Bool) -> Bool {
        switch self {
        case .all: true
        case .waiting: !hasReview
        case .reviewed: hasReview
        }
    }
}

/// Which goals a list shows.
public enum GoalListing: Hashable, Sendable {
    /// Those that are put away, newest first.
    case stored
    /// Those that are being worked on, newest first.
    case active
    /// Of those that are completed, these: the one that was completed last comes first.
    case completed(CompletedGoalsFilter)

    /// All goals of a box.
    public init(_ box: Box) {
        switch box {
        case .stored: self = .stored
        case .active: self = .active
        case .completed: self = .completed(.all)
        }
    }

    /// The box that the goals are in.
    public var box: Box {
        switch self {
        case .stored: .stored
        case .active: .active
        case .completed: .completed
        }
    }

    /// Whether a goal belongs to the list.
    public func includes(_ goal: ListedGoal) -> Bool {
        guard goal.goal.box == box else { return false }
        guard case .completed(let filter) = self else { return true }
        return filter.includes(hasReview: goal.hasReview)
    }
}

/// A row of a list of goals, in whichever box.
public struct ListedGoal: Hashable, Sendable, Identifiable {
    /// What a completed goal has besides.
    public struct Win: Hashable, Sendable {
        /// Drawn once, when the goal was completed.
        public var jewel: Jewel
        /// In whole milliseconds.
        public var completedAt: Date
        /// The day that it was for its owner then.
        public var day: CalendarDate
        /// Decides whether the row offers "write a review" or "see the review".
        public var hasReview: Bool

        /// - Parameters:
        ///   - jewel: drawn once.
        ///   - completedAt: in whole milliseconds.
        ///   - day: the day that it was for its owner then.
        ///   - hasReview: whether the goal is reviewed.
        public init(jewel: Jewel, completedAt: Date, day: CalendarDate, hasReview: Bool) {
            self.jewel = jewel
            self.completedAt = completedAt
            self.day = day
            self.hasReview = hasReview
        }
    }

    /// The goal itself.
    public var goal: Goal
    /// How many steps it has.
    public var stepCount: Int
    /// How many of them are done.
    public var doneCount: Int
    /// Nil in the other boxes.
    public var win: Win?

    /// The goal's.
    public var id: GoalID { goal.id }
    /// Whether it is completed and reviewed.
    public var hasReview: Bool { win?.hasReview ?? false }

    /// A goal as the store has it. Nothing is checked here.
    public init(goal: Goal, stepCount: Int = 0, doneCount: Int = 0, win: Win? = nil) {
        self.goal = goal
        self.stepCount = stepCount
        self.doneCount = doneCount
        self.win = win
    }

    /// Whether it stands above another one in a list of the same box: it was completed later, or it has a greater id.
    public func isNewer(than other: ListedGoal) -> Bool {
        (win?.completedAt ?? .distantPast, id) > (other.win?.completedAt ?? .distantPast, other.id)
    }
}

/// What stands above every list of an owner's goals.
public struct GoalsOverview: Hashable, Sendable {
    /// How many goals the owner has in each box.
    public var counts: BoxCounts
    /// How many of the completed ones have no review yet.
    public var reviewableCount: Int
    /// The one of those that was completed first, and so has waited longest; `nil` when none waits.
    ///
    /// The newest ones stand on top of the list anyway; this one is out of sight, and would stay there.
    public var nextToReview: CompletedGoal?
    /// The day on which that one was completed, for its owner then; `nil` when none waits.
    public var waitsSince: CalendarDate?

    /// How many goals the owner has completed.
    public var completedCount: Int { counts.completed }
    /// How many of them have a review.
    public var reviewedCount: Int { completedCount - reviewableCount }

    /// - Parameters:
    ///   - counts: how many goals the owner has in each box.
    ///   - reviewableCount: how many of the completed ones have no review yet.
    ///   - nextToReview: the one of those that has waited longest.
    ///   - waitsSince: the day on which that one was completed.
    public init(
        counts: BoxCounts = BoxCounts(), reviewableCount: Int = 0, nextToReview: CompletedGoal? = nil,
        waitsSince: CalendarDate? = nil
    ) {
        self.counts = counts
        self.reviewableCount = reviewableCount
        self.nextToReview = nextToReview
        self.waitsSince = waitsSince
    }
}

/// A slice of a list of goals, with what stands above it: all of one moment.
public struct GoalSlice: Hashable, Sendable {
    /// In the order of the list; see ``ListedGoal/isNewer(than:)``.
    public var goals: [ListedGoal]
    /// There are goals below the last of ``goals``.
    public var hasMore: Bool
    /// Of all the owner's goals.
    public var overview: GoalsOverview

    /// How many of all the owner's completed goals have no review yet.
    public var reviewableCount: Int { overview.reviewableCount }

    /// - Parameters:
    ///   - goals: in the order of the list.
    ///   - hasMore: whether there are goals below the last of them.
    ///   - overview: of all the owner's goals.
    public init(goals: [ListedGoal] = [], hasMore: Bool = false, overview: GoalsOverview = GoalsOverview()) {
        self.goals = goals
        self.hasMore = hasMore
        self.overview = overview
    }
}

/// What chosen goals of a box are now, with what stands above every list of them: all of one moment.
public struct ChangedGoals: Hashable, Sendable {
    /// Those of the chosen that are in that box, in the order of the list.
    public var goals: [ListedGoal]
    /// Of all the owner's goals.
    public var overview: GoalsOverview

    /// How many of all the owner's completed goals have no review yet.
    public var reviewableCount: Int { overview.reviewableCount }

    /// - Parameters:
    ///   - goals: in the order of the list.
    ///   - overview: of all the owner's goals.
    public init(goals: [ListedGoal] = [], overview: GoalsOverview = GoalsOverview()) {
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
