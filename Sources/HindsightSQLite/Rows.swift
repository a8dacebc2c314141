import Foundation
import GRDB
import HindsightDomain
import Live
import LiveSQLite

// Columns are read by their index: finding each by its name costs as much as reading it. The indexes are those of the
// statements; see `GoalStatements` and `AccountStatements`.

extension Row {
    /// Returns a value that must be there.
    ///
    /// - Throws: ``UnreadableRow`` for NULL, at which the library's own subscript would end the process.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ index: Int, of table: String
    ) throws -> Value {
        guard let value = self[index] as Value? else { throw UnreadableRow(table: table) }
        return value
    }

    fileprivate func text(_ index: Int) -> String? { StoredText.fromDatabaseValue(self[index])?.text }

    fileprivate func time(_ index: Int) -> Date? { (self[index] as Int64?).map { StoredTime(milliseconds: $0).date } }

    fileprivate func date(_ index: Int) -> CalendarDate? { (self[index] as String?).flatMap { CalendarDate($0) } }

    fileprivate func level(_ index: Int) -> Level? { (self[index] as Int?).flatMap { Level($0) } }

    fileprivate func name<Value: RawRepresentable<String>>(_ index: Int, of type: Value.Type) -> Value? {
        (self[index] as String?).flatMap(Value.init)
    }
}

extension CompletedGoal {
    /// Reads a goal whose columns begin at `first`.
    init(_ row: Row, at first: Int) throws {
        guard let color = row.name(first + 5, of: Jewel.Color.self),
            let shape = row.name(first + 6, of: Jewel.Shape.self), let completedAt = row.time(first + 7),
            let hasReview = row[first + 8] as Bool?
        else { throw UnreadableRow(table: "goal") }
        self.init(
            goal: try Goal(row, at: first, in: .completed), jewel: Jewel(color: color, shape: shape),
            completedAt: completedAt, day: row.date(first + 9), hasReview: hasReview)
    }
}

extension Goal {
    /// Reads a goal whose columns begin at `first`: id, title, dates, reminder.
    init(_ row: Row, at first: Int, in box: Box) throws {
        guard let id = row[first] as Int64?, let title = row.text(first + 1), let startDate = row.date(first + 2),
            let endDate = row.date(first + 3), let reminderEnabled = row[first + 4] as Bool?
        else { throw UnreadableRow(table: "goal") }
        self.init(
            id: GoalID(id), title: title, startDate: startDate, endDate: endDate, box: box,
            reminderEnabled: reminderEnabled)
    }
}

extension GoalDetail {
    /// Reads a row of ``GoalDetailStatements/detail``: each has the goal and at most one of its steps.
    static func read(_ row: Row, into detail: inout GoalDetail?) throws {
        if detail == nil { detail = try GoalDetail(row) }
        if !row.hasNull(atIndex: 14) { detail?.steps.append(try Step(row, at: 14)) }
    }

    private init(_ row: Row) throws {
        guard let id = row[0] as Int64?, let title = row.text(1), let startDate = row.date(2),
            let endDate = row.date(3), let box = row.name(4, of: Box.self), let reminderEnabled = row[5] as Bool?,
            let revision = row[6] as Int?, let isSample = row[21] as Bool?
        else { throw UnreadableRow(table: "goal") }
        self.init(
            goal: Goal(
                id: GoalID(id), title: title, startDate: startDate, endDate: endDate, box: box,
                reminderEnabled: reminderEnabled),
            revision: revision, firstStartDate: row.date(20), isSample: isSample,
            reminderReach: try ReminderReach(row, at: 24))
        guard box == .completed else { return }
        guard let color = row.name(7, of: Jewel.Color.self), let shape = row.name(8, of: Jewel.Shape.self),
            let completedAt = row.time(9), let hasReview = row[11] as Bool?,
            let celebration = row.name(12, of: Celebration.self), let rank = row[13] as Int?
        else { throw UnreadableRow(table: "goal") }
        completion = Completion(
            jewel: Jewel(color: color, shape: shape), completedAt: completedAt,
            day: row.date(10) ?? CalendarDate(completedAt, in: .utc), rank: rank, hasReview: hasReview,
            celebration: celebration)
        if !row.hasNull(atIndex: 22), !hasReview {
            completion?.undoableUntil = row.time(23)?.addingTimeInterval(
                TimeInterval(GoalStoreLimits.undoWindow.components.seconds))
        }
    }
}

extension ReminderReach {
    /// Reads the two columns from `first` on.
    init(_ row: Row, at first: Int) throws {
        try self.init(steps: row.value(first, of: "reminder"), ends: row.value(first + 1, of: "reminder"))
    }
}

