import HindsightDomain
import Live
import TestSupport
import Testing

@testable import Hindsight

/// Days, months and numbers as cards and headers say them.
@Suite(.timeLimit(.minutes(15))) struct DaysTests {
    /// Words for somebody in a year.
    private func strings(_ language: Language, _ year: Int?) -> Strings {
        Strings(language: language, today: year.flatMap { CalendarDate(year: $0, month: 6, day: 1) })
    }

    private func words(_ language: Language, thisYear: Int? = 2026, _ days: String...) throws -> String {
        let dates = try days.map { try #require(CalendarDate($0)) }
        let markup = strings(language, thisYear).days(from: dates[0], to: dates[1])
        return RenderedPage(markup).html.replacing(/<[^>]*>/, with: "")
    }

    @Test(arguments: [
        ("2026-09-17", "2026-11-17", "Sep 17 – Nov 17", "9. 17. – 11. 17."),
        ("2026-11-03", "2026-11-17", "Nov 3 – 17", "11. 3. – 17."),
        ("2026-11-03", "2026-11-03", "Nov 3", "11. 3."),
        ("2025-11-03", "2025-11-17", "Nov 3 – 17, 2025", "2025. 11. 3. – 17."),
        ("2025-09-17", "2025-11-17", "Sep 17 – Nov 17, 2025", "2025. 9. 17. – 11. 17."),
        ("2025-11-03", "2025-11-03", "Nov 3, 2025", "2025. 11. 3."),
        ("2025-12-28", "2026-01-03", "Dec 28, 2025 – Jan 3, 2026", "2025. 12. 28. – 2026. 1. 3."),
        ("2024-11-03", "2025-11-03", "Nov 3, 2024 – Nov 3, 2025", "2024. 11. 3. – 2025. 11. 3."),
    ])
    func nothingIsSaidTwice(start: String, end: String, english: String, korean: String) throws {
        #expect(try words(.english, start, end) == english)
        #expect(try words(.korean, start, end) == korean)
    }

    @Test func whoeverDoesNotKnowTheYearHearsIt() throws {
        #expect(try words(.english, thisYear: nil, "2026-11-03", "2026-11-17") == "Nov 3 – 17, 2026")
    }

    @Test func aMachineReadsBothDaysInFull() throws {
        let (start, end) = (try #require(CalendarDate("2026-11-03")), try #require(CalendarDate("2026-11-17")))
        let html = RenderedPage(strings(.english, 2026).days(from: start, to: end)).html
        #expect(html.all(between: "datetime=\"", "\"") == ["2026-11-03", "2026-11-17"])
    }

    @Test(arguments: [
        (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
        (27, "27th"), (101, "101st"), (111, "111th"), (1012, "1012th"),
    ])
    func theHowManyThGoal(number: Int, ordinal: String) {
        #expect(Strings(language: .english).ordinalGoal(number) == "\(ordinal) goal")
        #expect(Strings(language: .korean).ordinalGoal(number) == "\(number)번째 목표")
    }

    @Test func theFirstAndTheLastDayCount() throws {
        let (start, end) = (try #require(CalendarDate("2026-11-03")), try #require(CalendarDate("2026-12-14")))
        #expect(Strings(language: .english).duration(from: start, to: end) == "42 days")
        #expect(Strings(language: .english).duration(from: start, to: start) == "1 day")
        #expect(Strings(language: .korean).duration(from: start, to: end) == "42일")
    }

    /// V6
    @Test(arguments: [
        ("2026-11-23", "21 days, 33 early", "21일, 33일 일찍"), ("2026-12-26", "54 days", "54일"),
        ("2026-12-28", "56 days, 2 late", "56일, 2일 늦게"), ("2026-11-01", "1 day, 55 early", "1일, 55일 일찍"),
    ])
    func theDaysThatItTookAreCounted(done: String, english: String, korean: String) throws {
        let (start, end) = (try #require(CalendarDate("2026-11-03")), try #require(CalendarDate("2026-12-26")))
        let day = try #require(CalendarDate(done))
        #expect(Strings(language: .english).duration(from: start, to: end, done: day) == english)
        #expect(Strings(language: .korean).duration(from: start, to: end, done: day) == korean)
        let html = RenderedPage(strings(.english, 2026).days(from: start, to: end, done: day)).html
        #expect(html.all(between: "datetime=\"", "\"").last == done)
    }

    @Test func aMonthOfThisYearDoesNotSayTheYear() throws {
        let month = Month(of: try #require(CalendarDate("2026-11-03")))
        #expect(strings(.english, 2026).name(of: month) == "November")
        #expect(strings(.english, 2027).name(of: month) == "November 2026")
        #expect(strings(.korean, 2026).name(of: month) == "11월")
        #expect(strings(.korean, 2027).name(of: month) == "2026년 11월")
    }
}
