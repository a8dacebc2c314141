import HindsightDomain

// All SQL of the stores. Each text is a constant with bound arguments: so no typed text becomes SQL, a connection
// prepares each statement once, and `QueryPlanTests` checks the query plan of each.

/// Statements on goals, reviews and drafts; those on lists are ``ListStatements``. `?1` is the owner, and limits each
/// to that owner's rows, except in the purges.
enum GoalStatements {
    private static let isCompleted = "goal.ownerID = ?1 AND goal.status = 'completed' AND goal.deletedAt IS NULL"

    private static let reviewOfGoal = """
        LEFT JOIN review ON review.goalID = goal.id AND review.ownerID = ?1 AND review.deletedAt IS NULL
        """

    /// Returns the number of completed goals without a review.
    static let reviewableCount = "SELECT account.reviewableCount FROM account WHERE account.id = ?1"

    /// The latest deleted review of the goal `?2`, if it was deleted after `?3`.
    private static let lastDeleted = """
        SELECT latest.id FROM review AS latest
        WHERE latest.goalID = ?2 AND latest.ownerID = ?1 AND latest.deletedAt > ?3
        ORDER BY latest.deletedAt DESC LIMIT 1
        """

    /// Returns the goal `?2`, its review, the review that can be restored because it was deleted after `?3`, and a row
    /// for each field of its draft, the first of them for each field of the draft dropped last; see
    /// ``GoalReview/read(_:into:)``. Both drafts at once, by a list of two times, would take a temporary table.
    static let goalReview = """
        SELECT \(GoalColumn.selected()), \(GoalDetailColumn.selected()), \(ReviewColumn.selected()),
            \(ReviewColumn.selected(from: "deleted")), \(DraftColumn.selected()),
            \(DraftColumn.selected(from: "dropped"))
        FROM goal
        \(reviewOfGoal)
        LEFT JOIN review AS deleted ON deleted.ownerID = ?1 AND deleted.id = (\(lastDeleted))
        LEFT JOIN draftField ON draftField.goalID = ?2 AND draftField.ownerID = ?1 AND draftField.droppedAt = 0
        LEFT JOIN draftField AS dropped ON dropped.goalID = ?2 AND dropped.ownerID = ?1
            AND dropped.droppedAt = (\(lastDropped)) AND coalesce(draftField.field, '') = coalesce((\(firstField)), '')
        WHERE goal.id = ?2 AND \(isCompleted)
        """

    private static let firstField = """
        SELECT min(other.field) FROM draftField AS other
        WHERE other.goalID = ?2 AND other.ownerID = ?1 AND other.droppedAt = 0
        """

    private static func isBehind(_ goal: String) -> String {
        "\(goal).ownerID = ?1 AND \(goal).deletedAt IS NULL AND \(goal).id > ?2"
    }

    /// Returns the goals with ids above `?2`, oldest first, `?3` at most, with their reviews and a row for each step
    /// and each field of their drafts; see ``WholeGoal/read(_:into:)``.
    static let wholeGoals = """
        SELECT \(GoalColumn.selected()), \(GoalDetailColumn.selected()), \(ReviewColumn.selected()),
            \(DraftColumn.selected()), \(StepColumn.selected()), CASE WHEN step.times IS NOT NULL THEN (
                SELECT group_concat(day, ' ') FROM (
                    SELECT stepTick.day FROM stepTick
                    WHERE stepTick.goalID = goal.id AND stepTick.stepID = step.id AND stepTick.ownerID = ?1
                    ORDER BY stepTick.day
                ) AS partOfTicks
            ) END
        FROM goal
        \(reviewOfGoal)
        LEFT JOIN draftField
            ON draftField.goalID = goal.id AND draftField.ownerID = ?1 AND draftField.droppedAt = 0
        LEFT JOIN step ON step.goalID = goal.id AND step.ownerID = ?1
        WHERE \(isBehind("goal")) AND goal.id <= coalesce((
            SELECT last.id FROM goal AS last WHERE \(isBehind("last")) ORDER BY last.id LIMIT 1 OFFSET ?3 - 1
        ), 9223372036854775807)
        ORDER BY goal.id
        """

    /// The time when the draft of the goal `?2` was last dropped, if that was after `?3`. Without the plus, which keeps
    /// the planner from looking at the value, SQLite would compile the statement again for each value of `?3`.
    private static let lastDropped = """
        SELECT max(latest.droppedAt) FROM draftField AS latest
        WHERE latest.goalID = ?2 AND latest.ownerID = ?1 AND latest.droppedAt > +?3
        """

    private static let fields = GoalFields.insertion(from: 10)

    /// Adds a goal.
    static let insertGoal = """
        INSERT INTO goal (
            ownerID, status, createdAt, creationKey, putAwayAt, isSample, cameAsSample, uid, reviewRevision, firstStartDate,
            \(fields.columns)
        ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?9, \(fields.parameters))
        """

    /// Returns the goal with the UID `?2`, which may be deleted.
    static let goalOfUID = """
        SELECT goal.id, goal.deletedAt IS NOT NULL FROM goal WHERE goal.ownerID = ?1 AND goal.uid = ?2
        """

