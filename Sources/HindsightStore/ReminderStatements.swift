/// Statements on reminders. `?1` is the account, except in those that search for accounts.
enum ReminderStatements {
    static let settings = """
        SELECT reminder.calendarHash IS NOT NULL, reminder.steps, reminder.ends, reminder.week, reminder.weekMinute,
            account.weekStart
        FROM account LEFT JOIN reminder ON reminder.accountID = ?1 WHERE account.id = ?1
        """

    /// Creates the row of the account with the default choices, or updates its language.
    static let keep = """
        INSERT INTO reminder (accountID, language, calendarName) VALUES (?1, ?2, ?3)
        ON CONFLICT (accountID) DO UPDATE SET language = excluded.language
        """

    /// Sets the token hash of the calendar, or ends the calendar with NULL. A new address for an existing calendar
    /// keeps the time when that was made.
    static let setCalendar = """
        UPDATE reminder SET calendarHash = ?2, calendarMadeAt = CASE WHEN CAST(?2 AS bytea) IS NOT NULL
            THEN coalesce(calendarMadeAt, ?3) END
        WHERE reminder.accountID = ?1
        """

    /// Returns the calendar whose token has the hash `?1`.
    static let calendar = """
        SELECT account.id, reminder.calendarMadeAt, reminder.calendarName, reminder.weekMinute, reminder.language,
            account.language, account.timeZone, account.weekStart
        FROM reminder JOIN account ON account.id = reminder.accountID
        WHERE reminder.calendarHash = ?1
        """

    /// Returns a row for each open step with an alarm, of each active goal whose reminders are on; a goal without such
    /// a step has one row. `?4` rows at most, of the goals that end first behind the end `?2` and the goal `?3`.
    static let plan = """
        SELECT goal.id, goal.title, goal.startDate, goal.endDate, goal.revision,
            step.id, step.title, step.alarmMinute, step.alarmDays, step.doneOn
        FROM goal
        LEFT JOIN step ON step.goalID = goal.id AND step.ownerID = ?1 AND step.doneAt IS NULL
            AND step.alarmMinute IS NOT NULL
        WHERE goal.ownerID = ?1 AND goal.status = 'active' AND goal.deletedAt IS NULL AND goal.reminderEnabled = 1
            AND (goal.endDate, goal.id) > (?2, ?3)
        ORDER BY goal.endDate, goal.id LIMIT ?4
        """

    static let choose = """
        UPDATE reminder SET steps = ?2, ends = ?3, week = ?4, weekMinute = ?5 WHERE reminder.accountID = ?1
        """

    /// Turns on step notifications for the account's browsers, since it has set an alarm.
    static let tellSteps = "UPDATE reminder SET steps = 1 WHERE reminder.accountID = ?1 AND steps = 0"

    /// Turns on notifications of last days for the account's browsers, since it has turned on the reminders of a goal.
    static let tellEnds = "UPDATE reminder SET ends = 1 WHERE reminder.accountID = ?1 AND ends = 0"

    /// Turns on, for the account's first browser, the notifications that its alarms and reminders already need.
    static let tellAll = """
        UPDATE reminder SET
            steps = CASE WHEN steps = 1 OR EXISTS (
                SELECT 1 FROM goal
                CROSS JOIN step ON step.goalID = goal.id AND step.ownerID = ?1 AND step.alarmMinute IS NOT NULL
                    AND step.doneAt IS NULL
                WHERE goal.ownerID = ?1 AND goal.status = 'active' AND goal.deletedAt IS NULL
                    AND goal.reminderEnabled = 1
            ) THEN 1 ELSE 0 END,
            ends = CASE WHEN ends = 1 OR EXISTS (
                SELECT 1 FROM goal WHERE goal.ownerID = ?1 AND goal.status = 'active' AND goal.deletedAt IS NULL
                    AND goal.reminderEnabled = 1
            ) THEN 1 ELSE 0 END
        WHERE reminder.accountID = ?1
        """

    // MARK: Browsers

    static let browsers = """
        SELECT pushBrowser.id, pushBrowser.address, pushBrowser.agent, pushBrowser.createdAt, pushBrowser.endpoint,
            pushBrowser.publicKey, pushBrowser.authSecret
        FROM pushBrowser WHERE pushBrowser.accountID = ?1
        """

    static let hasBrowser = """
        SELECT pushBrowser.id FROM pushBrowser WHERE pushBrowser.accountID = ?1 AND pushBrowser.endpoint = ?2
        """

    static let browserCount = "SELECT COUNT(*) FROM pushBrowser WHERE pushBrowser.accountID = ?1"

    static let addBrowser = """
        INSERT INTO pushBrowser (accountID, endpoint, publicKey, authSecret, createdAt, address, agent)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        ON CONFLICT (accountID, endpoint) DO UPDATE SET publicKey = excluded.publicKey,
            authSecret = excluded.authSecret, address = excluded.address, agent = excluded.agent
        """

    static let removeBrowser = "DELETE FROM pushBrowser WHERE pushBrowser.accountID = ?1 AND pushBrowser.id = ?2"

    // MARK: Due reminders

    /// Begins to look for the account's reminders, those after `?2`.
    static let begin = """
        INSERT INTO reminderDue (accountID, dueAt, checkedAt) VALUES (?1, 0, ?2)
        ON CONFLICT (accountID) DO UPDATE SET dueAt = 0
        """

    static let end = "DELETE FROM reminderDue WHERE reminderDue.accountID = ?1"

    /// Marks the account's reminders as due at once, so that they are computed anew.
    static let mark = "UPDATE reminderDue SET dueAt = 0 WHERE reminderDue.accountID = ?1"

    /// Returns the accounts whose next reminder is due at `?1`, `?2` at most.
    static let due = """
        SELECT reminderDue.accountID FROM reminderDue WHERE reminderDue.dueAt <= ?1 ORDER BY reminderDue.dueAt LIMIT ?2
        """

    /// Returns the account, if its next reminder is still due at `?2`.
    static let dueAccount = """
        SELECT reminderDue.dueAt, reminderDue.plannedAt, reminderDue.checkedAt,
            reminder.steps, reminder.ends, reminder.week, reminder.weekMinute, reminder.language,
            account.language, account.timeZone, account.weekStart
        FROM reminderDue JOIN reminder ON reminder.accountID = ?1 JOIN account ON account.id = ?1
        WHERE reminderDue.accountID = ?1 AND reminderDue.dueAt <= ?2
        """

    /// Records that all reminders up to `?3` were taken, and that the next is due at `?2`.
    static let planNext = """
        UPDATE reminderDue SET dueAt = ?2, plannedAt = ?2, checkedAt = ?3 WHERE reminderDue.accountID = ?1
        """

    static let all = [
        settings, keep, setCalendar, calendar, plan, choose, tellSteps, tellEnds, tellAll, browsers, hasBrowser,
        browserCount, addBrowser,
        removeBrowser, begin, end, mark, due, dueAccount, planNext,
    ]
}
