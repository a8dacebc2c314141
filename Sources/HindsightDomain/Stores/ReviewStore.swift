/// Reviews and their drafts. See ``GoalStore`` for the rules of all functions.
package protocol ReviewStore: ChangeSource {
    /// A completed goal with its review and draft; `nil` when the owner has no such goal.
    func goalReview(of owner: AccountID, goal: GoalID) async throws -> GoalReview?

    /// Returns the position of a completed goal among the owner's others; `nil` if the owner has no such goal.
    func reviewPlace(of owner: AccountID, goal: GoalID) async throws -> ReviewPlace?

    /// Saves the review of a completed goal: the first one, or in the place of the one that it was made from.
    ///
    /// The draft's fields of its style are removed with it. What was typed for the other style stays a draft, and so do
    /// the answers of a review whose style is changed: nobody has asked for them to go.
    ///
    /// A resend of what is already saved (same words, same level) succeeds and changes nothing.
    /// - Parameter basis: what the words were made from.
    /// - Returns: What there is now, and how many completed goals have no review yet.
    /// - Throws: ``StoreError/notFound``; ``StoreError/overtaken(_:)`` when there is another review than the one that it
    ///   was made from, or none any more, or when somebody else has typed something newer into its draft.
    func saveReview(
        _ content: ReviewContent, of owner: AccountID, goal: GoalID, from basis: SaveBasis
    ) async throws -> SavedReview

    /// Hides a review. For 10 minutes it can be restored; later it is purged. A second time changes nothing.
    ///
    /// - Returns: What there is now.
    /// - Throws: ``StoreError/notFound`` when there is no such goal or it has no review.
    func deleteReview(of owner: AccountID, goal: GoalID) async throws -> GoalReview

    /// Undoes ``deleteReview(of:goal:)``.
    ///
    /// - Returns: What there is now.
    /// - Throws: ``StoreError/notFound`` when there is no such goal; ``StoreError/alreadyReviewed(_:)`` when the goal
    ///   has a review; ``StoreError/nothingToRestore`` when the time to undo is over or nothing was deleted.
    func restoreReview(of owner: AccountID, goal: GoalID) async throws -> GoalReview

    /// Keeps what is being typed, exactly, until the review is saved or the draft dropped. A field whose newest value is
    /// another writer's and newer than what the change was made from stays as it is; so does one that is too large
    /// (``ReviewField/byteLimit``, not trimmed).
    ///
    /// - Parameters:
    ///   - changes: fields of the draft, each at most once.
    ///   - writer: the open page that they were typed on.
    /// - Returns: What there is now: a field that stayed as it was can be seen by its value.
    /// - Throws: ``StoreError/notFound``.
    func keepDraft(
        _ changes: [DraftChange], by writer: String, of owner: AccountID, goal: GoalID
    ) async throws -> GoalReview

    /// Drops the goal's draft, if there is one. For 10 minutes it can be brought back.
    ///
    /// - Parameters:
    ///   - changes: what was typed last and is dropped with it.
    ///   - writer: the open page that they were typed on.
    /// - Returns: What there is now.
    /// - Throws: ``StoreError/notFound`` when there is no such goal.
    func dropDraft(
        with changes: [DraftChange], by writer: String, of owner: AccountID, goal: GoalID
    ) async throws -> GoalReview

    /// Undoes the last ``dropDraft(with:by:of:goal:)``. A field that something was typed in since stays as it is, and what was
    /// dropped of it stays in ``GoalReview/dropped``.
    ///
    /// - Returns: What there is now.
    /// - Throws: ``StoreError/notFound``; ``StoreError/nothingToRestore`` when the time to undo is over or nothing was
    ///   dropped.
    func restoreDraft(of owner: AccountID, goal: GoalID) async throws -> GoalReview

    /// The same for the draft of one goal: what is typed, kept, dropped and brought back.
    ///
    /// - Returns: ends it.
    func observeDraft(
        of owner: AccountID, goal: GoalID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void
}
