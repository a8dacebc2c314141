import Foundation
import HindsightDomain
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// The system's way to send mail: a program that takes a message at its standard input, as `/usr/sbin/sendmail` does with
/// every mail server.
package struct MailCommand: Sendable {
    /// The result of running the command.
    enum Outcome: Hashable, Sendable {
        /// The message is in the mail server's hands.
        case sent
        /// It is not, and why. Safe to log.
        case failed(String)
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

    /// - Parameter text: a program, by its path or by its name in `PATH`, and what it is given before all else, each behind
    ///   white space. Nil when there is nothing.
    package init?(_ text: String) {
        self.init(text, grace: .seconds(2))
    }

    init?(_ text: String, grace: Duration) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let program = words.first else { return nil }
        executable = program.contains("/") ? .path(FilePath(program)) : .name(program)
        arguments = Array(words.dropFirst())
        self.grace = grace
    }

    /// Hands a message over. When the task is cancelled, the program is ended.
    ///
    /// - Parameters:
    ///   - message: headers and text, in lines that end with a line feed.
    ///   - sender: where a failure to deliver it is told (`-f`).
    ///   - recipient: whom it goes to.
    ///   - limit: sleeps for as long as it may take.
    func run(
        _ message: String, from sender: EmailAddress, to recipient: EmailAddress,
        limit: @escaping @Sendable () async throws -> Void
    ) async -> Outcome {
        Self.ignoreBrokenPipes
        return await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await handOver(message, sender, recipient) }
            group.addTask {
                do { try await limit() } catch { return nil }
                return .failed("It took too long and was ended")
            }
            // The time may be cut short: then what counts is how the program ends.
            var outcome: Outcome?
            while outcome == nil, let next = await group.next() { outcome = next }
            group.cancelAll()
            return outcome ?? .failed("It was not waited for")
        }
    }

    private func handOver(_ message: String, _ sender: EmailAddress, _ recipient: EmailAddress) async -> Outcome {
        var options = PlatformOptions()
        // A script's own children end with it.
        options.createSession = true
        options.teardownSequence = [.gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: grace)]
        let all = arguments + ["-i", "-f", sender.mailbox, "--", recipient.mailbox]
        do {
            // Its output may name the recipient. The message is written here: the library's own writer ends
            // this process when a program ends before it has read all.
            let result = try await Subprocess.run(
                executable, arguments: Arguments(all), environment: .custom(Self.environment), platformOptions: options,
                input: .inputWriter, output: .discarded, error: .discarded
            ) { execution in
                let isWritten = (try? await execution.standardInputWriter.write(Array(message.utf8))) != nil
                try? await execution.standardInputWriter.finish()
                return isWritten
            }
            guard result.terminationStatus.isSuccess else { return .failed("\(result.terminationStatus)") }
            return result.closureResult ? .sent : .failed("It did not read the message")
        } catch {
            return .failed(Self.reason(error))
        }
    }

    /// Without what was given to the program: an error's own words may have it.
    private static func reason(_ error: any Error) -> String {
        (error as? SubprocessError)?.code == .executableNotFound ? "There is no such program" : "It could not be run"
    }
}
