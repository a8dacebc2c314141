CREATE INDEX weekNote_answered ON weekNote (ownerID, week) WHERE text <> '';
INSERT INTO searchStale (goalID, ownerID) SELECT weekNote.ownerID * 8388608 + CAST(julianday(weekNote.week) AS INTEGER) - 9223372036854775807 - 1, ownerID FROM weekNote WHERE text <> ''
ON CONFLICT (goalID) DO NOTHING;
CREATE TRIGGER weekNote_inserted_search AFTER INSERT ON weekNote BEGIN INSERT INTO searchStale (goalID, ownerID) VALUES (NEW.ownerID * 8388608 + CAST(julianday(NEW.week) AS INTEGER) - 9223372036854775807 - 1, NEW.ownerID) ON CONFLICT (goalID) DO NOTHING; END;
CREATE TRIGGER weekNote_updated_search AFTER UPDATE OF text ON weekNote WHEN NEW.text IS NOT OLD.text BEGIN
    INSERT INTO searchStale (goalID, ownerID) VALUES (NEW.ownerID * 8388608 + CAST(julianday(NEW.week) AS INTEGER) - 9223372036854775807 - 1, NEW.ownerID) ON CONFLICT (goalID) DO NOTHING;
END;
CREATE TRIGGER weekNote_deleted_search AFTER DELETE ON weekNote BEGIN INSERT INTO searchStale (goalID, ownerID) VALUES (OLD.ownerID * 8388608 + CAST(julianday(OLD.week) AS INTEGER) - 9223372036854775807 - 1, OLD.ownerID) ON CONFLICT (goalID) DO NOTHING; END;
