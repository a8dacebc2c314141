import Live
import Logging
import ServiceLifecycle

/// Work beside the requests: removes what has expired, and ends the open pages when the server stops.
package struct MarketService: Service {
    private let market: Market
    private let sessions: LiveSessions
    private let interval: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - market: the parts of the market.
    ///   - sessions: the open pages.
    ///   - interval: the time between two rounds.
    ///   - logger: the logger for rounds that failed.
    package init(market: Market, sessions: LiveSessions, interval: Duration = .seconds(600), logger: Logger) {
        (self.market, self.sessions, self.interval, self.logger) = (market, sessions, interval, logger)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await purge()
                try? await Task.sleep(for: interval)
            }
        }
        await sessions.close()
    }

    private func purge() async {
        do {
            _ = try await market.store.purgeExpired()
        } catch is CancellationError {
            // The server stops meanwhile.
        } catch {
            logger.warning("Removing what has expired failed", metadata: ["error": "\(type(of: error))"])
        }
    }
}
