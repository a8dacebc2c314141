import HindsightDomain
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(15))) struct PeriodTests {
    @Test(arguments: ["", "2026", "2026-03", "1000", "9999-12"])
    func aPeriodIsReadAsItIsWritten(text: String) throws {
        #expect(try #require(Period(text)).description == text)
    }

    @Test(arguments: ["26", "20266", "2026-13", "2026-3", "2026-03-01", "0999", "2026-", "-", " 2026", "２０２６"])
    func whatIsNoPeriodIsNone(text: String) { #expect(Period(text) == nil) }

    @Test(
        arguments: [
            ("2026", "2026-01-01", "2026-12-31"), ("2024-02", "2024-02-01", "2024-02-29"),
            ("2026-02", "2026-02-01", "2026-02-28"), ("2026-12", "2026-12-01", "2026-12-31"),
            ("9999-12", "9999-12-01", "9999-12-31"), ("", "1000-01-01", "9999-12-31"),
        ])
    func aPeriodHasItsDays(text: String, first: String, last: String) throws {
        let days = try #require(Period(text)).days
        #expect(days.lowerBound.description == first && days.upperBound.description == last)
    }

    @Test(
        arguments: [
            (WeekStart.monday, "2026-11-16"), (.sunday, "2026-11-15"), (.saturday, "2026-11-14"),
        ])
    func aWeekBeginsOnItsDay(start: WeekStart, first: String) throws {
        // Wednesday.
        let week = start.week(of: try #require(CalendarDate("2026-11-18")))
        #expect(week.lowerBound.description == first && week.lowerBound.days(until: week.upperBound) == 6)
        for offset in 0...6 { #expect(start.week(of: week.lowerBound.adding(days: offset)) == week) }
        #expect(start.week(of: week.lowerBound.adding(days: -1)).upperBound.adding(days: 1) == week.lowerBound)
        // Long before 1970, too.
        let old = try #require(CalendarDate("1066-10-14"))
        #expect(start.week(of: old).contains(old))
    }

    @Test(arguments: [("2026-11-18", "2025-11-18"), ("2024-02-29", "2023-02-28"), ("1000-05-05", "1000-01-01")])
    func aYearBeforeIsTheSameDay(day: String, before: String) throws {
        #expect(try #require(CalendarDate(day)).aYearBefore.description == before)
    }
}
