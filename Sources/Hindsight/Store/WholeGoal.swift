import Foundation

/// A goal with all that hangs on it: what a file of an owner's data has of each.
public struct WholeGoal: Hashable, Sendable {
    /// The goal itself, in whichever box.
    public var goal: Goal
    /// What it is known by wherever it goes; nil for one that comes from a file without.
    public var uid: UUID?
    /// In whole milliseconds.
    public var createdAt: Date
    /// What it earned when it was completed; nil for a goal that isn't.
    public var jewel: Jewel?
    /// In whole milliseconds; nil for a goal that isn't completed.
    public var completedAt: Date?
    /// The day that it was for its owner then; nil for a goal that isn't completed.
    public var completedOn: CalendarDate?
    /// 1-based rank among its owner's completed goals; nil for a goal that isn't completed, or comes from a file without.
    public var rank: Int?
    /// When it was put away last, in whole milliseconds; nil for a goal that never was, or comes from a file without.
    public var putAwayAt: Date?
    /// When it was begun for the first time, if it was taken up again with another start.
    public var firstStartDate: CalendarDate?
    /// In any order.
    public var steps: [Step]
    /// Nil for none, and for one that was deleted.
    public var review: Review?
    /// What is being typed, exactly; not what was dropped.
    public var draft: [DraftField: String]

    /// A goal as the store has it. Nothing is checked here.
    ///
    /// - Parameters:
    ///   - goal: the goal itself.
    ///   - uid: what it is known by wherever it goes.
    ///   - createdAt: in whole milliseconds.
    ///   - jewel: what it earned; nil for a goal that isn't completed.
    ///   - completedAt: in whole milliseconds; nil for a goal that isn't completed.
    ///   - completedOn: the day that it was for its owner then.
    ///   - steps: in any order.
    ///   - review: nil for none.
    ///   - draft: what is being typed.
    public init(
        goal: Goal, uid: UUID? = nil, createdAt: Date, jewel: Jewel? = nil, completedAt: Date? = nil,
        completedOn: CalendarDate? = nil, steps: [Step] = [], review: Review? = nil, draft: [DraftField: String] = [:]
    ) {
        self.goal = goal
        self.uid = uid
        self.createdAt = createdAt
        self.jewel = jewel
        self.completedAt = completedAt
        self.completedOn = completedOn
        self.steps = steps
        self.review = review
        self.draft = draft
    }
}

/// What became of goals that came from a file.
public struct ImportedGoals: Hashable, Sendable {
    /// How many were added to each box.
    public var added: BoxCounts
    /// How many were there already.
    public var known: Int

    /// - Parameters:
    ///   - added: how many were added to each box.
    ///   - known: how many were there already.
    public init(added: BoxCounts = BoxCounts(), known: Int = 0) {
        self.added = added
        self.known = known
    }
}
