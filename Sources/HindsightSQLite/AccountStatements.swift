/// The statements on accounts, sessions, links, attempts, logs and secrets.
enum AccountStatements {
    // MARK: Accounts

    static let insertDemo = "INSERT INTO account (isDemo, language, timeZone, createdAt) VALUES (1, ?1, ?2, ?3)"

    static let insertAccount = """
        INSERT INTO account (isDemo, email, emailKey, passwordHash, emailConfirmedAt, language, timeZone, createdAt)
        VALUES (0, ?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """

    /// Makes an account of the demo account `?1`. Where its owner is, it may have told by now.
    static let convertDemo = """
        UPDATE account SET isDemo = 0, email = ?2, emailKey = ?3, passwordHash = ?4, emailConfirmedAt = ?5,
            timeZone = coalesce(timeZone, ?6)
        WHERE account.id = ?1 AND account.isDemo = 1 AND account.closedAt IS NULL
        """

    /// Makes an account beside the demo account `?1`, with what that has chosen and nothing of what is in it.
    static let replaceDemo = """
        INSERT INTO account (
            isDemo, email, emailKey, passwordHash, emailConfirmedAt, timeZone, createdAt, language, theme, weekStart,
            demoID
        )
        SELECT 0, ?2, ?3, ?4, ?5, coalesce(account.timeZone, ?6), ?7, account.language, account.theme,
            account.weekStart, ?1
        FROM account WHERE account.id = ?1 AND account.isDemo = 1 AND account.closedAt IS NULL
        """

    /// A row if there is such an account.
    static let exists = "SELECT 1 FROM account WHERE account.id = ?1 AND account.closedAt IS NULL"

    /// A row if that is kept of the account's password.
    static let hasPassword = "SELECT 1 FROM account WHERE account.id = ?1 AND account.passwordHash = ?2"

    /// A row if an account has the address with that key.
    static let isTaken = "SELECT account.id FROM account WHERE account.emailKey = ?1"

    static let details = """
        SELECT account.email, account.emailConfirmedAt, account.displayName, account.language, account.theme,
            account.timeZone, account.weekStart, account.createdAt
        FROM account WHERE account.id = ?1 AND account.closedAt IS NULL
        """

    private static let credentials = """
        SELECT account.id, account.email, account.passwordHash, account.language, EXISTS (
            SELECT 1 FROM knownDevice WHERE knownDevice.accountID = account.id AND knownDevice.tokenHash = ?2
        )
        FROM account
        """

    /// Those of the address with the key `?1`, for the browser with the token's hash `?2`.
    static let credentialsOfEmail = "\(credentials) WHERE account.emailKey = ?1"

    static let credentialsOfAccount = "\(credentials) WHERE account.id = ?1 AND account.emailKey IS NOT NULL"

    static let setLanguage = "UPDATE account SET language = ?2 WHERE account.id = ?1"

    static let setTheme = "UPDATE account SET theme = ?2 WHERE account.id = ?1"

    static let setTimeZone = "UPDATE account SET timeZone = ?2 WHERE account.id = ?1"

    static let setWeekStart = "UPDATE account SET weekStart = ?2 WHERE account.id = ?1"

    static let setDisplayName = "UPDATE account SET displayName = ?2 WHERE account.id = ?1"

    static let setPassword = "UPDATE account SET passwordHash = ?2 WHERE account.id = ?1 AND account.isDemo = 0"

    static let setEmail = """
        UPDATE account SET email = ?2, emailKey = ?3, emailConfirmedAt = ?4 WHERE account.id = ?1 AND account.isDemo = 0
        """

    // MARK: Accounts that are removed

    /// Closes an account at `?2`: its address is free, and ``exists`` no longer finds it. The row stays until all rows of the
    /// account have been removed.
    static let close = """
        UPDATE account SET closedAt = ?2, email = NULL, emailKey = NULL, passwordHash = NULL, emailConfirmedAt = NULL,
            displayName = NULL
        WHERE account.id = ?1
        """

    /// Closes the demo accounts that nobody can get into any more at `?1`.
    static let closeDemos = """
        UPDATE account SET closedAt = ?1 WHERE isDemo = 1 AND closedAt IS NULL AND NOT EXISTS (
            SELECT 1 FROM accountSession
            WHERE accountSession.accountID = account.id AND accountSession.expiresAt > ?1
        )
        """

