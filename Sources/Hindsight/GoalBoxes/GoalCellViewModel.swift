import HindsightDomain

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
    /// Whether the row above is of another month: then this one says which month it is.
    var beginsMonth = false
    /// Whether it came with the account, as an example.
    let isSample: Bool
    /// The day that it was completed on, for its owner then; nil for a goal that is not completed.
    let day: CalendarDate?
    /// With the id, its place in the list; see ``ListedGoal/sortValue``.
    let sortValue: Int64

    /// How many steps it has.
    var stepCount: Int { Int(storedStepCount) }
    /// How many of them are done.
    var doneCount: Int { Int(storedDoneCount) }

    /// When it was completed, for its owner then.
    var month: Month? { day.map { Month(of: $0) } }
    /// Its place in the list.
    var cursor: GoalCursor { GoalCursor(id, at: sortValue) }

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
        isSample = listed.isSample
        day = listed.win?.day
        sortValue = listed.sortValue
        if let today { count(to: today) }
    }
}
