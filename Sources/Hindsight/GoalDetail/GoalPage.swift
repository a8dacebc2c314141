import HindsightDomain
import Live

/// Output of a goal's page, without what a tick of a step changes and the forms.
struct GoalPage: Equatable {
    var presence: GoalDetailState.Presence
    /// The goal without its steps, kept after its deletion; nil if it was never there.
    var detail: GoalDetail?
    var hasSteps: Bool
    /// The current day for the owner.
    var today: CalendarDate
    /// Whether the celebration is shown.
    var isCelebrated: Bool
    /// The number of stones that the celebration makes a jewel of; 0 while there is none.
    var celebratedStones = 0
    /// Stored goals that are offered to be restarted.
    var offers: [Goal]
    /// Whether the completion can still be undone.
    var canUndo = false
    var finishFault: FinishFault?
    /// The step that the previous page removed, for a browser without a script.
    var removed: StepID?

    /// Nil without a goal.
    var dayCount: DayCount? { detail?.goal.fields.dayCount(on: today) }
}

/// The steps of a goal as a whole: their number, and their stones or the jewel that they have become.
struct GoalProgress: Equatable {
    /// The goal's box; nil for a goal that was never there.
    var box: Box?
    /// Whether the goal is here.
    var isHere: Bool
    var jewel: Jewel?
    /// Number of steps done, of all steps.
    var done: Int
    var total: Int
    /// The nine places of the tray, row by row: whether the step in it is done; nil for an empty place.
    var stones: [Bool?]

    /// - Parameter isCelebrated: whether the celebration is shown. Until it is closed, the stones lie in the tray.
    init(_ detail: GoalDetail?, isHere: Bool, isCelebrated: Bool) {
        (self.isHere, box) = (isHere, detail?.goal.box)
        jewel = isCelebrated ? nil : detail?.completion?.jewel
        (done, total) = (detail?.doneCount ?? 0, detail?.steps.count ?? 0)
        stones = [Bool?](repeating: nil, count: Step.limit)
        for step in detail?.steps ?? [] where stones.indices.contains(step.place) { stones[step.place] = step.isDone }
    }
}

/// The row of a step.
struct StepRow: Hashable, Sendable {
    var step: Step
    /// Whether the step is done, or repeats and was ticked today.
    var isTicked: Bool
    /// The pace of a step that repeats and isn't done, of an active goal.
    var pace: Repetition.Pace?
    /// The number of days until the day of a step that isn't done, of an active goal.
    var daysLeft: Int?
    /// Whether there is a step to be done before it, and one after it, if it is to be done itself.
    var canMoveUp: Bool
    var canMoveDown: Bool
    /// Whether the step can be dragged.
    var canMove: Bool { canMoveUp || canMoveDown }
    /// Whether the step can be ticked, edited and removed.
    var canChange: Bool
    /// Whether the goal is completed.
    var isFrozen: Bool
    /// Whether it is the last step to be done, so that finishing it completes the goal.
    var isLast: Bool
    /// Whether removing the step would complete the goal.
    var completesWhenRemoved: Bool
    /// Delivery of the goal's alarms.
    var alarmReach: AlarmReach
    /// Errors of the row's form; nil for a row that isn't edited.
    var faults: StepFaults?
    /// Number of changes of the typed text, on a page that answers a form post; nil for a row that isn't edited.
    var repostRevision: Int?

    /// Whether the row shows an alarm that won't be sent.
    var isSilent: Bool { canChange && !step.isDone && step.alarm != nil && alarmReach != .rings }
}

/// The place of a step among those to be done.
struct StepPlacement: Hashable, Sendable {
    var step: StepID
    /// The step before which it is to stand; nil for the place behind the last one.
    var next: StepID?
}

/// Delivery of the alarms of a goal's steps.
enum AlarmReach: Hashable, Sendable {
    case rings
    /// The goal's reminders are off.
    case goalIsOff
    /// No calendar feed and no browser receives the alarms of steps.
    case noChannel
}

/// Errors of the day on which a goal was finished.
enum FinishFault: Error, Hashable, Sendable {
    case noSuchDate, beforeStart, inFuture
}

/// The form that adds a step.
struct AddForm: Equatable {
    var isShown: Bool
    /// Whether the goal has the maximum number of steps.
    var isFull: Bool
    /// Whether the step would be the goal's first.
    var isFirst: Bool
    var fault: AddFault?
    /// Number of changes of the typed text, on a page that answers a form post.
    var repostRevision: Int?
}

/// Reasons why a step was not added.
enum AddFault: Hashable, Sendable {
    case title(TextFault)
    case tooMany
    /// The goal is not active any more but in that box.
    case wrongBox(Box)

    var isAboutRoom: Bool {
        if case .title = self { false } else { true }
    }
}

/// Errors of the form that edits a step.
struct StepFaults: Hashable, Sendable {
    enum Time: Hashable, Sendable { case missing, unreadable }
    enum Day: Hashable, Sendable {
        case unreadable
        /// The goal begins on that day, which is later.
        case beforeStart(CalendarDate)
        /// The goal ends on that day, which is earlier.
        case afterEnd(CalendarDate)
    }
    enum Times: Hashable, Sendable {
        /// Neither a number nor days are chosen.
        case missing
        /// There is no number, and the goal has no end until which days could be counted.
        case endless
        /// The number isn't within ``Repetition/limits``.
        case outOfLimits
        /// With the ticks, there are fewer of those days until the goal ends than the fewest times.
        case fewDays
        /// With the ticks, there are more of those days than the most times.
        case manyDays
        /// With the ticks, there are only so many days until the goal ends.
        case unreachable(most: Int)
        /// The step was ticked at least that many times already: this often.
        case tickedOften(Int)
    }

    var title: TextFault?
    var time: Time?
    var daysMissing = false
    var times: Times?
    /// The error of the day by which the step is meant to be done.
    var dueOn: Day?
    /// The number of ticks of a step that was to repeat no longer.
    var ticks: Int?

    var isEmpty: Bool { self == StepFaults() }
}

extension GoalDetail {
    /// Whether the steps can be ticked, edited and removed.
    var canChange: Bool { goal.box == .active }

    func step(_ id: StepID) -> Step? { steps.first { $0.id == id } }

    var alarmReach: AlarmReach { !goal.reminderEnabled ? .goalIsOff : reminderReach.steps ? .rings : .noChannel }
}
