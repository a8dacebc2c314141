import Live
import LiveHTTP
import Logging
import TestSupport
import Testing

@testable import Market

/// Serves a fresh market while `body` runs, as the real server does, and passes a browser without cookies and scripts.
func withMarketServer(
    _ body: @escaping @Sendable (MarketFixture, HTTPVisitor) async throws -> Void
) async throws {
    try await withMarket { fixture in
        let sessions = LiveSessions()
        let application = try await MarketApplication(
            market: Market(store: fixture.store, clock: { [clock = fixture.clock] in clock.now }), sessions: sessions,
            files: nil)
        try await withServer(application.router(), sessions, logger: Logger(label: "test")) { visitor in
            try await body(fixture, visitor)
        }
    }
}
