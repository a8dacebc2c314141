import Foundation

/// Who a request comes from.
public struct SignedIn: Hashable, Sendable {
    public let account: AccountID
    /// A throw-away account made by `POST /demo`.
    public let isDemo: Bool
    /// The account's own choice; `nil` leaves it to `Accept-Language`.
    public let language: Language?
    /// What every form of this session must send back.
    public let csrfToken: String
    /// When the session ends by itself.
    public let expiresAt: Date
}

/// A session just begun: the token for the browser's cookie, and who is signed in with it.
public struct NewSession: Hashable, Sendable {
    /// Known only here and in the browser; the database has its hash.
    public let token: SessionToken
    public let signedIn: SignedIn
}
