import Foundation
import HindsightDomain
import Live

/// The private calendar of an account (RFC 5545): the alarms of steps, the last days of goals, and the look back on each
/// week.
///
/// Recurring events begin on the day on which the calendar was made at the earliest: nobody wants to see reminders of the
/// time before.
struct CalendarFeed {
    /// Time for which clock changes are listed, at least.
    private static let foresight: TimeInterval = 5 * 366 * 86_400

    let content: CalendarContent
    let strings: Strings
    /// The whole address of a page.
    let link: (_ path: String) -> String

    private var plan: ReminderPlan { content.plan }
    private var begin: CalendarDate { CalendarDate(content.since, in: content.zone) }
    private var isUTC: Bool { content.zone == .utc }

    /// Returns the calendar's text.
    ///
    /// - Parameters:
    ///   - now: the time of the stamps.
    ///   - goals: returns the goals behind one, nil for the first, a slice at a time; empty behind the last.
    func text(
        at now: Date, goals: (_ last: ReminderPlan.Goal?) async throws -> [ReminderPlan.Goal]
    ) async rethrows -> ICalendarText {
        var text = ICalendarText()
        text.add("BEGIN", "VCALENDAR")
        text.add("VERSION", "2.0")
        text.add("PRODID", "-//Hindsight//Hindsight//\(strings.language.rawValue.uppercased())")
        text.add("CALSCALE", "GREGORIAN")
        // Name and refresh interval: RFC 7986, and the names that calendars knew before it.
        for name in ["NAME", "X-WR-CALNAME"] { text.add(name, text: strings.appName) }
        text.add("URL", link(Routes.activeGoals.path()))
        text.add("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
        text.add("X-PUBLISHED-TTL", "PT1H")
        if !isUTC {
            let since = content.since - 2 * 86_400
            ICalendarTimeZone(content.zone, from: since, through: now + Self.foresight).write(to: &text)
        }
        let stamp = ICalendarText.utc(now)
        var (last, count): (ReminderPlan.Goal?, Int) = (nil, 0)
        while count < ReminderLimits.goals, case let slice = try await goals(last), !slice.isEmpty {
            for goal in slice {
                for step in goal.steps { add(step, of: goal, stamp, to: &text) }
                addEnd(of: goal, stamp, to: &text)
            }
            (last, count) = (slice.last, count + slice.count)
        }
        addWeek(stamp, to: &text)
        text.add("END", "VCALENDAR")
        return text
    }

    private func add(
        _ step: ReminderPlan.Step, of goal: ReminderPlan.Goal, _ stamp: String, to text: inout ICalendarText
    ) {
        guard let (first, last) = days(of: step.alarm.days, from: goal.startDate, through: goal.endDate) else { return }
        begin("step-\(step.id)", goal.revision, stamp, &text)
        addStart(first, step.alarm.minute, &text)
        text.add("DURATION", "PT15M")
        var moments = LocalMoments(zone: plan.zone)
        let until = last == .max ? "" : ";UNTIL=\(ICalendarText.utc(moments.moment(last, step.alarm.minute)))"
        text.add("RRULE", "FREQ=WEEKLY;BYDAY=\(Self.names(step.alarm.days))\(until)")
        text.add("SUMMARY", text: step.title)
        text.add("DESCRIPTION", text: goal.title)
        end(Routes.goal.path(goal.id), step.title, alarm: "PT0S", &text)
    }

    private func addEnd(of goal: ReminderPlan.Goal, _ stamp: String, to text: inout ICalendarText) {
        guard goal.hasEnd else { return }
        begin("end-\(goal.id)", goal.revision, stamp, &text)
        // A day without an end is that day.
        text.add("DTSTART;VALUE=DATE", ICalendarText.date(goal.endDate))
        text.add("SUMMARY", text: strings.lastDay(of: goal.title))
        end(Routes.goal.path(goal.id), strings.lastDay(of: goal.title), alarm: "PT9H", &text)
    }

    private func addWeek(_ stamp: String, to text: inout ICalendarText) {
        let day = plan.weekStart.lastDay
        guard let (first, _) = days(of: [day], from: begin, through: .max) else { return }
        begin("week", 1, stamp, &text)
        addStart(first, plan.choices.weekMinute, &text)
        text.add("DURATION", "PT15M")
        text.add("RRULE", "FREQ=WEEKLY;BYDAY=\(Self.names([day]))")
        text.add("SUMMARY", text: strings.weekTitle)
        text.add("DESCRIPTION", text: strings.weekBody)
        end(Routes.weeks.path(), strings.weekTitle, alarm: "PT0S", &text)
    }

    // MARK: Parts of an event

    private func begin(_ id: String, _ revision: Int, _ stamp: String, _ text: inout ICalendarText) {
        text.add("BEGIN", "VEVENT")
        text.add("UID", "\(id).\(content.name)@hindsight")
        text.add("DTSTAMP", stamp, isStamp: true)
        text.add("SEQUENCE", "\(max(0, revision - 1))")
    }

    private func addStart(_ day: CalendarDate, _ minute: Int, _ text: inout ICalendarText) {
        let time = ICalendarText.local(day, minute)
        if isUTC { text.add("DTSTART", time + "Z") } else { text.add("DTSTART;TZID=\(content.zone.rawValue)", time) }
    }

    /// - Parameter alarm: how much later than its beginning somebody is told of it.
    private func end(_ path: String, _ words: String, alarm: String, _ text: inout ICalendarText) {
        text.add("URL", link(path))
        // Nobody is busy for it.
        text.add("TRANSP", "TRANSPARENT")
        text.add("CLASS", "PRIVATE")
        text.add("BEGIN", "VALARM")
        text.add("ACTION", "DISPLAY")
        text.add("TRIGGER", alarm)
        text.add("DESCRIPTION", text: words)
        text.add("END", "VALARM")
        text.add("END", "VEVENT")
    }

    /// The first and the last of such days, or ``CalendarDate/max`` when there is no last one; nil when there is none.
    private func days(
        of weekdays: Set<Weekday>, from: CalendarDate, through last: CalendarDate
    ) -> (CalendarDate, CalendarDate)? {
        let from = max(from, begin)
        let week = (0..<7).map { from.adding(days: $0) }
        guard let first = week.first(where: { weekdays.contains(Weekday(of: $0)) }), first <= last else { return nil }
        if last == .max { return (first, last) }
        let lastWeek = (0..<7).map { last.adding(days: -$0) }
        return (first, lastWeek.first { weekdays.contains(Weekday(of: $0)) } ?? first)
    }

    private static func names(_ days: Set<Weekday>) -> String {
        let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        return days.map(\.rawValue).sorted().map { names[$0 - 1] }.joined(separator: ",")
    }
}
