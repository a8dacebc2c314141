import Foundation
import Live

/// Something a person set out to do between two days.
///
/// The owner is not part of it: whoever reads a goal has named its owner, since every query is of one owner. What only
/// a completed goal has is in ``CompletedGoal``.
package struct Goal: Hashable, Sendable, Identifiable {
    /// Tells it from all other goals, of all owners.
    package let id: GoalID
    /// The fields that its owner edits.
    package var fields: GoalFields
    /// The box that the goal is in.
    package var box: Box

    /// A goal as the store has it. Nothing is checked here.
    package init(id: GoalID, fields: GoalFields, box: Box) {
        self.id = id
        self.fields = fields
        self.box = box
    }

    /// A goal as the store has it. Nothing is checked here.
    package init(
        id: GoalID, title: String, startDate: CalendarDate, endDate: CalendarDate, box: Box,
        reminderEnabled: Bool = false
    ) {
        self.init(
            id: id,
            fields: GoalFields(
                title: GoalTitle(unchecked: title), startDate: startDate, endDate: endDate,
                reminderEnabled: reminderEnabled),
            box: box)
    }

    /// 1 to 60 characters; see ``GoalTitle``.
    package var title: String { fields.title.text }
    /// Never after ``endDate``.
    package var startDate: CalendarDate { fields.startDate }
    /// The last day that belongs to it, or ``CalendarDate/max``.
    package var endDate: CalendarDate { fields.endDate }
    /// Whether its owner wants to be reminded of it.
    package var reminderEnabled: Bool { fields.reminderEnabled }
}

/// The editable fields of a goal, validated except for the dates, which the store compares with today.
package struct GoalFields: Hashable, Sendable {
    /// The title.
    package var title: GoalTitle
    /// Not after ``endDate``.
    package var startDate: CalendarDate
    /// The last day that belongs to the goal; ``CalendarDate/max`` for a goal without an end, which so comes last.
    package var endDate: CalendarDate
    /// Whether the owner wants to be reminded of the goal.
    package var reminderEnabled: Bool

    /// Fields as they were typed.
    package init(title: GoalTitle, startDate: CalendarDate, endDate: CalendarDate, reminderEnabled: Bool = false) {
        self.title = title
        self.startDate = startDate
        self.endDate = endDate
        self.reminderEnabled = reminderEnabled
    }

    /// Whether the goal has a last day.
    package var hasEnd: Bool { endDate != .max }

    /// Returns the number of days until the last day; before the first day, and for a goal without an end, the number of
    /// the day.
    package func dayCount(on day: CalendarDate) -> DayCount {
        hasEnd && startDate <= day ? .left(day.days(until: endDate)) : .day(startDate.days(until: day) + 1)
    }
}

/// The position of a day in the time of a goal.
package enum DayCount: Hashable, Sendable {
    /// Number of days until the goal's last day; zero on that day, negative after it.
    case left(Int)
    /// Number of the day, 1 on the first day of the goal; zero and less before it.
    case day(Int)

    /// Whether the goal's last day has come.
    package var isDue: Bool { if case .left(...0) = self { true } else { false } }
}

/// A box of goals; every goal is in exactly one.
package enum Box: String, CaseIterable, Sendable, Codable {
    /// 보관함: put away, because its end date passed.
    case stored
    /// 채움함: being worked on.
    case active
    /// 완료함: done; it has its jewel and can be reviewed.
    case completed
}

/// The title of a goal or of a step: one line of 1 to 60 characters, trimmed at both ends.
package struct GoalTitle: Hashable, Sendable {
    /// The most characters that a title may have.
    package static let limit = 60
    /// The most bytes of UTF-8 that a title may have as it is typed.
    package static let byteLimit = TextLimit.bytes(of: limit)

    /// The trimmed title.
    @ExactText package internal(set) var text: String

    /// Puts what was typed into one line, trims and checks it.
    ///
    /// - Throws: What is wrong with it.
    package init(_ typed: some StringProtocol) throws(GoalTitleError) {
        let line = typed.inOneLine(limit: Self.limit)
        if let fault = line.fault(limit: Self.limit) { throw GoalTitleError(fault: fault) }
        text = line.trimmedAtEnds
    }

    /// A title that is known to keep the rules.
    package init(unchecked text: String) { self.text = text }
}

/// Why a text can't be a goal's title.
package struct GoalTitleError: Error, Hashable, Sendable {
    /// The error.
    package let fault: TextFault

    package init(fault: TextFault) {
        self.fault = fault
    }
}

/// A row of the list of completed goals: the goal, what it earned, and whether it is reviewed yet.
package struct CompletedGoal: Hashable, Sendable, Identifiable {
    /// The fields that all goals have.
    package var goal: Goal
    /// Drawn once, when the goal was completed.
    package var jewel: Jewel
    /// In whole milliseconds.
    package var completedAt: Date
    /// The day that it was for its owner then; it stays that day, wherever the owner goes.
    package var day: CalendarDate
    /// Decides whether the row offers "write a review" or "see the review".
    package var hasReview: Bool

    /// The goal's.
    package var id: GoalID { goal.id }

    /// A goal as the store has it. Nothing is checked here.
    ///
    /// - Parameters:
    ///   - completedAt: In whole milliseconds.
    ///   - day: The day that it was for its owner then; nil takes that of Greenwich.
    package init(goal: Goal, jewel: Jewel, completedAt: Date, day: CalendarDate? = nil, hasReview: Bool) {
        self.goal = goal
        self.jewel = jewel
        self.completedAt = completedAt
        self.day = day ?? CalendarDate(completedAt, in: .utc)
        self.hasReview = hasReview
    }
}

/// A goal to be put into a box as it is: sample goals, and goals that tests need.
package struct NewGoal: Hashable, Sendable {
    /// The box, with what a goal in it has besides.
    package enum State: Hashable, Sendable {
        /// Put away.
        case stored
        /// Being worked on.
        case active
        /// Completed at a time, with the jewel it earned and the review written of it, if any.
        case completed(Jewel, at: Date, review: Review? = nil)
    }

    /// The store refuses a start after the end.
    package let fields: GoalFields
    /// Its box, and what it has there.
    package let state: State
    /// Nine at most; those of a completed goal are done.
    package let steps: [NewStep]

    /// A goal that is not in a store yet. Whether it starts before it ends, the store checks.
    package init(
        title: GoalTitle, startDate: CalendarDate, endDate: CalendarDate, state: State, reminderEnabled: Bool = false,
        steps: [NewStep] = []
    ) {
        fields = GoalFields(
            title: title, startDate: startDate, endDate: endDate, reminderEnabled: reminderEnabled)
        self.state = state
        self.steps = steps
    }

    /// The box that its ``state`` means.
    package var box: Box {
        switch state {
        case .stored: .stored
        case .active: .active
        case .completed: .completed
        }
    }
}

/// A step of a ``NewGoal``.
package struct NewStep: Hashable, Sendable {
    /// Checked already.
    package let title: GoalTitle
    /// Whether it is ticked.
    package let isDone: Bool
    /// When its owner wants to be reminded of it.
    package let alarm: Alarm?

    /// A step that is not in a store yet.
    package init(title: GoalTitle, isDone: Bool, alarm: Alarm? = nil) {
        self.title = title
        self.isDone = isDone
        self.alarm = alarm
    }
}
