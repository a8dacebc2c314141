import Foundation
import HindsightDomain
import Live
import LiveSite

extension Strings {
    // MARK: The list of completed goals

    var completedGoals: String { text(ko: "완료한 목표", en: "Completed goals") }
    var refresh: String { text(ko: "새로 고침", en: "Refresh") }
    var writeReview: String { text(ko: "회고 쓰기", en: "Write a review") }
    var seeReview: String { text(ko: "회고 보기", en: "See the review") }
    var showMore: String { text(ko: "더 보기", en: "Show more") }
    var endOfList: String { text(ko: "여기까지가 전부예요", en: "That’s all of them") }
    var toNewest: String { text(ko: "처음부터 보기", en: "Back to the newest") }
    var loadingGoals: String { text(ko: "목표를 불러오고 있어요", en: "Loading goals") }
    var goalsFailed: String {
        text(ko: "목표를 불러오지 못했어요. 잠시 뒤에 다시 시도해 주세요.", en: "The goals could not be loaded. Please try again in a moment.")
    }

    var whichGoals: String { text(ko: "보여 줄 목표", en: "Which goals are shown") }
    func name(of filter: CompletedGoalsFilter) -> String {
        switch filter {
        case .all: text(ko: "전체", en: "All")
        case .waiting: text(ko: "회고 전", en: "To review")
        case .reviewed: text(ko: "회고 완료", en: "Reviewed")
        }
    }

    var reviewNext: String { text(ko: "다음으로 돌아볼 목표", en: "Review this next") }
    /// The goal that has waited longest for its review.
    ///
    /// - Parameter month: the month in which it was completed.
    func waits(since month: Month) -> String {
        text(ko: "\(name(of: month))부터 가장 오래 기다렸어요", en: "Waiting the longest, since \(name(of: month))")
    }

    var emptyTitle: String { text(ko: "보석함이 아직 비어 있어요", en: "Your jewel box is still empty") }
    var emptyText: String {
        text(
            ko: "목표를 하나 완료하면 보석과 함께 여기에 놓여요. 그때 천천히 돌아봐요.",
            en: "When you finish a goal, it is kept here with its jewel, ready for you to look back on.")
    }
    var nothingWaits: String { text(ko: "기다리는 목표가 없어요", en: "Nothing is waiting") }
    var nothingWaitsText: String {
        text(
            ko: "완료한 목표를 모두 돌아봤어요. 지난 회고를 다시 읽어 볼까요?",
            en: "Every completed goal has its review. Would you like to read one again?")
    }
    var readReviews: String { text(ko: "쓴 회고 보기", en: "See your reviews") }
    var nothingReviewed: String { text(ko: "아직 쓴 회고가 없어요", en: "No reviews yet") }
    var nothingReviewedText: String {
        text(ko: "짧아도 괜찮아요. 한 목표만 먼저 돌아봐요.", en: "A few words are enough. Begin with one goal.")
    }
    var chooseGoal: String { text(ko: "돌아볼 목표 고르기", en: "Choose a goal to review") }

    /// The count line: the number of goals that can be reviewed.
    ///
    /// - Parameter hasGoals: whether there are completed goals at all.
    func reviewable(_ count: Int, hasGoals: Bool) -> HTML {
        switch (count, hasGoals) {
        case (0, false): text(ko: "아직 회고를 쓸 목표가 없어요.", en: "No goals to review yet.")
        case (0, true): text(ko: "<em>완료한 목표</em>를 모두 돌아봤어요.", en: "<em>Every completed goal</em> has its review.")
        case (1, _): text(ko: "<em>총 1개의 목표 회고</em>를 작성할 수 있어요!", en: "You can write <em>1 goal review</em>!")
        default:
            text(ko: "<em>총 \(count)개의 목표 회고</em>를 작성할 수 있어요!", en: "You can write <em>\(count) goal reviews</em>!")
        }
    }

    // MARK: Jewels

    func name(of jewel: Jewel) -> String { "\(name(of: jewel.color)) \(name(of: jewel.shape))" }

    func name(of color: Jewel.Color) -> String {
        switch color {
        case .blue: text(ko: "파란", en: "blue")
        case .purple: text(ko: "보라", en: "purple")
        case .pink: text(ko: "분홍", en: "pink")
        case .green: text(ko: "초록", en: "green")
        }
    }

