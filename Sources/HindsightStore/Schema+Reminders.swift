extension Schema {
    /// The channels through which reminders reach an account, and the time when the next one is due.
    ///
    /// An account has a row in `reminderDue` while it has a browser that gets notifications. A change that affects its
    /// reminders marks that row as due at once (zero), and the next check computes it anew: so a write costs a look for
    /// a row that most accounts don't have, and the due reminders of all accounts are found with one index lookup. Only
    /// the SHA-256 of the calendar's token is stored.
    static let reminders = [
        """
        CREATE TABLE reminder (
            accountID INTEGER NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            language TEXT NOT NULL CHECK (language IN ('ko', 'en')),
            calendarHash BLOB CHECK (length(calendarHash) = 32),
            calendarMadeAt INTEGER CHECK ((calendarMadeAt IS NULL) = (calendarHash IS NULL)),
            calendarName TEXT NOT NULL CHECK (length(calendarName) > 0),
            steps INTEGER NOT NULL DEFAULT 0 CHECK (steps IN (0, 1)),
            ends INTEGER NOT NULL DEFAULT 0 CHECK (ends IN (0, 1)),
            week INTEGER NOT NULL DEFAULT 0 CHECK (week IN (0, 1)),
            weekMinute INTEGER NOT NULL DEFAULT 1200 CHECK (weekMinute BETWEEN 0 AND 1439)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE UNIQUE INDEX reminder_calendar ON reminder (calendarHash) WHERE calendarHash IS NOT NULL",
        """
        CREATE TABLE pushBrowser (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            accountID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            endpoint TEXT NOT NULL CHECK (length(endpoint) BETWEEN 1 AND 1024),
            publicKey BLOB NOT NULL CHECK (length(publicKey) = 65),
            authSecret BLOB NOT NULL CHECK (length(authSecret) = 16),
            createdAt INTEGER NOT NULL,
            address TEXT NOT NULL,
            agent ANY NOT NULL,
            UNIQUE (accountID, endpoint)
        ) STRICT
        """,
        """
        CREATE TABLE reminderDue (
            accountID INTEGER NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            dueAt INTEGER,
            plannedAt INTEGER,
            checkedAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX reminderDue_due ON reminderDue (dueAt) WHERE dueAt IS NOT NULL",
        """
        CREATE INDEX goal_reminders ON goal (ownerID, endDate)
        WHERE status = 'active' AND deletedAt IS NULL AND reminderEnabled = 1
        """,
        """
        CREATE TRIGGER reminder_goal_inserted AFTER INSERT ON goal WHEN NEW.reminderEnabled = 1 BEGIN
            \(markDue("NEW.ownerID"));
        END
        """,
        """
        CREATE TRIGGER reminder_goal_updated
        AFTER UPDATE OF status, startDate, endDate, reminderEnabled, deletedAt ON goal
        WHEN OLD.reminderEnabled = 1 OR NEW.reminderEnabled = 1 BEGIN
            \(markDue("NEW.ownerID"));
        END
        """,
        """
        CREATE TRIGGER reminder_goal_deleted AFTER DELETE ON goal WHEN OLD.reminderEnabled = 1 BEGIN
            \(markDue("OLD.ownerID"));
        END
        """,
        """
        CREATE TRIGGER reminder_step_inserted AFTER INSERT ON step WHEN NEW.alarmMinute IS NOT NULL BEGIN
            \(markDue("NEW.ownerID"));
        END
        """,
        """
        CREATE TRIGGER reminder_step_updated AFTER UPDATE OF doneAt, alarmMinute, alarmDays ON step
        WHEN OLD.alarmMinute IS NOT NULL OR NEW.alarmMinute IS NOT NULL BEGIN
            \(markDue("NEW.ownerID"));
        END
        """,
        """
        CREATE TRIGGER reminder_step_deleted AFTER DELETE ON step WHEN OLD.alarmMinute IS NOT NULL BEGIN
            \(markDue("OLD.ownerID"));
        END
        """,
        """
        CREATE TRIGGER reminder_account_updated AFTER UPDATE OF timeZone, weekStart, language ON account BEGIN
            \(markDue("NEW.id"));
        END
        """,
    ]

    private static func markDue(_ account: String) -> String {
        "UPDATE reminderDue SET dueAt = 0 WHERE accountID = \(account) AND dueAt IS NOT 0"
    }
}
