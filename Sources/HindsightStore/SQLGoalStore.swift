import HindsightDomain
import Live
import LiveHTTP
import LiveSQL
import LiveSQLite
import Logging

/// A ``GoalStore`` on a database of any engine.
///
/// The schema enforces the invariants (at most one review for a goal, no row without its owner); the transactions here
/// only find the right error for a violation. Each transaction is as if it ran alone, so what it reads first is still true
/// when it writes, even if another process uses the database. The clock is read inside the transaction; on SQLite, where there
/// is one writer at a time, times are in the order of the writes.
///
/// Each read is one statement and so of one moment. On SQLite it runs on the calling thread, without suspending. Its answer is
/// cached until something of its owner changes, for a second at most, after which the writes of another process on the same
/// file are seen. The number of an owner's changes, by which whole documents are kept, is cached for a minute.
///
/// On PostgreSQL several processes can use the database. They tell each other of changes (``followChanges()``).
package struct SQLGoalStore: GoalStore {
    /// Keys of the cached reads, which pages repeat when they are notified of a change.
    enum Question: Hashable {
        case slice(AccountID, GoalListing, after: GoalCursor?, limit: Int)
        case through(AccountID, GoalListing, GoalCursor, after: GoalID?)
        case among(AccountID, Box, Set<GoalID>)
        case today(AccountID, CalendarDate)
        case overview(AccountID)
        case place(AccountID, GoalID)
        case review(AccountID, GoalID)
        case detail(AccountID, GoalID)
        case jewelBox(AccountID, JewelCut, after: GoalID?, limit: Int)
        case year(AccountID, Int)
        case week(AccountID, ClosedRange<CalendarDate>)
        case answeredWeeks(AccountID, before: CalendarDate?, limit: Int)
        case events(AccountID, before: EventCursor?, limit: Int, TimeZoneID)
        case putAway(AccountID, limit: Int)
        case reminderReach(AccountID)
        case page(AccountID, Handle, Relation, after: SharedGoalCursor?, limit: Int)
        case sharedGoal(AccountID, Handle, Relation, GoalID)

        /// The change of the owner's data that makes pages ask again.
        fileprivate func change(of owner: AccountID) -> StoreChange {
            let draft: GoalID? = if case .review(_, let goal) = self { goal } else { nil }
            var change = StoreChange()
            change.parts = [.init(owner, .all, draft: draft, hasNotes: true)]
            return change
        }
    }

    /// Relation of a viewer to the owner of a page, as the state of `follow`. Viewers with the same relation are shown the same.
    enum Relation: String, Hashable {
        case owner
        case follower = "accepted"
        case blocked
        case other = ""

        /// - Parameter state: the state in which a viewer who isn't the owner follows; nil for none.
        init(state: String?) { self = state.flatMap(Self.init(rawValue:)) ?? .other }
    }

    let access: StoreAccess
    /// Open pages and cached answers of this process.
    let pages: OpenPages
    let feed: ChangeFeed<StoreChange>
    /// Queue for searches and for the preparation of index entries.
    let work = WorkQueue()
    /// Returns the jewel that a completed goal earns.
    let drawJewel: @Sendable () -> Jewel
    private let pingInterval: Duration

    /// - Parameters:
    ///   - database: the database, opened and migrated.
    ///   - pages: the pages that are told of changes; nil for new ones. On SQLite, use the same for all stores of a database: others
    ///     would miss changes.
    ///   - clock: the clock that gives the stored times and decides when the time to undo is over.
    ///   - logger: the logger for failures of the database.
    ///   - pingInterval: the time after a successful write during which ``ping()`` does not write.
    ///   - drawJewel: returns the jewel that a completed goal earns.
    package init(
        _ database: any SQLDatabase, pages: OpenPages? = nil, clock: @escaping WallClock,
        logger: Logger = Logger(label: "hindsight.store"), pingInterval: Duration = .seconds(5),
        drawJewel: @escaping @Sendable () -> Jewel = { Jewel.random() }
    ) {
        access = .hindsight(database, clock: clock, logger: logger)
        let pages = pages ?? OpenPages(access)
        self.pages = pages
        feed = ChangeFeed(access) { change in
            pages.hear(change)
        } tellAll: {
            await pages.tellAll()
        }
        self.drawJewel = drawJewel
        self.pingInterval = pingInterval
    }

    // MARK: Lists

    package func goals(
        of owner: AccountID, in listing: GoalListing, after: GoalCursor?, limit: Int
    ) async throws -> GoalSlice {
        let limit = GoalStoreLimits.limit(limit)
        return try await answer(.slice(owner, listing, after: after, limit: limit), of: owner) { db in
            var slice = GoalSlice()
            // One row beyond the slice tells whether there is more.
            let arguments: [any SQLValue] = [
                owner, after?.id ?? GoalID(.max), limit + 1, after?.value(in: listing.box) ?? .null,
            ]
            try db.forEachRow(ListStatements.slice(listing), arguments) { row in
                slice.hasMore = slice.goals.count == limit
                if !slice.hasMore { try slice.goals.append(row, of: listing.box, &slice.overview) }
            }
            return slice
        }
    }

    package func goals(
        of owner: AccountID, in listing: GoalListing, after: GoalID?, through: GoalCursor
    ) async throws -> GoalSlice {
        try await answer(.through(owner, listing, through, after: after), of: owner) { db in
            var slice = GoalSlice()
            let limit = GoalStoreLimits.pageSize
            let arguments: [any SQLValue] = [
                owner, through.id, after ?? GoalID(.max), limit + 1, through.value(in: listing.box),
            ]
            try db.forEachRow(ListStatements.through(listing), arguments) { row in
                guard slice.goals.count < limit else {
                    slice.hasMore = true
                    return
                }
                slice.hasMore = try row.value(GoalsOverview.goal(in: row).end, of: "goal")
                try slice.goals.append(row, of: listing.box, hasMore: true, &slice.overview)
            }
            return slice
        }
    }

    package func goals(of owner: AccountID, in box: Box, among ids: Set<GoalID>) async throws -> ChangedGoals {
        let ids = ids.count > GoalStoreLimits.pageSize ? Set(ids.sorted(by: >).prefix(GoalStoreLimits.pageSize)) : ids
        return try await answer(.among(owner, box, ids), of: owner) { db in
            var changed = ChangedGoals()
            let (sql, chosen): (String, any SQLValue) =
                if ids.count == 1, let id = ids.first {
                    (ListStatements.one(box), id)
                } else {
                    (ListStatements.among(box), ids.jsonArray)
                }
            try db.forEachRow(sql, [owner, chosen]) { row in try changed.goals.append(row, of: box, &changed.overview) }
            changed.goals.sort { box.stands(($0.sortValue, $0.id), above: ($1.sortValue, $1.id)) }
            return changed
        }
    }

    package func todayGoals(of owner: AccountID, on day: CalendarDate) async throws -> TodayGoals {
        try await answer(.today(owner, day), of: owner) { db in
            var goals: [GoalID: TodayGoal] = [:]
            var activeCount = 0
            let weekday = 1 << (Weekday(of: day).rawValue - 1)
            let arguments: [any SQLValue] = [owner, weekday, TodayGoals.limit, TodayGoals.alarmLimit, day]
            try db.forEachRow(ListStatements.today, arguments) { row in
                activeCount = try row.value(0, of: "account")
                try TodayGoal.read(row, into: &goals)
            }
            var onThisDay: [WonJewel] = []
            let days: [any SQLValue] = [owner] + TodayGoals.days(before: day)
            try db.forEachRow(LookBackStatements.onThisDay, days) { row in
                onThisDay.append(try WonJewel(row))
            }
            return TodayGoals(
                day: day, goals: Array(goals.values), activeCount: activeCount, onThisDay: onThisDay)
        }
    }

    package func goalsOverview(of owner: AccountID) async throws -> GoalsOverview {
        try await answer(.overview(owner), of: owner) { db in
            try db.first(ListStatements.overview, [owner], GoalsOverview.init) ?? GoalsOverview()
        }
    }

    package func reviewPlace(of owner: AccountID, goal: GoalID) async throws -> ReviewPlace? {
        try await answer(.place(owner, goal), of: owner) { db in
            try db.first(ListStatements.place, [owner, goal], ReviewPlace.init)
        }
    }

    package func wholeGoals(of owner: AccountID, after: GoalID?, limit: Int) async throws -> [WholeGoal] {
        let limit = GoalStoreLimits.limit(limit)
        return try await access.read { db in
            var goals: [WholeGoal] = []
            try db.forEachRow(GoalStatements.wholeGoals, [owner, after ?? GoalID(0), limit]) { row in
                try WholeGoal.read(row, into: &goals)
            }
            return goals
        }
    }

    // MARK: A review

    package func goalReview(of owner: AccountID, goal: GoalID) async throws -> GoalReview? {
        try await answer(.review(owner, goal), of: owner) { db in try goalReview(of: owner, goal: goal, db) }
    }

    package func ping() async throws {
        try await access.ping(interval: pingInterval)
    }

    package func observeChanges(
        of owner: AccountID, _ notify: @escaping @Sendable (GoalChanges) -> Void
    ) -> @Sendable () -> Void {
        pages.goals.observe(owner, notify)
    }

    package func observeRevision(
        of owner: AccountID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        pages.revisions.observe(owner) { _ in notify() }
    }

    package func revision(of owner: AccountID) throws -> Int? {
        guard let database = access.database as? SQLiteDatabase else {
            return pages.revisionCache.known(owner, of: owner, as: Int?.self) ?? nil
        }
        return try pages.revisionCache.answerNow(to: owner, of: owner) {
            let revision: Int?
            do {
                revision = try database.queryNow { db in
                    try db.first(AccountStatements.revision, [owner]) { try $0.value(0, of: "account") }
                }
            } catch {
                throw access.storeError(error, "revision(of:)")
            }
            // Nothing older than the revision may be shown for it.
            pages.answers.forget(owner)
            return revision
        }
    }

    package func readRevision(of owner: AccountID) async throws -> Int? {
        // A file belongs to this process, whose changes are all told.
        if access.database.dialect == .sqlite { return try revision(of: owner) }
        return try await pages.revisionCache.answerAnew(to: owner, of: owner) { known in
            let revision = try await access.read { db in
                try db.first(AccountStatements.revision, [owner]) { try $0.value(0, of: "account") as Int }
            }
            // Nothing older than the revision may be shown for it, as soon as it is known.
            if known != revision { pages.answers.forget(owner) }
            return revision
        }
    }

    package func observeDraft(
        of owner: AccountID, goal: GoalID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        pages.drafts.observe(OpenPages.Draft(owner: owner, goal: goal)) { _ in notify() }
    }

    package func followChanges() async { await feed.follow() }

    func answer<Answer: Sendable>(
        _ question: Question, of owner: AccountID, keeping isKept: (Answer) -> Bool = { _ in true },
        for function: StaticString = #function, _ read: @escaping @Sendable (any SQLConnection) throws -> Answer
    ) async throws -> Answer {
        try Task.checkCancellation()
        return try await pages.answers.answer(to: question, of: owner, keeping: isKept) {
            try await feed.read(again: question.change(of: owner), for: function, read)
        }
    }

    func reviewableCount(of owner: AccountID, _ db: any SQLConnection) throws -> Int {
        try db.first(GoalStatements.reviewableCount, [owner]) { try $0.value(0, of: "account") } ?? 0
    }

    func goalReview(of owner: AccountID, goal: GoalID, _ db: any SQLConnection) throws -> GoalReview? {
        var review: GoalReview?
        try db.forEachRow(GoalStatements.goalReview, [owner, goal, undoLimit]) { row in
            try GoalReview.read(row, into: &review)
        }
        return review
    }

    /// The time up to which deletions can no longer be undone.
    var undoLimit: StoredTime {
        StoredTime(milliseconds: access.now.milliseconds - GoalStoreLimits.undoWindow.components.seconds * 1000)
    }
}

extension GoalCursor {
    /// Returns the value of the column that the list of a box is sorted by.
    fileprivate func value(in box: Box) -> SQLDatum {
        guard let sortValue else { return .null }
        return box == .active ? CalendarDate(daysSince1970: Int(sortValue)).datum : sortValue.datum
    }
}

extension [ListedGoal] {
    /// Adds the goal of a list row, if it has one. The overview, which comes with each row, is read from the first.
    ///
    /// - Parameter hasMore: whether the row says whether there are goals behind the list.
    fileprivate mutating func append(
        _ row: SQLRow, of box: Box, hasMore: Bool = false, _ overview: inout GoalsOverview
    ) throws {
        if isEmpty { overview = try GoalsOverview(row) }
        let goal = GoalsOverview.goal(in: row)
        if goal.areAbsent { return }
        append(try ListedGoal(goal, next: box == .active ? goal.end + (hasMore ? 1 : 0) : nil))
    }
}

extension Set<GoalID> {
    /// The ids as an array in JSON.
    var jsonArray: String { "[" + map(\.description).joined(separator: ",") + "]" }
}
