import HindsightDomain

/// Statements on the pages that people show to others. `?1` is the owner in each but those on all owners.
enum PeopleStatements {
    /// Returns the handle, the visibility, the time when the handle was changed, and the number of goals on the page of an
    /// account that is no demo.
    static let ownPage = """
        SELECT account.handle, account.pageVisibility, account.handleChangedAt, (
            SELECT COUNT(*) FROM goal INDEXED BY goal_shared WHERE \(isShared) AND goal.status IN ('active', 'completed')
        )
        FROM account WHERE account.id = ?1 AND account.isDemo = 0 AND account.closedAt IS NULL
        """

    static let setPage = """
        UPDATE account SET handle = ?2, handleChangedAt = ?3, pageVisibility = ?4 WHERE account.id = ?1
        """

    /// Returns the account that has the handle `?1`, and whether `?2` follows it or is blocked.
    static let owner = """
        SELECT account.id, (
            SELECT follow.state FROM follow WHERE follow.followeeID = account.id AND follow.followerID = ?2
        )
        FROM account WHERE account.handle = ?1
        """

    /// Returns a row if an account has the handle `?1`.
    static let isUsed = "SELECT 1 FROM account WHERE account.handle = ?1"

    /// Returns a row if the handle `?1` was that of another account than `?3`, and is nobody's after the time `?2`.
    static let isFormer = """
        SELECT 1 FROM formerHandle
        WHERE formerHandle.handle = ?1 AND formerHandle.availableAt > ?2 AND formerHandle.accountID <> ?3
        """

    /// Makes the handle of an account unavailable to others until `?2`.
    static let retireHandle = """
        INSERT INTO formerHandle (handle, accountID, availableAt)
        SELECT account.handle, account.id, ?2 FROM account WHERE account.id = ?1 AND account.handle IS NOT NULL
        ON CONFLICT (handle) DO UPDATE SET accountID = excluded.accountID, availableAt = excluded.availableAt
        """

    /// Removes former handles that are available at `?1`, `?2` at most.
    static let releaseHandles = """
        DELETE FROM formerHandle WHERE formerHandle.handle IN (
            SELECT old.handle FROM formerHandle AS old WHERE old.availableAt <= ?1 LIMIT ?2
        )
        """

    /// Sets the part of the goal `?2` that is shared. More than before is news of the time `?4`. Samples and demo accounts share
    /// nothing.
    static let share = """
        UPDATE goal SET sharedPart = ?3, sharedAt = \(ifMore("sharedAt")), newsAt = \(ifMore("newsAt"))
        WHERE goal.id = ?2 AND goal.ownerID = ?1 AND goal.deletedAt IS NULL AND goal.isSample = 0 AND EXISTS (
            SELECT 1 FROM account WHERE account.id = ?1 AND account.isDemo = 0
        )
        """

    private static func ifMore(_ time: String) -> String {
        "CASE WHEN ?3 IN ('nothing', sharedPart) OR sharedPart = 'goalAndReview' THEN \(time) ELSE ?4 END"
    }

    /// Records news of the goal `?2` at `?3`, if it is shared.
    static let tell = """
        UPDATE goal SET newsAt = ?3 WHERE goal.id = ?2 AND goal.ownerID = ?1 AND goal.sharedPart <> 'nothing'
        """

    /// Takes back the news of steps and of the completion of the goal `?2`, if no step is ticked any more.
    static let retract = """
        UPDATE goal SET newsAt = sharedAt
        WHERE goal.id = ?2 AND goal.ownerID = ?1 AND goal.sharedPart <> 'nothing' AND NOT EXISTS (
            SELECT 1 FROM step WHERE step.goalID = ?2 AND step.ownerID = ?1
                AND (step.doneAt IS NOT NULL OR step.tickCount > 0)
        )
        """

    /// Gives the goal `?2` back the news of the step `?3`, if that is done.
    static let tellAgain = """
        UPDATE goal SET newsAt = max(goal.newsAt, coalesce((
            SELECT step.doneAt FROM step WHERE step.id = ?3 AND step.goalID = ?2 AND step.ownerID = ?1
        ), 0))
        WHERE goal.id = ?2 AND goal.ownerID = ?1 AND goal.sharedPart <> 'nothing'
        """

