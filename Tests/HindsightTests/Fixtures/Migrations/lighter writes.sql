DROP TRIGGER goal_inserted;
DROP TRIGGER goal_inserted_open;
DROP TRIGGER goal_inserted_completed;
DROP TRIGGER goal_inserted_jewel;
DROP TRIGGER goal_updated;
DROP TRIGGER goal_updated_open;
DROP TRIGGER goal_updated_completed;
DROP TRIGGER goal_updated_jewel;
DROP TRIGGER goal_deleted;
DROP TRIGGER goal_deleted_open;
DROP TRIGGER goal_deleted_completed;
DROP TRIGGER goal_deleted_jewel;
DROP TRIGGER review_inserted;
DROP TRIGGER review_inserted_state;
DROP TRIGGER review_inserted_level;
DROP TRIGGER review_updated;
DROP TRIGGER review_updated_level_before;
DROP TRIGGER review_updated_level;
DROP TRIGGER review_deleted;
DROP TRIGGER review_deleted_state;
DROP TRIGGER review_deleted_level;
UPDATE jewelTally SET levelSum = 0, levelCount = 0 WHERE period NOT GLOB 'm*' AND levelCount <> 0;
CREATE TRIGGER goal_stays BEFORE UPDATE OF id, ownerID ON goal
WHEN NEW.id <> OLD.id OR NEW.ownerID <> OLD.ownerID BEGIN
    SELECT RAISE(ABORT, 'a goal stays with its owner');
END;
CREATE TRIGGER review_stays BEFORE UPDATE OF goalID, ownerID ON review
WHEN NEW.goalID <> OLD.goalID OR NEW.ownerID <> OLD.ownerID BEGIN
    SELECT RAISE(ABORT, 'a review stays with its goal');
END;
CREATE TRIGGER goal_inserted AFTER INSERT ON goal WHEN NEW.deletedAt IS NULL BEGIN
    UPDATE account SET storedCount = storedCount + (NEW.status = 'stored' AND NEW.deletedAt IS NULL),
        activeCount = activeCount + (NEW.status = 'active' AND NEW.deletedAt IS NULL),
        completedCount = completedCount + (NEW.status = 'completed' AND NEW.deletedAt IS NULL),
        reviewableCount = reviewableCount + (NEW.status = 'completed' AND NEW.deletedAt IS NULL AND NEW.hasReview = 0)
WHERE id = NEW.ownerID;
END;
CREATE TRIGGER goal_updated AFTER UPDATE OF status, deletedAt ON goal
WHEN NEW.status <> OLD.status OR NEW.deletedAt IS NOT OLD.deletedAt BEGIN
    UPDATE account SET storedCount = storedCount - (OLD.status = 'stored' AND OLD.deletedAt IS NULL) + (NEW.status = 'stored' AND NEW.deletedAt IS NULL),
        activeCount = activeCount - (OLD.status = 'active' AND OLD.deletedAt IS NULL) + (NEW.status = 'active' AND NEW.deletedAt IS NULL),
        completedCount = completedCount - (OLD.status = 'completed' AND OLD.deletedAt IS NULL) + (NEW.status = 'completed' AND NEW.deletedAt IS NULL),
        reviewableCount = reviewableCount - (OLD.status = 'completed' AND OLD.deletedAt IS NULL AND OLD.hasReview = 0) + (NEW.status = 'completed' AND NEW.deletedAt IS NULL AND NEW.hasReview = 0)
WHERE id = NEW.ownerID;
END;
CREATE TRIGGER goal_deleted AFTER DELETE ON goal WHEN OLD.deletedAt IS NULL BEGIN
    UPDATE account SET storedCount = storedCount - (OLD.status = 'stored' AND OLD.deletedAt IS NULL),
        activeCount = activeCount - (OLD.status = 'active' AND OLD.deletedAt IS NULL),
        completedCount = completedCount - (OLD.status = 'completed' AND OLD.deletedAt IS NULL),
        reviewableCount = reviewableCount - (OLD.status = 'completed' AND OLD.deletedAt IS NULL AND OLD.hasReview = 0)
WHERE id = OLD.ownerID;
END;
CREATE TRIGGER goal_inserted_jewel AFTER INSERT ON goal WHEN NEW.status = 'completed' AND NEW.deletedAt IS NULL BEGIN
    INSERT INTO jewelTally (ownerID, period, color, shape, count, levelSum, levelCount)
VALUES (NEW.ownerID, 'a', NEW.jewelColor, NEW.jewelShape, 1, 0, 0)
ON CONFLICT DO UPDATE SET count = count + 1, levelSum = levelSum + excluded.levelSum,
    levelCount = levelCount + excluded.levelCount;
INSERT INTO jewelTally (ownerID, period, color, shape, count, levelSum, levelCount)
VALUES (NEW.ownerID, 'y' || substr(coalesce(NEW.completedOn, date(NEW.completedAt / 1000, 'unixepoch')), 1, 4), NEW.jewelColor, NEW.jewelShape, 1, 0, 0)
ON CONFLICT DO UPDATE SET count = count + 1, levelSum = levelSum + excluded.levelSum,
    levelCount = levelCount + excluded.levelCount;
