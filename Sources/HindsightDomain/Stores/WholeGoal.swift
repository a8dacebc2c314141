import Foundation

/// A goal with all that hangs on it: what a file of an owner's data has of each.
package struct WholeGoal: Hashable, Sendable {
    /// The goal itself, in whichever box.
    package var goal: Goal
    /// Permanent id, also in files; nil for a goal from a file without one.
    package var uid: UUID?
    /// In whole milliseconds.
    package var createdAt: Date
    /// The jewel earned by completing the goal; nil for a goal that isn't completed.
    package var jewel: Jewel?
    /// In whole milliseconds; nil for a goal that isn't completed.
    package var completedAt: Date?
    /// The day that it was for its owner then; nil for a goal that isn't completed.
    package var completedOn: CalendarDate?
    /// 1-based rank among the completed goals of its owner's own; nil for a goal that isn't completed, for a sample, and for
    /// one from a file without.
    package var rank: Int?
    /// When it was put away last, in whole milliseconds; nil for a goal that never was, or comes from a file without.
    package var putAwayAt: Date?
    /// When it was begun for the first time, if it was taken up again with another start.
    package var firstStartDate: CalendarDate?
    /// The part of it that is on its owner's page.
    package var sharedPart = SharedPart.nothing
    /// In any order.
    package var steps: [Step]
    /// The days on which steps that repeat were ticked, in order.
    package var tickDays: [StepID: [CalendarDate]] = [:]
    /// Nil for none, and for one that was deleted.
    package var review: Review?
    /// The draft, exactly as typed; without dropped fields.
    package var draft: [DraftField: String]

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
    package init(
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

/// The result of importing goals.
package struct ImportedGoals: Hashable, Sendable {
    /// Number of goals added to each box.
    package var added: BoxCounts
    /// Number of goals that already existed.
    package var known: Int

    /// - Parameters:
    ///   - added: how many were added to each box.
    ///   - known: how many were there already.
    package init(added: BoxCounts = BoxCounts(), known: Int = 0) {
        self.added = added
        self.known = known
    }

    /// Number of goals added to all boxes.
    package var addedCount: Int { Box.allCases.reduce(0) { $0 + added[$1] } }

    package static func += (sum: inout ImportedGoals, more: ImportedGoals) {
        for box in Box.allCases { sum.added[box] += more.added[box] }
        sum.known += more.known
    }
}
