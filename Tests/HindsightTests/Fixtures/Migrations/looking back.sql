CREATE TABLE jewelTally (
    ownerID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    period TEXT NOT NULL,
    color TEXT NOT NULL,
    shape TEXT NOT NULL,
    count INTEGER NOT NULL,
    levelSum INTEGER NOT NULL,
    levelCount INTEGER NOT NULL,
    PRIMARY KEY (ownerID, period, color, shape)
) STRICT, WITHOUT ROWID;
INSERT INTO jewelTally (ownerID, period, color, shape, count, levelSum, levelCount)
SELECT goal.ownerID, period.value, goal.jewelColor, goal.jewelShape, COUNT(*),
    coalesce(SUM(review.level), 0), COUNT(review.level)
FROM goal
JOIN json_each(json_array('a', 'y' || substr(coalesce(goal.completedOn, date(goal.completedAt / 1000, 'unixepoch')), 1, 4), 'm' || substr(coalesce(goal.completedOn, date(goal.completedAt / 1000, 'unixepoch')), 1, 7))) AS period
LEFT JOIN review
    ON review.goalID = goal.id AND review.ownerID = goal.ownerID AND review.deletedAt IS NULL
WHERE goal.status = 'completed' AND goal.deletedAt IS NULL
GROUP BY 1, 2, 3, 4;
CREATE INDEX goal_won ON goal (ownerID, completedOn, id, jewelColor, jewelShape)
WHERE status = 'completed' AND deletedAt IS NULL;
CREATE INDEX goal_ending ON goal (ownerID, endDate, id) WHERE status = 'active' AND deletedAt IS NULL;
CREATE TRIGGER goal_inserted_jewel AFTER INSERT ON goal
WHEN NEW.status = 'completed' AND NEW.deletedAt IS NULL BEGIN
    INSERT INTO jewelTally (ownerID, period, color, shape, count, levelSum, levelCount)
SELECT NEW.ownerID, period.value, NEW.jewelColor, NEW.jewelShape, 1, coalesce((
    SELECT review.level FROM review
    WHERE review.goalID = NEW.id AND review.ownerID = NEW.ownerID AND review.deletedAt IS NULL
), 0),
    (
    SELECT review.level FROM review
    WHERE review.goalID = NEW.id AND review.ownerID = NEW.ownerID AND review.deletedAt IS NULL
) IS NOT NULL
FROM json_each(json_array('a', 'y' || substr(coalesce(NEW.completedOn, date(NEW.completedAt / 1000, 'unixepoch')), 1, 4), 'm' || substr(coalesce(NEW.completedOn, date(NEW.completedAt / 1000, 'unixepoch')), 1, 7))) AS period
WHERE NEW.status = 'completed' AND NEW.deletedAt IS NULL
ON CONFLICT DO UPDATE SET count = count + 1, levelSum = levelSum + excluded.levelSum,
    levelCount = levelCount + excluded.levelCount;
END;
CREATE TRIGGER goal_updated_jewel AFTER UPDATE OF id, ownerID, status, deletedAt ON goal
WHEN OLD.status = 'completed' OR NEW.status = 'completed' BEGIN
    UPDATE jewelTally SET count = count - 1, levelSum = levelSum - coalesce((
    SELECT review.level FROM review
    WHERE review.goalID = OLD.id AND review.ownerID = OLD.ownerID AND review.deletedAt IS NULL
), 0),
    levelCount = levelCount - ((
    SELECT review.level FROM review
    WHERE review.goalID = OLD.id AND review.ownerID = OLD.ownerID AND review.deletedAt IS NULL
) IS NOT NULL)
WHERE ownerID = OLD.ownerID AND period IN (SELECT value FROM json_each(json_array('a', 'y' || substr(coalesce(OLD.completedOn, date(OLD.completedAt / 1000, 'unixepoch')), 1, 4), 'm' || substr(coalesce(OLD.completedOn, date(OLD.completedAt / 1000, 'unixepoch')), 1, 7))))
    AND color = OLD.jewelColor AND shape = OLD.jewelShape
    AND OLD.status = 'completed' AND OLD.deletedAt IS NULL;
    INSERT INTO jewelTally (ownerID, period, color, shape, count, levelSum, levelCount)
SELECT NEW.ownerID, period.value, NEW.jewelColor, NEW.jewelShape, 1, coalesce((
    SELECT review.level FROM review
    WHERE review.goalID = NEW.id AND review.ownerID = NEW.ownerID AND review.deletedAt IS NULL
), 0),
    (
    SELECT review.level FROM review
    WHERE review.goalID = NEW.id AND review.ownerID = NEW.ownerID AND review.deletedAt IS NULL
) IS NOT NULL
FROM json_each(json_array('a', 'y' || substr(coalesce(NEW.completedOn, date(NEW.completedAt / 1000, 'unixepoch')), 1, 4), 'm' || substr(coalesce(NEW.completedOn, date(NEW.completedAt / 1000, 'unixepoch')), 1, 7))) AS period
WHERE NEW.status = 'completed' AND NEW.deletedAt IS NULL
ON CONFLICT DO UPDATE SET count = count + 1, levelSum = levelSum + excluded.levelSum,
    levelCount = levelCount + excluded.levelCount;
