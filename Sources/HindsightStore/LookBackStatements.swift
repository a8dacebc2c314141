import HindsightDomain

/// Statements for an owner's weeks, years, jewels and timeline. `?1` is the owner, and limits each to that owner's rows.
///
/// All values of a page are read by one statement, so that they are from one moment: the first column of a row is the
/// number of the part that it belongs to.
enum LookBackStatements {
    /// NULL in a column of numbers: a part of a union has a type for each column.
    private static let noNumber = "CAST(NULL AS bigint)"

    private static let isWon = "goal.ownerID = ?1 AND goal.status = 'completed' AND goal.deletedAt IS NULL"

    /// The columns of a jewel; see ``WonJewel/init(_:)``.
    private static let won = """
        goal.id, goal.title, goal.completedOn, goal.jewelColor, goal.jewelShape, goal.hasReview, goal.isSample
        """

    /// The newest years with the number of jewels won in each, newest first: part 1.
    private static let years = """
        SELECT * FROM (
            SELECT 1, CAST(SUM(jewelTally.count) AS bigint), substr(jewelTally.period, 2), NULL, NULL, NULL,
                \(noNumber), \(noNumber)
            FROM jewelTally
            WHERE jewelTally.ownerID = ?1 AND jewelTally.period >= 'y' GROUP BY jewelTally.period
            ORDER BY jewelTally.period DESC LIMIT \(GoalStoreLimits.pageSize)
        ) AS part1
        """

    /// Returns the tallies of the period `?2` without levels (part 0), the years (part 1), and `?3` jewels at most from the
    /// day `?4` to the day `?5`, behind the goal `?6`, of the colour `?7` and the shape `?8` (part 2). `?6` to `?8` may be
    /// NULL for no condition.
    static let jewelBox = """
        SELECT 0, jewelTally.count, jewelTally.color, jewelTally.shape, NULL, NULL, 0, 0
        FROM jewelTally WHERE jewelTally.ownerID = ?1 AND jewelTally.period = ?2 AND jewelTally.count > 0
        UNION ALL \(years)
        UNION ALL SELECT * FROM (
            SELECT 2, \(won) FROM goal
            WHERE \(isWon) AND goal.completedOn BETWEEN ?4 AND min(?5, coalesce(
                    (SELECT bound.completedOn FROM goal AS bound WHERE bound.ownerID = ?1 AND bound.id = ?6), ?5
                ))
                AND (CAST(?7 AS text) IS NULL OR goal.jewelColor = ?7) AND (CAST(?8 AS text) IS NULL OR goal.jewelShape = ?8)
                AND (CAST(?6 AS bigint) IS NULL OR (goal.completedOn, goal.id) < (
                    coalesce(
                        (SELECT seen.completedOn FROM goal AS seen WHERE seen.ownerID = ?1 AND seen.id = ?6), '9999-12-31'
                    ), ?6
                ))
            ORDER BY goal.completedOn DESC, goal.id DESC LIMIT ?3
        ) AS part2
        """

    /// Returns the tallies of the months from `?2` to `?3` (part 0), the years (part 1), and the number of samples
    /// completed in those months (part 2).
    static let year = """
        SELECT 0, jewelTally.count, jewelTally.color, jewelTally.shape, substr(jewelTally.period, 7), NULL,
            jewelTally.levelSum, jewelTally.levelCount
        FROM jewelTally
        WHERE jewelTally.ownerID = ?1 AND jewelTally.period BETWEEN ?2 AND ?3 AND jewelTally.count > 0
        UNION ALL \(years)
        UNION ALL SELECT 2, COUNT(*), NULL, NULL, NULL, NULL, NULL, NULL FROM goal
        WHERE \(isWon) AND goal.isSample = 1 AND goal.completedOn BETWEEN substr(?2, 2) AND substr(?3, 2) || '-31'
        """

    /// Returns the goals completed on the days `?2` to `?11`, those of the first day first.
    static let onThisDay = (0..<TodayGoals.yearLimit).map { number in
        """
        SELECT * FROM (
            SELECT \(number), \(won) FROM goal INDEXED BY goal_won WHERE \(isWon) AND goal.completedOn = ?\(number + 2)
            ORDER BY goal.completedOn DESC, goal.id DESC LIMIT \(TodayGoals.onThisDayLimit)
        ) AS part\(number)
        """
    }.joined(separator: " UNION ALL ")