    /// Sets the UID of the goal `?2`.
    static let setUID = "UPDATE goal SET uid = ?3 WHERE goal.id = ?2 AND goal.ownerID = ?1"

    static let insertStep = """
        INSERT INTO step (
            ownerID, goalID, place, title, doneAt, alarmMinute, alarmDays, createdAt, doneOn, times, repeatDays,
            repeatsFrom, dueOn
        ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
        """

    static let insertReview = """
        INSERT INTO review
            (ownerID, goalID, style, liked, lacked, learned, longedFor, text, level, writtenAt, editedAt, revision)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
        """

    private static let liveReview = "review.goalID = ?2 AND review.ownerID = ?1 AND review.deletedAt IS NULL"

    /// Replaces the content of the goal's review.
    static let editReview = """
        UPDATE review SET style = ?3, liked = ?4, lacked = ?5, learned = ?6, longedFor = ?7, text = ?8, level = ?9,
            editedAt = ?10, revision = ?11
        WHERE \(liveReview)
        """

    private static let liveReviewID = """
        SELECT live.id FROM review AS live WHERE live.goalID = ?2 AND live.ownerID = ?1 AND live.deletedAt IS NULL
        """

    /// Marks the goal's review as deleted at `?3`; it can be restored until it is purged. It is found by its id, so that
    /// SQLite needs no list of rows to change.
    static let deleteReview = """
        UPDATE review SET deletedAt = ?3 WHERE review.ownerID = ?1 AND review.id = (\(liveReviewID))
        """

    /// Restores the review that was deleted last, if that was after `?3` and there is no other one.
    static let restoreReview = """
        UPDATE review SET deletedAt = NULL
        WHERE review.ownerID = ?1 AND review.id = (\(lastDeleted)) AND NOT EXISTS (\(liveReviewID))
        """

    /// Removes reviews of all owners that were deleted at `?1` or before, `?2` at most.
    static let purgeReviews = """
        DELETE FROM review WHERE review.id IN (SELECT old.id FROM review AS old WHERE old.deletedAt <= ?1 LIMIT ?2)
        """

    /// Removes draft fields of all owners that were dropped at `?1` or before, `?2` at most.
    static let purgeDrafts = """
        DELETE FROM draftField WHERE (goalID, ownerID, droppedAt, field) IN (
            SELECT old.goalID, old.ownerID, old.droppedAt, old.field
            FROM draftField AS old INDEXED BY draftField_dropped
            WHERE old.droppedAt > 0 AND old.droppedAt <= ?1 LIMIT ?2
        )
        """

    /// Statements on all owners.
    static let purges: Set = [purgeReviews, purgeDrafts]

    /// Increments the revision of the review and the draft of the goal `?2`.
    static let countChange = """
        UPDATE goal SET reviewRevision = reviewRevision + 1 WHERE goal.id = ?2 AND goal.ownerID = ?1
        """

    /// Increments that revision at a save. The goal is no sample any more, since it contains its owner's text.
    static let countSave = """
        UPDATE goal SET reviewRevision = reviewRevision + 1, \(GoalDetailStatements.becomesOwn)
        WHERE goal.id = ?2 AND goal.ownerID = ?1
        """

    /// Stores a field of the draft, and replaces its former value.
    static let keepField = """
        INSERT INTO draftField (ownerID, goalID, field, value, revision, writer) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (goalID, ownerID, droppedAt, field) DO UPDATE SET
            value = excluded.value, revision = excluded.revision, writer = excluded.writer
        """

    private static let draftOfGoal = """
        draftField.goalID = ?2 AND draftField.ownerID = ?1 AND draftField.droppedAt = 0
        """

    /// Removes a field of the draft.
    static let removeField = "DELETE FROM draftField WHERE \(draftOfGoal) AND draftField.field = ?3"

    /// Marks the draft as dropped at `?3`, or one millisecond after the latest drop if that is later.
    static let dropDraft = """
        UPDATE draftField SET droppedAt = max(?3, 1 + (
            SELECT max(latest.droppedAt) FROM draftField AS latest WHERE latest.goalID = ?2 AND latest.ownerID = ?1
        ))
        WHERE \(draftOfGoal)
        """

    /// Restores the fields that were dropped last, if that was after `?3`, except where a text has been typed since;
    /// their revision is `?4`. They have no writer, so that a page with typed text that is not stored yet can't replace
    /// them unseen.
    static let restoreDraft = """
        UPDATE draftField SET droppedAt = 0, revision = ?4, writer = ''
        WHERE draftField.goalID = ?2 AND draftField.ownerID = ?1 AND draftField.droppedAt = (\(lastDropped))
            AND NOT EXISTS (
                SELECT 1 FROM draftField AS newer
                WHERE newer.goalID = ?2 AND newer.ownerID = ?1 AND newer.droppedAt = 0
                    AND newer.field = draftField.field
            )
        """

    static let all = [
        reviewableCount, goalReview, wholeGoals, insertGoal, goalOfUID, setUID, insertStep, insertReview,
        editReview, deleteReview, restoreReview,
        purgeReviews, purgeDrafts, countChange, countSave, keepField, removeField, dropDraft, restoreDraft,
    ]
}
