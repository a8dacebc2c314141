/// Who a request comes from.
public struct Visitor: Sendable {
    /// The account, as the pages' owner.
    public var owner: String
    /// The token that this browser's forms carry.
    public var csrf: String
    /// The account's own choice of language, if it made one.
    public var language: String?
    /// Where it is: an IANA time zone; nil when that is not known.
    public var timeZone: String?

    /// - Parameters:
    ///   - owner: the account, as the pages' owner.
    ///   - csrf: the token that this browser's forms carry.
    ///   - language: the account's own choice; nil leaves it to the browser.
    ///   - timeZone: an IANA identifier; nil when it is not known.
    public init(owner: String, csrf: String, language: String? = nil, timeZone: String? = nil) {
        self.owner = owner
        self.csrf = csrf
        self.language = language
        self.timeZone = timeZone
    }
}
