import Crypto
import Live

/// The token of a visitor's forms, as it travels: masked anew for each answer.
///
/// An answer that is compressed is the shorter the more often a text stands in it, so whoever can put guesses into a page
/// and see how long its answer is could find out a token that is always the same, letter by letter (BREACH). Masked, the
/// same token never looks the same: it is a random pad, and 16 bytes that the secret has as its digest, XOR that pad, as
/// base64url. Nothing of it can be compressed, and it stands on each page several times, so it is no longer than it must be.
enum FormToken {
    private static let size = 16

    static func mask(_ secret: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * size)
        for _ in 0..<size / 8 {
            withUnsafeBytes(of: UInt64.random(in: .min ... .max)) { bytes.append(contentsOf: $0) }
        }
        for byte in digest(secret) { bytes.append(bytes[bytes.count - size] ^ byte) }
        return Base64URL.encode(bytes)
    }

    /// Whether a text is the token of a secret, masked with any pad. How long it takes says nothing about the secret.
    static func isToken(_ masked: String, _ secret: String) -> Bool {
        guard let bytes = Base64URL.decode(masked), bytes.count == 2 * size else { return false }
        return constantTimeEqual(zip(bytes, bytes.dropFirst(size)).map { $0 ^ $1 }, Array(digest(secret)))
    }

    private static func digest(_ secret: String) -> PrefixSequence<SHA256.Digest> {
        SHA256.hash(data: Array(secret.utf8)).prefix(size)
    }
}
