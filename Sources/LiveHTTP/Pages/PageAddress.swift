import Crypto
import Live

/// The signed address of a page's stream: it identifies the page, so that it can be restored from the address and the
/// database when the process that rendered it is gone.
///
/// `base64url(nonce \n pattern \n values \n variant \n query)` `.` `base64url(first 16 bytes of HMAC-SHA256)`; the
/// login is part of what is signed but not of the text, so an address is valid only for its login.
struct PageAddress: Equatable {
    /// Random text, different for each rendered page.
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
        let values = values.joined(separator: "/")
        let payload = Array("\(nonce)\n\(pattern)\n\(values)\n\(variant)\n\(query)".utf8)
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
    init?(token: some StringProtocol, login: String, key: Key) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let payload = Base64URL.decode(parts[0]), let signature = Base64URL.decode(parts[1]),
            constantTimeEqual(signature, Self.signature(payload, login, key))
        else { return nil }
        self.init(payload)
    }

    /// Reads a token without checking its signature: it may be forged.
    init?(claimedIn token: some StringProtocol) {
        guard let payload = token.split(separator: ".").first.flatMap({ Base64URL.decode($0) }) else { return nil }
        self.init(payload)
    }

    private init?(_ payload: [UInt8]) {
        let fields = String(decoding: payload, as: UTF8.self)
            .split(separator: "\n", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 5 else { return nil }
        self.init(
            nonce: fields[0], pattern: fields[1], values: fields[2].split(separator: "/").map(String.init),
            variant: fields[3], query: fields[4])
    }

    /// Returns a nonce, which always has the same length: so the addresses of one page's visits have.
    static func newNonce() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 36)
        return String(repeating: "0", count: 13 - digits.utf8.count) + digits
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
