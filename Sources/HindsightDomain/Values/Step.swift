import Live

/// A part of a goal that can be ticked: what the app this follows calls a detail goal (하위 목표).
package struct Step: Hashable, Sendable, Identifiable {
    /// The most that a goal has: a grid of 3×3.
    package static let limit = 9

    /// Tells it from all other steps, of all goals.
    package let id: StepID
    /// Position among the goal's steps, and of its stone in the grid: 0 to 8, row by row, unique within the goal. There may
    /// be gaps.
    package var place: Int
    /// 1 to 60 characters; see ``GoalTitle``.
    @ExactText package var title: String
    /// Whether it is done. A step that repeats is done when it was ticked often enough.
    package var isDone: Bool
    /// When its owner wants to be reminded of it; nil for never.
    package var alarm: Alarm?
    /// The repetition of the step; nil for a step that is ticked once.
    package var repetition: Repetition?
    /// The day by which it is meant to be done, which need not be one of the goal's; nil for none. A step that repeats has
    /// none.
    package var dueOn: CalendarDate?
    /// The day on which it was ticked last, for its owner then; nil where that is not read. It is always read of a step
    /// that repeats.
    package var doneOn: CalendarDate?

    /// A step as the store has it. Nothing is checked here.
    package init(
        id: StepID, place: Int, title: String, isDone: Bool = false, alarm: Alarm? = nil,
        repetition: Repetition? = nil, dueOn: CalendarDate? = nil, doneOn: CalendarDate? = nil
    ) {
        self.id = id
        self.place = place
        self.title = title
        self.isDone = isDone
        self.alarm = alarm
        self.repetition = repetition
        self.dueOn = dueOn
        self.doneOn = doneOn
    }

    /// Whether it is ticked as seen on a day: it is done, or repeats and was ticked on that day. A tick of the day after, from
    /// where that has begun already, counts, too.
    package func isTicked(on day: CalendarDate) -> Bool { isDone || hasTick(on: day) }

    /// Whether it repeats and has a tick of a day, or of the day after.
    package func hasTick(on day: CalendarDate) -> Bool { repetition != nil && doneOn.map { $0 >= day } ?? false }

    /// Whether it is meant to be ticked on a day.
    package func isDue(on day: CalendarDate) -> Bool {
        guard !isTicked(on: day) else { return false }
        return repetition?.isMeant(for: day) ?? true
    }

    /// Returns the number of days until ``dueOn``, which is negative for a step that is late; nil for a step that has no such
    /// day or is done.
    package func daysLeft(on day: CalendarDate) -> Int? { isDone ? nil : dueOn.map { day.days(until: $0) } }

    /// The pace of a step that repeats and isn't done; see ``Repetition/pace(on:of:)``.
    package func pace(on day: CalendarDate, of goal: GoalFields) -> Repetition.Pace? {
        isDone ? nil : repetition?.pace(on: day, of: goal)
    }

    /// Ticks it on a day, or takes that back. A step that was finished before it was ticked often enough, and wasn't
    /// ticked on that day, is only opened again.
    ///
    /// - Returns: the number of ticks that this adds: 1, 0 or -1.
    @discardableResult package mutating func tick(_ isTicked: Bool, on day: CalendarDate) -> Int {
        if isTicked == self.isTicked(on: day) { return 0 }
        guard let former = repetition else {
            isDone = isTicked
            return isTicked ? 1 : -1
        }
        let change = isTicked ? 1 : former.count >= former.times || hasTick(on: day) ? -1 : 0
        repetition?.count += change
        isDone = isTicked && former.count + 1 >= former.times
        if change != 0 { doneOn = isTicked ? day : nil }
        return change
    }
}

/// The plan of a step that is ticked several times, once a day at most, and its ticks. A missed day changes nothing.
package struct Repetition: Hashable, Sendable {
    /// The fewest and the most times.
    package static let limits = 2...366

    /// The part that its owner chooses.
    package var plan: RepetitionPlan
    /// The day from which its pace counts.
    package var since: CalendarDate
    /// Number of days on which it was ticked.
    package var count: Int

    /// A repetition as the store has it. Nothing is checked here.
    package init(_ plan: RepetitionPlan, since: CalendarDate, count: Int = 0) {
        self.plan = plan
        self.since = since
        self.count = count
    }

    /// Number of times until the step is done.
    package var times: Int { plan.times }
    /// The days of the week that it is meant for; empty for any day.
    package var days: Set<Weekday> { plan.days }

    /// Whether it is meant for a day.
    package func isMeant(for day: CalendarDate) -> Bool { days.isEmpty || days.contains(Weekday(of: day)) }

    /// Returns the first day after a day that it is meant for.
    package func nextDay(after day: CalendarDate) -> CalendarDate {
        let next = (1...7).map { day.adding(days: $0) }
        return next.first(where: isMeant) ?? next[0]
    }

    /// Returns the number of days of a range that are of these days of the week; no days of the week mean all.
    package static func count(of days: Set<Weekday>, from first: CalendarDate, to last: CalendarDate) -> Int {
        guard first <= last else { return 0 }
        let length = first.days(until: last) + 1
        if days.isEmpty { return length }
        let rest = (0..<length % 7).count { days.contains(Weekday(of: first.adding(days: $0))) }
        return length / 7 * days.count + rest
    }

    /// Compares the ticks with the days gone by, from the later of ``since`` and the goal's first day until its last.
    ///
    /// It is behind if there are fewer ticks than the days before today ask for, in proportion and rounded down, and
    /// ahead if there are more than those up to today ask for, rounded up. For a goal without an end, each of the days
    /// of the week asks for one tick.
    ///
    /// - Returns: nil if none of its days is among those, or if it has none and the goal has no end.
    package func pace(on today: CalendarDate, of goal: GoalFields) -> Pace? {
        if !goal.hasEnd, days.isEmpty { return nil }
        let first = min(max(since, goal.startDate), goal.endDate)
        let total = goal.hasEnd ? Self.count(of: days, from: first, to: goal.endDate) : times
        guard total > 0 else { return nil }
        let before = Self.count(of: days, from: first, to: min(today.adding(days: -1), goal.endDate))
        let upToNow = Self.count(of: days, from: first, to: min(today, goal.endDate))
        let least = min(times, times * before / total)
        let most = min(times, (times * upToNow + total - 1) / total)
        return count < least ? .behind(least - count) : count > most ? .ahead(count - most) : .steady
    }

    /// The pace of a step that repeats.
    package enum Pace: Hashable, Sendable {
        /// As many ticks as planned by now.
        case steady
        /// So many more.
        case ahead(Int)
        /// So many fewer.
        case behind(Int)
    }
}