extension Step {
    /// Reads a step whose columns begin at `first`.
    fileprivate init(_ row: Row, at first: Int) throws {
        guard let id = row[first] as Int64?, let place = row[first + 1] as Int?, let title = row.text(first + 2),
            let isDone = row[first + 3] as Bool?
        else { throw UnreadableRow(table: "step") }
        var alarm: Alarm?
        if let minute = row[first + 4] as Int?, let days = row[first + 5] as Int? {
            alarm = Alarm(minute: minute, dayBits: days)
        }
        self.init(id: StepID(id), place: place, title: title, isDone: isDone, alarm: alarm)
    }
}

extension ListedGoal {
    /// Number of columns.
    static let columnCount = 15

    /// Reads a goal whose columns begin at `first`.
    init(_ row: Row, at first: Int) throws {
        guard let box = row.name(first + 10, of: Box.self), let stepCount = row[first + 11] as Int?,
            let doneCount = row[first + 12] as Int?
        else { throw UnreadableRow(table: "goal") }
        if box == .completed {
            let completed = try CompletedGoal(row, at: first)
            self.init(
                goal: completed.goal, stepCount: stepCount, doneCount: doneCount,
                win: Win(
                    jewel: completed.jewel, completedAt: completed.completedAt, day: completed.day,
                    hasReview: completed.hasReview))
        } else {
            self.init(goal: try Goal(row, at: first, in: box), stepCount: stepCount, doneCount: doneCount)
            putAwayAt = row.time(first + 13)
        }
        isSample = try row.value(first + 14, of: "goal")
    }
}

extension GoalsOverview {
    /// Number of columns, which is the index of the first column read with it.
    static let columnCount = 15

    /// Reads the overview from the first columns of a row.
    init(_ row: Row) throws {
        let counts = try (0...3).map { try row.value($0, of: "account") as Int }
        self.init(
            counts: BoxCounts(stored: counts[0], active: counts[1], completed: counts[2]), reviewableCount: counts[3],
            nextToReview: row.hasNull(atIndex: 5) ? nil : try CompletedGoal(row, at: 5),
            hasSamples: try row.value(4, of: "account"))
    }
}

extension WonJewel {
    /// Reads a row of a part of ``LookBackStatements`` that contains completed goals.
    init(_ row: Row) throws {
        guard let id = row[1] as Int64?, let title = row.text(2), let day = row.date(3),
            let color = row.name(4, of: Jewel.Color.self), let shape = row.name(5, of: Jewel.Shape.self),
            let hasReview = row[6] as Bool?, let isSample = row[7] as Bool?
        else { throw UnreadableRow(table: "goal") }
        self.init(
            id: GoalID(id), title: title, jewel: Jewel(color: color, shape: shape), day: day, hasReview: hasReview,
            isSample: isSample)
    }
}

extension TickedGoal {
    /// Reads the row of a step that was ticked: its goal, with the known count plus one.
    init(_ row: Row, after known: [GoalID: TickedGoal]) throws {
        guard let id = (row[1] as Int64?).map({ GoalID($0) }), let title = row.text(2) else {
            throw UnreadableRow(table: "step")
        }
        self.init(
            id: id, title: title, count: (known[id]?.count ?? 0) + 1,
            isSample: try row.value(4, of: "goal"))
    }
}

extension JewelTally {
    /// Reads a row of a part of ``LookBackStatements`` that contains counts of jewels.
    init(_ row: Row) throws {
        guard let color = row.name(1, of: Jewel.Color.self), let shape = row.name(2, of: Jewel.Shape.self) else {
            throw UnreadableRow(table: "jewelTally")
        }
        self.init(
            jewel: Jewel(color: color, shape: shape), count: try row.value(3, of: "jewelTally"),
            levelSum: try row.value(4, of: "jewelTally"), levelCount: try row.value(5, of: "jewelTally"))
    }
}

extension WeekNote {
    /// Reads a row of ``LookBackStatements/weekNote``.
    init(_ row: Row) throws {
        guard let question = row[2] as Int?, let text = row.text(3), let revision = row[4] as Int? else {
            throw UnreadableRow(table: "weekNote")
        }
        self.init(question: question, text: text, revision: revision)
    }
}

extension ReviewPlace {
    /// Reads a row of ``ListStatements/place``.
    init(_ row: Row) throws {
        func neighbour(_ index: Int) throws -> Neighbour? {
            guard let id = row[index] as Int64? else { return nil }
            guard let title = row.text(index + 1) else { throw UnreadableRow(table: "goal") }
            return Neighbour(id: GoalID(id), title: title)
        }
        self.init(rank: try row.value(0, of: "goal"), newer: try neighbour(1), older: try neighbour(3))
    }
}

