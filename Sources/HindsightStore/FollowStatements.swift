import HindsightDomain

/// Statements on who follows whom. `?1` is the account that asks, but in ``ofAllOwners``.
enum FollowStatements {
    /// The condition for an account, by its alias, to be one that can have a page.
    private static func hasPage(_ account: String) -> String { "\(account).isDemo = 0 AND \(account).closedAt IS NULL" }

    /// Returns the handle of an account (part 0), the invitations made after the time `?2` that wait for an answer (1),
    /// followers (2), those it follows (3) and those it has blocked (4), `?3` of each, the latest first.
    static let connections = """
        SELECT 0, account.id, account.handle, NULL, NULL
        FROM account WHERE account.id = ?1 AND \(hasPage("account"))
        UNION ALL SELECT * FROM (
            SELECT 1, invitation.id, invitation.token, NULL, invitation.createdAt
            FROM invitation INDEXED BY invitation_owner
            WHERE invitation.ownerID = ?1 AND invitation.createdAt > ?2 AND invitation.state = 'open'
            ORDER BY invitation.createdAt DESC, invitation.id DESC LIMIT ?3
        ) AS part1
        UNION ALL SELECT * FROM (\(connections(2, of: "followee", to: "follower", in: "accepted"))) AS part2
        UNION ALL SELECT * FROM (\(connections(3, of: "follower", to: "followee", in: "accepted"))) AS part3
        UNION ALL SELECT * FROM (\(connections(4, of: "followee", to: "follower", in: "blocked"))) AS part4
        """

    private static func connections(_ part: Int, of own: String, to other: String, in state: String) -> String {
        """
        SELECT \(part), follow.id, account.handle, account.displayName, follow.since
        FROM follow INDEXED BY follow_\(own) CROSS JOIN account ON account.id = follow.\(other)ID
        WHERE follow.\(own)ID = ?1 AND follow.state = '\(state)' AND \(hasPage("account"))
        ORDER BY follow.since DESC, follow.id DESC LIMIT ?3
        """
    }

    /// Returns the account (part 0), and the shared goals of those it follows (1), `?4` at most, whose news is older than the
    /// time `?2`, or as old with a lower id than `?3`. The latest come first.
    ///
    /// An entry of the answer is one of a person whose own latest entry is among the latest `?4` of all people, it is no older
    /// than the oldest of those, and it is among the latest `?4` of that person. All of this is read from the index; the rows
    /// of goals are read for the answer alone.
    static let received = """
        SELECT 0, account.id, NULL, NULL, NULL, NULL, NULL, \(Array(repeating: "NULL", count: GoalColumn.count + 2).joined(separator: ", "))
        FROM account WHERE account.id = ?1 AND \(hasPage("account"))
        UNION ALL SELECT * FROM (
            WITH person AS MATERIALIZED (
                SELECT account.id, account.handle, account.displayName, account.pageVisibility,
                    (SELECT shared.newsAt \(latestShared(by: "account.id", limit: "1"))) AS newsAt
                FROM follow INDEXED BY follow_follower CROSS JOIN account ON account.id = follow.followeeID
                WHERE follow.followerID = ?1 AND follow.state = 'accepted' AND \(hasPage("account"))
                    AND account.handle IS NOT NULL
                ORDER BY newsAt DESC NULLS LAST, (SELECT shared.id \(latestShared(by: "account.id", limit: "1"))) DESC LIMIT ?4
            ), entry AS MATERIALIZED (
                SELECT person.id AS owner, shared.id, person.handle, person.displayName, person.pageVisibility
                FROM person CROSS JOIN goal AS shared INDEXED BY goal_news ON \(isShared(by: "person.id"))
                    AND shared.newsAt >= max(
                        (SELECT CASE WHEN COUNT(person.newsAt) = ?4 THEN min(person.newsAt) ELSE 0 END FROM person),
                        (SELECT min(own.newsAt) FROM (SELECT shared.newsAt \(latestShared(by: "person.id", limit: "?4"))) AS own)
                    )
                ORDER BY shared.newsAt DESC, shared.id DESC LIMIT ?4
            )
            SELECT 1, entry.owner, entry.handle, entry.displayName, entry.pageVisibility, goal.newsAt, goal.sharedAt,
                \(PeopleStatements.goal), \(PeopleStatements.isApplauded(of: "entry.owner", by: "?1"))
            FROM entry CROSS JOIN goal ON goal.id = entry.id
            ORDER BY goal.newsAt DESC, goal.id DESC
        ) AS part1
        """

