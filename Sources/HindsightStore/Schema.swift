import GRDB
import LiveSQLite

/// The tables, as migrations that are applied in order, once each.
///
/// A migration that has landed is frozen: it is never edited, and uses nothing that may change, such as statements of
/// the stores or values of the domain. `MigrationTests` compares each with its form when it landed.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("accounts") { db in
            for sql in accountTables { try db.execute(sql: sql) }
        }
        migrator.registerMigration("goals and reviews") { db in
            for sql in goalTables { try db.execute(sql: sql) }
        }
        migrator.registerMigration("reviewable counts") { db in
            for sql in reviewableCounts { try db.execute(sql: sql) }
        }
        // A table of one row, which is written to find out whether the database accepts writes.
        migrator.registerMigration("probe") { db in
            try db.execute(
                sql: "CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), writtenAt INTEGER NOT NULL) STRICT")
        }
        // The owner's time zone; NULL in accounts that were made before this migration.
        migrator.registerMigration("time zones") { db in
            try db.execute(sql: "ALTER TABLE account ADD COLUMN timeZone TEXT CHECK (length(timeZone) > 0)")
        }
        // The theme that the account has chosen; NULL for none.
        migrator.registerMigration("themes") { db in
            try db.execute(sql: "ALTER TABLE account ADD COLUMN theme TEXT CHECK (theme IN ('light', 'dark'))")
        }
        migrator.registerMigration("review states") { db in
            for sql in reviewStates { try db.execute(sql: sql) }
        }
        migrator.registerMigration("drafts by field") { db in
            for sql in draftFields { try db.execute(sql: sql) }
        }
        migrator.registerMigration("sign-up") { db in
            for sql in signUp { try db.execute(sql: sql) }
        }
        migrator.registerMigration("steps") { db in
            // First, since a trigger of the others freezes that column.
            try addDaysOfCompletion(db)
            for sql in steps { try db.execute(sql: sql) }
        }
        migrator.registerMigration("looking back") { db in
            for sql in lookBack { try db.execute(sql: sql) }
        }
        migrator.registerMigration("goals in files") { db in
            for sql in goalUIDs { try db.execute(sql: sql) }
        }
        migrator.registerMigration("search") { db in
            for sql in search { try db.execute(sql: sql) }
        }
        migrator.registerMigration("reminders") { db in
            for sql in reminders { try db.execute(sql: sql) }
        }
        migrator.registerMigration("finishing", migrate: addFinishing)
        migrator.registerMigration("one form") { db in try restoreLandedForm(db) }
        migrator.registerMigration("removal") { db in
            for sql in removal { try db.execute(sql: sql) }
        }
        migrator.registerMigration("search sizes") { db in
            for sql in searchSizes { try db.execute(sql: sql) }
        }
        migrator.registerMigration("answers of weeks") { db in
            for sql in weekAnswers { try db.execute(sql: sql) }
        }
        // A number that each change of what the owner sees increments.
        migrator.registerMigration("revisions") { db in
            try db.execute(sql: "ALTER TABLE account ADD COLUMN revision INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("lighter writes") { db in
            for sql in lighterWrites { try db.execute(sql: sql) }
        }
        // For the goals that have an alarm today.
        migrator.registerMigration("alarms") { db in
            try db.execute(
                sql: """
                    CREATE INDEX step_alarm ON step (ownerID, alarmMinute, alarmDays, goalID)
                    WHERE alarmMinute IS NOT NULL AND doneAt IS NULL
                    """)
        }
        migrator.registerMigration("repeating steps") { db in
            for sql in repeatingSteps { try db.execute(sql: sql) }
        }
        migrator.registerMigration("days of steps") { db in
            for sql in daysOfSteps { try db.execute(sql: sql) }
        }
        migrator.registerMigration("own ranks") { db in
            for sql in ownRanks { try db.execute(sql: sql) }
        }
        migrator.registerMigration("events") { db in
            for sql in events { try db.execute(sql: sql) }
        }
        migrator.registerMigration("people") { db in
            for sql in people { try db.execute(sql: sql) }
        }
        migrator.registerMigration("following") { db in
            for sql in following { try db.execute(sql: sql) }
        }
        migrator.registerMigration("news") { db in
            for sql in news { try db.execute(sql: sql) }
        }
        migrator.registerMigration("applause") { db in
            for sql in applause { try db.execute(sql: sql) }
        }
        return migrator
    }
}

