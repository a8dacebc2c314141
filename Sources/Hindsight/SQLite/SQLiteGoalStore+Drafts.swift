import GRDB

extension SQLiteGoalStore {
    public func saveDraft(_ draft: ReviewDraft, of owner: AccountID, goal: GoalID) async throws {
        for field in ReviewField.allCases where draft[field].utf8.count > GoalStoreLimits.draftBytes {
            let bytes = draft[field].utf8.count
            throw StoreError.draftTooLarge(field, bytes: bytes, limit: GoalStoreLimits.draftBytes)
        }
        try await access.write { db in
            try completedGoal(goal, of: owner, db)
            if draft.isEmpty {
                try DraftStatements.discard(of: owner, goal: goal).execute(db)
            } else {
                try DraftStatements.save(draft, of: owner, goal: goal, at: access.now).execute(db)
            }
        }
    }

    public func discardDraft(of owner: AccountID, goal: GoalID) async throws {
        try await access.write { db in
            try completedGoal(goal, of: owner, db)
            try DraftStatements.discard(of: owner, goal: goal).execute(db)
        }
    }
}
