/// A part of a goal that can be ticked: what the app this follows calls a detail goal (하위 목표).
package struct Step: Hashable, Sendable, Identifiable {
    /// The most that a goal has: a grid of 3×3.
    package static let limit = 9

    /// Tells it from all other steps, of all goals.
    package let id: StepID
    /// Position of its stone in the goal's grid: 0 to 8, row by row, unique within the goal.
    package var place: Int
    /// 1 to 60 characters; see ``GoalTitle``.
    @ExactText package var title: String
    /// Whether it is ticked.
    package var isDone: Bool
    /// When its owner wants to be reminded of it; nil for never.
    package var alarm: Alarm?
    /// The day on which it was ticked, for its owner then; nil where that is not read.
    package var doneOn: CalendarDate?

    /// A step as the store has it. Nothing is checked here.
    package init(
        id: StepID, place: Int, title: String, isDone: Bool = false, alarm: Alarm? = nil, doneOn: CalendarDate? = nil
    ) {
        self.id = id
        self.place = place
        self.title = title
        self.isDone = isDone
        self.alarm = alarm
        self.doneOn = doneOn
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
        guard let number = plainDecimal(text) else { return nil }
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

    /// The days as bits: Monday is the lowest.
    package var dayBits: Int { days.reduce(0) { $0 | 1 << ($1.rawValue - 1) } }

    /// `nil` for what ``dayBits`` never is.
    package init?(minute: Int, dayBits: Int) {
        guard (1..<128).contains(dayBits) else { return nil }
        self.init(minute: minute, days: Set(Weekday.allCases.filter { dayBits >> ($0.rawValue - 1) & 1 == 1 }))
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
