import HindsightDomain

/// Statements on a goal and its steps, in any box. `?1` is the owner in each but those on all owners, and limits it to
/// that owner's rows.
enum GoalDetailStatements {
    private static func isThere(_ goal: String) -> String { "\(goal).ownerID = ?1 AND \(goal).deletedAt IS NULL" }

    /// Returns the goal `?2` and its owner's time zone, with a row for each of its steps; see
    /// ``GoalDetail/read(_:into:)``.
    static let detail = """
        SELECT \(GoalColumn.selected()), \(GoalDetailColumn.selected()), \(StepColumn.selected()), \(reach),
            \(isFirstOfKind), \(applause), account.timeZone
        FROM goal
        JOIN account ON account.id = ?1 AND account.closedAt IS NULL
        LEFT JOIN reminder ON reminder.accountID = ?1
        LEFT JOIN step ON step.goalID = ?2 AND step.ownerID = ?1
        WHERE goal.id = ?2 AND \(isThere("goal"))
        """

    /// Whether reminders of steps, and of last days, reach the owner through a calendar or a browser.
    private static let reach = """
        reminder.calendarHash IS NOT NULL OR coalesce(reminder.steps, 0) = 1 AND \(hasBrowser),
            reminder.calendarHash IS NOT NULL OR coalesce(reminder.ends, 0) = 1 AND \(hasBrowser)
        """

    /// Whether a jewel is the only one of its color and shape; 0 unless its celebration is due.
    private static let isFirstOfKind = """
        goal.celebration = 'due' AND 1 = coalesce((
            SELECT jewelTally.count FROM jewelTally WHERE jewelTally.ownerID = ?1 AND jewelTally.period = 'a'
                AND jewelTally.color = goal.jewelColor AND jewelTally.shape = goal.jewelShape
        ), 0)
        """

    /// The handles of the followers who applaud a goal, with spaces between them; NULL for none.
    private static let applause = FollowStatements.applause(limit: Connections.limit)

    private static let hasBrowser = "EXISTS (SELECT 1 FROM pushBrowser WHERE pushBrowser.accountID = ?1)"

    /// Returns the same two columns without a goal, for a form that creates one.
    static let reminderReach = """
        SELECT \(reach) FROM account LEFT JOIN reminder ON reminder.accountID = ?1 WHERE account.id = ?1
        """

    /// Returns the goal that was created with the idempotency key `?2`, even if it has been deleted since.
    static let created = "SELECT goal.id FROM goal WHERE goal.ownerID = ?1 AND goal.creationKey = ?2"

    /// Replaces the fields of a goal by those from `?4` on, and moves it to the box `?3`. When the start of a stored
    /// goal changes, its first start is kept in `firstStartDate`. The goal is no sample any more.
    static let edit = """
        UPDATE goal SET \(GoalFields.assignments(from: 4)), status = ?3,
            firstStartDate = CASE
                WHEN status = 'stored' AND startDate <> \(GoalFields.parameter(of: .startDate, from: 4))
                THEN coalesce(firstStartDate, startDate) ELSE firstStartDate END,
            putAwayNotice = CASE WHEN ?3 = 'stored' THEN putAwayNotice ELSE 0 END, \(becomesOwn),
            revision = revision + 1
        WHERE goal.id = ?2 AND \(isThere("goal"))
        """

    /// The rank of the goal that the owner `?1` completes next.
    private static let nextRank = """
        coalesce(
            (SELECT 1 + max(other.rank) FROM goal AS other WHERE other.ownerID = ?1 AND other.rank IS NOT NULL), 1
        )
        """

    /// The assignments that make a goal its owner's own, if it is a sample. One that is completed gets its rank.
    static let becomesOwn = """
        isSample = 0, rank = CASE WHEN isSample = 1 AND status = 'completed' THEN \(nextRank) ELSE rank END
        """

    /// Completes a goal at `?5` on the day `?6`. It earns the jewel `?3`, `?4`, unless it has kept one from a
    /// completion that was undone, and the rank `?9` if that is given and free, or else the next one; a sample has none.
    /// `?8` is the time when this was recorded, from which the time to undo it counts; with NULL it can't be undone.
    static let complete = """
        UPDATE goal SET status = 'completed', jewelColor = coalesce(keptJewelColor, ?3),
            jewelShape = coalesce(keptJewelShape, ?4), completedAt = ?5, completedOn = ?6, celebration = ?7,
            completedFrom = CASE WHEN CAST(?8 AS bigint) IS NOT NULL THEN status END, completionRecordedAt = ?8,
            rank = CASE WHEN isSample = 0 THEN coalesce(
                (SELECT CAST(?9 AS bigint) WHERE CAST(?9 AS bigint) IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM goal AS other WHERE other.ownerID = ?1 AND other.rank = ?9
                )),
                \(nextRank)
            ) END
        WHERE goal.id = ?2 AND \(isThere("goal"))
        """

