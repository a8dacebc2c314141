import Hummingbird
import Live
import Logging
import ServiceLifecycle

/// What runs beside the requests: clears away what is over, and lets open pages go when the server stops.
public struct HindsightService: Service {
    private let goals: any GoalStore
    private let accounts: any AccountStore
    private let sessions: LiveSessions
    private let interval: Duration
    private let logger: Logger

    /// - Parameter interval: between two clearings.
    public init(
        goals: any GoalStore, accounts: any AccountStore, sessions: LiveSessions, interval: Duration = .seconds(600),
        logger: Logger
    ) {
        self.goals = goals
        self.accounts = accounts
        self.sessions = sessions
        self.interval = interval
        self.logger = logger
    }

    public func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await clear()
                try await Task.sleep(for: interval)
            }
        }
        await sessions.close()
    }

    /// Removes reviews and drafts that can't be restored any more, expired sessions, and demo accounts that nobody can enter.
    func clear() async {
        do {
            _ = try await goals.purgeDeleted()
            _ = try await accounts.purgeExpired()
        } catch is CancellationError {
            // The server stops before the first clearing is over.
        } catch {
            logger.warning("Clearing away failed", metadata: ["error": "\(type(of: error))"])
        }
    }
}
