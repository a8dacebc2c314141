import Foundation
import GRDB
import LiveSQLite

// Steps, days of completion, and counts on goals and accounts.
extension Schema {
    /// Steps, and the columns of goals that are worked on.
    ///
    /// A goal has nine steps at most because there are nine places. Triggers freeze the jewel and the time of a
    /// completed goal, and its steps.
    static let steps = [
        """
        ALTER TABLE goal ADD COLUMN celebration TEXT NOT NULL DEFAULT 'over'
            CHECK (celebration IN ('due', 'offers', 'over'))
        """,
        // Idempotency key: recognises a form that is sent twice.
        "ALTER TABLE goal ADD COLUMN creationKey TEXT",
        "CREATE UNIQUE INDEX goal_creation ON goal (ownerID, creationKey) WHERE creationKey IS NOT NULL",
        "ALTER TABLE goal ADD COLUMN revision INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE goal ADD COLUMN stepCount INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE goal ADD COLUMN doneCount INTEGER NOT NULL DEFAULT 0",
        // For the search for goals whose end has passed, and for those to be purged.
        "CREATE INDEX goal_due ON goal (endDate) WHERE status = 'active' AND deletedAt IS NULL",
        "CREATE INDEX goal_expiry ON goal (deletedAt) WHERE deletedAt IS NOT NULL",
        // In the order of an export of all goals of an owner.
        "CREATE INDEX goal_owner ON goal (ownerID, id) WHERE deletedAt IS NULL",
        """
        CREATE TABLE step (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            goalID INTEGER NOT NULL,
            ownerID INTEGER NOT NULL,
            place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 8),
            title ANY NOT NULL CHECK (typeof(title) IN ('text', 'blob') AND length(title) > 0),
            doneAt INTEGER,
            alarmMinute INTEGER CHECK (alarmMinute BETWEEN 0 AND 1439),
            alarmDays INTEGER CHECK (alarmDays BETWEEN 1 AND 127),
            creationKey TEXT,
            createdAt INTEGER NOT NULL,
            UNIQUE (goalID, ownerID, place),
            FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE,
            CHECK ((alarmMinute IS NULL) = (alarmDays IS NULL))
        ) STRICT
        """,
        "CREATE UNIQUE INDEX step_creation ON step (goalID, ownerID, creationKey) WHERE creationKey IS NOT NULL",
        """
        CREATE TRIGGER goal_frozen BEFORE UPDATE OF status, jewelColor, jewelShape, completedAt, completedOn ON goal
        WHEN OLD.status = 'completed' AND (
            NEW.status <> 'completed' OR NEW.jewelColor IS NOT OLD.jewelColor
                OR NEW.jewelShape IS NOT OLD.jewelShape OR NEW.completedAt IS NOT OLD.completedAt
                OR NEW.completedOn IS NOT OLD.completedOn
        ) BEGIN
            SELECT RAISE(ABORT, 'a completed goal is frozen');
        END
        """,
        """
        CREATE TRIGGER step_frozen_inserted BEFORE INSERT ON step WHEN \(isFrozen("NEW")) BEGIN
            SELECT RAISE(ABORT, 'the steps of a completed goal are frozen');
        END
        """,
        """
        CREATE TRIGGER step_frozen_updated BEFORE UPDATE ON step
        WHEN \(isFrozen("OLD")) OR NEW.goalID <> OLD.goalID OR NEW.ownerID <> OLD.ownerID BEGIN
            SELECT RAISE(ABORT, 'a step stays with its goal, and those of a completed goal are frozen');
        END
        """,
        // When a goal is deleted, its steps are deleted too; its own row is gone by then, so they are not frozen.
        """
        CREATE TRIGGER step_frozen_deleted BEFORE DELETE ON step WHEN \(isFrozen("OLD")) BEGIN
            SELECT RAISE(ABORT, 'the steps of a completed goal are frozen');
        END
        """,
        """
        CREATE TRIGGER step_inserted AFTER INSERT ON step BEGIN
            UPDATE goal SET stepCount = stepCount + 1, doneCount = doneCount + (NEW.doneAt IS NOT NULL)
            WHERE goal.id = NEW.goalID AND goal.ownerID = NEW.ownerID;
        END
        """,
        """
        CREATE TRIGGER step_updated AFTER UPDATE OF doneAt ON step BEGIN
            UPDATE goal SET doneCount = doneCount + (NEW.doneAt IS NOT NULL) - (OLD.doneAt IS NOT NULL)
            WHERE goal.id = NEW.goalID AND goal.ownerID = NEW.ownerID;
        END
        """,
        """
        CREATE TRIGGER step_deleted AFTER DELETE ON step BEGIN
            UPDATE goal SET stepCount = stepCount - 1, doneCount = doneCount - (OLD.doneAt IS NOT NULL)
            WHERE goal.id = OLD.goalID AND goal.ownerID = OLD.ownerID;
        END
        """,
        "ALTER TABLE account ADD COLUMN storedCount INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE account ADD COLUMN activeCount INTEGER NOT NULL DEFAULT 0",
        """
        UPDATE account SET
            storedCount = (
                SELECT COUNT(*) FROM goal
                WHERE goal.ownerID = account.id AND goal.status = 'stored' AND goal.deletedAt IS NULL
            ),
            activeCount = (
                SELECT COUNT(*) FROM goal
                WHERE goal.ownerID = account.id AND goal.status = 'active' AND goal.deletedAt IS NULL
            )
        """,
        """
        CREATE TRIGGER goal_inserted_open AFTER INSERT ON goal
        WHEN NEW.status <> 'completed' AND NEW.deletedAt IS NULL BEGIN
            UPDATE account SET storedCount = storedCount + (NEW.status = 'stored'),
                activeCount = activeCount + (NEW.status = 'active')
            WHERE id = NEW.ownerID;
        END
        """,
        """
        CREATE TRIGGER goal_updated_open AFTER UPDATE OF ownerID, status, deletedAt ON goal BEGIN
            UPDATE account SET
                storedCount = storedCount - (id = OLD.ownerID AND \(lies("OLD", in: "stored")))
                    + (id = NEW.ownerID AND \(lies("NEW", in: "stored"))),
                activeCount = activeCount - (id = OLD.ownerID AND \(lies("OLD", in: "active")))
                    + (id = NEW.ownerID AND \(lies("NEW", in: "active")))
            WHERE id IN (OLD.ownerID, NEW.ownerID);
        END
        """,
        """
        CREATE TRIGGER goal_deleted_open AFTER DELETE ON goal
        WHEN OLD.status <> 'completed' AND OLD.deletedAt IS NULL BEGIN
            UPDATE account SET storedCount = storedCount - (OLD.status = 'stored'),
                activeCount = activeCount - (OLD.status = 'active')
            WHERE id = OLD.ownerID;
        END
        """,
    ]

    /// Adds the day on which each completed goal was completed, in its owner's time zone: a later change of the zone
    /// doesn't change it.
    static func addDaysOfCompletion(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE goal ADD COLUMN completedOn TEXT CHECK (completedOn IS NULL OR length(completedOn) = 10)
                """)
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT goal.id, goal.completedAt / 1000, account.timeZone FROM goal
                JOIN account ON account.id = goal.ownerID
                WHERE goal.status = 'completed'
                """)
        for row in rows {
            let zone = (row[2] as String?).flatMap { TimeZone(identifier: $0) } ?? .gmt
            let moment = row[1] as Int64
            let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
            try db.execute(
                sql: "UPDATE goal SET completedOn = date(?2, 'unixepoch') WHERE id = ?1",
                arguments: [row[0] as Int64, moment + Int64(offset)])
        }
    }

    private static func isFrozen(_ step: String) -> String {
        """
        EXISTS (SELECT 1 FROM goal WHERE goal.id = \(step).goalID AND goal.status = 'completed')
        """
    }

    private static func lies(_ goal: String, in box: String) -> String {
        "\(goal).status = '\(box)' AND \(goal).deletedAt IS NULL"
    }
}
