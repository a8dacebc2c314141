import Foundation
import Logging
import TestSupport
import Testing

@testable import LivePostgres

extension Trait where Self == ConditionTrait {
    /// Leaves a test out where there is no server.
    static var needsPostgres: Self {
        .enabled(
            if: PostgresFixture.server != nil,
            "Needs a server: Tests/postgres swift test --filter 'Postgres|SQL|Market'")
    }
}

/// Runs `body`, and returns the fault for which the server has refused it.
func expectFault(
    _ state: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> PostgresFault? {
    do {
        try await body()
        Issue.record("Nothing was refused", sourceLocation: sourceLocation)
    } catch PostgresError.refused(let fault) {
        #expect(fault.state == state, sourceLocation: sourceLocation)
        return fault
    } catch { Issue.record("\(error)", sourceLocation: sourceLocation) }
    return nil
}
