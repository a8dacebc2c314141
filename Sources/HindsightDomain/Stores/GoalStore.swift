/// Storage of goals, reviews and drafts.
///
/// Every function takes the owner and sees and changes that owner's data only. A goal of another owner, a deleted one,
/// one that never was and one that is not completed are the same thing: `nil`, or ``StoreError/notFound``.
///
/// Reading functions read one moment: rows and counts in one answer belong together. Writing functions are one
/// transaction each: they happen wholly or, when they throw, not at all. What has returned survives a crash.
///
/// - Throws: All functions throw ``StoreError``; ``StoreError/unavailable(_:)`` wraps what the database reports. When
///   the task is cancelled, they throw `CancellationError`; a write is then wholly done or not at all.
package protocol GoalStore: Sendable {
    // MARK: Lists

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

    /// Returns the counts above every list of the owner's goals. After saving a review, it tells which goal is next.
    func goalsOverview(of owner: AccountID) async throws -> GoalsOverview

    /// Returns the position of a completed goal among the owner's others; `nil` if the owner has no such goal.
    func reviewPlace(of owner: AccountID, goal: GoalID) async throws -> ReviewPlace?

    // MARK: Searching

    /// The owner's goals, in all boxes, that have everything that is searched for in their titles, the titles of their
    /// steps or their reviews, and behind them the answers to the questions of weeks that do; see ``SearchQuery``. What
    /// was deleted is not found.
    ///
    /// Everything written before the call is found, except when very many goals were added at once: then the newest are,
    /// and ``SearchSlice/isPartial`` is true. How long it takes depends on how many are answered.
    ///
    /// - Parameters:
    ///   - after: ``SearchSlice/next`` of the slice before; `nil` to begin with the newest goal.
    ///   - limit: how many results at most; at least 1, at most ``GoalStoreLimits/pageSize`` are answered.
    func search(
        of owner: AccountID, for query: SearchQuery, after: SearchResult.ID?, limit: Int
    ) async throws -> SearchSlice

    /// Prepares the goals and answers of all owners for searching that have changed, and clears away what is left of
    /// those that were purged.
    ///
    /// - Returns: How many goals and answers it was.
    func indexSearch() async throws -> Int

    // MARK: A goal

    /// A goal in whichever box, with its steps; `nil` when the owner has no such goal.
    func goal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail?

    /// Makes a goal: an active one, or one that was finished before it was ever written down, which is completed on its
    /// end date and earns a jewel at once.
    ///
    /// - Parameter key: what the form is known by that asks for it. With the same key there is no second goal, and the
    ///   first one is the answer, as it is now.
    /// - Throws: ``StoreError/startsAfterEnd``, ``StoreError/endsInPast``, ``StoreError/endsInFuture``;
    ///   ``StoreError/notFound`` when there is no such owner.
    func addGoal(
        _ fields: GoalFields, isFinished: Bool, key: String?, of owner: AccountID
    ) async throws -> GoalDetail

    /// Replaces a goal's fields. What they are already changes nothing.
    ///
    /// - Parameter revision: of the goal that they were made from.
    /// - Throws: ``StoreError/notFound``; ``StoreError/wrongBox(_:)`` for a completed goal;
    ///   ``StoreError/changedSince(_:)``; ``StoreError/startsAfterEnd``, ``StoreError/endsInPast``.
    func editGoal(
        _ fields: GoalFields, from revision: Int, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail

    /// Makes a stored goal active again, with new dates. A resend changes nothing.
    ///
    /// - Parameter revision: of the goal that the fields were made from.
    /// - Throws: as ``editGoal(_:from:of:_:)``; ``StoreError/wrongBox(_:)`` for a goal that is not stored.
    func recoverGoal(
        _ fields: GoalFields, from revision: Int, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail

    /// Makes a stored goal active again until ``GoalStoreLimits/extensionDays`` days from today. Its start stays. An active
    /// goal is the answer as it is.
    ///
    /// - Throws: ``StoreError/notFound``; ``StoreError/wrongBox(_:)`` for a completed goal.
    func extendGoal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Completes an active goal that has no steps, or a stored goal, which earns its jewel. What is left of the steps of
    /// a stored goal is ticked with it. Its dates stay. A completed goal is the answer as it is.
    ///
    /// - Parameter day: On which day it was finished; `nil` for today.
    /// - Throws: ``StoreError/notFound``; ``StoreError/hasSteps(_:)`` for an active goal with steps;
    ///   ``StoreError/startsAfterEnd`` for a day before it started, ``StoreError/endsInFuture`` for one to come.
    func finishGoal(of owner: AccountID, _ goal: GoalID, on day: CalendarDate?) async throws -> GoalDetail

    /// Undoes a completion for 10 minutes, while no review is written: the goal is what it was before, with its steps. The
    /// jewel is kept for its next completion, the rank is not. A goal that is not completed is the answer as it is.
    ///
    /// - Throws: ``StoreError/notFound``; ``StoreError/nothingToRestore`` when the time to undo is over, a review is
    ///   written, or the goal was entered as finished.
    func undoCompletion(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Hides a goal with its steps and its review. For 10 minutes it can be restored; later it is purged.
    ///
    /// - Throws: ``StoreError/notFound``.
    func deleteGoal(of owner: AccountID, _ goal: GoalID) async throws

    /// Undoes ``deleteGoal(of:_:)``. A goal that is there changes nothing.
    ///
    /// - Throws: ``StoreError/nothingToRestore`` when the time to undo is over, or there was no such goal.
    func restoreGoal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Adds a step to an active goal, at the first free place.
    ///
    /// - Parameter key: what the form is known by that asks for it: with the same key there is no second step.
    /// - Throws: ``StoreError/notFound``; ``StoreError/wrongBox(_:)``; ``StoreError/tooManySteps``.
    func addStep(_ title: GoalTitle, key: String?, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Renames a step of an active goal and sets its alarm. A new alarm turns on the reminders of its goal, and those of
    /// steps in the account's browsers: it is meant to ring.
    ///
    /// - Throws: ``StoreError/notFound``, also for a step of another goal; ``StoreError/wrongBox(_:)``.
    func editStep(
        _ step: StepID, title: GoalTitle, alarm: Alarm?, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail

    /// Removes a step of an active goal. When it was the last that was to be done, and others are done, that completes the
    /// goal. A step that is not there, of no goal of the owner, is removed already: that changes nothing.
    ///
    /// - Throws: ``StoreError/notFound``, also for a step of another goal; ``StoreError/wrongBox(_:)``.
    func removeStep(_ step: StepID, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Undoes ``removeStep(_:of:_:)`` for 10 minutes: the step is back as it was, at its own place unless that was given
    /// away. A step that is there changes nothing.
    ///
    /// - Throws: ``StoreError/notFound``; ``StoreError/wrongBox(_:)`` for a goal that is not active;
    ///   ``StoreError/nothingToRestore``; ``StoreError/tooManySteps``, after which it can still be restored.
    func restoreStep(_ step: StepID, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Ticks a step of an active goal, or takes that back. The last one completes the goal, which earns its jewel. What
    /// is so already changes nothing, and neither does anything about a completed goal, whose jewel is the answer.
    ///
    /// - Throws: ``StoreError/notFound``, also for a step of another goal; ``StoreError/wrongBox(_:)`` for a stored goal.
    func tick(_ step: StepID, isDone: Bool, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Notes what a page has shown of a completion: it is shown up to there, on all pages. What was shown stays so.
    ///
    /// - Throws: ``StoreError/notFound``; ``StoreError/wrongBox(_:)`` for a goal that is not completed.
    func celebrate(_ celebration: Celebration, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Stored goals to be taken up again, drawn at random, each once; fewer when there are fewer, and at most
    /// ``GoalStoreLimits/pageSize``.
    func recommendations(of owner: AccountID, limit: Int) async throws -> [Goal]

    /// Puts away the active goals, of all owners, whose end date is before their owner's today.
    ///
    /// - Returns: How many this call has put away.
    func storeOverdue() async throws -> Int

    /// The goals that ``storeOverdue()`` has put away and that their owner has not dealt with, the last one first.
    ///
    /// - Parameter limit: how many goals at most; at least 1, at most ``GoalStoreLimits/pageSize`` are answered.
    func putAwayGoals(of owner: AccountID, limit: Int) async throws -> PutAwayGoals

    /// Leaves a goal put away that ``putAwayGoals(of:limit:)`` names, which then names it no more; with `nil` all of them.
    func dismissPutAway(_ goal: GoalID?, of owner: AccountID) async throws

    // MARK: Samples

    /// Hides the goals that came with the account, with their steps and reviews, as ``deleteGoal(of:_:)`` does.
    ///
    /// - Returns: How many there were.
    func removeSamples(of owner: AccountID) async throws -> Int

    /// Undoes ``removeSamples(of:)``.
    ///
    /// - Returns: How many are back.
    /// - Throws: ``StoreError/nothingToRestore`` when the time to undo is over, or none was removed.
    func restoreSamples(of owner: AccountID) async throws -> Int

    /// Returns the kinds of reminders that reach the owner.
    func reminderReach(of owner: AccountID) async throws -> ReminderReach

    // MARK: Looking back

    /// The jewels of an owner: how many there are of each, and a slice of those of a cut, the last day first.
    ///
    /// - Parameters:
    ///   - after: the last id already shown; `nil` to begin at the top.
    ///   - limit: how many jewels at most; at least 1, at most ``GoalStoreLimits/pageSize`` are answered.
    func jewelBox(of owner: AccountID, _ cut: JewelCut, after: GoalID?, limit: Int) async throws -> JewelBox

    /// Returns the goals completed in the months of a year.
    func year(of owner: AccountID, _ year: Int) async throws -> YearReview

    /// A week to look back on.
    ///
    /// - Parameter days: its seven days; see ``WeekStart/week(of:)``.
    func week(of owner: AccountID, _ days: ClosedRange<CalendarDate>) async throws -> WeekReview

    /// Keeps the answer to the question of a week. What is there already changes nothing.
    ///
    /// - Parameters:
    ///   - text: trimmed, ``WeekNote/limit`` characters at most; empty to have no answer.
    ///   - question: which of the questions it was.
    ///   - revision: of the answer that it was made from; 0 for none.
    /// - Throws: ``StoreError/noteChanged(_:)`` when there is another answer by now.
    func saveWeekNote(
        _ text: String, question: Int, from revision: Int, of owner: AccountID, _ days: ClosedRange<CalendarDate>
    ) async throws -> WeekNote

    /// The weeks whose question was answered, the latest first; without answers that were emptied.
    ///
    /// - Parameters:
    ///   - before: ``AnsweredWeek/week`` of the last one already shown; `nil` to begin with the latest.
    ///   - limit: how many weeks at most; at least 1, at most ``GoalStoreLimits/pageSize`` are answered.
    func answeredWeeks(of owner: AccountID, before: CalendarDate?, limit: Int) async throws -> AnsweredWeeks

    /// Calls `notify` after every committed change of an answer of this owner's, as ``observeChanges(of:_:)`` does.
    ///
    /// - Returns: ends it.
    func observeWeekNotes(
        of owner: AccountID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void

    // MARK: Everything

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

    // MARK: A review

    /// A completed goal with its review and draft; `nil` when the owner has no such goal.
    func goalReview(of owner: AccountID, goal: GoalID) async throws -> GoalReview?

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
    /// - Returns: How many completed goals have no review yet, now.
    /// - Throws: ``StoreError/notFound`` when there is no such goal or it has no review.
    func deleteReview(of owner: AccountID, goal: GoalID) async throws -> Int

    /// Undoes ``deleteReview(of:goal:)``.
    ///
    /// - Returns: How many completed goals have no review yet, now.
    /// - Throws: ``StoreError/notFound`` when there is no such goal; ``StoreError/alreadyReviewed(_:)`` when the goal
    ///   has a review; ``StoreError/nothingToRestore`` when the time to undo is over or nothing was deleted.
    func restoreReview(of owner: AccountID, goal: GoalID) async throws -> Int

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

    /// Removes for good the goals, the reviews and the dropped drafts, of all owners, whose time to undo is over.
    ///
    /// - Returns: How many goals, reviews and fields of drafts were removed.
    func purgeDeleted() async throws -> Int

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

    /// The same for the draft of one goal: what is typed, kept, dropped and brought back.
    ///
    /// - Returns: ends it.
    func observeDraft(
        of owner: AccountID, goal: GoalID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void
}

/// Goals that the clock has put away.
package struct PutAwayGoals: Hashable, Sendable {
    /// The last one first.
    package var goals: [Goal] = []
    /// There are others.
    package var hasMore = false

    /// None.
    package init() {}
}

/// The result of saving a review.
package struct SavedReview: Hashable, Sendable {
    /// The goal with its review, as it is now.
    package var goal: GoalReview
    /// Number of completed goals without a review.
    package var reviewableCount: Int

    /// - Parameters:
    ///   - goal: the goal with its review.
    ///   - reviewableCount: how many completed goals have no review yet.
    package init(goal: GoalReview, reviewableCount: Int) {
        self.goal = goal
        self.reviewableCount = reviewableCount
    }
}

/// The limits that every ``GoalStore`` keeps.
package enum GoalStoreLimits {
    /// Maximum number of rows of an answer, whatever limit is asked for. Work on the data of several owners changes at
    /// most as many rows in a transaction, not counting those that belong to a goal.
    package static let pageSize = 200

    /// Returns a limit within what a store answers: 1 to ``pageSize``.
    package static func limit(_ asked: Int) -> Int { min(max(asked, 1), pageSize) }

    /// Number of days from today to the end of an extended goal.
    package static let extensionDays = 7
    /// Time in which a deletion of a goal, a review or a draft can be undone.
    package static let undoWindow = Duration.seconds(10 * 60)
}
