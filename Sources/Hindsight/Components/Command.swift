import Foundation
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// A program of the system that takes its input at once, such as `sendmail`.
struct Command: Sendable {
    /// Why a command came to nothing. Safe to log.
    struct Failure: Error, Hashable {
        let reason: String
    }

    /// Environment variables that the command gets: the search path and the places of its own settings.
    private static let environment: [Environment.Key: String] = {
        let own = ProcessInfo.processInfo.environment
        let names: [Environment.Key] = ["PATH", "HOME", "USER", "LOGNAME", "TZ"]
        return Dictionary(uniqueKeysWithValues: names.compactMap { name in own[name.rawValue].map { (name, $0) } })
    }()

    /// A write to a program that has ended would end this process, too.
    private static let ignoreBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    private let executable: Executable
    private let arguments: [String]
    /// Time from the signal to end (`SIGTERM`) to the one that can't be ignored.
    private let grace: Duration

    /// - Parameters:
    ///   - text: a program, by its path or by its name in `PATH`, and what it is given before all else, each behind white
    ///     space. Nil when there is nothing.
    ///   - grace: time from the signal to end (`SIGTERM`) to the one that can't be ignored.
    init?(_ text: String, grace: Duration = .seconds(2)) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let program = words.first else { return nil }
        executable = program.contains("/") ? .path(FilePath(program)) : .name(program)
        arguments = Array(words.dropFirst())
        self.grace = grace
    }

    /// Runs the program. When the task is cancelled, the program is ended.
    ///
    /// - Parameters:
    ///   - arguments: arguments after those that the command was made with.
    ///   - input: bytes for its standard input. A program that ends without reading them has failed.
    ///   - output: how its standard output is collected.
    ///   - limit: sleeps for as long as it may take.
    /// - Returns: its output.
    /// - Throws: ``Failure``.
    func run<Output: OutputProtocol>(
        _ arguments: [String], input: [UInt8], output: Output, limit: @escaping @Sendable () async throws -> Void
    ) async throws(Failure) -> Output.OutputType {
        Self.ignoreBrokenPipes
        let outcome = await withTaskGroup(of: Result<Output.OutputType, Failure>?.self) { group in
            group.addTask { await handOver(arguments, input, output) }
            group.addTask {
                do { try await limit() } catch { return nil }
                return .failure(Failure(reason: "It took too long and was ended"))
            }
            // The time may be cut short: then what counts is how the program ends.
            var outcome: Result<Output.OutputType, Failure>?
            while outcome == nil, let next = await group.next() { outcome = next }
            group.cancelAll()
            return outcome ?? .failure(Failure(reason: "It was not waited for"))
        }
        return try outcome.get()
    }

    private func handOver<Output: OutputProtocol>(
        _ more: [String], _ input: [UInt8], _ output: Output
    ) async -> Result<Output.OutputType, Failure> {
        var options = PlatformOptions()
        // A script's own children end with it.
        options.createSession = true
        options.teardownSequence = [.gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: grace)]
        do {
            // The input is written here: the library's own writer ends this process when a program ends before it has
            // read all.
            let result = try await Subprocess.run(
                executable, arguments: Arguments(arguments + more), environment: .custom(Self.environment),
                platformOptions: options, input: .inputWriter, output: output, error: .discarded
            ) { execution in
                let isWritten = (try? await execution.standardInputWriter.write(input)) != nil
                try? await execution.standardInputWriter.finish()
                return isWritten
            }
            guard result.terminationStatus.isSuccess else {
                return .failure(Failure(reason: "\(result.terminationStatus)"))
            }
            guard result.closureResult else { return .failure(Failure(reason: "It did not read its input")) }
            return .success(result.standardOutput)
        } catch {
            // Without what was given to the program: an error's own words may have it.
            let isMissing = (error as? SubprocessError)?.code == .executableNotFound
            return .failure(Failure(reason: isMissing ? "There is no such program" : "It could not be run"))
        }
    }
}