    /// Remove the sessions, links and reminders of an account, which are few rows.
    static let removeWays = [
        "DELETE FROM accountSession WHERE accountSession.accountID = ?1", deleteLinksOfAccount,
        "DELETE FROM knownDevice WHERE knownDevice.accountID = ?1",
        "DELETE FROM reminder WHERE reminder.accountID = ?1",
        "DELETE FROM pushBrowser WHERE pushBrowser.accountID = ?1", ReminderStatements.end,
    ]

    /// One of the closed accounts.
    static let closed = "SELECT account.id FROM account WHERE account.closedAt > 0 LIMIT 1"

    /// Remove at most `?2` rows of a closed account, each from one table. Steps, reviews and drafts go with their goal.
    static let removeRows = [
        "DELETE FROM goal WHERE goal.id IN (SELECT goal.id FROM goal WHERE goal.ownerID = ?1 LIMIT ?2)",
        """
        DELETE FROM weekNote WHERE weekNote.ownerID = ?1 AND weekNote.week IN (
            SELECT weekNote.week FROM weekNote WHERE weekNote.ownerID = ?1 LIMIT ?2
        )
        """,
        """
        DELETE FROM accountLog WHERE accountLog.id IN (
            SELECT accountLog.id FROM accountLog WHERE accountLog.accountID = ?1 LIMIT ?2
        )
        """,
        """
        DELETE FROM jewelTally WHERE jewelTally.ownerID = ?1 AND jewelTally.period IN (
            SELECT DISTINCT jewelTally.period FROM jewelTally WHERE jewelTally.ownerID = ?1 LIMIT max(?2 / 20, 1)
        )
        """,
    ]

    static let deleteAccount = "DELETE FROM account WHERE account.id = ?1"

    /// How many goals the account has in all boxes, how many of them are reviewed, and how many are samples.
    static let content = """
        SELECT account.storedCount + account.activeCount + account.completedCount,
            account.completedCount - account.reviewableCount, (
                SELECT COUNT(*) FROM goal WHERE goal.ownerID = ?1 AND goal.isSample = 1 AND goal.deletedAt IS NULL
            ) FROM account
        WHERE account.id = ?1 AND account.closedAt IS NULL
        """

    // MARK: Sessions

    static let insertSession = """
        INSERT INTO accountSession
            (tokenHash, accountID, csrfToken, createdAt, lastUsedAt, expiresAt, idle, endsAt, address, agent)
        VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, ?8, ?9)
        """

    /// The session with the token's hash `?1` and its account, unless it is expired at `?2`.
    static let session = """
        SELECT account.id, account.isDemo, account.language, accountSession.csrfToken, accountSession.expiresAt,
            account.timeZone, account.theme, account.displayName, account.email,
            accountSession.idle, accountSession.endsAt
        FROM accountSession JOIN account ON account.id = accountSession.accountID
        WHERE accountSession.tokenHash = ?1 AND accountSession.expiresAt > ?2
        """

    /// Puts off the idle end of a session that is used at `?2`.
    static let useSession = """
        UPDATE accountSession SET lastUsedAt = ?2, expiresAt = min(endsAt, ?2 + idle)
        WHERE tokenHash = ?1 AND expiresAt > ?2
        """

    /// Those of the account that are not expired at `?2`.
    static let sessionsOfAccount = """
        SELECT accountSession.tokenHash, accountSession.createdAt, accountSession.lastUsedAt, accountSession.address,
            accountSession.agent
        FROM accountSession WHERE accountSession.accountID = ?1 AND accountSession.expiresAt > ?2
        """

    static let deleteSession = "DELETE FROM accountSession WHERE tokenHash = ?1"

    /// Leaves `?2` at most until `?3` to the sessions of the account.
    static let shortenSessions = """
        UPDATE accountSession SET expiresAt = min(expiresAt, ?2), endsAt = min(endsAt, ?2)
        WHERE accountSession.accountID = ?1
        """

    /// The hashes of those that end by themselves up to `?2`, and of those of the demo account that it was made beside.
    static let sessionsEndingBy = """
        SELECT accountSession.tokenHash FROM accountSession
        WHERE accountSession.accountID IN (?1, (SELECT account.demoID FROM account WHERE account.id = ?1))
            AND accountSession.endsAt <= ?2
        """

    /// Removes the sessions that are expired at `?1`.
    static let purgeSessions = "DELETE FROM accountSession WHERE expiresAt <= ?1"

    // MARK: Browsers that are known again

    static let keepDevice = """
        INSERT INTO knownDevice (accountID, tokenHash, lastUsedAt) VALUES (?1, ?2, ?3)
        ON CONFLICT (accountID, tokenHash) DO UPDATE SET lastUsedAt = excluded.lastUsedAt
        """