    /// Hides the review of the goal `?2`: it is another one now.
    static let hideReview = """
        UPDATE goal SET sharedPart = 'goal'
        WHERE goal.id = ?2 AND goal.ownerID = ?1 AND goal.sharedPart = 'goalAndReview'
        """

    /// Returns the condition for the page with the handle `?2` to be seen by `?3`, whose relation to its owner must still be the
    /// one that an answer is kept for.
    private static func isVisible(to relation: String) -> String {
        """
        account.id = ?1 AND account.handle = ?2 AND account.closedAt IS NULL AND (
            account.id = ?3 OR \(relation) = coalesce((
                SELECT follow.state FROM follow WHERE follow.followeeID = ?1 AND follow.followerID = ?3
                    AND follow.state IN ('accepted', 'blocked')
            ), '') AND (\(relation) = 'accepted' OR \(relation) = '' AND account.pageVisibility = 'everyone')
        )
        """
    }

    /// The columns of a goal on a page, and whether its review can be read there.
    static let goal = "\(GoalColumn.selected()), goal.hasReview = 1 AND goal.sharedPart = 'goalAndReview'"

    private static let isShared = "goal.ownerID = ?1 AND goal.sharedPart <> 'nothing' AND goal.deletedAt IS NULL"

    /// Returns the owner (part 0), and `?6` completed goals that were completed before the day `?4`, or on it and with a
    /// lower id than `?5` (2). Without these two, it begins with the latest, and with the active goals (1). `?7` is the relation of
    /// the viewer.
    static let page = """
        SELECT 0, account.displayName, account.pageVisibility,
            \(Array(repeating: "NULL", count: GoalColumn.count + 1).joined(separator: ", "))
        FROM account WHERE \(isVisible(to: "?7"))
        UNION ALL SELECT * FROM (
            SELECT 1, NULL, NULL, \(goal)
            FROM account CROSS JOIN goal INDEXED BY goal_shared ON \(isShared)
            WHERE \(isVisible(to: "?7")) AND goal.status = 'active' AND goal.completedOn IS NULL AND CAST(?4 AS text) IS NULL
            ORDER BY goal.id DESC LIMIT \(PersonPage.activeLimit)
        ) AS part1
        UNION ALL SELECT * FROM (
            SELECT 2, NULL, NULL, \(goal)
            FROM account CROSS JOIN goal INDEXED BY goal_shared ON \(isShared)
            WHERE \(isVisible(to: "?7")) AND goal.status = 'completed' AND goal.completedOn <= coalesce(?4, '9999-12-31')
                AND (CAST(?4 AS text) IS NULL OR (goal.completedOn, goal.id) < (?4, ?5))
            ORDER BY goal.completedOn DESC, goal.id DESC LIMIT ?6
        ) AS part2
        """

    /// Returns the goal `?4`, if it is on the page, with its review if that is shared, and whether the viewer, a follower, applauds
    /// it. `?5` is the relation of the viewer.
    static let sharedGoal = """
        SELECT account.displayName, account.pageVisibility, \(goal), \(ReviewColumn.selected()),
            CASE WHEN ?5 = 'accepted' THEN \(isApplauded(of: "?1", by: "?3")) END
        FROM account CROSS JOIN goal ON goal.id = ?4 AND \(isShared)
        LEFT JOIN review ON review.goalID = goal.id AND review.ownerID = ?1 AND review.deletedAt IS NULL
            AND goal.sharedPart = 'goalAndReview'
        WHERE \(isVisible(to: "?5")) AND goal.status <> 'stored'
        """

    /// Returns the expression for whether a follower applauds the goal in the row; NULL for a follower who can't.
    static func isApplauded(of owner: String, by follower: String) -> String {
        """
        CASE WHEN goal.status = 'completed' AND (
            SELECT viewer.handle FROM account AS viewer WHERE viewer.id = \(follower)
        ) IS NOT NULL THEN EXISTS (
            SELECT 1 FROM applause
            WHERE applause.goalID = goal.id AND applause.ownerID = \(owner) AND applause.accountID = \(follower)
        ) END
        """
    }

    /// Statements on all owners.
    static let ofAllOwners: Set = [owner, isUsed, isFormer, releaseHandles]

    static let all = [
        ownPage, setPage, owner, isUsed, isFormer, retireHandle, releaseHandles, share, tell, retract, tellAgain,
        hideReview, page,
        sharedGoal,
    ]
}