    /// Undoes the completion of a goal, if it was recorded after `?3` and the goal has no review. The jewel is kept for
    /// the next completion.
    static let undoCompletion = """
        UPDATE goal SET status = completedFrom, keptJewelColor = jewelColor, keptJewelShape = jewelShape,
            jewelColor = NULL, jewelShape = NULL, completedAt = NULL, completedOn = NULL, rank = NULL,
            celebration = 'over', completedFrom = NULL, completionRecordedAt = NULL
        WHERE goal.id = ?2 AND \(isThere("goal")) AND goal.status = 'completed' AND goal.hasReview = 0
            AND goal.completionRecordedAt > ?3 AND goal.completedFrom IS NOT NULL
        """

    /// Removes the tick of a step that repeats by which the goal `?2` was completed.
    static let undoLastTick = """
        DELETE FROM stepTick
        WHERE stepTick.goalID = ?2 AND stepTick.ownerID = ?1 AND (stepTick.stepID, stepTick.day) IN (
            SELECT step.id, step.doneOn FROM step
            WHERE step.goalID = ?2 AND step.ownerID = ?1 AND step.completes = 1 AND step.tickCount = step.times
        )
        """

    /// Unticks the steps that were ticked by the completion of the goal `?2`. Those that repeat keep their last day.
    static let undoTicks = """
        UPDATE step SET doneAt = NULL, doneOn = CASE WHEN times IS NOT NULL THEN doneOn END, completes = 0
        WHERE step.goalID = ?2 AND step.ownerID = ?1 AND step.completes = 1
        """

    /// Finishes the open steps of the goal `?2`, at `?3`, as a part of its completion. Nobody ticked them: they have no day,
    /// and those that repeat no further tick.
    static let tickAll = """
        UPDATE step SET doneAt = ?3, completes = 1
        WHERE step.goalID = ?2 AND step.ownerID = ?1 AND step.doneAt IS NULL
        """

    /// Sets the stage of a completion's celebration to `?3`: the stages before it are not shown any more.
    static let celebrate = "UPDATE goal SET celebration = ?3 WHERE goal.id = ?2 AND \(isThere("goal"))"

    /// Marks a goal as deleted at `?3`, with its steps and review; it can be restored until it is purged.
    static let delete = "UPDATE goal SET deletedAt = ?3 WHERE goal.id = ?2 AND \(isThere("goal"))"

    /// Restores a goal that was deleted after `?3`.
    static let restore = """
        UPDATE goal SET deletedAt = NULL WHERE goal.id = ?2 AND goal.ownerID = ?1 AND goal.deletedAt > ?3
        """

    /// Returns the step that was added to the goal `?2` with the idempotency key `?3`.
    static let createdStep = """
        SELECT step.id FROM step WHERE step.goalID = ?2 AND step.ownerID = ?1 AND step.creationKey = ?3
        """

    static let addStep = """
        INSERT INTO step (ownerID, goalID, place, title, creationKey, createdAt) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """

    private static let isStep = "step.id = ?3 AND step.goalID = ?2 AND step.ownerID = ?1"

    static let placeStep = "UPDATE step SET place = ?4 WHERE \(isStep)"

    /// Ticks a step at `?4` on the day `?5`, or unticks it with NULL. `?6` says whether that completes its goal.
    static let tick = "UPDATE step SET doneAt = ?4, doneOn = ?5, completes = ?6 WHERE \(isStep)"

    /// Opens a done step again. Its last day stays.
    static let reopen = "UPDATE step SET doneAt = NULL, completes = 0 WHERE \(isStep)"

    static let editStep = """
        UPDATE step SET title = ?4, alarmMinute = ?5, alarmDays = ?6, times = ?7, repeatDays = ?8, repeatsFrom = ?9,
            dueOn = ?10
        WHERE \(isStep)
        """

    /// Adds the ticks of a step on the days of the JSON array `?4`. ``countTicks`` follows.
    static let addTicks = """
        INSERT INTO stepTick (goalID, stepID, day, ownerID)
        SELECT step.goalID, step.id, value, step.ownerID FROM step CROSS JOIN json_each(?4) ON \(isStep) WHERE true
        ON CONFLICT DO NOTHING
        """

