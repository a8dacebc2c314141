import GRDB
import LiveSQLite

// All SQL that the stores issue. Each text is a constant with bound arguments, so nothing that a person typed becomes
// SQL, a connection prepares each once, and `QueryPlanTests` asks SQLite for the plan of every one of them.

/// The statements on goals, reviews and drafts; those on lists are ``ListStatements``. `?1` is the owner in each but the purge, and scopes it.
enum GoalStatements {
    /// A completed goal; see ``CompletedGoal/init(_:at:)``.
    private static let goalColumns = """
        goal.id, goal.title, goal.startDate, goal.endDate, goal.reminderEnabled, goal.jewelColor, goal.jewelShape,
        goal.completedAt, review.id IS NOT NULL, goal.completedOn
        """

    private static let isCompleted = "goal.ownerID = ?1 AND goal.status = 'completed' AND goal.deletedAt IS NULL"

    private static let reviewOfGoal = """
        LEFT JOIN review ON review.goalID = goal.id AND review.ownerID = ?1 AND review.deletedAt IS NULL
        """

    /// How many goals have no review yet.
    static let reviewableCount = "SELECT account.reviewableCount FROM account WHERE account.id = ?1"

    /// The review of the goal `?2` that was deleted last, if that was after `?3`.
    private static let lastDeleted = """
        SELECT latest.id FROM review AS latest
        WHERE latest.goalID = ?2 AND latest.ownerID = ?1 AND latest.deletedAt > ?3
        ORDER BY latest.deletedAt DESC LIMIT 1
        """

    /// The goal `?2`, its review, the review that can be restored because it was deleted after `?3`, and a row for each
    /// field of its draft and of what was dropped; see ``GoalReview/read(_:into:since:after:)``.
    static let goalReview = """
        SELECT \(goalColumns), goal.reviewRevision,
            review.style, review.liked, review.lacked, review.learned, review.longedFor, review.text, review.level,
            review.writtenAt, review.editedAt, review.revision,
            deleted.style, deleted.liked, deleted.lacked, deleted.learned, deleted.longedFor, deleted.text,
            deleted.level, deleted.writtenAt, deleted.editedAt, deleted.revision,
            draftField.droppedAt, draftField.field, draftField.value, draftField.revision, draftField.writer
        FROM goal
        \(reviewOfGoal)
        LEFT JOIN review AS deleted ON deleted.ownerID = ?1 AND deleted.id = (\(lastDeleted))
        LEFT JOIN draftField ON draftField.goalID = ?2 AND draftField.ownerID = ?1
        WHERE goal.id = ?2 AND \(isCompleted)
        """

    private static func isBehind(_ goal: String) -> String {
        "\(goal).ownerID = ?1 AND \(goal).deletedAt IS NULL AND \(goal).id > ?2"
    }

