import Crypto
import Foundation
import Live

/// A bearer token: of a session in a browser's cookie, a link in a mail, or a known browser. 32 random bytes, as 43
/// characters of base64url.
///
/// The database keeps its ``hash`` only. Printing a token doesn't show it, so that no log ever does.
package struct SecretToken: Hashable, Sendable {
    /// The cookie's value, or the end of the link. Never log it.
    package let text: String

    /// A new token that nobody can guess.
    package init() { text = Base64URL.encode(Array(randomSecret())) }

    /// The token that somebody sent; `nil` unless it has the form of one.
    package init?(_ text: String) {
        guard text.utf8.count == 43, text.utf8.allSatisfy(Self.isBase64URL) else { return nil }
        self.text = text
    }

    /// SHA-256 of the text. A plain hash is enough: what is hashed has 256 random bits.
    package var hash: Data {
        // Without copies of the text and of the digest: each request does this.
        var (text, hash) = (text, SHA256())
        text.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
        return hash.finalize().withUnsafeBytes { Data($0) }
    }

    /// The first 9 bytes of ``hash`` as 12 characters of base64url: tells one login from another, and may be logged.
    package var login: String { Self.login(of: hash) }

    /// The login of the session whose token has that hash.
    package static func login(of hash: Data) -> String { Base64URL.encode(Array(hash.prefix(9))) }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension SecretToken: CustomStringConvertible, CustomReflectable {
    /// Does not show the token.
    package var description: String { "SecretToken(hidden)" }
    /// Empty, so that `dump` does not show the token.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// 32 bytes from the system's secure random source.
package func randomSecret() -> Data {
    // `SystemRandomNumberGenerator` is cryptographically secure on the platforms that this runs on.
    var generator = SystemRandomNumberGenerator()
    return Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
}
