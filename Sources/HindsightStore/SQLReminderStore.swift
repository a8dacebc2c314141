import Foundation
import HindsightDomain
import Live
import LiveHTTP
import LiveSQL
import LiveSQLite
import Logging

/// A ``ReminderStore`` in the database of the goals.
package struct SQLReminderStore: ReminderStore {
    let access: StoreAccess
    let goals: SQLGoalStore

    /// - Parameters:
    ///   - database: the database, opened and migrated.
    ///   - clock: the clock that decides which reminders are due.
    ///   - logger: the logger for failures of the database.
    ///   - goals: the store of the same database that tells open pages, which show whether reminders reach the owner; nil where no
    ///     page is open.
    package init(
        _ database: any SQLDatabase, clock: @escaping WallClock, logger: Logger = Logger(label: "hindsight.store"),
        goals: SQLGoalStore? = nil
    ) {
        self.goals = goals ?? SQLGoalStore(database, clock: clock, logger: logger)
        access = .hindsight(database, clock: clock, logger: logger)
    }

    // MARK: Choices

    package func reminders(of account: AccountID) async throws -> ReminderSettings {
        try await access.read { db in
            var settings = ReminderSettings()
            try db.forEachRow(ReminderStatements.settings, [account]) { row in
                settings.hasCalendar = try row.value(0, of: "reminder")
                if !row.isNull(4) { settings.choices = try ReminderChoices(row, at: 1) }
                settings.weekStart = (row[5] as String?).flatMap(WeekStart.init)
            }
            try db.forEachRow(ReminderStatements.browsers, [account]) { settings.browsers.append(try PushBrowser($0)) }
            settings.browsers.sort { $0.id < $1.id }
            return settings
        }
    }

    package func choose(_ choices: ReminderChoices, in language: Language, of account: AccountID) async throws {
        try await write(of: account) { db in
            try keep(language, of: account, db)
            try db.run(
                ReminderStatements.choose, [account, choices.steps, choices.ends, choices.week, choices.weekMinute])
            try db.run(ReminderStatements.mark, [account])
        }
    }

    private func keep(_ language: Language, of account: AccountID, _ db: any SQLConnection) throws {
        // The account may have been deleted.
        guard try db.first(AccountStatements.exists, [account], { _ in true }) != nil else { throw StoreError.notFound }
        try db.run(ReminderStatements.keep, [account, language, SecretToken().login])
    }

    /// Runs a transaction that may change which reminders reach the account, and notifies its open pages.
    private func write<Answer: Sendable>(
        of account: AccountID, for function: StaticString = #function,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Answer
    ) async throws -> Answer {
        try await goals.commit(for: function) { db in
            let answer = try body(db)
            try db.run(AccountStatements.countRevision, [account])
            return (answer, StoreChange(allOf: account))
        }
    }

    private func note(_ event: AccountEvent, of account: AccountID, _ client: Client, _ db: any SQLConnection) throws {
        try db.run(
            AccountStatements.insertEntry,
            [account, event.rawValue, access.now, client.address, StoredText(client.agent)])
    }

    // MARK: The calendar

    package func setCalendar(
        _ token: SecretToken?, in language: Language, of account: AccountID, from client: Client
    ) async throws {
        try await write(of: account) { db in
            let isThere =
                try db.first(ReminderStatements.settings, [account]) {
                    try $0.value(0, of: "reminder") as Bool
                } ?? false
            guard isThere || token != nil else { return }
            try keep(language, of: account, db)
            try db.run(ReminderStatements.setCalendar, [account, token?.hash, access.now])
            let event: AccountEvent = token == nil ? .calendarEnded : isThere ? .calendarRenewed : .calendarMade
            try note(event, of: account, client, db)
        }
    }

    package func calendar(_ token: SecretToken) async throws -> CalendarContent? {
        try await access.read { db in
            try db.first(ReminderStatements.calendar, [token.hash]) { row in
                guard let since = row[1] as Int64?, let name = row[2] as String? else {
                    throw UnreadableRow(table: "reminder")
                }
                var choices = ReminderChoices()
                choices.weekMinute = try row.value(3, of: "reminder")
                let owner = ReminderOwner(row, at: 4)
                return CalendarContent(
                    account: AccountID(try row.value(0, of: "reminder") as Int64),
                    plan: ReminderPlan(zone: owner.zone.timeZone, weekStart: owner.weekStart, choices: choices),
                    zone: owner.zone, language: owner.language, since: StoredTime(milliseconds: since).date, name: name)
            }
        }
    }

    package func plannedGoals(
        of account: AccountID, after last: ReminderPlan.Goal?, limit: Int
    ) async throws -> [ReminderPlan.Goal] {
        try await access.read { db in try goals(of: account, after: last, limit: GoalStoreLimits.limit(limit), db) }
    }

    private func goals(
        of account: AccountID, after last: ReminderPlan.Goal? = nil, limit: Int, _ db: any SQLConnection
    ) throws -> [ReminderPlan.Goal] {
        var (goals, isFull): ([ReminderPlan.Goal], Bool) = ([], false)
        let arguments: [any SQLValue] = [
            account, last?.endDate.description ?? "", last?.id ?? GoalID(0), limit * Step.limit,
        ]
        try db.forEachRow(ReminderStatements.plan, arguments) { row in
            guard let id = (row[0] as Int64?).map({ GoalID($0) }) else { throw UnreadableRow(table: "goal") }
            if goals.last?.id != id {
                isFull = goals.count == limit
                if !isFull { goals.append(try ReminderPlan.Goal(row, id)) }
            }
            if isFull { return }
            if !row.isNull(5) { goals[goals.count - 1].steps.append(try ReminderPlan.Step(row)) }
        }
        return goals
    }

    // MARK: Browsers

    package func addBrowser(
        _ subscription: PushSubscription, in language: Language, of account: AccountID, from client: Client
    ) async throws -> Bool {
        try await write(of: account) { db in
            try keep(language, of: account, db)
            let isThere =
                try db.first(ReminderStatements.hasBrowser, [account, subscription.endpoint], { _ in true }) != nil
            let count = try browserCount(of: account, db)
            guard isThere || count < ReminderLimits.browsers else { return false }
            if count == 0 { try db.run(ReminderStatements.tellAll, [account]) }
            try db.run(
                ReminderStatements.addBrowser,
                [
                    account, subscription.endpoint, subscription.publicKey, subscription.authSecret, access.now,
                    client.address, StoredText(client.agent),
                ])
            try db.run(ReminderStatements.begin, [account, access.now])
            if !isThere { try note(.notificationsOn, of: account, client, db) }
            return true
        }
    }

    package func removeBrowser(
        _ browser: PushBrowser.ID, of account: AccountID, from client: Client
    ) async throws -> Bool {
        try await write(of: account) { db in
            guard try remove(browser, of: account, db) else { return false }
            try note(.notificationsOff, of: account, client, db)
            return true
        }
    }

    package func forgetBrowser(_ browser: PushBrowser.ID, of account: AccountID) async throws {
        _ = try await write(of: account) { db in try remove(browser, of: account, db) }
    }

    private func remove(_ browser: PushBrowser.ID, of account: AccountID, _ db: any SQLConnection) throws -> Bool {
        guard try db.run(ReminderStatements.removeBrowser, [account, browser]) > 0 else { return false }
        if try browserCount(of: account, db) == 0 { try db.run(ReminderStatements.end, [account]) }
        return true
    }

    private func browserCount(of account: AccountID, _ db: any SQLConnection) throws -> Int {
        try db.first(ReminderStatements.browserCount, [account]) { try $0.value(0, of: "pushBrowser") } ?? 0
    }

    package func targets(of account: AccountID) async throws -> [PushTarget] {
        try await access.read { db in try targets(of: account, db) }
    }

    private func targets(of account: AccountID, _ db: any SQLConnection) throws -> [PushTarget] {
        var targets: [PushTarget] = []
        try db.forEachRow(ReminderStatements.browsers, [account]) { targets.append(try PushTarget($0)) }
        return targets
    }

    // MARK: Due reminders

    package func takeDue() async throws -> [DueReminders] {
        let now = access.now
        while true {
            let accounts = try await access.read { db in
                var accounts: [AccountID] = []
                try db.forEachRow(ReminderStatements.due, [now, ReminderLimits.accounts]) { row in
                    accounts.append(try row.value(0, of: "reminderDue"))
                }
                return accounts
            }
            // Two processes may run this: reminders that one has taken are not due any more for the other.
            let (due, hasProgress) = try await access.write { db in
                var (due, goalCount, hasProgress): ([DueReminders], Int, Bool) = ([], 0, false)
                for account in accounts where goalCount < ReminderLimits.goals {
                    guard let taken = try takeDue(of: account, at: now, db) else { continue }
                    hasProgress = true
                    goalCount += taken.goalCount
                    if let reminders = taken.due { due.append(reminders) }
                }
                return (due, hasProgress)
            }
            if !due.isEmpty || !hasProgress { return due }
        }
    }

    /// Takes the reminders of an account that are due, and plans the next.
    ///
    /// - Returns: the reminders, nil for none, and the number of goals that were read; nil if the account is not due.
    private func takeDue(
        of account: AccountID, at now: StoredTime, _ db: any SQLConnection
    ) throws -> (due: DueReminders?, goalCount: Int)? {
        guard
            let due = try db.first(ReminderStatements.dueAccount, [account, now], { try DueAccount($0) })
        else { return nil }
        let plan = ReminderPlan(
            zone: due.owner.zone.timeZone, weekStart: due.owner.weekStart, choices: due.choices,
            goals: try goals(of: account, limit: ReminderLimits.goals, db))
        let next = plan.next(after: now.date).map { StoredTime($0) }
        try db.run(ReminderStatements.planNext, [account, next, now])
        let reminders = plan.reminders(after: due.begin(at: now).date, through: now.date)
        guard !reminders.isEmpty else { return (nil, plan.goals.count) }
        let taken = DueReminders(
            account: account, language: due.owner.language, reminders: reminders, targets: try targets(of: account, db))
        return (taken, plan.goals.count)
    }

    package func pushKey(_ new: Data) async throws -> Data {
        try await access.secret("pushKey", or: new)
    }
}

