import Live
import LiveHTTP
import Logging
import ServiceLifecycle

/// Work beside the requests: tells pages of changes by other processes, removes what has expired, deletes files that nothing needs
/// any more, and ends the open pages when the server stops.
package struct MarketService: Service {
    private let market: Market
    private let sessions: LiveSessions
    private let pictures: MarketPictures
    private let uploads: UploadFolder
    private let interval: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - market: the parts of the market.
    ///   - sessions: the open pages.
    ///   - pictures: the pictures of products.
    ///   - uploads: the folder for files that visitors send.
    ///   - interval: the time between two rounds.
    ///   - logger: the logger for rounds that failed.
    package init(
        market: Market, sessions: LiveSessions, pictures: MarketPictures, uploads: UploadFolder,
        interval: Duration = .seconds(600), logger: Logger
    ) {
        (self.market, self.sessions, self.interval, self.logger) = (market, sessions, interval, logger)
        (self.pictures, self.uploads) = (pictures, uploads)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await uploads.deleteForgottenFiles() }
                group.addTask { await market.store.followChanges() }
                group.addTask {
                    while !Task.isCancelled {
                        await note("Removing what has expired failed") { _ = try await market.store.purgeExpired() }
                        await note("Deleting pictures failed") { try await pictures.deleteStrays() }
                        try? await Task.sleep(for: interval)
                    }
                }
            }
        }
        await sessions.close()
    }

    private func note(_ failure: Logger.Message, _ work: () async throws -> Void) async {
        do {
            try await work()
        } catch is CancellationError {
            // The server stops meanwhile.
        } catch {
            logger.warning(failure, metadata: ["error": "\(type(of: error))"])
        }
    }
}
