import Foundation

/// One row of the list: what its card shows.
package struct GoalCellViewModel: Hashable, Sendable, Identifiable {
    package let id: GoalID
    @ExactText private(set) var title: String
    let startDate: CalendarDate
    let endDate: CalendarDate
    let jewel: Jewel
    /// Decides whether the row says "write" or "view".
    let hasReview: Bool
    /// With the id, its place in the list.
    let completedAt: Date
    /// When it was completed, for its owner.
    let month: Month
    /// Whether the row above is of another month: then this one says which month it is.
    var beginsMonth = false

    /// By what nearly always tells one from another; equality looks at the rest.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(hasReview)
        hasher.combine(beginsMonth)
    }

    /// - Parameter timeZone: the owner's.
    init(_ completed: CompletedGoal, in timeZone: TimeZone) {
        id = completed.id
        title = completed.goal.title
        startDate = completed.goal.startDate
        endDate = completed.goal.endDate
        jewel = completed.jewel
        hasReview = completed.hasReview
        completedAt = completed.completedAt
        month = Month(of: CalendarDate(completed.completedAt, in: timeZone))
    }

    /// Whether it stands above another one; see ``CompletedGoal/isNewer(than:)``.
    func isNewer(than other: GoalCellViewModel) -> Bool {
        (completedAt, id) > (other.completedAt, other.id)
    }
}
