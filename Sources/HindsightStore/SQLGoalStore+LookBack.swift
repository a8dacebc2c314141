import Foundation
import HindsightDomain
import Live
import LiveSQL

// Weeks, years, jewels, and the timeline.
extension SQLGoalStore {
    package func jewelBox(
        of owner: AccountID, _ cut: JewelCut, after: GoalID?, limit: Int
    ) async throws -> JewelBox {
        let limit = GoalStoreLimits.limit(limit)
        return try await answer(.jewelBox(owner, cut, after: after, limit: limit), of: owner) { db in
            var box = JewelBox()
            let days = cut.period.days
            // One row beyond the slice tells whether there is more.
            let arguments: [any SQLValue] = [
                owner, cut.period.key, limit + 1, days.lowerBound, days.upperBound, after, cut.color, cut.shape,
            ]
            try db.forEachRow(LookBackStatements.jewelBox, arguments) { row in
                switch try row.value(0, of: "goal") as Int {
                case 0: box.tallies.append(try JewelTally(row))
                case 1: try box.years.append(row)
                default:
                    box.hasMore = box.jewels.count == limit
                    if !box.hasMore { box.jewels.append(try WonJewel(row)) }
                }
            }
            return box
        }
    }

    package func year(of owner: AccountID, _ year: Int) async throws -> YearReview {
        try await answer(.year(owner, year), of: owner) { db in
            var review = YearReview(year: year)
            try db.forEachRow(LookBackStatements.year, [owner, "m\(year)-01", "m\(year)-12"]) { row in
                switch try row.value(0, of: "goal") as Int {
                case 0: break
                case 1: return try review.years.append(row)
                default:
                    review.sampleCount = try row.value(1, of: "goal")
                    return
                }
                guard let month = (row[4] as String?).flatMap({ Int($0) }), (1...12).contains(month) else {
                    throw UnreadableRow(table: "jewelTally")
                }
                review.months[month - 1].append(try JewelTally(row))
            }
            return review
        }
    }

    package func week(of owner: AccountID, _ days: ClosedRange<CalendarDate>) async throws -> WeekReview {
        try await answer(.week(owner, days), of: owner) { db in
            var week = WeekReview(days: days)
            let before = week.daysBefore
            let arguments: [any SQLValue] = [
                owner, days.lowerBound, days.upperBound, before.lowerBound, before.upperBound, WeekReview.limit,
                days.upperBound.adding(days: 7), days.lowerBound.adding(days: -WeekNote.shift),
                days.lowerBound.adding(days: WeekNote.shift), WeekReview.tickLimit,
            ]
            var ticked: [GoalID: TickedGoal] = [:]
            try db.forEachRow(LookBackStatements.week, arguments) { row in
                switch try row.value(0, of: "goal") as Int {
                case 0:
                    (week.waitingCount, week.finishedCount) = (
                        try row.value(1, of: "account"), try row.value(6, of: "goal")
                    )
                case 1: week.finished.append(try WonJewel(row))
                case 2: week.waiting.append(try WonJewel(row))
                case 3: week.ending.append(try EndingGoal(row))
                case 4: week.yearBefore.append(try WonJewel(row))
                case 5: week.note = try WeekNote(row)
                default:
                    week.tickCount += 1
                    let goal = try TickedGoal(row, after: ticked)
                    ticked[goal.id] = goal
                }
            }
            week.ticked = Array(ticked.values.sorted { ($1.count, $0.id) < ($0.count, $1.id) }.prefix(10))
            return week
        }
    }

    package func saveWeekNote(
        _ text: String, question: Int, from revision: Int, of owner: AccountID, _ days: ClosedRange<CalendarDate>
    ) async throws -> WeekNote {
        try await commit { db in
            var week = days.lowerBound
            let found = try db.first(
                LookBackStatements.weekNote,
                [
                    owner, days.lowerBound.adding(days: -WeekNote.shift),
                    days.lowerBound.adding(days: WeekNote.shift),
                ]
            ) { row in
                week = (row[2] as String?).flatMap { CalendarDate($0) } ?? week
                return try WeekNote(row)
            }
            // A resend, or an empty text where there was none.
            if ExactText(wrappedValue: text) == ExactText(wrappedValue: found?.text ?? "") {
                return (found ?? .none, nil)
            }
            guard found?.revision ?? 0 == revision else { throw StoreError.noteChanged(found ?? .none) }
            let note = WeekNote(question: question, text: text, revision: revision + 1)
            try db.run(
                found == nil ? LookBackStatements.addWeekNote : LookBackStatements.editWeekNote,
                [owner, week, note.question, StoredText(note.text), note.revision])
            try db.run(AccountStatements.countRevision, [owner])
            return (note, StoreChange(notesOf: owner))
        }
    }

