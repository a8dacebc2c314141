// Triggers that maintain the numbers of accounts and of jewels.
extension Schema {
    /// The triggers of ``reviewableCounts``, ``reviewStates``, ``steps`` and ``lookBack`` on goals and reviews, in forms
    /// that cost a third: one UPDATE for all numbers of an account, and no statement that makes a temporary table, as
    /// one does that joins a list of values.
    ///
    /// A goal stays with its owner and a review with its goal, so no row moves from one number to another. Levels are
    /// counted by month only: those of a year are shown as a sum of months, and those of all years not at all.
    static let lighterWrites =
        replacedTriggers.map { "DROP TRIGGER \($0)" } + [
            "UPDATE jewelTally SET levelSum = 0, levelCount = 0 WHERE period NOT GLOB 'm*' AND levelCount <> 0",
            """
            CREATE TRIGGER goal_stays BEFORE UPDATE OF id, ownerID ON goal
            WHEN NEW.id <> OLD.id OR NEW.ownerID <> OLD.ownerID BEGIN
                SELECT RAISE(ABORT, 'a goal stays with its owner');
            END
            """,
            """
            CREATE TRIGGER review_stays BEFORE UPDATE OF goalID, ownerID ON review
            WHEN NEW.goalID <> OLD.goalID OR NEW.ownerID <> OLD.ownerID BEGIN
                SELECT RAISE(ABORT, 'a review stays with its goal');
            END
            """,
            """
            CREATE TRIGGER goal_inserted AFTER INSERT ON goal WHEN NEW.deletedAt IS NULL BEGIN
                \(count(adding: "NEW"));
            END
            """,
            """
            CREATE TRIGGER goal_updated AFTER UPDATE OF status, deletedAt ON goal
            WHEN NEW.status <> OLD.status OR NEW.deletedAt IS NOT OLD.deletedAt BEGIN
                \(count(removing: "OLD", adding: "NEW"));
            END
            """,
            """
            CREATE TRIGGER goal_deleted AFTER DELETE ON goal WHEN OLD.deletedAt IS NULL BEGIN
                \(count(removing: "OLD"));
            END
            """,
            """
            CREATE TRIGGER goal_inserted_jewel AFTER INSERT ON goal WHEN \(isWon("NEW")) BEGIN
                \(addJewel);
            END
            """,
            """
            CREATE TRIGGER goal_updated_jewel AFTER UPDATE OF status, deletedAt ON goal
            WHEN \(isWon("NEW")) AND NOT (\(isWon("OLD"))) BEGIN
                \(addJewel);
            END
            """,
            """
            CREATE TRIGGER goal_updated_no_jewel AFTER UPDATE OF status, deletedAt ON goal
            WHEN \(isWon("OLD")) AND NOT (\(isWon("NEW"))) BEGIN
                \(removeJewel);
            END
            """,
            // Before, not after, since then its review still exists.
            """
            CREATE TRIGGER goal_deleted_jewel BEFORE DELETE ON goal WHEN \(isWon("OLD")) BEGIN
                \(removeJewel);
            END
            """,
            """
            CREATE TRIGGER review_inserted AFTER INSERT ON review WHEN NEW.deletedAt IS NULL BEGIN
                UPDATE goal SET hasReview = 1 WHERE id = NEW.goalID;
                \(countReviewable("- 1", "NEW"));
                \(countLevels("+ NEW.level", "+ 1", "NEW"));
            END
            """,
            // Deleting and restoring are changes that an editor of an older text is told of.
            """
            CREATE TRIGGER review_updated AFTER UPDATE OF deletedAt ON review
            WHEN (NEW.deletedAt IS NULL) <> (OLD.deletedAt IS NULL) BEGIN
                UPDATE goal SET hasReview = NEW.deletedAt IS NULL, reviewRevision = reviewRevision + 1
                WHERE id = NEW.goalID;
                \(countReviewable("- iif(NEW.deletedAt IS NULL, 1, -1)", "NEW"));
                \(countLevels(
                    "+ iif(NEW.deletedAt IS NULL, NEW.level, -OLD.level)",
                    "+ iif(NEW.deletedAt IS NULL, 1, -1)", "NEW"));
            END
            """,
            """
            CREATE TRIGGER review_updated_level AFTER UPDATE OF level ON review
            WHEN NEW.deletedAt IS NULL AND OLD.deletedAt IS NULL AND NEW.level <> OLD.level BEGIN
                \(countLevels("+ NEW.level - OLD.level", "+ 0", "NEW"));
            END
            """,
            """
            CREATE TRIGGER review_deleted AFTER DELETE ON review WHEN OLD.deletedAt IS NULL BEGIN
                UPDATE goal SET hasReview = 0 WHERE id = OLD.goalID;
                \(countReviewable("+ 1", "OLD"));
                \(countLevels("- OLD.level", "- 1", "OLD"));
            END
            """,
        ]

