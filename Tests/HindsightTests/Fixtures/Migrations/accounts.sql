CREATE TABLE account (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    isDemo INTEGER NOT NULL CHECK (isDemo IN (0, 1)),
    language TEXT CHECK (language IN ('ko', 'en')),
    createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX account_demo ON account (isDemo) WHERE isDemo = 1;
CREATE TABLE accountSession (
    tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
    accountID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    csrfToken TEXT NOT NULL CHECK (length(csrfToken) > 0),
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL CHECK (expiresAt > createdAt)
) STRICT, WITHOUT ROWID;
CREATE INDEX accountSession_account ON accountSession (accountID);
CREATE INDEX accountSession_expiry ON accountSession (expiresAt);
CREATE TABLE secret (
    name TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL CHECK (length(value) = 32),
    createdAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
