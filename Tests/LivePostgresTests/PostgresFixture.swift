import Foundation
import Logging
import TestSupport
import Testing

@testable import LivePostgres

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
