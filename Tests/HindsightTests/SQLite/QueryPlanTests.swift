import Foundation
import GRDB
import GRDBSQLite
import HindsightDomain
import Live
import LiveSQLite
import Synchronization
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore
@testable import LivePostgres

/// Asks the engines how they carry out every statement that the stores issue.
@Suite(.timeLimit(.minutes(15))) struct QueryPlanTests {
    private static let tables = [
        "goal", "step", "review", "draftField", "account", "accountSession", "secret", "accountLink", "knownDevice",
        "attempt", "jewelTally", "weekNote", "removedStep",
        "accountLog", "event", "searchText", "searchStale", "reminder", "pushBrowser", "reminderDue",
        "formerHandle", "follow", "invitation", "applause",
    ]

    static func ofGoals(_ dialect: SQLDialect) -> [String] {
        GoalStatements.all + GoalDetailStatements.all + ListStatements.all + LookBackStatements.all
            + SearchStatements.all(dialect) + PeopleStatements.all + FollowStatements.all
    }

    /// All statements on the app's tables that are issued while every function of both stores runs, on every path.
    private func statements() async throws -> (sql: Set<String>, plans: [String: [String]]) {
        let traced = Mutex<Set<String>>([])
        let recording = Mutex(false)
        var plans: [String: [String]] = [:]
        try await withStore(
            .file,
            configure: { configuration in
                configuration.prepareDatabase { db in
                    db.trace { event in
                        guard case .statement(let statement) = event, recording.withLock({ $0 }) else { return }
                        _ = traced.withLock { $0.insert(statement.sql) }
                    }
                }
            },
            { fixture in
                recording.withLock { $0 = true }
                try await exercise(fixture)
                recording.withLock { $0 = false }
                // Read to the end before the explaining is traced too.
                let seen = traced.withLock { $0 }
                plans = try await fixture.database.writer.read { db in
                    var plans: [String: [String]] = [:]
                    for sql in seen.filter(Self.isOnTables) {
                        let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
                        statement.setUncheckedArguments([])
                        plans[sql] = try Row.fetchAll(statement).map { $0["detail"] }
                    }
                    return plans
                }
            }
        )
        return (Set(plans.keys), plans)
    }

    private static func isOnTables(_ sql: String) -> Bool {
        let first = sql.split(separator: " ").first ?? ""
        return ["SELECT", "INSERT", "UPDATE", "DELETE"].contains(first) && !sql.contains("sqlite_")
            && !sql.contains("grdb_") && !sql.contains("PRAGMA") && !sql.contains("'goalSearch_")
    }

    /// The index of the search is asked what matches, below an id, newest first; and what it has found is read.
    private static func isSearchFrame(_ step: String) -> Bool {
        ["CO-ROUTINE found", "MATERIALIZE found", "SCAN found", "COMPOUND QUERY", "UNION ALL"].contains(step)
            || step.hasPrefix("SCAN goalSearch VIRTUAL TABLE INDEX") && step.contains("M1<")
    }

    /// The parts of a page that are read by one statement are put behind one another.
    private static func isPartOfUnion(_ step: String) -> Bool {
        ["COMPOUND QUERY", "UNION ALL"].contains(step)
            || ["CO-ROUTINE part", "MATERIALIZE part", "SCAN part"].contains { step.hasPrefix($0) }
    }

    /// A timeline that is merged of those of others reads them once, and sorts one goal of each, and then the latest.
    private static func isMerge(_ step: String, in sql: String) -> Bool {
        sql == FollowStatements.received
            && [
                "MATERIALIZE person", "SCAN person", "MATERIALIZE entry", "SCAN entry", "USE TEMP B-TREE FOR ORDER BY",
                "CO-ROUTINE own", "SCAN own", "SEARCH own",
            ].contains(step)
    }

    @Test(.needsPostgres)
    func everyStatementUsesAnIndexOnPostgreSQL() async throws {
        try await PostgresFixture.run { postgres in
            let database = try await PostgresDatabase.open(.hindsight, at: postgres.address(), limits: .patient)
            defer { database.close() }
            let others = AccountStatements.all + ReminderStatements.all + ServerStatements.all
            for sql in Self.ofGoals(.postgres) + others where sql != ServerStatements.probe {
                let plan = try await database.plan(of: SharedStatement.text(of: sql))
                #expect(!plan.isEmpty)
                #expect(!plan.contains { $0.contains("Seq Scan on") }, "\(sql)\n\(plan.joined(separator: "\n"))")
            }
        }
    }

    @Test func everyStatementUsesAnIndex() async throws {
        let plans = try await statements().plans
        for (sql, plan) in plans {
            for step in plan {
                let isSearch = step.contains("SEARCH")
                // The ids that are asked for are read one after the other, each of them once.
                let isFrame =
                    step.contains("SUBQUERY") || step == "SCAN CONSTANT ROW" || Self.isPartOfUnion(step)
                    || step.hasPrefix("SCAN json_each VIRTUAL")
                    || Self.isSearchFrame(step)
                if Self.isMerge(step, in: sql) { continue }
                #expect(isSearch || isFrame, "\(step)\n\(sql)")
                #expect(!step.contains("TEMP B-TREE") && !step.contains("AUTOMATIC"), "\(step)\n\(sql)")
                if isSearch { #expect(step.contains("INDEX") || step.contains("PRIMARY KEY"), "\(step)\n\(sql)") }
            }
            if !sql.hasPrefix("INSERT") { #expect(plan.contains { $0.contains("SEARCH") }, "\(sql)") }
        }
    }

    @Test func everyStatementOnGoalsAndReviewsIsScopedByTheOwner() async throws {
        let tables =
            /(?:FROM|JOIN|UPDATE) (account|goal|step|stepTick|removedStep|review|draftField|jewelTally|weekNote|event|searchText|searchStale)\b(?: AS (\w+))?/
        let statements = Self.ofGoals(.sqlite) + [ReminderStatements.plan]
        let ofAllOwners = GoalStatements.purges.union(GoalDetailStatements.ofAllOwners)
            .union(SearchStatements.ofAllOwners(.sqlite)).union(PeopleStatements.ofAllOwners)
            .union(FollowStatements.all)
        for sql in statements where !sql.hasPrefix("INSERT") && !ofAllOwners.contains(sql) {
            // Each time that a table of the owner's is read, its own owner column is compared.
            let scopes = sql.matches(of: tables).map { match in
                // A follower is somebody else, of whom only the handle is read.
                if match.2 == "follower" { return "follow.followeeID = ?1" }
                if match.2 == "viewer" { return "viewer.id = ?3" }
                return match.1 == "account" ? "account.id = ?1" : "\(match.2 ?? match.1).ownerID = ?1"
            }
            #expect(!scopes.isEmpty, "\(sql)")
            for scope in Set(scopes) {
                #expect(sql.ranges(of: scope).count == scopes.count { $0 == scope }, "\(scope)\n\(sql)")
            }
        }
    }

    /// Each time that one of the tables is read or written, its row is compared with whoever asks.
    @Test func everyStatementOnFollowingIsScopedByWhoeverAsks() {
        let (tables, scopes) = (
            /(?:FROM|JOIN|UPDATE) (?:follow|invitation)\b/,
            /(?:followerID|followeeID|ownerID|answeredBy) = \?1|\?1 IN \(follow.followerID, follow.followeeID\)/
        )
        // An invitation is found by its token, and answered by its ID when that has been found; the followers of somebody
        // are counted when they get one more.
        let others = [FollowStatements.invitation, FollowStatements.answer, FollowStatements.counts]
        for sql in FollowStatements.all
        where !sql.hasPrefix("INSERT") && !FollowStatements.ofAllOwners.contains(sql) && !others.contains(sql) {
            // What is assigned compares nothing.
            let compared = sql.replacing(/SET [\s\S]*?WHERE/, with: "WHERE")
            #expect(compared.matches(of: scopes).count >= sql.matches(of: tables).count, "\(sql)")
        }
    }

    @Test func everyStatementThereIsWasAskedAndNoOther() async throws {
        let (asked, known) = (
            try await statements().sql,
            Set(Self.ofGoals(.sqlite) + AccountStatements.all + ReminderStatements.all + ServerStatements.all)
        )
        #expect(asked.subtracting(known) == [])
        #expect(known.subtracting(asked) == [])
    }

    /// A value at which the planner has looked makes SQLite compile its statement again whenever the value changes, which
    /// costs more than to run it.
    @Test func noStatementIsCompiledAgainForOtherValues() async throws {
        try await withStore(.memory) { fixture in
            try await exercise(fixture)
            let store = fixture.store
            let owner = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
                .signedIn.account
            for goal in try await fixture.addCompleted(3, of: owner) {
                fixture.clock.advance(by: 60)
                try await store.saveDraft(ReviewDraft(level: .one), of: owner, goal: goal)
                try await store.discardDraft(of: owner, goal: goal)
                _ = try await store.restoreDraft(of: owner, goal: goal)
                _ = try await store.writeReview(.free("a"), of: owner, goal: goal)
                _ = try await store.deleteReview(of: owner, goal: goal)
                _ = try await store.restoreReview(of: owner, goal: goal)
                _ = try await store.goalReview(of: owner, goal: goal)
                for listing in GoalListing.allCases {
                    _ = try await store.goals(of: owner, in: listing, after: nil, limit: 5)
                    _ = try await store.goals(of: owner, in: listing, after: nil, through: GoalCursor(goal))
                }
                let active = try await fixture.add(.active, steps: 2, of: owner)
                for step in active.steps {
                    _ = try await store.tick(step.id, isDone: true, of: owner, active.id)
                }
                _ = try await store.undoCompletion(of: owner, active.id)
                _ = try await store.removeStep(active.steps[0].id, of: owner, active.id)
                _ = try await store.restoreStep(active.steps[0].id, of: owner, active.id)
                try await store.deleteGoal(of: owner, active.id)
                _ = try await store.restoreGoal(of: owner, active.id)
                _ = try await store.purgeDeleted()
                _ = try await fixture.accounts.purgeExpired()
                _ = try await fixture.reminders.takeDue()
            }
            let (count, compiledAgain) = try await fixture.database.writer.read { db in
                var (count, again): (Int, [String]) = (0, [])
                var next = sqlite3_next_stmt(db.sqliteConnection, nil)
                while let statement = next {
                    count += 1
                    if sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_REPREPARE, 0) > 0 {
                        again.append(sqlite3_sql(statement).map { String(cString: $0) } ?? "")
                    }
                    next = sqlite3_next_stmt(db.sqliteConnection, statement)
                }
                return (count, again)
            }
            #expect(count > 100)
            #expect(compiledAgain == [])
        }
    }

    /// Not all of an owner's goals are looked at to find ten of them: the index is entered where the slice begins, and the
    /// goal that waits longest is the first of its index.
    @Test func aSliceAndTheNextGoalAreCutOutOfTheirIndex() async throws {
        let plans = try await statements().plans
        let lists = GoalListing.allCases.flatMap { listing in
            [ListStatements.slice(listing), ListStatements.through(listing)].map { ($0, listing.box) }
        }
        for (sql, box) in lists {
            let steps = try #require(plans[sql])
            let goals = steps.filter { $0.hasPrefix("SEARCH goal ") }
            #expect(
                goals.count == 1
                    && goals.allSatisfy {
                        $0.contains("completedAt") || $0.contains("putAwayAt") || $0.contains("endDate")
                    }, "\(steps)")
            let next = steps.filter { $0.hasPrefix("SEARCH waiting ") }
            // Only the list of completed goals shows that goal.
            #expect(
                next.count == (box == .completed ? 1 : 0)
                    && next.allSatisfy { $0.contains("goal_reviewed (ownerID=? AND hasReview=?") })
        }
        let place = try #require(plans[ListStatements.place])
        for name in ["above", "below"] {
            #expect(place.contains { $0.hasPrefix("SEARCH \(name) ") && $0.contains("AND completedAt") }, "\(place)")
        }
    }

    /// Most owners have many goals and no sample.
    @Test func samplesAreLookedForAmongSamples() async throws {
        let plans = try await statements().plans
        for sql in [ListStatements.slice(.active), ListStatements.one(.stored), ListStatements.overview] {
            let plan = try #require(plans[sql])
            #expect(plan.contains { $0.hasPrefix("SEARCH sample USING INDEX goal_sample") }, "\(plan)")
        }
    }

    /// A temporary table costs more than all the rest of the most frequent changes and of what pages read after them.
    @Test func theMostFrequentChangesNeedNoTemporaryTable() async throws {
        try await SQLiteDatabase(.hindsight).writer.read { db in
            let statements =
                [GoalStatements.deleteReview, GoalStatements.restoreReview, GoalStatements.goalReview]
                + [GoalDetailStatements.tick, GoalDetailStatements.detail, AccountStatements.countRevision]
                + Box.allCases.map(ListStatements.one)
            for sql in statements {
                let statement = try db.makeStatement(sql: "EXPLAIN \(sql)")
                statement.setUncheckedArguments([])
                let operations = try Row.fetchAll(statement).map { $0["opcode"] as String }
                #expect(!operations.contains { $0.hasPrefix("OpenEphemeral") }, "\(sql)")
            }
        }
    }

    /// A rank is kept: no goals are counted for it.
    @Test func theRankOfACompletedGoalIsRead() async throws {
        let plans = try await statements().plans
        for sql in [GoalDetailStatements.detail, ListStatements.place] {
            let plan = try #require(plans[sql])
            #expect(!plan.contains { $0.contains("later") }, "\(plan)")
        }
        // The next one is one more than the last of its index.
        let completion = try #require(plans[GoalDetailStatements.complete])
        #expect(completion.contains { $0.hasPrefix("SEARCH other USING COVERING INDEX goal_rank") }, "\(completion)")
    }

    /// Foreign keys look for children too; without an index on them, deleting an account would read whole tables.
    @Test func everyForeignKeyHasAnIndexOnItsColumns() async throws {
        try await SQLiteDatabase(.hindsight).writer.read { db in
            for table in Self.tables {
                for key in try db.foreignKeys(on: table) {
                    let columns = key.mapping.map(\.origin)
                    let covered = try db.indexes(on: table).contains { index in
                        Array(index.columns.prefix(columns.count)) == columns && index.name != "review_live"
                    }
                    #expect(covered, "\(table) (\(columns))")
                }
            }
        }
    }

    /// An account from its beginning to its end.
    private func exerciseSignUp(
        _ accounts: SQLAccountStore, _ store: SQLGoalStore, demo: AccountID
    ) async throws {
        let client = Client()
        let limits = [AttemptLimit.mail("reset", "x")] + AttemptLimit.signIn("x", from: client)
        guard case .allowed(let attempt) = try await accounts.attempt(limits, on: demo, from: client) else { return }
        let start = SessionStart(attempt: attempt)
        _ = try await accounts.createAccount(.make("one@example.com", demo: demo), start)
        _ = try await accounts.endReplacedSessions(of: demo, except: "")
        let link = try await accounts.createLink(.registration(.make("two@example.com")))
        _ = try await accounts.link(link)
        _ = try await accounts.register(link, start)
        let known = try #require(try await accounts.credentials(key: "two@example.com", device: nil))
        _ = try await accounts.credentials(of: known.account)
        _ = try await accounts.details(of: known.account)
        _ = try await accounts.beginSession(of: known.account, start)
        _ = try await accounts.sessions(of: known.account)
        _ = try await accounts.endSessions(of: known.account, .others(""), from: client)
        try await accounts.rehash(.make("x"), of: known.account, from: known.password)
        _ = try await accounts.changePassword(to: .make("x"), of: known.account, start)
        _ = try await accounts.changeEmail(to: EmailAddress("three@example.com"), of: known.account, start)
        _ = try await accounts.requestEmail(of: known.account, start)
        try await accounts.record(.exported, of: known.account, from: client)
        _ = try await accounts.log(of: known.account, before: nil, limit: 1)
        try await exercisePage(of: known.account, store)
        let guest = try await accounts.createDemoAccount(goals: [], language: nil, timeZone: nil).signedIn.account
        _ = try await accounts.createAccount(.make("four@example.com", demo: guest), SessionStart())
        try await exerciseFollowing(of: known.account, by: guest, store)
        _ = try await accounts.deleteAccount(known.account, start)
    }

    /// A page of one's own, with a goal on it.
    private func exercisePage(of owner: AccountID, _ store: SQLGoalStore) async throws {
        let handle = try #require(Handle("mina"))
        _ = try await store.setPage(handle: handle, visibility: .everyone, of: owner)
        let goal = try await store.addGoals([.completed("a")], of: owner)[0]
        _ = try await store.share(.goalAndReview, of: owner, goal)
        for after in [nil, SharedGoalCursor("2026-11-10.1")] {
            _ = try await store.page(handle, for: nil, after: after, limit: 1)
        }
        _ = try await store.sharedGoal(goal, of: handle, for: owner)
    }

    /// Somebody who is invited follows, and every end of that.
    private func exerciseFollowing(
        of owner: AccountID, by guest: AccountID, _ store: SQLGoalStore
    ) async throws {
        for _ in 0..<2 { _ = try await store.invite(by: owner) }
        let invitations = try #require(try await store.connections(of: owner, limit: 10)).invitations
        let token = invitations[0].token
        _ = try await store.invitation(token, for: guest)
        for answer in [InvitationAnswer.decline, .reopen, .accept(Handle("guest"))] {
            _ = try await store.answer(token, answer, by: guest)
        }
        let id = invitations[1].id
        for change in [ConnectionChange.withdraw(id), .offerAgain(id)] { try await store.change(change, of: owner) }
        let follow = try #require(try await store.connections(of: owner, limit: 10)).followers[0].id
        _ = try await store.followedHandles(of: guest)
        _ = try await store.setPage(handle: Handle("guest"), visibility: .everyone, of: guest)
        // A goal changes that the guest has a timeline of.
        let stop = store.observeReceivedEvents(by: guest) {}
        let goal = try await store.addGoals([.make("shared", .active)], of: owner)[0]
        _ = try await store.share(.goal, of: owner, goal)
        let step = try await store.addStep(GoalTitle("s"), key: nil, of: owner, goal).steps[0].id
        _ = try await store.removeStep(step, of: owner, goal)
        _ = try await store.restoreStep(step, of: owner, goal)
        _ = try await store.removeStep(step, of: owner, goal)
        _ = try await store.finishGoal(of: owner, goal, on: nil)
        _ = try await store.undoCompletion(of: owner, goal)
        _ = try await store.finishGoal(of: owner, goal, on: nil)
        stop()
        _ = try await store.receivedEvents(by: guest, before: nil, limit: 10)
        let handle = try #require(try await store.ownPage(of: owner)?.handle)
        for isOn in [true, false] { try await store.applaud(isOn, goal, of: handle, by: guest) }
        try await store.change(.unfollow(follow), of: guest)
        try await store.change(.restore(follow), of: guest)
        for change in [ConnectionChange.remove(follow), .restore(follow), .block(follow), .unblock(follow)] {
            try await store.change(change, of: owner)
        }
    }

    /// A goal with its steps from its beginning to its end, and another that is overdue.
    private func exerciseGoals(_ fixture: StoreFixture) async throws {
        let (store, owner) = (fixture.store, fixture.owner)
        var goal = try await store.addGoal(fixture.fields("a", days: 0), isFinished: false, key: "a", of: owner)
        for number in 0..<3 {
            goal = try await store.addStep(GoalTitle("\(number)"), key: "a\(number)", of: owner, goal.id)
        }
        let steps = goal.steps.map(\.id)
        goal = try await store.editGoal(fixture.fields("b", days: 1), from: goal.revision, of: owner, goal.id)
        _ = try await store.editStep(steps[0], StepFields(title: GoalTitle("c")), of: owner, goal.id)
        _ = try await store.moveStep(steps[1], before: steps[0], of: owner, goal.id)
        _ = try await store.tick(steps[1], isDone: true, of: owner, goal.id)
        for times in [3, 4] {
            let fields = StepFields(title: try GoalTitle("d"), repetition: RepetitionPlan(times: times))
            _ = try await store.editStep(steps[1], fields, of: owner, goal.id)
            for isDone in [false, true] { _ = try await store.tick(steps[1], isDone: isDone, of: owner, goal.id) }
            _ = try await store.finishStep(steps[1], of: owner, goal.id)
        }
        for _ in 0..<2 { _ = try await store.removeStep(steps[1], of: owner, goal.id) }
        for step in [steps[0], steps[2]] { _ = try await store.tick(step, isDone: true, of: owner, goal.id) }
        _ = try await store.celebrate(.over, of: owner, goal.id)
        try await store.deleteGoal(of: owner, goal.id)
        _ = try await store.restoreGoal(of: owner, goal.id)
        for _ in 0..<2 { _ = try await fixture.add(.stored, steps: 1) }
        _ = try await store.recommendations(of: owner, limit: 3)
        _ = try await store.boxCounts(of: owner)
        _ = try await store.addGoal(fixture.fields("d", days: 0), isFinished: false, key: nil, of: owner)
        fixture.clock.advance(by: 86_400)
        _ = try await store.storeOverdue()
    }

    /// Reminders from the first choice to the last browser.
    private func exerciseReminders(_ fixture: StoreFixture) async throws {
        let (reminders, owner) = (fixture.reminders, fixture.owner)
        let token = SecretToken()
        try await reminders.setCalendar(token, in: .english, of: owner, from: Client())
        _ = try await reminders.calendar(token)
        try await reminders.choose(ReminderChoices(), in: .english, of: owner)
        _ = try await reminders.addBrowser(.sample(), in: .english, of: owner, from: Client())
        _ = try await reminders.takeDue()
        let browser = try #require(try await reminders.reminders(of: owner).browsers.first).id
        _ = try await reminders.targets(of: owner)
        _ = try await reminders.removeBrowser(browser, of: owner, from: Client())
        _ = try await reminders.pushKey(Data(repeating: 1, count: 32))
    }

    /// Finishing, undoing and putting away.
    private func exerciseFinishing(_ fixture: StoreFixture) async throws {
        let (store, owner) = (fixture.store, fixture.owner)
        let goals = try await store.addGoals([.make("a", .stored), .make("b", .active)], of: owner)
        _ = try await store.finishGoal(of: owner, goals[0], on: nil)
        _ = try await store.undoCompletion(of: owner, goals[0])
        _ = try await store.extendGoal(of: owner, goals[0])
        _ = try await store.pauseGoal(of: owner, goals[0])
        _ = try await store.extendGoal(of: owner, goals[0])
        for title in ["one", "two"] {
            _ = try await store.addStep(GoalTitle(title), key: nil, of: owner, goals[0])
        }
        let steps = try #require(try await store.goal(of: owner, goals[0])).steps
        _ = try await store.removeStep(steps[0].id, of: owner, goals[0])
        _ = try await store.restoreStep(steps[0].id, of: owner, goals[0])
        _ = try await store.tick(steps[0].id, isDone: true, of: owner, goals[0])
        _ = try await store.removeStep(steps[1].id, of: owner, goals[0])
        _ = try await store.undoCompletion(of: owner, goals[0])
        _ = try await store.storeOverdue()
        _ = try await store.todayGoals(of: owner, on: CalendarDate(fixture.clock.now, in: .utc))
        _ = try await store.putAwayGoals(of: owner, limit: 5)
        try await store.dismissPutAway(goals[1], of: owner)
        try await store.dismissPutAway(nil, of: owner)
        _ = try await store.removeSamples(of: owner)
        _ = try? await store.restoreSamples(of: owner)
        _ = try await store.reminderReach(of: owner)
        // Wishes to be reminded turn on what they need.
        let new = try await store.addStep(GoalTitle("three"), key: nil, of: owner, goals[0]).steps[0]
        _ = try await store.editStep(
            new.id, StepFields(title: GoalTitle("three"), alarm: Alarm(minute: 1, days: [.monday])), of: owner, goals[0]
        )
        var fields = try fixture.fields("c", days: 7)
        fields.reminderEnabled = true
        _ = try await store.addGoal(fields, isFinished: false, key: nil, of: owner)
        var account = try NewAccount.make("from-a-demo@example.com", demo: owner)
        account.keeps = .empty
        _ = try await fixture.accounts.createAccount(account, SessionStart())
    }

    /// Calls every function of the stores, so that every statement is issued.
    private func exercise(_ fixture: StoreFixture) async throws {
        let (store, accounts, owner) = (fixture.store, fixture.accounts, fixture.owner)
        let goal = try await fixture.addCompleted(12)[3]
        for listing in GoalListing.allCases {
            _ = try await store.goals(of: owner, in: listing, after: nil, limit: 10)
            _ = try await store.goals(of: owner, in: listing, after: nil, through: GoalCursor(goal))
            _ = try await store.goals(of: owner, in: listing.box, among: [goal])
            _ = try await store.goals(of: owner, in: listing.box, among: [goal, GoalID(1)])
        }
        try await exerciseFinishing(fixture)
        _ = try await store.goalsOverview(of: owner)
        _ = try store.revision(of: owner)
        _ = try await store.reviewPlace(of: owner, goal: goal)
        _ = try await store.wholeGoals(of: owner, after: nil, limit: 10)
        try await store.saveDraft(ReviewDraft(level: .one), of: owner, goal: goal)
        let whole = try await store.wholeGoals(of: owner, after: nil, limit: 10)
        _ = try await store.importGoals(whole, of: fixture.stranger)
        if let brought = try await store.wholeGoals(of: fixture.stranger, after: nil, limit: 1).first {
            try await store.deleteGoal(of: fixture.stranger, brought.goal.id)
            _ = try await store.importGoals([brought], of: fixture.stranger)
        }
        try await store.saveDraft(ReviewDraft(), of: owner, goal: goal)
        try await store.saveDraft(ReviewDraft(level: .one), of: owner, goal: goal)
        try await store.discardDraft(of: owner, goal: goal)
        _ = try await store.restoreDraft(of: owner, goal: goal)
        _ = try await store.writeReview(.free("a"), of: owner, goal: goal)
        _ = try await store.editReview(.free("b"), of: owner, goal: goal)
        _ = try await store.deleteReview(of: owner, goal: goal)
        _ = try await store.goalReview(of: owner, goal: goal)
        _ = try await store.restoreReview(of: owner, goal: goal)
        try await exerciseGoals(fixture)
        _ = try await store.jewelBox(of: owner, JewelCut(), after: goal, limit: 10)
        _ = try await store.year(of: owner, 2026)
        let days = WeekStart.monday.week(of: try #require(CalendarDate("2026-11-18")))
        _ = try await store.week(of: owner, days)
        for (revision, text) in ["a", "b"].enumerated() {
            _ = try await store.saveWeekNote(text, question: 0, from: revision, of: owner, days)
        }
        _ = try await store.weekNotes(of: owner, after: nil, limit: 10)
        _ = try await store.answeredWeeks(of: owner, before: nil, limit: 10)
        _ = try await store.events(of: owner, before: nil, limit: 10, in: .utc)
        _ = try await store.importWeekNotes([days.lowerBound: WeekNote(question: 0, text: "c")], of: owner)
        _ = try await store.search(of: owner, for: SearchQuery("goal"), after: nil, limit: 10)
        _ = try await store.search(of: owner, for: SearchQuery("c"), after: nil, limit: 10)
        try await store.deleteGoal(of: owner, goal)
        fixture.clock.advance(by: 3600)
        try await exerciseReminders(fixture)
        _ = try await store.purgeDeleted()
        _ = try await store.indexSearch()
        try await store.ping()
        let session = try await accounts.createDemoAccount(goals: [], language: .korean, timeZone: nil)
        _ = try await accounts.session(session.token)
        let preferences: [Preference] = [
            .language(.english), .theme(.dark), .timeZone(.utc), .weekStart(.monday), .displayName(DisplayName("Mina")),
        ]
        try await accounts.set(preferences, of: session.signedIn.account)
        try await exerciseSignUp(accounts, store, demo: session.signedIn.account)
        let idle = try await accounts.createDemoAccount(
            goals: [NewGoal.make("a", .active)], language: nil, timeZone: nil)
        let visitor = idle.signedIn.account
        let sample = try #require(try await store.goals(of: visitor, in: .active, after: nil, limit: 1).goals.first)
        _ = try await store.addStep(GoalTitle("mine"), key: nil, of: visitor, sample.goal.id)
        fixture.clock.advance(by: 2 * 3600)
        _ = try await accounts.session(idle.token)
        _ = try await accounts.content(of: owner)
        try await accounts.endSession(session.token)
        _ = try await accounts.purgeExpired()
        _ = try await accounts.signingKey()
    }
}
