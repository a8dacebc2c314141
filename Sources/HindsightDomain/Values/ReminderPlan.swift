import Foundation

/// Kinds of notifications sent to an account's browsers. All are off until they are turned on.
package struct ReminderChoices: Hashable, Sendable {
    /// When the week is looked back on unless another time was chosen: eight in the evening, in minutes since midnight.
    package static let usualMinute = 20 * 60

    /// The alarms of steps.
    package var steps = false
    /// The last days of goals, in the morning.
    package var ends = false
    /// The week, on its last day.
    package var week = false
    /// When on that day, in minutes since midnight. The calendar has it, too.
    package var weekMinute = Self.usualMinute

    /// Nothing.
    package init() {}
}

/// Something that somebody is reminded of.
package enum Reminder: Hashable, Sendable {
    /// A step of a goal.
    case step(GoalID, StepID, title: String, goal: String)
    /// The last day of a goal.
    case end(GoalID, title: String)
    /// A week is over that began on that day.
    case week(CalendarDate)
}

/// The reminders of an account and their times, which are local times of day.
package struct ReminderPlan: Hashable, Sendable {
    /// An active goal whose reminders are on.
    package struct Goal: Hashable, Sendable {
        package var id: GoalID
        package var title: String
        package var startDate: CalendarDate
        package var endDate: CalendarDate
        package var revision: Int
        /// Those that are to be done, with an alarm.
        package var steps: [Step] = []

        package init(
            id: GoalID, title: String, startDate: CalendarDate, endDate: CalendarDate, revision: Int,
            steps: [Step] = []
        ) {
            self.id = id
            self.title = title
            self.startDate = startDate
            self.endDate = endDate
            self.revision = revision
            self.steps = steps
        }

        /// Whether the goal has a last day; see ``GoalFields/hasEnd``.
        package var hasEnd: Bool { endDate != .max }
    }

    package struct Step: Hashable, Sendable {
        package var id: StepID
        package var title: String
        package var alarm: Alarm
        /// The day on which a step that repeats was ticked last; it is reminded of after that day.
        package var doneOn: CalendarDate?

        package init(id: StepID, title: String, alarm: Alarm, doneOn: CalendarDate? = nil) {
            self.id = id
            self.title = title
            self.alarm = alarm
            self.doneOn = doneOn
        }

        /// Whether its owner is to be reminded of it on a day.
        fileprivate func rings(on day: CalendarDate) -> Bool {
            alarm.days.contains(Weekday(of: day)) && doneOn.map { $0 < day } ?? true
        }
    }

    /// When the last day of a goal is told: nine in the morning.
    package static let endMinute = 9 * 60

    package var zone: TimeZone
    package var weekStart: WeekStart
    package var choices: ReminderChoices
    package var goals: [Goal] = []

    package init(zone: TimeZone, weekStart: WeekStart, choices: ReminderChoices, goals: [Goal] = []) {
        self.zone = zone
        self.weekStart = weekStart
        self.choices = choices
        self.goals = goals
    }

    /// Returns the reminders behind one moment and up to another, in the order of time.
    package func reminders(after: Date, through: Date) -> [(moment: Date, reminder: Reminder)] {
        var found: [(moment: Date, reminder: Reminder)] = []
        var moments = LocalMoments(zone: zone)
        // A day more at both ends: what is put off by a gap in the clock comes a day later at most.
        let (first, last) = (CalendarDate(after, in: zone).adding(days: -1), CalendarDate(through, in: zone))
        for day in sequence(first: first, next: { $0 < last ? $0.adding(days: 1) : nil }) {
            forEach(on: day) { minute, reminder in
                let moment = moments.moment(day, minute)
                if moment > after, moment <= through { found.append((moment, reminder())) }
            }
        }
        return found.sorted { $0.moment < $1.moment }
    }

    /// When the first comes after a moment; nil when none does.
    package func next(after: Date) -> Date? {
        var moments = LocalMoments(zone: zone)
        let today = CalendarDate(after, in: zone)
        var earliest: Date?
        func look(_ days: some Sequence<CalendarDate>, _ minute: Int) {
            for day in days {
                let moment = moments.moment(day, minute)
                guard moment > after else { continue }
                earliest = min(earliest ?? moment, moment)
                return
            }
        }
        /// Those of two weeks that an alarm may be on.
        func fortnight(from day: CalendarDate, through last: CalendarDate = .max) -> some Sequence<CalendarDate> {
            let first = max(day, today.adding(days: -1))
            return (0..<15).lazy.map { first.adding(days: $0) }.filter { $0 <= last }
        }
        for goal in goals {
            if choices.ends, goal.hasEnd, goal.endDate >= today.adding(days: -1) {
                look([goal.endDate], Self.endMinute)
            }
            guard choices.steps else { continue }
            for step in goal.steps {
                let days = fortnight(from: goal.startDate, through: goal.endDate).filter(step.rings)
                look(days, step.alarm.minute)
            }
        }
        if choices.week {
            look(fortnight(from: today).filter { Weekday(of: $0) == weekStart.lastDay }, choices.weekMinute)
        }
        return earliest
    }

    private func forEach(on day: CalendarDate, _ body: (_ minute: Int, _ reminder: () -> Reminder) -> Void) {
        let weekday = Weekday(of: day)
        for goal in goals {
            if choices.ends, goal.hasEnd, goal.endDate == day {
                body(Self.endMinute) { .end(goal.id, title: goal.title) }
            }
            guard choices.steps, (goal.startDate...max(goal.startDate, goal.endDate)).contains(day) else { continue }
            for step in goal.steps where step.rings(on: day) {
                body(step.alarm.minute) { .step(goal.id, step.id, title: step.title, goal: goal.title) }
            }
        }
        if choices.week, weekday == weekStart.lastDay {
            body(choices.weekMinute) { .week(day.adding(days: -6)) }
        }
    }
}

/// Turns days and times of a place into moments.
package struct LocalMoments {
    package let zone: TimeZone
    /// Many alarms are at one time.
    private var last: (day: CalendarDate, minute: Int, moment: Date)?

    package init(zone: TimeZone) { self.zone = zone }

    /// The moment at which clocks show that time. Of two, as when they are put back, it is the first; where they are put
    /// forward and skip it, it is as much later as they skip (RFC 5545, 3.3.5).
    package mutating func moment(_ day: CalendarDate, _ minute: Int) -> Date {
        if let last, last.day == day, last.minute == minute { return last.moment }
        let local = Double(day.daysSince1970 * 86_400 + minute * 60)
        // Within a day clocks are changed once at most.
        let before = offset(at: local - 86_400)
        let (early, late) = (local - before, local - offset(at: local + 86_400))
        let isLate = offset(at: early) != before && offset(at: late) == local - late
        let moment = Date(timeIntervalSince1970: isLate ? late : early)
        last = (day, minute, moment)
        return moment
    }

    private func offset(at seconds: Double) -> Double {
        Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
    }
}

extension WeekStart {
    /// On which day they end.
    package var lastDay: Weekday {
        switch self {
        case .monday: .sunday
        case .sunday: .saturday
        case .saturday: .friday
        }
    }
}
