extension Schema {
    /// Times at which goals were put away or taken up again. A goal's row has only the last one.
    ///
    /// All other entries of a timeline are read from the rows of goals, steps and reviews; see
    /// ``LookBackStatements/events``.
    static let events = [
        """
        CREATE TABLE event (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            ownerID INTEGER NOT NULL,
            goalID INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('ended', 'paused', 'takenUp')),
            at INTEGER NOT NULL,
            FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
        ) STRICT
        """,
        "CREATE INDEX event_owner ON event (ownerID, at)",
        "CREATE INDEX event_goal ON event (goalID, ownerID)",
        // Midnight comes first at UTC+14. A time that was assumed for a goal from a file may be to come.
        """
        INSERT INTO event (ownerID, goalID, kind, at)
        SELECT ownerID, id,
            iif(putAwayAt >= 1000 * CAST(strftime('%s', endDate, '+10 hours') AS INTEGER), 'ended', 'paused'), putAwayAt
        FROM goal
        WHERE status = 'stored' AND isSample = 0 AND putAwayAt <= 1000 * CAST(strftime('%s', 'now') AS INTEGER)
        ORDER BY putAwayAt
        """,
        // Remains set when a sample becomes its owner's own.
        """
        ALTER TABLE goal ADD COLUMN cameAsSample INTEGER NOT NULL DEFAULT 0 CHECK (cameAsSample IN (0, 1))
        """,
        "UPDATE goal SET cameAsSample = 1 WHERE isSample = 1",
        "CREATE INDEX goal_set ON goal (ownerID, createdAt) WHERE deletedAt IS NULL AND cameAsSample = 0",
        // Includes deleted reviews, so that deleting one and restoring it don't change the index.
        "CREATE INDEX review_written ON review (ownerID, writtenAt)",
        // The days of a step that repeats are in `stepTick`.
        "DROP INDEX step_done",
        "CREATE INDEX step_done ON step (ownerID, doneOn, goalID) WHERE doneOn IS NOT NULL AND times IS NULL",
    ]
}
