import GRDB

/// A ``GoalStore`` on SQLite.
///
/// The invariants (one review a goal, no row without its owner) are kept by the schema; the transactions here only find
/// the right words for them. GRDB lets one writer at a time in and begins each write with `BEGIN IMMEDIATE`, so what a
/// transaction reads first still holds when it writes, also when another process uses the file. The clock is read
/// inside the transaction, so that times are in the order of the writes.
public struct SQLiteGoalStore: GoalStore {
    let access: DatabaseAccess
    let feed: ChangeFeed

    /// - Parameters:
    ///   - database: Opened and migrated; see ``HindsightDatabase``.
    ///   - feed: Where changes are published. One a database: a second feed would not see this one's changes.
    ///   - clock: Gives the times that are stored and decides when the time to undo is over.
    public init(_ database: HindsightDatabase, feed: ChangeFeed = ChangeFeed(), clock: @escaping WallClock) {
        access = DatabaseAccess(writer: database.writer, clock: clock)
        self.feed = feed
    }

    public func ping() async throws {
        try await access.read { db in _ = try AccountStatements.ping().row(db) }
    }

    public func observeChanges(
        of owner: AccountID, _ notify: @escaping @Sendable (GoalChanges) -> Void
    ) -> @Sendable () -> Void {
        feed.observe(owner, notify)
    }

    /// The completed goal, or ``StoreError/notFound``.
    @discardableResult
    func completedGoal(_ goal: GoalID, of owner: AccountID, _ db: Database) throws -> CompletedGoal {
        guard let row = try GoalStatements.completed(goal, of: owner).row(db) else { throw StoreError.notFound }
        return try CompletedGoal(row)
    }

    /// The goal's review, if it has one.
    func liveReview(of owner: AccountID, goal: GoalID, _ db: Database) throws -> Review? {
        try ReviewStatements.live(of: owner, goal: goal).row(db).map(Review.init)
    }

    /// What was deleted up to this time can't be restored any more.
    var undoLimit: StoredTime {
        StoredTime(milliseconds: access.now.milliseconds - GoalStoreLimits.undoWindow.components.seconds * 1000)
    }
}

extension ChangeFeed {
    /// Publishes once the transaction that is open on `db` is committed; not at all if it is rolled back.
    func publishAfterCommit(_ changes: GoalChanges, of owner: AccountID, on db: Database) {
        db.afterNextTransaction { _ in self.publish(changes, of: owner) }
    }
}