extension Review {
    /// Reads a review whose columns begin at `first`; nil when there is none.
    init?(_ row: Row, at first: Int) throws {
        if row.hasNull(atIndex: first) { return nil }
        guard let body = ReviewContent.Body(row, at: first), let level = row.level(first + 6),
            let writtenAt = row.time(first + 7)
        else { throw UnreadableRow(table: "review") }
        self.init(
            content: ReviewContent(body: body, level: level), writtenAt: writtenAt, editedAt: row.time(first + 8),
            revision: try row.value(first + 9, of: "review"))
    }
}

extension ReviewContent.Body {
    fileprivate init?(_ row: Row, at first: Int) {
        switch row.name(first, of: ReviewStyle.self) {
        case .guided:
            guard let liked = row.text(first + 1), let lacked = row.text(first + 2),
                let learned = row.text(first + 3), let longedFor = row.text(first + 4)
            else { return nil }
            self = .guided(GuidedAnswers(liked: liked, lacked: lacked, learned: learned, longedFor: longedFor))
        case .free:
            guard let text = row.text(first + 5) else { return nil }
            self = .free(text)
        case nil: return nil
        }
    }
}

extension GoalReview {
    /// Reads a row of ``GoalStatements/goalReview``: the first one has everything but the draft, and each has at most
    /// one field of the draft.
    ///
    static func read(_ row: Row, into review: inout GoalReview?) throws {
        if review == nil {
            let written = try Review(row, at: 11)
            review = GoalReview(
                goal: try CompletedGoal(row, at: 0), revision: try row.value(10, of: "goal"), review: written,
                deletedReview: written == nil ? try Review(row, at: 21) : nil)
        }
        guard let droppedAt = row[31] as Int64? else { return }
        guard let field = row.name(32, of: DraftField.self), let value = row.text(33), let revision = row[34] as Int?,
            let writer = row[35] as String?
        else { throw UnreadableRow(table: "draftField") }
        if droppedAt == 0 {
            review?.draft[field] = DraftEntry(value: value, revision: revision, writer: writer)
        } else {
            review?.dropped[field] = value
        }
    }
}

extension WholeGoal {
    /// Reads a row of ``GoalStatements/wholeGoals``: the first one of a goal has everything but steps and draft, and
    /// each has at most one of those.
    static func read(_ row: Row, into goals: inout [WholeGoal]) throws {
        guard let id = row[0] as Int64? else { throw UnreadableRow(table: "goal") }
        if goals.last?.goal.id != GoalID(id) { goals.append(try WholeGoal(row, id: GoalID(id))) }
        if !row.hasNull(atIndex: 23) {
            var step = try Step(row, at: 23)
            step.doneOn = row.date(34)
            // With several fields of a draft the same step comes several times.
            if !goals[goals.count - 1].steps.contains(where: { $0.id == step.id }) {
                goals[goals.count - 1].steps.append(step)
            }
        }
        guard !row.hasNull(atIndex: 20) else { return }
        guard let field = row.name(20, of: DraftField.self), let value = row.text(21) else {
            throw UnreadableRow(table: "draftField")
        }
        goals[goals.count - 1].draft[field] = value
    }

    private init(_ row: Row, id: GoalID) throws {
        guard let title = row.text(1), let startDate = row.date(2), let endDate = row.date(3),
            let box = row.name(4, of: Box.self), let reminderEnabled = row[5] as Bool?, let createdAt = row.time(9)
        else { throw UnreadableRow(table: "goal") }
        let goal = Goal(
            id: id, title: title, startDate: startDate, endDate: endDate, box: box, reminderEnabled: reminderEnabled)
        self.init(goal: goal, uid: row[29], createdAt: createdAt, review: try Review(row, at: 10))
        (putAwayAt, firstStartDate) = (row.time(31), row.date(32))
        guard box == .completed else { return }
        guard let color = row.name(6, of: Jewel.Color.self), let shape = row.name(7, of: Jewel.Shape.self),
            let completedAt = row.time(8)
        else { throw UnreadableRow(table: "goal") }
        jewel = Jewel(color: color, shape: shape)
        self.completedAt = completedAt
        completedOn = row.date(22) ?? CalendarDate(completedAt, in: .utc)
        rank = row[30]
    }
}

extension GoalCandidate {
    /// Reads a row of ``SearchStatements/search``: the first one of a goal has everything but the steps, and each has
    /// at most one of those.
    static func read(_ row: Row, into candidates: inout [GoalCandidate]) throws {
        guard let id = row[0] as Int64? else { throw UnreadableRow(table: "goal") }
        if candidates.last?.goal.id != GoalID(id) { candidates.append(try GoalCandidate(row)) }
        if let step = row[13] as Int64?, let title = row.text(14) {
            candidates[candidates.count - 1].steps.append((step, title))
        }
    }

