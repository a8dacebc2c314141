// What goals and reviews are searched by.
extension Schema {
    /// The index, what it was made from, and which goals it is behind with.
    ///
    /// `goalSearch` has a row for each goal, also for one that is deleted, or whose review is, and may be restored: the
    /// pieces by which it is found (``IndexedText/terms(of:)``), each with its owner before it, so that a search reads one
    /// owner's goals only, however many others there are. It keeps no text of its own: what it was told of a goal is in
    /// `searchText`, since an entry of FTS5 is taken out by telling it the same again.
    ///
    /// A write tells nothing to the index, it notes the goal in `searchStale`: that is done by triggers, so that it holds
    /// for every way to change a row. Neither table has a foreign key: of a goal that is gone, the index has still to be
    /// told.
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
    /// Goals that take more of the index than they would now are told to it anew.
    static let searchSizes = [
        """
        INSERT INTO searchStale (goalID, ownerID)
        SELECT goalID, ownerID FROM searchText WHERE length(CAST(text AS BLOB)) > 4096
        ON CONFLICT (goalID) DO NOTHING
        """
    ]
}
