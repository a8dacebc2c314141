import Foundation
import HindsightDomain
import Testing

@testable import Hindsight

/// When somebody is reminded, where they are.
@Suite(.timeLimit(.minutes(15))) struct ReminderPlanTests {
    private func plan(
        _ zone: String, _ alarm: Alarm?, from start: String = "2026-01-01", through end: String = "2027-12-31",
        choose: (inout ReminderChoices) -> Void = { $0.steps = true }
    ) throws -> ReminderPlan {
        var choices = ReminderChoices()
        choose(&choices)
        let goal = ReminderPlan.Goal(
            id: GoalID(1), title: "Walk", startDate: try #require(CalendarDate(start)),
            endDate: try #require(CalendarDate(end)), revision: 1,
            steps: alarm.map { [.init(id: StepID(2), title: "Shoes", alarm: $0)] } ?? [])
        return ReminderPlan(
            zone: try #require(TimeZone(identifier: zone)), weekStart: .monday, choices: choices, goals: [goal])
    }

    private func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private func everyDay(_ minute: Int) throws -> Alarm {
        try #require(Alarm(minute: minute, days: Set(Weekday.allCases)))
    }

    /// What comes, by asking for the next one again and again, and by taking all at once: both are the same.
    private func moments(_ plan: ReminderPlan, _ from: String, _ through: String) throws -> [String] {
        let (begin, end) = (try moment(from), try moment(through))
        let taken = plan.reminders(after: begin, through: end).map(\.moment)
        var (asked, now) = ([Date](), begin)
        while let next = plan.next(after: now), next <= end {
            asked.append(next)
            now = next
        }
        #expect(asked == taken)
        return taken.map { $0.formatted(.iso8601) }
    }

    @Test(arguments: [
        ("Asia/Seoul", ["2026-11-21T22:30:00Z", "2026-11-22T22:30:00Z"]),
        ("Pacific/Honolulu", ["2026-11-21T17:30:00Z", "2026-11-22T17:30:00Z"]),
        ("America/New_York", ["2026-11-21T12:30:00Z", "2026-11-22T12:30:00Z"]),
    ])
    func anAlarmComesAtItsTimeOfTheOwnersDay(zone: String, expected: [String]) throws {
        let plan = try plan(zone, everyDay(7 * 60 + 30))
        #expect(try moments(plan, "2026-11-21T12:00:00Z", "2026-11-23T12:00:00Z") == expected)
    }

    @Test func aStepThatRepeatsIsNotRemindedOfOnTheDayOfItsTick() throws {
        var plan = try plan("Asia/Seoul", everyDay(7 * 60 + 30))
        plan.goals[0].steps[0].doneOn = CalendarDate("2026-11-22")
        #expect(
            try moments(plan, "2026-11-21T12:00:00Z", "2026-11-23T12:00:00Z") == ["2026-11-22T22:30:00Z"])
    }

    @Test func aGoalWithoutAnEndIsNotRemindedOfItsEnd() throws {
        let plan = try plan("UTC", nil, through: "9999-12-31") { ($0.ends, $0.week) = (true, false) }
        #expect(plan.next(after: try moment("2026-11-21T12:00:00Z")) == nil)
        let last = plan.reminders(
            after: try moment("9999-12-30T12:00:00Z"), through: try moment("9999-12-31T12:00:00Z"))
        #expect(last.isEmpty)
    }

    @Test func anAlarmAtMidnightBelongsToTheDayThatBegins() throws {
        let alarm = try #require(Alarm(minute: 0, days: [.sunday]))
        // Sunday begins in Seoul while it is Saturday afternoon in London.
        #expect(
            try moments(plan("Asia/Seoul", alarm), "2026-11-20T00:00:00Z", "2026-11-27T00:00:00Z")
                == ["2026-11-21T15:00:00Z"])
    }

    /// At two clocks go to three: half past two there is none, and it comes when it would have been.
    @Test func anAlarmThatTheClockSkipsComesOnce() throws {
        let plan = try plan("America/New_York", everyDay(2 * 60 + 30))
        #expect(
            try moments(plan, "2026-03-07T00:00:00Z", "2026-03-10T00:00:00Z")
                == ["2026-03-07T07:30:00Z", "2026-03-08T07:30:00Z", "2026-03-09T06:30:00Z"])
    }

    /// At two clocks go back to one: half past one is there twice, and the alarm comes the first time.
    @Test func anAlarmThatTheClockRepeatsComesOnce() throws {
        let plan = try plan("America/New_York", everyDay(60 + 30))
        #expect(
            try moments(plan, "2026-10-31T00:00:00Z", "2026-11-03T00:00:00Z")
                == ["2026-10-31T05:30:00Z", "2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z"])
    }

    @Test func alarmsKeepToTheDaysOfTheirGoal() throws {
        let plan = try plan("Asia/Seoul", everyDay(9 * 60), from: "2026-11-21", through: "2026-11-22")
        #expect(
            try moments(plan, "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z")
                == ["2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"])
    }

    @Test func theLastDayIsToldInTheMorning() throws {
        let plan = try plan("Pacific/Honolulu", everyDay(60), through: "2026-11-22") { $0.ends = true }
        #expect(
            try moments(plan, "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z") == ["2026-11-22T19:00:00Z"])
        let found = plan.reminders(
            after: try moment("2026-11-22T18:00:00Z"), through: try moment("2026-11-23T00:00:00Z"))
        #expect(found.map(\.reminder) == [.end(GoalID(1), title: "Walk")])
    }

    @Test func theWeekIsLookedBackOnAtItsEnd() throws {
        var plan = try plan("Asia/Seoul", nil) { $0.week = true }
        #expect(try moments(plan, "2026-11-20T00:00:00Z", "2026-11-27T00:00:00Z") == ["2026-11-22T11:00:00Z"])
        plan.weekStart = .sunday
        #expect(try moments(plan, "2026-11-20T00:00:00Z", "2026-11-27T00:00:00Z") == ["2026-11-21T11:00:00Z"])
        let found = plan.reminders(
            after: try moment("2026-11-21T00:00:00Z"), through: try moment("2026-11-22T00:00:00Z"))
        #expect(found.map(\.reminder) == [.week(try #require(CalendarDate("2026-11-15")))])
    }

    @Test func nothingComesThatWasNotAskedFor() throws {
        let plan = try plan("Asia/Seoul", everyDay(9 * 60)) { _ in }
        #expect(plan.next(after: try moment("2026-11-20T00:00:00Z")) == nil)
        #expect(try moments(plan, "2026-11-20T00:00:00Z", "2026-11-27T00:00:00Z") == [])
    }

    @Test func aGoalToTheEndOfTimeHasANextReminder() throws {
        let plan = try plan("Pacific/Kiritimati", everyDay(0), through: "9999-12-31") {
            $0.ends = true
            $0.steps = true
        }
        #expect(plan.next(after: try moment("2026-11-20T12:00:00Z")) == (try moment("2026-11-21T10:00:00Z")))
    }
}
