extension Schema {
    /// Times of news for followers.
    static let news = [
        // The time at which a goal or its review was last shared, and that of the latest news of it. 0 if it never was.
        "ALTER TABLE goal ADD COLUMN sharedAt INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE goal ADD COLUMN newsAt INTEGER NOT NULL DEFAULT 0",
        "UPDATE goal SET sharedAt = max(createdAt, coalesce(completedAt, 0)) WHERE sharedPart <> 'nothing'",
        "UPDATE goal SET newsAt = sharedAt WHERE sharedAt > 0",
        """
        CREATE INDEX goal_news ON goal (ownerID, newsAt, id)
        WHERE sharedPart <> 'nothing' AND deletedAt IS NULL AND status <> 'stored'
        """,
    ]

    /// Followers who applaud a completed goal, once each.
    static let applause = [
        """
        CREATE TABLE applause (
            goalID INTEGER NOT NULL,
            ownerID INTEGER NOT NULL,
            accountID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            PRIMARY KEY (goalID, ownerID, accountID),
            FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX applause_account ON applause (accountID)",
    ]
}
