import HindsightDomain
import Live

/// The queue and the site address that accounts send mail with.
package struct AccountMail: Sendable {
    let queue: any Mailer
    let site: SiteAddress

    /// - Parameters:
    ///   - queue: takes messages without waiting.
    ///   - site: what links begin with. A request is not asked for it: whoever sends one could have a link lead elsewhere.
    package init(queue: any Mailer, site: SiteAddress) {
        self.queue = queue
        self.site = site
    }

    /// The whole address of a page.
    func address(_ path: String) -> String { site.link(path) }

    func send(_ words: MailWords, to email: EmailAddress) {
        queue.send(MailMessage(words, to: email))
    }

    /// Sends what only the owner of an address may notice: it is made after the answer, whose time tells nothing.
    func send(making make: @escaping @Sendable () async throws -> MailMessage?) {
        queue.send(making: make)
    }
}

extension MailMessage {
    init(_ words: MailWords, to email: EmailAddress) {
        self.init(to: email, subject: words.subject, text: words.text)
    }
}

extension AccountStore {
    /// A link by which whoever has it sets another password of an account: for the operator, who gives it to the owner.
    ///
    /// - Parameters:
    ///   - email: the account's address.
    ///   - site: what the link begins with.
    /// - Returns: nil when no account has that address.
    /// - Throws: ``StoreError``.
    package func resetLink(for email: String, site: SiteAddress) async throws -> String? {
        guard let email = try? EmailAddress(email), let known = try await credentials(key: email.key, device: nil)
        else { return nil }
        let token = try await createLink(.reset(known.account))
        try await record(.resetRequested, of: known.account, from: Client())
        return site.link(Routes.newPassword.path(query: ["token": token.text]))
    }
}
