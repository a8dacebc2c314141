/// The token of a visitor's forms, as it travels: masked anew for each answer.
///
/// An answer that is compressed is the shorter the more often a text stands in it, so whoever can put guesses into a page
/// and see how long its answer is could find out a token that is always the same, letter by letter (BREACH). Masked, the
/// same token never looks the same: it is a random pad as long as the token, and the token XOR that pad, as base64url.
enum FormToken {
    static func mask(_ token: String) -> String {
        let token = Array(token.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * token.count + 8)
        while bytes.count < token.count {
            withUnsafeBytes(of: UInt64.random(in: .min ... .max)) { bytes.append(contentsOf: $0) }
        }
        bytes.removeLast(bytes.count - token.count)
        for index in token.indices { bytes.append(bytes[index] ^ token[index]) }
        return Base64URL.encode(bytes)
    }

    /// Whether a text is the token, masked with any pad. How long it takes says nothing about the token.
    static func isToken(_ masked: String, _ token: String) -> Bool {
        let token = Array(token.utf8)
        guard masked.utf8.count == (2 * token.count * 4 + 2) / 3, let bytes = Base64URL.decode(masked) else {
            return false
        }
        return constantTimeEqual((0..<token.count).map { bytes[$0] ^ bytes[token.count + $0] }, token)
    }
}
