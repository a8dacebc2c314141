/// Who a request comes from.
public struct Visitor: Sendable {
    /// The account, as the pages' owner.
    public var owner: String
    /// The token that this browser's forms carry.
    public var csrf: String
    /// The account's own choice of language, if it made one.
    public var language: String?

    /// - Parameters:
    ///   - owner: the account, as the pages' owner.
    ///   - csrf: the token that this browser's forms carry.
    ///   - language: the account's own choice; nil leaves it to the browser.
    public init(owner: String, csrf: String, language: String? = nil) {
        self.owner = owner
        self.csrf = csrf
        self.language = language
    }
}
