import Foundation
import HindsightDomain
import Live
import Testing

@testable import Hindsight

/// The private calendar, read as a calendar program does.
@Suite(.timeLimit(.minutes(15))) struct CalendarFeedTests {
    private func content(
        _ zone: String, _ goals: [ReminderPlan.Goal], since: String = "2026-03-01T12:00:00Z",
        _ language: Language = .english
    ) throws -> CalendarContent {
        let id = try #require(TimeZoneID(zone))
        return CalendarContent(
            account: AccountID(1),
            plan: ReminderPlan(zone: id.timeZone, weekStart: .monday, choices: ReminderChoices(), goals: goals),
            zone: id,
            language: language, since: try Date(since, strategy: .iso8601), name: "abc")
    }

    private func goal(
        _ title: String = "Walk", _ alarms: [Alarm] = [], from start: String = "2026-03-01",
        through end: String = "2026-12-31"
    ) throws -> ReminderPlan.Goal {
        ReminderPlan.Goal(
            id: GoalID(7), title: title, startDate: try #require(CalendarDate(start)),
            endDate: try #require(CalendarDate(end)), revision: 3,
            steps: alarms.enumerated().map { .init(id: StepID(Int64($0)), title: "\(title) \($0)", alarm: $1) })
    }

    private func text(_ content: CalendarContent, at now: String = "2026-03-05T00:00:00Z") async throws -> ICalendarText
    {
        let strings = Strings(language: content.language, timeZone: content.zone)
        return await CalendarFeed(content: content, strings: strings) { "https://hindsight.example" + $0 }
            .text(at: try Date(now, strategy: .iso8601)) { $0 == nil ? content.plan.goals : [] }
    }

    private func alarm(_ minute: Int, _ days: Set<Weekday> = Set(Weekday.allCases)) throws -> Alarm {
        try #require(Alarm(minute: minute, days: days))
    }

    @Test func anAlarmOfAStepRecursOnItsDaysUntilTheGoalEnds() async throws {
        let goal = try goal("Walk", [alarm(7 * 60 + 5, [.wednesday, .monday])], through: "2026-03-19")
        let calendar = try CalendarReader.read(try await text(content("Asia/Seoul", [goal])).bytes)
        #expect(calendar["VERSION"]?.value == "2.0" && calendar["PRODID"] != nil)
        let event = try #require(calendar.all("VEVENT").first)
        #expect(event["UID"]?.value == "step-0.abc@hindsight")
        #expect(event["DTSTART"]?.value == "20260302T070500")
        #expect(event["DTSTART"]?.parameters == ["TZID": "Asia/Seoul"])
        // The last Wednesday, in UTC, as what recurs in a zone has it.
        #expect(event["RRULE"]?.value == "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260317T220500Z")
        #expect(event["SUMMARY"]?.text == "Walk 0" && event["DESCRIPTION"]?.text == "Walk")
        #expect(event["URL"]?.value == "https://hindsight.example/goals/7")
        #expect(event["SEQUENCE"]?.value == "2" && event["DTSTAMP"]?.value == "20260305T000000Z")
        let reminder = try #require(event.all("VALARM").first)
        #expect(reminder["TRIGGER"]?.value == "PT0S" && reminder["ACTION"]?.value == "DISPLAY")
    }

    @Test func theLastDayOfAGoalIsADay() async throws {
        let calendar = try CalendarReader.read(
            try await text(content("Asia/Seoul", [goal(through: "9999-12-30")], .korean)).bytes)
        let event = try #require(calendar.all("VEVENT").first)
        #expect(event["DTSTART"]?.value == "99991230" && event["DTSTART"]?.parameters == ["VALUE": "DATE"])
        #expect(event["DTEND"] == nil && event["SUMMARY"]?.text == "끝나는 날: Walk")
        #expect(event.all("VALARM").first?["TRIGGER"]?.value == "PT9H")
    }

    @Test func aGoalWithoutAnEndHasNoLastDayAndItsAlarmsGoOn() async throws {
        let goal = try goal("Walk", [alarm(7 * 60, [.monday])], through: "9999-12-31")
        let calendar = try CalendarReader.read(try await text(content("UTC", [goal])).bytes)
        let events = calendar.all("VEVENT").filter { $0["UID"]?.value.hasPrefix("week") == false }
        #expect(events.map { $0["RRULE"]?.value } == ["FREQ=WEEKLY;BYDAY=MO"])
    }

    @Test func theWeekIsLookedBackOnAgainAndAgain() async throws {
        let calendar = try CalendarReader.read(try await text(content("UTC", [])).bytes)
        let event = try #require(calendar.all("VEVENT").first)
        #expect(calendar.all("VEVENT").count == 1 && calendar.all("VTIMEZONE").isEmpty)
        #expect(event["DTSTART"]?.value == "20260301T200000Z")
        #expect(event["RRULE"]?.value == "FREQ=WEEKLY;BYDAY=SU")
        #expect(event["URL"]?.value == "https://hindsight.example/weeks")
    }

    /// What has no day in the time of its goal has no event, and what was before the calendar is not in it.
    @Test func nothingIsInItThatNeverComes() async throws {
        let goals = [
            try goal("a", [alarm(0, [.friday])], through: "2026-03-04"),
            try goal("b", [alarm(0)], from: "1000-01-01", through: "2026-03-02"),
        ]
        let calendar = try CalendarReader.read(try await text(content("Asia/Seoul", goals)).bytes)
        let starts = calendar.all("VEVENT").filter { $0["UID"]?.value.hasPrefix("step") == true }
            .compactMap { $0["DTSTART"]?.value }
        #expect(starts == ["20260301T000000"])
    }

    /// A program that knows nothing of zones but what the calendar says comes to the same moments as this server does.
    @Test(arguments: [
        "Asia/Seoul", "Pacific/Honolulu", "America/New_York", "Europe/London", "Europe/Dublin", "Australia/Lord_Howe",
        "Africa/Casablanca", "America/St_Johns", "Pacific/Apia", "Asia/Kathmandu", "America/Santiago",
    ])
    func theZoneIsSaidRightly(zone: String) async throws {
        let content = try content(zone, [])
        let calendar = try CalendarReader.read(try await text(content).bytes)
        let said = try #require(calendar.all("VTIMEZONE").first)
        #expect(said["TZID"]?.value == zone)
        var moments = LocalMoments(zone: content.zone.timeZone)
        let first = try #require(CalendarDate("2026-03-01"))
        for number in 0..<(2 * 365 + 2) {
            let day = first.adding(days: number)
            for minute in [0, 5 * 60, 12 * 60, 23 * 60 + 59] {
                let moment = moments.moment(day, minute)
                // One that clocks skip is understood in more than one way.
                let shown = moment + TimeInterval(content.zone.timeZone.secondsFromGMT(for: moment))
                guard ICalendarText.utc(shown) == ICalendarText.local(day, minute) + "Z" else { continue }
                #expect(try said.moment(ICalendarText.local(day, minute)) == moment, "\(day) \(minute)")
            }
        }
    }

    @Test(
        arguments: nastyTexts + ["a,b;c\\d", String(repeating: "긴 제목 ", count: 12), String(repeating: "👨‍👩‍👧‍👦", count: 20)])
    func anyTitleComesBackAsItWasTyped(title: String) async throws {
        let goal = try goal(title, [alarm(60)])
        let calendar = try CalendarReader.read(try await text(content("America/New_York", [goal])).bytes)
        let event = try #require(calendar.all("VEVENT").first)
        let expected = title.replacing("\r\n", with: "\n").replacing("\r", with: "\n").unicodeScalars.filter {
            $0 == "\n" || $0 == "\t" || !($0.value < 0x20 || $0.value == 0x7F)
        }
        #expect(event["DESCRIPTION"]?.text.unicodeScalars.map(\.value) == expected.map(\.value))
    }

    @Test func onlyTheStampsOfTheSameCalendarDiffer() async throws {
        let content = try content("Asia/Seoul", [goal("Walk", [alarm(0)])])
        let (first, later) = (try await text(content), try await text(content, at: "2026-03-06T00:00:00Z"))
        #expect(first.fingerprint == later.fingerprint && first.bytes != later.bytes)
        #expect(try await text(self.content("Asia/Seoul", [goal("Run", [alarm(0)])])).fingerprint != first.fingerprint)
    }

    @Test func aTimeBeforeOneSaidByHalfHoursIsSaidToTheSecond() {
        #expect(ICalendarText.offset(-44 * 60 - 30) == "-004430" && ICalendarText.offset(5 * 3600 + 45 * 60) == "+0545")
    }
}
