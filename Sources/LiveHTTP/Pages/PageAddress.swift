import Crypto
import Live

/// The signed address of a page's stream: it identifies the page, so that it can be restored from the address and the
/// database when the process that rendered it is gone.
///
/// `base64url(nonce \n pattern \n values \n variant \n query)` `.` `base64url(first 16 bytes of HMAC-SHA256)`; the
/// login is part of what is signed but not of the text, so an address is valid only for its login.
struct PageAddress: Equatable {
    /// The name of the page, different for each one.
    var nonce: String
    /// Pattern of the page's route, by which the route is found again.
    var pattern: String
    /// Values of the pattern's placeholders, percent-encoded.
    var values: [String]
    /// Variant of the page among the route's screens.
    var variant: String
    /// Query of the page, as it was written.
    var query: String

    func token(login: String, key: Key) -> String {
        let values = values.isEmpty ? "" : values.joined(separator: "/")
        var payload: [UInt8] = []
        payload.reserveCapacity(
            nonce.utf8.count + pattern.utf8.count + values.utf8.count + variant.utf8.count + query.utf8.count + 4)
        payload += nonce.utf8
        for field in [pattern, values, variant, query] {
            payload.append(UInt8(ascii: "\n"))
            payload += field.utf8
        }
        return Base64URL.encode(payload) + "." + Base64URL.encode(Self.signature(payload, login, key))
    }

    /// The key that addresses are signed with, stored as an HMAC state that each signature continues from, which saves
    /// half of the work for a signature.
    struct Key: Sendable {
        fileprivate let mac: HMAC<SHA256>

        /// - Parameter bytes: the key, at least 32 bytes.
        init(_ bytes: [UInt8]) {
            mac = HMAC<SHA256>(key: SymmetricKey(data: bytes))
        }
    }

    init(nonce: String, pattern: String, values: [String] = [], variant: String = "", query: String = "") {
        self.nonce = nonce
        self.pattern = pattern
        self.values = values
        self.variant = variant
        self.query = query
    }

    /// Reads a token; nil when it was not signed with this key for this login.
    init?(token: String, login: String, key: Key) {
        guard let (payload, signature) = Self.parts(of: token),
            constantTimeEqual(signature, Self.signature(payload, login, key))
        else { return nil }
        self.init(payload)
    }

    /// Reads a token without checking its signature: it may be forged.
    init?(claimedIn token: String) {
        guard let (payload, _) = Self.parts(of: token) else { return nil }
        self.init(payload)
    }

    /// Splits by bytes: a search for characters would take longer than the signature.
    private static func parts(of token: String) -> (payload: [UInt8], signature: [UInt8])? {
        var token = token
        return token.withUTF8 { token in
            guard let dot = token.firstIndex(of: UInt8(ascii: ".")), let payload = Base64URL.decode(token[..<dot]),
                let signature = Base64URL.decode(token[(dot + 1)...])
            else { return nil }
            return (payload, signature)
        }
    }

    private init?(_ payload: [UInt8]) {
        let fields = payload.split(separator: UInt8(ascii: "\n"), maxSplits: 4, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard fields.count == 5 else { return nil }
        let values = fields[2].utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        self.init(nonce: fields[0], pattern: fields[1], values: values, variant: fields[3], query: fields[4])
    }

    /// Returns the epoch of a document: a short text that is always the same for what it is made from.
    static func epoch(of source: String, key: Key) -> String {
        var mac = key.mac
        mac.update(data: Array("document\n\(source)".utf8))
        return Base64URL.encode(Array(mac.finalize().prefix(9)))
    }

    private static func signature(_ payload: [UInt8], _ login: String, _ key: Key) -> [UInt8] {
        var mac = key.mac
        mac.update(data: Array("live page\n\(login)\n".utf8))
        mac.update(data: payload)
        return Array(mac.finalize().prefix(16))
    }
}
