import Foundation
import Live

/// Storage of accounts, sessions and the server's own secrets.
///
/// Functions that end sessions return their logins (``SignedIn/login``). The caller also ends the open pages of those.
///
/// - Throws: All functions throw ``StoreError`` (``StoreError/unavailable(_:)`` wraps what the database reports), or
///   `CancellationError` when the task is cancelled.
package protocol AccountStore: Sendable {
    // MARK: Sessions

    /// Makes a new throw-away account with these goals and signs its browser in: all or nothing.
    ///
    /// - Parameters:
    ///   - goals: In this order: the last one is the newest.
    ///   - language: The account's own choice; `nil` leaves it to `Accept-Language`.
    ///   - timeZone: Where the owner is; `nil` when the browser did not tell.
    ///   - client: Where it was asked for.
    /// - Throws: ``StoreError/startsAfterEnd`` for a goal that does.
    func createDemoAccount(
        goals: [NewGoal], language: Language?, timeZone: TimeZoneID?, from client: Client
    ) async throws -> NewSession

    /// Returns the session of a token; `nil` if it does not exist, has expired or was ended.
    ///
    /// The answer may be kept in memory, but never beyond its end: who asks after ``endSession(_:)`` has returned gets
    /// `nil`. Use extends a session, up to its final end. That is stored once an hour at most, and may follow the
    /// answer.
    func session(_ token: SecretToken) async throws -> SignedIn?

    /// Signs a browser in to an account. The attempts of that account are forgotten, and so is what was noted as failed.
    ///
    /// - Returns: nil when the account is gone, or has another password than was compared.
    func beginSession(of account: AccountID, _ start: SessionStart) async throws -> NewSession?

    /// The sessions of an account, the one used last first.
    func sessions(of account: AccountID) async throws -> [AccountSession]

    /// Calls `notify`, from any thread, when logins have ended, by whichever process.
    ///
    /// - Returns: ends it.
    func observeEndedLogins(_ notify: @escaping @Sendable (EndedLogins) -> Void) -> @Sendable () -> Void

    /// Ends a session. One that is not there has ended already.
    func endSession(_ token: SecretToken) async throws

    /// Ends the session of an account that has this login; all but that one for `others`.
    func endSessions(of account: AccountID, _ which: SessionChoice, from client: Client) async throws -> [String]

    /// Ends the other sessions of an account that end by themselves within a minute: those of a demo account that has
    /// just become an account.
    func endReplacedSessions(of account: AccountID, except login: String) async throws -> [String]

    // MARK: Accounts

    /// Makes an account, or makes one of a demo account with all that is in it, and signs its browser in.
    func createAccount(_ account: NewAccount, _ start: SessionStart) async throws -> AccountCreation

    /// Returns the details of an account; `nil` if it does not exist.
    func details(of account: AccountID) async throws -> AccountDetails?

    /// Returns the credentials of the account with an address; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - key: ``EmailAddress/key``.
    ///   - device: the token of a browser that has signed in before.
    func credentials(key: String, device: SecretToken?) async throws -> Credentials?

    /// The same of an account.
    func credentials(of account: AccountID) async throws -> Credentials?

    /// Keeps what an account has chosen. From its return on, ``session(_:)`` tells it.
    func set(_ preferences: [Preference], of account: AccountID) async throws

    /// Keeps where the owner of an account is, unless that is known already. From its return on, ``session(_:)`` tells it.
    ///
    /// - Returns: whether it was kept.
    func learn(_ timeZone: TimeZoneID, of account: AccountID) async throws -> Bool

    /// Gives an account another hash of the same password, unless that is another one by now.
    func rehash(_ hash: PasswordHash, of account: AccountID, from old: PasswordHash) async throws

    /// Gives an account another password, ends all its sessions and links, and signs this browser in anew.
    ///
    /// - Returns: nil when the account is gone, or has another password than was compared.
    func changePassword(
        to hash: PasswordHash, of account: AccountID, _ start: SessionStart
    ) async throws -> (session: NewSession, ended: [String])?

    /// Gives an account another address, unless it has another password than was compared.
    func changeEmail(to email: EmailAddress, of account: AccountID, _ start: SessionStart) async throws -> EmailChange

    /// Notes that an account's owner wants another address, and has said the password for it.
    ///
    /// - Returns: false when the account is gone, or has another password than was compared.
    func requestEmail(of account: AccountID, _ start: SessionStart) async throws -> Bool

    /// Closes an account: it is gone for everybody, and its address is free. All that is its own is removed by
    /// ``purgeExpired()``.
    ///
    /// - Returns: nil when the account has another password than was compared.
    func deleteAccount(_ account: AccountID, _ start: SessionStart) async throws -> [String]?

    /// Returns the number of goals and reviews in an account.
    func content(of account: AccountID) async throws -> AccountContent

    // MARK: Links

    /// Makes a link that is good for ``AccountStoreLimits/linkLifetime``.
    func createLink(_ link: AccountLink) async throws -> SecretToken

    /// Returns the purpose of a link; `nil` if it was used, has expired or never existed.
    func link(_ token: SecretToken) async throws -> AccountLink?

    /// Makes the account of a registration's link, and uses the link up.
    ///
    /// - Returns: nil when there is no such link any more.
    func register(_ token: SecretToken, _ start: SessionStart) async throws -> AccountCreation?

    /// Gives the account of a reset link another password, uses the link up with all others of the account, ends its
    /// sessions, and signs this browser in.
    ///
    /// - Returns: nil when there is no such link any more.
    func resetPassword(
        _ token: SecretToken, to hash: PasswordHash, _ start: SessionStart
    ) async throws -> (session: NewSession, ended: [String])?

    /// Gives an account the address that it has shown to be its own, and uses the link up.
    ///
    /// - Returns: nil when this account has no such link any more.
    func confirmEmail(_ token: SecretToken, of account: AccountID, from client: Client) async throws -> EmailChange?

    // MARK: Limits and the log

    /// Counts an attempt, unless one of the limits says that it comes too soon.
    ///
    /// - Parameters:
    ///   - limits: all of them must let it through.
    ///   - account: where it is noted as a failed sign-in, until ``beginSession(of:_:)`` says otherwise.
    func attempt(_ limits: [AttemptLimit], on account: AccountID?, from client: Client) async throws -> AttemptAnswer

    /// Notes something in the log of an account.
    func record(_ event: AccountEvent, of account: AccountID, from client: Client) async throws

    /// A slice of what was noted, the newest first.
    ///
    /// - Parameter before: the last entry of the slice before; nil to begin.
    func log(of account: AccountID, before: AccountLogEntry.ID?, limit: Int) async throws -> [AccountLogEntry]

    // MARK: The server

    /// Removes what is over: expired sessions and links, closed accounts, demo accounts that have no session, attempts that
    /// no longer count, and old entries of logs.
    ///
    /// An account goes a slice at a time, between which others write. If that is interrupted, the next call goes on.
    ///
    /// - Returns: How many accounts were removed.
    func purgeExpired() async throws -> Int

    /// The key that this server signs with: 32 random bytes, made once and kept.
    func signingKey() async throws -> Data
}

