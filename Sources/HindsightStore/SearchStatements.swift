import LiveSQL

/// Statements that search, and that update the index; see ``Schema/search``. `?1` is the owner in each, and limits it
/// to that owner's rows, except in those on all owners.
enum SearchStatements {
    /// Returns the newest goals below `?3` whose pieces match `?2`, `?4` at most, with a row for each step; in any
    /// order. No goal has the id 9,223,372,036,854,775,807, so all goals are below it. See ``SearchCandidate``.
    static func search(_ dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite: searchFTS5
        case .postgres: searchArrays
        }
    }

    private static let searchFTS5 = search(
        in: """
            SELECT live.id FROM goalSearch
            CROSS JOIN goal AS live
                ON live.id = goalSearch.rowid AND live.ownerID = ?1 AND live.deletedAt IS NULL
            WHERE goalSearch MATCH ?2 AND goalSearch.rowid < ?3 AND goalSearch.rowid > 0
            ORDER BY goalSearch.rowid DESC LIMIT ?4
            """)

    private static let searchArrays =
        search(
            in: """
                SELECT live.id FROM (\(matched)) AS matched
                JOIN goal AS live ON live.id = matched.rowid AND live.ownerID = ?1 AND live.deletedAt IS NULL
                WHERE matched.rowid < ?3 AND matched.rowid > 0
                ORDER BY matched.rowid DESC LIMIT ?4
                """) + " ORDER BY goal.id"

    /// The entries that have all the pieces `?2`, which have spaces between them, and those examined in every search. They
    /// are looked up first and then sorted: read in the order of the answer, all entries might be read.
    private static let matched = """
        WITH matched AS MATERIALIZED (
            SELECT goalSearch.rowid FROM goalSearch
            WHERE goalSearch.terms @> string_to_array(?2, ' ')
                OR goalSearch.terms @> ARRAY[CAST(CAST(?1 AS bigint) AS text) || '\(IndexedText.everywhere)']
        ) SELECT matched.rowid FROM matched
        """

    private static func search(in found: String) -> String {
        """
        SELECT \(GoalColumn.selected()), \(ReviewColumn.selected()), \(StepColumn.selected())
        FROM (\(found)) AS found
        JOIN goal ON goal.id = found.id AND goal.ownerID = ?1
        LEFT JOIN review ON review.goalID = goal.id AND review.ownerID = ?1 AND review.deletedAt IS NULL
        LEFT JOIN step ON step.goalID = goal.id AND step.ownerID = ?1
        """
    }

    /// Returns the weeks and texts of the latest answers below the entry `?3` whose pieces match `?2`, `?4` at most,
    /// latest first.
    static func searchWeeks(_ dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite: searchWeeksFTS5
        case .postgres: searchWeeksArrays
        }
    }

    // The week of an answer is in its entry's number; see ``SearchEntry``.
    private static let searchWeeksFTS5 = """
        SELECT weekNote.week, weekNote.text FROM goalSearch
        CROSS JOIN weekNote ON weekNote.ownerID = ?1 AND weekNote.week = date((goalSearch.rowid & 8388607) + 0.5)
            AND weekNote.text <> ''
        WHERE goalSearch MATCH ?2 AND goalSearch.rowid < ?3
        ORDER BY goalSearch.rowid DESC LIMIT ?4
        """

    private static let searchWeeksArrays = """
        SELECT weekNote.week, weekNote.text FROM (\(matched)) AS matched
        JOIN weekNote ON weekNote.ownerID = ?1 AND weekNote.text <> '' AND weekNote.week = to_char(
            DATE '1970-01-01' + CAST((matched.rowid & 8388607) - 2440587 AS int), 'YYYY-MM-DD')
        WHERE matched.rowid < ?3
        ORDER BY matched.rowid DESC LIMIT ?4
        """

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

    /// Returns all texts of the goal or the answer `?2`, up to five in a row; `?3` is the week of an answer. Deleted goals
    /// and reviews are included, since they may be restored; whether they are deleted is checked when they are found.
    static let texts = """
        SELECT goal.title, NULL, NULL, NULL, NULL FROM goal WHERE goal.id = ?2 AND goal.ownerID = ?1
        UNION ALL
        SELECT step.title, NULL, NULL, NULL, NULL FROM step WHERE step.goalID = ?2 AND step.ownerID = ?1
        UNION ALL
        SELECT review.liked, review.lacked, review.learned, review.longedFor, review.text FROM review
        WHERE review.goalID = ?2 AND review.ownerID = ?1
        UNION ALL
        SELECT weekNote.text, NULL, NULL, NULL, NULL FROM weekNote
        WHERE weekNote.ownerID = ?1 AND weekNote.week = ?3 AND weekNote.text <> ''
        """

    /// Returns the text that the entry `?2` was made from.
    static let indexed = """
        SELECT searchText.text FROM searchText WHERE searchText.goalID = ?2 AND searchText.ownerID = ?1
        """

    /// Removes the entry `?1`, which was made from the terms `?2`.
    static func remove(_ dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite: "INSERT INTO goalSearch (goalSearch, rowid, terms) VALUES ('delete', ?1, ?2)"
        // Only FTS5 needs the terms.
        case .postgres: "DELETE FROM goalSearch WHERE rowid = ?1 AND CAST(?2 AS text) IS NOT NULL"
        }
    }

    /// Adds the entry `?1` with the terms `?2`.
    static func add(_ dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite: "INSERT INTO goalSearch (rowid, terms) VALUES (?1, ?2)"
        case .postgres: "INSERT INTO goalSearch (rowid, terms) VALUES (?1, string_to_array(?2, ' '))"
        }
    }

    static let removeText = "DELETE FROM searchText WHERE searchText.goalID = ?2 AND searchText.ownerID = ?1"

    static let keepText = """
        INSERT INTO searchText (goalID, ownerID, text) VALUES (?2, ?1, ?3)
        ON CONFLICT (goalID) DO UPDATE SET text = excluded.text
        """

    /// Marks the entry `?2` as up to date.
    static let isFresh = "DELETE FROM searchStale WHERE searchStale.goalID = ?2 AND searchStale.ownerID = ?1"

    /// Statements on all owners, and those that name an entry by its number in the index.
    static func ofAllOwners(_ dialect: SQLDialect) -> Set<String> { [stale, remove(dialect), add(dialect)] }

    static func all(_ dialect: SQLDialect) -> [String] {
        [
            search(dialect), searchWeeks(dialect), staleOfOwner, stale, texts, indexed, remove(dialect), add(dialect),
            removeText, keepText, isFresh,
        ]
    }
}
