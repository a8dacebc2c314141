/// A day on the calendar, without a time and without a time zone: 1000-01-01 to 9999-12-31.
///
/// Goals start and end on such days (`domain.md`). The calendar is the proleptic Gregorian one, as in ISO 8601.
package struct CalendarDate: Hashable, Comparable, Sendable {
    // Four bytes together: an open list of goals keeps two days a row, for hours.
    private let storedYear: Int16
    private let storedMonth: Int8
    private let storedDay: Int8

    /// 1000 to 9999.
    package var year: Int { Int(storedYear) }
    /// 1 to 12.
    package var month: Int { Int(storedMonth) }
    /// 1 to 31.
    package var day: Int { Int(storedDay) }

    /// The first day there is: 1000-01-01.
    package static let min = CalendarDate(daysSince1970: Int.min)
    /// The last day there is: 9999-12-31.
    package static let max = CalendarDate(daysSince1970: Int.max)

    /// `nil` unless there is such a day between 1000-01-01 and 9999-12-31: there is no 2026-02-29.
    package init?(year: Int, month: Int, day: Int) {
        guard (1000...9999).contains(year), (1...12).contains(month) else { return nil }
        guard (1...Self.daysInMonth(month, of: year)).contains(day) else { return nil }
        self.init(uncheckedYear: year, month: month, day: day)
    }

    package init(uncheckedYear year: Int, month: Int, day: Int) {
        storedYear = Int16(year)
        storedMonth = Int8(month)
        storedDay = Int8(day)
    }

    /// The day that ISO 8601's extended form writes, as in "2026-11-20"; `nil` for any other text.
    package init?(_ text: String) {
        var text = text
        guard let date = text.withUTF8({ Self(utf8: $0) }) else { return nil }
        self = date
    }

    /// The same, of a part of a text.
    package init?(_ text: Substring) { self.init(String(text)) }

    private init?(utf8: UnsafeBufferPointer<UInt8>) {
        var (year, month, day) = (0, 0, 0)
        var length = 0
        for byte in utf8 {
            defer { length += 1 }
            if length == 4 || length == 7 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard length < 10, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let digit = Int(byte - UInt8(ascii: "0"))
            switch length {
            case ..<4: year = year * 10 + digit
            case ..<7: month = month * 10 + digit
            default: day = day * 10 + digit
            }
        }
        guard length == 10 else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day this many days later, or earlier when `days` is negative. Held to the range that there is.
    package func adding(days: Int) -> CalendarDate {
        let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
        return CalendarDate(daysSince1970: overflow ? (days < 0 ? Int.min : Int.max) : sum)
    }

    /// Number of days from this date to `other`; negative if it is earlier.
    package func days(until other: CalendarDate) -> Int { other.daysSince1970 - daysSince1970 }

    /// The earlier day is less.
    package static func < (lhs: CalendarDate, rhs: CalendarDate) -> Bool {
        (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
    }

    private static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDate: LosslessStringConvertible {
    /// ISO 8601: "2026-11-20".
    package var description: String { "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)" }
}
