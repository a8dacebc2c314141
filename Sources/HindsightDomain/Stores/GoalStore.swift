/// Storage of goals, reviews and drafts, by use.
///
/// Every function takes the owner and sees and changes that owner's data only. A goal of another owner, a deleted one,
/// one that never was and one that is not completed are the same thing: `nil`, or ``StoreError/notFound``.
///
/// Reading functions read one moment: rows and counts in one answer belong together. Writing functions are one
/// transaction each: they happen wholly or, when they throw, not at all. What has returned survives a crash.
///
/// - Throws: All functions throw ``StoreError``; ``StoreError/unavailable(_:)`` wraps what the database reports. When
///   the task is cancelled, they throw `CancellationError`; a write is then wholly done or not at all.
package protocol GoalStore: GoalListStore, GoalDetailStore, SearchStore, ReviewStore, LookBackStore, GoalFileStore,
    GoalUpkeepStore, PeopleStore, FollowStore
{}

/// Notifies of an owner's changes. See ``GoalStore`` for the rules of all functions.
package protocol ChangeSource: Sendable {
    /// Calls `notify` after every committed change of this owner's data from now on, with the goals to read again. It
    /// is called, from any thread, before the call that made the change returns; it must not wait. Drafts are no
    /// change.
    ///
    /// - Returns: ends it.
    func observeChanges(
        of owner: AccountID, _ notify: @escaping @Sendable (GoalChanges) -> Void
    ) -> @Sendable () -> Void

    /// Calls `notify` after every committed change of this owner's data, also of drafts and weekly answers, as
    /// ``observeChanges(of:_:)`` does.
    ///
    /// - Returns: ends it.
    func observeRevision(
        of owner: AccountID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void

    /// The number of committed changes of this owner's data, as far as it is known; `nil` when there is no such owner, or
    /// when it is not known without waiting: then ``readRevision(of:)`` reads it. A change by another process is seen
    /// when that has told it, or within a minute.
    func revision(of owner: AccountID) throws -> Int?

    /// The number of committed changes of this owner's data, by any process that tells its changes; `nil` when there is no
    /// such owner. What is read afterwards is not older.
    func readRevision(of owner: AccountID) async throws -> Int?

    /// Calls `notify` after every committed change of an answer of this owner's, as ``observeChanges(of:_:)`` does.
    ///
    /// - Returns: ends it.
    func observeWeekNotes(
        of owner: AccountID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void
}

/// Search through goals, reviews and weekly answers. See ``GoalStore`` for the rules of all functions.
package protocol SearchStore: ChangeSource {
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
}

/// Weeks, years, jewels, and the timeline. See ``GoalStore`` for the rules of all functions.
package protocol LookBackStore: ChangeSource {
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

    /// Returns the timeline of an owner, the latest entries first; without deleted goals.
    ///
    /// - Parameters:
    ///   - before: the last entry already shown; `nil` to begin with the latest.
    ///   - limit: how many entries at most; at least 1, at most ``GoalStoreLimits/pageSize`` are answered.
    ///   - zone: the time zone that decides on the day of a time.
    func events(
        of owner: AccountID, before: EventCursor?, limit: Int, in zone: TimeZoneID
    ) async throws -> TimelineSlice
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
