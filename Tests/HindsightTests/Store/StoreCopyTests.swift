import Foundation
import HindsightDomain
import Live
import LivePostgres
import LiveSQL
import LiveSQLite
import TestSupport
import Testing

@testable import HindsightStore

/// Hindsight's rows, moved from one engine to another.
@Suite(.timeLimit(.minutes(15))) struct StoreCopyTests {
    private static let derived: Set<String> = [
        "goalSearch", "searchText", "searchStale", "probe", "secret", "sqlite_sequence", "grdb_migrations",
    ]

    @Test func everyColumnOfEveryTableIsCopied() async throws {
        let database = try SQLiteDatabase(.hindsight)
        var columns: [String: Set<String>] = [:]
        let sql = """
            SELECT part.name, info.name
            FROM sqlite_schema AS part, pragma_table_info(part.name) AS info WHERE part.type = 'table'
            """
        let found = try await database.query { db in
            var found: [(String, String)] = []
            try db.forEachRow(sql, []) {
                found.append((try $0.value(0, of: "sqlite_schema"), try $0.value(1, of: "sqlite_schema")))
            }
            return found
        }
        for (table, column) in found { columns[table, default: []].insert(column) }
        columns = columns.filter { table, _ in !Self.derived.contains(table) && !table.hasPrefix("goalSearch_") }
        let copied = SQLGoalStore.copiedTables.map { ($0.name, Set($0.columns)) }
        #expect(Dictionary(uniqueKeysWithValues: copied) == columns)
        try database.close()
    }

    @Test(.needsPostgres) func aDatabaseIsCopiedToPostgresAndBack() async throws {
        try await PostgresFixture.run(.patient) { postgres in
            let first = try await StoreFixture(SQLiteDatabase(.hindsight))
            let goals = try await fill(first)
            for table in SQLGoalStore.copiedTables {
                #expect(try await first.rowCount(table.name) > 0, "\(table.name) has no row")
            }
            let server = try await PostgresDatabase.open(.hindsight, at: postgres.address(), limits: .patient)
            try await SQLGoalStore.copy(from: first.storage, to: server, inSlicesOf: 3)
            let second = StoreFixture(server, of: first)
            try await expectSame(first, second, goals)
            // It goes on there, with numbers that were not given before, and with its triggers.
            let detail = try await second.addGoal("Learn 수영", steps: ["water"])
            #expect(detail.id > goals.max() ?? GoalID(0))
            _ = try await second.store.tick(detail.steps[0].id, isDone: true, of: second.owner, detail.id)
            #expect(try await second.problems() == [])

            let third = StoreFixture(try SQLiteDatabase(.hindsight), of: first)
            try await SQLGoalStore.copy(from: server, to: third.storage, inSlicesOf: 3)
            try await expectSame(second, third, goals + [detail.id])
            let last = try await third.addGoal("Last", steps: ["a"])
            #expect(last.id > detail.id)
            _ = try await third.store.tick(last.steps[0].id, isDone: true, of: third.owner, last.id)
            #expect(try await third.problems() == [])
            server.close()
        }
    }

    /// Adds rows to all tables, and returns the ids of goals.
    private func fill(_ fixture: StoreFixture) async throws -> [GoalID] {
        let (store, owner) = (fixture.store, fixture.owner)
        try await fixture.follow(2, by: owner)
        try await fixture.follow(fixture.stranger, handle: "ann_1")
        var goals = try await fixture.addCompleted(4)
        _ = try await store.writeReview(.free("Far\0 e\u{301}"), of: owner, goal: goals[0])
        let typed = [DraftChange(.text(.liked), "\u{10FFFF}", base: 0)]
        _ = try await store.keepDraft(typed, by: "one", of: owner, goal: goals[1])
        let active = try await fixture.addGoal("Run", steps: ["shoes", "lap", "breath"])
        _ = try await store.removeStep(active.steps[1].id, of: owner, active.id)
        _ = try await store.pauseGoal(of: owner, active.id)
        goals.append(active.id)
        let days = WeekStart.monday.week(of: try #require(CalendarDate("2026-11-18")))
        _ = try await store.saveWeekNote("A quiet week", question: 3, from: 0, of: owner, days)

        let made = try await fixture.accounts.createAccount(
            .make("ann@example.org"), SessionStart(client: Client(), device: SecretToken()))
        guard case .created(let session) = made else { throw TestFailure("No account") }
        let account = session.signedIn.account
        _ = try await fixture.accounts.createLink(.reset(account))
        let limit = AttemptLimit(
            key: "sign in", allowance: 4, pause: .seconds(10), longestPause: .seconds(900), memory: .seconds(3600),
            isForgiven: false)
        _ = try await fixture.accounts.attempt([limit], on: account, from: Client(address: "::1", agent: "a\0b"))
        var choices = ReminderChoices()
        choices.week = true
        try await fixture.reminders.choose(choices, in: .korean, of: owner)
        try await fixture.storage.transaction { [goals, stranger = fixture.stranger] db in
            try db.run(
                "INSERT INTO stepTick (goalID, ownerID, stepID, day) VALUES (?1, ?2, ?3, '2026-11-17')",
                [active.id, owner, active.steps[0].id])
            try db.run(
                "INSERT INTO applause (goalID, ownerID, accountID) VALUES (?1, ?2, ?3)", [goals[0], owner, stranger])
            try db.run(
                "INSERT INTO formerHandle (handle, accountID, availableAt) VALUES ('bob_1', ?1, 5)", [account])
            try db.run(
                """
                INSERT INTO pushBrowser (accountID, endpoint, publicKey, authSecret, createdAt, address, agent)
                VALUES (?1, 'https://push.example.org/1', ?2, ?3, 5, '::1', 'Firefox')
                """, [account, Data(repeating: 4, count: 65), Data(repeating: 5, count: 16)])
            try db.run("INSERT INTO reminderDue (accountID, checkedAt) VALUES (?1, 5)", [account])
        }
        _ = try await fixture.accounts.signingKey()
        return goals
    }

    private func expectSame(_ one: StoreFixture, _ other: StoreFixture, _ goals: [GoalID]) async throws {
        #expect(try await other.problems() == [])
        #expect(try await other.accounts.signingKey() == one.accounts.signingKey())
        let (owner, old, new) = (one.owner, one.store, other.store)
        for goal in goals {
            #expect(try await new.goal(of: owner, goal) == old.goal(of: owner, goal))
            #expect(try await new.goalReview(of: owner, goal: goal) == old.goalReview(of: owner, goal: goal))
        }
        #expect(try await new.goalsOverview(of: owner) == old.goalsOverview(of: owner))
        #expect(try await other.accounts.sessions(of: owner) == one.accounts.sessions(of: owner))
        let (won, before) = (
            try await new.jewelBox(of: owner, JewelCut(), after: nil, limit: 50),
            try await old.jewelBox(of: owner, JewelCut(), after: nil, limit: 50)
        )
        #expect(won == before)
        // The index is ready, and knows goals and answers.
        #expect(try await new.indexSearch() == 0)
        #expect(try await other.rowCount("searchText") == one.goalAndAnswerCount())
    }
}

extension StoreFixture {
    /// The stores on a copy of another fixture's database.
    fileprivate init(_ storage: any SQLDatabase, of original: StoreFixture) {
        self.init(storage, clock: original.clock, owner: original.owner, stranger: original.stranger)
    }

    /// Number of goals and of answers to the questions of weeks.
    fileprivate func goalAndAnswerCount() async throws -> Int {
        try await rowCount("goal") + rowCount("weekNote")
    }
}