/// The limits that every ``AccountStore`` keeps.
package enum AccountStoreLimits {
    /// A session ends when it was not used for so long: 30 days.
    package static let sessionIdle = Duration.seconds(30 * 24 * 60 * 60)
    /// The same of a browser that is not to stay signed in: a day.
    package static let shortSessionIdle = Duration.seconds(24 * 60 * 60)
    /// A session ends after so long, however much it is used: 180 days.
    package static let sessionLifetime = Duration.seconds(180 * 24 * 60 * 60)
    /// The same of a browser that is not to stay signed in: a week.
    package static let shortSessionLifetime = Duration.seconds(7 * 24 * 60 * 60)
    /// Lifetime of a demo account's session after the account was signed up: its page gets the new one meanwhile.
    package static let replacedSession = Duration.seconds(60)
    /// A link that was mailed is good for an hour.
    package static let linkLifetime = Duration.seconds(60 * 60)
    /// An entry of the log is kept for 180 days.
    package static let logLifetime = Duration.seconds(180 * 24 * 60 * 60)
    /// Maximum number of known browsers of an account; the one seen longest ago is forgotten first.
    package static let knownDevices = 20
    /// Maximum number of sessions of an account; the one that was used longest ago ends for another.
    package static let sessions = 200
    /// Maximum number of rows that a transaction removes, not counting those that belong to a goal.
    package static let removedRows = 200
}

/// A signed-in account, with the session of the request.
package struct SignedIn: Hashable, Sendable {
    /// The account whose data the request may read and change.
    package let account: AccountID
    /// A throw-away account made by `POST /demo`.
    package let isDemo: Bool
    /// The account's own choice; `nil` leaves it to `Accept-Language`.
    package let language: Language?
    /// The account's own choice; `nil` leaves it to the browser.
    package let theme: Theme?
    /// The owner's time zone; `nil`, which means UTC, if it is not known.
    package let timeZone: TimeZoneID?
    /// Display name; nil in a demo account.
    package let name: String?
    /// Public id of the session: the same at each request of one session, and another in any other
    /// session. It says nothing of the token, so it may be logged. See ``SecretToken/login``.
    package let login: String
    /// CSRF token that every form of this session must send back.
    package let csrfToken: String
    /// When the session ends by itself, unless it is used before.
    package let expiresAt: Date

    package init(
        account: AccountID, isDemo: Bool, language: Language?, theme: Theme?, timeZone: TimeZoneID?, name: String?,
        login: String, csrfToken: String, expiresAt: Date
    ) {
        self.account = account
        self.isDemo = isDemo
        self.language = language
        self.theme = theme
        self.timeZone = timeZone
        self.name = name
        self.login = login
        self.csrfToken = csrfToken
        self.expiresAt = expiresAt
    }
}