    /// Goals behind `?2`, oldest first, `?3` at most, with their reviews and a row for each step and each field of their
    /// drafts; see ``WholeGoal/read(_:into:)``.
    static let wholeGoals = """
        SELECT goal.id, goal.title, goal.startDate, goal.endDate, goal.status, goal.reminderEnabled, goal.jewelColor,
            goal.jewelShape, goal.completedAt, goal.createdAt,
            review.style, review.liked, review.lacked, review.learned, review.longedFor, review.text, review.level,
            review.writtenAt, review.editedAt, review.revision,
            draftField.field, draftField.value, goal.completedOn,
            step.id, step.place, step.title, step.doneAt IS NOT NULL, step.alarmMinute, step.alarmDays, goal.uid,
            goal.rank, goal.putAwayAt, goal.firstStartDate, goal.isSample, step.doneOn
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

    /// When the draft of the goal `?2` was dropped last, if that was after `?3`.
    private static let lastDropped = """
        SELECT max(latest.droppedAt) FROM draftField AS latest
        WHERE latest.goalID = ?2 AND latest.ownerID = ?1 AND latest.droppedAt > ?3
        """

    static let insertGoal = """
        INSERT INTO goal
            (ownerID, title, startDate, endDate, status, reminderEnabled, createdAt, putAwayAt, isSample)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """

    /// The goal that is known by `?2`, which may be deleted.
    static let goalOfUID = """
        SELECT goal.id, goal.deletedAt IS NOT NULL FROM goal WHERE goal.ownerID = ?1 AND goal.uid = ?2
        """

    /// Gives what the goal `?2` is known by to another one.
    static let renewUID = "UPDATE goal SET uid = randomblob(16) WHERE goal.id = ?2 AND goal.ownerID = ?1"

    /// A goal from a file. Its review is of the first revision, its draft of the second.
    static let importGoal = """
        INSERT INTO goal (
            ownerID, title, startDate, endDate, status, reminderEnabled, createdAt, uid, reviewRevision, putAwayAt,
            firstStartDate
        ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        """

    static let insertStep = """
        INSERT INTO step (ownerID, goalID, place, title, doneAt, alarmMinute, alarmDays, createdAt, doneOn)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """

    static let insertReview = """
        INSERT INTO review
            (ownerID, goalID, style, liked, lacked, learned, longedFor, text, level, writtenAt, editedAt, revision)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
        """

    private static let liveReview = "review.goalID = ?2 AND review.ownerID = ?1 AND review.deletedAt IS NULL"

    /// Replaces what the goal's review says.
    static let editReview = """
        UPDATE review SET style = ?3, liked = ?4, lacked = ?5, learned = ?6, longedFor = ?7, text = ?8, level = ?9,
            editedAt = ?10, revision = ?11
        WHERE \(liveReview)
        """

    /// Hides the goal's review, to be restored or purged.
    static let deleteReview = "UPDATE review SET deletedAt = ?3 WHERE \(liveReview)"

    /// Brings back the review that was deleted last, if that was after `?3`.
    static let restoreReview = """
        UPDATE review SET deletedAt = NULL WHERE review.ownerID = ?1 AND review.id = (\(lastDeleted))
        """

    /// Removes for good what was deleted up to `?1`, of all owners.
    static let purgeReviews = "DELETE FROM review WHERE review.deletedAt <= ?1"

    /// Removes for good what was dropped up to `?1`, of all owners.
    static let purgeDrafts = """
        DELETE FROM draftField INDEXED BY draftField_dropped
        WHERE draftField.droppedAt > 0 AND draftField.droppedAt <= ?1
        """

    /// Those that are about all owners.
    static let purges: Set = [purgeReviews, purgeDrafts]

    /// Counts a change of the review or the draft of the goal `?2`.
    static let countChange = """
        UPDATE goal SET reviewRevision = reviewRevision + 1 WHERE goal.id = ?2 AND goal.ownerID = ?1
        """

    /// Counts a save of the review of the goal `?2`, which is a sample no longer: it holds words of its owner.
    static let countSave = """
        UPDATE goal SET reviewRevision = reviewRevision + 1, isSample = 0 WHERE goal.id = ?2 AND goal.ownerID = ?1
        """

    /// Keeps a field of the draft in place of any earlier value.
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

    /// Puts the draft away as dropped at `?3`, or later than any that was dropped before.
    static let dropDraft = """
        UPDATE draftField SET droppedAt = max(?3, 1 + (
            SELECT max(latest.droppedAt) FROM draftField AS latest WHERE latest.goalID = ?2 AND latest.ownerID = ?1
        ))
        WHERE \(draftOfGoal)
        """

    /// Brings back the fields that were dropped last, if that was after `?3`, where nothing has been typed since; their
    /// revision is `?4`. Nobody is their writer: whoever has typed something since that is not stored yet must not put it in
    /// their place unseen.
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
        reviewableCount, goalReview, wholeGoals, insertGoal, goalOfUID, renewUID, importGoal, insertStep, insertReview,
        editReview, deleteReview, restoreReview,
        purgeReviews, purgeDrafts, countChange, countSave, keepField, removeField, dropDraft, restoreDraft,
    ]
}
