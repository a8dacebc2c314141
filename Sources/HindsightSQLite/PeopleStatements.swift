import HindsightDomain

/// Statements on the pages that people show to others. `?1` is the owner in each but those on all owners.
enum PeopleStatements {
    /// Returns the handle, the visibility and the number of shared goals of an account that is no demo.
    static let ownPage = """
        SELECT account.handle, account.pageVisibility, account.handleChangedAt, (
            SELECT COUNT(*) FROM goal INDEXED BY goal_shared
            WHERE goal.ownerID = ?1 AND goal.sharedAt IS NOT NULL AND goal.deletedAt IS NULL
        )
        FROM account WHERE account.id = ?1 AND account.isDemo = 0 AND account.closedAt IS NULL
        """

    static let setPage = """
        UPDATE account SET handle = ?2, handleChangedAt = ?3, pageVisibility = ?4 WHERE account.id = ?1
        """

    /// Returns the account that has the handle `?1`.
    static let owner = "SELECT account.id FROM account WHERE account.handle = ?1"

    /// Returns a row if the handle `?1` is nobody's after the time `?2`.
    static let isFormer = "SELECT 1 FROM formerHandle WHERE formerHandle.handle = ?1 AND formerHandle.availableAt > ?2"

    /// Makes the handle of an account nobody's until `?2`.
    static let retireHandle = """
        INSERT INTO formerHandle (handle, availableAt)
        SELECT account.handle, ?2 FROM account WHERE account.id = ?1 AND account.handle IS NOT NULL
        ON CONFLICT DO UPDATE SET availableAt = excluded.availableAt
        """

    /// Removes former handles that are available at `?1`, `?2` at most.
    static let releaseHandles = """
        DELETE FROM formerHandle WHERE formerHandle.handle IN (
            SELECT old.handle FROM formerHandle AS old WHERE old.availableAt <= ?1 LIMIT ?2
        )
        """

    /// Shares the goal `?2` from `?3` on and its review from `?4` on, or hides what has NULL there. What is shared already
    /// keeps its time.
    static let share = """
        UPDATE goal SET sharedAt = CASE WHEN ?3 IS NOT NULL THEN coalesce(sharedAt, ?3) END,
            reviewSharedAt = CASE WHEN ?4 IS NOT NULL THEN coalesce(reviewSharedAt, ?4) END
        WHERE goal.id = ?2 AND goal.ownerID = ?1 AND goal.deletedAt IS NULL AND goal.isSample = 0
        """

    /// Hides the review of the goal `?2`: it is another one now.
    static let hideReview = """
        UPDATE goal SET reviewSharedAt = NULL WHERE goal.id = ?2 AND goal.ownerID = ?1 AND goal.reviewSharedAt IS NOT NULL
        """

    /// The condition for the page with the handle `?2` to be seen by `?3`.
    private static let isVisible = """
        account.id = ?1 AND account.handle = ?2 AND account.closedAt IS NULL
            AND (account.pageVisibility = 'everyone' OR account.id = ?3)
        """

    private static let person = "account.displayName, account.pageVisibility"

    /// The columns of a goal on a page, and whether its review can be read there.
    private static let goal = "\(GoalColumn.selected()), goal.hasReview = 1 AND goal.reviewSharedAt IS NOT NULL"

    private static let isShared = "goal.ownerID = ?1 AND goal.sharedAt IS NOT NULL AND goal.deletedAt IS NULL"

    /// Returns the owner (part 0), the active goals unless `?4` is given (1), and `?5` completed goals behind the goal `?4`
    /// (2).
    static let page = """
        SELECT 0, \(person), \(Array(repeating: "NULL", count: GoalColumn.count + 1).joined(separator: ", "))
        FROM account WHERE \(isVisible)
        UNION ALL SELECT * FROM (
            SELECT 1, \(person), \(goal)
            FROM account CROSS JOIN goal INDEXED BY goal_shared ON \(isShared)
            WHERE \(isVisible) AND goal.status = 'active' AND goal.completedOn IS NULL AND ?4 IS NULL
            ORDER BY goal.id DESC LIMIT \(PersonPage.activeLimit)
        )
        UNION ALL SELECT * FROM (
            SELECT 2, \(person), \(goal)
            FROM account CROSS JOIN goal INDEXED BY goal_shared ON \(isShared)
            WHERE \(isVisible) AND goal.status = 'completed' AND goal.completedOn <= \(dayOfLast)
                AND (?4 IS NULL OR (goal.completedOn, goal.id) < (\(dayOfLast), ?4))
            ORDER BY goal.completedOn DESC, goal.id DESC LIMIT ?5
        )
        """

    /// The day on which the goal `?4` was completed, and a day after all others without it.
    private static let dayOfLast = """
        coalesce((SELECT seen.completedOn FROM goal AS seen WHERE seen.id = ?4 AND seen.ownerID = ?1), '9999-12-31')
        """

    /// Returns the goal `?4`, if it is on the page, with its review if that is shared.
    static let sharedGoal = """
        SELECT \(person), \(goal), \(ReviewColumn.selected())
        FROM account CROSS JOIN goal ON goal.id = ?4 AND \(isShared)
        LEFT JOIN review ON review.goalID = goal.id AND review.ownerID = ?1 AND review.deletedAt IS NULL
            AND goal.reviewSharedAt IS NOT NULL
        WHERE \(isVisible) AND goal.status <> 'stored'
        """

    /// Statements on all owners.
    static let ofAllOwners: Set = [owner, isFormer, releaseHandles]

    static let all = [
        ownPage, setPage, owner, isFormer, retireHandle, releaseHandles, share, hideReview, page, sharedGoal,
    ]
}