/// The language, time zone and first day of the week of an account.
private struct ReminderOwner {
    let language: Language
    let zone: TimeZoneID
    let weekStart: WeekStart

    /// Reads the four columns from `first` on. The language is the account's own choice, or else that of the page on
    /// which reminders were chosen.
    init(_ row: SQLRow, at first: Int) {
        language =
            (row[first + 1] as String?).flatMap(Language.init) ?? (row[first] as String?).flatMap(Language.init)
            ?? .english
        zone = (row[first + 2] as String?).flatMap { TimeZoneID(rawValue: $0) } ?? .utc
        weekStart = (row[first + 3] as String?).flatMap(WeekStart.init) ?? .usual(in: language)
    }
}

private struct DueAccount {
    private let dueAt: Int64
    private let plannedAt: Int64?
    private let checkedAt: Int64
    let choices: ReminderChoices
    let owner: ReminderOwner

    init(_ row: SQLRow) throws {
        dueAt = try row.value(0, of: "reminderDue")
        plannedAt = row[1]
        checkedAt = try row.value(2, of: "reminderDue")
        choices = try ReminderChoices(row, at: 3)
        owner = ReminderOwner(row, at: 7)
    }

    /// Returns the time after which reminders are due: earlier ones were taken already, or are too late. If the
    /// reminders have changed (`dueAt` is 0), new ones can only be due since the change; only what was planned before
    /// may be older.
    func begin(at now: StoredTime) -> StoredTime {
        var begin = max(checkedAt, now.adding(.zero - ReminderLimits.patience).milliseconds)
        if dueAt == 0 {
            let changed = now.adding(.zero - ReminderLimits.lag).milliseconds
            begin = max(begin, min(changed, plannedAt.map { $0 - 1 } ?? changed))
        }
        return StoredTime(milliseconds: begin)
    }
}

