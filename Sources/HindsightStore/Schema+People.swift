extension Schema {
    /// Pages that accounts show to others, and the goals on them.
    static let people = [
        // From the time of a change on, a handle stays for a while. The first one can be corrected.
        """
        ALTER TABLE account ADD COLUMN handle TEXT CHECK (length(handle) BETWEEN 3 AND 20)
        """,
        "ALTER TABLE account ADD COLUMN handleChangedAt INTEGER",
        """
        ALTER TABLE account ADD COLUMN pageVisibility TEXT NOT NULL DEFAULT 'owner'
            CHECK (pageVisibility IN ('owner', 'everyone'))
        """,
        "CREATE UNIQUE INDEX account_handle ON account (handle) WHERE handle IS NOT NULL",
        // Also of accounts that are gone.
        """
        CREATE TABLE formerHandle (
            handle TEXT NOT NULL PRIMARY KEY,
            accountID INTEGER NOT NULL,
            availableAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX formerHandle_available ON formerHandle (availableAt)",
        """
        ALTER TABLE goal ADD COLUMN sharedPart TEXT NOT NULL DEFAULT 'nothing'
            CHECK (sharedPart IN ('nothing', 'goal', 'goalAndReview'))
        """,
        """
        CREATE INDEX goal_shared ON goal (ownerID, status, completedOn, id)
        WHERE sharedPart <> 'nothing' AND deletedAt IS NULL
        """,
    ]
}
