import Foundation
import Hindsight
import HindsightDomain
import Testing

@Suite(.timeLimit(.minutes(15))) struct CalendarDateTests {
    @Test(arguments: ["1000-01-01", "2024-02-29", "2000-02-29", "2026-11-20", "9999-12-31"])
    func realDaysAreReadAndWrittenTheSame(text: String) {
        #expect(CalendarDate(text)?.description == text)
    }

    @Test(arguments: [
        "", "0999-12-31", "10000-01-01", "2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10",
        "2026-01-00", "2026-1-01", "26-01-01", "2026-01-01 ", "2026/01/01", "+026-01-01", "２０２６-01-01", "2026-01-01-01",
    ])
    func whatIsNoDayIsRefused(text: String) {
        #expect(CalendarDate(text) == nil)
    }

    @Test func partsAreCheckedAsTextIs() {
        #expect(CalendarDate(year: 2026, month: 2, day: 29) == nil)
        #expect(CalendarDate(year: 2028, month: 2, day: 29) != nil)
        #expect(CalendarDate(year: 10_000, month: 1, day: 1) == nil)
    }

    @Test func daysAreInOrder() throws {
        let days = try ["2025-12-31", "2026-01-01", "2026-01-31", "2026-02-01"].map { try #require(CalendarDate($0)) }
        #expect(days.sorted() == days)
        #expect(days.shuffled().sorted() == days)
    }

    @Test func addingDaysCrossesMonthsAndLeapYears() throws {
        let day = try #require(CalendarDate("2024-02-28"))
        #expect(day.adding(days: 1).description == "2024-02-29")
        #expect(day.adding(days: 2).description == "2024-03-01")
        #expect(day.adding(days: 366).description == "2025-02-28")
        #expect(day.adding(days: -59).description == "2023-12-31")
        #expect(day.days(until: day.adding(days: -4321)) == -4321)
    }

    @Test func everyDayFollowsTheOneBefore() throws {
        var day = CalendarDate.min
        var broken: [CalendarDate] = []
        for _ in 0..<200_000 {
            let next = day.adding(days: 1)
            let isReal = CalendarDate(year: next.year, month: next.month, day: next.day) == next
            if !isReal || next <= day { broken.append(next) }
            day = next
        }
        #expect(broken.isEmpty)
        #expect(day.description == "1547-08-02")
    }

    @Test func addingStaysInTheRangeThatThereIs() {
        #expect(CalendarDate.min.description == "1000-01-01")
        #expect(CalendarDate.max.description == "9999-12-31")
        #expect(CalendarDate.max.adding(days: 1) == .max)
        #expect(CalendarDate.min.adding(days: -1) == .min)
        #expect(CalendarDate.max.adding(days: .max) == .max)
        #expect(CalendarDate.min.adding(days: .min) == .min)
    }

    @Test func aMomentIsAnotherDayInAnotherTimeZone() throws {
        let moment = Date(timeIntervalSince1970: 1_795_215_600)  // 2026-11-20 23:00 UTC
        #expect(CalendarDate(moment, in: .utc).description == "2026-11-20")
        #expect(CalendarDate(moment, in: try #require(TimeZoneID("Asia/Seoul"))).description == "2026-11-21")
        let midnight = Date(timeIntervalSince1970: -1)
        #expect(CalendarDate(midnight, in: .utc).description == "1969-12-31")
        #expect(CalendarDate(.distantFuture, in: .utc).description == "4001-01-01")
        #expect(CalendarDate(.distantPast, in: .utc) == .min)
    }

    /// An instant as seconds since 1970, and the day that it is in a zone.
    @Test(arguments: [
        // 2026-03-01T15:30Z is half past midnight in Seoul; half an hour earlier it is still the day before.
        (1_772_379_000, "Asia/Seoul", "2026-03-02"), (1_772_379_000 - 1801, "Asia/Seoul", "2026-03-01"),
        (1_772_379_000, "UTC", "2026-03-01"), (1_772_379_000, "America/Los_Angeles", "2026-03-01"),
        // In New York clocks are put forward on 2026-03-08 at 2:00, and back on 2026-11-01 at 2:00. Both days begin in
        // another offset than they end in: 05:00Z and 04:00Z, 04:00Z and 05:00Z.
        (1_772_945_999, "America/New_York", "2026-03-07"), (1_772_946_000, "America/New_York", "2026-03-08"),
        (1_773_028_799, "America/New_York", "2026-03-08"), (1_773_028_800, "America/New_York", "2026-03-09"),
        (1_793_505_599, "America/New_York", "2026-10-31"), (1_793_505_600, "America/New_York", "2026-11-01"),
        (1_793_595_599, "America/New_York", "2026-11-01"), (1_793_595_600, "America/New_York", "2026-11-02"),
        // Offsets that are no whole hours, and the ones farthest from UTC.
        (1_772_379_000, "Asia/Kathmandu", "2026-03-01"), (1_772_388_900, "Asia/Kathmandu", "2026-03-02"),
        (1_772_359_200, "Pacific/Kiritimati", "2026-03-02"), (1_772_359_199, "Pacific/Kiritimati", "2026-03-01"),
    ])
    func aDayBeginsAtMidnightInItsZone(seconds: Int, zone: String, day: String) throws {
        let zone = try #require(TimeZoneID(zone))
        #expect(CalendarDate(Date(timeIntervalSince1970: Double(seconds)), in: zone).description == day)
    }
}
