import GRDB
import HindsightDomain
import LiveSQLite
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What the database itself refuses, whatever the code above it does.
@Suite(.timeLimit(.minutes(15))) struct SchemaTests {
    private func refuses(_ fixture: StoreFixture, _ sql: String, _ arguments: StatementArguments) async {
        let error = await #expect(throws: DatabaseError.self) {
            try await fixture.database.writer.write { try $0.execute(sql: sql, arguments: arguments) }
        }
        #expect(error?.resultCode.primaryResultCode == .SQLITE_CONSTRAINT)
    }

    @Test func aSecondLiveReviewOfAGoalIsRefused() async throws {
        try await withStore(.memory) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            let insert = """
                INSERT INTO review (goalID, ownerID, style, text, level, writtenAt) VALUES (?, ?, 'free', 'x', 1, 0)
                """
            try await fixture.database.writer.write { [owner = fixture.owner] in
                try $0.execute(sql: insert, arguments: [goal, owner])
            }
            await refuses(fixture, insert, [goal, fixture.owner])
        }
    }

    @Test func aReviewOrDraftOfAnotherOwnersGoalIsRefused() async throws {
        try await withStore(.memory) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            await refuses(
                fixture,
                "INSERT INTO review (goalID, ownerID, style, text, level, writtenAt) VALUES (?, ?, 'free', 'x', 1, 0)",
                [goal, fixture.stranger]
            )
            await refuses(
                fixture,
                """
                INSERT INTO draftField (goalID, ownerID, field, value, revision, writer) VALUES (?, ?, 'liked', 'x', 1, '')
                """,
                [goal, fixture.stranger]
            )
        }
    }

    @Test(arguments: [
        "style = 'guided'", "style = 'other'", "level = 0", "level = 6", "level = 'x'", "text = NULL", "text = 5",
        "liked = 'x'", "ownerID = 99", "writtenAt = NULL",
    ])
    func aReviewThatBreaksARuleIsRefused(change: String) async throws {
        try await withStore(.memory) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: goal)
            await refuses(fixture, "UPDATE review SET \(change)", [])
        }
    }

    @Test(arguments: [
        "status = 'active'", "status = 'lost'", "jewelColor = NULL", "jewelColor = 'red'", "jewelShape = 'cube'",
        "completedAt = NULL", "endDate = '2025-01-01'", "startDate = '2026'", "title = ''", "title = 5", "ownerID = 99",
    ])
    func aGoalThatBreaksARuleIsRefused(change: String) async throws {
        try await withStore(.memory) { fixture in
            try await fixture.addCompleted(1)
            await refuses(fixture, "UPDATE goal SET \(change)", [])
        }
    }

    /// The jewel, the time and the steps of a completed goal, whatever the code above does.
    @Test(arguments: [
        "UPDATE goal SET jewelColor = 'blue'", "UPDATE goal SET jewelShape = 'star'",
        "UPDATE goal SET completedAt = completedAt + 1", "UPDATE goal SET completedOn = '2026-01-01'",
        "UPDATE goal SET completedOn = NULL",
        "UPDATE goal SET status = 'stored', jewelColor = NULL, jewelShape = NULL, completedAt = NULL",
        "UPDATE step SET doneAt = NULL WHERE place = 0", "UPDATE step SET title = 'x'",
        "DELETE FROM step WHERE place = 1",
        "INSERT INTO step (goalID, ownerID, place, title, createdAt) SELECT id, ownerID, 5, 'x', 0 FROM goal",
    ])
    func whatIsWonIsFrozen(change: String) async throws {
        try await withStore(.memory) { fixture in
            let goal = try await fixture.add(.completed, steps: 2)
            await refuses(fixture, change, [])
            fixture.clock.advance(by: 1)
            #expect(try await fixture.store.goal(of: fixture.owner, goal.id) == goal)
        }
    }

    @Test(arguments: [
        "place = 9", "place = -1", "place = 1", "title = ''", "title = 5", "alarmMinute = 5", "alarmDays = 1",
        "alarmMinute = 1440, alarmDays = 1", "alarmMinute = 5, alarmDays = 0", "alarmMinute = 5, alarmDays = 128",
        "ownerID = 99", "goalID = 99",
    ])
    func aStepThatBreaksARuleIsRefused(change: String) async throws {
        try await withStore(.memory) { fixture in
            _ = try await fixture.add(.active, steps: 2)
            await refuses(fixture, "UPDATE step SET \(change) WHERE place = 0", [])
        }
    }

    @Test(arguments: [
        "UPDATE goal SET ownerID = (SELECT max(id) FROM account) WHERE id = 1", "UPDATE goal SET id = 99 WHERE id = 2",
        "UPDATE review SET goalID = 2", "UPDATE review SET goalID = 3, ownerID = (SELECT max(id) FROM account)",
    ])
    func aGoalStaysWithItsOwnerAndAReviewWithItsGoal(change: String) async throws {
        try await withStore(.memory) { fixture in
            let goals = try await fixture.addCompleted(2)
            _ = try await fixture.addCompleted(1, of: fixture.stranger)
            _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: goals[0])
            await refuses(fixture, change, [])
        }
    }

    @Test func aStepOfAnotherOwnersGoalIsRefused() async throws {
        try await withStore(.memory) { fixture in
            let goal = try await fixture.add(.active)
            await refuses(
                fixture, "INSERT INTO step (goalID, ownerID, place, title, createdAt) VALUES (?, ?, 0, 'x', 0)",
                [goal.id, fixture.stranger])
        }
    }

    @Test func ordinaryTextIsTextAndTextWithANULIsABlob() async throws {
        try await withStore(.memory) { fixture in
            let goals = try await fixture.addCompleted(2)
            _ = try await fixture.store.writeReview(.free("plain\r\n가"), of: fixture.owner, goal: goals[0])
            _ = try await fixture.store.writeReview(.free("nul\0"), of: fixture.owner, goal: goals[1])
            let types = try await fixture.database.writer.read { db in
                try String.fetchAll(db, sql: "SELECT typeof(text) FROM review ORDER BY goalID")
            }
            #expect(types == ["text", "blob"])
        }
    }
}
