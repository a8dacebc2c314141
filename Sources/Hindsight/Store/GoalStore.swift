/// Where goals, reviews and drafts are kept.
///
/// Every function takes the owner and sees and changes that owner's data only. A goal of another owner, a deleted one,
/// one that never was and one that is not completed are the same thing: `nil`, or ``StoreError/notFound``.
///
/// Reading functions read one moment: rows and counts in one answer belong together. Writing functions are one
/// transaction each: they happen wholly or, when they throw, not at all. What has returned survives a crash.
///
/// - Throws: All functions throw ``StoreError``; ``StoreError/unavailable(_:)`` wraps what the database reports. When
///   the task is cancelled, they throw `CancellationError`; a write is then wholly done or not at all.
public protocol GoalStore: Sendable {
    // MARK: Lists

    /// A slice of a list of completed goals: the one that was completed last first, and of those that were completed at
    /// the same time the one with the greater id.
    ///
    /// - Parameters:
    ///   - show: Which of them the list shows.
    ///   - after: The last id already shown, which may be a goal that is deleted or that the list does not show. `nil`,
    ///     or an id that the owner never had, to begin with the newest goal.
    ///   - limit: How many goals at most; at least 1, at most 1,000 are answered.
    func completedGoals(
        of owner: AccountID, show: CompletedGoalsFilter, after: GoalID?, limit: Int
    ) async throws -> CompletedGoalsSlice

    /// All goals of such a list down to `through`: a list that was loaded so far, as it is now.
    ///
    /// The goal `through` itself may be gone. With nothing loaded yet there is no such id: ask for the first slice.
    /// - Parameter after: The id behind which the list begins; `nil` for its top.
    func completedGoals(
        of owner: AccountID, show: CompletedGoalsFilter, after: GoalID?, through: GoalID
    ) async throws -> CompletedGoalsSlice

    /// What these goals are now: what an open list needs when a change named them. See ``GoalChanges``.
    ///
    /// - Parameter ids: Those that are not a completed goal of the owner are left out of the answer.
    func completedGoals(of owner: AccountID, among ids: Set<GoalID>) async throws -> ChangedGoals

    /// What stands above every list of the owner's completed goals. After a review was saved, it tells which goal is next.
    func completedGoalsOverview(of owner: AccountID) async throws -> CompletedGoalsOverview

    /// Where a completed goal stands among the owner's others; `nil` when the owner has no such goal.
    func reviewPlace(of owner: AccountID, goal: GoalID) async throws -> ReviewPlace?

    // MARK: A review

    /// A completed goal with its review and draft; `nil` when the owner has no such goal.
    func goalReview(of owner: AccountID, goal: GoalID) async throws -> GoalReview?

    /// Saves the review of a completed goal that has none, and removes its draft.
    ///
    /// A resend of what is already saved (same words, same level) succeeds and changes nothing.
    /// - Returns: How many completed goals have no review yet, now.
    /// - Throws: ``StoreError/notFound``; ``StoreError/alreadyReviewed(_:)`` when the goal has another review.
    func writeReview(_ content: ReviewContent, of owner: AccountID, goal: GoalID) async throws -> Int

    /// Replaces what a review says, and removes the goal's draft. The same words and level again change nothing.
    ///
    /// - Returns: The review as it is now.
    /// - Throws: ``StoreError/notFound`` when there is no such goal or it has no review.
    func editReview(_ content: ReviewContent, of owner: AccountID, goal: GoalID) async throws -> Review

    /// Hides a review. For 10 minutes it can be restored; later it is purged. A second time changes nothing.
    ///
    /// - Returns: How many completed goals have no review yet, now.
    /// - Throws: ``StoreError/notFound`` when there is no such goal or it has no review.
    func deleteReview(of owner: AccountID, goal: GoalID) async throws -> Int

    /// Undoes ``deleteReview(of:goal:)``.
    ///
    /// - Returns: How many completed goals have no review yet, now.
    /// - Throws: ``StoreError/notFound`` when there is no such goal; ``StoreError/alreadyReviewed(_:)`` when the goal
    ///   has a review; ``StoreError/nothingToRestore`` when the time to undo is over or nothing was deleted.
    func restoreReview(of owner: AccountID, goal: GoalID) async throws -> Int

    /// Keeps what is being typed, exactly, until the review is saved or the draft discarded. An empty draft removes
    /// the kept one. Publishes no change.
    ///
    /// - Throws: ``StoreError/notFound``; ``StoreError/draftTooLarge(_:bytes:limit:)`` for a text of more than 256 KiB.
    func saveDraft(_ draft: ReviewDraft, of owner: AccountID, goal: GoalID) async throws

    /// Forgets the goal's draft, if there is one. Publishes no change.
    ///
    /// - Throws: ``StoreError/notFound`` when there is no such goal.
    func discardDraft(of owner: AccountID, goal: GoalID) async throws

    /// Adds goals as they are, in this order: the last one is the newest.
    ///
    /// - Returns: Their ids, in the same order.
    /// - Throws: ``StoreError/startsAfterEnd``; ``StoreError/notFound`` when there is no such owner.
    func addGoals(_ goals: [NewGoal], of owner: AccountID) async throws -> [GoalID]

    /// Removes for good the reviews, of all owners, whose time to undo is over.
    ///
    /// - Returns: How many were removed.
    func purgeDeletedReviews() async throws -> Int

    /// Answers when the database takes writes. For readiness: it writes, unless a write has succeeded just now.
    func ping() async throws

    /// Calls `notify` after every committed change of this owner's data from now on, with the goals to read again. It
    /// is called, from any thread, before the call that made the change returns; it must not wait. Drafts are no
    /// change.
    ///
    /// - Returns: ends it.
    func observeChanges(
        of owner: AccountID, _ notify: @escaping @Sendable (GoalChanges) -> Void
    ) -> @Sendable () -> Void
}

extension GoalStore {
    /// A slice of the list of all completed goals.
    public func completedGoals(
        of owner: AccountID, after: GoalID?, limit: Int
    ) async throws -> CompletedGoalsSlice {
        try await completedGoals(of: owner, show: .all, after: after, limit: limit)
    }

    /// The list of all completed goals down to `through`.
    public func completedGoals(of owner: AccountID, through: GoalID) async throws -> CompletedGoalsSlice {
        try await completedGoals(of: owner, show: .all, after: nil, through: through)
    }
}

/// What every ``GoalStore`` keeps to.
public enum GoalStoreLimits {
    /// The most bytes of UTF-8 that one text of a draft may have: 256 KiB.
    public static let draftBytes = 256 * 1024
    /// The most goals that one slice of a list has.
    public static let sliceSize = 1000
    /// How long a deleted review can be restored.
    public static let undoWindow = Duration.seconds(10 * 60)
}
