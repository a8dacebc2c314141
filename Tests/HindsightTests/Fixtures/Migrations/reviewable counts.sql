ALTER TABLE account ADD COLUMN reviewableCount INTEGER NOT NULL DEFAULT 0;
UPDATE account SET reviewableCount = (
    SELECT COUNT(*) FROM goal WHERE goal.ownerID = account.id AND goal.status = 'completed' AND goal.deletedAt IS NULL AND NOT EXISTS (
    SELECT 1 FROM review
    WHERE review.goalID = goal.id AND review.ownerID = goal.ownerID AND review.deletedAt IS NULL
)
);
CREATE TRIGGER goal_inserted AFTER INSERT ON goal WHEN NEW.status = 'completed' BEGIN
    UPDATE account SET reviewableCount = reviewableCount + 1
WHERE id = NEW.ownerID AND NEW.status = 'completed' AND NEW.deletedAt IS NULL AND NOT EXISTS (
    SELECT 1 FROM review
    WHERE review.goalID = NEW.id AND review.ownerID = NEW.ownerID AND review.deletedAt IS NULL
);
END;
CREATE TRIGGER goal_updated AFTER UPDATE OF id, ownerID, status, deletedAt ON goal BEGIN
    UPDATE account SET reviewableCount = reviewableCount - 1
WHERE id = OLD.ownerID AND OLD.status = 'completed' AND OLD.deletedAt IS NULL AND NOT EXISTS (
    SELECT 1 FROM review
    WHERE review.goalID = OLD.id AND review.ownerID = OLD.ownerID AND review.deletedAt IS NULL
);
    UPDATE account SET reviewableCount = reviewableCount + 1
WHERE id = NEW.ownerID AND NEW.status = 'completed' AND NEW.deletedAt IS NULL AND NOT EXISTS (
    SELECT 1 FROM review
    WHERE review.goalID = NEW.id AND review.ownerID = NEW.ownerID AND review.deletedAt IS NULL
);
END;
CREATE TRIGGER goal_deleted BEFORE DELETE ON goal WHEN OLD.status = 'completed' BEGIN
    UPDATE account SET reviewableCount = reviewableCount - 1
WHERE id = OLD.ownerID AND OLD.status = 'completed' AND OLD.deletedAt IS NULL AND NOT EXISTS (
    SELECT 1 FROM review
    WHERE review.goalID = OLD.id AND review.ownerID = OLD.ownerID AND review.deletedAt IS NULL
);
END;
CREATE TRIGGER review_inserted AFTER INSERT ON review BEGIN
    UPDATE account SET reviewableCount = reviewableCount - 1
WHERE id = NEW.ownerID AND NEW.deletedAt IS NULL AND EXISTS (
    SELECT 1 FROM goal WHERE goal.id = NEW.goalID AND goal.ownerID = NEW.ownerID
        AND goal.status = 'completed' AND goal.deletedAt IS NULL
);
END;
CREATE TRIGGER review_updated AFTER UPDATE OF goalID, ownerID, deletedAt ON review BEGIN
    UPDATE account SET reviewableCount = reviewableCount + 1
WHERE id = OLD.ownerID AND OLD.deletedAt IS NULL AND EXISTS (
    SELECT 1 FROM goal WHERE goal.id = OLD.goalID AND goal.ownerID = OLD.ownerID
        AND goal.status = 'completed' AND goal.deletedAt IS NULL
);
    UPDATE account SET reviewableCount = reviewableCount - 1
WHERE id = NEW.ownerID AND NEW.deletedAt IS NULL AND EXISTS (
    SELECT 1 FROM goal WHERE goal.id = NEW.goalID AND goal.ownerID = NEW.ownerID
        AND goal.status = 'completed' AND goal.deletedAt IS NULL
);
END;
CREATE TRIGGER review_deleted AFTER DELETE ON review BEGIN
    UPDATE account SET reviewableCount = reviewableCount + 1
WHERE id = OLD.ownerID AND OLD.deletedAt IS NULL AND EXISTS (
    SELECT 1 FROM goal WHERE goal.id = OLD.goalID AND goal.ownerID = OLD.ownerID
        AND goal.status = 'completed' AND goal.deletedAt IS NULL
);
END;
