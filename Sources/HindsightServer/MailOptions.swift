import ArgumentParser
import Hindsight
import LiveSite
import Logging

/// The options of mail. The app gets them as ``AccountMail``.
struct MailOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The program that sends mail, such as /usr/sbin/sendmail; without it there is none (HINDSIGHT_MAIL_COMMAND).",
            valueName: "command"))
    var mailCommand = HindsightSite.setting("MAIL_COMMAND", default: "")

    @Option(
        help: ArgumentHelp(
            "The sender of mail, as in \"Hindsight <no-reply@example.org>\" (HINDSIGHT_MAIL_FROM).",
            valueName: "sender"))
    var mailFrom = HindsightSite.setting("MAIL_FROM", default: "")

    @Option(
        help: ArgumentHelp(
            "The public address of the site, as in https://hindsight.example.org, for links in mail (HINDSIGHT_SITE).",
            valueName: "address"))
    var site = HindsightSite.setting("SITE", default: "")

    func validate() throws {
        _ = try parts()
    }

    /// Returns the queue, which runs as a service, and the site address that links begin with; nil if no mail is sent.
    func settings(logger: Logger) throws -> (queue: MailQueue, site: SiteAddress)? {
        try parts().map { command, sender, site in
            (MailQueue(command: command, sender: sender, logger: logger), site)
        }
    }

    /// Returns the address of the site; nil if it was not set.
    func siteAddress() throws -> SiteAddress? { site.isEmpty ? nil : try parsedSite() }

    private func parts() throws -> (MailCommand, MailSender, SiteAddress)? {
        // Options are checked also when they aren't used: a mistake is better found now than with the first mail.
        let sender = mailFrom.isEmpty ? nil : try parsedSender()
        let address = site.isEmpty ? nil : try parsedSite()
        guard let command = MailCommand(mailCommand) else { return nil }
        guard let sender else {
            throw ValidationError("--mail-command needs --mail-from, the sender of mail.")
        }
        guard let address else {
            throw ValidationError("--mail-command needs --site, the public address of the site, for the links in mail.")
        }
        return (command, sender, address)
    }

    private func parsedSender() throws -> MailSender {
        do { return try MailSender(mailFrom) } catch {
            throw ValidationError(
                "--mail-from must be like \"Hindsight <no-reply@example.org>\" or no-reply@example.org: \(mailFrom)")
        }
    }

    private func parsedSite() throws -> SiteAddress { try Self.siteAddress(site) }

    static func siteAddress(_ site: String) throws -> SiteAddress {
        do { return try SiteAddress(site) } catch {
            let reason =
                switch error {
                case .scheme: "it must begin with https:// or http://"
                case .host: "there is no host in it that there can be"
                case .more: "it must end behind the host and the port"
                }
            throw ValidationError("--site must be like https://hindsight.example.org; \(reason): \(site)")
        }
    }
}
