import Foundation

/// A goal in whichever box, with its steps: what its own page shows, of one moment.
public struct GoalDetail: Hashable, Sendable, Identifiable {
    /// The goal itself.
    public var goal: Goal
    /// In the order of making.
    public var steps: [Step]
    /// How often its title, its dates or its reminder have been changed. It only grows.
    public var revision: Int
    /// When it was begun for the first time, if it was taken up again with another start.
    public var firstStartDate: CalendarDate?
    /// Whether it came with the account, as an example, and its owner has written nothing in it.
    public var isSample: Bool
    /// What its owner's reminders reach.
    public var reminderReach: ReminderReach
    /// What it has because it is completed; nil in the other boxes.
    public var completion: Completion?

    /// The goal's.
    public var id: GoalID { goal.id }
    /// How many steps are done.
    public var doneCount: Int { steps.count { $0.isDone } }
    /// Whether it can have one more step.
    public var canAddStep: Bool { goal.box == .active && steps.count < Step.limit }
    /// Whether it has steps, and all of them are done: that completes it.
    public var hasAllStepsDone: Bool { !steps.isEmpty && doneCount == steps.count }
    /// The steps as they are shown: those that are to be done first, each part in the order of making.
    public var stepsToDoFirst: [Step] { steps.filter { !$0.isDone } + steps.filter(\.isDone) }

    /// A goal as the store has it. Nothing is checked here.
    public init(
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

/// Which reminders reach an account: there is a calendar, which has all of them, or a browser that is told of that kind.
public struct ReminderReach: Hashable, Sendable {
    /// The alarms of steps.
    public var steps: Bool
    /// The last days of goals.
    public var ends: Bool

    /// - Parameters:
    ///   - steps: whether the alarms of steps do.
    ///   - ends: whether the last days of goals do.
    public init(steps: Bool = false, ends: Bool = false) {
        self.steps = steps
        self.ends = ends
    }
}

/// What a goal has because it is completed.
public struct Completion: Hashable, Sendable {
    /// Drawn once, when the goal was completed.
    public var jewel: Jewel
    /// In whole milliseconds.
    public var completedAt: Date
    /// The day that it was for its owner then; it stays that day, wherever the owner goes.
    public var day: CalendarDate
    /// 1-based rank among the owner's completed goals, in the order of completing. It never changes.
    public var rank: Int
    /// Whether it is reviewed.
    public var hasReview: Bool
    /// What is still to be shown to its owner, on one page.
    public var celebration: Celebration
    /// Until when it can be undone; nil when it can't, since a review is written, or it was completed in another way.
    public var undoableUntil: Date?

    /// A completion as the store has it.
    public init(
        jewel: Jewel, completedAt: Date, day: CalendarDate, rank: Int, hasReview: Bool, celebration: Celebration,
        undoableUntil: Date? = nil
    ) {
        self.jewel = jewel
        self.completedAt = completedAt
        self.day = day
        self.rank = rank
        self.hasReview = hasReview
        self.celebration = celebration
        self.undoableUntil = undoableUntil
    }
}

/// What a page has still to show of a completion. It is kept in the store, so that it is shown once, whatever becomes of
/// the page on which the last step was ticked.
public enum Celebration: String, Comparable, Sendable, Codable {
    /// The jewel has not been seen yet.
    case due
    /// The jewel was seen; stored goals have not been offered yet.
    case offers
    /// Nothing.
    case over

    /// Of two, the one that comes later is greater.
    public static func < (lhs: Celebration, rhs: Celebration) -> Bool { lhs.order < rhs.order }

    private var order: Int {
        switch self {
        case .due: 0
        case .offers: 1
        case .over: 2
        }
    }
}

/// What is typed and chosen of a goal, checked but for the days, which the store checks against today.
public struct GoalFields: Hashable, Sendable {
    /// The title.
    public var title: GoalTitle
    /// Not after ``endDate``.
    public var startDate: CalendarDate
    /// The last day that belongs to the goal.
    public var endDate: CalendarDate
    /// Whether the owner wants to be reminded of the goal.
    public var reminderEnabled: Bool

    /// Fields as they were typed.
    public init(title: GoalTitle, startDate: CalendarDate, endDate: CalendarDate, reminderEnabled: Bool = false) {
        self.title = title
        self.startDate = startDate
        self.endDate = endDate
        self.reminderEnabled = reminderEnabled
    }
}

/// How many goals an owner has in each box.
public struct BoxCounts: Hashable, Sendable {
    /// Put away.
    public var stored: Int
    /// Being worked on.
    public var active: Int
    /// Done.
    public var completed: Int

    /// - Parameters:
    ///   - stored: put away.
    ///   - active: being worked on.
    ///   - completed: done.
    public init(stored: Int = 0, active: Int = 0, completed: Int = 0) {
        self.stored = stored
        self.active = active
        self.completed = completed
    }

    /// How many there are in a box.
    public subscript(box: Box) -> Int {
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

extension Goal {
    /// What can be changed of it.
    public var fields: GoalFields {
        GoalFields(
            title: GoalTitle(unchecked: title), startDate: startDate, endDate: endDate,
            reminderEnabled: reminderEnabled)
    }
}
