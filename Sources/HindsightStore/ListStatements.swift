import HindsightDomain

/// Statements that read lists of goals, the overview above them, and a goal's position in them. `?1` is the owner, and
/// limits each to that owner's rows.
enum ListStatements {
    /// The condition for a goal, by its alias, to be in a list.
    private static func isListed(_ goal: String, _ box: Box = .completed) -> String {
        "\(goal).ownerID = ?1 AND \(goal).status = '\(box.rawValue)' AND \(goal).deletedAt IS NULL"
    }

    private static func isShown(_ listing: GoalListing, _ goal: String) -> String {
        switch listing {
        case .stored, .active, .completed(.all): isListed(goal, listing.box)
        case .completed(.waiting): "\(isListed(goal)) AND \(goal).hasReview = 0"
        case .completed(.reviewed): "\(isListed(goal)) AND \(goal).hasReview = 1"
        }
    }

    /// The columns of the counts and the goal that has waited longest for a review; see ``GoalsOverview/init(_:)``.
    ///
    /// - Parameters:
    ///   - hasSamples: the expression that says whether there are samples.
    ///   - next: the columns of that goal.
    private static func overviewColumns(
        _ hasSamples: String = hasSamples, next: String = GoalColumn.selected(from: "next")
    ) -> String {
        """
        account.storedCount, account.activeCount, account.completedCount, account.reviewableCount, \(hasSamples), \(next)
        """
    }

    private static let noNext = GoalColumn.allCases.map { _ in "NULL" }.joined(separator: ", ")

    /// The index is named, since SQLite's own choice would be one of all goals of the owner.
    private static let hasSamples = """
        EXISTS (
            SELECT 1 FROM goal AS sample INDEXED BY goal_sample
            WHERE sample.ownerID = ?1 AND sample.isSample = 1 AND sample.deletedAt IS NULL
        )
        """

    /// The same in a row with a goal: if that is a sample, no other is searched for.
    private static let hasSamplesBeside = "CASE WHEN goal.isSample = 1 THEN true ELSE \(hasSamples) END"

    private static let longestWaiting = """
        LEFT JOIN goal AS next ON next.ownerID = ?1 AND next.id = (
            SELECT waiting.id FROM goal AS waiting INDEXED BY goal_reviewed
            WHERE \(isShown(.completed(.waiting), "waiting"))
            ORDER BY waiting.completedAt, waiting.id LIMIT 1
        )
        """

    /// The column that a list is sorted by, and the direction: completed and stored goals newest first, active ones by
    /// their last day, the next one first.
    private static func order(_ box: Box) -> (column: String, isAscending: Bool) {
        switch box {
        case .stored: ("putAwayAt", false)
        case .active: ("endDate", true)
        case .completed: ("completedAt", false)
        }
    }

    private static func sorted(_ box: Box) -> String {
        let (column, isAscending) = order(box)
        let direction = isAscending ? "" : " DESC"
        return " ORDER BY goal.\(column)\(direction), goal.id\(direction)"
    }

    private enum Side { case behind, upTo }

    /// The condition that a goal, by its alias, is behind a position in a list, or up to it. The position is that of
    /// the goal `id`, which may be deleted or in another box by now, unless its sort value is given. If there is no
    /// goal with that id, all goals are behind the position.
    private static func stands(_ side: Side, _ box: Box, _ goal: String, id: String, value: String) -> String {
        let (column, isAscending) = order(box)
        let sign =
            switch side {
            case .behind: isAscending ? ">" : "<"
            case .upTo: isAscending ? "<=" : ">="
            }
        return """
            (\(goal).\(column), \(goal).id) \(sign) (COALESCE(
                \(value), (SELECT seen.\(column) FROM goal AS seen WHERE seen.ownerID = ?1 AND seen.id = \(id)),
                \(isAscending ? "''" : "9223372036854775807")
            ), \(id))
            """
    }

    /// The index in the order of a list, named explicitly because SQLite's own choice would depend on the width of the
    /// rows.
    private static func index(_ listing: GoalListing) -> String {
        switch listing {
        case .stored: "goal_put_away"
        case .active: "goal_ending"
        case .completed(.all): "goal_completed"
        case .completed(.waiting), .completed(.reviewed): "goal_reviewed"
        }
    }

    /// The day of the last tick of a step that repeats, which is empty for none; NULL for any other step.
    private static let lastTick = "CASE WHEN step.times IS NOT NULL THEN coalesce(step.doneOn, '') END"

