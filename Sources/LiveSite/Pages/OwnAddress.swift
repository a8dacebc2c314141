import HTTPTypes
import Hummingbird
import LiveHTTP

/// The path and query of a page of this site. It is safe to redirect to, whatever was sent: it can't lead to another
/// site.
public struct OwnAddress: Hashable, Sendable {
    /// Maximum number of bytes.
    public static let limit = 2000

    /// The path and query, printable ASCII.
    public let text: String

    /// - Parameter text: text from a browser; anything but the path and query of a page of this site gives nil.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.limit, text.hasPrefix("/"), !text.hasPrefix("//"),
            text.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = String(text)
    }
}

extension Request {
    /// The path and query of the page of this site that the request was sent from; nil for any other, and when the
    /// browser does not tell.
    public var ownReferrer: String? {
        guard let referrer = headers[.referer], referrer.hasPrefix(origin) else { return nil }
        return OwnAddress(referrer.dropFirst(origin.count).prefix { $0 != "#" })?.text
    }
}