/// The editable fields of a step.
package struct StepFields: Hashable, Sendable {
    /// The title.
    package var title: GoalTitle
    /// When the owner wants to be reminded of the step; nil for never.
    package var alarm: Alarm?
    /// The repetition of the step; nil for a step that is ticked once.
    package let repetition: RepetitionPlan?
    /// The day by which the step is meant to be done; nil for none, and for a step that repeats.
    package let dueOn: CalendarDate?

    /// Fields as they were typed. The day of a step that repeats is dropped.
    package init(
        title: GoalTitle, alarm: Alarm? = nil, repetition: RepetitionPlan? = nil, dueOn: CalendarDate? = nil
    ) {
        self.title = title
        self.alarm = alarm
        self.repetition = repetition
        self.dueOn = repetition == nil ? dueOn : nil
    }
}

/// Part of a ``Repetition`` that its owner chooses.
package struct RepetitionPlan: Hashable, Sendable {
    /// Within ``Repetition/limits``.
    package let times: Int
    /// Empty for any day.
    package let days: Set<Weekday>

    /// `nil` for a number of times out of the limits.
    package init?(times: Int, days: Set<Weekday> = []) {
        guard Repetition.limits.contains(times) else { return nil }
        self.times = times
        self.days = days
    }
}

/// The number of a step. Ids are given in order of making and never given twice.
package struct StepID: RawRepresentable, Hashable, Comparable, Sendable, Codable, LosslessStringConvertible {
    /// As the database has it; an id that was read from text is 1 or more.
    package let rawValue: Int64

    /// The same as ``init(_:)-(Int64)``.
    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// The id with this number, as the database gave it.
    package init(_ number: Int64) { rawValue = number }

    /// The id written as plain decimal digits, 1 to `Int64.max`, without sign or leading zeros; `nil` for any other text.
    package init?(_ text: String) {
        guard let number = Int64(plainDecimal: text) else { return nil }
        rawValue = number
    }

    /// The same, of a part of a text.
    package init?(_ text: Substring) { self.init(String(text)) }

    /// Decimal digits.
    package var description: String { String(rawValue) }

    /// Ids are in order of making.
    package static func < (lhs: StepID, rhs: StepID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// A day of the week. The raw value is its number in ISO 8601: Monday is 1.
package enum Weekday: Int, CaseIterable, Sendable, Codable {
    /// The first day.
    case monday = 1
    /// One of the days behind it, in their order.
    case tuesday, wednesday, thursday, friday, saturday, sunday

    /// The weekday of a day on the calendar.
    package init(of day: CalendarDate) {
        // 1970-01-01 was a Thursday.
        let number = (day.daysSince1970 + 3) % 7
        self = Self.allCases[number < 0 ? number + 7 : number]
    }
}

extension Set<Weekday> {
    /// The days as bits: Monday is the lowest.
    package var dayBits: Int { reduce(0) { $0 | 1 << ($1.rawValue - 1) } }

    /// `nil` unless these are the bits of days.
    package init?(dayBits: Int) {
        guard (0..<128).contains(dayBits) else { return nil }
        self.init(Weekday.allCases.filter { dayBits >> ($0.rawValue - 1) & 1 == 1 })
    }
}

/// A time of the day, on chosen days of the week, in the owner's time zone.
package struct Alarm: Hashable, Sendable {
    /// Minutes since midnight: 0 to 1439.
    package let minute: Int
    /// At least one.
    package let days: Set<Weekday>

    /// `nil` unless there is such a minute and at least one day.
    package init?(minute: Int, days: Set<Weekday>) {
        guard (0..<1440).contains(minute), !days.isEmpty else { return nil }
        self.minute = minute
        self.days = days
    }

    /// `nil` for bits that are those of no set of days.
    package init?(minute: Int, dayBits: Int) {
        guard let days = Set(dayBits: dayBits) else { return nil }
        self.init(minute: minute, days: days)
    }

    /// The time as the value of a time field: "07:30".
    package var time: String {
        let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The minute of the day for "07:30" or "07:30:00", whose seconds are ignored; nil for any other text.
    package static func minute(of time: String) -> Int? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count),
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }
}
