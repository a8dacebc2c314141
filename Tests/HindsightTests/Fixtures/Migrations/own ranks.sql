DROP TRIGGER goal_frozen;
UPDATE goal SET rank = NULL WHERE isSample = 1 AND rank IS NOT NULL;
UPDATE goal SET rank = -own.rank FROM (
    SELECT id, rank AS former, row_number() OVER (PARTITION BY ownerID ORDER BY rank) AS rank
    FROM goal WHERE rank IS NOT NULL
) AS own
WHERE goal.id = own.id AND own.rank <> own.former;
UPDATE goal SET rank = -rank WHERE rank < 0;
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
END;