/// A session just begun: the tokens for the browser's cookies, and who is signed in with it.
package struct NewSession: Hashable, Sendable {
    /// Known only here and in the browser; the database has its hash.
    package let token: SecretToken
    /// Device-cookie token, by which the browser is recognized after signing out; nil for a demo account.
    package let device: SecretToken?
    /// Whether the browser keeps it when it is closed.
    package let isRemembered: Bool
    /// The account and session that the token belongs to.
    package let signedIn: SignedIn

    package init(token: SecretToken, device: SecretToken?, isRemembered: Bool, signedIn: SignedIn) {
        self.token = token
        self.device = device
        self.isRemembered = isRemembered
        self.signedIn = signedIn
    }
}

/// The circumstances in which a session begins.
package struct SessionStart: Hashable, Sendable {
    /// The browser that asked for it.
    package var client = Client()
    /// Whether the browser stays signed in when it is closed.
    package var isRemembered = true
    /// Device-cookie token that the browser sent.
    package var device: SecretToken?
    /// The session that the browser has had, which ends.
    package var replaces: SessionReference?
    /// The attempt that has succeeded with it.
    package var attempt: Attempt?
    /// Hash that the entered password was compared with. If the stored one has changed since, nothing is done: the
    /// comparison takes a while, and the owner may have changed the password to keep this very visitor out.
    package var compared: PasswordHash?

    package init(
        client: Client = Client(), isRemembered: Bool = true, device: SecretToken? = nil,
        replaces: SessionReference? = nil, attempt: Attempt? = nil, compared: PasswordHash? = nil
    ) {
        self.client = client
        self.isRemembered = isRemembered
        self.device = device
        self.replaces = replaces
        self.attempt = attempt
        self.compared = compared
    }
}

/// A session, by whose it is and by its login: who knows both can't use it.
package struct SessionReference: Hashable, Sendable {
    /// The session's account.
    package let account: AccountID
    /// See ``SignedIn/login``.
    package let login: String

    package init(account: AccountID, login: String) {
        self.account = account
        self.login = login
    }
}

/// Logins whose pages are to end.
package enum EndedLogins: Hashable, Sendable {
    /// One that has ended.
    case one(String)
    /// One that ends after ``AccountStoreLimits/replacedSession``, when its browser has a new one.
    case soon(String)
    /// Any, since changes by other processes were missed.
    case any
}

/// A choice of an account's sessions.
package enum SessionChoice: Hashable, Sendable {
    /// The one with that login.
    case one(String)
    /// All but the one with that login.
    case others(String)
}

/// A browser that is signed in.
package struct AccountSession: Hashable, Sendable {
    /// See ``SignedIn/login``.
    package let login: String
    /// The browser that began it.
    package let client: Client
    /// When it was begun.
    package let createdAt: Date
    /// When it was used last, to the hour.
    package let lastUsedAt: Date

    package init(login: String, client: Client, createdAt: Date, lastUsedAt: Date) {
        self.login = login
        self.client = client
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }
}

/// The fields of a new account.
package struct NewAccount: Hashable, Sendable {
    /// Nobody else's.
    package var email: EmailAddress
    /// Whether the address was shown to be its owner's.
    package var isConfirmed: Bool
    /// Hash of the password.
    package var password: PasswordHash
    /// The demo account that becomes it.
    package var demo: AccountID?
    /// The part of the demo account that is kept.
    package var keeps = DemoChoice.all
    /// The account's own choice; that of a demo account stays.
    package var language: Language?
    /// The owner's time zone; a demo account keeps the one it has.
    package var timeZone: TimeZoneID?

    package init(
        email: EmailAddress, isConfirmed: Bool, password: PasswordHash, demo: AccountID? = nil,
        keeps: DemoChoice = DemoChoice.all, language: Language? = nil, timeZone: TimeZoneID? = nil
    ) {
        self.email = email
        self.isConfirmed = isConfirmed
        self.password = password
        self.demo = demo
        self.keeps = keeps
        self.language = language
        self.timeZone = timeZone
    }
}

/// The result of creating an account.
package enum AccountCreation: Hashable, Sendable {
    /// The browser is signed in.
    case created(NewSession)
    /// The address belongs to an account.
    case taken
    /// The demo account that was to become it is gone, or has become an account already.
    case demoIsGone
}

