/// The active goals as the page of a day shows them: what was done on that day, and what is next. And what was completed on
/// the same day of earlier years.
package struct TodayGoals: Hashable, Sendable {
    /// Maximum number of goals.
    package static let limit = 20
    /// Maximum number of alarms, and of days of steps, the earliest first, that are searched for goals of the day.
    package static let alarmLimit = 500

    /// Number of earlier years that are searched for goals completed on the same day.
    package static let yearLimit = 10
    /// Maximum number of those goals.
    package static let onThisDayLimit = 3

    /// The day that they were read for.
    package let day: CalendarDate
    /// Goals with an alarm on the day first, by its time; then those with a step whose own day has come; then by their last
    /// day; then by id.
    package let goals: [TodayGoal]
    /// Number of active goals, also of those that are left out.
    package let activeCount: Int
    /// Goals completed on the same day of earlier years, latest first.
    package let onThisDay: [WonJewel]

    /// Sorts goals and keeps the first ``limit``.
    package init(
        day: CalendarDate, goals: [TodayGoal] = [], activeCount: Int = 0, onThisDay: [WonJewel] = []
    ) {
        self.day = day
        self.onThisDay = Array(onThisDay.prefix(Self.onThisDayLimit))
        let weekday = Weekday(of: day)
        func order(_ goal: TodayGoal) -> (Int, Int, CalendarDate, GoalID) {
            let place = goal.hasStepWhoseDayHasCome(by: day) ? 0 : 1
            return (goal.firstAlarm(on: weekday) ?? .max, place, goal.goal.endDate, goal.id)
        }
        self.goals = Array(goals.sorted { order($0) < order($1) }.prefix(Self.limit))
        self.activeCount = activeCount
    }

    /// Returns the same day in earlier years, as in "2025-11-22"; some may not exist.
    package static func days(before day: CalendarDate) -> [String] {
        let monthAndDay = day.description.dropFirst(4)
        return (1...yearLimit).map { "\(day.year - $0)\(monthAndDay)" }
    }
}

/// A goal of ``TodayGoals``.
package struct TodayGoal: Hashable, Sendable, Identifiable {
    /// The goal itself.
    package var goal: Goal
    /// Number of steps.
    package var stepCount: Int
    /// Number of completed steps.
    package var doneCount: Int
    /// The steps that are to be done, and those that were ticked on the day, in the order of places.
    package var steps: [Step]

    /// The goal's.
    package var id: GoalID { goal.id }

    /// A goal as the store has it. Nothing is checked here.
    package init(goal: Goal, stepCount: Int = 0, doneCount: Int = 0, steps: [Step] = []) {
        self.goal = goal
        self.stepCount = stepCount
        self.doneCount = doneCount
        self.steps = steps
    }

    /// Returns the step to be done next on a day; nil if none is meant for the day. It is the first that there is of:
    ///
    /// 1. The step whose own day has come: the one that is late the longest, or else the one of the day.
    /// 2. The step with the first alarm on the day.
    /// 3. A step without a day of its own.
    /// 4. A step whose day is still to come.
    ///
    /// The first by its place is taken of several.
    ///
    /// - Parameter steps: a goal's steps in the order of places, also ones that are done.
    package static func next(of steps: [Step], on day: CalendarDate) -> Step? {
        let weekday = Weekday(of: day)
        let open = steps.filter { $0.isDue(on: day) }
        let come = open.filter { $0.dueOn.map { $0 <= day } ?? false }
        if let first = come.min(by: { ($0.dueOn ?? .max) < ($1.dueOn ?? .max) }) { return first }
        let alarmed = open.filter { $0.alarm?.days.contains(weekday) == true }
        return alarmed.min { ($0.alarm?.minute ?? 0) < ($1.alarm?.minute ?? 0) }
            ?? open.first { $0.dueOn == nil } ?? open.first
    }

    /// Returns the steps to be done that are meant for a day in particular: whose own day has come, or which have an alarm
    /// or repeat on its day of the week.
    ///
    /// - Parameter steps: a goal's steps in the order of places, also ones that are done.
    package static func due(of steps: [Step], on day: CalendarDate) -> [Step] {
        let weekday = Weekday(of: day)
        return steps.filter { step in
            guard step.isDue(on: day) else { return false }
            let days = (step.repetition?.days ?? []).union(step.alarm?.days ?? [])
            return days.contains(weekday) || step.dueOn.map { $0 <= day } ?? false
        }
    }

    /// Returns the first day after a day, and until a goal's last, that a step is meant for; nil if there is none.
    package static func nextDay(
        of steps: [Step], after day: CalendarDate, until last: CalendarDate
    ) -> CalendarDate? {
        let days = steps.filter { !$0.isDone }.map { $0.repetition?.nextDay(after: day) ?? day.adding(days: 1) }
        return days.filter { $0 <= last }.min()
    }

    /// Whether the own day of a step has come, also of one that is ticked.
    func hasStepWhoseDayHasCome(by day: CalendarDate) -> Bool {
        steps.contains { $0.dueOn.map { $0 <= day } ?? false }
    }

    /// Returns the minute of the first alarm on a weekday, also of a step that is ticked, so that a tick doesn't move the
    /// goal; nil for none.
    func firstAlarm(on weekday: Weekday) -> Int? {
        steps.compactMap { step in step.alarm.flatMap { $0.days.contains(weekday) ? $0.minute : nil } }.min()
    }
}
