import Foundation
import HindsightDomain
import Live
import LiveSQL
import StreamsTesting
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What runs beside the requests.
@Suite(.timeLimit(.minutes(15))) struct HindsightServiceTests {
    /// D9: reminders are of no use a quarter of an hour later, so nothing that may take long stands before them.
    @Test func nothingThatTakesLongStandsBeforeAnythingElse() async throws {
        try await withStore(.memory) { fixture in
            let store = FaultyGoalStore(fixture.store)
            let gates = [GoalStoreOperation.storeOverdue, .purgeDeleted, .indexSearch].map { store.hold($0) }
            let reminders = Reminders(store: fixture.reminders)
            let service = HindsightService(
                goals: store, accounts: fixture.accounts, reminders: reminders, sessions: LiveSessions(),
                logger: fixture.log.logger)
            let running = Task { try await service.run() }
            for gate in gates { await gate.arrivals() }
            running.cancel()
            for gate in gates { gate.open() }
            try await running.value
        }
    }

    /// As when changes of another process were missed.
    @Test func aLoginThatHasEndedUnnoticedLosesItsPages() async throws {
        try await withApp { app in
            let service = HindsightService(
                goals: app.store, accounts: app.fixture.accounts, reminders: Reminders(store: app.fixture.reminders),
                sessions: app.sessions, logger: app.fixture.log.logger)
            try await app.account().open().stream { _ in
                while app.sessions.logins.isEmpty { await Task.yield() }
                let owner = try #require(app.sessions.logins.keys.first)
                try await app.account().open().stream { _ in
                    while app.sessions.logins.count < 2 { await Task.yield() }
                    let ended = try #require(AccountID(owner))
                    try await app.fixture.storage.transaction { db in
                        try db.run("DELETE FROM accountSession WHERE accountID = ?1", [ended])
                    }
                    await service.endPagesOfEndedLogins()
                    while app.sessions.logins[owner] != nil { await Task.yield() }
                    #expect(app.sessions.logins.count == 1)
                }
            }
        }
    }
}
