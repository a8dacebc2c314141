public import Foundation
import Synchronization

/// The server as a process of its own, on a database file of its own.
public final class ServerProcess: Sendable {
    /// Where its database and its log are.
    public let folder: URL
    private let program: URL
    private let launcher: [String]
    private let options: [String]
    private let environment: [String: String]
    private let state = Mutex(State())

    private struct State {
        var process: Process?
        var port = 0
    }

    /// The path of its database.
    public var database: String { folder.appending(path: "hindsight.sqlite").path }
    /// What it has said, over all its lives.
    public var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }
    /// A browser without cookies and without a script.
    public var visitor: HTTPVisitor { HTTPVisitor(port: state.withLock { $0.port }) }

    private init(
        _ folder: URL, _ program: URL, _ launcher: [String], _ options: [String], _ environment: [String: String]
    ) {
        self.folder = folder
        self.program = program
        self.launcher = launcher
        self.options = options
        self.environment = environment
    }

    /// Runs `use` with a server, and ends both afterwards.
    ///
    /// - Parameters:
    ///   - program: the server; the one that was built with these tests unless another is given.
    ///   - launcher: a program and its arguments that runs the server; nothing when it runs by itself. It gets the
    ///     server's folder.
    ///   - options: options of the server besides those for its port, its database and its files.
    ///   - environment: environment variables of the server besides those of the tests.
    ///   - use: gets the server when it listens.
    public static func run(
        program: URL = program, launcher: @escaping @Sendable (URL) -> [String] = { _ in [] }, options: [String] = [],
        environment: [String: String] = [:], _ use: @escaping @Sendable (ServerProcess) async throws -> Void
    ) async throws {
        try await inFront {
            let folder = FileManager.default.temporaryDirectory.appending(path: "server-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let server = ServerProcess(folder, program, launcher(folder), options, environment)
            defer {
                server.signal(SIGKILL)
                try? FileManager.default.removeItem(at: folder)
            }
            try await server.start()
            try await use(server)
        }
    }

    /// The program that was built with these tests.
    public static var program: URL {
        var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let program = folder.appending(path: "hindsight")
            if FileManager.default.isExecutableFile(atPath: program.path) { return program }
        }
        return folder
    }

    private static var publicFolder: String {
        URL(filePath: #filePath).appending(path: "../../../Public").standardized.path
    }

    /// Starts it, on the same port as before if it ran before, and waits until it says where it listens.
    public func start() async throws {
        let (process, output) = (Process(), Pipe())
        let arguments = [
            "--public", Self.publicFolder, "--port", "\(state.withLock { $0.port })", "--database", database,
        ]
        // `env` finds the launcher in PATH, and becomes it: the process stays the same.
        process.executableURL = launcher.isEmpty ? program : URL(filePath: "/usr/bin/env")
        process.arguments = (launcher.isEmpty ? [] : launcher + [program.path]) + arguments + options
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.currentDirectoryURL = folder
        process.standardOutput = output
        let log = folder.appending(path: "log")
        if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
        let handle = try FileHandle(forWritingTo: log)
        try handle.seekToEnd()
        process.standardError = handle
        let (lines, continuation) = AsyncStream.makeStream(of: Data.self)
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { continuation.finish() } else { continuation.yield(data) }
        }
        try process.run()
        state.withLock { $0.process = process }
        var heard = ""
        for await data in lines {
            heard += String(decoding: data, as: UTF8.self)
            guard let port = heard.between("listens on http://127.0.0.1:", "\n").flatMap({ Int($0) }) else { continue }
            return state.withLock { $0.port = port }
        }
        throw TestFailure("The server did not start: \(heard)\n\(self.log)")
    }

    /// The id of the process while there is one.
    public var identifier: Int32? { state.withLock { $0.process?.processIdentifier } }

    /// Sends a signal to the process if it runs.
    public func signal(_ signal: Int32) {
        let process = state.withLock { $0.process }
        if let process, process.isRunning { Foundation.kill(process.processIdentifier, signal) }
    }

    /// Sends a signal and waits for the end. Gives the exit code; that of a signal when it ended by one.
    @discardableResult
    public func end(by signal: Int32) async -> Int32 {
        guard let process = state.withLock({ $0.process }) else { return -1 }
        await withCheckedContinuation { continuation in
            let once = Mutex(false)
            let finish: @Sendable () -> Void = {
                if once.withLock({ done in
                    defer { done = true }
                    return !done
                }) {
                    continuation.resume()
                }
            }
            process.terminationHandler = { _ in finish() }
            if process.isRunning { Foundation.kill(process.processIdentifier, signal) } else { finish() }
        }
        return process.terminationStatus
    }

    /// `kill -9`, and a new start on what is there then.
    public func restart() async throws {
        await end(by: SIGKILL)
        try await start()
    }

    /// What `hindsight check` says of the database.
    public func check() async throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Self.program
        process.arguments = ["check", database]
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
