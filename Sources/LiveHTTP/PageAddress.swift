import Crypto
import Foundation

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

    func token(owner: String, key: SymmetricKey) -> String {
        let payload = Data("\(nonce)\n\(screen)\n\(target)".utf8)
        return payload.base64URLEncoded() + "." + Self.signature(payload, owner, key).base64URLEncoded()
    }

    init(nonce: String, screen: String, target: String) {
        self.nonce = nonce
        self.screen = screen
        self.target = target
    }

    /// Nil when the text was not signed with this key for this owner.
    init?(token: some StringProtocol, owner: String, key: SymmetricKey) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let payload = Data(base64URLEncoded: parts[0]),
            let signature = Data(base64URLEncoded: parts[1]),
            constantTimeEqual(signature, Self.signature(payload, owner, key))
        else { return nil }
        let fields = String(decoding: payload, as: UTF8.self)
            .split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 3 else { return nil }
        self.init(nonce: fields[0], screen: fields[1], target: fields[2])
    }

    private static func signature(_ payload: Data, _ owner: String, _ key: SymmetricKey) -> Data {
        var mac = HMAC<SHA256>(key: key)
        mac.update(data: Data("live page\n\(owner)\n".utf8))
        mac.update(data: payload)
        return Data(mac.finalize()).prefix(16)
    }
}

/// Compares without telling by its time where the difference is.
func constantTimeEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

extension Data {
    /// Base64 for addresses, cookies and forms (RFC 4648, section 5), without padding.
    package func base64URLEncoded() -> String {
        var text = base64EncodedData()
        while text.last == UInt8(ascii: "=") { text.removeLast() }
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "+"): text[index] = UInt8(ascii: "-")
            case UInt8(ascii: "/"): text[index] = UInt8(ascii: "_")
            default: break
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil unless the text is the one encoding of its bytes.
    init?(base64URLEncoded text: some StringProtocol) {
        var plain = Data(text.utf8)
        for index in plain.indices {
            switch plain[index] {
            case UInt8(ascii: "-"): plain[index] = UInt8(ascii: "+")
            case UInt8(ascii: "_"): plain[index] = UInt8(ascii: "/")
            default: break
            }
        }
        plain.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (4 - plain.count % 4) % 4))
        self.init(base64Encoded: plain)
        guard base64URLEncoded() == text else { return nil }
    }
}
