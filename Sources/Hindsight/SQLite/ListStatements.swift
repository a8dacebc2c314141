/// The statements that read lists of goals, what stands above them, and a goal's place in them. `?1` is the owner, and
/// scopes each.
enum ListStatements {
    /// What a goal, by its alias, has to be to stand in a list.
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

    /// A completed goal; see ``CompletedGoal/init(_:at:)``.
    private static func columns(_ goal: String) -> String {
        """
        \(goal).id, \(goal).title, \(goal).startDate, \(goal).endDate, \(goal).reminderEnabled, \(goal).jewelColor,
        \(goal).jewelShape, \(goal).completedAt, \(goal).hasReview
        """
    }

    /// A row of a list; see ``ListedGoal/init(_:at:)``.
    private static let listed = "\(columns("goal")), goal.completedOn, goal.status, goal.stepCount, goal.doneCount"

    /// The counts and the goal that waits longest; see ``GoalsOverview/init(_:)``.
    private static let overviewColumns = """
        account.storedCount, account.activeCount, account.completedCount, account.reviewableCount, \(columns("next")),
        next.completedOn
        """

    private static let longestWaiting = """
        LEFT JOIN goal AS next ON next.ownerID = ?1 AND next.id = (
            SELECT waiting.id FROM goal AS waiting WHERE \(isShown(.completed(.waiting), "waiting"))
            ORDER BY waiting.completedAt, waiting.id LIMIT 1
        )
        """

    /// Where a goal, by its alias, stands in a list.
    private static func order(_ box: Box, _ goal: String) -> String {
        box == .completed ? "(\(goal).completedAt, \(goal).id)" : "\(goal).id"
    }

    /// Where the goal of an id stands, also one that was deleted: a list may end with it. The last place of all when
    /// there is none, so that a list which begins there has everything.
    private static func place(_ box: Box, _ id: String) -> String {
        guard box == .completed else { return id }
        return """
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
        SELECT \(overviewColumns), \(listed)\(more) FROM account
        \(longestWaiting)
        LEFT JOIN goal ON \(condition)
        WHERE account.id = ?1
        """
    }

    private static func newestFirst(_ box: Box) -> String {
        box == .completed ? " ORDER BY goal.completedAt DESC, goal.id DESC" : " ORDER BY goal.id DESC"
    }

    private static let slices = GoalListing.allCases.map { listing in
        list(
            """
            \(isShown(listing, "goal"))
                AND \(order(listing.box, "goal")) < \(place(listing.box, "?2"))
            """) + newestFirst(listing.box) + " LIMIT ?3"
    }

    private static let throughs = GoalListing.allCases.map { listing in
        let order = order(listing.box, "goal")
        return list(
            """
            \(isShown(listing, "goal")) AND \(order) >= \(place(listing.box, "?2"))
                AND \(order) < \(place(listing.box, "?3"))
            """,
            and: """
                , EXISTS (
                    SELECT 1 FROM goal AS below
                    WHERE \(isShown(listing, "below")) AND \(Self.order(listing.box, "below")) < \(place(listing.box, "?2"))
                )
                """) + newestFirst(listing.box)
    }

    /// Goals behind `?2`, in the order of the list, `?3` at most. No goal has the id 9,223,372,036,854,775,807, so that
    /// everything is behind it.
    static func slice(_ listing: GoalListing) -> String { slices[listing.number] }

    /// Goals behind `?3` and down to `?2` itself, in the order of the list; the last column tells whether there are goals
    /// below.
    static func through(_ listing: GoalListing) -> String { throughs[listing.number] }

    private static let ones = Box.allCases.map { list("\(isListed("goal", $0)) AND goal.id = ?2") }

    private static let amongs = Box.allCases.map {
        list("\(isListed("goal", $0)) AND goal.id IN (SELECT value FROM json_each(?2))")
    }

    /// The goal `?2` of a box. Most changes are of one goal, and this costs two thirds of ``among(_:)``.
    static func one(_ box: Box) -> String { ones[box.number] }

    /// Goals of a box whose ids are in the JSON array `?2`, in any order.
    static func among(_ box: Box) -> String { amongs[box.number] }

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
            WHERE \(isShown(.completed(.reviewed), "above")) AND (above.completedAt, above.id) > (goal.completedAt, goal.id)
            ORDER BY above.completedAt, above.id LIMIT 1
        )
        LEFT JOIN goal AS older ON older.ownerID = ?1 AND older.id = (
            SELECT below.id FROM goal AS below
            WHERE \(isShown(.completed(.reviewed), "below")) AND (below.completedAt, below.id) < (goal.completedAt, goal.id)
            ORDER BY below.completedAt DESC, below.id DESC LIMIT 1
        )
        WHERE account.id = ?1
        """

    static let all = slices + throughs + ones + amongs + [overview, place]
}

extension Box {
    /// Its place among all of them.
    fileprivate var number: Int {
        switch self {
        case .stored: 0
        case .active: 1
        case .completed: 2
        }
    }
}

extension GoalListing: CaseIterable {
    /// Every list that there is.
    public static let allCases = [.stored, .active] + CompletedGoalsFilter.allCases.map { completed($0) }

    /// Its place among all of them.
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
