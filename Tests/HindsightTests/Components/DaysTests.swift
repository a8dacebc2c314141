import Foundation
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

    @Test func aGoalWithoutAnEndHasItsFirstDay() throws {
        #expect(try words(.english, "2026-11-03", "9999-12-31") == "From Nov 3")
        #expect(try words(.korean, "2025-11-03", "9999-12-31") == "2025. 11. 3.부터")
        let (start, done) = (try #require(CalendarDate("2026-11-03")), CalendarDate("2026-11-05"))
        #expect(Strings(language: .english).duration(from: start, to: .max) == "No end date")
        #expect(Strings(language: .english).duration(from: start, to: .max, done: done) == "3 days")
        #expect(Strings(language: .korean).duration(from: start, to: .max, done: done) == "3일 걸림")
    }

    @Test(arguments: [
        ("2026-11-01", "Starts in 2 days", "2일 뒤 시작"), ("2026-11-02", "Starts tomorrow", "내일 시작"),
        ("2026-11-03", "Day 1", "1일째"), ("2027-11-03", "Day 366", "366일째"),
    ])
    func theDaysOfAGoalWithoutAnEndAreNumbered(today: String, english: String, korean: String) throws {
        let (start, today) = (try #require(CalendarDate("2026-11-03")), try #require(CalendarDate(today)))
        let count = GoalFields(title: try GoalTitle("a"), startDate: start, endDate: .max).dayCount(on: today)
        #expect(Strings(language: .english).words(for: count) == english)
        #expect(Strings(language: .korean).words(for: count) == korean)
        #expect(!count.isDue)
    }

    @Test(arguments: [
        ("2026-11-01", "Starts in 2 days"), ("2026-11-02", "Starts tomorrow"), ("2026-11-03", "3 days left"),
        ("2026-11-06", "Last day"), ("2026-11-07", "1 day overdue"),
    ])
    func aGoalThatHasNotBegunSaysWhenItBegins(today: String, words: String) throws {
        let (start, today) = (try #require(CalendarDate("2026-11-03")), try #require(CalendarDate(today)))
        let fields = GoalFields(title: try GoalTitle("a"), startDate: start, endDate: start.adding(days: 3))
        #expect(Strings(language: .english).words(for: fields.dayCount(on: today)) == words)
        // A card, which keeps the days until the end, comes to the same.
        let goal = Goal(id: GoalID(1), fields: fields, box: .active)
        let cell = GoalCellViewModel(ListedGoal(goal: goal), today: today)
        #expect(cell.dayCount == fields.dayCount(on: today))
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
        (1, "first"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
        (27, "27th"), (101, "101st"), (111, "111th"), (1012, "1012th"),
    ])
    func theHowManyThGoal(number: Int, ordinal: String) {
        #expect(Strings(language: .english).ordinalGoal(number) == "\(ordinal) goal")
        #expect(Strings(language: .korean).ordinalGoal(number) == "\(number == 1 ? "첫 " : "\(number)")번째 목표")
    }

    @Test func theFirstAndTheLastDayCount() throws {
        let (start, end) = (try #require(CalendarDate("2026-11-03")), try #require(CalendarDate("2026-12-14")))
        #expect(Strings(language: .english).duration(from: start, to: end) == "42 days")
        #expect(Strings(language: .english).duration(from: start, to: start) == "1 day")
        #expect(Strings(language: .korean).duration(from: start, to: end) == "42일")
    }

    /// V6
    @Test(arguments: [
        ("2026-11-23", "21 days, 33 days early", "21일 걸림, 33일 일찍"),
        ("2026-12-25", "53 days, 1 day early", "53일 걸림, 1일 일찍"), ("2026-12-26", "54 days", "54일 걸림"),
        ("2026-12-28", "56 days, 2 days late", "56일 걸림, 2일 늦게"),
        ("2026-11-01", "1 day, 55 days early", "1일 걸림, 55일 일찍"),
    ])
    func theDaysThatItTookAreCounted(done: String, english: String, korean: String) throws {
        let (start, end) = (try #require(CalendarDate("2026-11-03")), try #require(CalendarDate("2026-12-26")))
        let day = try #require(CalendarDate(done))
        #expect(Strings(language: .english).duration(from: start, to: end, done: day) == english)
        #expect(Strings(language: .korean).duration(from: start, to: end, done: day) == korean)
        let html = RenderedPage(strings(.english, 2026).days(from: start, to: end, done: day)).html
        #expect(html.all(between: "datetime=\"", "\"").last == done)
    }

    @Test(arguments: [
        (0, "12:00 AM", "오전 12:00"), (425, "7:05 AM", "오전 7:05"), (720, "12:00 PM", "오후 12:00"),
        (1145, "7:05 PM", "오후 7:05"), (1439, "11:59 PM", "오후 11:59"),
    ])
    func aTimeIsSaidAsAWatchHasIt(minute: Int, english: String, korean: String) {
        #expect(Strings(language: .english).time(minute) == english)
        #expect(Strings(language: .korean).time(minute) == korean)
    }

    @Test(arguments: [
        ("UTC", "November 25, 2026 at 5:02 PM", "2026년 11월 25일 오후 5:02"),
        ("Asia/Seoul", "November 26, 2026 at 2:02 AM", "2026년 11월 26일 오전 2:02"),
        ("America/St_Johns", "November 25, 2026 at 1:32 PM", "2026년 11월 25일 오후 1:32"),
    ])
    func aMomentIsSaidWithTheTimeWhereOneIs(zone: String, english: String, korean: String) throws {
        let moment = try Date("2026-11-25T17:02:59Z", strategy: .iso8601)
        let zone = try #require(TimeZoneID(zone))
        #expect(Strings(language: .english, timeZone: zone).moment(moment) == english)
        #expect(Strings(language: .korean, timeZone: zone).moment(moment) == korean)
    }

    /// Days on which a step is not repeated are those of its reminder, and a step that is done has none.
    @Test func aReminderIsNoRepetition() throws {
        let alarm = try #require(Alarm(minute: 450, days: [.monday, .wednesday]))
        let daily = try #require(Alarm(minute: 450, days: Set(Weekday.allCases)))
        func facts(_ alarm: Alarm, _ repetition: Repetition? = nil, isDone: Bool = false) -> [String?] {
            let step = Step(id: StepID(1), place: 0, title: "a", isDone: isDone, alarm: alarm, repetition: repetition)
            return [Language.english, .korean].map { Strings(language: $0).facts(of: step) }
        }
        #expect(facts(alarm) == ["Reminder: Mon, Wed at 7:30 AM", "알림 월·수 오전 7:30"])
        #expect(facts(daily) == ["Reminder: every day at 7:30 AM", "알림 매일 오전 7:30"])
        #expect(facts(alarm, isDone: true) == [nil, nil])
        let plan = try #require(RepetitionPlan(times: 8, days: alarm.days))
        let repetition = Repetition(plan, since: try #require(CalendarDate("2026-11-03")), count: 3)
        #expect(facts(alarm, repetition) == ["Mon, Wed at 7:30 AM · 3 of 8 times", "매주 월·수 오전 7:30 · 8번 중 3번"])
        #expect(facts(alarm, repetition, isDone: true) == ["Mon, Wed · 3 of 8 times", "매주 월·수 · 8번 중 3번"])
    }

    @Test func aMonthOfThisYearDoesNotSayTheYear() throws {
        let month = Month(of: try #require(CalendarDate("2026-11-03")))
        #expect(strings(.english, 2026).name(of: month) == "November")
        #expect(strings(.english, 2027).name(of: month) == "November 2026")
        #expect(strings(.korean, 2026).name(of: month) == "11월")
        #expect(strings(.korean, 2027).name(of: month) == "2026년 11월")
    }
}
