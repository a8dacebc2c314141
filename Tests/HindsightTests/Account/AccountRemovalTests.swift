import Foundation
import GRDB
import HindsightDomain
import Live
import LiveSQLite
import Synchronization
import Testing

@testable import Hindsight
@testable import HindsightStore

/// An account that is deleted is gone at once, and its rows are removed in slices, between which others write (D3).
@Suite(.timeLimit(.minutes(15))) struct AccountRemovalTests {
    /// Counts the goals that each transaction removes, and can make one fail.
    private final class Removals: TransactionObserver, Sendable {
        private struct State {
            var counts: [Int] = []
            var current = 0
            var failsAt: Int?
        }

        private struct Failure: Error {}

        private let state = Mutex(State())

        /// Of the transactions that have removed any.
        var counts: [Int] { state.withLock { $0.counts } }

        /// Makes the transaction after so many that have removed goals fail.
        func fail(after count: Int?) { state.withLock { $0.failsAt = count } }

        /// Counts what is removed from now on. GRDB's own events are those of its own statements.
        func observe(_ database: SQLiteDatabase) async throws {
            try await database.writer.write { db in
                db.add(
                    function: DatabaseFunction("noteRemoval", argumentCount: 0) { [self] _ in
                        state.withLock { $0.current += 1 }
                        return nil
                    })
                try db.execute(
                    sql: """
                        CREATE TEMP TRIGGER noteRemoval AFTER DELETE ON main.goal BEGIN SELECT noteRemoval(); END
                        """)
            }
            database.writer.add(transactionObserver: self, extent: .databaseLifetime)
        }

        func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { false }

        func databaseDidChange(with event: DatabaseEvent) {}

        func databaseWillCommit() throws {
            try state.withLock { state in
                if state.current > 0, state.counts.count == state.failsAt { throw Failure() }
            }
        }

        func databaseDidCommit(_ db: Database) {
            state.withLock { state in
                if state.current > 0 { state.counts.append(state.current) }
                state.current = 0
            }
        }

        func databaseDidRollback(_ db: Database) { state.withLock { $0.current = 0 } }
    }

    private static let tables = [
        "goal", "step", "review", "draftField", "jewelTally", "weekNote", "accountSession", "accountLink",
        "knownDevice", "accountLog", "reminder", "pushBrowser", "reminderDue",
    ]

    /// How many rows the tables have that are the account's.
    private func rows(of account: AccountID, _ fixture: StoreFixture) async throws -> Int {
        try await fixture.database.writer.read { db in
            try Self.tables.reduce(0) { count, table in
                let columns = try db.columns(in: table).map(\.name)
                let column = columns.contains("ownerID") ? "ownerID" : "accountID"
                let sql = "SELECT COUNT(*) FROM \(table) WHERE \(column) = ?"
                return count + (try Int.fetchOne(db, sql: sql, arguments: [account]) ?? 0)
            }
        }
    }

    /// An account with very much in it.
    private func account(_ fixture: StoreFixture, goals count: Int = 450) async throws -> NewSession {
        let (store, accounts) = (fixture.store, fixture.accounts)
        guard case .created(let session) = try await accounts.createAccount(.make("mina@example.com"), SessionStart())
        else { throw StoreError.notFound }
        let owner = session.signedIn.account
        let goals = try await fixture.addCompleted(count, of: owner)
        for goal in goals.prefix(3) { _ = try await store.writeReview(.free("x"), of: owner, goal: goal) }
        try await store.saveDraft(ReviewDraft(level: .one), of: owner, goal: goals[4])
        let notes = try (0..<450).map { number in
            (try #require(CalendarDate("2016-01-04")).adding(days: 7 * number), WeekNote(question: 0, text: "A walk"))
        }
        _ = try await store.importWeekNotes(Dictionary(uniqueKeysWithValues: notes), of: owner)
        _ = try await accounts.createLink(.reset(owner))
        try await fixture.reminders.setCalendar(SecretToken(), in: .english, of: owner, from: Client())
        _ = try await fixture.reminders.addBrowser(.sample(), in: .english, of: owner, from: Client())
        return session
    }

    @Test(arguments: StorePlace.sqlite)
    func aDeletedAccountIsGoneAtOnceAndItsRowsGoInSlices(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let accounts = fixture.accounts
            let session = try await account(fixture)
            let owner = session.signedIn.account
            let calendar = SecretToken()
            try await fixture.reminders.setCalendar(calendar, in: .english, of: owner, from: Client())
            let link = try await accounts.createLink(.reset(owner))
            let removals = Removals()
            try await removals.observe(fixture.database)
            #expect(try await accounts.deleteAccount(owner, SessionStart()) == [session.signedIn.login])

            #expect(try await accounts.session(session.token) == nil)
            #expect(try await accounts.details(of: owner) == nil)
            #expect(try await accounts.credentials(of: owner) == nil)
            #expect(try await accounts.credentials(key: "mina@example.com", device: session.device) == nil)
            #expect(try await accounts.link(link) == nil)
            #expect(try await accounts.beginSession(of: owner, SessionStart()) == nil)
            #expect(try await accounts.log(of: owner, before: nil, limit: 10).isEmpty)
            #expect(try await fixture.reminders.calendar(calendar) == nil)
            #expect(try await fixture.reminders.targets(of: owner).isEmpty)
            #expect(try await accounts.content(of: owner) == AccountContent(goals: 0, reviews: 0))
            await #expect(throws: StoreError.self) { try await fixture.addCompleted(1, of: owner) }
            // The address is free again.
            let again = try await accounts.createAccount(.make("mina@example.com"), SessionStart())
            guard case .created = again else {
                Issue.record("\(again)")
                return
            }

            while try await accounts.purgeExpired() > 0 {}
            #expect(try await rows(of: owner, fixture) == 0)
            #expect(removals.counts.reduce(0, +) == 450)
            #expect(removals.counts.max() ?? 0 <= 200, "\(removals.counts)")
            #expect(try await fixture.rowCount("account") == 3)
        }
    }

    @Test func demoAccountsThatNobodyCanEnterGoInSlices() async throws {
        try await withStore(.memory) { fixture in
            try await fixture.addCompleted(450)
            let removals = Removals()
            try await removals.observe(fixture.database)
            fixture.clock.advance(by: 31 * 24 * 3600)
            var count = 0
            while case let more = try await fixture.accounts.purgeExpired(), more > 0 { count += more }
            #expect(count == 2)
            #expect(try await fixture.rowCount("account") == 0)
            #expect(removals.counts.reduce(0, +) == 450 && removals.counts.max() ?? 0 <= 200)
        }
    }

    /// What is left in the middle of it is a sound database, and the rest goes later.
    @Test func aRemovalThatIsCutOffIsFinishedLater() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "hindsight.sqlite").path
            let fixture = try await StoreFixture(SQLiteDatabase(.hindsight, path: path))
            let owner = try await account(fixture).signedIn.account
            let removals = Removals()
            try await removals.observe(fixture.database)
            removals.fail(after: 2)
            _ = try? await fixture.accounts.deleteAccount(owner, SessionStart())
            #expect(try SQLiteDatabase.problems(.hindsight, inFileAt: path) == [])
            _ = try? await fixture.accounts.purgeExpired()
            let left = try await fixture.rowCount("goal")
            #expect(left > 0 && left < 450)
            try fixture.database.close()
            #expect(try SQLiteDatabase.problems(.hindsight, inFileAt: path) == [])

            let reopened = try SQLiteDatabase(.hindsight, path: path)
            let accounts = SQLAccountStore(reopened, clock: fixture.clock.wallClock)
            while try await accounts.purgeExpired() > 0 {}
            let counts = try await reopened.writer.read { db in
                try ["goal", "weekNote", "account"].map { try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \($0)") }
            }
            #expect(counts == [0, 0, 2])
            try reopened.close()
            #expect(try SQLiteDatabase.problems(.hindsight, inFileAt: path) == [])
        }
    }
}
