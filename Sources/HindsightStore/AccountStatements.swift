/// Statements on accounts, sessions, links, attempts and logs.
enum AccountStatements {
    // MARK: Accounts

    static let insertDemo = "INSERT INTO account (isDemo, language, timeZone, createdAt) VALUES (1, ?1, ?2, ?3)"

    static let insertAccount = """
        INSERT INTO account (isDemo, email, emailKey, passwordHash, emailConfirmedAt, language, timeZone, createdAt)
        VALUES (0, ?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """

    /// Turns the demo account `?1` into an account. The time zone `?6` is set only if the demo has none.
    static let convertDemo = """
        UPDATE account SET isDemo = 0, email = ?2, emailKey = ?3, passwordHash = ?4, emailConfirmedAt = ?5,
            timeZone = coalesce(timeZone, ?6), revision = revision + 1
        WHERE account.id = ?1 AND account.isDemo = 1 AND account.closedAt IS NULL
        """

    /// Creates an account beside the demo account `?1`, with its settings and without its content.
    static let replaceDemo = """
        INSERT INTO account (
            isDemo, email, emailKey, passwordHash, emailConfirmedAt, timeZone, createdAt, language, theme, weekStart,
            demoID
        )
        SELECT 0, ?2, ?3, ?4, ?5, coalesce(account.timeZone, ?6), ?7, account.language, account.theme,
            account.weekStart, ?1
        FROM account WHERE account.id = ?1 AND account.isDemo = 1 AND account.closedAt IS NULL
        """

    /// Returns a row if the account exists and is not closed.
    static let exists = "SELECT 1 FROM account WHERE account.id = ?1 AND account.closedAt IS NULL"

    /// Returns the number of changes of what the owner sees.
    static let revision = "SELECT account.revision FROM account WHERE account.id = ?1 AND account.closedAt IS NULL"

    static let countRevision = "UPDATE account SET revision = revision + 1 WHERE account.id = ?1"

    /// Returns a row if `?2` is the account's password hash.
    static let hasPassword = "SELECT 1 FROM account WHERE account.id = ?1 AND account.passwordHash = ?2"

    /// Returns the account that has the address with the key `?1`, if any.
    static let isTaken = "SELECT account.id FROM account WHERE account.emailKey = ?1"

    static let details = """
        SELECT account.email, account.emailConfirmedAt, account.displayName, account.language, account.theme,
            account.timeZone, account.weekStart, account.createdAt, account.handle, account.pageVisibility
        FROM account WHERE account.id = ?1 AND account.closedAt IS NULL
        """

    private static let credentials = """
        SELECT account.id, account.email, account.passwordHash, account.language, EXISTS (
            SELECT 1 FROM knownDevice WHERE knownDevice.accountID = account.id AND knownDevice.tokenHash = ?2
        )
        FROM account
        """

    /// Returns the credentials for the address with the key `?1`, and whether the browser with the token hash `?2` is
    /// known.
    static let credentialsOfEmail = "\(credentials) WHERE account.emailKey = ?1"

    static let credentialsOfAccount = "\(credentials) WHERE account.id = ?1 AND account.emailKey IS NOT NULL"

    static let setLanguage = "UPDATE account SET language = ?2 WHERE account.id = ?1"

    static let setTheme = "UPDATE account SET theme = ?2 WHERE account.id = ?1"

    static let setTimeZone = "UPDATE account SET timeZone = ?2 WHERE account.id = ?1"

    static let setWeekStart = "UPDATE account SET weekStart = ?2, revision = revision + 1 WHERE account.id = ?1"

    static let setDisplayName = "UPDATE account SET displayName = ?2 WHERE account.id = ?1"

    static let setPassword = "UPDATE account SET passwordHash = ?2 WHERE account.id = ?1 AND account.isDemo = 0"

    static let setEmail = """
        UPDATE account SET email = ?2, emailKey = ?3, emailConfirmedAt = ?4 WHERE account.id = ?1 AND account.isDemo = 0
        """

    // MARK: Accounts that are removed

    /// Closes an account at `?2`: its address becomes free, and ``exists`` no longer finds it. The row stays until all
    /// rows of the account have been removed.
    static let close = """
        UPDATE account SET closedAt = ?2, email = NULL, emailKey = NULL, passwordHash = NULL, emailConfirmedAt = NULL,
            displayName = NULL, handle = NULL, handleChangedAt = NULL
        WHERE account.id = ?1
        """

