extension Schema {
    /// Followers of accounts, and invitations to follow them.
    static let following = [
        // A page that only its owner saw is seen by followers from now on. Nobody has any yet.
        """
        ALTER TABLE account ADD COLUMN visibility TEXT NOT NULL DEFAULT 'followers'
            CHECK (visibility IN ('followers', 'everyone'))
        """,
        "UPDATE account SET visibility = pageVisibility WHERE pageVisibility = 'everyone'",
        "ALTER TABLE account DROP COLUMN pageVisibility",
        "ALTER TABLE account RENAME COLUMN visibility TO pageVisibility",
        // A row that has ended is kept for as long as it can be restored; a block stays.
        """
        CREATE TABLE follow (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            followerID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            followeeID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            state TEXT NOT NULL CHECK (state IN ('accepted', 'unfollowed', 'removed', 'blocked')),
            since INTEGER NOT NULL,
            endedAt INTEGER,
            UNIQUE (followeeID, followerID),
            CHECK (followerID <> followeeID),
            CHECK ((state = 'accepted') = (endedAt IS NULL))
        ) STRICT
        """,
        "CREATE INDEX follow_followee ON follow (followeeID, state, since, id)",
        "CREATE INDEX follow_follower ON follow (followerID, state, since, id)",
        "CREATE INDEX follow_ended ON follow (endedAt) WHERE state IN ('unfollowed', 'removed')",
        // The token itself is stored, so that its owner can see the link again. Whoever reads this file could follow with it
        // for a week; what is shared then is in the file as well.
        """
        CREATE TABLE invitation (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            ownerID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            token TEXT NOT NULL UNIQUE CHECK (length(token) = 43),
            state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn')),
            answeredBy INTEGER REFERENCES account (id) ON DELETE CASCADE,
            createdAt INTEGER NOT NULL,
            endedAt INTEGER,
            CHECK ((state = 'open') = (endedAt IS NULL)),
            CHECK ((state IN ('accepted', 'declined')) = (answeredBy IS NOT NULL))
        ) STRICT
        """,
        "CREATE INDEX invitation_owner ON invitation (ownerID, createdAt)",
        "CREATE INDEX invitation_answer ON invitation (answeredBy) WHERE answeredBy IS NOT NULL",
        "CREATE INDEX invitation_created ON invitation (createdAt)",
    ]
}
