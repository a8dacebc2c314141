import ArgumentParser
import Foundation
import Hindsight
import HindsightDomain
import HindsightSQLite
import Hummingbird
import Live
import LiveHTTP
import LiveSQLite
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Starts the server (the default).")

    @Option(help: "The address to listen on (HINDSIGHT_HOSTNAME).")
    var hostname = Setting.text("HINDSIGHT_HOSTNAME", default: "127.0.0.1")

    @Option(help: "The port to listen on; 0 takes a free one (HINDSIGHT_PORT).")
    var port = Int(Setting.text("HINDSIGHT_PORT", default: "8080")) ?? -1

    @Option(help: "The database file; made when it is missing (HINDSIGHT_DATABASE).")
    var database = Setting.text("HINDSIGHT_DATABASE", default: "hindsight.sqlite")

    @Option(help: "The folder of the script, the style sheet and the pictures (HINDSIGHT_PUBLIC).")
    var `public`: String?

    @Flag(
        help: """
            All requests come by a proxy: its word for where they are from is taken (X-Forwarded-For). That of a proxy on \
            this machine always is (HINDSIGHT_BEHIND_PROXY=1).
            """)
    var behindProxy = ["1", "true", "yes"].contains(Setting.text("HINDSIGHT_BEHIND_PROXY", default: "").lowercased())

    @OptionGroup var mail: MailOptions

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("The port must be a number from 0 to 65535.") }
    }

    func run() async throws {
        var logger = Logger(label: "hindsight")
        logger.logLevel = Logger.Level(rawValue: Setting.text("LOG_LEVEL", default: "info")) ?? .info
        let storage = try SQLiteDatabase(.hindsight, path: database)
        do {
            try await serve(storage, logger)
        } catch {
            // What can't start, as when its port is in use, leaves its database as a server that stops does.
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
            files: try PublicFiles(folder: try PublicFolder.find(`public`)),
            mail: mail.map { AccountMail(queue: $0.queue, site: $0.site) }, trustsProxies: behindProxy,
            clock: clock)
        let application = Application(
            responder: LiveResponder(hindsight.router().buildResponder()),
            server: .live(),
            configuration: .init(
                address: .hostname(hostname, port: port),
                availableConnectionsDelegate: OpenFiles.connectionLimit(logger: logger)),
            onServerRunning: { [hostname] channel in
                let line = "Hindsight listens on http://\(hostname):\(channel.localAddress?.port ?? 0)\n"
                FileHandle.standardOutput.write(Data(line.utf8))
            },
            eventLoopGroupProvider: .shared(loops), logger: logger)
        let service = HindsightService(
            goals: goals, accounts: accounts, reminders: told, sessions: sessions, logger: logger)
        // They stop the other way round: pages go first, since the server waits for their streams to end. Mail
        // goes last: what the last requests have sent goes out.
        let all: [(any Service)?] = [mail?.queue, push, application, service]
        var services = ServiceGroupConfiguration(
            services: all.compactMap(\.self), gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        services.maximumGracefulShutdownDuration = .seconds(20)
        services.maximumCancellationDuration = .seconds(5)
        try await ServiceGroup(configuration: services).run()
    }
}