END;
CREATE TRIGGER goal_deleted_jewel BEFORE DELETE ON goal
WHEN OLD.status = 'completed' AND OLD.deletedAt IS NULL BEGIN
    UPDATE jewelTally SET count = count - 1, levelSum = levelSum - coalesce((
    SELECT review.level FROM review
    WHERE review.goalID = OLD.id AND review.ownerID = OLD.ownerID AND review.deletedAt IS NULL
), 0),
    levelCount = levelCount - ((
    SELECT review.level FROM review
    WHERE review.goalID = OLD.id AND review.ownerID = OLD.ownerID AND review.deletedAt IS NULL
) IS NOT NULL)
WHERE ownerID = OLD.ownerID AND period IN (SELECT value FROM json_each(json_array('a', 'y' || substr(coalesce(OLD.completedOn, date(OLD.completedAt / 1000, 'unixepoch')), 1, 4), 'm' || substr(coalesce(OLD.completedOn, date(OLD.completedAt / 1000, 'unixepoch')), 1, 7))))
    AND color = OLD.jewelColor AND shape = OLD.jewelShape
    AND OLD.status = 'completed' AND OLD.deletedAt IS NULL;
END;
CREATE TRIGGER review_inserted_level AFTER INSERT ON review WHEN NEW.deletedAt IS NULL BEGIN
    UPDATE jewelTally SET levelSum = levelSum + NEW.level, levelCount = levelCount + 1
FROM goal
WHERE goal.id = NEW.goalID AND goal.ownerID = NEW.ownerID
    AND goal.status = 'completed' AND goal.deletedAt IS NULL
    AND jewelTally.ownerID = goal.ownerID
    AND jewelTally.period IN (SELECT value FROM json_each(json_array('a', 'y' || substr(coalesce(goal.completedOn, date(goal.completedAt / 1000, 'unixepoch')), 1, 4), 'm' || substr(coalesce(goal.completedOn, date(goal.completedAt / 1000, 'unixepoch')), 1, 7))))
    AND jewelTally.color = goal.jewelColor AND jewelTally.shape = goal.jewelShape;
END;
CREATE TRIGGER review_updated_level_before AFTER UPDATE OF goalID, ownerID, deletedAt, level ON review
WHEN OLD.deletedAt IS NULL BEGIN
    UPDATE jewelTally SET levelSum = levelSum - OLD.level, levelCount = levelCount - 1
FROM goal
WHERE goal.id = OLD.goalID AND goal.ownerID = OLD.ownerID
    AND goal.status = 'completed' AND goal.deletedAt IS NULL
    AND jewelTally.ownerID = goal.ownerID
    AND jewelTally.period IN (SELECT value FROM json_each(json_array('a', 'y' || substr(coalesce(goal.completedOn, date(goal.completedAt / 1000, 'unixepoch')), 1, 4), 'm' || substr(coalesce(goal.completedOn, date(goal.completedAt / 1000, 'unixepoch')), 1, 7))))
    AND jewelTally.color = goal.jewelColor AND jewelTally.shape = goal.jewelShape;
END;
CREATE TRIGGER review_updated_level AFTER UPDATE OF goalID, ownerID, deletedAt, level ON review
WHEN NEW.deletedAt IS NULL BEGIN
    UPDATE jewelTally SET levelSum = levelSum + NEW.level, levelCount = levelCount + 1
FROM goal
WHERE goal.id = NEW.goalID AND goal.ownerID = NEW.ownerID
    AND goal.status = 'completed' AND goal.deletedAt IS NULL
    AND jewelTally.ownerID = goal.ownerID
    AND jewelTally.period IN (SELECT value FROM json_each(json_array('a', 'y' || substr(coalesce(goal.completedOn, date(goal.completedAt / 1000, 'unixepoch')), 1, 4), 'm' || substr(coalesce(goal.completedOn, date(goal.completedAt / 1000, 'unixepoch')), 1, 7))))
    AND jewelTally.color = goal.jewelColor AND jewelTally.shape = goal.jewelShape;
END;
CREATE TRIGGER review_deleted_level AFTER DELETE ON review WHEN OLD.deletedAt IS NULL BEGIN
    UPDATE jewelTally SET levelSum = levelSum - OLD.level, levelCount = levelCount - 1
FROM goal
WHERE goal.id = OLD.goalID AND goal.ownerID = OLD.ownerID
    AND goal.status = 'completed' AND goal.deletedAt IS NULL
    AND jewelTally.ownerID = goal.ownerID
    AND jewelTally.period IN (SELECT value FROM json_each(json_array('a', 'y' || substr(coalesce(goal.completedOn, date(goal.completedAt / 1000, 'unixepoch')), 1, 4), 'm' || substr(coalesce(goal.completedOn, date(goal.completedAt / 1000, 'unixepoch')), 1, 7))))
    AND jewelTally.color = goal.jewelColor AND jewelTally.shape = goal.jewelShape;
END;
CREATE TABLE weekNote (
    ownerID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    week TEXT NOT NULL CHECK (length(week) = 10),
    question INTEGER NOT NULL,
    text ANY NOT NULL CHECK (typeof(text) IN ('text', 'blob')),
    revision INTEGER NOT NULL,
    PRIMARY KEY (ownerID, week)
) STRICT, WITHOUT ROWID;
