/// Lists of goals, and the counts above them. See ``GoalStore`` for the rules of all functions.
package protocol GoalListStore: ChangeSource, GoalRemovalStore {
    /// A slice of a list of goals: active ones by their last day, the next one first; stored and completed ones by when
    /// they came there, the last one first. Of equal ones, the one with the smaller id comes first among active goals, the
    /// one with the greater id among others.
    ///
    /// - Parameters:
    ///   - listing: Which of them the list shows.
    ///   - after: The last row already shown, which may be a goal that is deleted or that the list does not show. `nil`,
    ///     or an id that the owner never had, to begin at the top.
    ///   - limit: How many goals at most; at least 1, at most ``GoalStoreLimits/pageSize`` are answered.
    func goals(
        of owner: AccountID, in listing: GoalListing, after: GoalCursor?, limit: Int
    ) async throws -> GoalSlice

    /// The goals of such a list down to `through`, ``GoalStoreLimits/pageSize`` at most: a list that was loaded so far, as
    /// it is now.
    ///
    /// The goal `through` itself may be gone. With nothing loaded yet there is no such row: ask for the first slice.
    /// - Parameter after: The id behind which the list begins; `nil` for its top.
    func goals(
        of owner: AccountID, in listing: GoalListing, after: GoalID?, through: GoalCursor
    ) async throws -> GoalSlice

    /// Returns the current state of goals, for an open list that was notified of a change. See ``GoalChanges``.
    ///
    /// - Parameter ids: Those that are not a goal of the owner in that box are left out of the answer. The newest
    ///   ``GoalStoreLimits/pageSize`` are read.
    func goals(of owner: AccountID, in box: Box, among ids: Set<GoalID>) async throws -> ChangedGoals

    /// Returns the active goals with their next steps: those with an alarm on a day, and those that end first.
    ///
    /// - Parameter day: the current day for the owner.
    func todayGoals(of owner: AccountID, on day: CalendarDate) async throws -> TodayGoals

    /// Returns the counts above every list of the owner's goals. After saving a review, it tells which goal is next.
    func goalsOverview(of owner: AccountID) async throws -> GoalsOverview

    /// The goals that ``storeOverdue()`` has put away and that their owner has not dealt with, the last one first.
    ///
    /// - Parameter limit: how many goals at most; at least 1, at most ``GoalStoreLimits/pageSize`` are answered.
    func putAwayGoals(of owner: AccountID, limit: Int) async throws -> PutAwayGoals

    /// Leaves a goal put away that ``putAwayGoals(of:limit:)`` names, which then names it no more; with `nil` all of them.
    func dismissPutAway(_ goal: GoalID?, of owner: AccountID) async throws
}

/// Deletion of goals, which can be undone. See ``GoalStore`` for the rules of all functions.
package protocol GoalRemovalStore: Sendable {
    /// Hides a goal with its steps and its review. For 10 minutes it can be restored; later it is purged.
    ///
    /// - Throws: ``StoreError/notFound``.
    func deleteGoal(of owner: AccountID, _ goal: GoalID) async throws

    /// Undoes ``deleteGoal(of:_:)``. A goal that is there changes nothing.
    ///
    /// - Throws: ``StoreError/nothingToRestore`` when the time to undo is over, or there was no such goal.
    func restoreGoal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Hides the goals that came with the account, with their steps and reviews, as ``deleteGoal(of:_:)`` does.
    ///
    /// - Returns: How many there were.
    func removeSamples(of owner: AccountID) async throws -> Int

    /// Undoes ``removeSamples(of:)``.
    ///
    /// - Returns: How many are back.
    /// - Throws: ``StoreError/nothingToRestore`` when the time to undo is over, or none was removed.
    func restoreSamples(of owner: AccountID) async throws -> Int
}