extension Schema {
    /// Accounts, their signed-in browsers, and the server's own secrets.
    ///
    /// Only the SHA-256 of a session's token is stored, so that nobody who reads the file can sign in with it.
    static let accountTables = [
        """
        CREATE TABLE account (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            isDemo INTEGER NOT NULL CHECK (isDemo IN (0, 1)),
            language TEXT CHECK (language IN ('ko', 'en')),
            createdAt INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX account_demo ON account (isDemo) WHERE isDemo = 1",
        """
        CREATE TABLE accountSession (
            tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
            accountID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            csrfToken TEXT NOT NULL CHECK (length(csrfToken) > 0),
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL CHECK (expiresAt > createdAt)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX accountSession_account ON accountSession (accountID)",
        "CREATE INDEX accountSession_expiry ON accountSession (expiresAt)",
        """
        CREATE TABLE secret (
            name TEXT NOT NULL PRIMARY KEY,
            value BLOB NOT NULL CHECK (length(value) = 32),
            createdAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
    ]
}

extension Schema {
    /// Goals, their reviews, and the drafts of reviews.
    ///
    /// A review and a draft have their goal's owner as a column, and a foreign key on both columns: so the database
    /// itself prevents a review from belonging to another owner's goal. Texts are `ANY` because of ``StoredText``.
    static let goalTables = [
        """
        CREATE TABLE goal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            ownerID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            title ANY NOT NULL CHECK (typeof(title) IN ('text', 'blob') AND length(title) > 0),
            startDate TEXT NOT NULL CHECK (length(startDate) = 10),
            endDate TEXT NOT NULL CHECK (length(endDate) = 10),
            status TEXT NOT NULL CHECK (status IN ('stored', 'active', 'completed')),
            reminderEnabled INTEGER NOT NULL DEFAULT 0 CHECK (reminderEnabled IN (0, 1)),
            jewelColor TEXT CHECK (jewelColor IN ('blue', 'purple', 'pink', 'green')),
            jewelShape TEXT CHECK (jewelShape IN ('brilliant', 'pear', 'heart', 'star', 'emerald')),
            completedAt INTEGER,
            createdAt INTEGER NOT NULL,
            deletedAt INTEGER,
            UNIQUE (id, ownerID),
            CHECK (startDate <= endDate),
            CHECK ((status = 'completed') = (jewelColor IS NOT NULL)),
            CHECK ((status = 'completed') = (jewelShape IS NOT NULL)),
            CHECK ((status = 'completed') = (completedAt IS NOT NULL))
        ) STRICT
        """,
        // Columns compared for equality first, then the one that slices are cut by: one index serves lists, counts and
        // the foreign key.
        "CREATE INDEX goal_box ON goal (ownerID, status, deletedAt, id)",
        """
        CREATE TABLE review (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            goalID INTEGER NOT NULL,
            ownerID INTEGER NOT NULL,
            style TEXT NOT NULL CHECK (style IN ('guided', 'free')),
            \(textColumns(["liked", "lacked", "learned", "longedFor", "text"])),
            level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 5),
            writtenAt INTEGER NOT NULL,
            editedAt INTEGER,
            deletedAt INTEGER,
            FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE,
            CHECK ((style = 'guided') = (liked IS NOT NULL)),
            CHECK ((style = 'guided') = (lacked IS NOT NULL)),
            CHECK ((style = 'guided') = (learned IS NOT NULL)),
            CHECK ((style = 'guided') = (longedFor IS NOT NULL)),
            CHECK ((style = 'free') = (text IS NOT NULL))
        ) STRICT
        """,
        "CREATE UNIQUE INDEX review_live ON review (goalID, ownerID) WHERE deletedAt IS NULL",
        "CREATE INDEX review_goal ON review (goalID, ownerID, deletedAt)",
        "CREATE INDEX review_expiry ON review (deletedAt) WHERE deletedAt IS NOT NULL",
        """
        CREATE TABLE reviewDraft (
            goalID INTEGER NOT NULL,
            ownerID INTEGER NOT NULL,
            style TEXT NOT NULL CHECK (style IN ('guided', 'free')),
            \(textColumns(["liked", "lacked", "learned", "longedFor", "text"], suffix: " NOT NULL")),
            level INTEGER CHECK (level BETWEEN 1 AND 5),
            updatedAt INTEGER NOT NULL,
            PRIMARY KEY (goalID, ownerID),
            FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
        ) STRICT
        """,
    ]

    private static func textColumns(_ names: [String], suffix: String = "") -> String {
        names.map { "\($0) ANY\(suffix) CHECK (\($0) IS NULL OR typeof(\($0)) IN ('text', 'blob'))" }
            .joined(separator: ",\n    ")
    }
}

extension Schema {
    /// Drafts with a row for each field, and a revision of a goal's review and draft, which shows whether a text was
    /// edited from an older one.
    ///
    /// A dropped field is kept for a while, with the time when it was dropped; a field of the current draft has zero
    /// there.
    static let draftFields = [
        "ALTER TABLE goal ADD COLUMN reviewRevision INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE review ADD COLUMN revision INTEGER NOT NULL DEFAULT 1",
        """
        CREATE TABLE draftField (
            goalID INTEGER NOT NULL,
            ownerID INTEGER NOT NULL,
            droppedAt INTEGER NOT NULL DEFAULT 0,
            field TEXT NOT NULL
                CHECK (field IN ('liked', 'lacked', 'learned', 'longedFor', 'text', 'style', 'level')),
            value ANY NOT NULL CHECK (typeof(value) IN ('text', 'blob')),
            revision INTEGER NOT NULL,
            writer TEXT NOT NULL,
            PRIMARY KEY (goalID, ownerID, droppedAt, field),
            FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX draftField_dropped ON draftField (droppedAt) WHERE droppedAt > 0",
        """
        INSERT INTO draftField (goalID, ownerID, field, value, revision, writer)
        SELECT goalID, ownerID, field.value, CASE field.value
                WHEN 'liked' THEN liked WHEN 'lacked' THEN lacked WHEN 'learned' THEN learned
                WHEN 'longedFor' THEN longedFor WHEN 'text' THEN text WHEN 'style' THEN style
                ELSE coalesce(CAST(level AS TEXT), '') END, 1, ''
        FROM reviewDraft
        JOIN json_each('["liked", "lacked", "learned", "longedFor", "text", "style", "level"]') AS field
        """,
        "DROP TABLE reviewDraft",
    ]
}