extension ReminderChoices {
    fileprivate init(_ row: SQLRow, at first: Int) throws {
        self.init()
        steps = try row.value(first, of: "reminder")
        ends = try row.value(first + 1, of: "reminder")
        week = try row.value(first + 2, of: "reminder")
        weekMinute = try row.value(first + 3, of: "reminder")
    }
}

extension ReminderPlan.Goal {
    fileprivate init(_ row: SQLRow, _ id: GoalID) throws {
        guard let title = row.text(1),
            let startDate = (row[2] as String?).flatMap({ CalendarDate($0) }),
            let endDate = (row[3] as String?).flatMap({ CalendarDate($0) })
        else { throw UnreadableRow(table: "goal") }
        self.init(
            id: id, title: title, startDate: startDate, endDate: endDate,
            revision: try row.value(4, of: "goal"))
    }
}

extension ReminderPlan.Step {
    fileprivate init(_ row: SQLRow) throws {
        guard let title = row.text(6),
            let alarm = Alarm(minute: try row.value(7, of: "step"), dayBits: try row.value(8, of: "step"))
        else { throw UnreadableRow(table: "step") }
        self.init(
            id: StepID(try row.value(5, of: "step")), title: title, alarm: alarm,
            doneOn: (row[9] as String?).flatMap { CalendarDate($0) })
    }
}

extension PushBrowser {
    fileprivate init(_ row: SQLRow) throws {
        guard let agent = row.text(2) else { throw UnreadableRow(table: "pushBrowser") }
        self.init(
            id: try row.value(0, of: "pushBrowser"),
            client: Client(address: try row.value(1, of: "pushBrowser"), agent: agent),
            createdAt: StoredTime(milliseconds: try row.value(3, of: "pushBrowser")).date)
    }
}

extension PushTarget {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            browser: try row.value(0, of: "pushBrowser"),
            subscription: PushSubscription(
                endpoint: try row.value(4, of: "pushBrowser"), publicKey: try row.value(5, of: "pushBrowser"),
                authSecret: try row.value(6, of: "pushBrowser")))
    }
}
