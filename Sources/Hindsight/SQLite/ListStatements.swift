/// The statements that read lists of completed goals, what stands above them, and a goal's place in them. `?1` is the
/// owner, and scopes each.
enum ListStatements {
    /// What a goal, by its alias, has to be to stand in a list.
    private static func isListed(_ goal: String) -> String {
        "\(goal).ownerID = ?1 AND \(goal).status = 'completed' AND \(goal).deletedAt IS NULL"
    }

    private static func isShown(_ show: CompletedGoalsFilter, _ goal: String) -> String {
        switch show {
        case .all: isListed(goal)
        case .waiting: "\(isListed(goal)) AND \(goal).hasReview = 0"
        case .reviewed: "\(isListed(goal)) AND \(goal).hasReview = 1"
        }
    }

    /// A completed goal; see ``CompletedGoal/init(_:at:)``.
    private static func columns(_ goal: String) -> String {
        """
        \(goal).id, \(goal).title, \(goal).startDate, \(goal).endDate, \(goal).reminderEnabled, \(goal).jewelColor,
        \(goal).jewelShape, \(goal).completedAt, \(goal).hasReview
        """
    }

    /// The counts and the goal that waits longest; see ``CompletedGoalsOverview/init(_:)``.
    private static let overviewColumns = "account.completedCount, account.reviewableCount, \(columns("next"))"

    private static let longestWaiting = """
        LEFT JOIN goal AS next ON next.ownerID = ?1 AND next.id = (
            SELECT waiting.id FROM goal AS waiting WHERE \(isShown(.waiting, "waiting"))
            ORDER BY waiting.completedAt, waiting.id LIMIT 1
        )
        """

    /// Where the goal of an id stands, also one that was deleted: a list may end with it. The last place of all when
    /// there is none, so that a list which begins there has everything.
    private static func place(_ id: String) -> String {
        """
        (COALESCE(
            (SELECT seen.completedAt FROM goal AS seen WHERE seen.ownerID = ?1 AND seen.id = \(id)),
            9223372036854775807
        ), \(id))
        """
    }

    /// The overview and the goals that `condition` chooses, in one statement, so that they are of one moment. The
    /// overview comes with each row; with no goal there is one row with the overview alone.
    private static func list(_ condition: String, and more: String = "") -> String {
        """
        SELECT \(overviewColumns), \(columns("goal"))\(more) FROM account
        \(longestWaiting)
        LEFT JOIN goal ON \(condition)
        WHERE account.id = ?1
        """
    }

    private static let newestFirst = " ORDER BY goal.completedAt DESC, goal.id DESC"

    private static let slices = CompletedGoalsFilter.allCases.map { show in
        list("\(isShown(show, "goal")) AND (goal.completedAt, goal.id) < \(place("?2"))") + newestFirst + " LIMIT ?3"
    }

    private static let throughs = CompletedGoalsFilter.allCases.map { show in
        list(
            """
            \(isShown(show, "goal")) AND (goal.completedAt, goal.id) >= \(place("?2"))
                AND (goal.completedAt, goal.id) < \(place("?3"))
            """,
            and: """
                , EXISTS (
                    SELECT 1 FROM goal AS below
                    WHERE \(isShown(show, "below")) AND (below.completedAt, below.id) < \(place("?2"))
                )
                """) + newestFirst
    }

    /// Goals behind `?2`, newest first, `?3` at most. No goal has the id 9,223,372,036,854,775,807, so that everything
    /// is behind it.
    static func slice(_ show: CompletedGoalsFilter) -> String { slices[show.number] }

    /// Goals behind `?3` and down to `?2` itself, newest first; the last column tells whether there are goals below.
    static func through(_ show: CompletedGoalsFilter) -> String { throughs[show.number] }

    /// The goal `?2`. Most changes are of one goal, and this costs two thirds of ``among``.
    static let one = list("\(isListed("goal")) AND goal.id = ?2")

    /// Goals whose ids are in the JSON array `?2`, in any order.
    static let among = list("\(isListed("goal")) AND goal.id IN (SELECT value FROM json_each(?2))")

    /// The overview alone.
    static let overview = "SELECT \(overviewColumns) FROM account \(longestWaiting) WHERE account.id = ?1"

    /// Which of the owner's goals the goal `?2` was, and the reviewed goals next to it in the list.
    ///
    /// Those that came later are counted: a review is looked at while it is new.
    static let place = """
        SELECT account.completedCount - (
                SELECT COUNT(*) FROM goal AS later
                WHERE \(isListed("later")) AND (later.completedAt, later.id) > (goal.completedAt, goal.id)
            ),
            newer.id, newer.title, older.id, older.title
        FROM account
        JOIN goal ON \(isListed("goal")) AND goal.id = ?2
        LEFT JOIN goal AS newer ON newer.ownerID = ?1 AND newer.id = (
            SELECT above.id FROM goal AS above
            WHERE \(isShown(.reviewed, "above")) AND (above.completedAt, above.id) > (goal.completedAt, goal.id)
            ORDER BY above.completedAt, above.id LIMIT 1
        )
        LEFT JOIN goal AS older ON older.ownerID = ?1 AND older.id = (
            SELECT below.id FROM goal AS below
            WHERE \(isShown(.reviewed, "below")) AND (below.completedAt, below.id) < (goal.completedAt, goal.id)
            ORDER BY below.completedAt DESC, below.id DESC LIMIT 1
        )
        WHERE account.id = ?1
        """

    static let all = slices + throughs + [one, among, overview, place]
}

extension CompletedGoalsFilter {
    /// Its place among all of them.
    fileprivate var number: Int {
        switch self {
        case .all: 0
        case .waiting: 1
        case .reviewed: 2
        }
    }
}
