CREATE TABLE applause (
    goalID INTEGER NOT NULL,
    ownerID INTEGER NOT NULL,
    accountID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    PRIMARY KEY (goalID, ownerID, accountID),
    FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX applause_account ON applause (accountID);
