import Foundation
import HindsightDomain
import Live

/// A message to one person, in plain text.
package struct MailMessage: Sendable {
    /// Whom it goes to.
    package var to: EmailAddress
    /// One line; line breaks in it become spaces.
    package var subject: String
    /// Paragraphs and addresses, in lines of any length.
    package var text: String

    /// - Parameters:
    ///   - to: whom it goes to.
    ///   - subject: one line.
    ///   - text: plain text, in lines of any length.
    package init(to: EmailAddress, subject: String, text: String) {
        self.to = to
        self.subject = subject
        self.text = text
    }
}

extension MailMessage: CustomStringConvertible, CustomReflectable {
    /// Doesn't show what it says: a link in it opens an account.
    package var description: String { "MailMessage(hidden)" }
    /// Empty, so that `dump` doesn't show it.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Sends mail.
package protocol Mailer: Sendable {
    /// Takes a message to be sent later. It returns at once and tells nothing, so that nobody learns from an answer, or from
    /// its time, whether a mail has gone out.
    func send(_ message: MailMessage)
    /// Makes a message later and sends it. The time that it takes to make, and whether there is one, tells nothing either.
    ///
    /// - Parameter make: makes the message; nil when there is none.
    func send(making make: @escaping @Sendable () async throws -> MailMessage?)
}

/// Sender of mail, as in `Hindsight <no-reply@example.org>`.
package struct MailSender: Sendable {
    /// Why a text is no sender.
    package enum Fault: Error, Hashable, Sendable {
        /// There is no address like `<no-reply@example.org>` at its end.
        case malformed
        /// The address is not valid.
        case address(EmailFault)
    }

    /// Display name; empty for none.
    package let name: String
    /// Address for replies and delivery failures.
    package let address: EmailAddress

    /// - Parameter text: an address, or a name and an address in angle brackets.
    /// - Throws: ``Fault``.
    package init(_ text: String) throws(Fault) {
        let text = text.trimmedAtEnds
        var (name, address) = ("", text[...])
        if let start = text.lastIndex(of: "<") {
            guard text.hasSuffix(">") else { throw .malformed }
            name = text[..<start].trimmedAtEnds
            if name.count > 1, name.hasPrefix("\""), name.hasSuffix("\"") { name = String(name.dropFirst().dropLast()) }
            address = text[start...].dropFirst().dropLast()
        }
        do { self.address = try EmailAddress(address) } catch { throw .address(error) }
        self.name = name
    }
}