/// The result of changing an account's address.
package enum EmailChange: Hashable, Sendable {
    /// It is the account's from here on.
    case changed
    /// The address belongs to another account.
    case taken
    /// The account is gone, or has another password than was compared.
    case refused
}

/// The settings and the state of an account.
package struct AccountDetails: Hashable, Sendable {
    /// As it was typed; nil for a demo account.
    package let email: String?
    /// Whether the address was shown to be its owner's.
    package let isEmailConfirmed: Bool
    /// Display name; nil shows the part of the address before the @.
    package let displayName: String?
    /// The account's own choice; nil leaves it to the browser.
    package let language: Language?
    /// The account's own choice; nil leaves it to the browser.
    package let theme: Theme?
    /// The owner's time zone; nil if it is not known.
    package let timeZone: TimeZoneID?
    /// Nil leaves it to the language.
    package let weekStart: WeekStart?
    /// Handle of its own page; nil for none.
    package let handle: Handle?
    /// Decides who can see that page.
    package let pageVisibility: PageVisibility
    /// When the account was made.
    package let createdAt: Date

    package init(
        email: String?, isEmailConfirmed: Bool, displayName: String?, language: Language?, theme: Theme?,
        timeZone: TimeZoneID?, weekStart: WeekStart?, handle: Handle?, pageVisibility: PageVisibility, createdAt: Date
    ) {
        self.email = email
        self.isEmailConfirmed = isEmailConfirmed
        self.displayName = displayName
        self.language = language
        self.theme = theme
        self.timeZone = timeZone
        self.weekStart = weekStart
        self.handle = handle
        self.pageVisibility = pageVisibility
        self.createdAt = createdAt
    }
}

/// The data that a sign-in is checked against.
package struct Credentials: Hashable, Sendable {
    /// The account that they belong to.
    package let account: AccountID
    /// The account's address, for mails to it.
    package let email: EmailAddress
    /// Hash of the password.
    package let password: PasswordHash
    /// Whether the browser that asks has signed in to this account before.
    package let isKnownDevice: Bool
    /// The account's own choice.
    package let language: Language?

    package init(
        account: AccountID, email: EmailAddress, password: PasswordHash, isKnownDevice: Bool, language: Language?
    ) {
        self.account = account
        self.email = email
        self.password = password
        self.isKnownDevice = isKnownDevice
        self.language = language
    }
}

/// The purpose of a link in a mail.
package enum AccountLink: Hashable, Sendable {
    /// It makes this account.
    case registration(NewAccount)
    /// It sets another password.
    case reset(AccountID)
    /// It gives the account this address.
    case email(AccountID, EmailAddress)
}

/// A limit on attempts: as many as its allowance at once, and then one after a pause that doubles each time.
package struct AttemptLimit: Hashable, Sendable {
    /// Key of the counter: the action, and the account or network it is counted for.
    package var key: String
    /// Number of attempts without a pause.
    package var allowance: Int
    /// The first pause.
    package var pause: Duration
    /// No pause is longer.
    package var longestPause: Duration
    /// When so long nothing was tried, it begins anew.
    package var memory: Duration
    /// Whether a sign-in that succeeds makes it begin anew; otherwise it only takes that one attempt back.
    package var isForgiven: Bool

    package init(
        key: String, allowance: Int, pause: Duration, longestPause: Duration, memory: Duration, isForgiven: Bool
    ) {
        self.key = key
        self.allowance = allowance
        self.pause = pause
        self.longestPause = longestPause
        self.memory = memory
        self.isForgiven = isForgiven
    }
}

/// Whether something may be tried.
package enum AttemptAnswer: Hashable, Sendable {
    /// It was counted.
    case allowed(Attempt)
    /// Not before so long.
    case tooOften(Duration)
}

/// An attempt that was counted.
package struct Attempt: Hashable, Sendable {
    /// The limits that it was counted by.
    package let limits: [AttemptLimit]
    /// Id of the log entry that records it as failed.
    package let entry: Int64?

    package init(limits: [AttemptLimit], entry: Int64?) {
        self.limits = limits
        self.entry = entry
    }
}

/// An entry of an account's log: what happened, when and from where.
package struct AccountLogEntry: Hashable, Sendable, Identifiable {
    /// Greater than that of any entry before it.
    package let id: Int64
    /// The event that was logged.
    package let event: AccountEvent
    /// When it did.
    package let date: Date
    /// The browser that caused it.
    package let client: Client

    package init(id: Int64, event: AccountEvent, date: Date, client: Client) {
        self.id = id
        self.event = event
        self.date = date
        self.client = client
    }
}

extension AccountStore {
    /// On which day the weeks of an account begin: its own choice, or what is usual in the language.
    package func weekStart(of account: AccountID, in language: Language) async throws -> WeekStart {
        try await details(of: account)?.weekStart ?? .usual(in: language)
    }
}
