import Foundation

/// Where accounts, sessions and the server's own secrets are kept.
///
/// - Throws: All functions throw ``StoreError`` (``StoreError/unavailable(_:)`` wraps what the database reports), or
///   `CancellationError` when the task is cancelled.
public protocol AccountStore: Sendable {
    /// Makes a new throw-away account with these goals and signs its browser in: all or nothing.
    ///
    /// - Parameters:
    ///   - goals: In this order: the last one is the newest.
    ///   - language: The account's own choice; `nil` leaves it to `Accept-Language`.
    ///   - timeZone: Where the owner is; `nil` when the browser did not tell.
    /// - Throws: ``StoreError/startsAfterEnd`` for a goal that does.
    func createDemoAccount(
        goals: [NewGoal], language: Language?, timeZone: TimeZoneID?
    ) async throws -> NewSession

    /// Who holds this token; `nil` when nobody does, or the session is expired or ended.
    ///
    /// The answer may be kept in memory, but never beyond its end: who asks after ``endSession(_:)`` has returned gets
    /// `nil`.
    func session(_ token: SessionToken) async throws -> SignedIn?

    /// Keeps what an account has chosen. From its return on, ``session(_:)`` tells it.
    func set(_ preference: Preference, of account: AccountID) async throws

    /// How much there is in an account.
    func content(of account: AccountID) async throws -> AccountContent

    /// Ends a session. One that is not there has ended already.
    func endSession(_ token: SessionToken) async throws

    /// Removes expired sessions, and demo accounts that have no other, with all that is theirs.
    ///
    /// - Returns: How many accounts were removed.
    func purgeExpired() async throws -> Int

    /// The key that this server signs with: 32 random bytes, made once and kept.
    func signingKey() async throws -> Data
}

/// What every ``AccountStore`` keeps to.
public enum AccountStoreLimits {
    /// How long a session lasts: 30 days.
    public static let sessionLifetime = Duration.seconds(30 * 24 * 60 * 60)
}

/// Who a request comes from.
public struct SignedIn: Hashable, Sendable {
    /// Whose goals it may see and change.
    public let account: AccountID
    /// A throw-away account made by `POST /demo`.
    public let isDemo: Bool
    /// The account's own choice; `nil` leaves it to `Accept-Language`.
    public let language: Language?
    /// The account's own choice; `nil` leaves it to the browser.
    public let theme: Theme?
    /// Where the owner is; `nil`, which means UTC, for an account that has not told.
    public let timeZone: TimeZoneID?
    /// Which of the account's logins this is: the same at each request of one session, and another in any other
    /// session. It says nothing of the token, so it may be logged. See ``SessionToken/login``.
    public let login: String
    /// What every form of this session must send back.
    public let csrfToken: String
    /// When the session ends by itself.
    public let expiresAt: Date
}

/// A session just begun: the token for the browser's cookie, and who is signed in with it.
public struct NewSession: Hashable, Sendable {
    /// Known only here and in the browser; the database has its hash.
    public let token: SessionToken
    /// Who is signed in with it.
    public let signedIn: SignedIn
}
