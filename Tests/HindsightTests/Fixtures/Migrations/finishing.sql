ALTER TABLE goal ADD COLUMN rank INTEGER CHECK (rank IS NULL OR status = 'completed');
UPDATE goal SET rank = ranked.rank FROM (
    SELECT id, row_number() OVER (
        PARTITION BY ownerID ORDER BY deletedAt IS NOT NULL, completedAt, id
    ) AS rank
    FROM goal WHERE status = 'completed'
) AS ranked
WHERE goal.id = ranked.id;
CREATE UNIQUE INDEX goal_rank ON goal (ownerID, rank) WHERE rank IS NOT NULL;
ALTER TABLE goal ADD COLUMN putAwayAt INTEGER;
UPDATE goal SET putAwayAt = coalesce(
    max(createdAt, 1000 * CAST(strftime('%s', endDate, '+1 day') AS INTEGER)), createdAt
)
WHERE status = 'stored';
CREATE INDEX goal_put_away ON goal (ownerID, putAwayAt, id) WHERE status = 'stored' AND deletedAt IS NULL;
ALTER TABLE goal ADD COLUMN putAwayNotice INTEGER NOT NULL DEFAULT 0 CHECK (putAwayNotice IN (0, 1));
CREATE INDEX goal_put_away_notice ON goal (ownerID, putAwayAt, id)
WHERE putAwayNotice = 1 AND status = 'stored' AND deletedAt IS NULL;
ALTER TABLE account ADD COLUMN putAwaySeenAt INTEGER NOT NULL DEFAULT 0;
ALTER TABLE goal ADD COLUMN firstStartDate TEXT CHECK (firstStartDate IS NULL OR length(firstStartDate) = 10);
ALTER TABLE goal ADD COLUMN completedFrom TEXT CHECK (completedFrom IN ('active', 'stored'));
ALTER TABLE goal ADD COLUMN completionRecordedAt INTEGER;
ALTER TABLE goal ADD COLUMN keptJewelColor TEXT;
ALTER TABLE goal ADD COLUMN keptJewelShape TEXT;
ALTER TABLE goal ADD COLUMN isSample INTEGER NOT NULL DEFAULT 0 CHECK (isSample IN (0, 1));
CREATE INDEX goal_sample ON goal (ownerID, completedOn) WHERE isSample = 1;
ALTER TABLE step ADD COLUMN doneOn TEXT CHECK (doneOn IS NULL OR length(doneOn) = 10);
ALTER TABLE step ADD COLUMN completes INTEGER NOT NULL DEFAULT 0 CHECK (completes IN (0, 1));
CREATE INDEX step_done ON step (ownerID, doneOn, goalID) WHERE doneOn IS NOT NULL;
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
) STRICT;
CREATE INDEX removedStep_goal ON removedStep (goalID, ownerID);
CREATE INDEX removedStep_expiry ON removedStep (removedAt);
ALTER TABLE accountLink ADD COLUMN keeps TEXT CHECK (keeps IN ('empty', 'own', 'all'));
ALTER TABLE account ADD COLUMN demoID INTEGER;
DROP TRIGGER goal_frozen;
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
END;
