import Foundation

/// Gives the moment that it is now. Tests turn their own.
package typealias WallClock = @Sendable () -> Date

// Counting days needs no calendar object: the two conversions are Howard Hinnant's `days_from_civil` and
// `civil_from_days` (http://howardhinnant.github.io/date_algorithms.html), with years that begin in March.
extension CalendarDate {
    /// Days since 1970-01-01; negative before.
    package var daysSince1970: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day so many days after 1970-01-01, held to 1000-01-01…9999-12-31.
    package init(daysSince1970 days: Int) {
        let shifted = Swift.min(Swift.max(days, -354_285), 2_932_896) + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            uncheckedYear: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    /// The day that it is at a moment for somebody in a time zone. Held to 1000-01-01…9999-12-31.
    ///
    /// - Parameters:
    ///   - date: The moment.
    ///   - zone: The owner's time zone: it decides what "today" is, and on which day something was written.
    package init(_ date: Date, in zone: TimeZoneID) {
        self.init(date, in: zone.timeZone)
    }

    /// The same, for many moments: finding a zone by its name takes longer than the rest.
    package init(_ date: Date, in zone: TimeZone) {
        let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        let days = (seconds / 86_400).rounded(.down)
        // A date can lie further away than `Int` counts.
        self.init(daysSince1970: Int(exactly: Swift.min(Swift.max(days, -1e7), 1e7)) ?? 0)
    }
}
