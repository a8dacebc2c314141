import Crypto
import Foundation
import HindsightDomain
import Live
import LiveHTTP

/// The key by which push services recognize this server, so that nobody else can send notifications to its browsers
/// (VAPID, RFC 8292).
package struct PushKey: Sendable {
    private let key: P256.Signing.PrivateKey
    /// Whom a push service may write to; nil tells nobody.
    private let contact: String?

    /// - Parameters:
    ///   - data: the private key, 32 bytes.
    ///   - contact: the public address of the site, by which a push service can reach its operator.
    /// - Throws: CryptoKit's error for what is no key.
    init(_ data: Data, contact: SiteAddress?) throws {
        key = try P256.Signing.PrivateKey(rawRepresentation: data)
        // A site without TLS is no contact to them.
        self.contact = contact.flatMap { $0.text.hasPrefix("https://") ? $0.text : nil }
    }

    /// The key of a server, which is made at its first start.
    ///
    /// - Parameters:
    ///   - store: where it is kept.
    ///   - contact: the public address of the site.
    /// - Throws: ``StoreError`` when it can't be read.
    package init(of store: any ReminderStore, contact: SiteAddress?) async throws {
        try self.init(await store.pushKey(P256.Signing.PrivateKey().rawRepresentation), contact: contact)
    }

    /// For the page that turns notifications on: an uncompressed point, in base64url.
    var publicText: String { Base64URL.encode(Array(key.publicKey.x963Representation)) }

    /// The header `Authorization` of a message.
    ///
    /// - Parameters:
    ///   - endpoint: where it is sent.
    ///   - now: it is good for half a day from then on.
    func authorization(for endpoint: String, at now: Date) throws -> String {
        guard let url = URLComponents(string: endpoint), let scheme = url.scheme, let host = url.encodedHost else {
            throw URLError(.badURL)
        }
        let origin = "\(scheme)://\(host)\(url.port.map { ":\($0)" } ?? "")"
        let claims = Claims(aud: origin, exp: Int(now.timeIntervalSince1970) + 12 * 3600, sub: contact)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text =
            Base64URL.encode(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8)) + "."
            + Base64URL.encode(Array(try encoder.encode(claims)))
        let signature = try key.signature(for: Data(text.utf8)).rawRepresentation
        return "vapid t=\(text).\(Base64URL.encode(Array(signature))), k=\(publicText)"
    }

    private struct Claims: Encodable {
        let aud: String
        let exp: Int
        let sub: String?
    }
}
