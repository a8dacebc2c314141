import Live

/// A month of a year.
package struct Month: Hashable, Comparable, Sendable {
    // Three bytes together: an open list of goals keeps one a row.
    private let storedYear: Int16
    private let storedMonth: Int8

    /// 1000 to 9999.
    package var year: Int { Int(storedYear) }
    /// 1 to 12.
    package var month: Int { Int(storedMonth) }

    /// The month that a day is of.
    package init(of day: CalendarDate) {
        storedYear = Int16(clamping: day.year)
        storedMonth = Int8(clamping: day.month)
    }

    /// Its first and its last day.
    package var days: ClosedRange<CalendarDate> {
        let first = CalendarDate(uncheckedYear: year, month: month, day: 1)
        let next = month == 12 ? (year + 1, 1) : (year, month + 1)
        if next.0 > CalendarDate.max.year { return first...CalendarDate.max }
        return first...CalendarDate(uncheckedYear: next.0, month: next.1, day: 1).adding(days: -1)
    }

    /// The earlier month is less.
    package static func < (lhs: Month, rhs: Month) -> Bool { (lhs.year, lhs.month) < (rhs.year, rhs.month) }
}

/// A stretch of time by which what was completed is counted and shown.
package enum Period: Hashable, Sendable, LosslessStringConvertible {
    /// All days.
    case always
    /// A year, 1000 to 9999.
    case year(Int)
    /// A month.
    case month(Month)

    /// A year as in "2026", a month as in "2026-03", nothing for all time; `nil` for any other text.
    package init?(_ text: String) {
        guard let day = CalendarDate(text + (text.count == 4 ? "-01-01" : "-01")) else {
            if !text.isEmpty { return nil }
            self = .always
            return
        }
        self = text.count == 4 ? .year(day.year) : .month(Month(of: day))
    }

    /// As ``init(_:)`` reads it.
    package var description: String {
        switch self {
        case .always: ""
        case .year(let year): "\(year)"
        case .month(let month): "\(month.year)-\(month.month < 10 ? "0" : "")\(month.month)"
        }
    }

    /// Its first and its last day.
    package var days: ClosedRange<CalendarDate> {
        switch self {
        case .always: CalendarDate.min...CalendarDate.max
        case .year(let year):
            CalendarDate(uncheckedYear: year, month: 1, day: 1)...CalendarDate(uncheckedYear: year, month: 12, day: 31)
        case .month(let month): month.days
        }
    }
}

extension WeekStart {
    /// On which day weeks begin where the language is spoken.
    package static func usual(in language: Language) -> WeekStart {
        switch language {
        case .korean: .sunday
        case .english: .monday
        }
    }

    /// The seven days that a day is one of.
    package func week(of day: CalendarDate) -> ClosedRange<CalendarDate> {
        // 1970-01-01 was a Thursday.
        let sinceMonday = ((day.daysSince1970 + 3) % 7 + 7) % 7
        let offset =
            switch self {
            case .monday: sinceMonday
            case .sunday: (sinceMonday + 1) % 7
            case .saturday: (sinceMonday + 2) % 7
            }
        let first = day.adding(days: -offset)
        return first...first.adding(days: 6)
    }
}

extension CalendarDate {
    /// The same day of the year before; 28 February for the 29th. Held to the first day there is.
    package var aYearBefore: CalendarDate {
        guard year > Self.min.year else { return .min }
        return CalendarDate(year: year - 1, month: month, day: day)
            ?? CalendarDate(uncheckedYear: year - 1, month: month, day: 28)
    }
}
