CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    actorID INTEGER NOT NULL,
    goalID INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind = 'ended' OR kind = 'paused' OR kind = 'takenUp'),
    at INTEGER NOT NULL,
    FOREIGN KEY (goalID, actorID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
) STRICT;
CREATE INDEX event_actor ON event (actorID, at);
CREATE INDEX event_goal ON event (goalID, actorID);
CREATE INDEX goal_set ON goal (ownerID, createdAt) WHERE deletedAt IS NULL AND isSample = 0;
CREATE INDEX review_written ON review (ownerID, writtenAt);
ALTER TABLE goal ADD COLUMN takenUpAt INTEGER;
INSERT INTO event (actorID, goalID, kind, at)
SELECT ownerID, id, kind, at FROM (
    SELECT ownerID, id, iif(goal.putAwayAt >= 1000 * CAST(strftime('%s', goal.endDate, '+1 day') AS INTEGER), 'ended', 'paused') AS kind, putAwayAt AS at FROM goal
    WHERE status = 'stored' AND putAwayAt IS NOT NULL AND isSample = 0
    UNION ALL SELECT ownerID, id, 'takenUp', 1000 * CAST(strftime('%s', startDate, '+11 hours') AS INTEGER) FROM goal
    WHERE firstStartDate IS NOT NULL AND status <> 'stored'
) ORDER BY at;
CREATE TRIGGER event_stored AFTER INSERT ON goal
WHEN NEW.status = 'stored' AND NEW.putAwayAt IS NOT NULL AND NEW.isSample = 0 BEGIN
    INSERT INTO event (actorID, goalID, kind, at)
    VALUES (NEW.ownerID, NEW.id, iif(NEW.putAwayAt >= 1000 * CAST(strftime('%s', NEW.endDate, '+1 day') AS INTEGER), 'ended', 'paused'), NEW.putAwayAt);
END;
CREATE TRIGGER event_put_away AFTER UPDATE OF status ON goal
WHEN OLD.status = 'active' AND NEW.status = 'stored' BEGIN
    INSERT INTO event (actorID, goalID, kind, at)
    VALUES (NEW.ownerID, NEW.id, iif(NEW.putAwayNotice = 1, 'ended', 'paused'), NEW.putAwayAt);
END;
CREATE TRIGGER event_taken_up AFTER UPDATE OF status ON goal
WHEN OLD.status = 'stored' AND NEW.status = 'active' BEGIN
    INSERT INTO event (actorID, goalID, kind, at)
    SELECT NEW.ownerID, NEW.id, 'takenUp', NEW.takenUpAt WHERE NOT EXISTS (SELECT id FROM event WHERE goalID = NEW.id AND kind = 'paused' AND at > NEW.takenUpAt - 600000);
    DELETE FROM event WHERE id IN (SELECT id FROM event WHERE goalID = NEW.id AND kind = 'paused' AND at > NEW.takenUpAt - 600000);
END;
