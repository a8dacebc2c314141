/// One row of the list: what its card shows.
package struct GoalCellViewModel: Hashable, Sendable, Identifiable {
    package let id: GoalID
    @ExactText private(set) var title: String
    let startDate: CalendarDate
    let endDate: CalendarDate
    let jewel: Jewel
    /// Decides whether the row says "write" or "view".
    let hasReview: Bool

    /// By what nearly always tells one from another; equality looks at the rest.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(hasReview)
    }

    init(_ completed: CompletedGoal) {
        id = completed.id
        title = completed.goal.title
        startDate = completed.goal.startDate
        endDate = completed.goal.endDate
        jewel = completed.jewel
        hasReview = completed.hasReview
    }
}
