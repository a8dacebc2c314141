import Foundation
import Live
import StreamsTesting
import TestSupport
import Testing

@testable import Hindsight

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
}