    private static func wonBetween(_ part: Int, _ first: String, _ last: String) -> String {
        """
        SELECT * FROM (
            SELECT \(part), \(won) FROM goal WHERE \(isWon) AND goal.completedOn BETWEEN \(first) AND \(last)
            ORDER BY goal.completedOn DESC, goal.id DESC LIMIT ?6
        ) AS part\(part)
        """
    }

    /// Returns, for the week from `?2` to `?3`: the number of goals that wait for a review and of those finished (0),
    /// the goals finished (1), the three that have waited longest (2), active goals that end on `?7` or before (3),
    /// goals finished from `?4` to `?5` (4), the note whose week begins from `?8` to `?9` (5), and the goal of each
    /// step ticked, at most `?10` of those that repeat, and as many others (6). `?6` is the number of rows of parts 1 and 4 at most.
    static let week = """
        SELECT 0, account.reviewableCount, NULL, NULL, NULL, NULL, (
            SELECT COUNT(*) FROM goal WHERE \(isWon) AND goal.completedOn BETWEEN ?2 AND ?3
        ), NULL FROM account WHERE account.id = ?1
        UNION ALL \(wonBetween(1, "?2", "?3"))
        UNION ALL SELECT * FROM (
            SELECT 2, \(won) FROM goal WHERE \(isWon) AND goal.hasReview = 0 AND goal.completedOn IS NOT NULL
            ORDER BY goal.completedAt, goal.id LIMIT 3
        ) AS part2
        UNION ALL SELECT * FROM (
            SELECT 3, goal.id, goal.title, goal.endDate, NULL, NULL, \(noNumber), \(noNumber) FROM goal
            WHERE goal.ownerID = ?1 AND goal.status = 'active' AND goal.deletedAt IS NULL AND goal.endDate <= ?7
            ORDER BY goal.endDate, goal.id LIMIT 10
        ) AS part3
        UNION ALL \(wonBetween(4, "?4", "?5"))
        UNION ALL SELECT * FROM (
            SELECT 5, \(note) FROM weekNote WHERE weekNote.ownerID = ?1 AND weekNote.week BETWEEN ?8 AND ?9
            ORDER BY weekNote.week LIMIT 1
        ) AS part5
        UNION ALL SELECT * FROM (
            SELECT 6, goal.id, goal.title, NULL, NULL, NULL, \(noNumber), goal.isSample FROM step
            CROSS JOIN goal ON goal.id = step.goalID AND goal.ownerID = ?1 AND goal.deletedAt IS NULL
            WHERE step.ownerID = ?1 AND step.doneOn BETWEEN ?2 AND ?3 AND step.times IS NULL LIMIT ?10
        ) AS part6
        UNION ALL SELECT * FROM (
            SELECT 6, goal.id, goal.title, NULL, NULL, NULL, \(noNumber), goal.isSample FROM stepTick
            CROSS JOIN step ON step.id = stepTick.stepID AND step.ownerID = ?1
            CROSS JOIN goal ON goal.id = step.goalID AND goal.ownerID = ?1 AND goal.deletedAt IS NULL
            WHERE stepTick.ownerID = ?1 AND stepTick.day BETWEEN ?2 AND ?3 LIMIT ?10
        ) AS part7
        """

    private static let note = """
        weekNote.question, weekNote.week, weekNote.text, NULL, NULL, weekNote.revision, \(noNumber)
        """

    /// Returns the note whose week begins from `?2` to `?3`.
    static let weekNote = """
        SELECT 5, \(note) FROM weekNote WHERE weekNote.ownerID = ?1 AND weekNote.week BETWEEN ?2 AND ?3
        ORDER BY weekNote.week LIMIT 1
        """

    /// Returns the weeks before `?2` that have an answer, latest first, `?3` at most.
    static let answeredWeeks = """
        SELECT 5, \(note) FROM weekNote INDEXED BY weekNote_answered
        WHERE weekNote.ownerID = ?1 AND weekNote.week < ?2 AND weekNote.text <> ''
        ORDER BY weekNote.week DESC LIMIT ?3
        """

