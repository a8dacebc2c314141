import Foundation

/// A goal in whichever box, with its steps: what its own page shows, of one moment.
public struct GoalDetail: Hashable, Sendable, Identifiable {
    /// The goal itself.
    public var goal: Goal
    /// In the order of making.
    public var steps: [Step]
    /// How often its title, its dates or its reminder have been changed. It only grows.
    public var revision: Int
    /// What it has because it is completed; nil in the other boxes.
    public var completion: Completion?

    /// The goal's.
    public var id: GoalID { goal.id }
    /// How many steps are done.
    public var doneCount: Int { steps.count { $0.isDone } }
    /// Whether it can have one more step.
    public var canAddStep: Bool { goal.box == .active && steps.count < Step.limit }
    /// The steps as they are shown: those that are to be done first, each part in the order of making.
    public var stepsToDoFirst: [Step] { steps.filter { !$0.isDone } + steps.filter(\.isDone) }

    /// A goal as the store has it. Nothing is checked here.
    public init(goal: Goal, steps: [Step] = [], revision: Int = 1, completion: Completion? = nil) {
        self.goal = goal
        self.steps = steps
        self.revision = revision
        self.completion = completion
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
    /// The how-many-th goal it is that the owner completed; the first is 1.
    public var number: Int
    /// Whether it is reviewed.
    public var hasReview: Bool
    /// What is still to be shown to its owner, on one page.
    public var celebration: Celebration

    /// A completion as the store has it.
    public init(
        jewel: Jewel, completedAt: Date, day: CalendarDate, number: Int, hasReview: Bool, celebration: Celebration
    ) {
        self.jewel = jewel
        self.completedAt = completedAt
        self.day = day
        self.number = number
        self.hasReview = hasReview
        self.celebration = celebration
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