    /// The condition for a demo account that has no valid session at `?1`: nobody can get into it any more.
    private static let isAbandoned = """
        isDemo = 1 AND closedAt IS NULL AND NOT EXISTS (
            SELECT 1 FROM accountSession
            WHERE accountSession.accountID = account.id AND accountSession.expiresAt > ?1
        )
        """

    /// Returns the abandoned demo accounts behind the account `?2`, `?3` at most.
    static let abandonedDemos = """
        SELECT account.id FROM account INDEXED BY account_demo
        WHERE \(isAbandoned) AND account.id > ?2 ORDER BY account.id LIMIT ?3
        """

    /// Closes the account `?2`, if it is still an abandoned demo account.
    static let closeDemo = "UPDATE account SET closedAt = ?1 WHERE account.id = ?2 AND \(isAbandoned)"

    /// Statements that remove the sessions, links, known browsers and reminders of an account, which are few rows.
    static let removeWays = [
        "DELETE FROM accountSession WHERE accountSession.accountID = ?1", deleteLinksOfAccount,
        "DELETE FROM knownDevice WHERE knownDevice.accountID = ?1",
        "DELETE FROM reminder WHERE reminder.accountID = ?1",
        "DELETE FROM pushBrowser WHERE pushBrowser.accountID = ?1", ReminderStatements.end,
    ]

    /// Returns one of the closed accounts.
    static let closed = "SELECT account.id FROM account WHERE account.closedAt > 0 LIMIT 1"

    /// Statements that remove at most `?2` rows of a closed account, each from one table. Steps, reviews and drafts go
    /// with their goal.
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

    /// Returns the number of the account's goals in all boxes, the number of those reviewed, and the number of samples.
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

    /// Returns the session with the token hash `?1` and its account, unless it has expired at `?2`.
    static let session = """
        SELECT account.id, account.isDemo, account.language, accountSession.csrfToken, accountSession.expiresAt,
            account.timeZone, account.theme, account.displayName, account.email,
            accountSession.idle, accountSession.endsAt
        FROM accountSession JOIN account ON account.id = accountSession.accountID
        WHERE accountSession.tokenHash = ?1 AND accountSession.expiresAt > ?2
        """

    /// Extends the idle end of a session that is used at `?2`, up to its final end.
    static let useSession = """
        UPDATE accountSession SET lastUsedAt = ?2, expiresAt = min(endsAt, ?2 + idle)
        WHERE tokenHash = ?1 AND expiresAt > ?2
        """

    /// Returns the sessions of the account that have not expired at `?2`, ``AccountStoreLimits/sessions`` at most.
    static let sessionsOfAccount = """
        SELECT accountSession.tokenHash, accountSession.createdAt, accountSession.lastUsedAt, accountSession.address,
            accountSession.agent
        FROM accountSession WHERE accountSession.accountID = ?1 AND accountSession.expiresAt > ?2
        """

    static let deleteSession = "DELETE FROM accountSession WHERE tokenHash = ?1"

    /// Makes the sessions of the account end at `?2` at the latest.
    static let shortenSessions = """
        UPDATE accountSession SET expiresAt = min(expiresAt, ?2), endsAt = min(endsAt, ?2)
        WHERE accountSession.accountID = ?1
        """

    /// Returns the token hashes of the sessions whose final end is at `?2` or before, of the account and of the demo
    /// account that it was created beside.
    static let sessionsEndingBy = """
        SELECT accountSession.tokenHash FROM accountSession
        WHERE accountSession.accountID IN (?1, (SELECT account.demoID FROM account WHERE account.id = ?1))
            AND accountSession.endsAt <= ?2
        """

    /// Removes sessions that have expired at `?1`, `?2` at most.
    static let purgeSessions = """
        DELETE FROM accountSession WHERE accountSession.tokenHash IN (
            SELECT old.tokenHash FROM accountSession AS old WHERE old.expiresAt <= ?1 LIMIT ?2
        )
        """

    // MARK: Known browsers

