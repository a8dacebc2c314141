import Foundation
import HindsightDomain
import Live
import LiveHTTP

/// The addresses that messages may be sent to. A browser names its push service and can name anything, so this server
/// must not become a way into the network that it is in.
struct PushPolicy: Sendable {
    /// The longest address, in bytes.
    static let lengthLimit = 1024

    /// Whether services of this machine are allowed, without TLS as well: those of tests.
    var allowsLocal = false

    /// Push services as they are: by TLS, at the usual port, with a name of the public net. Where that name leads is looked
    /// at when something is sent.
    static let publicOnly = PushPolicy()

    /// Whether a browser may be told something at that address.
    func allows(endpoint: String) -> Bool {
        guard endpoint.utf8.count <= Self.lengthLimit, endpoint.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: endpoint), let host = parts.encodedHost, !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.fragment == nil
        else { return false }
        if allowsLocal { return ["http", "https"].contains(parts.scheme) }
        return parts.scheme == "https" && [nil, 443].contains(parts.port) && Self.isPublicName(host)
    }

    /// Whether it is a name as it stands in the public net: no address in any of its spellings, and none of this place.
    private static func isPublicName(_ host: String) -> Bool {
        let labels = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, last.utf8.count > 1,
            last.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) || last.hasPrefix("xn--"),
            !["localhost", "local", "internal", "home", "lan", "arpa", "test", "invalid"].contains(last)
        else { return false }
        return labels.allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                        UInt8(ascii: "-"), UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }
    }

    /// Whether something may be sent to an address that a name leads to.
    func allows(address: String) -> Bool { allowsLocal || Self.isPublic(address: address) }

    /// Whether an address of the net is everybody's: not one of this machine, of a net of somebody's own, or set aside for
    /// something else (the registries of special addresses, RFC 6890).
    static func isPublic(address: String) -> Bool {
        if let bytes = bytes(of: address, AF_INET, count: 4) { return isPublic(v4: bytes) }
        guard let bytes = bytes(of: address, AF_INET6, count: 16) else { return false }
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return isPublic(v4: Array(bytes[12...]))
        }
        // Routed addresses (2000::/3), without tunnels to IPv4 addresses and those of documents.
        guard bytes[0] & 0xE0 == 0x20 else { return false }
        switch (bytes[0], bytes[1]) {
        case (0x20, 0x01): return !(bytes[2] < 0x02 || (bytes[2] == 0x0D && bytes[3] == 0xB8))
        case (0x20, 0x02): return false
        case (0x3F, 0xFF): return bytes[2] >= 0x10
        default: return true
        }
    }

    private static func isPublic(v4 bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1], bytes[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
        case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _), (198, 18...19, _): false
        case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 51, 100), (203, 0, 113): false
        default: true
        }
    }

    private static func bytes(of text: String, _ family: Int32, count: Int) -> [UInt8]? {
        // C's text ends at a zero byte, this one may go on.
        guard !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }
}

extension PushSubscription {
    /// The most bytes of a key as text.
    static let keyLimit = 99

    /// Validates the subscription that a browser's page sent: an address and two keys in base64url. Nil if it is
    /// invalid.
    init?(endpoint: String, publicKey: String, authSecret: String, policy: PushPolicy) {
        guard policy.allows(endpoint: endpoint), let key = Self.bytes(publicKey, count: 65),
            PushEncryption.isPublicKey(key), let secret = Self.bytes(authSecret, count: 16)
        else { return nil }
        self.init(endpoint: endpoint, publicKey: key, authSecret: secret)
    }

    private static func bytes(_ text: String, count: Int) -> Data? {
        guard text.utf8.count <= keyLimit, let bytes = Base64URL.decode(text), bytes.count == count else { return nil }
        return Data(bytes)
    }
}
