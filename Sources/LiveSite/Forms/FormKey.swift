import Crypto

/// Idempotency key of a form: the store recognises by it that the same form was sent before.
///
/// A page puts a random text into the form when it is made, and the key is that of this text and of what was typed: the
/// same form sent twice has the same key, one that was changed has another.
public enum FormKey {
    /// Returns the SHA-256 of the parts in 64 hexadecimal digits. Only the last part may have line breaks in it.
    public static func of(_ parts: [String]) -> String {
        SHA256.hash(data: Array(parts.joined(separator: "\n").utf8))
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