    package func answeredWeeks(
        of owner: AccountID, before: CalendarDate?, limit: Int
    ) async throws -> AnsweredWeeks {
        let limit = GoalStoreLimits.limit(limit)
        return try await answer(.answeredWeeks(owner, before: before, limit: limit), of: owner) { db in
            var answered = AnsweredWeeks()
            // One row beyond the slice tells whether there is more.
            let arguments: [any SQLValue] = [owner, before?.description ?? "~", limit + 1]
            try db.forEachRow(LookBackStatements.answeredWeeks, arguments) { row in
                answered.hasMore = answered.weeks.count == limit
                if !answered.hasMore {
                    answered.weeks.append(AnsweredWeek(week: try row.week, note: try WeekNote(row)))
                }
            }
            return answered
        }
    }

    package func events(
        of owner: AccountID, before: EventCursor?, limit: Int, in zone: TimeZoneID
    ) async throws -> TimelineSlice {
        let limit = GoalStoreLimits.limit(limit)
        return try await answer(.events(owner, before: before, limit: limit, zone), of: owner) { db in
            let zone = zone.timeZone
            // The ticks of a day come before its other entries.
            let (time, number, goal): (Int64, Int64, GoalID) =
                switch before {
                case nil: (.max, .max, GoalID(.max))
                case .moment(let time, let number): (time, number, GoalID(.min))
                case .ticks(let day, let goal): (StoredTime(day.end(in: zone)).milliseconds, .min, goal)
                }
            let day = before?.day(in: zone).description ?? "~"
            var found: [TimelineEvent] = []
            // One row of each part beyond the slice tells whether there is more.
            try db.forEachRow(LookBackStatements.events, [owner, time, number, limit + 1, day, goal]) { row in
                found.append(try TimelineEvent(row))
            }
            return TimelineSlice(merging: found, limit: limit, in: zone)
        }
    }

    package func weekNotes(
        of owner: AccountID, after: CalendarDate?, limit: Int
    ) async throws -> [(week: CalendarDate, note: WeekNote)] {
        let limit = GoalStoreLimits.limit(limit)
        return try await access.read { db in
            var notes: [(week: CalendarDate, note: WeekNote)] = []
            try db.forEachRow(LookBackStatements.weekNotes, [owner, after?.description ?? "", limit]) { row in
                notes.append((try row.week, try WeekNote(row)))
            }
            return notes
        }
    }

    package func importWeekNotes(_ imported: [CalendarDate: WeekNote], of owner: AccountID) async throws -> Int {
        guard !imported.isEmpty else { return 0 }
        let weeks = imported.sorted { $0.key < $1.key }
        var count = 0
        for start in stride(from: 0, to: weeks.count, by: GoalStoreLimits.pageSize) {
            let slice = weeks[start...].prefix(GoalStoreLimits.pageSize)
            count += try await commit { db in
                _ = try today(of: owner, db)
                var added = 0
                for (week, note) in slice {
                    added += try db.run(
                        LookBackStatements.importWeekNote,
                        [
                            owner, week, note.question, StoredText(note.text), 1, week.adding(days: -WeekNote.shift),
                            week.adding(days: WeekNote.shift),
                        ])
                }
                try db.run(AccountStatements.countRevision, [owner])
                return (added, StoreChange(notesOf: owner))
            }
        }
        return count
    }

    package func observeWeekNotes(
        of owner: AccountID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        pages.notes.observe(owner) { _ in notify() }
    }
}

extension CalendarDate {
    /// Returns the first moment after the day in a time zone.
    fileprivate func end(in zone: TimeZone) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.startOfDay(for: adding(days: 1).noon(in: zone))
    }
}

extension SQLRow {
    /// The first day of the week of a row of ``LookBackStatements/weekNotes``.
    fileprivate var week: CalendarDate {
        get throws {
            guard let week = (self[2] as String?).flatMap({ CalendarDate($0) }) else {
                throw UnreadableRow(table: "weekNote")
            }
            return week
        }
    }
}

extension Period {
    /// The key of its rows in `jewelTally`.
    fileprivate var key: String {
        switch self {
        case .always: "a"
        case .year: "y\(self)"
        case .month: "m\(self)"
        }
    }
}

extension [YearCount] {
    fileprivate mutating func append(_ row: SQLRow) throws {
        guard let year = (row[2] as String?).flatMap({ Int($0) }), let count = row[1] as Int? else {
            throw UnreadableRow(table: "jewelTally")
        }
        if count > 0 { append(YearCount(year: year, count: count)) }
    }
}