    private static let replacedTriggers = [
        "goal_inserted", "goal_inserted_open", "goal_inserted_completed", "goal_inserted_jewel", "goal_updated",
        "goal_updated_open", "goal_updated_completed", "goal_updated_jewel", "goal_deleted", "goal_deleted_open",
        "goal_deleted_completed", "goal_deleted_jewel", "review_inserted", "review_inserted_state",
        "review_inserted_level", "review_updated", "review_updated_level_before", "review_updated_level",
        "review_deleted", "review_deleted_state", "review_deleted_level",
    ]

    private static func isWon(_ goal: String) -> String { "\(goal).status = 'completed' AND \(goal).deletedAt IS NULL" }

    /// Changes the numbers of an account by a row of `goal`, in its old state, its new state, or both.
    private static func count(removing old: String? = nil, adding new: String? = nil) -> String {
        let numbers = [
            ("storedCount", "stored", ""), ("activeCount", "active", ""), ("completedCount", "completed", ""),
            ("reviewableCount", "completed", "hasReview = 0"),
        ]
        let changes = numbers.map { number, status, more in
            func counts(_ sign: String, _ goal: String?) -> String {
                guard let goal else { return "" }
                let more = more.isEmpty ? "" : " AND \(goal).\(more)"
                return " \(sign) (\(goal).status = '\(status)' AND \(goal).deletedAt IS NULL\(more))"
            }
            return "\(number) = \(number)\(counts("-", old))\(counts("+", new))"
        }
        return """
            UPDATE account SET \(changes.joined(separator: ",\n        "))
            WHERE id = \(new ?? old ?? "").ownerID
            """
    }

    private static func day(_ goal: String) -> String {
        "coalesce(\(goal).completedOn, date(\(goal).completedAt / 1000, 'unixepoch'))"
    }

    private static func month(_ goal: String) -> String { "'m' || substr(\(day(goal)), 1, 7)" }

    private static func year(_ goal: String) -> String { "'y' || substr(\(day(goal)), 1, 4)" }

    private static func level(_ goal: String) -> String {
        """
        (
            SELECT review.level FROM review
            WHERE review.goalID = \(goal).id AND review.ownerID = \(goal).ownerID AND review.deletedAt IS NULL
        )
        """
    }

    /// Counts the jewel of a goal that is won, overall, in its year, and in its month with the level of its review.
    private static let addJewel = """
        \(addJewel(in: "'a'", "0", "0"));
        \(addJewel(in: year("NEW"), "0", "0"));
        \(addJewel(in: month("NEW"), "coalesce(\(level("NEW")), 0)", "\(level("NEW")) IS NOT NULL"))
        """

    private static func addJewel(in period: String, _ levelSum: String, _ levelCount: String) -> String {
        """
        INSERT INTO jewelTally (ownerID, period, color, shape, count, levelSum, levelCount)
        VALUES (NEW.ownerID, \(period), NEW.jewelColor, NEW.jewelShape, 1, \(levelSum), \(levelCount))
        ON CONFLICT DO UPDATE SET count = count + 1, levelSum = levelSum + excluded.levelSum,
            levelCount = levelCount + excluded.levelCount
        """
    }

    /// Undoes that. With an upsert, deleting an account would insert rows of it again.
    private static let removeJewel = """
        \(removeJewel(in: "'a'", "0", "0"));
        \(removeJewel(in: year("OLD"), "0", "0"));
        \(removeJewel(in: month("OLD"), "coalesce(\(level("OLD")), 0)", "(\(level("OLD")) IS NOT NULL)"))
        """

    private static func removeJewel(in period: String, _ levelSum: String, _ levelCount: String) -> String {
        """
        UPDATE jewelTally SET count = count - 1, levelSum = levelSum - \(levelSum),
            levelCount = levelCount - \(levelCount)
        WHERE ownerID = OLD.ownerID AND period = \(period) AND color = OLD.jewelColor AND shape = OLD.jewelShape
        """
    }

    /// Changes the count of reviewable goals by the goal of a row of `review`, if it is counted.
    private static func countReviewable(_ change: String, _ review: String) -> String {
        """
        UPDATE account SET reviewableCount = reviewableCount \(change)
        WHERE id = (SELECT goal.ownerID \(countedGoal(of: review)))
        """
    }

    /// Changes the levels of the month of the goal of a row of `review`, if it is counted.
    private static func countLevels(_ sum: String, _ count: String, _ review: String) -> String {
        """
        UPDATE jewelTally SET levelSum = levelSum \(sum), levelCount = levelCount \(count)
        WHERE (ownerID, period, color, shape) = (
            SELECT goal.ownerID, \(month("goal")), goal.jewelColor, goal.jewelShape
            \(countedGoal(of: review))
        )
        """
    }

    private static func countedGoal(of review: String) -> String {
        "FROM goal WHERE goal.id = \(review).goalID AND \(isWon("goal"))"
    }
}