    func name(of shape: Jewel.Shape) -> String {
        switch shape {
        case .brilliant: text(ko: "둥근 보석", en: "round jewel")
        case .pear: text(ko: "물방울 보석", en: "pear jewel")
        case .heart: text(ko: "하트 보석", en: "heart jewel")
        case .star: text(ko: "별 보석", en: "star jewel")
        case .emerald: text(ko: "네모 보석", en: "emerald-cut jewel")
        }
    }

    /// The followers who applaud a goal; nil for none.
    ///
    /// - Parameters:
    ///   - handles: the followers.
    ///   - count: number of them to name at most.
    ///   - isAll: whether there are no other followers who applaud it.
    func applause(from handles: [Handle], naming count: Int = 10, isAll: Bool = true) -> String? {
        guard !handles.isEmpty else { return nil }
        let names = handles.prefix(count).map { "@\($0)" }.joined(separator: ", ")
        let rest = handles.count - count
        if rest <= 0 { return text(ko: "\(names) 님이 박수를 보냈어요", en: "Applause from \(names)") }
        return isAll
            ? text(ko: "\(names) 님 외 \(rest)명이 박수를 보냈어요", en: "Applause from \(names) and \(rest) more")
            : text(ko: "\(names) 님 등이 박수를 보냈어요", en: "Applause from \(names) and more")
    }

    // MARK: Steps

    func stepsDone(_ done: Int, of total: Int) -> String {
        total == 0
            ? noStepsYet
            : text(
                ko: done == 0 ? "아직 마친 단계가 없어요" : "단계 \(total)개 중 \(done)개를 마쳤어요",
                en: "\(done) of \(many(total, "step")) done")
    }

    var noStepsYet: String { text(ko: "아직 단계가 없어요", en: "No steps yet") }
    var stepIsDone: String { text(ko: "마침", en: "Done") }
    var stepIsToDo: String { text(ko: "아직", en: "To do") }
    var iDidIt: String { text(ko: "해냈어요", en: "I did it") }

    func name(of day: Weekday) -> String {
        let korean = ["월", "화", "수", "목", "금", "토", "일"]
        let english = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        return text(ko: korean[day.rawValue - 1], en: english[day.rawValue - 1])
    }

    /// The days and the time of a step's alarm. Days on which a step is not to be repeated are called a reminder.
    func words(for alarm: Alarm, repeats: Bool) -> String {
        let time = time(alarm.minute)
        if repeats, let days = names(of: alarm.days) { return text(ko: "\(days) \(time)", en: "\(days) at \(time)") }
        let days = alarm.days.count == 7 ? text(ko: "매일", en: "every day") : list(of: alarm.days)
        return text(ko: "알림 \(days) \(time)", en: "Reminder: \(days) at \(time)")
    }

    /// The days of the week; nil for none.
    func names(of days: Set<Weekday>) -> String? {
        if days.isEmpty { return nil }
        if days.count == 7 { return text(ko: "매일", en: "Every day") }
        return text(ko: "매주 \(list(of: days))", en: list(of: days))
    }

    private func list(of days: Set<Weekday>) -> String {
        Weekday.allCases.filter(days.contains).map { name(of: $0) }.joined(separator: text(ko: "·", en: ", "))
    }

    func timesDone(_ count: Int, of times: Int) -> String {
        text(ko: "\(times)번 중 \(count)번", en: "\(count) of \(times) times")
    }

    /// The day of a step, its alarm or the days of the week, its times, and its pace if that is given; nil if there is
    /// nothing to say.
    ///
    /// - Parameter left: the number of days until the step's day; nil to leave out whether that is today or over.
    func facts(of step: Step, _ pace: Repetition.Pace? = nil, left: Int? = nil) -> String? {
        if step.alarm == nil, step.repetition == nil, step.dueOn == nil { return nil }
        let due = step.dueOn.map { left == 0 ? dueToday : by($0) }
        let late = left.flatMap { $0 < 0 ? daysLate(-$0) : nil }
        // A step that is done reminds of nothing.
        let alarm = step.isDone ? nil : step.alarm
        let days =
            alarm.map { words(for: $0, repeats: step.repetition != nil) }
            ?? step.repetition.flatMap { names(of: $0.days) }
        let times = step.repetition.map { timesDone($0.count, of: $0.times) }
        let facts = [due, late, days, times, pace.map { words(for: $0) }].compactMap(\.self)
        return facts.isEmpty ? nil : facts.joined(separator: " · ")
    }

