import GRDB

extension SQLiteGoalStore {
    public func reviewPage(of owner: AccountID, goal: GoalID) async throws -> ReviewPage? {
        try await access.read { db in
            guard let row = try GoalStatements.completed(goal, of: owner).row(db) else { return nil }
            let review = try liveReview(of: owner, goal: goal, db)
            let draft = try DraftStatements.draft(of: owner, goal: goal).row(db).map(ReviewDraft.init)
            let deleted =
                review == nil
                ? try ReviewStatements.deleted(of: owner, goal: goal, after: undoLimit).row(db).map(Review.init) : nil
            return ReviewPage(goal: try CompletedGoal(row), review: review, draft: draft, deletedReview: deleted)
        }
    }

    public func writeReview(_ content: ReviewContent, of owner: AccountID, goal: GoalID) async throws -> Int {
        try await access.write { db in
            try completedGoal(goal, of: owner, db)
            if let saved = try liveReview(of: owner, goal: goal, db) {
                guard saved.content == content else { throw StoreError.alreadyReviewed(saved) }
            } else {
                let review = Review(content: content, writtenAt: access.now.date)
                // A review written anew takes the place of a deleted one, which can't be restored beside it.
                try ReviewStatements.purgeDeleted(of: owner, goal: goal).execute(db)
                try ReviewStatements.insert(review, of: owner, goal: goal).execute(db)
                feed.publishAfterCommit(.goals([goal]), of: owner, on: db)
            }
            // Also when this is a resend: what was typed while the first answer was lost is saved by now.
            try DraftStatements.discard(of: owner, goal: goal).execute(db)
            return try GoalStatements.reviewableCount(of: owner).count(db)
        }
    }

    public func editReview(_ content: ReviewContent, of owner: AccountID, goal: GoalID) async throws -> Review {
        try await access.write { db in
            try completedGoal(goal, of: owner, db)
            guard let saved = try liveReview(of: owner, goal: goal, db) else { throw StoreError.notFound }
            try DraftStatements.discard(of: owner, goal: goal).execute(db)
            if saved.content == content { return saved }
            let now = access.now
            try ReviewStatements.edit(content, of: owner, goal: goal, at: now).execute(db)
            feed.publishAfterCommit(.goals([goal]), of: owner, on: db)
            return Review(content: content, writtenAt: saved.writtenAt, editedAt: now.date)
        }
    }

    public func deleteReview(of owner: AccountID, goal: GoalID) async throws -> Int {
        try await access.write { db in
            try completedGoal(goal, of: owner, db)
            if try ReviewStatements.delete(of: owner, goal: goal, at: access.now).changedRows(db) > 0 {
                feed.publishAfterCommit(.goals([goal]), of: owner, on: db)
            } else if try ReviewStatements.deleted(of: owner, goal: goal, after: undoLimit).row(db) == nil {
                throw StoreError.notFound
            }
            return try GoalStatements.reviewableCount(of: owner).count(db)
        }
    }

    public func restoreReview(of owner: AccountID, goal: GoalID) async throws -> Int {
        try await access.write { db in
            try completedGoal(goal, of: owner, db)
            if let saved = try liveReview(of: owner, goal: goal, db) { throw StoreError.alreadyReviewed(saved) }
            guard let row = try ReviewStatements.deleted(of: owner, goal: goal, after: undoLimit).row(db) else {
                throw StoreError.nothingToRestore
            }
            try ReviewStatements.restore(row["id"], of: owner).execute(db)
            feed.publishAfterCommit(.goals([goal]), of: owner, on: db)
            return try GoalStatements.reviewableCount(of: owner).count(db)
        }
    }

    public func purgeDeletedReviews() async throws -> Int {
        try await access.write { db in try ReviewStatements.purgeDeleted(upTo: undoLimit).changedRows(db) }
    }
}
