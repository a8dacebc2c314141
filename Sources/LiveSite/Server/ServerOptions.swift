import ArgumentParser
import Foundation
import Hummingbird
import HummingbirdCore
import LiveHTTP
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// The name that an app's server is known by.
public protocol ServedSite {
    /// The app's name in English, one word, such as `Hindsight`. In lower case it names the command, the log and the
    /// database file, in upper case it begins the names of environment variables.
    static var name: String { get }
    /// Help text of the option for the database, which takes the path of a file unless the app says otherwise.
    static var databaseHelp: String { get }
}

extension ServedSite {
    public static var databaseHelp: String { "The database file; made when it is missing" }

    /// Returns the value of an environment variable of the app: `setting("PORT", default: "8080")` reads
    /// `HINDSIGHT_PORT`.
    public static func setting(_ name: String, default fallback: String) -> String {
        ProcessInfo.processInfo.environment["\(Self.name.uppercased())_\(name)"] ?? fallback
    }

    /// Path of the database file: `HINDSIGHT_DATABASE`, or else `hindsight.sqlite`.
    public static var database: String { setting("DATABASE", default: "\(name.lowercased()).sqlite") }

    /// Makes the app's logger, with the level in the environment variable `LOG_LEVEL`, `info` without it.
    public static func makeLogger() -> Logger {
        var logger = Logger(label: name.lowercased()) { LateLogHandler(Logger(label: $0).handler) }
        let level = ProcessInfo.processInfo.environment["LOG_LEVEL"] ?? "info"
        logger.logLevel = Logger.Level(rawValue: level) ?? .info
        return logger
    }
}

/// A log handler that passes its logger's metadata to another handler when a line is written. `StreamLogHandler` formats
/// metadata as soon as it is set. The server sets some for each request, and most requests log nothing.
struct LateLogHandler: LogHandler {
    private var target: any LogHandler
    var metadata: Logger.Metadata

    init(_ target: any LogHandler) {
        self.target = target
        metadata = target.metadata
    }

    var logLevel: Logger.Level {
        get { target.logLevel }
        set { target.logLevel = newValue }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { target.metadataProvider }
        set { target.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var target = target
        target.metadata = metadata
        target.log(event: event)
    }
}

/// The options of every app's server. Each may also be given as an environment variable.
public struct ServerOptions<Site: ServedSite>: ParsableArguments {
    private static var prefix: String { Site.name.uppercased() }

    /// The address to listen on.
    @Option(help: "The address to listen on (\(Self.prefix)_HOSTNAME).")
    public var hostname = Site.setting("HOSTNAME", default: "127.0.0.1")

    /// The port to listen on.
    @Option(help: "The port to listen on; 0 takes a free one (\(Self.prefix)_PORT).")
    public var port = Int(Site.setting("PORT", default: "8080")) ?? -1

    /// Path of the database file, or another name of a database that the app knows.
    @Option(help: "\(Site.databaseHelp) (\(Self.prefix)_DATABASE).")
    public var database = Site.database

    /// Path of the folder of the files that browsers load; nil for the one that ``publicFiles()`` finds.
    @Option(help: "The folder of the script, the style sheet and the pictures (\(Self.prefix)_PUBLIC).")
    public var `public`: String?

    /// Whether all requests pass through a proxy; see `LivePages`.
    @Flag(
        help: """
            All requests pass through a proxy: trust its X-Forwarded-For. That of a proxy on this machine is always \
            trusted (\(Self.prefix)_BEHIND_PROXY=1).
            """)
    public var behindProxy = ["1", "true", "yes"].contains(Site.setting("BEHIND_PROXY", default: "").lowercased())

    /// Creates options; called by the argument parser.
    public init() {}

