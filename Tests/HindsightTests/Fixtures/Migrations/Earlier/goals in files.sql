ALTER TABLE goal ADD COLUMN uid BLOB CHECK (uid IS NULL OR length(uid) = 16);
UPDATE goal SET uid = randomblob(16);
CREATE UNIQUE INDEX goal_uid ON goal (ownerID, uid) WHERE uid IS NOT NULL;
CREATE TRIGGER goal_inserted_uid AFTER INSERT ON goal WHEN NEW.uid IS NULL BEGIN
    UPDATE goal SET uid = randomblob(16) WHERE goal.id = NEW.id;
END;
