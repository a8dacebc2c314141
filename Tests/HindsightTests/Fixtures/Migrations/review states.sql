ALTER TABLE goal ADD COLUMN hasReview INTEGER NOT NULL DEFAULT 0 CHECK (hasReview IN (0, 1));
UPDATE goal SET hasReview = 1 WHERE EXISTS (
    SELECT 1 FROM review
    WHERE review.goalID = goal.id AND review.ownerID = goal.ownerID AND review.deletedAt IS NULL
);
ALTER TABLE account ADD COLUMN completedCount INTEGER NOT NULL DEFAULT 0;
UPDATE account SET completedCount = (
    SELECT COUNT(*) FROM goal
    WHERE goal.ownerID = account.id AND goal.status = 'completed' AND goal.deletedAt IS NULL
);
CREATE INDEX goal_completed ON goal (ownerID, status, deletedAt, completedAt, id);
CREATE INDEX goal_reviewed ON goal (ownerID, hasReview, completedAt, id)
WHERE status = 'completed' AND deletedAt IS NULL;
CREATE TRIGGER goal_inserted_completed AFTER INSERT ON goal WHEN NEW.status = 'completed' BEGIN
    UPDATE account SET completedCount = completedCount + 1
WHERE id = NEW.ownerID AND NEW.status = 'completed' AND NEW.deletedAt IS NULL;
END;
CREATE TRIGGER goal_updated_completed AFTER UPDATE OF ownerID, status, deletedAt ON goal BEGIN
    UPDATE account SET completedCount = completedCount - 1
WHERE id = OLD.ownerID AND OLD.status = 'completed' AND OLD.deletedAt IS NULL;
    UPDATE account SET completedCount = completedCount + 1
WHERE id = NEW.ownerID AND NEW.status = 'completed' AND NEW.deletedAt IS NULL;
END;
CREATE TRIGGER goal_deleted_completed AFTER DELETE ON goal WHEN OLD.status = 'completed' BEGIN
    UPDATE account SET completedCount = completedCount - 1
WHERE id = OLD.ownerID AND OLD.status = 'completed' AND OLD.deletedAt IS NULL;
END;
CREATE TRIGGER review_inserted_state AFTER INSERT ON review WHEN NEW.deletedAt IS NULL BEGIN
    UPDATE goal SET hasReview = 1
WHERE id = NEW.goalID AND ownerID = NEW.ownerID AND NEW.deletedAt IS NULL;
END;
DROP TRIGGER review_updated;
CREATE TRIGGER review_updated AFTER UPDATE OF goalID, ownerID, deletedAt ON review BEGIN
    UPDATE account SET reviewableCount = reviewableCount
        + (id = OLD.ownerID AND OLD.deletedAt IS NULL AND EXISTS (
    SELECT 1 FROM goal WHERE goal.id = OLD.goalID AND goal.ownerID = OLD.ownerID
        AND goal.status = 'completed' AND goal.deletedAt IS NULL
)) - (id = NEW.ownerID AND NEW.deletedAt IS NULL AND EXISTS (
    SELECT 1 FROM goal WHERE goal.id = NEW.goalID AND goal.ownerID = NEW.ownerID
        AND goal.status = 'completed' AND goal.deletedAt IS NULL
))
    WHERE id IN (OLD.ownerID, NEW.ownerID);
    UPDATE goal SET hasReview = EXISTS (
        SELECT 1 FROM review
        WHERE review.goalID = goal.id AND review.ownerID = goal.ownerID AND review.deletedAt IS NULL
    )
    WHERE id IN (OLD.goalID, NEW.goalID);
END;
CREATE TRIGGER review_deleted_state AFTER DELETE ON review WHEN OLD.deletedAt IS NULL BEGIN
    UPDATE goal SET hasReview = 0
WHERE id = OLD.goalID AND ownerID = OLD.ownerID AND OLD.deletedAt IS NULL;
END;
