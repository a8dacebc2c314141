ALTER TABLE goal ADD COLUMN completedOn TEXT CHECK (completedOn IS NULL OR length(completedOn) = 10);
ALTER TABLE goal ADD COLUMN celebration TEXT NOT NULL DEFAULT 'over'
    CHECK (celebration IN ('due', 'offers', 'over'));
ALTER TABLE goal ADD COLUMN creationKey TEXT;
CREATE UNIQUE INDEX goal_creation ON goal (ownerID, creationKey) WHERE creationKey IS NOT NULL;
ALTER TABLE goal ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE goal ADD COLUMN stepCount INTEGER NOT NULL DEFAULT 0;
ALTER TABLE goal ADD COLUMN doneCount INTEGER NOT NULL DEFAULT 0;
CREATE INDEX goal_due ON goal (endDate) WHERE status = 'active' AND deletedAt IS NULL;
CREATE INDEX goal_expiry ON goal (deletedAt) WHERE deletedAt IS NOT NULL;
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
) STRICT;
CREATE UNIQUE INDEX step_creation ON step (goalID, ownerID, creationKey) WHERE creationKey IS NOT NULL;
CREATE TRIGGER goal_frozen BEFORE UPDATE OF status, jewelColor, jewelShape, completedAt, completedOn ON goal
WHEN OLD.status = 'completed' AND (
    NEW.status <> 'completed' OR NEW.jewelColor IS NOT OLD.jewelColor
        OR NEW.jewelShape IS NOT OLD.jewelShape OR NEW.completedAt IS NOT OLD.completedAt
        OR NEW.completedOn IS NOT OLD.completedOn
) BEGIN
    SELECT RAISE(ABORT, 'a completed goal is frozen');
END;
CREATE TRIGGER step_frozen_inserted BEFORE INSERT ON step WHEN EXISTS (SELECT 1 FROM goal WHERE goal.id = NEW.goalID AND goal.status = 'completed') BEGIN
    SELECT RAISE(ABORT, 'the steps of a completed goal are frozen');
END;
CREATE TRIGGER step_frozen_updated BEFORE UPDATE ON step
WHEN EXISTS (SELECT 1 FROM goal WHERE goal.id = OLD.goalID AND goal.status = 'completed') OR NEW.goalID <> OLD.goalID OR NEW.ownerID <> OLD.ownerID BEGIN
    SELECT RAISE(ABORT, 'a step stays with its goal, and those of a completed goal are frozen');
END;
CREATE TRIGGER step_frozen_deleted BEFORE DELETE ON step WHEN EXISTS (SELECT 1 FROM goal WHERE goal.id = OLD.goalID AND goal.status = 'completed') BEGIN
    SELECT RAISE(ABORT, 'the steps of a completed goal are frozen');
END;
CREATE TRIGGER step_inserted AFTER INSERT ON step BEGIN
    UPDATE goal SET stepCount = stepCount + 1, doneCount = doneCount + (NEW.doneAt IS NOT NULL)
    WHERE goal.id = NEW.goalID AND goal.ownerID = NEW.ownerID;
END;
CREATE TRIGGER step_updated AFTER UPDATE OF doneAt ON step BEGIN
    UPDATE goal SET doneCount = doneCount + (NEW.doneAt IS NOT NULL) - (OLD.doneAt IS NOT NULL)
    WHERE goal.id = NEW.goalID AND goal.ownerID = NEW.ownerID;
END;
CREATE TRIGGER step_deleted AFTER DELETE ON step BEGIN
    UPDATE goal SET stepCount = stepCount - 1, doneCount = doneCount - (OLD.doneAt IS NOT NULL)
    WHERE goal.id = OLD.goalID AND goal.ownerID = OLD.ownerID;
END;
ALTER TABLE account ADD COLUMN storedCount INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN activeCount INTEGER NOT NULL DEFAULT 0;
UPDATE account SET
    storedCount = (
        SELECT COUNT(*) FROM goal
        WHERE goal.ownerID = account.id AND goal.status = 'stored' AND goal.deletedAt IS NULL
    ),
    activeCount = (
        SELECT COUNT(*) FROM goal
        WHERE goal.ownerID = account.id AND goal.status = 'active' AND goal.deletedAt IS NULL
    );
CREATE TRIGGER goal_inserted_open AFTER INSERT ON goal
WHEN NEW.status <> 'completed' AND NEW.deletedAt IS NULL BEGIN
    UPDATE account SET storedCount = storedCount + (NEW.status = 'stored'),
        activeCount = activeCount + (NEW.status = 'active')
    WHERE id = NEW.ownerID;
END;
CREATE TRIGGER goal_updated_open AFTER UPDATE OF ownerID, status, deletedAt ON goal BEGIN
    UPDATE account SET
        storedCount = storedCount - (id = OLD.ownerID AND OLD.status = 'stored' AND OLD.deletedAt IS NULL)
            + (id = NEW.ownerID AND NEW.status = 'stored' AND NEW.deletedAt IS NULL),
        activeCount = activeCount - (id = OLD.ownerID AND OLD.status = 'active' AND OLD.deletedAt IS NULL)
            + (id = NEW.ownerID AND NEW.status = 'active' AND NEW.deletedAt IS NULL)
    WHERE id IN (OLD.ownerID, NEW.ownerID);
END;
CREATE TRIGGER goal_deleted_open AFTER DELETE ON goal
WHEN OLD.status <> 'completed' AND OLD.deletedAt IS NULL BEGIN
    UPDATE account SET storedCount = storedCount - (OLD.status = 'stored'),
        activeCount = activeCount - (OLD.status = 'active')
    WHERE id = OLD.ownerID;
END;
