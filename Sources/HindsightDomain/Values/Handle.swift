import Live

/// Name of an account in the address of its page, unique on the server: 3 to 20 of the letters a to z, digits and
/// underscores.
package struct Handle: Hashable, Sendable, LosslessStringConvertible {
    /// Numbers of characters.
    package static let lengths = 3...20
    /// Number of bytes at most of a typed handle, with some for spaces and an "@".
    package static let byteLimit = 64

    /// Names of pages, and names that would pass for those who run the server.
    package static let reserved: Set<String> = [
        "about", "account", "accounts", "admin", "administrator", "anonymous", "anyone", "api", "app", "contact",
        "demo",
        "everyone", "goal", "goals", "help", "hindsight", "home", "info", "invitation", "invitations", "jewels",
        "legal",
        "login", "logout", "mail", "moderator", "null", "official", "operator", "people", "person", "policy",
        "postmaster",
        "privacy", "register", "reset", "root", "search", "security", "settings", "signin", "signup", "staff",
        "support",
        "system", "team", "terms", "timeline", "today", "undefined", "webmaster", "weeks", "welcome", "years", "you",
    ]

    package let description: String

    /// The handle that a text means, see ``init(typed:)``; nil for none.
    package init?(_ text: String) {
        guard let handle = try? Handle(typed: text) else { return nil }
        self = handle
    }

    /// A handle as a person types it: capital letters, an "@" before it and spaces around it make no difference.
    package init(typed text: String) throws(HandleFault) {
        guard text.utf8.count <= Self.byteLimit else { throw .length }
        var name = Substring(text.trimmedAtEnds).utf8
        if name.first == UInt8(ascii: "@") { name = name.dropFirst() }
        // Some letters besides A to Z have one of a to z as their small letter.
        let bytes = name.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
        guard bytes.allSatisfy(Self.isAllowed) else { throw .characters }
        guard Self.lengths.contains(bytes.count) else { throw .length }
        let handle = String(decoding: bytes, as: UTF8.self)
        guard !Self.reserved.contains(handle) else { throw .reserved }
        description = handle
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

/// Reasons why a text is no handle.
package enum HandleFault: Error, Hashable, Sendable {
    /// Something else than letters a to z, digits and underscores.
    case characters
    /// Fewer or more characters than ``Handle/lengths``.
    case length
    /// One of ``Handle/reserved``.
    case reserved
}
