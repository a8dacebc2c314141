/// Export and import of everything that an owner has. See ``GoalStore`` for the rules of all functions.
package protocol GoalFileStore: Sendable {
    /// A slice of all that an owner has, oldest goal first: for a file of it. What was deleted is not among it, though it
    /// could still be restored.
    ///
    /// Each slice is of a moment of its own; a goal that gets into another box meanwhile is in one of them all the same.
    /// Nothing of an answer is kept in memory.
    /// - Parameters:
    ///   - after: the last id of the slice before; `nil` to begin.
    ///   - limit: how many goals at most; at least 1, at most ``GoalStoreLimits/pageSize`` are answered.
    /// - Returns: nothing when there are no more.
    func wholeGoals(of owner: AccountID, after: GoalID?, limit: Int) async throws -> [WholeGoal]

    /// A slice of all answers to the questions of weeks, also those that were emptied, the first week first. Nothing of
    /// an answer is kept in memory.
    ///
    /// - Parameters:
    ///   - after: the last week of the slice before; `nil` to begin.
    ///   - limit: how many answers at most; at least 1, at most ``GoalStoreLimits/pageSize`` are answered.
    func weekNotes(
        of owner: AccountID, after: CalendarDate?, limit: Int
    ) async throws -> [(week: CalendarDate, note: WeekNote)]

    /// Takes in answers to the questions of weeks, by the first days of those. A week that has an answer keeps it.
    ///
    /// - Returns: How many weeks have an answer that had none.
    /// - Throws: ``StoreError/notFound`` when there is no such owner.
    func importWeekNotes(_ notes: [CalendarDate: WeekNote], of owner: AccountID) async throws -> Int

    /// Adds goals as they are, in this order: the last one is the newest.
    ///
    /// - Returns: Their ids, in the same order.
    /// - Throws: ``StoreError/startsAfterEnd``; ``StoreError/notFound`` when there is no such owner.
    func addGoals(_ goals: [NewGoal], of owner: AccountID) async throws -> [GoalID]

    /// Adds goals that come from a file, in this order, with all that hangs on them, as they were: nothing is drawn, and
    /// nothing is left to be celebrated. An active goal whose last day has passed for the owner is put away at once.
    ///
    /// A goal is known by its ``WholeGoal/uid``: one that the owner has already stays as it is, whatever has become of it
    /// since. One that the owner has deleted comes back as a new one.
    ///
    /// - Parameter goals: Keep the rules; a completed one has a jewel, a time and a day. Their ids say nothing.
    /// - Returns: How many were added, and how many were there.
    /// - Throws: ``StoreError/startsAfterEnd``; ``StoreError/notFound`` when there is no such owner.
    func importGoals(_ goals: [WholeGoal], of owner: AccountID) async throws -> ImportedGoals
}

/// Periodic work on the data of all owners. See ``GoalStore`` for the rules of all functions.
package protocol GoalUpkeepStore: Sendable {
    /// Tells the open pages of this process of what other processes commit, until the task is cancelled. It returns at once
    /// where the database belongs to one process.
    func followChanges() async

    /// Prepares the goals and answers of all owners for searching that have changed, and clears away what is left of
    /// those that were purged.
    ///
    /// - Returns: How many goals and answers it was.
    func indexSearch() async throws -> Int

    /// Puts away the active goals, of all owners, whose end date is before their owner's today.
    ///
    /// - Returns: How many this call has put away.
    func storeOverdue() async throws -> Int

    /// Removes for good the goals, the reviews and the dropped drafts, of all owners, whose time to undo is over.
    ///
    /// - Returns: How many goals, reviews and fields of drafts were removed.
    func purgeDeleted() async throws -> Int

    /// Answers when the database takes writes. For readiness: it writes, unless a write has succeeded just now.
    func ping() async throws
}
