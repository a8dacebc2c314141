import GRDB
import Live

extension SQLiteGoalStore {
    public func writeReview(_ content: ReviewContent, of owner: AccountID, goal: GoalID) async throws -> Int {
        try await write(of: owner) { db in
            let found = try existingGoal(of: owner, goal: goal, db)
            var changed: Set<GoalID> = []
            if let saved = found.review {
                guard saved.content == content else { throw StoreError.alreadyReviewed(saved) }
            } else {
                // A review written anew takes the place of a deleted one, which can't be restored beside it.
                try db.run(GoalStatements.purgeReviewsOfGoal, [owner, goal])
                try insertReview(Review(content: content, writtenAt: access.now.date), of: owner, goal: goal, db)
                changed = [goal]
            }
            // Also when this is a resend: what was typed while the first answer was lost is saved by now.
            try db.run(GoalStatements.discardDraft, [owner, goal])
            return (try reviewableCount(of: owner, db), changed)
        }
    }

    public func editReview(_ content: ReviewContent, of owner: AccountID, goal: GoalID) async throws -> Review {
        try await write(of: owner) { db in
            guard let saved = try existingGoal(of: owner, goal: goal, db).review else { throw StoreError.notFound }
            try db.run(GoalStatements.discardDraft, [owner, goal])
            if saved.content == content { return (saved, []) }
            let now = access.now
            try db.run(GoalStatements.editReview, StatementArguments([owner, goal] + content.columns + [now]))
            return (Review(content: content, writtenAt: saved.writtenAt, editedAt: now.date), [goal])
        }
    }

    public func deleteReview(of owner: AccountID, goal: GoalID) async throws -> Int {
        try await write(of: owner) { db in
            let found = try existingGoal(of: owner, goal: goal, db)
            if found.review != nil {
                try db.run(GoalStatements.deleteReview, [owner, goal, access.now])
            } else if found.deletedReview == nil {
                throw StoreError.notFound
            }
            return (try reviewableCount(of: owner, db), found.review == nil ? [] : [goal])
        }
    }

    public func restoreReview(of owner: AccountID, goal: GoalID) async throws -> Int {
        try await write(of: owner) { db in
            if let saved = try existingGoal(of: owner, goal: goal, db).review {
                throw StoreError.alreadyReviewed(saved)
            }
            guard try db.run(GoalStatements.restoreReview, [owner, goal, undoLimit]) > 0 else {
                throw StoreError.nothingToRestore
            }
            return (try reviewableCount(of: owner, db), [goal])
        }
    }

    public func saveDraft(_ draft: ReviewDraft, of owner: AccountID, goal: GoalID) async throws {
        for field in ReviewField.allCases where draft[field].utf8.count > GoalStoreLimits.draftBytes {
            let bytes = draft[field].utf8.count
            throw StoreError.draftTooLarge(field, bytes: bytes, limit: GoalStoreLimits.draftBytes)
        }
        guard !draft.isEmpty else { return try await discardDraft(of: owner, goal: goal) }
        try await write(of: owner) { db in
            try checkCompleted(goal, of: owner, db)
            let texts = ReviewField.allCases.map { StoredText(draft[$0]) as (any DatabaseValueConvertible)? }
            try db.run(
                GoalStatements.saveDraft,
                StatementArguments([owner, goal, draft.style] + texts + [draft.level, access.now]))
            return ((), [])
        }
    }

    public func discardDraft(of owner: AccountID, goal: GoalID) async throws {
        try await write(of: owner) { db in
            try checkCompleted(goal, of: owner, db)
            try db.run(GoalStatements.discardDraft, [owner, goal])
            return ((), [])
        }
    }

    public func addGoals(_ goals: [NewGoal], of owner: AccountID) async throws -> [GoalID] {
        try await write(of: owner) { db in
            guard try db.first(AccountStatements.exists, [owner], { _ in true }) == true else {
                throw StoreError.notFound
            }
            let ids = try insertGoals(goals, of: owner, at: access.now, db)
            return (ids, Set(ids))
        }
    }

    public func purgeDeletedReviews() async throws -> Int {
        try await access.write { db in try db.run(GoalStatements.purgeReviews, [undoLimit]) }
    }

    /// One transaction on an owner's data. `body` returns the answer and the goals that it changed, of which observers
    /// are told after the commit. A draft changes none of them, and yet what is read of its review.
    private func write<T: Sendable>(
        of owner: AccountID, for function: StaticString = #function,
        _ body: @escaping @Sendable (Database) throws -> (T, Set<GoalID>)
    ) async throws -> T {
        try await access.write(for: function, body) { [answers, feed] _, changed in
            answers.forget(owner)
            if !changed.isEmpty { feed.publish(GoalChanges(changed), of: owner) }
        }.0
    }

    private func existingGoal(of owner: AccountID, goal: GoalID, _ db: Database) throws -> GoalReview {
        guard let found = try goalReview(of: owner, goal: goal, db) else { throw StoreError.notFound }
        return found
    }

    private func checkCompleted(_ goal: GoalID, of owner: AccountID, _ db: Database) throws {
        guard try db.first(GoalStatements.exists, [owner, goal], { _ in true }) == true else {
            throw StoreError.notFound
        }
    }
}

/// Adds goals, with their reviews, inside the transaction that is open.
func insertGoals(_ goals: [NewGoal], of owner: AccountID, at now: StoredTime, _ db: Database) throws -> [GoalID] {
    try goals.map { goal in
        guard goal.startDate <= goal.endDate else { throw StoreError.startsAfterEnd }
        var (jewel, completedAt, review): (Jewel?, StoredTime?, Review?)
        if case .completed(let earned, let time, let written) = goal.state {
            (jewel, completedAt, review) = (earned, StoredTime(time), written)
        }
        try db.run(
            GoalStatements.insertGoal,
            [
                owner, StoredText(goal.title.text), goal.startDate, goal.endDate, goal.box, jewel?.color, jewel?.shape,
                completedAt, now,
            ])
        let id = GoalID(db.lastInsertedRowID)
        if let review { try insertReview(review, of: owner, goal: id, db) }
        return id
    }
}

private func insertReview(_ review: Review, of owner: AccountID, goal: GoalID, _ db: Database) throws {
    let times: [(any DatabaseValueConvertible)?] = [
        StoredTime(review.writtenAt), review.editedAt.map(StoredTime.init),
    ]
    try db.run(GoalStatements.insertReview, StatementArguments([owner, goal] + review.content.columns + times))
}

extension ReviewContent {
    /// Style, the five texts and level, as the statements have them.
    fileprivate var columns: [(any DatabaseValueConvertible)?] {
        let texts = ReviewField.allCases.map { field in
            field.style == style ? StoredText(draft[field]) as (any DatabaseValueConvertible)? : nil
        }
        return [style] + texts + [level]
    }
}
