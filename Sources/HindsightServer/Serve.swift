import ArgumentParser
import Foundation
import Hindsight
import Hummingbird
import Live
import Logging
import NIOCore
import ServiceLifecycle

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

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("The port must be a number from 0 to 65535.") }
    }

    func run() async throws {
        var logger = Logger(label: "hindsight")
        logger.logLevel = Logger.Level(rawValue: Setting.text("LOG_LEVEL", default: "info")) ?? .info
        let clock: WallClock = { Date() }
        let storage = try HindsightDatabase(path: database)
        let goals = SQLiteGoalStore(storage, clock: clock, logger: logger)
        let accounts = SQLiteAccountStore(storage, clock: clock, logger: logger)
        let sessions = LiveSessions()
        let hindsight = try await HindsightApplication(
            goals: goals, accounts: accounts, sessions: sessions, publicFolder: try PublicFolder.find(`public`),
            clock: clock)
        var application = Application(
            router: hindsight.router(),
            configuration: .init(address: .hostname(hostname, port: port), serverName: "Hindsight"),
            onServerRunning: { [hostname] channel in
                let line = "Hindsight listens on http://\(hostname):\(channel.localAddress?.port ?? 0)\n"
                FileHandle.standardOutput.write(Data(line.utf8))
            },
            logger: logger)
        application.addServices(HindsightService(goals: goals, accounts: accounts, sessions: sessions, logger: logger))
        try await application.runService()
        try storage.close()
    }
}