    private static func latestShared(by owner: String, limit: String) -> String {
        """
        FROM goal AS shared INDEXED BY goal_news WHERE \(isShared(by: owner))
        ORDER BY shared.newsAt DESC, shared.id DESC LIMIT \(limit)
        """
    }

    private static func isShared(by owner: String) -> String {
        """
        shared.ownerID = \(owner) AND shared.sharedPart <> 'nothing' AND shared.deletedAt IS NULL
            AND shared.status <> 'stored' AND (shared.newsAt, shared.id) < (?2, ?3)
        """
    }

    /// Returns the followers of an account, if one of the goals of the JSON array `?2` is shared, or was; all with NULL.
    static let followers = """
        SELECT follow.followerID FROM follow INDEXED BY follow_followee
        WHERE follow.followeeID = ?1 AND follow.state = 'accepted' AND (CAST(?2 AS text) IS NULL OR EXISTS (
            SELECT 1 FROM json_each(?2) CROSS JOIN goal ON goal.id = CAST(value AS bigint) AND goal.ownerID = ?1 AND goal.sharedAt > 0
        ))
        """

    /// Returns a row if the account `?3`, a follower with a handle, can applaud the goal `?2`.
    static let canApplaud = """
        SELECT 1 FROM follow CROSS JOIN goal ON goal.id = ?2 AND goal.ownerID = ?1 AND goal.deletedAt IS NULL
            AND goal.status = 'completed' AND goal.sharedPart <> 'nothing'
        CROSS JOIN account ON account.id = ?3 AND account.handle IS NOT NULL
        WHERE follow.followeeID = ?1 AND follow.followerID = ?3 AND follow.state = 'accepted'
        """

    /// Returns the expression for the handles of the followers who applaud the shared goal of `?1` in the row, `limit` at most,
    /// with spaces between them; NULL for none.
    static func applause(limit: Int) -> String {
        """
        CASE WHEN goal.status = 'completed' AND goal.sharedPart <> 'nothing' THEN (
            SELECT group_concat(handle, ' ') FROM (
                SELECT follower.handle
                FROM applause CROSS JOIN follow
                    ON follow.followeeID = ?1 AND follow.followerID = applause.accountID AND follow.state = 'accepted'
                CROSS JOIN account AS follower ON follower.id = applause.accountID AND follower.closedAt IS NULL
                WHERE applause.goalID = goal.id AND applause.ownerID = ?1 AND follower.handle IS NOT NULL
                ORDER BY applause.accountID LIMIT \(limit)
            ) AS partOfFollowers
        ) END
        """
    }

    static let applaud = """
        INSERT INTO applause (ownerID, goalID, accountID) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING
        """

    static let stopApplauding = """
        DELETE FROM applause WHERE applause.ownerID = ?1 AND applause.goalID = ?2 AND applause.accountID = ?3
        """

    /// Removes all applause of a goal, which is completed no longer.
    static let removeApplause = "DELETE FROM applause WHERE applause.ownerID = ?1 AND applause.goalID = ?2"

    /// Returns the handles of those whom an account follows.
    static let followedHandles = """
        SELECT account.handle
        FROM follow INDEXED BY follow_follower CROSS JOIN account ON account.id = follow.followeeID
        WHERE follow.followerID = ?1 AND follow.state = 'accepted' AND \(hasPage("account")) AND account.handle IS NOT NULL
        ORDER BY follow.since, follow.id LIMIT \(Connections.limit)
        """

