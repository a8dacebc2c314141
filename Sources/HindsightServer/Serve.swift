import ArgumentParser
import Foundation
import Hindsight
import HindsightDomain
import HindsightStore
import Live
import LiveHTTP
import LiveSQL
import LiveSite
import Logging
import NIOPosix
import ServiceLifecycle

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Starts the server (the default).")

    @OptionGroup var server: ServerOptions<HindsightSite>

    @OptionGroup var mail: MailOptions

    func run() async throws {
        let logger = HindsightSite.makeLogger()
        try await HindsightSite.withDatabase(server.database, logger: logger) { try await serve($0, logger) }
    }

    /// Serves until the process is told to stop.
    private func serve(_ database: any SQLDatabase, _ logger: Logger) async throws {
        let clock: WallClock = { Date() }
        let goals = SQLGoalStore(database, clock: clock, logger: logger)
        let accounts = SQLAccountStore(database, clock: clock, logger: logger, goals: goals)
        let loops = MultiThreadedEventLoopGroup.singleton
        let sessions = LiveSessions(executor: LoopExecutor(loops))
        let mail = try mail.settings(logger: logger)
        let reminders = SQLReminderStore(database, clock: clock, logger: logger, goals: goals)
        let site = try self.mail.siteAddress()
        let push = PushQueue(
            store: reminders, key: try await PushKey(of: reminders, contact: site), logger: logger, clock: clock)
        let told = Reminders(store: reminders, push: push, site: site)
        let hindsight = try await HindsightApplication(
            goals: goals, accounts: accounts, reminders: told, sessions: sessions,
            files: try server.publicFiles(),
            mail: mail.map { AccountMail(queue: $0.queue, site: $0.site) }, trustsProxies: server.behindProxy,
            clock: clock)
        let service = HindsightService(
            goals: goals, accounts: accounts, reminders: told, sessions: sessions, logger: logger)
        // Mail goes last: what the last requests have sent goes out.
        let outliving: [(any Service)?] = [mail?.queue, push]
        try await server.serve(
            hindsight.router(), on: loops, outliving: outliving.compactMap(\.self), within: [service], logger: logger)
    }
}
