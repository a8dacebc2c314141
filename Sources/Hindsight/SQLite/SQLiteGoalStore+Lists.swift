import GRDB

extension SQLiteGoalStore {
    public func completedGoals(
        of owner: AccountID,
        after: GoalID?,
        limit: Int
    ) async throws -> CompletedGoalsPage {
        let limit = min(max(limit, 1), GoalStoreLimits.pageSize)
        return try await access.read { db in
            // One row beyond the page tells whether there is more.
            let rows = try GoalStatements.completed(
                of: owner,
                after: after ?? GoalID(Int64.max),
                limit: limit + 1
            ).rows(db)
            return CompletedGoalsPage(
                goals: try rows.prefix(limit).map(CompletedGoal.init),
                hasMore: rows.count > limit,
                reviewableCount: try GoalStatements.reviewableCount(of: owner).count(db)
            )
        }
    }

    public func completedGoals(of owner: AccountID, through: GoalID) async throws -> CompletedGoalsPage {
        try await access.read { db in
            CompletedGoalsPage(
                goals: try GoalStatements.completed(of: owner, through: through).rows(db).map(CompletedGoal.init),
                hasMore: try GoalStatements.anyCompleted(of: owner, below: through).row(db) != nil,
                reviewableCount: try GoalStatements.reviewableCount(of: owner).count(db)
            )
        }
    }

    public func reviewableCount(of owner: AccountID) async throws -> Int {
        try await access.read { db in try GoalStatements.reviewableCount(of: owner).count(db) }
    }

    public func addGoals(_ goals: [NewGoal], of owner: AccountID) async throws -> [GoalID] {
        try await access.write { db in
            guard try AccountStatements.exists(owner).row(db) != nil else { throw StoreError.notFound }
            let ids = try insertGoals(goals, of: owner, at: access.now, db)
            if !ids.isEmpty { feed.publishAfterCommit(GoalChanges(Set(ids)), of: owner, on: db) }
            return ids
        }
    }
}

/// Adds goals, with their reviews, inside the transaction that is open.
func insertGoals(_ goals: [NewGoal], of owner: AccountID, at now: StoredTime, _ db: Database) throws -> [GoalID] {
    try goals.map { goal in
        guard goal.startDate <= goal.endDate else { throw StoreError.startsAfterEnd }
        try GoalStatements.insert(goal, of: owner, at: now).execute(db)
        let id = GoalID(db.lastInsertedRowID)
        if case .completed(_, _, let review?) = goal.state {
            try ReviewStatements.insert(review, of: owner, goal: id).execute(db)
        }
        return id
    }
}
