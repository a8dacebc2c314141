import HindsightDomain
import Live

/// One row of a list of goals: what its card shows.
///
/// An open list keeps its rows for hours, so they are small: the properties are in an order without gaps.
package struct GoalCellViewModel: Hashable, Sendable, Identifiable {
    package let id: GoalID
    @ExactText private(set) var title: String
    private var rest: Rest
    private let storedStepCount: Int8
    private let storedDoneCount: Int8
    /// Whether the goal has a review: the row of a completed goal says "view" if so, else "write".
    let hasReview: Bool
    let startDate: CalendarDate
    let endDate: CalendarDate
    private var storedDayCount: Int16 = 0
    /// The jewel that the goal earned; nil for a goal that is not completed.
    let jewel: Jewel?
    /// Whether the row above is of another month or there is none: then this row shows its month as a heading.
    var beginsMonth = false
    /// Whether the goal is a sample that came with the account.
    let isSample: Bool
    /// The day of completion in the time zone that the owner had then; nil for a goal that is not completed.
    let day: CalendarDate?

    /// The step of an active goal, whose sort key is its last day; or the sort key of any other goal.
    private enum Rest: Hashable {
        case time(Int64)
        indirect case step(CardStep)
        case noStep
    }

    /// Sort key that, together with the id, determines the position in the list; see ``ListedGoal/sortValue``.
    var sortValue: Int64 {
        if case .time(let value) = rest { value } else { Int64(endDate.daysSince1970) }
    }

    /// The step that the card of an active goal shows; nil for none, and for any other goal.
    var step: CardStep? {
        get { if case .step(let step) = rest { step } else { nil } }
        set {
            if case .time = rest { return }
            rest = newValue.map { .step($0) } ?? .noStep
        }
    }

    /// Number of steps.
    var stepCount: Int { Int(storedStepCount) }
    /// Number of steps that are done.
    var doneCount: Int { Int(storedDoneCount) }

    /// The month of ``day``; nil for a goal that is not completed.
    var month: Month? { day.map { Month(of: $0) } }
    /// Position in the list.
    var cursor: GoalCursor { GoalCursor(id, at: sortValue) }

    /// The day's position in the time of a goal that is not completed, as of the last ``count(to:)``.
    var dayCount: DayCount {
        let (count, length) = (Int(storedDayCount), startDate.days(until: endDate))
        // A goal with an end keeps the days left: more of them than it has days mean that it has not begun.
        return endDate == .max ? .day(count) : count > length ? .day(length - count + 1) : .left(count)
    }

    /// Sets ``dayCount`` as of a day. Does nothing for a completed goal.
    mutating func count(to today: CalendarDate) {
        guard jewel == nil else { return }
        storedDayCount = Int16(
            clamping: endDate == .max ? startDate.days(until: today) + 1 : today.days(until: endDate))
    }

    /// Hashes only the fields that nearly always distinguish rows; equality compares all.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(hasReview)
        hasher.combine(storedDoneCount)
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
        rest = listed.goal.box == .active ? .noStep : .time(listed.sortValue)
        if let today { count(to: today) }
        step = listed.next.map { CardStep($0, today: today) }
    }
}

/// The step that a card shows: the next one; or one that was ticked there, which stays in its place until the list is
/// loaded again, so that a second click ticks no other.
package struct CardStep: Hashable, Sendable {
    let id: StepID
    @ExactText private(set) var title: String
    /// Whether it repeats: then it is to be ticked again on the next day.
    let repeats: Bool
    var isDone = false
    /// Whether it was ticked on this card: then it stays, also when another one is next.
    var isTickedHere = false
    /// Number of requests to tick it without an answer.
    var requestCount: Int8 = 0

    init(_ next: NextStep, today: CalendarDate?) {
        id = next.id
        title = next.title
        repeats = next.repeats
        if let day = next.tickedOn, let today { isDone = day >= today }
    }

    /// Returns the step to show when the goal was read again.
    func replaced(by new: CardStep?) -> CardStep? {
        requestCount > 0 || isTickedHere && isDone && id != new?.id ? self : new
    }
}