    /// The first step by its place that is to be done, whatever days steps have: the list shows the order, and ``today`` what
    /// comes next.
    private static let nextStep = """
        LEFT JOIN step ON step.ownerID = ?1 AND step.id = (
            SELECT open.id FROM step AS open
            WHERE open.goalID = goal.id AND open.ownerID = ?1 AND open.doneAt IS NULL
            ORDER BY open.place LIMIT 1
        )
        """

    /// Returns the overview and the goals that satisfy `condition` in one statement, so that they are from one moment.
    /// The overview comes with each row; without a goal there is one row with the overview alone.
    ///
    /// The list of completed goals doesn't search for samples, since it offers nothing for them. Only that list has the
    /// goal to review next. The list of active goals has the next step at the end of each row.
    private static func list(
        of box: Box, by index: String? = nil, _ condition: String, and more: String = ""
    ) -> String {
        """
        SELECT \(box == .completed ? overviewColumns("false") : overviewColumns(hasSamplesBeside, next: noNext)), \(GoalColumn.selected())\(more)\
        \(box == .active ? ", step.id, step.title, \(lastTick)" : "") FROM account
        \(box == .completed ? longestWaiting : "")
        LEFT JOIN goal\(index.map { " INDEXED BY \($0)" } ?? "") ON \(condition)
        \(box == .active ? nextStep : "")
        WHERE account.id = ?1
        """
    }

    private static let slices = GoalListing.allCases.map { listing in
        list(
            of: listing.box, by: index(listing),
            """
            \(isShown(listing, "goal"))
                AND \(stands(.behind, listing.box, "goal", id: "?2", value: "?4"))
            """) + sorted(listing.box) + " LIMIT ?3"
    }

    private static let throughs = GoalListing.allCases.map { listing in
        list(
            of: listing.box, by: index(listing),
            """
            \(isShown(listing, "goal"))
                AND \(stands(.upTo, listing.box, "goal", id: "?2", value: "?5"))
                AND \(stands(.behind, listing.box, "goal", id: "?3", value: "NULL"))
            """,
            and: """
                , EXISTS (
                    SELECT 1 FROM goal AS below INDEXED BY \(index(listing))
                    WHERE \(isShown(listing, "below"))
                        AND \(stands(.behind, listing.box, "below", id: "?2", value: "?5"))
                )
                """) + sorted(listing.box) + " LIMIT ?4"
    }

    /// Returns the goals behind the goal `?2`, whose sort value is `?4` if that is not NULL, in the order of the list,
    /// `?3` at most. No goal has the id 9,223,372,036,854,775,807, so all goals are behind it.
    static func slice(_ listing: GoalListing) -> String { slices[listing.number] }

    /// Returns the goals behind the goal `?3` down to and including `?2`, whose sort value is `?5` if that is not NULL,
    /// in the order of the list, `?4` at most; the last column says whether there are goals behind `?2`.
    static func through(_ listing: GoalListing) -> String { throughs[listing.number] }

    private static let ones = Box.allCases.map { list(of: $0, "\(isListed("goal", $0)) AND goal.id = ?2") }

    private static let amongs = Box.allCases.map {
        list(of: $0, "\(isListed("goal", $0)) AND goal.id IN (SELECT CAST(value AS bigint) FROM json_each(?2))")
    }

    /// Returns the goal `?2` of a box. Most changes are of one goal, and this costs two thirds of ``among(_:)``.
    static func one(_ box: Box) -> String { ones[box.number] }

    /// Returns the goals of a box whose ids are in the JSON array `?2`, in any order.
    static func among(_ box: Box) -> String { amongs[box.number] }

    /// Returns the overview alone.
    static let overview = "SELECT \(overviewColumns()) FROM account \(longestWaiting) WHERE account.id = ?1"

    /// Returns the rank of the goal `?2`, and the reviewed goals next to it in the list.
    static let place = """
        SELECT goal.rank,
            newer.id, newer.title, older.id, older.title
        FROM goal
        LEFT JOIN goal AS newer ON newer.ownerID = ?1 AND newer.id = (
            SELECT above.id FROM goal AS above INDEXED BY goal_reviewed
            WHERE \(isShown(.completed(.reviewed), "above")) AND (above.completedAt, above.id) > (goal.completedAt, goal.id)
            ORDER BY above.completedAt, above.id LIMIT 1
        )
        LEFT JOIN goal AS older ON older.ownerID = ?1 AND older.id = (
            SELECT below.id FROM goal AS below INDEXED BY goal_reviewed
            WHERE \(isShown(.completed(.reviewed), "below")) AND (below.completedAt, below.id) < (goal.completedAt, goal.id)
            ORDER BY below.completedAt DESC, below.id DESC LIMIT 1
        )
        WHERE goal.id = ?2 AND \(isListed("goal"))
        """