    /// Returns entries of the timeline: the ticks before the day `?5` and the goal `?6`, and all else before the time `?2` and
    /// the number `?3`. Each kind is a part of its own, latest first, with `?4` rows at most; the ticks of steps that
    /// repeat are another part. Numbers of different kinds differ.
    ///
    /// The past that a sample came with is left out. It is older than the sample's own row.
    static let events = [
        // A goal that was recorded when it was finished was set long before.
        moments(
            0, "'set'", "goal.createdAt", of: "goal", "goal INDEXED BY goal_set",
            where: """
                goal.ownerID = ?1 AND goal.deletedAt IS NULL AND goal.cameAsSample = 0
                    AND (goal.completedAt IS NULL OR goal.completedAt >= goal.createdAt)
                """),
        moments(
            1, "'completed'", "goal.completedAt", of: "goal", "goal INDEXED BY goal_completed",
            where: "\(isWon) AND (goal.cameAsSample = 0 OR goal.completedAt > goal.createdAt)",
            applause: FollowStatements.applause(limit: TimelineEvent.applauseLimit)),
        moments(
            2, "'reviewed'", "review.writtenAt", of: "review",
            "review INDEXED BY review_written \(goalOf("review"))",
            where: """
                review.ownerID = ?1 AND review.deletedAt IS NULL
                    AND (goal.cameAsSample = 0 OR review.writtenAt > goal.createdAt)
                """),
        moments(
            3, "event.kind", "event.at", of: "event", "event INDEXED BY event_owner \(goalOf("event"))",
            where: "event.ownerID = ?1"),
        ticks(
            on: "step.doneOn", of: "step", "step INDEXED BY step_done \(goalOf("step"))",
            where: """
                step.ownerID = ?1 AND step.doneOn IS NOT NULL AND step.times IS NULL
                    AND (goal.cameAsSample = 0 OR step.doneAt > step.createdAt)
                """),
        ticks(
            on: "stepTick.day", of: "stepTick",
            """
            stepTick INDEXED BY stepTick_day \(goalOf("stepTick"))
            CROSS JOIN step ON step.id = stepTick.stepID AND step.ownerID = ?1
            """,
            where: "stepTick.ownerID = ?1"),
    ].enumerated().map { "SELECT * FROM (\($1)) AS part\($0)" }.joined(separator: " UNION ALL ")

    private static func goalOf(_ table: String) -> String {
        "CROSS JOIN goal ON goal.id = \(table).goalID AND goal.ownerID = ?1 AND goal.deletedAt IS NULL"
    }

    private static let doneWith = "goal.id, goal.title, goal.jewelColor, goal.jewelShape, goal.isSample"

    private static func moments(
        _ part: Int, _ kind: String, _ time: String, of table: String, _ source: String, where condition: String,
        applause: String = "NULL"
    ) -> String {
        let number = "\(table).id * 4 + \(part)"
        return """
            SELECT \(kind), \(time), \(number), NULL, 1, NULL, \(doneWith), \(applause) FROM \(source)
            WHERE \(condition) AND (\(time), \(number)) < (?2, ?3)
            ORDER BY \(time) DESC, \(table).id DESC LIMIT ?4
            """
    }

    private static func ticks(
        on day: String, of table: String, _ source: String, where condition: String
    ) -> String {
        """
        SELECT 'ticked', \(noNumber), \(noNumber), \(day), COUNT(*), min(step.title), min(goal.id), min(goal.title),
            min(goal.jewelColor), min(goal.jewelShape), min(goal.isSample), NULL
        FROM \(source)
        WHERE \(condition) AND (\(day), \(table).goalID) < (?5, ?6)
        GROUP BY \(day), \(table).goalID ORDER BY \(day) DESC, \(table).goalID DESC LIMIT ?4
        """
    }

    static let addWeekNote = """
        INSERT INTO weekNote (ownerID, week, question, text, revision) VALUES (?1, ?2, ?3, ?4, ?5)
        """

    /// Adds a note unless there is one with text whose week begins from `?6` to `?7`.
    static let importWeekNote = """
        INSERT INTO weekNote (ownerID, week, question, text, revision)
        SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (
            SELECT 1 FROM weekNote WHERE weekNote.ownerID = ?1 AND weekNote.week BETWEEN ?6 AND ?7 AND weekNote.text <> ''
        )
        ON CONFLICT (ownerID, week) DO UPDATE SET question = excluded.question, text = excluded.text,
            revision = weekNote.revision + 1
        """

    /// Returns the notes of weeks after `?2`, `?3` at most.
    static let weekNotes = """
        SELECT 5, \(note) FROM weekNote WHERE weekNote.ownerID = ?1 AND weekNote.week > ?2
        ORDER BY weekNote.week LIMIT ?3
        """

    static let editWeekNote = """
        UPDATE weekNote SET question = ?3, text = ?4, revision = ?5 WHERE weekNote.ownerID = ?1 AND weekNote.week = ?2
        """

    static let all = [
        jewelBox, year, onThisDay, week, weekNote, answeredWeeks, addWeekNote, editWeekNote, importWeekNote, weekNotes,
        events,
    ]
}
