import Foundation
import HindsightDomain
import Live

/// The rules of accounts, between the pages and the store.
///
/// Nobody learns here whether an address has an account who couldn't know it anyway: the answers are the same, and so is
/// the work that they wait for. Only where no mail can be sent is a taken address told to whoever tries to register with it.
struct AccountService: Sendable {
    let store: any AccountStore
    let hasher: PasswordHasher
    /// Nil where no mail is sent.
    let mail: AccountMail?

    // MARK: Signing in

    /// - Throws: ``AccountRefusal``, ``StoreError``.
    func signIn(
        _ email: String, _ password: String, isRemembered: Bool, by visitor: AccountVisitor
    ) async throws -> SignInAnswer {
        // An invalid address has no account, and takes as long.
        let key = (try? EmailAddress(email))?.key ?? ""
        let known = try await store.credentials(key: key, device: visitor.device)
        let limits: [AttemptLimit] =
            if let known, known.isKnownDevice { [.signIn(known.account, visitor.device)] } else {
                AttemptLimit.signIn(key, from: visitor.client)
            }
        try throwIfHashingQueueIsFull()
        let attempt = try await attempt(limits, on: known?.account, by: visitor)
        guard let known, let start = try await check(password, known, attempt, by: visitor) else {
            if known == nil { _ = try await hashing { try await $0.check(nil, nil) } }
            throw AccountRefusal.wrong
        }
        var remembered = start
        remembered.isRemembered = isRemembered
        guard let session = try await store.beginSession(of: known.account, remembered) else {
            throw AccountRefusal.wrong
        }
        return SignInAnswer(session: session, ended: visitor.session.map { [$0.login] } ?? [])
    }

    /// Whether a password is the account's; nil when it isn't. A hash that takes less work than those of today is made anew.
    private func check(
        _ password: String, _ known: Credentials, _ attempt: Attempt, by visitor: AccountVisitor
    ) async throws -> SessionStart? {
        let entered = Password(entered: password)
        let answer = try await hashing { try await $0.check(entered, known.password) }
        if answer == .wrong { return nil }
        var compared = known.password
        if answer == .rightButOfOldCost, let entered {
            let hash = try await hashing { try await $0.hash(entered) }
            try await store.rehash(hash, of: known.account, from: known.password)
            compared = hash
        }
        return SessionStart(
            client: visitor.client, device: visitor.device, replaces: visitor.session, attempt: attempt,
            compared: compared)
    }

    /// The owner says the password again before something that can't be taken back.
    ///
    /// - Throws: ``AccountRefusal/wrong``.
    private func confirm(
        _ password: String, of account: AccountID, by visitor: AccountVisitor
    ) async throws -> (Credentials, SessionStart) {
        guard let known = try await store.credentials(of: account) else { throw StoreError.notFound }
        try throwIfHashingQueueIsFull()
        let attempt = try await attempt([.confirmation(account, visitor.session)], on: nil, by: visitor)
        guard let start = try await check(password, known, attempt, by: visitor) else { throw AccountRefusal.wrong }
        return (known, start)
    }

    // MARK: The account

    /// - Throws: ``AccountRefusal``, ``PasswordFault``, ``StoreError``.
    func changePassword(
        of account: AccountID, from old: String, to new: String, by visitor: AccountVisitor
    ) async throws -> SignInAnswer {
        // First what tells nothing of the old one: who is sent back for it has not used an attempt up.
        guard let email = try await store.details(of: account)?.email else { throw StoreError.notFound }
        let password = try Password(new: new, email: email)
        let (known, start) = try await confirm(old, of: account, by: visitor)
        let hash = try await hashing { try await $0.hash(password) }
        guard let changed = try await store.changePassword(to: hash, of: account, start) else {
            throw AccountRefusal.wrong
        }
        tell(known, visitor.strings(for: known)) { $0.passwordChangedMail }
        return SignInAnswer(session: changed.session, ended: changed.ended)
    }