    /// Returns the active goals for the day `?5`, at least `?3` found in each of four ways if there are so many: by an alarm
    /// on a weekday of the bits `?2`, among the first `?4` alarms; by a step whose own day has come, among the first `?4`; by
    /// such a step that was ticked on that day; and those that end first. There is a row for each step that is to be done or
    /// was ticked on that day, again for each time that its goal is found. The number of active goals comes with each row;
    /// without a goal there is one row with that alone.
    static let today = """
        SELECT account.activeCount, \(GoalColumn.selected()), \(StepColumn.selected()) FROM account
        LEFT JOIN (
            SELECT * FROM (
                SELECT goal.id AS shownID FROM (
                    SELECT step.goalID AS alarmedID, step.alarmDays AS days FROM step INDEXED BY step_alarm
                    WHERE step.ownerID = ?1 AND step.alarmMinute IS NOT NULL AND step.doneAt IS NULL
                    ORDER BY step.alarmMinute LIMIT ?4
                ) AS partOfAlarms
                CROSS JOIN goal ON goal.id = alarmedID AND \(isListed("goal", .active))
                WHERE days & ?2 <> 0 LIMIT ?3 * \(Step.limit)
            ) AS part1
            UNION ALL SELECT * FROM (
                SELECT goal.id FROM (
                    SELECT step.goalID AS dueID FROM step INDEXED BY step_due
                    WHERE step.ownerID = ?1 AND step.dueOn <= ?5 AND step.doneAt IS NULL ORDER BY step.dueOn LIMIT ?4
                ) AS partOfDays
                CROSS JOIN goal ON goal.id = dueID AND \(isListed("goal", .active))
                LIMIT ?3 * \(Step.limit)
            ) AS part2
            UNION ALL SELECT * FROM (
                SELECT goal.id FROM step
                CROSS JOIN goal ON goal.id = step.goalID AND \(isListed("goal", .active))
                WHERE step.ownerID = ?1 AND step.doneOn = ?5 AND step.times IS NULL
                    AND (step.alarmDays & ?2 <> 0 OR step.dueOn <= ?5)
                LIMIT ?3 * \(Step.limit)
            ) AS part3
            UNION ALL SELECT * FROM (
                SELECT goal.id FROM stepTick
                CROSS JOIN step ON step.id = stepTick.stepID AND step.ownerID = ?1 AND step.alarmDays & ?2 <> 0
                CROSS JOIN goal ON goal.id = step.goalID AND \(isListed("goal", .active))
                WHERE stepTick.ownerID = ?1 AND stepTick.day = ?5
                LIMIT ?3 * \(Step.limit)
            ) AS part4
            UNION ALL SELECT * FROM (
                SELECT goal.id FROM goal INDEXED BY goal_ending WHERE \(isListed("goal", .active))
                ORDER BY goal.endDate, goal.id LIMIT ?3
            ) AS part5
        ) AS parts ON true
        LEFT JOIN goal ON goal.id = shownID AND goal.ownerID = ?1
        LEFT JOIN step ON step.goalID = shownID AND step.ownerID = ?1 AND (step.doneAt IS NULL OR step.doneOn = ?5)
        WHERE account.id = ?1
        """

    static let all = slices + throughs + ones + amongs + [today, overview, place]
}

extension Box {
    /// Index of the box among all boxes.
    fileprivate var number: Int {
        switch self {
        case .stored: 0
        case .active: 1
        case .completed: 2
        }
    }
}

extension GoalListing: CaseIterable {
    /// All lists.
    package static let allCases = [.stored, .active] + CompletedGoalsFilter.allCases.map { completed($0) }

    /// Index of the list among all lists.
    fileprivate var number: Int {
        switch self {
        case .stored: 0
        case .active: 1
        case .completed(.all): 2
        case .completed(.waiting): 3
        case .completed(.reviewed): 4
        }
    }
}