    /// The day by which a step is meant to be done, with its year unless it is the current one: "by Nov 28".
    private func by(_ day: CalendarDate) -> String {
        let isThisYear = day.year == thisYear
        return text(
            ko: "\(isThisYear ? "" : "\(day.year)년 ")\(day.month)월 \(day.day)일까지",
            en: "by \(Self.shortMonths[day.month - 1]) \(day.day)\(isThisYear ? "" : ", \(day.year)")")
    }
    private var dueToday: String { text(ko: "오늘까지", en: "due today") }
    private func daysLate(_ count: Int) -> String {
        text(ko: "\(count)일 지났어요", en: count == 1 ? "1 day late" : "\(count) days late")
    }

    /// The pace of a step that repeats.
    func words(for pace: Repetition.Pace) -> String {
        switch pace {
        case .steady: text(ko: "계획대로예요", en: "on pace")
        case .ahead(let count): text(ko: "\(count)번 앞섰어요", en: "\(count) ahead")
        case .behind(let count): text(ko: "\(count)번 밀렸어요", en: "\(count) behind")
        }
    }

    /// The number of days until the last day of a goal or since then, as D-3, D-Day, D+2; for a goal without an end, the
    /// number of the day; for one that has not begun, the number of days until its first day.
    func words(for days: DayCount) -> String {
        switch days {
        case .left(0): text(ko: "D-Day", en: "Last day")
        case .left(1): text(ko: "D-1", en: "1 day left")
        case .left(let count) where count > 0: text(ko: "D-\(count)", en: "\(count) days left")
        case .left(-1): text(ko: "D+1", en: "1 day overdue")
        case .left(let count): text(ko: "D+\(-count)", en: "\(-count) days overdue")
        case .day(let number) where number > 0: text(ko: "\(number)일째", en: "Day \(number)")
        case .day(0): text(ko: "내일 시작", en: "Starts tomorrow")
        case .day(let number): text(ko: "\(1 - number)일 뒤 시작", en: "Starts in \(1 - number) days")
        }
    }

    var noEnd: String { text(ko: "끝나는 날 없음", en: "No end date") }
    /// The days of a goal without an end.
    func from(_ day: String) -> String { text(ko: "\(day)부터", en: "From \(day)") }

    // MARK: Days

    /// The calendar day of a moment in ``timeZone``.
    func day(of moment: Date) -> CalendarDate { CalendarDate(moment, in: timeZone) }

    /// A day in full, always with its year: "November 3, 2026".
    func longDay(_ date: CalendarDate) -> String {
        let month = Self.months[date.month - 1]
        return text(ko: "\(date.year)년 \(date.month)월 \(date.day)일", en: "\(month) \(date.day), \(date.year)")
    }

    /// A time of the day in minutes since midnight: "7:05 PM".
    func time(_ minute: Int) -> String {
        let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
        let clock = "\(hour % 12 == 0 ? 12 : hour % 12):\(rest < 10 ? "0" : "")\(rest)"
        return text(ko: "\(hour < 12 ? "오전" : "오후") \(clock)", en: "\(clock) \(hour < 12 ? "AM" : "PM")")
    }