    /// Returns the times of the invitations that an account made after `?2`, the earliest first.
    static let recentInvitations = """
        SELECT invitation.createdAt FROM invitation INDEXED BY invitation_owner
        WHERE invitation.ownerID = ?1 AND invitation.createdAt > ?2
        ORDER BY invitation.createdAt
        """

    static let invite = "INSERT INTO invitation (ownerID, token, createdAt) VALUES (?1, ?2, ?3)"

    /// Returns the invitation with the token `?2` that was made after the time `?3`, its owner, and the relation of the viewer
    /// `?1` to the owner. One that was declined is found until the time `?4`.
    static let invitation = """
        SELECT invitation.id, invitation.state, invitation.answeredBy, invitation.ownerID, account.handle,
            account.displayName, account.pageVisibility,
            (SELECT viewer.handle IS NULL FROM account AS viewer WHERE viewer.id = ?1),
            (SELECT follow.state FROM follow WHERE follow.followeeID = invitation.ownerID AND follow.followerID = ?1)
        FROM invitation CROSS JOIN account ON account.id = invitation.ownerID
        WHERE invitation.token = ?2 AND invitation.createdAt > ?3 AND \(hasPage("account"))
            AND account.handle IS NOT NULL AND (invitation.state <> 'declined' OR invitation.endedAt > ?4)
        """

    /// Ends the invitation `?2`, which waits for an answer, at `?4` with the state `?3`.
    static let answer = """
        UPDATE invitation SET state = ?3, answeredBy = ?1, endedAt = ?4 WHERE invitation.id = ?2 AND invitation.state = 'open'
        """

    /// Opens the invitation `?2` again, which the account has declined.
    static let reopen = """
        UPDATE invitation SET state = 'open', answeredBy = NULL, endedAt = NULL
        WHERE invitation.id = ?2 AND invitation.answeredBy = ?1 AND invitation.state = 'declined'
        """

    /// Returns the number of people whom an account follows, and of followers of the account `?2` with those it has blocked.
    static let counts = """
        SELECT (
            SELECT COUNT(*) FROM follow INDEXED BY follow_follower
            WHERE follow.followerID = ?1 AND follow.state = 'accepted'
        ), (
            SELECT COUNT(*) FROM follow INDEXED BY follow_followee
            WHERE follow.followeeID = ?2 AND follow.state IN ('accepted', 'blocked')
        )
        """

    /// Makes an account follow the account `?2` from the time `?3` on.
    static let follow = """
        INSERT INTO follow (followerID, followeeID, state, since) VALUES (?1, ?2, 'accepted', ?3)
        ON CONFLICT (followeeID, followerID) DO UPDATE SET state = 'accepted', since = excluded.since, endedAt = NULL
        """

    /// Returns the state of a connection, its follower and whom they follow.
    static let connection = """
        SELECT follow.state, follow.followerID, follow.followeeID FROM follow
        WHERE follow.id = ?2 AND ?1 IN (follow.followerID, follow.followeeID)
        """

    /// Returns the accounts that follow an account, and those it follows.
    static let connectedAccounts = """
        SELECT follow.followerID FROM follow INDEXED BY follow_followee
        WHERE follow.followeeID = ?1 AND follow.state IN ('accepted', 'blocked')
        UNION ALL
        SELECT follow.followeeID FROM follow INDEXED BY follow_follower
        WHERE follow.followerID = ?1 AND follow.state IN ('accepted', 'blocked')
        """

    /// Counts a change for those who are connected with an account: their pages show its handle.
    static let countConnected = """
        UPDATE account SET revision = revision + 1 WHERE account.id IN (\(connectedAccounts))
        """

