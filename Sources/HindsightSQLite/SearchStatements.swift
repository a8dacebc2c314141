/// Statements that search, and that update the index; see ``Schema/search``. `?1` is the owner in each, and limits it
/// to that owner's rows, except in those on all owners.
enum SearchStatements {
    /// Returns the newest goals below `?3` whose pieces match `?2`, `?4` at most, with a row for each step; in any
    /// order. No goal has the id 9,223,372,036,854,775,807, so all goals are below it. See ``SearchCandidate``.
    static let search = """
        SELECT \(GoalColumn.selected()), \(ReviewColumn.selected()), \(StepColumn.selected())
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

    /// Returns the weeks and texts of the latest answers below the entry `?3` whose pieces match `?2`, `?4` at most,
    /// latest first.
    static let searchWeeks = """
        SELECT weekNote.week, weekNote.text FROM goalSearch
        CROSS JOIN weekNote
            ON weekNote.ownerID = ?1 AND weekNote.week = \(week(of: "goalSearch.rowid")) AND weekNote.text <> ''
        WHERE goalSearch MATCH ?2 AND goalSearch.rowid < ?3
        ORDER BY goalSearch.rowid DESC LIMIT ?4
        """

    /// The week of an answer's entry; see ``SearchEntry``.
    private static func week(of entry: String) -> String { "date((\(entry) & 8388607) + 0.5)" }

    /// Returns the owner's goals and answers that the index is behind with, newest first, `?2` at most.
    static let staleOfOwner = """
        SELECT searchStale.goalID, searchStale.ownerID FROM searchStale
        WHERE searchStale.ownerID = ?1 ORDER BY searchStale.goalID DESC LIMIT ?2
        """

    /// Returns goals and answers of all owners that the index is behind with, from the number `?1` on, `?2` at most.
    static let stale = """
        SELECT searchStale.goalID, searchStale.ownerID FROM searchStale
        WHERE searchStale.goalID >= ?1 ORDER BY searchStale.goalID LIMIT ?2
        """

    /// Returns all texts of the goal or the answer `?2`, up to five in a row. Deleted goals and reviews are included,
    /// since they may be restored; whether they are deleted is checked when they are found.
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

    /// Returns the text that the entry `?2` was made from.
    static let indexed = """
        SELECT searchText.text FROM searchText WHERE searchText.goalID = ?2 AND searchText.ownerID = ?1
        """

    /// Removes the entry `?1`, which was made from the terms `?2`.
    static let remove = "INSERT INTO goalSearch (goalSearch, rowid, terms) VALUES ('delete', ?1, ?2)"

    /// Adds the entry `?1` with the terms `?2`.
    static let add = "INSERT INTO goalSearch (rowid, terms) VALUES (?1, ?2)"

    static let removeText = "DELETE FROM searchText WHERE searchText.goalID = ?2 AND searchText.ownerID = ?1"

    static let keepText = """
        INSERT INTO searchText (goalID, ownerID, text) VALUES (?2, ?1, ?3)
        ON CONFLICT (goalID) DO UPDATE SET text = excluded.text
        """

    /// Marks the entry `?2` as up to date.
    static let isFresh = "DELETE FROM searchStale WHERE searchStale.goalID = ?2 AND searchStale.ownerID = ?1"

    /// Statements on all owners, and those that name an entry by its number in the index.
    static let ofAllOwners: Set = [stale, remove, add]

    static let all = [
        search, searchWeeks, staleOfOwner, stale, texts, indexed, remove, add, removeText, keepText, isFresh,
    ]
}
