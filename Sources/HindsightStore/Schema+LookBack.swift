// Tables behind weeks, years and jewels.
extension Schema {
    /// Number of jewels of each kind won in each month, in each year and overall, with the levels of their reviews,
    /// maintained by triggers: a year with ten thousand goals is drawn as fast as one with ten. And the answers to the
    /// questions of weeks.
    static let lookBack = [
        // A period is "a", "y2026" or "m2026-03": years are adjacent, and so are the months of one.
        """
        CREATE TABLE jewelTally (
            ownerID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            period TEXT NOT NULL,
            color TEXT NOT NULL,
            shape TEXT NOT NULL,
            count INTEGER NOT NULL,
            levelSum INTEGER NOT NULL,
            levelCount INTEGER NOT NULL,
            PRIMARY KEY (ownerID, period, color, shape)
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO jewelTally (ownerID, period, color, shape, count, levelSum, levelCount)
        \(jewelTallies)
        """,
        // In the order of the jewel box, with all columns that its filters need.
        """
        CREATE INDEX goal_won ON goal (ownerID, completedOn, id, jewelColor, jewelShape)
        WHERE status = 'completed' AND deletedAt IS NULL
        """,
        "CREATE INDEX goal_ending ON goal (ownerID, endDate, id) WHERE status = 'active' AND deletedAt IS NULL",
        """
        CREATE TRIGGER goal_inserted_jewel AFTER INSERT ON goal
        WHEN NEW.status = 'completed' AND NEW.deletedAt IS NULL BEGIN
            \(addJewel);
        END
        """,
        """
        CREATE TRIGGER goal_updated_jewel AFTER UPDATE OF id, ownerID, status, deletedAt ON goal
        WHEN OLD.status = 'completed' OR NEW.status = 'completed' BEGIN
            \(removeJewel);
            \(addJewel);
        END
        """,
        // Before, not after, since then its reviews still exist.
        """
        CREATE TRIGGER goal_deleted_jewel BEFORE DELETE ON goal
        WHEN OLD.status = 'completed' AND OLD.deletedAt IS NULL BEGIN
            \(removeJewel);
        END
        """,
        """
        CREATE TRIGGER review_inserted_level AFTER INSERT ON review WHEN NEW.deletedAt IS NULL BEGIN
            \(countLevel("+", of: "NEW"));
        END
        """,
        """
        CREATE TRIGGER review_updated_level_before AFTER UPDATE OF goalID, ownerID, deletedAt, level ON review
        WHEN OLD.deletedAt IS NULL BEGIN
            \(countLevel("-", of: "OLD"));
        END
        """,
        """
        CREATE TRIGGER review_updated_level AFTER UPDATE OF goalID, ownerID, deletedAt, level ON review
        WHEN NEW.deletedAt IS NULL BEGIN
            \(countLevel("+", of: "NEW"));
        END
        """,
        """
        CREATE TRIGGER review_deleted_level AFTER DELETE ON review WHEN OLD.deletedAt IS NULL BEGIN
            \(countLevel("-", of: "OLD"));
        END
        """,
        """
        CREATE TABLE weekNote (
            ownerID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            week TEXT NOT NULL CHECK (length(week) = 10),
            question INTEGER NOT NULL,
            text ANY NOT NULL CHECK (typeof(text) IN ('text', 'blob')),
            revision INTEGER NOT NULL,
            PRIMARY KEY (ownerID, week)
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// The rows that `jewelTally` should contain.
    private static let jewelTallies = """
        SELECT goal.ownerID, period.value, goal.jewelColor, goal.jewelShape, COUNT(*),
            coalesce(SUM(review.level), 0), COUNT(review.level)
        FROM goal
        JOIN json_each(\(periods("goal"))) AS period
        LEFT JOIN review
            ON review.goalID = goal.id AND review.ownerID = goal.ownerID AND review.deletedAt IS NULL
        WHERE goal.status = 'completed' AND goal.deletedAt IS NULL
        GROUP BY 1, 2, 3, 4
        """

    /// The periods that a goal, by its alias, is counted in, as a JSON array.
    private static func periods(_ goal: String) -> String {
        let day = "coalesce(\(goal).completedOn, date(\(goal).completedAt / 1000, 'unixepoch'))"
        return "json_array('a', 'y' || substr(\(day), 1, 4), 'm' || substr(\(day), 1, 7))"
    }

    private static func level(_ goal: String) -> String {
        """
        (
            SELECT review.level FROM review
            WHERE review.goalID = \(goal).id AND review.ownerID = \(goal).ownerID AND review.deletedAt IS NULL
        )
        """
    }

    private static let addJewel = """
        INSERT INTO jewelTally (ownerID, period, color, shape, count, levelSum, levelCount)
        SELECT NEW.ownerID, period.value, NEW.jewelColor, NEW.jewelShape, 1, coalesce(\(level("NEW")), 0),
            \(level("NEW")) IS NOT NULL
        FROM json_each(\(periods("NEW"))) AS period
        WHERE NEW.status = 'completed' AND NEW.deletedAt IS NULL
        ON CONFLICT DO UPDATE SET count = count + 1, levelSum = levelSum + excluded.levelSum,
            levelCount = levelCount + excluded.levelCount
        """

    private static let removeJewel = """
        UPDATE jewelTally SET count = count - 1, levelSum = levelSum - coalesce(\(level("OLD")), 0),
            levelCount = levelCount - (\(level("OLD")) IS NOT NULL)
        WHERE ownerID = OLD.ownerID AND period IN (SELECT value FROM json_each(\(periods("OLD"))))
            AND color = OLD.jewelColor AND shape = OLD.jewelShape
            AND OLD.status = 'completed' AND OLD.deletedAt IS NULL
        """

    /// Adds or subtracts the level of an undeleted row of `review`, unless its goal is deleted: then it is counted with
    /// the goal.
    private static func countLevel(_ sign: String, of review: String) -> String {
        """
        UPDATE jewelTally SET levelSum = levelSum \(sign) \(review).level, levelCount = levelCount \(sign) 1
        FROM goal
        WHERE goal.id = \(review).goalID AND goal.ownerID = \(review).ownerID
            AND goal.status = 'completed' AND goal.deletedAt IS NULL
            AND jewelTally.ownerID = goal.ownerID
            AND jewelTally.period IN (SELECT value FROM json_each(\(periods("goal"))))
            AND jewelTally.color = goal.jewelColor AND jewelTally.shape = goal.jewelShape
        """
    }
}
