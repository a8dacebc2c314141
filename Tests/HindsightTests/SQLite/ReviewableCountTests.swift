import Foundation
import GRDB
import HindsightDomain
import LiveSQLite
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The numbers of goals that are kept beside each account, and what is kept beside each goal, against the rows.
///
/// Four histories of a thousand steps take half a minute, and longer on a machine that does other things as well.
@Suite(.timeLimit(.minutes(15))) struct ReviewableCountTests {
    /// The accounts whose numbers, or whose goals' marks, are not what their rows say.
    private static func wrongAccounts(_ db: Database) throws -> [Int64] {
        try Int64.fetchAll(
            db,
            sql: """
                SELECT ownerID FROM (
                    SELECT * FROM (SELECT * FROM jewelTally WHERE count <> 0 OR levelSum <> 0 OR levelCount <> 0
                        EXCEPT \(DatabaseFormat.jewelTallies(.sqlite)))
                    UNION ALL SELECT * FROM (\(DatabaseFormat.jewelTallies(.sqlite)) EXCEPT SELECT * FROM jewelTally)
                )
                UNION ALL SELECT id FROM account WHERE reviewableCount <> (
                    SELECT COUNT(*) FROM goal
                    WHERE goal.ownerID = account.id AND goal.status = 'completed' AND goal.deletedAt IS NULL
                        AND goal.id NOT IN (
                            SELECT goalID FROM review WHERE review.ownerID = account.id AND review.deletedAt IS NULL
                        )
                )
                OR completedCount <> (
                    SELECT COUNT(*) FROM goal
                    WHERE goal.ownerID = account.id AND goal.status = 'completed' AND goal.deletedAt IS NULL
                )
                OR (storedCount, activeCount) <> (
                    SELECT COUNT(*) FILTER (WHERE goal.status = 'stored'), COUNT(*) FILTER (WHERE goal.status = 'active')
                    FROM goal WHERE goal.ownerID = account.id AND goal.deletedAt IS NULL
                )
                OR EXISTS (
                    SELECT 1 FROM goal WHERE goal.ownerID = account.id AND (stepCount, doneCount) <> (
                        SELECT COUNT(*), COUNT(step.doneAt) FROM step
                        WHERE step.goalID = goal.id AND step.ownerID = goal.ownerID
                    )
                )
                OR EXISTS (
                    SELECT 1 FROM goal WHERE goal.ownerID = account.id AND hasReview <> (
                        goal.id IN (
                            SELECT goalID FROM review WHERE review.ownerID = account.id AND review.deletedAt IS NULL
                        )
                    )
                )
                """)
    }

    /// What anybody may type into the database. Whatever breaks a rule is refused and must change no number.
    private static let statements = [
        "UPDATE goal SET deletedAt = 1 WHERE id % 7 = :n % 7 AND deletedAt IS NULL",
        "UPDATE goal SET deletedAt = NULL WHERE id % 5 = :n % 5",
        "UPDATE goal SET status = 'active', jewelColor = NULL, jewelShape = NULL, completedAt = NULL WHERE id = :goal",
        "UPDATE goal SET status = 'stored', jewelColor = NULL, jewelShape = NULL, completedAt = NULL WHERE id = :goal",
        """
        UPDATE goal SET status = 'completed', jewelColor = 'blue', jewelShape = 'pear', completedAt = 1
        WHERE id IN (:goal, :goal + 1, :goal + 2)
        """,
        "UPDATE goal SET title = 'renamed', deletedAt = deletedAt WHERE id = :goal",
        "UPDATE goal SET ownerID = (SELECT id FROM account ORDER BY id DESC LIMIT 1) WHERE id = :goal",
        "UPDATE OR IGNORE goal SET id = id + 1 WHERE id = :goal",
        "DELETE FROM goal WHERE id = :goal",
        "DELETE FROM goal WHERE id % 11 = :n % 11",
        "UPDATE review SET deletedAt = 1 WHERE goalID = :goal",
        "UPDATE review SET deletedAt = NULL WHERE goalID = :goal",
        "UPDATE OR IGNORE review SET deletedAt = NULL WHERE id % 3 = :n % 3",
        "UPDATE OR IGNORE review SET goalID = :goal WHERE id % 13 = :n % 13",
        "UPDATE review SET level = 1 + :n % 5 WHERE id % 4 = :n % 4",
        "DELETE FROM review WHERE id % 9 = :n % 9",
        """
        INSERT OR IGNORE INTO review (goalID, ownerID, style, text, level, writtenAt, deletedAt)
        SELECT id, ownerID, 'free', 'x', 1, 0, iif(:n % 2, NULL, 1) FROM goal WHERE id % 6 = :n % 6
        """,
        """
        INSERT INTO goal (ownerID, title, startDate, endDate, status, createdAt, deletedAt)
        SELECT id, 'x', '2026-01-01', '2026-01-01', 'active', 0, iif(:n % 2, NULL, 1) FROM account
        """,
        """
        INSERT OR IGNORE INTO step (goalID, ownerID, place, title, doneAt, createdAt)
        SELECT id, ownerID, :n % 9, 'x', iif(:n % 2, NULL, 1), 0 FROM goal WHERE status <> 'completed' AND id % 4 = :n % 4
        """,
        "UPDATE step SET doneAt = iif(doneAt IS NULL, 1, NULL) WHERE goalID = :goal",
        "UPDATE step SET doneAt = 1 WHERE id % 5 = :n % 5",
        "UPDATE step SET goalID = :goal WHERE id % 5 = :n % 5",
        "DELETE FROM step WHERE id % 9 = :n % 9",
        "INSERT INTO account (isDemo, createdAt) VALUES (1, 0)",
        "DELETE FROM account WHERE id = (SELECT min(id) FROM account) AND (SELECT count(*) FROM account) > 3",
    ]

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func theNumberIsWhatTheRowsSayAfterEveryStepOfRandomHistories(seed: UInt64) async throws {
        try await withStore(.memory) { fixture in
            var random = SeededGenerator(seed: seed)
            for step in 0..<1000 {
                let line = try await Self.step(fixture, &random)
                let wrong = try await fixture.database.writer.read { try Self.wrongAccounts($0) }
                try #require(wrong.isEmpty, "seed \(seed), step \(step): \(line)")
            }
        }
    }

    /// One step: what was done, for the message.
    private static func step(_ fixture: StoreFixture, _ random: inout SeededGenerator) async throws -> String {
        let number = Int.random(in: 0..<1000, using: &random)
        let owners = try await fixture.database.writer.read {
            try AccountID.fetchAll($0, sql: "SELECT id FROM account")
        }
        let owner = owners.randomElement(using: &random) ?? fixture.owner
        let goals = try await fixture.database.writer.read {
            try GoalID.fetchAll($0, sql: "SELECT id FROM goal WHERE ownerID = ?", arguments: [owner])
        }
        let goal = goals.randomElement(using: &random) ?? GoalID(1)
        let store = fixture.store
        let content = try ReviewContent.free("\(number)")
        let review = number.isMultiple(of: 2) ? Review(content: content, writtenAt: fixture.clock.now) : nil
        let writes: [(String, () async throws -> Void)] = [
            ("add", { _ = try await store.addGoals([.completed("a", review: review)], of: owner) }),
            ("write", { _ = try await store.writeReview(content, of: owner, goal: goal) }),
            ("edit", { _ = try await store.editReview(content, of: owner, goal: goal) }),
            ("delete", { _ = try await store.deleteReview(of: owner, goal: goal) }),
            ("restore", { _ = try await store.restoreReview(of: owner, goal: goal) }),
            ("purge", { _ = try await store.purgeDeleted() }),
            ("step", { _ = try await store.addStep(GoalTitle("s"), key: nil, of: owner, goal) }),
            (
                "tick",
                {
                    for step in try await store.goal(of: owner, goal)?.steps ?? [] {
                        _ = try await store.tick(step.id, isDone: !number.isMultiple(of: 3), of: owner, goal)
                    }
                }
            ),
            ("finish", { _ = try await store.finishGoal(of: owner, goal, on: nil) }),
            ("undo completion", { _ = try await store.undoCompletion(of: owner, goal) }),
            ("extend", { _ = try await store.extendGoal(of: owner, goal) }),
            ("remove samples", { _ = try await store.removeSamples(of: owner) }),
            ("restore samples", { _ = try await store.restoreSamples(of: owner) }),
            (
                "remove",
                {
                    guard let step = try await store.goal(of: owner, goal)?.steps.first else { return }
                    _ = try await store.removeStep(step.id, of: owner, goal)
                }
            ),
            ("hide", { try await store.deleteGoal(of: owner, goal) }),
            ("unhide", { _ = try await store.restoreGoal(of: owner, goal) }),
            ("overdue", { _ = try await store.storeOverdue() }),
            ("open", { _ = try await store.addGoals([.make("o", .active), .make("s", .stored)], of: owner) }),
            (
                "import",
                {
                    let others = try await store.wholeGoals(of: fixture.stranger, after: nil, limit: 20)
                    _ = try await store.importGoals(others, of: owner)
                }
            ),
            (
                "demo",
                {
                    _ = try await fixture.accounts.createDemoAccount(
                        goals: [.completed("c")], language: nil, timeZone: nil)
                }
            ),
            ("wait", { fixture.clock.advance(by: Double(number)) }),
        ]
        if number < 600, let (name, write) = writes.randomElement(using: &random) {
            do { try await write() } catch is StoreError {}
            return "\(name) \(number), goal \(goal)"
        }
        let sql = statements.randomElement(using: &random) ?? ""
        do {
            try await fixture.database.writer.write { db in
                let statement = try db.makeStatement(sql: sql)
                statement.setUncheckedArguments(["n": number, "goal": goal])
                try statement.execute()
            }
        } catch is DatabaseError {
            return "refused: \(sql)"
        }
        return sql
    }

    @Test func accountsMadeBeforeTheNumberWasKeptGetTheirs() throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: "goals and reviews")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, isDemo, createdAt) VALUES (1, 0, 0), (2, 0, 0);
                    INSERT INTO goal
                        (id, ownerID, title, startDate, endDate, status, jewelColor, jewelShape, completedAt, createdAt)
                    SELECT value, 1, 'x', '2026-01-01', '2026-01-01', 'completed', 'blue', 'pear', 0, 0
                    FROM json_each('[1, 2, 3, 4]');
                    UPDATE goal SET deletedAt = 1 WHERE id = 4;
                    INSERT INTO review (goalID, ownerID, style, text, level, writtenAt, deletedAt)
                    VALUES (1, 1, 'free', 'x', 1, 0, NULL), (2, 1, 'free', 'x', 1, 0, 5);
                    """)
        }
        try Schema.migrator.migrate(queue)
        let counts = try queue.read { try Int.fetchAll($0, sql: "SELECT reviewableCount FROM account ORDER BY id") }
        #expect(counts == [2, 0])
        let completed = try queue.read { try Int.fetchAll($0, sql: "SELECT completedCount FROM account ORDER BY id") }
        #expect(completed == [3, 0])
        let reviewed = try queue.read { try Int.fetchAll($0, sql: "SELECT id FROM goal WHERE hasReview = 1") }
        #expect(reviewed == [1])
    }

    @Test func goalsFromBeforeThereWereStepsHaveTheirDayAndAreCounted() throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: "sign-up")
        // The evening of a Thursday in Greenwich.
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, isDemo, timeZone, createdAt)
                    VALUES (1, 0, NULL, 0), (2, 0, 'Asia/Seoul', 0), (3, 0, 'Nowhere/Land', 0);
                    INSERT INTO goal
                        (ownerID, title, startDate, endDate, status, jewelColor, jewelShape, completedAt, createdAt)
                    SELECT id, 'x', '1970-01-01', '1970-01-01', 'completed', 'blue', 'pear', 72000000, 0 FROM account;
                    INSERT INTO goal (ownerID, title, startDate, endDate, status, createdAt, deletedAt)
                    VALUES (1, 'x', '1970-01-01', '1970-01-01', 'stored', 0, NULL),
                        (2, 'x', '1970-01-01', '1970-01-01', 'active', 0, NULL),
                        (2, 'x', '1970-01-01', '1970-01-01', 'active', 0, NULL),
                        (2, 'x', '1970-01-01', '1970-01-01', 'active', 0, 5);
                    """)
        }
        try Schema.migrator.migrate(queue)
        try queue.read { db in
            let days = try String.fetchAll(
                db, sql: "SELECT completedOn FROM goal WHERE status = 'completed' ORDER BY ownerID")
            #expect(days == ["1970-01-01", "1970-01-02", "1970-01-01"])
            let counts = try Row.fetchAll(db, sql: "SELECT storedCount, activeCount FROM account ORDER BY id")
            #expect(counts.map { [$0[0] as Int, $0[1]] } == [[1, 0], [0, 2], [0, 0]])
            #expect(try Self.wrongAccounts(db).isEmpty)
            let celebrations = try String.fetchAll(db, sql: "SELECT DISTINCT celebration FROM goal")
            #expect(celebrations == ["over"])
        }
    }
}
