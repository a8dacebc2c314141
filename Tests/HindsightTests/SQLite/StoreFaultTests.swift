import Foundation
import GRDB
import HindsightDomain
import LiveSQLite
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What the stores say when the database does not do its part.
@Suite(.timeLimit(.minutes(15))) struct StoreFaultTests {
    @Test func aDatabaseThatIsGoneIsUnavailable() async throws {
        try await withStore(.file) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            try fixture.database.close()
            let error = await expectStoreError(.unavailable) { try await fixture.store.ping() }
            #expect(error?.cause is SQLiteFailure)
            await expectStoreError(.unavailable) {
                try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: goal)
            }
            await expectStoreError(.unavailable) { try await fixture.accounts.session(SecretToken()) }
        }
    }

    @Test func aRowThatCannotBeReadIsUnavailableAndNamesNoText() async throws {
        try await withStore(.memory) { fixture in
            try await fixture.addCompleted(1)
            try await fixture.database.writer.write { db in
                try db.execute(sql: "UPDATE goal SET startDate = '2026-02-30', endDate = '2026-02-31'")
            }
            let error = await expectStoreError(.unavailable) {
                try await fixture.store.completedGoals(of: fixture.owner, after: nil, limit: 10)
            }
            #expect("\(try #require(error))".contains("A row of table 'goal' can't be read."))
        }
    }

    @Test func anErrorOfTheDatabaseShowsNothingPrivate() async throws {
        try await withStore(.memory) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            try await fixture.database.writer.write { db in
                try db.execute(
                    sql: """
                        CREATE TRIGGER full BEFORE INSERT ON review BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
                        """
                )
            }
            let error = await expectStoreError(.unavailable) {
                try await fixture.store.writeReview(.free("my secret"), of: fixture.owner, goal: goal)
            }
            #expect("\(try #require(error))".contains("the disk is full"))
            #expect(!"\(try #require(error))".contains("secret"))
        }
    }

    @Test func aFailedSaveLeavesEverythingAndCanBeTriedAgain() async throws {
        try await withStore(.memory) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            var draft = ReviewDraft(style: .free)
            draft.text = "typed"
            try await fixture.store.saveDraft(draft, of: fixture.owner, goal: goal)
            try await fixture.database.writer.write { db in
                // The draft is removed after the review is inserted: the failure falls between the two.
                try db.execute(
                    sql: "CREATE TRIGGER stuck BEFORE DELETE ON draftField BEGIN SELECT RAISE(ABORT, 'stuck'); END"
                )
            }
            await expectStoreError(.unavailable) {
                try await fixture.store.writeReview(.free("typed"), of: fixture.owner, goal: goal)
            }
            let found = try await fixture.store.goalReview(of: fixture.owner, goal: goal)
            #expect(found?.review == nil && found?.keptDraft == draft)
            try await fixture.database.writer.write { try $0.execute(sql: "DROP TRIGGER stuck") }
            #expect(try await fixture.store.writeReview(.free("typed"), of: fixture.owner, goal: goal) == 0)
        }
    }

    @Test func aCancelledRequestIsACancellation() async throws {
        try await withStore(.memory) { fixture in
            let gate = Gate()
            let request = Task {
                // Ends when the task is cancelled, which the request then finds to be so.
                try? await gate.pass()
                return try await fixture.reviewableCount()
            }
            await gate.arrivals()
            request.cancel()
            await #expect(throws: CancellationError.self) { try await request.value }
        }
    }

    @Test func aFaultyStoreFailsHoldsAndMends() async throws {
        try await withStore(.memory) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            let (store, owner) = (FaultyGoalStore(fixture.store), fixture.owner)
            store.fail(.saveReview)
            await expectStoreError(.unavailable) { try await store.writeReview(.free("x"), of: owner, goal: goal) }
            #expect(try await store.goalReview(of: owner, goal: goal)?.review == nil)
            store.fail(.saveReview, with: .answerLost)
            await expectStoreError(.unavailable) { try await store.writeReview(.free("x"), of: owner, goal: goal) }
            store.mend()
            #expect(try await store.writeReview(.free("x"), of: owner, goal: goal) == 0)

            let gate = store.hold(.goals)
            async let slice = store.completedGoals(of: owner, after: nil, limit: 10)
            await gate.arrivals()
            _ = try await store.deleteReview(of: owner, goal: goal)
            gate.open()
            #expect(try await slice.reviewableCount == 1)
            #expect(store.calls.last == .deleteReview)
        }
    }
}
