import GRDB

/// The statements on goals. Each reads as a sentence where it is used; each is scoped by an owner.
enum GoalStatements {
    private static let columns = """
        goal.id, goal.title, goal.startDate, goal.endDate, goal.status, goal.reminderEnabled, goal.jewelColor,
        goal.jewelShape, goal.completedAt,
        EXISTS (
            SELECT 1 FROM review
            WHERE review.goalID = goal.id AND review.ownerID = :owner AND review.deletedAt IS NULL
        ) AS hasReview
        """

    private static let completedOfOwner =
        "FROM goal WHERE goal.ownerID = :owner AND goal.status = 'completed' AND goal.deletedAt IS NULL"

    /// Completed goals with smaller ids than `after`, newest first.
    static func completed(of owner: AccountID, after: GoalID, limit: Int) -> BoundStatement {
        BoundStatement(
            "SELECT \(columns) \(completedOfOwner) AND goal.id < :after ORDER BY goal.id DESC LIMIT :limit",
            ["owner": owner, "after": after, "limit": limit]
        )
    }

    /// Completed goals down to `through` itself, newest first.
    static func completed(of owner: AccountID, through: GoalID) -> BoundStatement {
        BoundStatement(
            "SELECT \(columns) \(completedOfOwner) AND goal.id >= :through ORDER BY goal.id DESC",
            ["owner": owner, "through": through]
        )
    }

    /// A row if there is a completed goal with a smaller id.
    static func anyCompleted(of owner: AccountID, below: GoalID) -> BoundStatement {
        BoundStatement(
            "SELECT 1 \(completedOfOwner) AND goal.id < :below LIMIT 1",
            ["owner": owner, "below": below]
        )
    }

    /// How many goals are completed and not yet reviewed.
    static func reviewableCount(of owner: AccountID) -> BoundStatement {
        BoundStatement("SELECT reviewableCount FROM account WHERE account.id = :owner", ["owner": owner])
    }

    /// One completed goal, if the owner has it.
    static func completed(_ goal: GoalID, of owner: AccountID) -> BoundStatement {
        BoundStatement(
            "SELECT \(columns) \(completedOfOwner) AND goal.id = :goal",
            ["owner": owner, "goal": goal]
        )
    }

    /// Adds a goal as it is.
    static func insert(_ goal: NewGoal, of owner: AccountID, at now: StoredTime) -> BoundStatement {
        var jewel: Jewel?
        var completedAt: StoredTime?
        if case .completed(let earned, let time, _) = goal.state {
            jewel = earned
            completedAt = StoredTime(time)
        }
        return BoundStatement(
            """
            INSERT INTO goal
                (ownerID, title, startDate, endDate, status, jewelColor, jewelShape, completedAt, createdAt)
            VALUES
                (:owner, :title, :startDate, :endDate, :status, :jewelColor, :jewelShape, :completedAt, :now)
            """,
            [
                "owner": owner, "title": StoredText(goal.title.text), "startDate": goal.startDate,
                "endDate": goal.endDate, "status": goal.box, "jewelColor": jewel?.color, "jewelShape": jewel?.shape,
                "completedAt": completedAt, "now": now,
            ]
        )
    }
}