    /// Throws a `ValidationError` for a port that there can't be.
    public func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("The port must be a number from 0 to 65535.") }
    }

    /// Reads the files that browsers load: those of the given folder, or of `Public` in the working directory or in a
    /// folder above the executable. The folder is recognised by its file `live.js`. Files of its subfolder with the app's
    /// name in lower case take the place of those with the same names.
    ///
    /// - Throws: a `ValidationError` when there is no such folder.
    public func publicFiles() throws -> PublicFiles {
        try PublicFiles(folder: publicFolder(), site: Site.name.lowercased())
    }

    private func publicFolder() throws -> String {
        if let path = self.public ?? ProcessInfo.processInfo.environment["\(Self.prefix)_PUBLIC"] {
            guard isPublicFolder(path) else { throw ValidationError("There is no live.js in the folder \(path).") }
            return path
        }
        var candidates = [URL(filePath: FileManager.default.currentDirectoryPath)]
        var folder = Bundle.main.bundleURL.resolvingSymlinksInPath()
        while folder.pathComponents.count > 1 {
            candidates.append(folder)
            folder.deleteLastPathComponent()
        }
        guard let path = candidates.map({ $0.appending(path: "Public").path }).first(where: isPublicFolder) else {
            throw ValidationError("The folder Public was not found. Name it with --public.")
        }
        return path
    }

    private func isPublicFolder(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path + "/live.js") }

    /// Serves until the process is told to stop (`SIGTERM`, `SIGINT`), and prints the address that it listens on. Then it
    /// ends the open pages, answers the requests that have begun, and returns.
    ///
    /// - Parameters:
    ///   - router: the app's router.
    ///   - loops: the event loops that connections and pages run on; by default those of the process.
    ///   - outliving: services that stop after the server, such as a queue that takes what the last requests sent.
    ///   - within: services that stop before the open pages are ended.
    ///   - logger: the app's logger; nil for ``ServedSite/makeLogger()``.
    /// - Throws: `ValidationError` when the address can't be listened on.
    public func serve(
        _ router: LiveRouter, on loops: MultiThreadedEventLoopGroup = .singleton, outliving: [any Service] = [],
        within: [any Service] = [], logger: Logger? = nil
    ) async throws {
        let logger = logger ?? Site.makeLogger()
        let responder = router.buildResponder()
        let application = Application(
            responder: responder,
            server: .live(),
            configuration: .init(
                address: .hostname(hostname, port: port),
                availableConnectionsDelegate: OpenFiles.connectionLimit(logger: logger)),
            onServerRunning: { [hostname, name = Site.name] channel in
                let line = "\(name) listens on http://\(hostname):\(channel.localAddress?.port ?? 0)\n"
                FileHandle.standardOutput.write(Data(line.utf8))
            },
            eventLoopGroupProvider: .shared(loops), logger: logger)
        // Services stop in the reverse order: the pages before the server, which waits for their streams to end.
        var services = ServiceGroupConfiguration(
            services: outliving + [application, OpenPages(responder: responder)] + within,
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        services.maximumGracefulShutdownDuration = .seconds(20)
        services.maximumCancellationDuration = .seconds(5)
        do {
            try await ServiceGroup(configuration: services).run()
        } catch let error as IOError {
            throw refusal(error) ?? error
        }
    }

    /// Returns the words for an operator whose address can't be listened on; nil for any other error.
    private func refusal(_ error: IOError) -> (any Error)? {
        switch error.errnoCode {
        case EADDRINUSE: ValidationError("Port \(port) is in use. Choose another one with --port.")
        case EADDRNOTAVAIL:
            ValidationError("This machine doesn't have the address \(hostname). Choose another one with --hostname.")
        case EACCES: ValidationError("This user may not listen on port \(port). Choose another one with --port.")
        default: nil
        }
    }
}

/// The open pages of a server, which end when it stops.
struct OpenPages: Service {
    let responder: LiveResponder

    func run() async {
        // Throws when the group is cancelled: then the pages end as well.
        try? await gracefulShutdown()
        await responder.endPages()
    }
}