INSERT INTO jewelTally (ownerID, period, color, shape, count, levelSum, levelCount)
VALUES (NEW.ownerID, 'm' || substr(coalesce(NEW.completedOn, date(NEW.completedAt / 1000, 'unixepoch')), 1, 7), NEW.jewelColor, NEW.jewelShape, 1, coalesce((
    SELECT review.level FROM review
    WHERE review.goalID = NEW.id AND review.ownerID = NEW.ownerID AND review.deletedAt IS NULL
), 0), (
    SELECT review.level FROM review
    WHERE review.goalID = NEW.id AND review.ownerID = NEW.ownerID AND review.deletedAt IS NULL
) IS NOT NULL)
ON CONFLICT DO UPDATE SET count = count + 1, levelSum = levelSum + excluded.levelSum,
    levelCount = levelCount + excluded.levelCount;
END;
CREATE TRIGGER goal_updated_jewel AFTER UPDATE OF status, deletedAt ON goal
WHEN NEW.status = 'completed' AND NEW.deletedAt IS NULL AND NOT (OLD.status = 'completed' AND OLD.deletedAt IS NULL) BEGIN
    INSERT INTO jewelTally (ownerID, period, color, shape, count, levelSum, levelCount)
VALUES (NEW.ownerID, 'a', NEW.jewelColor, NEW.jewelShape, 1, 0, 0)
ON CONFLICT DO UPDATE SET count = count + 1, levelSum = levelSum + excluded.levelSum,
    levelCount = levelCount + excluded.levelCount;
INSERT INTO jewelTally (ownerID, period, color, shape, count, levelSum, levelCount)
VALUES (NEW.ownerID, 'y' || substr(coalesce(NEW.completedOn, date(NEW.completedAt / 1000, 'unixepoch')), 1, 4), NEW.jewelColor, NEW.jewelShape, 1, 0, 0)
ON CONFLICT DO UPDATE SET count = count + 1, levelSum = levelSum + excluded.levelSum,
    levelCount = levelCount + excluded.levelCount;
INSERT INTO jewelTally (ownerID, period, color, shape, count, levelSum, levelCount)
VALUES (NEW.ownerID, 'm' || substr(coalesce(NEW.completedOn, date(NEW.completedAt / 1000, 'unixepoch')), 1, 7), NEW.jewelColor, NEW.jewelShape, 1, coalesce((
    SELECT review.level FROM review
    WHERE review.goalID = NEW.id AND review.ownerID = NEW.ownerID AND review.deletedAt IS NULL
), 0), (
    SELECT review.level FROM review
    WHERE review.goalID = NEW.id AND review.ownerID = NEW.ownerID AND review.deletedAt IS NULL
) IS NOT NULL)
ON CONFLICT DO UPDATE SET count = count + 1, levelSum = levelSum + excluded.levelSum,
    levelCount = levelCount + excluded.levelCount;
END;
CREATE TRIGGER goal_updated_no_jewel AFTER UPDATE OF status, deletedAt ON goal
WHEN OLD.status = 'completed' AND OLD.deletedAt IS NULL AND NOT (NEW.status = 'completed' AND NEW.deletedAt IS NULL) BEGIN
    UPDATE jewelTally SET count = count - 1, levelSum = levelSum - 0,
    levelCount = levelCount - 0
WHERE ownerID = OLD.ownerID AND period = 'a' AND color = OLD.jewelColor AND shape = OLD.jewelShape;
UPDATE jewelTally SET count = count - 1, levelSum = levelSum - 0,
    levelCount = levelCount - 0
WHERE ownerID = OLD.ownerID AND period = 'y' || substr(coalesce(OLD.completedOn, date(OLD.completedAt / 1000, 'unixepoch')), 1, 4) AND color = OLD.jewelColor AND shape = OLD.jewelShape;
UPDATE jewelTally SET count = count - 1, levelSum = levelSum - coalesce((
    SELECT review.level FROM review
    WHERE review.goalID = OLD.id AND review.ownerID = OLD.ownerID AND review.deletedAt IS NULL
), 0),
    levelCount = levelCount - ((
    SELECT review.level FROM review
    WHERE review.goalID = OLD.id AND review.ownerID = OLD.ownerID AND review.deletedAt IS NULL
) IS NOT NULL)
WHERE ownerID = OLD.ownerID AND period = 'm' || substr(coalesce(OLD.completedOn, date(OLD.completedAt / 1000, 'unixepoch')), 1, 7) AND color = OLD.jewelColor AND shape = OLD.jewelShape;
END;
CREATE TRIGGER goal_deleted_jewel BEFORE DELETE ON goal WHEN OLD.status = 'completed' AND OLD.deletedAt IS NULL BEGIN
    UPDATE jewelTally SET count = count - 1, levelSum = levelSum - 0,
    levelCount = levelCount - 0
