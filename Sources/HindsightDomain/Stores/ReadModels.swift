import Foundation
import Live

/// A filter of completed goals. The raw value is used in the address.
package enum CompletedGoalsFilter: String, CaseIterable, Sendable {
    /// Every one.
    case all
    /// Those without a review.
    case waiting
    /// Those with one.
    case reviewed

    /// Whether a completed goal belongs to the list.
    ///
    /// - Parameter hasReview: the goal's.
    package func includes(hasReview: Bool) -> Bool {
        switch self {
        case .all: true
        case .waiting: !hasReview
        case .reviewed: hasReview
        }
    }
}

/// A list of goals.
package enum GoalListing: Hashable, Sendable {
    /// Those that are put away: the one that was put away last comes first.
    case stored
    /// Those that are being worked on: the one that ends next comes first.
    case active
    /// Completed goals that match the filter, last completed first.
    case completed(CompletedGoalsFilter)

    /// All goals of a box.
    package init(_ box: Box) {
        switch box {
        case .stored: self = .stored
        case .active: self = .active
        case .completed: self = .completed(.all)
        }
    }

    /// The box that the goals are in.
    package var box: Box {
        switch self {
        case .stored: .stored
        case .active: .active
        case .completed: .completed
        }
    }

    /// Whether a goal belongs to the list.
    package func includes(_ goal: ListedGoal) -> Bool {
        guard goal.goal.box == box else { return false }
        guard case .completed(let filter) = self else { return true }
        return filter.includes(hasReview: goal.hasReview)
    }
}

/// A row of a list of goals, in whichever box.
package struct ListedGoal: Hashable, Sendable, Identifiable {
    /// Data of a completed goal in a list.
    package struct Win: Hashable, Sendable {
        /// Drawn once, when the goal was completed.
        package var jewel: Jewel
        /// In whole milliseconds.
        package var completedAt: Date
        /// The day that it was for its owner then.
        package var day: CalendarDate
        /// Decides whether the row offers "write a review" or "see the review".
        package var hasReview: Bool

        /// - Parameters:
        ///   - jewel: drawn once.
        ///   - completedAt: in whole milliseconds.
        ///   - day: the day that it was for its owner then.
        ///   - hasReview: whether the goal is reviewed.
        package init(jewel: Jewel, completedAt: Date, day: CalendarDate, hasReview: Bool) {
            self.jewel = jewel
            self.completedAt = completedAt
            self.day = day
            self.hasReview = hasReview
        }
    }

    /// The goal itself.
    package var goal: Goal
    /// Number of steps.
    package var stepCount: Int
    /// Number of completed steps.
    package var doneCount: Int
    /// The step to be done next; nil without one, and in the other boxes.
    package var next: NextStep?
    /// Nil in the other boxes.
    package var win: Win?
    /// When it was put away last, in whole milliseconds; nil for a goal that never was.
    package var putAwayAt: Date?
    /// Whether it came with the account, as an example, and its owner has written nothing in it.
    package var isSample: Bool

    /// The goal's.
    package var id: GoalID { goal.id }
    /// Whether it is completed and reviewed.
    package var hasReview: Bool { win?.hasReview ?? false }

    /// A goal as the store has it. Nothing is checked here.
    package init(
        goal: Goal, stepCount: Int = 0, doneCount: Int = 0, next: NextStep? = nil, win: Win? = nil,
        putAwayAt: Date? = nil,
        isSample: Bool = false
    ) {
        self.goal = goal
        self.stepCount = stepCount
        self.doneCount = doneCount
        self.next = next
        self.win = win
        self.putAwayAt = putAwayAt
        self.isSample = isSample
    }

    /// The value that the list of its box is sorted by: the days from 1970 to the last day of an active goal, the
    /// milliseconds from 1970 until any other was put away or completed.
    package var sortValue: Int64 {
        switch goal.box {
        case .active: Int64(goal.endDate.daysSince1970)
        case .stored: Self.milliseconds(putAwayAt)
        case .completed: Self.milliseconds(win?.completedAt)
        }
    }

    private static func milliseconds(_ date: Date?) -> Int64 {
        date.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) } ?? 0
    }
}

/// The step of an active goal to be done next.
package struct NextStep: Hashable, Sendable {
    /// Id of the step.
    package let id: StepID
    /// Title of the step.
    @ExactText package private(set) var title: String
    /// Whether it is to be ticked several times, once a day.
    package let repeats: Bool
    /// The day of its last tick, if it repeats and has one.
    package let tickedOn: CalendarDate?

    /// A step as the store has it. Nothing is checked here.
    package init(id: StepID, title: String, repeats: Bool = false, tickedOn: CalendarDate? = nil) {
        self.id = id
        self.title = title
        self.repeats = repeats
        self.tickedOn = tickedOn
    }
}

extension Box {
    /// Whether a goal stands above another one in a list of the box: of active ones the one that ends first, of others the
    /// one that came there last; of equal ones that with the smaller id, or with the greater one.
    ///
    /// - Parameters:
    ///   - one: ``ListedGoal/sortValue`` and the id.
    ///   - other: those of the other one.
    package func stands(_ one: (value: Int64, id: GoalID), above other: (value: Int64, id: GoalID)) -> Bool {
        self == .active ? one < other : one > other
    }
}

/// A row of a list of goals, behind which the list goes on.
package struct GoalCursor: Hashable, Sendable {
    /// The goal's.
    package var id: GoalID
    /// Sort value of the row as the caller has read it: ``ListedGoal/sortValue``. Nil for the current one; the row may
    /// have moved since it was read, and then rows would be left out.
    package var sortValue: Int64?

    /// - Parameters:
    ///   - id: the goal's.
    ///   - sortValue: where the row stands; nil for wherever the goal stands now.
    package init(_ id: GoalID, at sortValue: Int64? = nil) {
        self.id = id
        self.sortValue = sortValue
    }
}

