import HindsightDomain
import Subprocess

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

    private let command: Command

    /// - Parameter text: a program, by its path or by its name in `PATH`, and what it is given before all else, each behind
    ///   white space. Nil when there is nothing.
    package init?(_ text: String) {
        self.init(text, grace: .seconds(2))
    }

    init?(_ text: String, grace: Duration) {
        guard let command = Command(text, grace: grace) else { return nil }
        self.command = command
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
        let arguments = ["-i", "-f", sender.mailbox, "--", recipient.mailbox]
        do throws(Command.Failure) {
            // Its output may name the recipient.
            try await command.run(arguments, input: Array(message.utf8), output: .discarded, limit: limit)
            return .sent
        } catch {
            return .failed(error.reason)
        }
    }
}
