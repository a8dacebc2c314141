import Crypto

/// By what the store knows that a form was sent before.
package enum FormKey {
    /// The same for the same parts, whatever their length: their SHA-256 in hexadecimal digits. Only the last part may have
    /// line breaks in it.
    package static func of(_ parts: String...) -> String {
        SHA256.hash(data: Array(parts.joined(separator: "\n").utf8))
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
