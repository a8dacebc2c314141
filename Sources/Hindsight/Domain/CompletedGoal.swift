import Foundation

/// A row of the list of completed goals: the goal, what it earned, and whether it is reviewed yet.
public struct CompletedGoal: Hashable, Sendable, Identifiable {
    public var goal: Goal
    /// Drawn once, when the goal was completed.
    public var jewel: Jewel
    /// In whole milliseconds.
    public var completedAt: Date
    /// Decides whether the row offers "write a review" or "see the review".
    public var hasReview: Bool

    public var id: GoalID { goal.id }

    public init(goal: Goal, jewel: Jewel, completedAt: Date, hasReview: Bool) {
        self.goal = goal
        self.jewel = jewel
        self.completedAt = completedAt
        self.hasReview = hasReview
    }
}
