/// The statements on a goal and its steps, in whichever box. `?1` is the owner in each but those on all owners, and scopes
/// it.
enum GoalDetailStatements {
    private static func isThere(_ goal: String) -> String { "\(goal).ownerID = ?1 AND \(goal).deletedAt IS NULL" }

    /// The goal `?2` and a row for each of its steps; see ``GoalDetail/read(_:into:)``.
    ///
    /// Of a completed one, those that came later are counted: it is looked at while it is new. That is done once: only the
    /// row of the first step has the number.
    static let detail = """
        SELECT goal.id, goal.title, goal.startDate, goal.endDate, goal.status, goal.reminderEnabled, goal.revision,
            goal.jewelColor, goal.jewelShape, goal.completedAt, goal.completedOn, goal.hasReview, goal.celebration,
            CASE WHEN goal.status = 'completed' AND step.id IS (
                SELECT first.id FROM step AS first WHERE first.goalID = ?2 AND first.ownerID = ?1
                ORDER BY first.place LIMIT 1
            ) THEN account.completedCount - (
                SELECT COUNT(*) FROM goal AS later
                WHERE later.ownerID = ?1 AND later.status = 'completed' AND later.deletedAt IS NULL
                    AND (later.completedAt, later.id) > (goal.completedAt, goal.id)
            ) END,
            step.id, step.place, step.title, step.doneAt IS NOT NULL, step.alarmMinute, step.alarmDays
        FROM goal
        JOIN account ON account.id = ?1
        LEFT JOIN step ON step.goalID = ?2 AND step.ownerID = ?1
        WHERE goal.id = ?2 AND \(isThere("goal"))
        """

    /// The goal that the form with the key `?2` has made, also if it was deleted since.
    static let created = "SELECT goal.id FROM goal WHERE goal.ownerID = ?1 AND goal.creationKey = ?2"

    static let add = """
        INSERT INTO goal (ownerID, title, startDate, endDate, status, reminderEnabled, creationKey, createdAt)
        VALUES (?1, ?2, ?3, ?4, 'active', ?5, ?6, ?7)
        """

    /// Replaces the fields of a goal, and puts it into the box `?7`.
    static let edit = """
        UPDATE goal SET title = ?3, startDate = ?4, endDate = ?5, reminderEnabled = ?6, status = ?7,
            revision = revision + 1
        WHERE goal.id = ?2 AND \(isThere("goal"))
        """

    /// Completes a goal: jewel, time, day, and what is still to be shown of it.
    static let complete = """
        UPDATE goal SET status = 'completed', jewelColor = ?3, jewelShape = ?4, completedAt = ?5, completedOn = ?6,
            celebration = ?7
        WHERE goal.id = ?2 AND \(isThere("goal"))
        """

    /// Nothing before `?3` is to be shown of a completion any more.
    static let celebrate = "UPDATE goal SET celebration = ?3 WHERE goal.id = ?2 AND \(isThere("goal"))"

    /// Hides a goal with all that hangs on it, to be restored or purged.
    static let delete = "UPDATE goal SET deletedAt = ?3 WHERE goal.id = ?2 AND \(isThere("goal"))"

    /// Brings back a goal that was deleted after `?3`.
    static let restore = """
        UPDATE goal SET deletedAt = NULL WHERE goal.id = ?2 AND goal.ownerID = ?1 AND goal.deletedAt > ?3
        """

    /// The step that the form with the key `?3` has added to the goal `?2`.
    static let createdStep = """
        SELECT step.id FROM step WHERE step.goalID = ?2 AND step.ownerID = ?1 AND step.creationKey = ?3
        """

    static let addStep = """
        INSERT INTO step (ownerID, goalID, place, title, creationKey, createdAt) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """

    private static let isStep = "step.id = ?3 AND step.goalID = ?2 AND step.ownerID = ?1"

    /// Ticks a step at `?4`; with NULL it is to be done again.
    static let tick = "UPDATE step SET doneAt = ?4 WHERE \(isStep)"

    static let editStep = "UPDATE step SET title = ?4, alarmMinute = ?5, alarmDays = ?6 WHERE \(isStep)"

    static let removeStep = "DELETE FROM step WHERE \(isStep)"

    /// The goal that the step `?2` belongs to.
    static let goalOfStep = "SELECT step.goalID FROM step WHERE step.id = ?2 AND step.ownerID = ?1"

    /// How many stored goals there are.
    static let storedCount = "SELECT account.storedCount FROM account WHERE account.id = ?1"

    /// The stored goal before which there are `?2` others, from the oldest or from the newest on. They are skipped in the
    /// index.
    static func stored(fromNewest: Bool) -> String { fromNewest ? storedFromNewest : storedFromOldest }

    private static let (storedFromOldest, storedFromNewest) = (stored("ASC"), stored("DESC"))

    private static func stored(_ order: String) -> String {
        """
        SELECT goal.id, goal.title, goal.startDate, goal.endDate, goal.reminderEnabled FROM goal
        WHERE goal.ownerID = ?1 AND goal.id = (
            SELECT other.id FROM goal AS other
            WHERE \(isThere("other")) AND other.status = 'stored' ORDER BY other.id \(order) LIMIT 1 OFFSET ?2
        )
        """
    }

    /// Where the owner is.
    static let timeZone = "SELECT account.timeZone FROM account WHERE account.id = ?1"

    // MARK: All owners

    /// Active goals that end before `?1`, with their owners and where those are.
    static let overdue = """
        SELECT goal.id, goal.ownerID, goal.endDate, account.timeZone FROM goal
        JOIN account ON account.id = goal.ownerID
        WHERE goal.status = 'active' AND goal.deletedAt IS NULL AND goal.endDate < ?1
        """

    /// Puts a goal away that ended on `?3`, unless something else was done with it meanwhile.
    static let store = """
        UPDATE goal SET status = 'stored'
        WHERE goal.id = ?2 AND \(isThere("goal")) AND goal.status = 'active' AND goal.endDate = ?3
        """

    /// Removes for good what was deleted up to `?1`, with all that hangs on it.
    static let purge = "DELETE FROM goal WHERE goal.deletedAt <= ?1"

    /// Those that are about all owners.
    static let ofAllOwners: Set = [overdue, purge]

    static let all = [
        detail, created, add, edit, complete, celebrate, delete, restore, createdStep, addStep, tick, editStep,
        removeStep, goalOfStep, storedCount, storedFromOldest, storedFromNewest, timeZone, overdue, store, purge,
    ]
}