    /// Withdraws an invitation at `?3`.
    static let withdraw = """
        UPDATE invitation SET state = 'withdrawn', endedAt = ?3
        WHERE invitation.id = ?2 AND invitation.ownerID = ?1 AND invitation.state = 'open'
        """

    /// Offers an invitation again that was withdrawn after the time `?3`.
    static let offerAgain = """
        UPDATE invitation SET state = 'open', endedAt = NULL
        WHERE invitation.id = ?2 AND invitation.ownerID = ?1 AND invitation.state = 'withdrawn' AND invitation.endedAt > ?3
        """

    /// Returns the state of an invitation that the account has made.
    static let invitationState = """
        SELECT invitation.state FROM invitation WHERE invitation.id = ?2 AND invitation.ownerID = ?1
        """

    /// Ends that the account follows somebody, at `?3`.
    static let unfollow = """
        UPDATE follow SET state = 'unfollowed', endedAt = ?3
        WHERE follow.id = ?2 AND follow.followerID = ?1 AND follow.state = 'accepted'
        """

    /// Ends that somebody follows the account, at `?3`.
    static let remove = """
        UPDATE follow SET state = 'removed', endedAt = ?3
        WHERE follow.id = ?2 AND follow.followeeID = ?1 AND follow.state = 'accepted'
        """

    /// Blocks somebody who follows the account, or has just ended that, at `?3`. Only the former can be restored.
    static let block = """
        UPDATE follow SET state = 'blocked', endedAt = CASE WHEN follow.state = 'accepted' THEN ?3 ELSE 0 END
        WHERE follow.id = ?2 AND follow.followeeID = ?1 AND follow.state <> 'blocked'
        """

    /// Ends a block. What was before is not restored.
    static let unblock = """
        UPDATE follow SET state = 'removed', endedAt = 0
        WHERE follow.id = ?2 AND follow.followeeID = ?1 AND follow.state = 'blocked'
        """

    /// Restores a connection that the account has ended after the time `?3`.
    static let restore = """
        UPDATE follow SET state = 'accepted', endedAt = NULL
        WHERE follow.id = ?2 AND follow.endedAt > ?3 AND (
            follow.followerID = ?1 AND follow.state = 'unfollowed'
            OR follow.followeeID = ?1 AND follow.state IN ('removed', 'blocked')
        )
        """

    /// Removes the applause between those whose connections ``purgeConnections`` removes next.
    static let purgeApplause = """
        DELETE FROM applause WHERE applause.accountID IN (\(ended("followerID"))) AND EXISTS (
            SELECT 1 FROM follow AS other WHERE other.followeeID = applause.ownerID
                AND other.followerID = applause.accountID AND other.endedAt <= ?1
        )
        """

    private static func ended(_ column: String) -> String {
        """
        SELECT old.\(column) FROM follow AS old INDEXED BY follow_ended
        WHERE old.endedAt <= ?1 AND old.state IN ('unfollowed', 'removed') ORDER BY old.endedAt, old.id LIMIT ?2
        """
    }

    /// Removes connections that were ended at `?1` or before, `?2` at most.
    static let purgeConnections = "DELETE FROM follow WHERE follow.id IN (\(ended("id")))"

    /// Removes invitations that were made at `?1` or before, `?2` at most.
    static let purgeInvitations = """
        DELETE FROM invitation WHERE invitation.id IN (
            SELECT old.id FROM invitation AS old WHERE old.createdAt <= ?1 LIMIT ?2
        )
        """

    /// Statements on all accounts.
    static let ofAllOwners: Set = [purgeApplause, purgeConnections, purgeInvitations]

    static let all = [
        connections, received, followers, canApplaud, applaud, stopApplauding, removeApplause, followedHandles,
        recentInvitations, invite, invitation, answer, reopen,
        counts, follow,
        connection, connectedAccounts, countConnected,
        withdraw, offerAgain, invitationState, unfollow, remove, block, unblock, restore, purgeApplause,
        purgeConnections,
        purgeInvitations,
    ]
}
