// Full-text index of goals and reviews.
extension Schema {
    /// The index, the texts that it was made from, and the goals whose entries are out of date.
    ///
    /// `goalSearch` has a row for each goal, including goals that are deleted, or whose review is, and may be restored:
    /// the pieces that the goal is found by (``IndexedText/terms(of:)``), each prefixed with its owner, so that a
    /// search reads only one owner's goals, however many others there are. It is contentless: the text that an entry
    /// was made from is in `searchText`, since an entry of FTS5 is removed by giving it the same terms again.
    ///
    /// A write does not update the index but adds the goal to `searchStale`. Triggers do that, so that it holds for
    /// every way to change a row. Neither table has a foreign key, since the entry of a goal that is gone has still to
    /// be removed from the index.
    static let search = [
        """
        CREATE VIRTUAL TABLE goalSearch USING fts5(terms, content='', columnsize=0, detail=none, tokenize='ascii')
        """,
        """
        CREATE TABLE searchText (
            goalID INTEGER PRIMARY KEY,
            ownerID INTEGER NOT NULL,
            text TEXT NOT NULL
        ) STRICT
        """,
        "CREATE TABLE searchStale (goalID INTEGER PRIMARY KEY, ownerID INTEGER NOT NULL) STRICT",
        "CREATE INDEX searchStale_owner ON searchStale (ownerID, goalID)",
        "INSERT INTO searchStale (goalID, ownerID) SELECT id, ownerID FROM goal",
        "CREATE TRIGGER goal_inserted_search AFTER INSERT ON goal BEGIN \(note("NEW.id", "NEW.ownerID")); END",
        """
        CREATE TRIGGER goal_updated_search AFTER UPDATE OF title ON goal WHEN NEW.title IS NOT OLD.title BEGIN
            \(note("NEW.id", "NEW.ownerID"));
        END
        """,
        "CREATE TRIGGER goal_deleted_search AFTER DELETE ON goal BEGIN \(note("OLD.id", "OLD.ownerID")); END",
        """
        CREATE TRIGGER step_inserted_search AFTER INSERT ON step BEGIN \(note("NEW.goalID", "NEW.ownerID")); END
        """,
        """
        CREATE TRIGGER step_updated_search AFTER UPDATE OF title ON step WHEN NEW.title IS NOT OLD.title BEGIN
            \(note("NEW.goalID", "NEW.ownerID"));
        END
        """,
        """
        CREATE TRIGGER step_deleted_search AFTER DELETE ON step BEGIN \(note("OLD.goalID", "OLD.ownerID")); END
        """,
        """
        CREATE TRIGGER review_inserted_search AFTER INSERT ON review BEGIN \(note("NEW.goalID", "NEW.ownerID")); END
        """,
        """
        CREATE TRIGGER review_updated_search AFTER UPDATE OF liked, lacked, learned, longedFor, text ON review BEGIN
            \(note("NEW.goalID", "NEW.ownerID"));
        END
        """,
        """
        CREATE TRIGGER review_deleted_search AFTER DELETE ON review BEGIN \(note("OLD.goalID", "OLD.ownerID")); END
        """,
    ]

    private static func note(_ goal: String, _ owner: String) -> String {
        "INSERT INTO searchStale (goalID, ownerID) VALUES (\(goal), \(owner)) ON CONFLICT (goalID) DO NOTHING"
    }
}

extension Schema {
    /// Marks goals as stale whose entries take more of the index than they would now.
    static let searchSizes = [
        """
        INSERT INTO searchStale (goalID, ownerID)
        SELECT goalID, ownerID FROM searchText WHERE length(CAST(text AS BLOB)) > 4096
        ON CONFLICT (goalID) DO NOTHING
        """
    ]
}
