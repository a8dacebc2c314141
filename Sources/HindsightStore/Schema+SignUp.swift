extension Schema {
    /// Tables and columns for accounts that are not demos: an address, a password, settings; the timeouts and the
    /// client of a session; links, known browsers, counters of attempts, and a log.
    ///
    /// Tokens and the keys of attempts are stored only as their SHA-256, passwords only as their scrypt hash.
    static let signUp = [
        "ALTER TABLE account ADD COLUMN email TEXT CHECK (email IS NULL OR isDemo = 0)",
        // Equal for all spellings of one address.
        "ALTER TABLE account ADD COLUMN emailKey TEXT CHECK ((emailKey IS NULL) = (email IS NULL))",
        "ALTER TABLE account ADD COLUMN passwordHash TEXT CHECK ((passwordHash IS NULL) = (email IS NULL))",
        "ALTER TABLE account ADD COLUMN emailConfirmedAt INTEGER",
        """
        ALTER TABLE account ADD COLUMN displayName ANY
            CHECK (displayName IS NULL OR typeof(displayName) IN ('text', 'blob'))
        """,
        "ALTER TABLE account ADD COLUMN weekStart TEXT CHECK (weekStart IN ('monday', 'sunday', 'saturday'))",
        "CREATE UNIQUE INDEX account_email ON account (emailKey) WHERE emailKey IS NOT NULL",
        // A session ends when it was idle for this long (in milliseconds), and in any case at `endsAt`.
        "ALTER TABLE accountSession ADD COLUMN idle INTEGER NOT NULL DEFAULT 2592000000",
        "ALTER TABLE accountSession ADD COLUMN endsAt INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE accountSession ADD COLUMN lastUsedAt INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE accountSession ADD COLUMN address TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE accountSession ADD COLUMN agent ANY NOT NULL DEFAULT ''",
        "UPDATE accountSession SET endsAt = expiresAt, lastUsedAt = createdAt",
        """
        CREATE TABLE accountLink (
            tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
            kind TEXT NOT NULL CHECK (kind IN ('registration', 'reset', 'email')),
            accountID INTEGER REFERENCES account (id) ON DELETE CASCADE,
            email TEXT CHECK ((kind = 'reset') = (email IS NULL)),
            passwordHash TEXT CHECK ((kind = 'registration') = (passwordHash IS NOT NULL)),
            language TEXT CHECK (language IN ('ko', 'en')),
            timeZone TEXT CHECK (length(timeZone) > 0),
            expiresAt INTEGER NOT NULL,
            CHECK (kind = 'registration' OR accountID IS NOT NULL)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX accountLink_account ON accountLink (accountID)",
        "CREATE INDEX accountLink_expiry ON accountLink (expiresAt)",
        """
        CREATE TABLE knownDevice (
            accountID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
            lastUsedAt INTEGER NOT NULL,
            PRIMARY KEY (accountID, tokenHash)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX knownDevice_age ON knownDevice (accountID, lastUsedAt)",
        """
        CREATE TABLE attempt (
            keyHash BLOB NOT NULL PRIMARY KEY CHECK (length(keyHash) = 32),
            count INTEGER NOT NULL CHECK (count >= 0),
            pausedUntil INTEGER NOT NULL,
            forgottenAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX attempt_expiry ON attempt (forgottenAt)",
        """
        CREATE TABLE accountLog (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            accountID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            event TEXT NOT NULL CHECK (length(event) > 0),
            happenedAt INTEGER NOT NULL,
            address TEXT NOT NULL,
            agent ANY NOT NULL
        ) STRICT
        """,
        "CREATE INDEX accountLog_account ON accountLog (accountID, id)",
        "CREATE INDEX accountLog_age ON accountLog (happenedAt)",
    ]
}