    /// The day and time of a moment in ``timeZone``: "November 26, 2026 at 2:02 AM".
    func moment(_ date: Date) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + timeZone.timeZone.secondsFromGMT(for: date)
        let time = time(((seconds % 86_400 + 86_400) % 86_400) / 60)
        return text(ko: "\(longDay(day(of: date))) \(time)", en: "\(longDay(day(of: date))) at \(time)")
    }

    /// A day with its weekday, without its year: "Wednesday, November 25".
    func dayWithWeekday(_ date: CalendarDate) -> String {
        let weekday = longName(of: Weekday(of: date))
        return text(
            ko: "\(date.month)월 \(date.day)일 \(weekday)", en: "\(weekday), \(Self.months[date.month - 1]) \(date.day)")
    }

    func longName(of weekday: Weekday) -> String {
        let korean = ["월", "화", "수", "목", "금", "토", "일"]
        let english = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        return text(ko: "\(korean[weekday.rawValue - 1])요일", en: english[weekday.rawValue - 1])
    }

    /// The name of a month: "November", with its year unless it is the current one: "November 2025".
    func name(of month: Month) -> String {
        let name = Self.months[month.month - 1]
        return month.year == thisYear
            ? text(ko: "\(month.month)월", en: name)
            : text(ko: "\(month.year)년 \(month.month)월", en: "\(name) \(month.year)")
    }

    /// The short name of a month from 1 to 12: "3월", "Mar".
    func shortName(ofMonth month: Int) -> String { text(ko: "\(month)월", en: Self.shortMonths[month - 1]) }

    /// A short day in a `<time>` element, with its year unless it is the current one. The element's attribute has the
    /// full date.
    func day(_ date: CalendarDate) -> HTML { days(from: date, to: date) }

    /// A range of days without repetitions: "Nov 3 – 17", "Sep 17 – Nov 17", with the year unless both days are in the
    /// current one: "From Nov 3" without an end. The attributes of the `<time>` elements have the full dates.
    func days(from start: CalendarDate, to end: CalendarDate) -> HTML {
        if end == .max {
            let first = time(start, shortDay(start, year: start.year != thisYear, month: true))
            return text(ko: "\(first)부터", en: "From \(first)")
        }
        let isOneYear = start.year == end.year
        let says = !isOneYear || start.year != thisYear
        let isOneMonth = isOneYear && start.month == end.month
        // The year comes first in Korean and last in English.
        let last = text(
            ko: shortDay(end, year: says && !isOneYear, month: !isOneMonth),
            en: shortDay(end, year: says, month: !isOneMonth))
        if start == end { return time(start, shortDay(start, year: says, month: true)) }
        let first = shortDay(start, year: text(ko: says, en: says && !isOneYear), month: true)
        return "\(time(start, first)) – \(time(end, last))"
    }

    /// The days of a goal: planned ones or, after completion, those up to the day of completion.
    ///
    /// - Parameter day: the day of completion; nil for a goal that isn't completed.
    func days(from start: CalendarDate, to end: CalendarDate, done day: CalendarDate?) -> HTML {
        guard let day else { return days(from: start, to: end) }
        // A goal may be completed before its first day.
        return days(from: min(start, day), to: day)
    }

    /// The number of days that a goal has or took, including the first and the last one, and the number of days by
    /// which it was completed early or late; or that it has no end.
    ///
    /// - Parameter day: the day of completion; nil for a goal that isn't completed.
    func duration(from start: CalendarDate, to end: CalendarDate, done day: CalendarDate? = nil) -> String {
        let days = min(start, day ?? start).days(until: day ?? end) + 1
        guard let day else { return end == .max ? noEnd : text(ko: "\(days)일", en: many(days, "day")) }
        let words = text(ko: "\(days)일 걸림", en: many(days, "day"))
        if end == .max { return words }
        switch day.days(until: end) {
        case 0: return words
        case let early where early > 0:
            return text(ko: "\(words), \(early)일 일찍", en: "\(words), \(many(early, "day")) early")
        case let late: return text(ko: "\(words), \(-late)일 늦게", en: "\(words), \(many(-late, "day")) late")
        }
    }

    /// The rank of a completed goal, from 1: "12th goal".
    func ordinalGoal(_ number: Int) -> String { text(ko: "\(ordinal(number)) 목표", en: "\(ordinal(number)) goal") }

    /// An ordinal, the first one in words: "first", "12th".
    func ordinal(_ number: Int) -> String {
        text(ko: number == 1 ? "첫 번째" : "\(number)번째", en: englishOrdinal(number))
    }

    private func englishOrdinal(_ number: Int) -> String {
        switch (number % 10, number % 100) {
        case _ where number == 1: "first"
        case (_, 11...13): "\(number)th"
        case (1, _): "\(number)st"
        case (2, _): "\(number)nd"
        case (3, _): "\(number)rd"
        default: "\(number)th"
        }
    }

    private func shortDay(_ date: CalendarDate, year: Bool, month: Bool) -> HTML {
        switch language {
        case .korean:
            "\(if: year, "\(date.year). ")\(if: month, "\(date.month). ")\(date.day)."
        case .english:
            "\(if: month, "\(Self.shortMonths[date.month - 1]) ")\(date.day)\(if: year, ", \(date.year)")"
        }
    }

    var goalHasNoChannel: String {
        text(ko: "아직 알림 받을 곳이 없어요.", en: "Reminders aren’t set up yet.")
    }

    private func time(_ date: CalendarDate, _ words: HTML) -> HTML {
        "<time datetime=\"\(iso: date)\">\(words)</time>"
    }

    private func text(ko korean: Bool, en english: Bool) -> Bool { language == .korean ? korean : english }

    private static let shortMonths = months.map { String($0.prefix(3)) }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}

extension HTML.StringInterpolation {
    /// Appends a calendar day in the format of ISO 8601: "2026-11-20".
    mutating func appendInterpolation(iso date: CalendarDate) {
        appendInterpolation(date.year)
        appendLiteral(date.month < 10 ? "-0" : "-")
        appendInterpolation(date.month)
        appendLiteral(date.day < 10 ? "-0" : "-")
        appendInterpolation(date.day)
    }
}