    /// Gives the account another address: at once where no mail can be sent, otherwise when the new address has been shown
    /// to be the owner's.
    ///
    /// - Returns: whether a mail was sent.
    /// - Throws: ``AccountRefusal``, ``EmailFault``, ``StoreError``.
    func changeEmail(
        of account: AccountID, to text: String, password: String, by visitor: AccountVisitor
    ) async throws -> Bool {
        let email = try EmailAddress(text)
        let (known, start) = try await confirm(password, of: account, by: visitor)
        guard let mail else {
            _ = try await attempt([.change(of: account)], on: nil, by: visitor)
            switch try await store.changeEmail(to: email, of: account, start) {
            case .changed: return false
            case .taken: throw AccountRefusal.taken
            case .refused: throw AccountRefusal.wrong
            }
        }
        _ = try await attempt([.mail("address", email.key), .change(of: account)], on: nil, by: visitor)
        guard try await store.requestEmail(of: account, start) else { throw AccountRefusal.wrong }
        mail.send {
            let isTaken = try await store.credentials(key: email.key, device: nil) != nil
            if isTaken, email != known.email {
                let strings = visitor.strings
                return MailMessage(strings.addressTakenMail(mail.address(Routes.signIn.path())), to: email)
            } else {
                let token = try await store.createLink(.email(account, email))
                let link = mail.address(Routes.confirmEmail.path(query: ["token": token.text]))
                return MailMessage(visitor.strings.confirmEmailMail(link), to: email)
            }
        }
        return true
    }

    /// Gives the account the address that a link was sent to.
    ///
    /// - Throws: ``AccountRefusal``, ``StoreError``.
    func confirmEmail(_ token: SecretToken, of account: AccountID, by visitor: AccountVisitor) async throws {
        let known = try await store.credentials(of: account)
        switch try await store.confirmEmail(token, of: account, from: visitor.client) {
        case .changed: if let known { tell(known, visitor.strings(for: known)) { $0.emailChangedMail } }
        case .taken: throw AccountRefusal.takenMeanwhile
        case .refused, nil: throw AccountRefusal.linkIsOver
        }
    }

    /// Removes an account with all that is its own.
    ///
    /// - Returns: the logins that are over.
    /// - Throws: ``AccountRefusal/wrong``, ``StoreError``.
    func delete(_ account: AccountID, password: String, by visitor: AccountVisitor) async throws -> [String] {
        let (known, start) = try await confirm(password, of: account, by: visitor)
        guard let ended = try await store.deleteAccount(account, start) else { throw AccountRefusal.wrong }
        tell(known, visitor.strings(for: known)) { $0.accountDeletedMail }
        return ended
    }

    // MARK: A forgotten password

    /// Sends a link to set another password, if an account has that address.
    ///
    /// - Throws: ``AccountRefusal``, ``EmailFault``, ``StoreError``.
    func sendReset(to text: String, for invitation: InvitationToken?, by visitor: AccountVisitor) async throws {
        guard let mail else { throw AccountRefusal.noMail }
        let email = try EmailAddress(text)
        _ = try await attempt(AttemptLimit.reset(email.key, from: visitor.client), on: nil, by: visitor)
        mail.send {
            guard let known = try await store.credentials(key: email.key, device: nil) else { return nil }
            let token = try await store.createLink(.reset(known.account))
            try await store.record(.resetRequested, of: known.account, from: visitor.client)
            let query = (["token": token.text] as Query).inviting(invitation)
            let link = mail.address(Routes.newPassword.path(query: query))
            return MailMessage(visitor.strings(for: known).resetMail(link), to: known.email)
        }
    }

    /// Whether a link to set another password can still be used.
    func isReset(_ token: SecretToken) async throws -> Bool {
        if case .reset = try await store.link(token) { true } else { false }
    }

    /// - Throws: ``AccountRefusal``, ``PasswordFault``, ``StoreError``.
    func resetPassword(
        _ token: SecretToken, to new: String, by visitor: AccountVisitor
    ) async throws -> SignInAnswer {
        guard case .reset(let account) = try await store.link(token),
            let known = try await store.credentials(of: account)
        else { throw AccountRefusal.linkIsOver }
        let password = try Password(new: new, email: known.email.text)
        let hash = try await hashing { try await $0.hash(password) }
        let start = SessionStart(client: visitor.client, device: visitor.device, replaces: visitor.session)
        guard let changed = try await store.resetPassword(token, to: hash, start) else {
            throw AccountRefusal.linkIsOver
        }
        tell(known, visitor.strings(for: known)) { $0.passwordChangedMail }
        return SignInAnswer(session: changed.session, ended: changed.ended + (visitor.session.map { [$0.login] } ?? []))
    }

    // MARK: Registering

