/// The statements on reminders. `?1` is the account in each but those that look for one.
enum ReminderStatements {
    static let settings = """
        SELECT reminder.calendarHash IS NOT NULL, reminder.steps, reminder.ends, reminder.week, reminder.weekMinute,
            account.weekStart
        FROM account LEFT JOIN reminder ON reminder.accountID = ?1 WHERE account.id = ?1
        """

    /// Makes sure that there is a row, which says nothing yet.
    static let keep = """
        INSERT INTO reminder (accountID, language, calendarName) VALUES (?1, ?2, ?3)
        ON CONFLICT (accountID) DO UPDATE SET language = excluded.language
        """

    /// A new address of a calendar that there is already does not begin it anew.
    static let setCalendar = """
        UPDATE reminder SET calendarHash = ?2, calendarMadeAt = CASE WHEN ?2 IS NULL THEN NULL ELSE
            coalesce(calendarMadeAt, ?3) END
        WHERE reminder.accountID = ?1
        """

    /// The calendar whose token has the hash `?1`.
    static let calendar = """
        SELECT account.id, reminder.calendarMadeAt, reminder.calendarName, reminder.weekMinute, reminder.language,
            account.language, account.timeZone, account.weekStart
        FROM reminder JOIN account ON account.id = reminder.accountID
        WHERE reminder.calendarHash = ?1
        """

    /// A row for each step to be done that has an alarm, of each active goal whose reminders are on; a goal without such a
    /// step has one row. `?2` rows at most, of the goals that end first.
    static let plan = """
        SELECT goal.id, goal.title, goal.startDate, goal.endDate, goal.revision,
            step.id, step.title, step.alarmMinute, step.alarmDays
        FROM goal
        LEFT JOIN step ON step.goalID = goal.id AND step.ownerID = ?1 AND step.doneAt IS NULL
            AND step.alarmMinute IS NOT NULL
        WHERE goal.ownerID = ?1 AND goal.status = 'active' AND goal.deletedAt IS NULL AND goal.reminderEnabled = 1
        ORDER BY goal.endDate, goal.id LIMIT ?2
        """

    static let choose = """
        UPDATE reminder SET steps = ?2, ends = ?3, week = ?4, weekMinute = ?5 WHERE reminder.accountID = ?1
        """

    /// Tells the account's browsers of steps, since it has set an alarm.
    static let tellSteps = "UPDATE reminder SET steps = 1 WHERE reminder.accountID = ?1 AND steps = 0"

    /// Tells the account's browsers of last days, since it wants to be reminded of a goal.
    static let tellEnds = "UPDATE reminder SET ends = 1 WHERE reminder.accountID = ?1 AND ends = 0"

    /// Tells the account's first browser of what it wants to be reminded of already.
    static let tellAll = """
        UPDATE reminder SET
            steps = steps OR EXISTS (
                SELECT 1 FROM goal
                CROSS JOIN step ON step.goalID = goal.id AND step.ownerID = ?1 AND step.alarmMinute IS NOT NULL
                    AND step.doneAt IS NULL
                WHERE goal.ownerID = ?1 AND goal.status = 'active' AND goal.deletedAt IS NULL
                    AND goal.reminderEnabled = 1
            ),
            ends = ends OR EXISTS (
                SELECT 1 FROM goal WHERE goal.ownerID = ?1 AND goal.status = 'active' AND goal.deletedAt IS NULL
                    AND goal.reminderEnabled = 1
            )
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

    // MARK: What is due

    /// From now on the account's reminders are looked for, those after `?2`.
    static let begin = """
        INSERT INTO reminderDue (accountID, dueAt, checkedAt) VALUES (?1, 0, ?2)
        ON CONFLICT (accountID) DO UPDATE SET dueAt = 0
        """

    static let end = "DELETE FROM reminderDue WHERE reminderDue.accountID = ?1"

    /// They are to be computed anew.
    static let mark = "UPDATE reminderDue SET dueAt = 0 WHERE reminderDue.accountID = ?1"

    /// The accounts whose next reminder is due at `?1`, `?2` at most.
    static let due = """
        SELECT reminderDue.accountID FROM reminderDue WHERE reminderDue.dueAt <= ?1 ORDER BY reminderDue.dueAt LIMIT ?2
        """

    /// The account, if its next reminder is still due at `?2`.
    static let dueAccount = """
        SELECT reminderDue.dueAt, reminderDue.plannedAt, reminderDue.checkedAt,
            reminder.steps, reminder.ends, reminder.week, reminder.weekMinute, reminder.language,
            account.language, account.timeZone, account.weekStart
        FROM reminderDue JOIN reminder ON reminder.accountID = ?1 JOIN account ON account.id = ?1
        WHERE reminderDue.accountID = ?1 AND reminderDue.dueAt <= ?2
        """

    /// All up to `?3` were taken, and the next comes at `?2`.
    static let planNext = """
        UPDATE reminderDue SET dueAt = ?2, plannedAt = ?2, checkedAt = ?3 WHERE reminderDue.accountID = ?1
        """

    static let all = [
        settings, keep, setCalendar, calendar, plan, choose, tellSteps, tellEnds, tellAll, browsers, hasBrowser,
        browserCount, addBrowser,
        removeBrowser, begin, end, mark, due, dueAccount, planNext,
    ]
}