WHERE ownerID = OLD.ownerID AND period = 'a' AND color = OLD.jewelColor AND shape = OLD.jewelShape;
UPDATE jewelTally SET count = count - 1, levelSum = levelSum - 0,
    levelCount = levelCount - 0
WHERE ownerID = OLD.ownerID AND period = 'y' || substr(coalesce(OLD.completedOn, date(OLD.completedAt / 1000, 'unixepoch')), 1, 4) AND color = OLD.jewelColor AND shape = OLD.jewelShape;
UPDATE jewelTally SET count = count - 1, levelSum = levelSum - coalesce((
    SELECT review.level FROM review
    WHERE review.goalID = OLD.id AND review.ownerID = OLD.ownerID AND review.deletedAt IS NULL
), 0),
    levelCount = levelCount - ((
    SELECT review.level FROM review
    WHERE review.goalID = OLD.id AND review.ownerID = OLD.ownerID AND review.deletedAt IS NULL
) IS NOT NULL)
WHERE ownerID = OLD.ownerID AND period = 'm' || substr(coalesce(OLD.completedOn, date(OLD.completedAt / 1000, 'unixepoch')), 1, 7) AND color = OLD.jewelColor AND shape = OLD.jewelShape;
END;
CREATE TRIGGER review_inserted AFTER INSERT ON review WHEN NEW.deletedAt IS NULL BEGIN
    UPDATE goal SET hasReview = 1 WHERE id = NEW.goalID;
    UPDATE account SET reviewableCount = reviewableCount - 1
WHERE id = (SELECT goal.ownerID FROM goal WHERE goal.id = NEW.goalID AND goal.status = 'completed' AND goal.deletedAt IS NULL);
    UPDATE jewelTally SET levelSum = levelSum + NEW.level, levelCount = levelCount + 1
WHERE (ownerID, period, color, shape) = (
    SELECT goal.ownerID, 'm' || substr(coalesce(goal.completedOn, date(goal.completedAt / 1000, 'unixepoch')), 1, 7), goal.jewelColor, goal.jewelShape
    FROM goal WHERE goal.id = NEW.goalID AND goal.status = 'completed' AND goal.deletedAt IS NULL
);
END;
CREATE TRIGGER review_updated AFTER UPDATE OF deletedAt ON review
WHEN (NEW.deletedAt IS NULL) <> (OLD.deletedAt IS NULL) BEGIN
    UPDATE goal SET hasReview = NEW.deletedAt IS NULL, reviewRevision = reviewRevision + 1
    WHERE id = NEW.goalID;
    UPDATE account SET reviewableCount = reviewableCount - iif(NEW.deletedAt IS NULL, 1, -1)
WHERE id = (SELECT goal.ownerID FROM goal WHERE goal.id = NEW.goalID AND goal.status = 'completed' AND goal.deletedAt IS NULL);
    UPDATE jewelTally SET levelSum = levelSum + iif(NEW.deletedAt IS NULL, NEW.level, -OLD.level), levelCount = levelCount + iif(NEW.deletedAt IS NULL, 1, -1)
WHERE (ownerID, period, color, shape) = (
    SELECT goal.ownerID, 'm' || substr(coalesce(goal.completedOn, date(goal.completedAt / 1000, 'unixepoch')), 1, 7), goal.jewelColor, goal.jewelShape
    FROM goal WHERE goal.id = NEW.goalID AND goal.status = 'completed' AND goal.deletedAt IS NULL
);
END;
CREATE TRIGGER review_updated_level AFTER UPDATE OF level ON review
WHEN NEW.deletedAt IS NULL AND OLD.deletedAt IS NULL AND NEW.level <> OLD.level BEGIN
    UPDATE jewelTally SET levelSum = levelSum + NEW.level - OLD.level, levelCount = levelCount + 0
WHERE (ownerID, period, color, shape) = (
    SELECT goal.ownerID, 'm' || substr(coalesce(goal.completedOn, date(goal.completedAt / 1000, 'unixepoch')), 1, 7), goal.jewelColor, goal.jewelShape
    FROM goal WHERE goal.id = NEW.goalID AND goal.status = 'completed' AND goal.deletedAt IS NULL
);
END;
CREATE TRIGGER review_deleted AFTER DELETE ON review WHEN OLD.deletedAt IS NULL BEGIN
    UPDATE goal SET hasReview = 0 WHERE id = OLD.goalID;
    UPDATE account SET reviewableCount = reviewableCount + 1
WHERE id = (SELECT goal.ownerID FROM goal WHERE goal.id = OLD.goalID AND goal.status = 'completed' AND goal.deletedAt IS NULL);
    UPDATE jewelTally SET levelSum = levelSum - OLD.level, levelCount = levelCount - 1
WHERE (ownerID, period, color, shape) = (
    SELECT goal.ownerID, 'm' || substr(coalesce(goal.completedOn, date(goal.completedAt / 1000, 'unixepoch')), 1, 7), goal.jewelColor, goal.jewelShape
    FROM goal WHERE goal.id = OLD.goalID AND goal.status = 'completed' AND goal.deletedAt IS NULL
);
END;