    /// - Parameter invitation: the invitation that the visitor signs up for; a mail leads on to it.
    /// - Throws: ``AccountRefusal``, ``StoreError``.
    func register(
        _ registration: Registration, for invitation: InvitationToken?, by visitor: AccountVisitor
    ) async throws -> RegistrationAnswer {
        _ = try await attempt([.signUp(from: visitor.client)], on: nil, by: visitor)
        let hash = try await hashing { try await $0.hash(registration.password) }
        let account = NewAccount(
            email: registration.email, isConfirmed: false, password: hash, demo: registration.demo,
            keeps: registration.keeps, language: nil, timeZone: registration.timeZone)
        guard let mail else {
            let start = SessionStart(client: visitor.client, device: visitor.device)
            switch try await store.createAccount(account, start) {
            case .created(let session): return .registered(.signedIn(session))
            case .taken: return .taken(registration.email)
            case .demoIsGone: throw AccountRefusal.demoIsGone
            }
        }
        _ = try await attempt([.mail("sign-up", registration.email.key)], on: nil, by: visitor)
        mail.send {
            if let known = try await store.credentials(key: registration.email.key, device: nil) {
                let link = mail.address(Routes.signIn.path(query: .signingIn(for: invitation)))
                return MailMessage(visitor.strings(for: known).alreadyRegisteredMail(link), to: known.email)
            } else {
                let token = try await store.createLink(.registration(account))
                let query = (["token": token.text] as Query).inviting(invitation)
                let link = mail.address(Routes.confirmRegistration.path(query: query))
                return MailMessage(visitor.strings.registrationMail(link), to: registration.email)
            }
        }
        return .registered(.mailed(registration.email))
    }

    /// The address of a registration's link; nil when it can't be used any more.
    func registration(_ token: SecretToken) async throws -> EmailAddress? {
        if case .registration(let account) = try await store.link(token) { account.email } else { nil }
    }

    /// Makes the account of a registration's link, for whoever knows the password that was chosen: a link that is opened
    /// by a mail's scanner, or by somebody who never asked for it, makes no account.
    ///
    /// - Throws: ``AccountRefusal``, ``StoreError``.
    func confirmRegistration(
        _ token: SecretToken, password: String, by visitor: AccountVisitor
    ) async throws -> SignInAnswer {
        guard case .registration(let account) = try await store.link(token) else { throw AccountRefusal.linkIsOver }
        try throwIfHashingQueueIsFull()
        let attempt = try await attempt([.link(token)], on: nil, by: visitor)
        let entered = Password(entered: password)
        guard try await hashing({ try await $0.check(entered, account.password) }) != .wrong else {
            throw AccountRefusal.wrong
        }
        let start = SessionStart(
            client: visitor.client, device: visitor.device, replaces: visitor.session, attempt: attempt)
        switch try await store.register(token, start) {
        case .created(let session):
            // Its other pages show the same account: they end with the session that is about to end.
            return SignInAnswer(session: session, ended: visitor.session.map { [$0.login] } ?? [])
        case .taken: throw AccountRefusal.takenMeanwhile
        case .demoIsGone: throw AccountRefusal.demoIsGone
        case nil: throw AccountRefusal.linkIsOver
        }
    }

    // MARK: What they have in common

    /// Counts an attempt.
    ///
    /// - Throws: ``AccountRefusal/tooOften(_:)``, ``StoreError``.
    func attempt(_ limits: [AttemptLimit], on account: AccountID?, by visitor: AccountVisitor) async throws -> Attempt {
        switch try await store.attempt(limits, on: account, from: visitor.client) {
        case .allowed(let attempt): return attempt
        case .tooOften(let wait): throw AccountRefusal.tooOften(wait)
        }
    }

    /// Refuses before anything is counted: a request that would only be told that the queue is full is no attempt.
    private func throwIfHashingQueueIsFull() throws {
        if hasher.isFull { throw AccountRefusal.busy }
    }

    private func hashing<Value>(_ work: (PasswordHasher) async throws -> Value) async throws -> Value {
        do { return try await work(hasher) } catch is PasswordHasher.Busy { throw AccountRefusal.busy }
    }

    private func tell(_ known: Credentials, _ strings: Strings, _ words: (Strings) -> MailWords) {
        mail?.send(words(strings), to: known.email)
    }
}

/// The browser that uses an account, and the language of its answers.
struct AccountVisitor: Sendable {
    var client: Client
    /// Device-cookie token, by which the browser is recognized.
    var device: SecretToken?
    /// The session that the browser has.
    var session: SessionReference?
    var strings: Strings