extension Schema {
    /// Number of an account's completed goals without a review, stored with the account: reading it takes the same time
    /// however many goals there are.
    ///
    /// Triggers maintain it, so that it is right for every way to change a row, cascades of foreign keys and SQL typed
    /// by hand included. There is one exception: `REPLACE` deletes rows without a trigger, so nothing here uses it.
    /// `hindsight check` compares the number with the rows.
    static let reviewableCounts = [
        "ALTER TABLE account ADD COLUMN reviewableCount INTEGER NOT NULL DEFAULT 0",
        """
        UPDATE account SET reviewableCount = (
            SELECT COUNT(*) FROM goal WHERE goal.ownerID = account.id AND \(isReviewable("goal"))
        )
        """,
        """
        CREATE TRIGGER goal_inserted AFTER INSERT ON goal WHEN NEW.status = 'completed' BEGIN
            \(count("+ 1", of: "NEW"));
        END
        """,
        """
        CREATE TRIGGER goal_updated AFTER UPDATE OF id, ownerID, status, deletedAt ON goal BEGIN
            \(count("- 1", of: "OLD"));
            \(count("+ 1", of: "NEW"));
        END
        """,
        // Before, not after, since then its reviews still exist, which a foreign key deletes with it.
        """
        CREATE TRIGGER goal_deleted BEFORE DELETE ON goal WHEN OLD.status = 'completed' BEGIN
            \(count("- 1", of: "OLD"));
        END
        """,
        """
        CREATE TRIGGER review_inserted AFTER INSERT ON review BEGIN
            \(count("- 1", ofGoalOf: "NEW"));
        END
        """,
        """
        CREATE TRIGGER review_updated AFTER UPDATE OF goalID, ownerID, deletedAt ON review BEGIN
            \(count("+ 1", ofGoalOf: "OLD"));
            \(count("- 1", ofGoalOf: "NEW"));
        END
        """,
        """
        CREATE TRIGGER review_deleted AFTER DELETE ON review BEGIN
            \(count("+ 1", ofGoalOf: "OLD"));
        END
        """,
    ]

    /// The condition for a goal, by its alias, to be counted: completed, not deleted, and without a review.
    private static func isReviewable(_ goal: String) -> String {
        """
        \(goal).status = 'completed' AND \(goal).deletedAt IS NULL AND NOT EXISTS (
            SELECT 1 FROM review
            WHERE review.goalID = \(goal).id AND review.ownerID = \(goal).ownerID AND review.deletedAt IS NULL
        )
        """
    }

    /// Changes the count by a row of `goal`, in its old or its new state.
    private static func count(_ change: String, of goal: String) -> String {
        """
        UPDATE account SET reviewableCount = reviewableCount \(change)
        WHERE id = \(goal).ownerID AND \(isReviewable(goal))
        """
    }

    /// Changes the count by the goal of a row of `review`. A goal has one review at most, so it becomes reviewable, or
    /// stops being so, with that row.
    private static func count(_ change: String, ofGoalOf review: String) -> String {
        """
        UPDATE account SET reviewableCount = reviewableCount \(change)
        WHERE id = \(review).ownerID AND \(review).deletedAt IS NULL AND EXISTS (
            SELECT 1 FROM goal WHERE goal.id = \(review).goalID AND goal.ownerID = \(review).ownerID
                AND goal.status = 'completed' AND goal.deletedAt IS NULL
        )
        """
    }
}
