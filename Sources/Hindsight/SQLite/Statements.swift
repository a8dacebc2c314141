import GRDB

// All SQL that the stores issue. Each text is a constant with bound arguments, so nothing that a person typed becomes
// SQL, a connection prepares each once, and `QueryPlanTests` asks SQLite for the plan of every one of them.

/// The statements on goals, reviews and drafts; those on lists are ``ListStatements``. `?1` is the owner in each but the purge, and scopes it.
enum GoalStatements {
    /// A completed goal; see ``CompletedGoal/init(_:at:)``.
    private static let goalColumns = """
        goal.id, goal.title, goal.startDate, goal.endDate, goal.reminderEnabled, goal.jewelColor, goal.jewelShape,
        goal.completedAt, review.id IS NOT NULL
        """

    private static let isCompleted = "goal.ownerID = ?1 AND goal.status = 'completed' AND goal.deletedAt IS NULL"

    private static let reviewOfGoal = """
        LEFT JOIN review ON review.goalID = goal.id AND review.ownerID = ?1 AND review.deletedAt IS NULL
        """

    /// How many goals have no review yet.
    static let reviewableCount = "SELECT account.reviewableCount FROM account WHERE account.id = ?1"

    /// A row if `?2` is a completed goal.
    static let exists = "SELECT 1 FROM goal WHERE goal.id = ?2 AND \(isCompleted)"

    /// The review of the goal `?2` that was deleted last, if that was after `?3`.
    private static let lastDeleted = """
        SELECT latest.id FROM review AS latest
        WHERE latest.goalID = ?2 AND latest.ownerID = ?1 AND latest.deletedAt > ?3
        ORDER BY latest.deletedAt DESC LIMIT 1
        """

    /// The goal `?2`, its review, the one that can be restored because it was deleted after `?3`, and its draft.
    static let goalReview = """
        SELECT \(goalColumns),
            review.style, review.liked, review.lacked, review.learned, review.longedFor, review.text, review.level,
            review.writtenAt, review.editedAt,
            deleted.style, deleted.liked, deleted.lacked, deleted.learned, deleted.longedFor, deleted.text,
            deleted.level, deleted.writtenAt, deleted.editedAt,
            reviewDraft.style, reviewDraft.liked, reviewDraft.lacked, reviewDraft.learned, reviewDraft.longedFor,
            reviewDraft.text, reviewDraft.level
        FROM goal
        \(reviewOfGoal)
        LEFT JOIN review AS deleted ON deleted.ownerID = ?1 AND deleted.id = (\(lastDeleted))
        LEFT JOIN reviewDraft ON reviewDraft.goalID = goal.id AND reviewDraft.ownerID = ?1
        WHERE goal.id = ?2 AND \(isCompleted)
        """

    static let insertGoal = """
        INSERT INTO goal
            (ownerID, title, startDate, endDate, status, jewelColor, jewelShape, completedAt, createdAt)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """

    static let insertReview = """
        INSERT INTO review
            (ownerID, goalID, style, liked, lacked, learned, longedFor, text, level, writtenAt, editedAt)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        """

    private static let liveReview = "review.goalID = ?2 AND review.ownerID = ?1 AND review.deletedAt IS NULL"

    /// Replaces what the goal's review says.
    static let editReview = """
        UPDATE review SET style = ?3, liked = ?4, lacked = ?5, learned = ?6, longedFor = ?7, text = ?8, level = ?9,
            editedAt = ?10
        WHERE \(liveReview)
        """

    /// Hides the goal's review, to be restored or purged.
    static let deleteReview = "UPDATE review SET deletedAt = ?3 WHERE \(liveReview)"

    /// Brings back the review that was deleted last, if that was after `?3`.
    static let restoreReview = """
        UPDATE review SET deletedAt = NULL WHERE review.ownerID = ?1 AND review.id = (\(lastDeleted))
        """

    /// Removes the goal's deleted reviews for good.
    static let purgeReviewsOfGoal = """
        DELETE FROM review WHERE review.goalID = ?2 AND review.ownerID = ?1 AND review.deletedAt IS NOT NULL
        """

    /// Removes for good what was deleted up to `?1`, of all owners: the one statement without an owner.
    static let purgeReviews = "DELETE FROM review WHERE review.deletedAt <= ?1"

