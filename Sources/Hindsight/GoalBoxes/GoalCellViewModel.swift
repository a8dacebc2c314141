import Foundation

/// One row of a list of goals: what its card shows.
package struct GoalCellViewModel: Hashable, Sendable, Identifiable {
    package let id: GoalID
    @ExactText private(set) var title: String
    let startDate: CalendarDate
    let endDate: CalendarDate
    // Four bytes together: an open list keeps its rows for hours.
    private let storedStepCount: Int8
    private let storedDoneCount: Int8
    /// Nil for a goal that is not completed.
    let jewel: Jewel?
    /// Decides whether the row of a completed goal says "write" or "view".
    let hasReview: Bool
    // Two bytes that fit in between.
    private var storedDaysLeft: Int16 = 0
    /// With the id, its place in the list; of a goal that is not completed, the distant past.
    let completedAt: Date
    /// When it was completed, for its owner then.
    let month: Month?
    /// Whether the row above is of another month: then this one says which month it is.
    var beginsMonth = false

    /// How many steps it has.
    var stepCount: Int { Int(storedStepCount) }
    /// How many of them are done.
    var doneCount: Int { Int(storedDoneCount) }

    /// How many days are left of an active goal; negative when it is over.
    var daysLeft: Int { Int(storedDaysLeft) }

    /// Counts the days that are left.
    mutating func count(to today: CalendarDate) {
        if jewel == nil { storedDaysLeft = Int16(clamping: today.days(until: endDate)) }
    }

    /// By what nearly always tells one from another; equality looks at the rest.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(hasReview)
        hasher.combine(storedDoneCount)
        hasher.combine(beginsMonth)
    }

    /// - Parameter today: its owner's.
    init(_ listed: ListedGoal, today: CalendarDate? = nil) {
        id = listed.id
        title = listed.goal.title
        startDate = listed.goal.startDate
        endDate = listed.goal.endDate
        storedStepCount = Int8(clamping: listed.stepCount)
        storedDoneCount = Int8(clamping: listed.doneCount)
        jewel = listed.win?.jewel
        hasReview = listed.hasReview
        completedAt = listed.win?.completedAt ?? .distantPast
        month = listed.win.map { Month(of: $0.day) }
        if let today { count(to: today) }
    }

    /// Whether it stands above another one; see ``ListedGoal/isNewer(than:)``.
    func isNewer(than other: GoalCellViewModel) -> Bool {
        (completedAt, id) > (other.completedAt, other.id)
    }
}
