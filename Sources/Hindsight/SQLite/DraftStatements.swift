import GRDB

/// The statements on drafts of reviews. Each is scoped by an owner.
enum DraftStatements {
    private static let ofGoal = "reviewDraft.goalID = :goal AND reviewDraft.ownerID = :owner"

    /// The goal's draft.
    static func draft(of owner: AccountID, goal: GoalID) -> BoundStatement {
        BoundStatement(
            """
            SELECT reviewDraft.style, reviewDraft.liked, reviewDraft.lacked, reviewDraft.learned,
                reviewDraft.longedFor, reviewDraft.text, reviewDraft.level
            FROM reviewDraft WHERE \(ofGoal)
            """,
            ["owner": owner, "goal": goal]
        )
    }

    /// Keeps the draft in place of any earlier one.
    static func save(_ draft: ReviewDraft, of owner: AccountID, goal: GoalID, at now: StoredTime) -> BoundStatement {
        var arguments: StatementArguments = [
            "owner": owner, "goal": goal, "style": draft.style, "level": draft.level, "now": now,
        ]
        for field in ReviewField.allCases {
            arguments += [field.rawValue: StoredText(draft[field])]
        }
        return BoundStatement(
            """
            INSERT INTO reviewDraft
                (goalID, ownerID, style, liked, lacked, learned, longedFor, text, level, updatedAt)
            VALUES
                (:goal, :owner, :style, :liked, :lacked, :learned, :longedFor, :text, :level, :now)
            ON CONFLICT (goalID, ownerID) DO UPDATE SET
                style = excluded.style, liked = excluded.liked, lacked = excluded.lacked, learned = excluded.learned,
                longedFor = excluded.longedFor, text = excluded.text, level = excluded.level,
                updatedAt = excluded.updatedAt
            """,
            arguments
        )
    }

    /// Removes the goal's draft.
    static func discard(of owner: AccountID, goal: GoalID) -> BoundStatement {
        BoundStatement("DELETE FROM reviewDraft WHERE \(ofGoal)", ["owner": owner, "goal": goal])
    }
}