    /// Adds the tick of the day on which a step was done, for a step that repeats from now on.
    static let keepTick = """
        INSERT INTO stepTick (goalID, stepID, day, ownerID)
        SELECT step.goalID, step.id, step.doneOn, step.ownerID FROM step WHERE \(isStep) AND step.doneOn IS NOT NULL
        ON CONFLICT DO NOTHING
        """

    /// Removes the tick of the day `?4`.
    static let removeTick = """
        DELETE FROM stepTick
        WHERE stepTick.goalID = ?2 AND stepTick.stepID = ?3 AND stepTick.ownerID = ?1 AND stepTick.day = ?4
        """

    private static let isTickOfStep = """
        stepTick.goalID = step.goalID AND stepTick.stepID = step.id AND stepTick.ownerID = ?1
        """

    /// Counts the ticks of the steps of the goal `?2` that repeat.
    static let countTicks = """
        UPDATE step SET tickCount = (SELECT COUNT(*) FROM stepTick WHERE \(isTickOfStep)),
            doneOn = (SELECT max(stepTick.day) FROM stepTick WHERE \(isTickOfStep))
        WHERE step.goalID = ?2 AND step.ownerID = ?1 AND step.times IS NOT NULL
        """

    /// Turns on the goal's reminders, which an alarm of a step needs.
    static let remind = "UPDATE goal SET reminderEnabled = 1 WHERE goal.id = ?2 AND \(isThere("goal"))"

    /// Turns a sample into a goal of its owner, who has written in it.
    static let makeOwn = "UPDATE goal SET \(becomesOwn) WHERE goal.id = ?2 AND \(isThere("goal"))"

    static let removeStep = "DELETE FROM step WHERE \(isStep)"

    private static let keptColumns = """
        title, doneAt, doneOn, alarmMinute, alarmDays, creationKey, createdAt, times, tickCount, repeatDays, repeatsFrom,
        dueOn
        """
    private static let stepColumns = "goalID, ownerID, place, \(keptColumns)"

    /// Copies a step that is about to be removed at `?4`. `?5` says whether that completes its goal.
    static let keepRemovedStep = """
        INSERT INTO removedStep (stepID, \(stepColumns), removedAt, completes)
        SELECT id, \(stepColumns), ?4, ?5 FROM step WHERE \(isStep)
        """

    private static let isRemoved = "removedStep.goalID = ?2 AND removedStep.ownerID = ?1"

    /// Returns the place of a step that was removed after `?4`.
    static let removedStep = """
        SELECT removedStep.place FROM removedStep
        WHERE removedStep.stepID = ?3 AND \(isRemoved) AND removedStep.removedAt > ?4
        """

    /// Returns the step whose removal completed the goal `?2`, and its place.
    static let completingRemoval = """
        SELECT removedStep.stepID, removedStep.place FROM removedStep
        WHERE \(isRemoved) AND removedStep.completes = 1
        """

    /// Restores a removed step, at the place `?4`.
    static let putBackStep = """
        INSERT INTO step (id, \(stepColumns))
        SELECT stepID, goalID, ownerID, ?4, \(keptColumns)
        FROM removedStep WHERE removedStep.stepID = ?3 AND \(isRemoved)
        """

    static let forgetRemovedStep = "DELETE FROM removedStep WHERE removedStep.stepID = ?3 AND \(isRemoved)"

    // MARK: Goals that were put away

    /// Returns the goals that were put away when their last day was over and whose notice the owner has not dismissed,
    /// newest first, `?2` at most.
    static let putAway = """
        SELECT \(GoalColumn.selected()) FROM account
        CROSS JOIN goal INDEXED BY goal_put_away_notice ON goal.ownerID = ?1 AND goal.putAwayNotice = 1
            AND goal.status = 'stored' AND goal.deletedAt IS NULL AND goal.putAwayAt > account.putAwaySeenAt
        WHERE account.id = ?1
        ORDER BY goal.putAwayAt DESC, goal.id DESC LIMIT ?2
        """

    /// Dismisses the notice of the goal `?2`.
    static let dismissPutAway = """
        UPDATE goal SET putAwayNotice = 0 WHERE goal.id = ?2 AND \(isThere("goal")) AND goal.putAwayNotice = 1
        """

    /// Dismisses the notices of all goals that were put away at `?2` or before.
    static let dismissAllPutAway = "UPDATE account SET putAwaySeenAt = ?2 WHERE account.id = ?1 AND putAwaySeenAt < ?2"

    // MARK: Samples

