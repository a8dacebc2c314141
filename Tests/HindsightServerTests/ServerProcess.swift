import Foundation
import Synchronization
import TestSupport

/// The server as a process of its own, on a database file of its own.
final class ServerProcess: Sendable {
    let folder: URL
    private let environment: [String: String]
    private let state = Mutex(State())

    private struct State {
        var process: Process?
        var port = 0
    }

    var database: String { folder.appending(path: "hindsight.sqlite").path }
    /// What it has said, over all its lives.
    var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }
    var visitor: HTTPVisitor { HTTPVisitor(port: state.withLock { $0.port }) }

    private init(_ folder: URL, _ environment: [String: String]) {
        self.folder = folder
        self.environment = environment
    }

    /// Runs `use` with a server, and ends both afterwards.
    ///
    /// - Parameter environment: what the server has besides that of the tests.
    static func run(
        environment: [String: String] = [:], _ use: @escaping @Sendable (ServerProcess) async throws -> Void
    ) async throws {
        try await inFront { try await serve(environment, use) }
    }

    private static func serve(
        _ environment: [String: String], _ use: @Sendable (ServerProcess) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let server = ServerProcess(folder, environment)
        defer {
            server.signal(SIGKILL)
            try? FileManager.default.removeItem(at: folder)
        }
        try await server.start()
        try await use(server)
    }

    /// The program that was built with these tests.
    static var program: URL {
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
    func start() async throws {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Self.program
        process.arguments = [
            "--public", Self.publicFolder, "--port", "\(state.withLock { $0.port })", "--database", database,
        ]
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

    private func signal(_ signal: Int32) {
        let process = state.withLock { $0.process }
        if let process, process.isRunning { Foundation.kill(process.processIdentifier, signal) }
    }

    /// Sends a signal and waits for the end. Gives the exit code; that of a signal when it ended by one.
    @discardableResult
    func end(by signal: Int32) async -> Int32 {
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
    func restart() async throws {
        await end(by: SIGKILL)
        try await start()
    }

    /// What `hindsight check` says of the database.
    func check() async throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Self.program
        process.arguments = ["check", database]
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
