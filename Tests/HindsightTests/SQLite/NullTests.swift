import Foundation
import GRDB
import HindsightDomain
import HindsightStore
import Live
import LiveSQLite
import Testing

@testable import Hindsight

/// A database that another program has written: NULL wherever a column allows it, and bytes that are no text.
@Suite(.timeLimit(.minutes(15))) struct NullTests {
    private static let tables = [
        "account", "accountLink", "accountLog", "accountSession", "attempt", "draftField", "goal", "jewelTally",
        "knownDevice", "pushBrowser", "reminder", "reminderDue", "removedStep", "review", "searchText", "step",
        "weekNote",
    ]

    @Test(arguments: tables) func aMissingValueIsAnErrorOfItsAnswerAndNotTheEndOfTheServer(table: String) async throws {
        var changes: [(column: String, value: String)] = []
        try await withStore(.memory) { fixture in
            changes = try await fixture.database.writer.read { db in
                try db.columns(in: table).filter { $0.primaryKeyIndex == 0 }.flatMap { column in
                    (column.isNotNull ? [] : [(column.name, "NULL")])
                        + (column.type == "ANY" ? [(column.name, "x'FF'")] : [])
                }
            }
        }
        for (column, value) in changes {
            try await withStore(.memory) { fixture in
                let scene = try await Scene(fixture)
                try await fixture.database.writer.write { db in
                    let triggers = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'")
                    for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger)") }
                    try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
                    try db.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = \(value)")
                }
                // Its cache is empty.
                let store = SQLGoalStore(fixture.database, clock: fixture.clock.wallClock)
                let accounts = SQLAccountStore(fixture.database, clock: fixture.clock.wallClock, goals: store)
                for (name, read) in scene.reads(store, accounts) {
                    do { try await read() } catch is StoreError {} catch {
                        Issue.record("\(name), \(column) = \(value): \(error)")
                    }
                }
            }
        }
    }

    /// An account with something in each table.
    private struct Scene {
        let fixture: StoreFixture
        let session: NewSession
        let calendar = SecretToken()
        let link: SecretToken
        let goals: [GoalID]
        let days: ClosedRange<CalendarDate>

        init(_ fixture: StoreFixture) async throws {
            self.fixture = fixture
            let (store, accounts) = (fixture.store, fixture.accounts)
            let created = try await accounts.createAccount(.make("mina@example.com"), SessionStart())
            guard case .created(let session) = created else { throw StoreError.notFound }
            self.session = session
            let owner = session.signedIn.account
            link = try await accounts.createLink(.reset(owner))
            let limit = AttemptLimit(
                key: "a", allowance: 1, pause: .seconds(9), longestPause: .seconds(9), memory: .seconds(99),
                isForgiven: true)
            _ = try await accounts.attempt([limit], on: owner, from: Client())
            let completed = try await fixture.addCompleted(3, of: owner)
            _ = try await store.writeReview(.free("a"), of: owner, goal: completed[0])
            _ = try await store.writeReview(.free("b"), of: owner, goal: completed[1])
            try await store.saveDraft(ReviewDraft(level: .one), of: owner, goal: completed[2])
            let active = try await fixture.add(.active, steps: 3, of: owner)
            let alarm = try #require(Alarm(minute: 60, days: [.monday]))
            _ = try await store.editStep(
                active.steps[0].id, StepFields(title: GoalTitle("rings"), alarm: alarm, dueOn: .max), of: owner,
                active.id)
            _ = try await store.tick(active.steps[1].id, isDone: true, of: owner, active.id)
            _ = try await store.removeStep(active.steps[2].id, of: owner, active.id)
            let other = try await fixture.add(.active, steps: 1, of: owner)
            _ = try await store.editStep(
                other.steps[0].id, StepFields(title: GoalTitle("again"), repetition: RepetitionPlan(times: 3)),
                of: owner, other.id)
            _ = try await store.tick(other.steps[0].id, isDone: true, of: owner, other.id)
            let stored = try await fixture.add(.stored, steps: 1, of: owner)
            goals = completed + [active.id, stored.id]
            try await fixture.reminders.setCalendar(calendar, in: .english, of: owner, from: Client())
            _ = try await fixture.reminders.addBrowser(.sample(), in: .english, of: owner, from: Client())
            try await fixture.database.writer.write { try $0.execute(sql: "UPDATE goal SET reminderEnabled = 1") }
            days = WeekStart.monday.week(of: CalendarDate(fixture.clock.now, in: .utc))
            _ = try await store.saveWeekNote("a", question: 0, from: 0, of: owner, days)
            _ = try await store.indexSearch()
        }

        /// The functions that read, by their names.
        func reads(
            _ store: SQLGoalStore, _ accounts: SQLAccountStore
        ) -> [(String, @Sendable () async throws -> Void)] {
            let (owner, reminders, goals, days) = (session.signedIn.account, fixture.reminders, goals, days)
            let (session, link, calendar) = (session, link, calendar)
            var reads: [(String, @Sendable () async throws -> Void)] = [
                ("overview", { _ = try await store.goalsOverview(of: owner) }),
                ("whole goals", { _ = try await store.wholeGoals(of: owner, after: nil, limit: 9) }),
                ("today", { _ = try await store.todayGoals(of: owner, on: days.lowerBound) }),
                ("put away", { _ = try await store.putAwayGoals(of: owner, limit: 9) }),
                ("recommendations", { _ = try await store.recommendations(of: owner, limit: 9) }),
                ("search", { _ = try await store.search(of: owner, for: SearchQuery("goal"), after: nil, limit: 9) }),
                ("index", { _ = try await store.indexSearch() }),
                ("jewels", { _ = try await store.jewelBox(of: owner, JewelCut(), after: nil, limit: 9) }),
                ("year", { _ = try await store.year(of: owner, 2026) }),
                ("week", { _ = try await store.week(of: owner, days) }),
                ("answers", { _ = try await store.answeredWeeks(of: owner, before: nil, limit: 9) }),
                ("timeline", { _ = try await store.events(of: owner, before: nil, limit: 9, in: .utc) }),
                ("received", { _ = try await store.receivedEvents(by: owner, before: nil, limit: 9) }),
                ("notes", { _ = try await store.weekNotes(of: owner, after: nil, limit: 9) }),
                ("reach", { _ = try await store.reminderReach(of: owner) }),
                ("overdue", { _ = try await store.storeOverdue() }),
                ("settings", { _ = try await reminders.reminders(of: owner) }),
                ("calendar", { _ = try await reminders.calendar(calendar) }),
                ("plan", { _ = try await reminders.plannedGoals(of: owner, after: nil, limit: 9) }),
                ("targets", { _ = try await reminders.targets(of: owner) }),
                ("due", { _ = try await reminders.takeDue() }),
                ("session", { _ = try await accounts.session(session.token) }),
                ("sessions", { _ = try await accounts.sessions(of: owner) }),
                ("sign-in", { _ = try await accounts.beginSession(of: owner, SessionStart()) }),
                ("details", { _ = try await accounts.details(of: owner) }),
                ("credentials", { _ = try await accounts.credentials(of: owner) }),
                ("content", { _ = try await accounts.content(of: owner) }),
                ("link", { _ = try await accounts.link(link) }),
                ("log", { _ = try await accounts.log(of: owner, before: nil, limit: 9) }),
            ]
            for listing in GoalListing.allCases {
                reads.append(("list", { _ = try await store.goals(of: owner, in: listing, after: nil, limit: 9) }))
                reads.append(("chosen", { _ = try await store.goals(of: owner, in: listing.box, among: Set(goals)) }))
            }
            for goal in goals {
                reads.append(("goal", { _ = try await store.goal(of: owner, goal) }))
                reads.append(("review", { _ = try await store.goalReview(of: owner, goal: goal) }))
                reads.append(("place", { _ = try await store.reviewPlace(of: owner, goal: goal) }))
                reads.append(
                    (
                        "list to",
                        { _ = try await store.goals(of: owner, in: .active, after: nil, through: GoalCursor(goal)) }
                    ))
            }
            return reads
        }
    }
}
