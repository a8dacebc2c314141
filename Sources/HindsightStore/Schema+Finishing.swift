import Foundation
import GRDB
import LiveSQLite

extension Schema {
    /// Adds columns for the order of lists, for ranks, for undoing a completion or the removal of a step, and for
    /// samples.
    ///
    /// - `rank` is assigned at completion: the owner's greatest rank plus one. Goals that can still be restored keep
    ///   theirs, so it is unique among an owner's goals.
    /// - `putAwayAt` orders the stored goals. It stays when a goal becomes active again, since a page may end with that
    ///   goal.
    /// - `completedFrom` and `completionRecordedAt` say which box an undone completion returns to, and until when it
    ///   can be undone. The jewel is kept in `keptJewelColor` and `keptJewelShape` for the next completion.
    /// - `doneOn` is the day on which a step was ticked, in its owner's time zone then. It does not change with the
    ///   zone.
    /// - `removedStep` holds removed steps as they were until the time to undo is over.
    static func addFinishing(_ db: Database) throws {
        for sql in finishing { try db.execute(sql: sql) }
        // SQLite has no time zones, so the days are computed here.
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT step.id, step.doneAt, account.timeZone FROM step JOIN account ON account.id = step.ownerID
                WHERE step.doneAt IS NOT NULL
                """)
        var calendar = Calendar(identifier: .gregorian)
        for row in rows {
            calendar.timeZone = (row[2] as String?).flatMap { TimeZone(identifier: $0) } ?? .gmt
            let date = Date(timeIntervalSince1970: Double(row[1] as Int64) / 1000)
            let day = calendar.dateComponents([.year, .month, .day], from: date)
            try db.execute(
                sql: "UPDATE step SET doneOn = printf('%04d-%02d-%02d', ?2, ?3, ?4) WHERE id = ?1",
                arguments: [row[0] as Int64, day.year, day.month, day.day])
        }
        for sql in finishingTriggers { try db.execute(sql: sql) }
    }

    private static let finishing = [
        "ALTER TABLE goal ADD COLUMN rank INTEGER CHECK (rank IS NULL OR status = 'completed')",
        """
        UPDATE goal SET rank = ranked.rank FROM (
            SELECT id, row_number() OVER (
                PARTITION BY ownerID ORDER BY deletedAt IS NOT NULL, completedAt, id
            ) AS rank
            FROM goal WHERE status = 'completed'
        ) AS ranked
        WHERE goal.id = ranked.id
        """,
        "CREATE UNIQUE INDEX goal_rank ON goal (ownerID, rank) WHERE rank IS NOT NULL",
        "ALTER TABLE goal ADD COLUMN putAwayAt INTEGER",
        // Goals were put away when their last day was over.
        """
        UPDATE goal SET putAwayAt = coalesce(
            max(createdAt, 1000 * CAST(strftime('%s', endDate, '+1 day') AS INTEGER)), createdAt
        )
        WHERE status = 'stored'
        """,
        """
        CREATE INDEX goal_put_away ON goal (ownerID, putAwayAt, id) WHERE status = 'stored' AND deletedAt IS NULL
        """,
        // Set while a notice that the goal was put away is due.
        "ALTER TABLE goal ADD COLUMN putAwayNotice INTEGER NOT NULL DEFAULT 0 CHECK (putAwayNotice IN (0, 1))",
        """
        CREATE INDEX goal_put_away_notice ON goal (ownerID, putAwayAt, id)
        WHERE putAwayNotice = 1 AND status = 'stored' AND deletedAt IS NULL
        """,
        "ALTER TABLE account ADD COLUMN putAwaySeenAt INTEGER NOT NULL DEFAULT 0",
        """
        ALTER TABLE goal ADD COLUMN firstStartDate TEXT CHECK (firstStartDate IS NULL OR length(firstStartDate) = 10)
        """,
        "ALTER TABLE goal ADD COLUMN completedFrom TEXT CHECK (completedFrom IN ('active', 'stored'))",
        "ALTER TABLE goal ADD COLUMN completionRecordedAt INTEGER",
        "ALTER TABLE goal ADD COLUMN keptJewelColor TEXT",
        "ALTER TABLE goal ADD COLUMN keptJewelShape TEXT",
        "ALTER TABLE goal ADD COLUMN isSample INTEGER NOT NULL DEFAULT 0 CHECK (isSample IN (0, 1))",
        "CREATE INDEX goal_sample ON goal (ownerID, completedOn) WHERE isSample = 1",
        "ALTER TABLE step ADD COLUMN doneOn TEXT CHECK (doneOn IS NULL OR length(doneOn) = 10)",
        // Set when the completion itself ticked the step: undoing the completion unticks it.
        "ALTER TABLE step ADD COLUMN completes INTEGER NOT NULL DEFAULT 0 CHECK (completes IN (0, 1))",
        "CREATE INDEX step_done ON step (ownerID, doneOn, goalID) WHERE doneOn IS NOT NULL",
        """
        CREATE TABLE removedStep (
            stepID INTEGER PRIMARY KEY,
            goalID INTEGER NOT NULL,
            ownerID INTEGER NOT NULL,
            place INTEGER NOT NULL,
            title ANY NOT NULL,
            doneAt INTEGER,
            doneOn TEXT,
            alarmMinute INTEGER,
            alarmDays INTEGER,
            creationKey TEXT,
            createdAt INTEGER NOT NULL,
            removedAt INTEGER NOT NULL,
            completes INTEGER NOT NULL DEFAULT 0 CHECK (completes IN (0, 1)),
            FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
        ) STRICT
        """,
        "CREATE INDEX removedStep_goal ON removedStep (goalID, ownerID)",
        "CREATE INDEX removedStep_expiry ON removedStep (removedAt)",
        // The choice of what to keep of a demo account is made in the form, and takes effect when the mailed link is
        // used.
        "ALTER TABLE accountLink ADD COLUMN keeps TEXT CHECK (keeps IN ('empty', 'own', 'all'))",
        // The demo account that an account was created beside: its sessions end with the first visit.
        "ALTER TABLE account ADD COLUMN demoID INTEGER",
    ]

    private static let finishingTriggers = [
        "DROP TRIGGER goal_frozen",
        // A completion can be undone while the former box of the goal is recorded and it has no review.
        """
        CREATE TRIGGER goal_frozen
        BEFORE UPDATE OF status, jewelColor, jewelShape, completedAt, completedOn, rank ON goal
        WHEN OLD.status = 'completed' AND CASE WHEN NEW.status = 'completed' THEN
            NEW.jewelColor IS NOT OLD.jewelColor OR NEW.jewelShape IS NOT OLD.jewelShape
                OR NEW.completedAt IS NOT OLD.completedAt OR NEW.completedOn IS NOT OLD.completedOn
                OR NEW.rank IS NOT OLD.rank
        ELSE
            OLD.completedFrom IS NOT NEW.status OR OLD.hasReview = 1
                OR NEW.keptJewelColor IS NOT OLD.jewelColor OR NEW.keptJewelShape IS NOT OLD.jewelShape
        END BEGIN
            SELECT RAISE(ABORT, 'a completed goal is frozen');
        END
        """,
    ]

    /// Ranks count an owner's own goals alone. Samples lose theirs, and get one when they become their owner's own.
    ///
    /// Goals are counted anew in the order of their ranks, which leaves no gaps: most of those come from samples that have
    /// been removed.
    static let ownRanks = [
        "DROP TRIGGER goal_frozen",
        "UPDATE goal SET rank = NULL WHERE isSample = 1 AND rank IS NOT NULL",
        // Negative for the moment, since a rank is taken until the goal that has it gets another.
        """
        UPDATE goal SET rank = -own.rank FROM (
            SELECT id, rank AS former, row_number() OVER (PARTITION BY ownerID ORDER BY rank) AS rank
            FROM goal WHERE rank IS NOT NULL
        ) AS own
        WHERE goal.id = own.id AND own.rank <> own.former
        """,
        "UPDATE goal SET rank = -rank WHERE rank < 0",
        """
        CREATE TRIGGER goal_frozen
        BEFORE UPDATE OF status, jewelColor, jewelShape, completedAt, completedOn, rank ON goal
        WHEN OLD.status = 'completed' AND CASE WHEN NEW.status = 'completed' THEN
            NEW.jewelColor IS NOT OLD.jewelColor OR NEW.jewelShape IS NOT OLD.jewelShape
                OR NEW.completedAt IS NOT OLD.completedAt OR NEW.completedOn IS NOT OLD.completedOn
                OR OLD.rank IS NOT NULL AND NEW.rank IS NOT OLD.rank
        ELSE
            OLD.completedFrom IS NOT NEW.status OR OLD.hasReview = 1
                OR NEW.keptJewelColor IS NOT OLD.jewelColor OR NEW.keptJewelShape IS NOT OLD.jewelShape
        END BEGIN
            SELECT RAISE(ABORT, 'a completed goal is frozen');
        END
        """,
    ]
}