    /// The language of a mail is that of the account.
    func strings(for known: Credentials) -> Strings {
        var strings = strings
        strings.language = known.language ?? strings.language
        return strings
    }
}

extension AccountVisitor {
    init(_ visit: Visit, strings: Strings) {
        self.init(
            client: visit.client, device: visit.cookies[DeviceCookie.name].flatMap { SecretToken($0) },
            session: visit.isGuest
                ? nil : AccountID(visit.owner).map { SessionReference(account: $0, login: visit.login) },
            strings: strings)
    }
}

/// Somebody is signed in.
struct SignInAnswer: Hashable, Sendable {
    let session: NewSession
    /// The logins that are over.
    let ended: [String]
}

/// Why something about an account was not done.
enum AccountRefusal: Error, Hashable, Sendable {
    /// The password is not the one of the address, or the address has no account.
    case wrong
    /// It was tried too often. It may be tried again after so long.
    case tooOften(Duration)
    /// Too many are signing in at this moment.
    case busy
    /// There is an account of this address.
    case taken
    /// There is one since a link was sent to it.
    case takenMeanwhile
    /// A link that was used, is too old, or never was.
    case linkIsOver
    /// The demo account that was to become the account is gone, or has become one.
    case demoIsGone
    /// No mail is sent here.
    case noMail
}

extension AttemptLimit {
    /// Limits a network address. Those of this machine itself may be many, behind a proxy that doesn't forward
    /// addresses.
    private static func address(_ purpose: String, _ client: Client, _ allowance: Int) -> AttemptLimit {
        let group = AddressGroup(address: client.address).text
        return AttemptLimit(
            key: "\(purpose) from \(group)", allowance: client.isLocal ? 5 * allowance : allowance,
            pause: .seconds(30), longestPause: .seconds(3600), memory: .seconds(24 * 3600), isForgiven: false)
    }

    private static func account(_ key: String, _ allowance: Int) -> AttemptLimit {
        AttemptLimit(
            key: key, allowance: allowance, pause: .seconds(10), longestPause: .seconds(900),
            memory: .seconds(24 * 3600), isForgiven: true)
    }

    /// Limits an unknown browser: it shares the account's limit with all others of that kind.
    static func signIn(_ key: String, from client: Client) -> [AttemptLimit] {
        [account("sign in \(key)", 5), address("sign in", client, 30)]
    }

    /// Limits a browser that has signed in to the account before: it has a limit of its own, whatever others try.
    static func signIn(_ account: AccountID, _ device: SecretToken?) -> AttemptLimit {
        .account("sign in \(account) \(device?.login ?? "")", 10)
    }

    /// Limits a signed-in visitor who repeats the password.
    static func confirmation(_ account: AccountID, _ session: SessionReference?) -> AttemptLimit {
        .account("confirm \(account) \(session?.login ?? "")", 5)
    }

    /// Limits the holder of a link; nobody else can exhaust it.
    static func link(_ token: SecretToken) -> AttemptLimit { account("link \(token.login)", 5) }

    /// Limits an account whose address is to be changed, from any browser: each answer tells something about an
    /// address.
    static func change(of account: AccountID) -> AttemptLimit {
        AttemptLimit(
            key: "change \(account)", allowance: 10, pause: .seconds(60), longestPause: .seconds(6 * 3600),
            memory: .seconds(24 * 3600), isForgiven: false)
    }

    static func signUp(from client: Client) -> AttemptLimit { address("sign up", client, 20) }

    /// None on this machine: a demo account tells nobody anything, and whoever tries the app out makes many.
    static func demo(from client: Client) -> [AttemptLimit] {
        client.isLocal ? [] : [address("demo", client, 20)]
    }

    /// Limits mails to one address, so that nobody can flood it.
    ///
    /// - Parameter purpose: each has a count of its own, so that nobody who has a mail of one kind sent to an address keeps
    ///   its owner from one of another kind.
    static func mail(_ purpose: String, _ key: String) -> AttemptLimit {
        AttemptLimit(
            key: "mail \(purpose) \(key)", allowance: 3, pause: .seconds(60), longestPause: .seconds(6 * 3600),
            memory: .seconds(24 * 3600), isForgiven: false)
    }

    static func reset(_ key: String, from client: Client) -> [AttemptLimit] {
        [mail("reset", key), address("reset", client, 20)]
    }
}
