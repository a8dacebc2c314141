// Columns and indexes for the list of completed goals.
extension Schema {
    /// Columns `hasReview` on the goal and `completedCount` on the account: so a list of reviewed or unreviewed goals,
    /// and the numbers above it, take the same time however many goals there are. Triggers maintain both, as they do
    /// `reviewableCount`; see ``reviewableCounts``.
    static let reviewStates = [
        "ALTER TABLE goal ADD COLUMN hasReview INTEGER NOT NULL DEFAULT 0 CHECK (hasReview IN (0, 1))",
        """
        UPDATE goal SET hasReview = 1 WHERE EXISTS (
            SELECT 1 FROM review
            WHERE review.goalID = goal.id AND review.ownerID = goal.ownerID AND review.deletedAt IS NULL
        )
        """,
        "ALTER TABLE account ADD COLUMN completedCount INTEGER NOT NULL DEFAULT 0",
        """
        UPDATE account SET completedCount = (
            SELECT COUNT(*) FROM goal
            WHERE goal.ownerID = account.id AND goal.status = 'completed' AND goal.deletedAt IS NULL
        )
        """,
        // In the order of the lists: of all completed goals, and of the reviewed and unreviewed ones. The first covers
        // all columns that the counts need.
        "CREATE INDEX goal_completed ON goal (ownerID, status, deletedAt, completedAt, id)",
        """
        CREATE INDEX goal_reviewed ON goal (ownerID, hasReview, completedAt, id)
        WHERE status = 'completed' AND deletedAt IS NULL
        """,
        """
        CREATE TRIGGER goal_inserted_completed AFTER INSERT ON goal WHEN NEW.status = 'completed' BEGIN
            \(countCompleted("+ 1", "NEW"));
        END
        """,
        """
        CREATE TRIGGER goal_updated_completed AFTER UPDATE OF ownerID, status, deletedAt ON goal BEGIN
            \(countCompleted("- 1", "OLD"));
            \(countCompleted("+ 1", "NEW"));
        END
        """,
        """
        CREATE TRIGGER goal_deleted_completed AFTER DELETE ON goal WHEN OLD.status = 'completed' BEGIN
            \(countCompleted("- 1", "OLD"));
        END
        """,
        """
        CREATE TRIGGER review_inserted_state AFTER INSERT ON review WHEN NEW.deletedAt IS NULL BEGIN
            \(markGoal(1, "NEW"));
        END
        """,
        // Deleting and restoring are the most frequent changes: the existing trigger handles both, with one statement
        // for each table.
        "DROP TRIGGER review_updated",
        """
        CREATE TRIGGER review_updated AFTER UPDATE OF goalID, ownerID, deletedAt ON review BEGIN
            UPDATE account SET reviewableCount = reviewableCount
                + (id = OLD.ownerID AND \(isCounted("OLD"))) - (id = NEW.ownerID AND \(isCounted("NEW")))
            WHERE id IN (OLD.ownerID, NEW.ownerID);
            UPDATE goal SET hasReview = EXISTS (
                SELECT 1 FROM review
                WHERE review.goalID = goal.id AND review.ownerID = goal.ownerID AND review.deletedAt IS NULL
            )
            WHERE id IN (OLD.goalID, NEW.goalID);
        END
        """,
        """
        CREATE TRIGGER review_deleted_state AFTER DELETE ON review WHEN OLD.deletedAt IS NULL BEGIN
            \(markGoal(0, "OLD"));
        END
        """,
    ]

    private static func countCompleted(_ change: String, _ goal: String) -> String {
        """
        UPDATE account SET completedCount = completedCount \(change)
        WHERE id = \(goal).ownerID AND \(goal).status = 'completed' AND \(goal).deletedAt IS NULL
        """
    }

    /// The condition that a row of `review` makes its goal one that is not reviewable.
    private static func isCounted(_ review: String) -> String {
        """
        \(review).deletedAt IS NULL AND EXISTS (
            SELECT 1 FROM goal WHERE goal.id = \(review).goalID AND goal.ownerID = \(review).ownerID
                AND goal.status = 'completed' AND goal.deletedAt IS NULL
        )
        """
    }

    /// Sets `hasReview` of a row's goal. A goal has at most one review, so the state of that row is the state of the
    /// goal.
    private static func markGoal(_ hasReview: Int, _ review: String) -> String {
        """
        UPDATE goal SET hasReview = \(hasReview)
        WHERE id = \(review).goalID AND ownerID = \(review).ownerID AND \(review).deletedAt IS NULL
        """
    }
}
