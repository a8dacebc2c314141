import Foundation

/// A goal to be put into a box as it is: sample goals, and goals that tests need.
public struct NewGoal: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        case stored
        case active
        /// Completed at a time, with the jewel it earned and the review written of it, if any.
        case completed(Jewel, at: Date, review: Review? = nil)
    }

    public let title: GoalTitle
    /// Must not be after ``endDate``; the store refuses it then.
    public let startDate: CalendarDate
    public let endDate: CalendarDate
    public let state: State

    public init(title: GoalTitle, startDate: CalendarDate, endDate: CalendarDate, state: State) {
        self.title = title
        self.startDate = startDate
        self.endDate = endDate
        self.state = state
    }

    public var box: Box {
        switch state {
        case .stored: .stored
        case .active: .active
        case .completed: .completed
        }
    }
}