    static let keepDevice = """
        INSERT INTO knownDevice (accountID, tokenHash, lastUsedAt) VALUES (?1, ?2, ?3)
        ON CONFLICT (accountID, tokenHash) DO UPDATE SET lastUsedAt = excluded.lastUsedAt
        """

    /// Removes all known browsers but the `?2` that were used last.
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

    /// Returns the link with the token hash `?1`, unless it has expired at `?2`.
    static let link = """
        SELECT accountLink.kind, accountLink.accountID, accountLink.email, accountLink.passwordHash,
            accountLink.language, accountLink.timeZone, accountLink.keeps
        FROM accountLink WHERE accountLink.tokenHash = ?1 AND accountLink.expiresAt > ?2
        """

    static let deleteLink = "DELETE FROM accountLink WHERE tokenHash = ?1"

    /// Removes the links of the account, which could still change its address or password.
    static let deleteLinksOfAccount = "DELETE FROM accountLink WHERE accountLink.accountID = ?1"

    /// Removes links that have expired at `?1`, `?2` at most.
    static let purgeLinks = """
        DELETE FROM accountLink WHERE accountLink.tokenHash IN (
            SELECT old.tokenHash FROM accountLink AS old WHERE old.expiresAt <= ?1 LIMIT ?2
        )
        """

    // MARK: Attempts

    static let attempt =
        "SELECT attempt.count, attempt.pausedUntil, attempt.forgottenAt FROM attempt WHERE keyHash = ?1"

    static let keepAttempt = """
        INSERT INTO attempt (keyHash, count, pausedUntil, forgottenAt) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (keyHash) DO UPDATE SET
            count = excluded.count, pausedUntil = excluded.pausedUntil, forgottenAt = excluded.forgottenAt
        """

    static let forgetAttempts = "DELETE FROM attempt WHERE keyHash = ?1"

    /// Subtracts one attempt, and ends the pause that it caused.
    static let takeBackAttempt = "UPDATE attempt SET count = max(0, count - 1), pausedUntil = 0 WHERE keyHash = ?1"

    /// Removes counters of attempts that no longer count at `?1`, `?2` at most.
    static let purgeAttempts = """
        DELETE FROM attempt WHERE attempt.keyHash IN (
            SELECT old.keyHash FROM attempt AS old WHERE old.forgottenAt <= ?1 LIMIT ?2
        )
        """

    // MARK: The log

    static let insertEntry = """
        INSERT INTO accountLog (accountID, event, happenedAt, address, agent) VALUES (?1, ?2, ?3, ?4, ?5)
        """

    /// Changes the event of the account's log entry `?2`.
    static let correctEntry = "UPDATE accountLog SET event = ?3 WHERE accountLog.id = ?2 AND accountLog.accountID = ?1"

    /// Returns the last `?2` entries before the entry `?3`, newest first.
    static let log = """
        SELECT accountLog.event, accountLog.happenedAt, accountLog.address, accountLog.agent, accountLog.id
        FROM accountLog WHERE accountLog.accountID = ?1 AND accountLog.id < ?3 AND EXISTS (
            SELECT 1 FROM account WHERE account.id = ?1 AND account.closedAt IS NULL
        ) ORDER BY accountLog.id DESC LIMIT ?2
        """

    /// Removes entries of all accounts that are from `?1` or before, `?2` at most.
    static let purgeLog = """
        DELETE FROM accountLog WHERE accountLog.id IN (
            SELECT old.id FROM accountLog AS old WHERE old.happenedAt <= ?1 LIMIT ?2
        )
        """

    static let all =
        [
            insertDemo, insertAccount, convertDemo, replaceDemo, exists, revision, countRevision, hasPassword, isTaken,
            details, credentialsOfEmail, credentialsOfAccount, setLanguage, setTheme, setTimeZone, setWeekStart,
            setDisplayName,
            setPassword, setEmail, close, abandonedDemos, closeDemo, closed, deleteAccount, content, insertSession,
            session,
            useSession, sessionsOfAccount, deleteSession, shortenSessions, sessionsEndingBy, purgeSessions, keepDevice,
            forgetDevices, insertLink, link, deleteLink, deleteLinksOfAccount, purgeLinks, attempt, keepAttempt,
            forgetAttempts, takeBackAttempt, purgeAttempts, insertEntry, correctEntry, log, purgeLog,
        ] + removeWays + removeRows
}
