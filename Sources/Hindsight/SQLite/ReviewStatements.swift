import GRDB

/// The statements on reviews. Each but the purge is scoped by an owner.
enum ReviewStatements {
    private static let columns =
        "review.style, review.liked, review.lacked, review.learned, review.longedFor, review.text, review.level, "
        + "review.writtenAt, review.editedAt"

    private static let ofGoal = "review.goalID = :goal AND review.ownerID = :owner"

    /// The goal's review.
    static func live(of owner: AccountID, goal: GoalID) -> BoundStatement {
        BoundStatement(
            "SELECT \(columns) FROM review WHERE \(ofGoal) AND review.deletedAt IS NULL",
            ["owner": owner, "goal": goal]
        )
    }

    /// The goal's review that was deleted last, if that was after `limit`.
    static func deleted(of owner: AccountID, goal: GoalID, after limit: StoredTime) -> BoundStatement {
        BoundStatement(
            """
            SELECT review.id, \(columns) FROM review WHERE \(ofGoal) AND review.deletedAt > :limit
            ORDER BY review.deletedAt DESC LIMIT 1
            """,
            ["owner": owner, "goal": goal, "limit": limit]
        )
    }

    /// Adds a review.
    static func insert(_ review: Review, of owner: AccountID, goal: GoalID) -> BoundStatement {
        var arguments = arguments(review.content)
        arguments += ["owner": owner, "goal": goal, "writtenAt": StoredTime(review.writtenAt)]
        arguments += ["editedAt": review.editedAt.map(StoredTime.init)]
        return BoundStatement(
            """
            INSERT INTO review
                (goalID, ownerID, style, liked, lacked, learned, longedFor, text, level, writtenAt, editedAt)
            VALUES
                (:goal, :owner, :style, :liked, :lacked, :learned, :longedFor, :text, :level, :writtenAt, :editedAt)
            """,
            arguments
        )
    }

    /// Replaces what the goal's review says.
    static func edit(_ content: ReviewContent, of owner: AccountID, goal: GoalID, at now: StoredTime) -> BoundStatement
    {
        var arguments = arguments(content)
        arguments += ["owner": owner, "goal": goal, "now": now]
        return BoundStatement(
            """
            UPDATE review SET style = :style, liked = :liked, lacked = :lacked, learned = :learned,
                longedFor = :longedFor, text = :text, level = :level, editedAt = :now
            WHERE \(ofGoal) AND review.deletedAt IS NULL
            """,
            arguments
        )
    }

    /// Hides the goal's review, to be restored or purged.
    static func delete(of owner: AccountID, goal: GoalID, at now: StoredTime) -> BoundStatement {
        BoundStatement(
            "UPDATE review SET deletedAt = :now WHERE \(ofGoal) AND review.deletedAt IS NULL",
            ["owner": owner, "goal": goal, "now": now]
        )
    }

    /// Brings back one deleted review.
    static func restore(_ id: Int64, of owner: AccountID) -> BoundStatement {
        BoundStatement(
            "UPDATE review SET deletedAt = NULL WHERE review.id = :id AND review.ownerID = :owner",
            ["id": id, "owner": owner]
        )
    }

    /// Removes the goal's deleted reviews for good.
    static func purgeDeleted(of owner: AccountID, goal: GoalID) -> BoundStatement {
        BoundStatement(
            "DELETE FROM review WHERE \(ofGoal) AND review.deletedAt IS NOT NULL",
            ["owner": owner, "goal": goal]
        )
    }

    /// Removes for good what was deleted up to `limit`, of all owners: the one statement without an owner.
    static func purgeDeleted(upTo limit: StoredTime) -> BoundStatement {
        BoundStatement("DELETE FROM review WHERE review.deletedAt <= :limit", ["limit": limit])
    }

    private static func arguments(_ content: ReviewContent) -> StatementArguments {
        var answers: GuidedAnswers?
        var text: String?
        switch content.body {
        case .guided(let guided): answers = guided
        case .free(let free): text = free
        }
        return [
            "style": content.style, "liked": answers.map { StoredText($0.liked) },
            "lacked": answers.map { StoredText($0.lacked) }, "learned": answers.map { StoredText($0.learned) },
            "longedFor": answers.map { StoredText($0.longedFor) }, "text": text.map(StoredText.init),
            "level": content.level,
        ]
    }
}