    /// Forgets all but the `?2` that were seen last.
    static let forgetDevices = """
        DELETE FROM knownDevice WHERE knownDevice.accountID = ?1 AND knownDevice.lastUsedAt < (
            SELECT newer.lastUsedAt FROM knownDevice AS newer WHERE newer.accountID = ?1
            ORDER BY newer.lastUsedAt DESC LIMIT 1 OFFSET ?2 - 1
        )
        """

    // MARK: Links

    static let insertLink = """
        INSERT INTO accountLink
            (tokenHash, kind, accountID, email, passwordHash, language, timeZone, expiresAt, keeps)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """

    /// The link with the token's hash `?1`, unless it is too old at `?2`.
    static let link = """
        SELECT accountLink.kind, accountLink.accountID, accountLink.email, accountLink.passwordHash,
            accountLink.language, accountLink.timeZone, accountLink.keeps
        FROM accountLink WHERE accountLink.tokenHash = ?1 AND accountLink.expiresAt > ?2
        """

    static let deleteLink = "DELETE FROM accountLink WHERE tokenHash = ?1"

    /// Those that could still change who gets into the account.
    static let deleteLinksOfAccount = "DELETE FROM accountLink WHERE accountLink.accountID = ?1"

    /// Removes the links that are too old at `?1`.
    static let purgeLinks = "DELETE FROM accountLink WHERE expiresAt <= ?1"

    // MARK: Attempts

    static let attempt =
        "SELECT attempt.count, attempt.pausedUntil, attempt.forgottenAt FROM attempt WHERE keyHash = ?1"

    static let keepAttempt = """
        INSERT INTO attempt (keyHash, count, pausedUntil, forgottenAt) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (keyHash) DO UPDATE SET
            count = excluded.count, pausedUntil = excluded.pausedUntil, forgottenAt = excluded.forgottenAt
        """

    static let forgetAttempts = "DELETE FROM attempt WHERE keyHash = ?1"

    /// Takes one attempt back, and the pause that it brought.
    static let takeBackAttempt = "UPDATE attempt SET count = max(0, count - 1), pausedUntil = 0 WHERE keyHash = ?1"

    /// Removes those that no longer count at `?1`.
    static let purgeAttempts = "DELETE FROM attempt WHERE forgottenAt <= ?1"

    // MARK: The log

    static let insertEntry = """
        INSERT INTO accountLog (accountID, event, happenedAt, address, agent) VALUES (?1, ?2, ?3, ?4, ?5)
        """

    /// Says of the entry `?2` of the account that it was something else.
    static let correctEntry = "UPDATE accountLog SET event = ?3 WHERE accountLog.id = ?2 AND accountLog.accountID = ?1"

    /// The last `?2` before `?3`, the newest first.
    static let log = """
        SELECT accountLog.event, accountLog.happenedAt, accountLog.address, accountLog.agent, accountLog.id
        FROM accountLog WHERE accountLog.accountID = ?1 AND accountLog.id < ?3 AND EXISTS (
            SELECT 1 FROM account WHERE account.id = ?1 AND account.closedAt IS NULL
        ) ORDER BY accountLog.id DESC LIMIT ?2
        """

    /// Removes the entries of all accounts up to `?1`.
    static let purgeLog = "DELETE FROM accountLog WHERE happenedAt <= ?1"

    // MARK: The server

    /// Keeps the secret `?2` unless there is one of the name `?1`.
    static let insertSecret = """
        INSERT INTO secret (name, value, createdAt) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO NOTHING
        """

    static let secret = "SELECT value FROM secret WHERE name = ?1"

    /// Writes for the sake of writing.
    static let probe = """
        INSERT INTO probe (id, writtenAt) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET writtenAt = excluded.writtenAt
        """

    static let all =
        [
            insertDemo, insertAccount, convertDemo, replaceDemo, exists, hasPassword, isTaken, details,
            credentialsOfEmail, credentialsOfAccount, setLanguage, setTheme, setTimeZone, setWeekStart, setDisplayName,
            setPassword, setEmail, close, closeDemos, closed, deleteAccount, content, insertSession, session,
            useSession, sessionsOfAccount, deleteSession, shortenSessions, sessionsEndingBy, purgeSessions, keepDevice,
            forgetDevices, insertLink, link, deleteLink, deleteLinksOfAccount, purgeLinks, attempt, keepAttempt,
            forgetAttempts, takeBackAttempt, purgeAttempts, insertEntry, correctEntry, log, purgeLog, insertSecret,
            secret, probe,
        ] + removeWays + removeRows
}
