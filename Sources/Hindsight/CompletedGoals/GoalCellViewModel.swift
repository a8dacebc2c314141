/// One row of the list: what its card shows.
package struct GoalCellViewModel: Equatable, Identifiable {
    package let id: GoalID
    let title: String
    let startDate: CalendarDate
    let endDate: CalendarDate
    let jewel: Jewel
    /// Decides whether the row says "write" or "view".
    let hasReview: Bool

    init(_ completed: CompletedGoal) {
        id = completed.id
        title = completed.goal.title
        startDate = completed.goal.startDate
        endDate = completed.goal.endDate
        jewel = completed.jewel
        hasReview = completed.hasReview
    }
}
