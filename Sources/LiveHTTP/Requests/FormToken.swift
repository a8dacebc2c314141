import Crypto
import Live

/// The token of a visitor's forms as it is sent: masked differently for each answer.
///
/// A compressed answer is the shorter the more often a text occurs in it. So an attacker who can put guesses into a
/// page and observe the length of its answer could find out a constant token letter by letter (BREACH). A masked token
/// never looks the same: it is a random pad of 16 bytes, and the first 16 bytes of the secret's SHA-256 XOR that pad,
/// as base64url. It can't be compressed, and it occurs several times on each page, so it is as short as possible.
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

    /// Whether a text is the token of a secret, masked with any pad. Takes the same time whatever the secret is.
    static func isToken(_ masked: String, _ secret: String) -> Bool {
        guard let bytes = Base64URL.decode(masked), bytes.count == 2 * size else { return false }
        return constantTimeEqual((0..<size).map { bytes[$0] ^ bytes[$0 + size] }, Array(digest(secret)))
    }

    private static func digest(_ secret: String) -> PrefixSequence<SHA256.Digest> {
        SHA256.hash(data: Array(secret.utf8)).prefix(size)
    }
}
