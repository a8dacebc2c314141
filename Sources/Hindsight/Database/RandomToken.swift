import Foundation

/// 32 bytes from the system's secure random source.
func randomSecret() -> Data {
    // `SystemRandomNumberGenerator` is cryptographically secure on the platforms that this runs on.
    var generator = SystemRandomNumberGenerator()
    return Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
}

extension Data {
    /// Base64 for addresses, cookies and forms (RFC 4648, section 5), without padding: 43 characters for 32 bytes.
    var base64URL: String {
        base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
