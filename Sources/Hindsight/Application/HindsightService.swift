import HindsightDomain
import Hummingbird
import Live
import Logging
import ServiceLifecycle

/// Work beside the requests: tells pages of what other processes change, puts goals away at their owners' midnight, sends
/// reminders, purges, and prepares the search.
package struct HindsightService: Service {
    private let goals: any GoalUpkeepStore
    private let accounts: any AccountStore
    private let reminders: Reminders
    private let sessions: LiveSessions
    private let interval: Duration
    private let logger: Logger

    /// - Parameter interval: between two clearings.
    package init(
        goals: any GoalUpkeepStore, accounts: any AccountStore, reminders: Reminders, sessions: LiveSessions,
        interval: Duration = .seconds(600), logger: Logger
    ) {
        self.goals = goals
        self.accounts = accounts
        self.reminders = reminders
        self.sessions = sessions
        self.interval = interval
        self.logger = logger
    }

    package func run() async throws {
        // One look more is enough, however often it is wanted meanwhile.
        let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let stop = accounts.observeEndedLogins { ended in
            switch ended {
            case .one(let login): sessions.endAll(ofLogin: login, after: Self.signOutDelay)
            case .soon(let login): sessions.endAll(ofLogin: login, after: AccountStoreLimits.replacedSession)
            case .any: look.yield()
            }
        }
        defer { stop() }
        await cancelWhenGracefulShutdown {
            // Each part has a loop of its own: reminders that are late are dropped, so nothing may keep them waiting.
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await goals.followChanges() }
                group.addTask {
                    for await _ in looks {
                        await endPagesOfEndedLogins()
                        // Again for pages that were just being opened with a cached session, and for logins that end soon.
                        for pause in [.seconds(10), AccountStoreLimits.replacedSession] {
                            try? await Task.sleep(for: pause)
                            await endPagesOfEndedLogins()
                        }
                    }
                }
                group.addTask { await every(Self.minute, storeOverdue) }
                group.addTask { await every(Self.minute, sendReminders) }
                group.addTask { await every(Self.minute, index) }
                group.addTask { await every(interval, purge) }
            }
        }
    }

    /// Time in which a page that has ended logins itself, its own among them, leads to another page.
    private static let signOutDelay = Duration.milliseconds(250)

    /// Ends the pages of logins that have ended without this process having been told. It asks again for accounts that can't
    /// be read now.
    func endPagesOfEndedLogins() async {
        var (left, pause) = (sessions.logins, Duration.seconds(1))
        while true {
            var failed: [String: Set<String>] = [:]
            for (owner, logins) in left {
                guard let account = AccountID(owner) else { continue }
                failed[owner] = logins
                await note("Looking for ended logins failed") {
                    let known = Set(try await accounts.sessions(of: account).map(\.login))
                    for login in logins.subtracting(known) { await sessions.endAll(ofLogin: login) }
                    failed[owner] = nil
                }
            }
            left = failed
            if left.isEmpty || Task.isCancelled { return }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .seconds(30))
        }
    }

    /// Runs `work` at once and then after each interval, until the task is cancelled.
    private func every(_ interval: Duration, _ work: () async -> Void) async {
        while !Task.isCancelled {
            await work()
            try? await Task.sleep(for: interval)
        }
    }

    /// Somewhere it is midnight at any quarter of an hour: this is looked for each minute, which costs a look into an index.
    private static let minute = Duration.seconds(60)

    /// Puts away the goals whose end date has passed for their owners.
    func storeOverdue() async {
        await note("Putting away what is overdue failed") { _ = try await goals.storeOverdue() }
    }

    /// Tells the browsers of all accounts what is due.
    func sendReminders() async {
        await note("Telling what is due failed") { try await reminders.sendDue() }
    }

    /// Removes goals, reviews and drafts that can't be restored any more, expired sessions, and demo accounts that nobody can enter.
    func purge() async {
        await note("Clearing away failed") {
            _ = try await goals.purgeDeleted()
            _ = try await accounts.purgeExpired()
        }
    }

    /// Prepares for searching what nobody has searched yet, and forgets what was purged.
    func index() async {
        await note("Preparing the search failed") { _ = try await goals.indexSearch() }
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
