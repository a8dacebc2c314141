import ArgumentParser
import Foundation
import Hindsight
import HindsightDomain
import HindsightSQLite
import Live
import LiveHTTP
import LiveSQLite
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
        let storage = try SQLiteDatabase(.hindsight, path: server.database)
        do {
            try await serve(storage, logger)
        } catch {
            // A server that can't start, as when its port is in use, leaves its database as one that stops does.
            try? storage.close()
            throw error
        }
        try storage.close()
    }

    /// Serves until the process is told to stop.
    private func serve(_ storage: SQLiteDatabase, _ logger: Logger) async throws {
        let clock: WallClock = { Date() }
        let goals = SQLiteGoalStore(storage, clock: clock, logger: logger)
        let accounts = SQLiteAccountStore(storage, clock: clock, logger: logger, goals: goals)
        let loops = MultiThreadedEventLoopGroup.singleton
        let sessions = LiveSessions(executor: LoopExecutor(loops))
        let mail = try mail.settings(logger: logger)
        let reminders = SQLiteReminderStore(storage, clock: clock, logger: logger, goals: goals)
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
            goals: goals, accounts: accounts, reminders: told, logger: logger)
        // Mail goes last: what the last requests have sent goes out.
        let outliving: [(any Service)?] = [mail?.queue, push]
        try await server.serve(
            hindsight.router(), on: loops, outliving: outliving.compactMap(\.self), within: [service], logger: logger)
    }
}