    private init(_ row: Row) throws {
        guard let box = row.name(5, of: Box.self) else { throw UnreadableRow(table: "goal") }
        goal = try Goal(row, at: 0, in: box)
        completedOn = row.date(15)
        if let color = row.name(6, of: Jewel.Color.self), let shape = row.name(7, of: Jewel.Shape.self) {
            jewel = Jewel(color: color, shape: shape)
        }
        answers = zip(ReviewField.allCases, 8...12).compactMap { field, column in
            row.text(column).map { (field, $0) }
        }
    }
}

extension SearchCandidate {
    /// Reads a row of ``SearchStatements/searchWeeks``.
    init(week row: Row) throws {
        guard let week = (row[0] as String?).flatMap({ CalendarDate($0) }), let text = row.text(1) else {
            throw UnreadableRow(table: "weekNote")
        }
        self = .week(week, text)
    }
}

extension SignedIn {
    /// Reads a row of ``AccountStatements/session``.
    init(_ row: Row, login: String) throws {
        guard let account = row[0] as Int64?, let isDemo = row[1] as Bool?, let csrfToken = row[3] as String?,
            let expiresAt = row.time(4)
        else { throw UnreadableRow(table: "accountSession") }
        self.init(
            account: AccountID(account), isDemo: isDemo, language: row.name(2, of: Language.self),
            theme: row.name(6, of: Theme.self), timeZone: row.name(5, of: TimeZoneID.self),
            name: row.text(7) ?? (row[8] as String?).map { String($0.prefix { $0 != "@" }) }, login: login,
            csrfToken: csrfToken, expiresAt: expiresAt)
    }
}

extension AccountSession {
    /// Reads a row of ``AccountStatements/sessionsOfAccount``.
    init(_ row: Row) throws {
        guard let hash = row[0] as Data?, let createdAt = row.time(1), let lastUsedAt = row.time(2) else {
            throw UnreadableRow(table: "accountSession")
        }
        self.init(
            login: SecretToken.login(of: hash), client: Client(address: row[3] ?? "", agent: row.text(4) ?? ""),
            createdAt: createdAt, lastUsedAt: lastUsedAt)
    }
}

extension AccountDetails {
    /// Reads a row of ``AccountStatements/details``.
    init(_ row: Row) {
        self.init(
            email: row[0], isEmailConfirmed: !row.hasNull(atIndex: 1), displayName: row.text(2),
            language: row.name(3, of: Language.self), theme: row.name(4, of: Theme.self),
            timeZone: row.name(5, of: TimeZoneID.self), weekStart: row.name(6, of: WeekStart.self),
            createdAt: row.time(7) ?? .distantPast)
    }
}

extension Credentials {
    /// Reads a row of ``AccountStatements/credentialsOfEmail``.
    init(_ row: Row) throws {
        guard let account = row[0] as Int64?, let email = (row[1] as String?).flatMap({ try? EmailAddress($0) }),
            let password = (row[2] as String?).flatMap({ PasswordHash(text: $0) }), let isKnown = row[4] as Bool?
        else { throw UnreadableRow(table: "account") }
        self.init(
            account: AccountID(account), email: email, password: password, isKnownDevice: isKnown,
            language: row.name(3, of: Language.self))
    }
}

extension AccountLink {
    /// Reads a row of ``AccountStatements/link``.
    init(_ row: Row) throws {
        let account = (row[1] as Int64?).map { AccountID($0) }
        let email = (row[2] as String?).flatMap { try? EmailAddress($0) }
        switch (row[0] as String?, account, email) {
        case ("reset", let account?, _): self = .reset(account)
        case ("email", let account?, let email?): self = .email(account, email)
        case ("registration", let demo, let email?):
            guard let password = (row[3] as String?).flatMap({ PasswordHash(text: $0) }) else { fallthrough }
            self = .registration(
                NewAccount(
                    email: email, isConfirmed: false, password: password, demo: demo,
                    keeps: row.name(6, of: DemoChoice.self) ?? .all, language: row.name(4, of: Language.self),
                    timeZone: row.name(5, of: TimeZoneID.self)))
        default: throw UnreadableRow(table: "accountLink")
        }
    }
}

extension AccountLogEntry {
    /// Reads a row of ``AccountStatements/log``; nil for an event that only a later version knows.
    init?(_ row: Row) {
        guard let event = row.name(0, of: AccountEvent.self), let date = row.time(1) else { return nil }
        guard let id = row[4] as Int64? else { return nil }
        self.init(id: id, event: event, date: date, client: Client(address: row[2] ?? "", agent: row.text(3) ?? ""))
    }
}