    /// Keeps the draft in place of any earlier one.
    static let saveDraft = """
        INSERT INTO reviewDraft
            (ownerID, goalID, style, liked, lacked, learned, longedFor, text, level, updatedAt)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        ON CONFLICT (goalID, ownerID) DO UPDATE SET
            style = excluded.style, liked = excluded.liked, lacked = excluded.lacked, learned = excluded.learned,
            longedFor = excluded.longedFor, text = excluded.text, level = excluded.level,
            updatedAt = excluded.updatedAt
        """

    static let discardDraft = "DELETE FROM reviewDraft WHERE reviewDraft.goalID = ?2 AND reviewDraft.ownerID = ?1"

    static let all = [
        reviewableCount, exists, goalReview, insertGoal, insertReview, editReview,
        deleteReview, restoreReview, purgeReviewsOfGoal, purgeReviews, saveDraft, discardDraft,
    ]
}

/// The statements on accounts, sessions and secrets.
enum AccountStatements {
    static let insertDemo = "INSERT INTO account (isDemo, language, timeZone, createdAt) VALUES (1, ?1, ?2, ?3)"

    /// A row if there is such an account.
    static let exists = "SELECT 1 FROM account WHERE account.id = ?1"

    static let insertSession = """
        INSERT INTO accountSession (tokenHash, accountID, csrfToken, createdAt, expiresAt) VALUES (?1, ?2, ?3, ?4, ?5)
        """

    /// The session with the token's hash `?1` and its account, unless it is expired at `?2`.
    static let session = """
        SELECT account.id, account.isDemo, account.language, accountSession.csrfToken, accountSession.expiresAt,
            account.timeZone, account.theme
        FROM accountSession JOIN account ON account.id = accountSession.accountID
        WHERE accountSession.tokenHash = ?1 AND accountSession.expiresAt > ?2
        """

    static let setLanguage = "UPDATE account SET language = ?2 WHERE account.id = ?1"

    static let setTheme = "UPDATE account SET theme = ?2 WHERE account.id = ?1"

    /// The hashes of the account's sessions.
    static let sessionsOfAccount =
        "SELECT accountSession.tokenHash FROM accountSession WHERE accountSession.accountID = ?1"

    /// How many goals the account has, and how many reviews.
    static let content = """
        SELECT count(*), count(review.id) FROM goal
        LEFT JOIN review ON review.goalID = goal.id AND review.ownerID = ?1 AND review.deletedAt IS NULL
        WHERE goal.ownerID = ?1 AND goal.deletedAt IS NULL
        """

    static let deleteSession = "DELETE FROM accountSession WHERE tokenHash = ?1"

    /// Removes the sessions that are expired at `?1`.
    static let purgeSessions = "DELETE FROM accountSession WHERE expiresAt <= ?1"

    /// Removes the demo accounts that nobody can get into any more, with all that is theirs.
    static let purgeDemoAccounts = """
        DELETE FROM account WHERE isDemo = 1 AND NOT EXISTS (
            SELECT 1 FROM accountSession
            WHERE accountSession.accountID = account.id AND accountSession.expiresAt > ?1
        )
        """

    /// Keeps the secret `?2` unless there is one of the name `?1`.
    static let insertSecret = """
        INSERT INTO secret (name, value, createdAt) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO NOTHING
        """

    static let secret = "SELECT value FROM secret WHERE name = ?1"

    /// Writes for the sake of writing.
    static let probe = """
        INSERT INTO probe (id, writtenAt) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET writtenAt = excluded.writtenAt
        """

    static let all = [
        insertDemo, exists, insertSession, session, setLanguage, setTheme, sessionsOfAccount, content, deleteSession,
        purgeSessions, purgeDemoAccounts, insertSecret,
        secret, probe,
    ]
}

extension Database {
    /// Runs a statement that changes rows, and tells how many, not counting what foreign keys and triggers changed.
    @discardableResult
    func run(_ sql: String, _ arguments: StatementArguments) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: arguments)
        return changesCount
    }

    /// Gives `read` each row of a query; the row is valid there only.
    func forEachRow(_ sql: String, _ arguments: StatementArguments, _ read: (Row) throws -> Void) throws {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() { try read(row) }
    }

    /// What `read` makes of the first row of a query; nil when there is none.
    func first<T>(_ sql: String, _ arguments: StatementArguments, _ read: (Row) throws -> T) throws -> T? {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        // The end of the cursor would take the row with it.
        return try withExtendedLifetime(rows) { try rows.next().map(read) }
    }
}
