/// The statements that search, and that tell the index what it is searched by; see ``Schema/search``. `?1` is the owner
/// in each, and scopes it, but in those that are about all owners.
enum SearchStatements {
    /// The newest goals below `?3` whose pieces match `?2`, `?4` at most, with a row for each step; in any order. No goal
    /// has the id 9,223,372,036,854,775,807, so that everything is below it. See ``SearchCandidate``.
    static let search = """
        SELECT goal.id, goal.title, goal.startDate, goal.endDate, goal.reminderEnabled, goal.status, goal.jewelColor,
            goal.jewelShape, review.liked, review.lacked, review.learned, review.longedFor, review.text,
            step.id, step.title, goal.completedOn
        FROM (
            SELECT live.id FROM goalSearch
            CROSS JOIN goal AS live
                ON live.id = goalSearch.rowid AND live.ownerID = ?1 AND live.deletedAt IS NULL
            WHERE goalSearch MATCH ?2 AND goalSearch.rowid < ?3 AND goalSearch.rowid > 0
            ORDER BY goalSearch.rowid DESC LIMIT ?4
        ) AS found
        JOIN goal ON goal.id = found.id AND goal.ownerID = ?1
        LEFT JOIN review ON review.goalID = goal.id AND review.ownerID = ?1 AND review.deletedAt IS NULL
        LEFT JOIN step ON step.goalID = goal.id AND step.ownerID = ?1
        """

    /// The weeks of the latest answers below the entry `?3` whose pieces match `?2`, `?4` at most, the latest first.
    static let searchWeeks = """
        SELECT weekNote.week, weekNote.text FROM goalSearch
        CROSS JOIN weekNote
            ON weekNote.ownerID = ?1 AND weekNote.week = \(week(of: "goalSearch.rowid")) AND weekNote.text <> ''
        WHERE goalSearch MATCH ?2 AND goalSearch.rowid < ?3
        ORDER BY goalSearch.rowid DESC LIMIT ?4
        """

    /// The week of an answer's entry; see ``SearchEntry``.
    private static func week(of entry: String) -> String { "date((\(entry) & 8388607) + 0.5)" }

    /// The owner's goals and answers that the index is behind with, newest first, `?2` at most.
    static let staleOfOwner = """
        SELECT searchStale.goalID, searchStale.ownerID FROM searchStale
        WHERE searchStale.ownerID = ?1 ORDER BY searchStale.goalID DESC LIMIT ?2
        """

    /// Goals and answers that the index is behind with, from `?1` on, `?2` at most.
    static let stale = """
        SELECT searchStale.goalID, searchStale.ownerID FROM searchStale
        WHERE searchStale.goalID >= ?1 ORDER BY searchStale.goalID LIMIT ?2
        """

    /// All texts of the goal or the answer `?2`, one or several in a row. A goal or a review that is deleted has them,
    /// too: it may be restored, and what is found is looked at as it is then.
    static let texts = """
        SELECT goal.title, NULL, NULL, NULL, NULL FROM goal WHERE goal.id = ?2 AND goal.ownerID = ?1
        UNION ALL
        SELECT step.title, NULL, NULL, NULL, NULL FROM step WHERE step.goalID = ?2 AND step.ownerID = ?1
        UNION ALL
        SELECT review.liked, review.lacked, review.learned, review.longedFor, review.text FROM review
        WHERE review.goalID = ?2 AND review.ownerID = ?1
        UNION ALL
        SELECT weekNote.text, NULL, NULL, NULL, NULL FROM weekNote
        WHERE ?2 < 0 AND weekNote.ownerID = ?1 AND weekNote.week = \(week(of: "?2")) AND weekNote.text <> ''
        """

    /// The text that the index was given for the entry `?2`.
    static let indexed = """
        SELECT searchText.text FROM searchText WHERE searchText.goalID = ?2 AND searchText.ownerID = ?1
        """

    /// Takes the entry `?1` out, of which the index was told `?2`.
    static let remove = "INSERT INTO goalSearch (goalSearch, rowid, terms) VALUES ('delete', ?1, ?2)"

    /// Tells the index `?2` of the entry `?1`.
    static let add = "INSERT INTO goalSearch (rowid, terms) VALUES (?1, ?2)"

    static let removeText = "DELETE FROM searchText WHERE searchText.goalID = ?2 AND searchText.ownerID = ?1"

    static let keepText = """
        INSERT INTO searchText (goalID, ownerID, text) VALUES (?2, ?1, ?3)
        ON CONFLICT (goalID) DO UPDATE SET text = excluded.text
        """

    /// The index is not behind with the entry `?2` any more.
    static let isFresh = "DELETE FROM searchStale WHERE searchStale.goalID = ?2 AND searchStale.ownerID = ?1"

    /// Those that are about all owners, or name an entry by its number in the index.
    static let ofAllOwners: Set = [stale, remove, add]

    static let all = [
        search, searchWeeks, staleOfOwner, stale, texts, indexed, remove, add, removeText, keepText, isFresh,
    ]
}