/// The counts above every list of an owner's goals.
package struct GoalsOverview: Hashable, Sendable {
    /// Number of goals in each box.
    package var counts: BoxCounts
    /// Number of completed goals without a review.
    package var reviewableCount: Int
    /// The one of those that was completed first, and so has waited longest; `nil` when none waits.
    ///
    /// The newest ones stand on top of the list anyway; this one is out of sight, and would stay there.
    package var nextToReview: CompletedGoal?
    /// Whether samples are among the goals; false above a list of completed goals, which does not offer to remove them.
    package var hasSamples: Bool

    /// Number of completed goals.
    package var completedCount: Int { counts.completed }
    /// Number of completed goals with a review.
    package var reviewedCount: Int { completedCount - reviewableCount }

    /// - Parameters:
    ///   - counts: how many goals the owner has in each box.
    ///   - reviewableCount: how many of the completed ones have no review yet.
    ///   - nextToReview: the one of those that has waited longest.
    ///   - hasSamples: whether samples are among the goals.
    package init(
        counts: BoxCounts = BoxCounts(), reviewableCount: Int = 0, nextToReview: CompletedGoal? = nil,
        hasSamples: Bool = false
    ) {
        self.counts = counts
        self.reviewableCount = reviewableCount
        self.nextToReview = nextToReview
        self.hasSamples = hasSamples
    }
}

/// A slice of a list of goals, with what stands above it: all of one moment.
package struct GoalSlice: Hashable, Sendable {
    /// In the order of the list; see ``Box/stands(_:above:)``.
    package var goals: [ListedGoal]
    /// There are goals below the last of ``goals``.
    package var hasMore: Bool
    /// Counts of all the owner's goals.
    package var overview: GoalsOverview

    /// Number of all the owner's completed goals without a review.
    package var reviewableCount: Int { overview.reviewableCount }

    /// - Parameters:
    ///   - goals: in the order of the list.
    ///   - hasMore: whether there are goals below the last of them.
    ///   - overview: of all the owner's goals.
    package init(goals: [ListedGoal] = [], hasMore: Bool = false, overview: GoalsOverview = GoalsOverview()) {
        self.goals = goals
        self.hasMore = hasMore
        self.overview = overview
    }
}

/// Chosen goals of a box, with the counts above every list of them; all of one moment.
package struct ChangedGoals: Hashable, Sendable {
    /// Those of the chosen that are in that box, in the order of the list.
    package var goals: [ListedGoal]
    /// Counts of all the owner's goals.
    package var overview: GoalsOverview

    /// Number of all the owner's completed goals without a review.
    package var reviewableCount: Int { overview.reviewableCount }

    /// - Parameters:
    ///   - goals: in the order of the list.
    ///   - overview: of all the owner's goals.
    package init(goals: [ListedGoal] = [], overview: GoalsOverview = GoalsOverview()) {
        self.goals = goals
        self.overview = overview
    }
}

/// Position of a completed goal among the owner's others.
package struct ReviewPlace: Hashable, Sendable {
    /// Another goal, to lead there.
    package struct Neighbour: Hashable, Sendable {
        /// The goal's.
        package let id: GoalID
        /// The goal's.
        @ExactText package private(set) var title: String

        /// - Parameters:
        ///   - id: the goal's.
        ///   - title: the goal's.
        package init(id: GoalID, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// 1-based rank among the completed goals of the owner's own, in the order in which they became such. It stays until
    /// the completion is undone. A sample has none.
    package var rank: Int?
    /// The goal with a review that stands above it in the list.
    package var newer: Neighbour?
    /// The goal with a review that stands below it in the list.
    package var older: Neighbour?

    /// - Parameters:
    ///   - rank: 1-based rank among the completed goals of the owner's own; nil for a sample.
    ///   - newer: the goal with a review that stands above it in the list.
    ///   - older: the goal with a review that stands below it in the list.
    package init(rank: Int?, newer: Neighbour? = nil, older: Neighbour? = nil) {
        self.rank = rank
        self.newer = newer
        self.older = older
    }
}

/// A completed goal with all that there is of its review, of one moment.
package struct GoalReview: Hashable, Sendable {
    /// The goal itself.
    package var goal: CompletedGoal
    /// Revision of the review and the draft: the number of changes. It only grows, also by deletions.
    package var revision: Int
    /// The review, once it is written.
    package var review: Review?
    /// Unsaved text, by field, where it differs from ``review``. After a save it holds the text of the other style.
    package var draft: [DraftField: DraftEntry]
    /// The texts of the draft that was dropped last, while that can be undone.
    package var dropped: [DraftField: String]
    /// The review that was deleted and can still be restored; always `nil` when there is a ``review``.
    package var deletedReview: Review?

    /// - Parameters:
    ///   - goal: the goal itself.
    ///   - revision: how often its review and its draft have been changed.
    ///   - review: the review, once it is written.
    ///   - draft: what was typed and not saved yet.
    ///   - dropped: what was dropped last and can be brought back.
    ///   - deletedReview: what can still be restored; `nil` when there is a review.
    package init(
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

    /// Content of the form: the saved review, with the draft's fields replaced.
    package var form: ReviewDraft {
        var form = review?.content.draft ?? ReviewDraft()
        for (field, entry) in draft { form[field] = entry.value }
        return form
    }

    /// Whether something was typed or chosen that the form shows and the review doesn't have.
    package var hasDraft: Bool {
        let style = form.style
        return draft.keys.contains { field in
            if case .text(let text) = field { text.style == style } else { review != nil || field == .level }
        }
    }
}
