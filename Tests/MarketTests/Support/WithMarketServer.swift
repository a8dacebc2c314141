import Foundation
import Hummingbird
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
    try await withMarket { fixture in try await withServer(of: fixture) { try await body(fixture, $0) } }
}

/// Serves a market while `body` runs, and tells its pages of changes by other processes.
func withServer(
    of fixture: MarketFixture, _ body: @escaping @Sendable (HTTPVisitor) async throws -> Void
) async throws {
    let sessions = LiveSessions(limits: .patient)
    let folder = FileManager.default.temporaryDirectory.appending(path: "market-uploads-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let application = try await MarketApplication(
        market: Market(fixture), sessions: sessions, files: nil, uploads: try UploadFolder(at: folder))
    let router = application.router()
    // For tests that ask the store about their visitor.
    router.get("/owner") { _, context in try await context.identity.visitor?.owner ?? "" as String }
    let following = Task { await fixture.store.followChanges() }
    try await withServer(router, sessions, logger: Logger(label: "test"), body)
    following.cancel()
    await following.value
}