    /// Marks the samples as deleted at `?2`; they can be restored until they are purged.
    static let removeSamples = """
        UPDATE goal SET deletedAt = ?2 WHERE \(isThere("goal")) AND goal.isSample = 1
        """

    /// Restores the samples that were last removed together, if that was after `?2`.
    static let restoreSamples = """
        UPDATE goal SET deletedAt = NULL WHERE goal.ownerID = ?1 AND goal.isSample = 1 AND goal.deletedAt = (
            SELECT max(last.deletedAt) FROM goal AS last
            WHERE last.ownerID = ?1 AND last.isSample = 1 AND last.deletedAt > ?2
        )
        """

    /// Returns the goal that the step `?2` belongs to.
    static let goalOfStep = "SELECT step.goalID FROM step WHERE step.id = ?2 AND step.ownerID = ?1"

    /// Returns the number of stored goals.
    static let storedCount = "SELECT account.storedCount FROM account WHERE account.id = ?1"

    /// Returns the stored goal at the 0-based position `?2`, counted from the oldest or from the newest. The others are
    /// skipped in the index.
    static func stored(fromNewest: Bool) -> String { fromNewest ? storedFromNewest : storedFromOldest }

    private static let (storedFromOldest, storedFromNewest) = (stored("ASC"), stored("DESC"))

    private static func stored(_ order: String) -> String {
        """
        SELECT \(GoalColumn.selected()) FROM goal
        WHERE goal.ownerID = ?1 AND goal.id = (
            SELECT other.id FROM goal AS other
            WHERE \(isThere("other")) AND other.status = 'stored' ORDER BY other.id \(order) LIMIT 1 OFFSET ?2
        )
        """
    }

    /// Returns the owner's time zone, NULL if it isn't known.
    static let timeZone = "SELECT account.timeZone FROM account WHERE account.id = ?1 AND account.closedAt IS NULL"

    // MARK: All owners

    /// Returns active goals that end before `?1`, with their owners and the owners' time zones.
    static let overdue = """
        SELECT goal.id, goal.ownerID, goal.endDate, account.timeZone FROM goal
        JOIN account ON account.id = goal.ownerID
        WHERE goal.status = 'active' AND goal.deletedAt IS NULL AND goal.endDate < ?1
            AND (goal.endDate, goal.id) > (?2, ?3)
        ORDER BY goal.endDate, goal.id LIMIT ?4
        """

    /// Puts away at `?4` a goal that ended on `?3`, unless it was changed meanwhile.
    static let store = """
        UPDATE goal SET status = 'stored', putAwayAt = ?4, putAwayNotice = 1
        WHERE goal.id = ?2 AND \(isThere("goal")) AND goal.status = 'active' AND goal.endDate = ?3
        """

    /// Puts the active goal `?2` away at `?3`, as its owner wants.
    static let pause = """
        UPDATE goal SET status = 'stored', putAwayAt = ?3, putAwayNotice = 0
        WHERE goal.id = ?2 AND \(isThere("goal")) AND goal.status = 'active'
        """

    /// Adds to the timeline that the goal `?2` was put away or taken up again at `?4`; `?3` is the kind.
    static let addEvent = "INSERT INTO event (ownerID, goalID, kind, at) VALUES (?1, ?2, ?3, ?4)"

    /// Removes goals that were deleted at `?1` or before, `?2` at most, with their steps, reviews and drafts.
    static let purge = """
        DELETE FROM goal WHERE goal.id IN (SELECT old.id FROM goal AS old WHERE old.deletedAt <= ?1 LIMIT ?2)
        """

    /// Removes copies of steps that were removed at `?1` or before, `?2` at most.
    static let purgeSteps = """
        DELETE FROM removedStep WHERE removedStep.stepID IN (
            SELECT old.stepID FROM removedStep AS old WHERE old.removedAt <= ?1 LIMIT ?2
        )
        """

    /// Statements on all owners.
    static let ofAllOwners: Set = [overdue, purge, purgeSteps]

    static let all = [
        detail, reminderReach, created, edit, complete, undoCompletion, undoLastTick, undoTicks, tickAll, celebrate,
        delete,
        restore, createdStep, addStep, placeStep, tick, reopen, editStep, addTicks, keepTick, removeTick, countTicks,
        remind,
        makeOwn, keepRemovedStep, removeStep, removedStep,
        completingRemoval, putBackStep, forgetRemovedStep, goalOfStep, putAway, dismissPutAway, dismissAllPutAway,
        removeSamples, restoreSamples, storedCount, storedFromOldest, storedFromNewest, timeZone, overdue, store, pause,
        addEvent, purge, purgeSteps,
    ]
}
