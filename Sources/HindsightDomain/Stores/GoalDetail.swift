import Foundation

/// A goal in whichever box, with its steps: what its own page shows, of one moment.
package struct GoalDetail: Hashable, Sendable, Identifiable {
    /// The goal itself.
    package var goal: Goal
    /// In the order of their places.
    package var steps: [Step]
    /// Revision: the number of changes of the title, the dates or the reminder. It only grows.
    package var revision: Int
    /// When it was begun for the first time, if it was taken up again with another start.
    package var firstStartDate: CalendarDate?
    /// Whether it came with the account, as an example, and its owner has written nothing in it.
    package var isSample: Bool
    /// Kinds of reminders that reach the owner.
    package var reminderReach: ReminderReach
    /// Data of a completed goal; nil in the other boxes.
    package var completion: Completion?
    /// The part of it that is on its owner's page.
    package var sharedPart = SharedPart.nothing

    /// The goal's.
    package var id: GoalID { goal.id }
    /// Number of completed steps.
    package var doneCount: Int { steps.count { $0.isDone } }
    /// Whether it can have one more step.
    package var canAddStep: Bool { goal.box == .active && steps.count < Step.limit }
    /// Whether it has steps, and all of them are done: that completes it.
    package var hasAllStepsDone: Bool { !steps.isEmpty && doneCount == steps.count }
    /// The steps as they are shown: those that are to be done first, each part in the order of places.
    package var stepsToDoFirst: [Step] { steps.filter { !$0.isDone } + steps.filter(\.isDone) }

    /// A goal as the store has it. Nothing is checked here.
    package init(
        goal: Goal, steps: [Step] = [], revision: Int = 1, firstStartDate: CalendarDate? = nil, isSample: Bool = false,
        reminderReach: ReminderReach = ReminderReach(), completion: Completion? = nil
    ) {
        self.goal = goal
        self.steps = steps
        self.revision = revision
        self.firstStartDate = firstStartDate
        self.isSample = isSample
        self.reminderReach = reminderReach
        self.completion = completion
    }
}

/// Kinds of reminders that reach an account: through a calendar, which has all of them, or a browser that gets that
/// kind.
package struct ReminderReach: Hashable, Sendable {
    /// The alarms of steps.
    package var steps: Bool
    /// The last days of goals.
    package var ends: Bool

    /// - Parameters:
    ///   - steps: whether the alarms of steps do.
    ///   - ends: whether the last days of goals do.
    package init(steps: Bool = false, ends: Bool = false) {
        self.steps = steps
        self.ends = ends
    }
}

/// Data of a completed goal.
package struct Completion: Hashable, Sendable {
    /// Drawn once, when the goal was completed.
    package var jewel: Jewel
    /// In whole milliseconds.
    package var completedAt: Date
    /// The day that it was for its owner then; it stays that day, wherever the owner goes.
    package var day: CalendarDate
    /// The followers who applaud the goal, while it is shared; ``Connections/limit`` at most.
    package var applause: [Handle] = []
    /// 1-based rank among the completed goals of the owner's own, in the order in which they became such. It stays until
    /// the completion is undone. A sample has none.
    package var rank: Int?
    /// Whether it is reviewed.
    package var hasReview: Bool
    /// The part of the celebration that was not shown yet.
    package var celebration: Celebration
    /// Whether the jewel is the owner's only one of its color and shape, while the celebration is due.
    package var isFirstOfKind: Bool
    /// Until when it can be undone; nil when it can't, since a review is written, or it was completed in another way.
    package var undoableUntil: Date?
    /// Whether it was stored until then, so that its open steps were done without being ticked.
    package var wasStored: Bool

    /// A completion as the store has it.
    package init(
        jewel: Jewel, completedAt: Date, day: CalendarDate, rank: Int?, hasReview: Bool, celebration: Celebration,
        isFirstOfKind: Bool = false, undoableUntil: Date? = nil, wasStored: Bool = false
    ) {
        self.jewel = jewel
        self.completedAt = completedAt
        self.day = day
        self.rank = rank
        self.hasReview = hasReview
        self.celebration = celebration
        self.isFirstOfKind = isFirstOfKind
        self.undoableUntil = undoableUntil
        self.wasStored = wasStored
    }
}

/// The part of a completion's celebration that was not shown yet. It is stored, so that each part is shown once,
/// whatever becomes of the page on which the last step was ticked.
package enum Celebration: String, Comparable, Sendable, Codable {
    /// The jewel has not been seen yet.
    case due
    /// The jewel was seen; stored goals have not been offered yet.
    case offers
    /// Nothing.
    case over

    /// Orders the parts as they are shown.
    package static func < (lhs: Celebration, rhs: Celebration) -> Bool { lhs.order < rhs.order }

    private var order: Int {
        switch self {
        case .due: 0
        case .offers: 1
        case .over: 2
        }
    }
}

/// Number of an owner's goals in each box.
package struct BoxCounts: Hashable, Sendable {
    /// Put away.
    package var stored: Int
    /// Being worked on.
    package var active: Int
    /// Done.
    package var completed: Int

    /// - Parameters:
    ///   - stored: put away.
    ///   - active: being worked on.
    ///   - completed: done.
    package init(stored: Int = 0, active: Int = 0, completed: Int = 0) {
        self.stored = stored
        self.active = active
        self.completed = completed
    }

    /// Number of goals in a box.
    package subscript(box: Box) -> Int {
        get {
            switch box {
            case .stored: stored
            case .active: active
            case .completed: completed
            }
        }
        set {
            switch box {
            case .stored: stored = newValue
            case .active: active = newValue
            case .completed: completed = newValue
            }
        }
    }
}
