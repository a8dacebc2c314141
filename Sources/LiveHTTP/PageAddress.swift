import Crypto

/// The signed address of a page's stream: which page it is, so that it can be made again from the address and the
/// database when the process that rendered it is gone.
///
/// `base64url(nonce \n screen \n target)` `.` `base64url(first 16 bytes of HMAC-SHA256)`; the owner is part of what is
/// signed but not of the text, so an address works for its owner only.
struct PageAddress {
    /// Different for each rendered page.
    var nonce: String
    /// The kind of screen that was rendered: another kind can't take over its page.
    var screen: String
    /// Path and query of the page.
    var target: String

    func token(owner: String, key: Key) -> String {
        let payload = Array("\(nonce)\n\(screen)\n\(target)".utf8)
        return Base64URL.encode(payload) + "." + Base64URL.encode(Self.signature(payload, owner, key))
    }

    /// The key that addresses are signed with, worked into a state from which each signature goes on: that is half of
    /// making one.
    struct Key: Sendable {
        fileprivate let mac: HMAC<SHA256>

        /// - Parameter bytes: at least 32.
        init(_ bytes: [UInt8]) {
            mac = HMAC<SHA256>(key: SymmetricKey(data: bytes))
        }
    }

    init(nonce: String, screen: String, target: String) {
        self.nonce = nonce
        self.screen = screen
        self.target = target
    }

    /// Nil when the text was not signed with this key for this owner.
    init?(token: some StringProtocol, owner: String, key: Key) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let payload = Base64URL.decode(parts[0]), let signature = Base64URL.decode(parts[1]),
            constantTimeEqual(signature, Self.signature(payload, owner, key))
        else { return nil }
        let fields = String(decoding: payload, as: UTF8.self)
            .split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 3 else { return nil }
        self.init(nonce: fields[0], screen: fields[1], target: fields[2])
    }

    private static func signature(_ payload: [UInt8], _ owner: String, _ key: Key) -> [UInt8] {
        var mac = key.mac
        mac.update(data: Array("live page\n\(owner)\n".utf8))
        mac.update(data: payload)
        return Array(mac.finalize().prefix(16))
    }
}

/// Compares without telling by its time where the difference is.
func constantTimeEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
