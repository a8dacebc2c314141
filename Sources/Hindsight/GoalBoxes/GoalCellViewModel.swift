import HindsightDomain

/// One row of a list of goals: what its card shows.
package struct GoalCellViewModel: Hashable, Sendable, Identifiable {
    package let id: GoalID
    @ExactText private(set) var title: String
    let startDate: CalendarDate
    let endDate: CalendarDate
    // Small integers, kept compact because an open list keeps its rows for hours.
    private let storedStepCount: Int8
    private let storedDoneCount: Int8
    /// The jewel that the goal earned; nil for a goal that is not completed.
    let jewel: Jewel?
    /// Whether the goal has a review: the row of a completed goal says "view" if so, else "write".
    let hasReview: Bool
    // Two bytes that fit into the padding here.
    private var storedDaysLeft: Int16 = 0
    /// Whether the row above is of another month or there is none: then this row shows its month as a heading.
    var beginsMonth = false
    /// Whether the goal is a sample that came with the account.
    let isSample: Bool
    /// The day of completion in the time zone that the owner had then; nil for a goal that is not completed.
    let day: CalendarDate?
    /// The step that the card of an active goal shows; nil for none.
    var step: CardStep?
    /// Sort key that, together with the id, determines the position in the list; see ``ListedGoal/sortValue``.
    let sortValue: Int64

    /// Number of steps.
    var stepCount: Int { Int(storedStepCount) }
    /// Number of steps that are done.
    var doneCount: Int { Int(storedDoneCount) }

    /// The month of ``day``; nil for a goal that is not completed.
    var month: Month? { day.map { Month(of: $0) } }
    /// Position in the list.
    var cursor: GoalCursor { GoalCursor(id, at: sortValue) }

    /// Number of days until the end date of a goal that is not completed; zero on its last day, negative after it. Also
    /// zero if no day was given.
    var daysLeft: Int { Int(storedDaysLeft) }

    /// Sets ``daysLeft`` as of a day. Does nothing for a completed goal.
    mutating func count(to today: CalendarDate) {
        if jewel == nil { storedDaysLeft = Int16(clamping: today.days(until: endDate)) }
    }

    /// Hashes only the fields that nearly always distinguish rows; equality compares all.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(hasReview)
        hasher.combine(storedDoneCount)
        hasher.combine(step?.isDone)
        hasher.combine(beginsMonth)
    }

    /// - Parameter today: the current day for the owner; nil in a list that doesn't show the number of days left.
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
        step = listed.next.map { CardStep(id: $0.id, title: $0.title) }
        sortValue = listed.sortValue
        if let today { count(to: today) }
    }
}

/// The step that a card shows: the next one; or one that was ticked there, which stays in its place until the list is
/// loaded again, so that a second click ticks no other.
package struct CardStep: Hashable, Sendable {
    let id: StepID
    @ExactText private(set) var title: String
    var isDone = false
    /// Number of requests to tick it without an answer.
    var requestCount: Int8 = 0

    init(id: StepID, title: String) {
        self.id = id
        self.title = title
    }

    /// Returns the step to show when the goal was read again.
    func replaced(by new: CardStep?) -> CardStep? { requestCount > 0 || isDone && id != new?.id ? self : new }
}
