import Crypto
import Foundation
import HindsightDomain
import Live
import LiveHTTP
import TestSupport

@testable import Hindsight

/// A browser with its keys, which reads what was sent to it by a way of its own: RFC 8291 step by step, with HMAC alone.
struct PushReceiver: Sendable {
    private let key: P256.KeyAgreement.PrivateKey
    let authSecret: Data

    init() {
        key = P256.KeyAgreement.PrivateKey()
        authSecret = Data((0..<16).map { _ in UInt8.random(in: 0...255) })
    }

    init(key: P256.KeyAgreement.PrivateKey, authSecret: Data) {
        self.key = key
        self.authSecret = authSecret
    }

    var publicKey: Data { key.publicKey.x963Representation }

    func subscription(_ endpoint: String) -> PushSubscription {
        PushSubscription(endpoint: endpoint, publicKey: publicKey, authSecret: authSecret)
    }

    func read(_ body: Data) throws -> Data {
        let bytes = Array(body)
        guard bytes.count > 86, Array(bytes[16..<20]) == [0, 0, 16, 0], bytes[20] == 65 else {
            throw TestFailure("That is no message")
        }
        let (salt, sender) = (Data(bytes[..<16]), Data(bytes[21..<86]))
        let shared = try key.sharedSecretFromKeyAgreement(with: .init(x963Representation: sender))
            .withUnsafeBytes { Data($0) }
        let first = mac(authSecret, shared)
        let material = mac(first, Data("WebPush: info\0".utf8) + publicKey + sender + [1])
        let second = mac(salt, material)
        let content = mac(second, Data("Content-Encoding: aes128gcm\0".utf8) + [1]).prefix(16)
        let nonce = mac(second, Data("Content-Encoding: nonce\0".utf8) + [1]).prefix(12)
        let box = try AES.GCM.SealedBox(
            nonce: .init(data: nonce), ciphertext: bytes[86..<(bytes.count - 16)], tag: bytes[(bytes.count - 16)...])
        var text = try AES.GCM.open(box, using: SymmetricKey(data: content))
        while text.last == 0 { text.removeLast() }
        guard text.popLast() == 2 else { throw TestFailure("The last record has no end") }
        return text
    }

    private func mac(_ key: Data, _ text: Data) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: key)))
    }
}

/// What a push service finds in the header by which a server shows who it is.
struct PushPass {
    let audience: String
    let expiresAt: Date
    let contact: String?
    let key: String

    /// - Throws: when the signature is not that of the key.
    init(_ authorization: String) throws {
        guard let match = authorization.wholeMatch(of: /vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)/),
            let head = Base64URL.decode(match.1), let claims = Base64URL.decode(match.2),
            let signature = Base64URL.decode(match.3), let key = Base64URL.decode(match.4)
        else { throw TestFailure("That is no pass: \(authorization)") }
        let isSigned = try P256.Signing.PublicKey(x963Representation: key).isValidSignature(
            P256.Signing.ECDSASignature(rawRepresentation: signature), for: Data("\(match.1).\(match.2)".utf8))
        let kind = try JSONDecoder().decode([String: String].self, from: Data(head))
        guard isSigned, kind == ["typ": "JWT", "alg": "ES256"] else { throw TestFailure("It is not signed") }
        let said = try JSONDecoder().decode(Claims.self, from: Data(claims))
        audience = said.aud
        expiresAt = Date(timeIntervalSince1970: TimeInterval(said.exp))
        contact = said.sub
        self.key = String(match.4)
    }

    private struct Claims: Decodable {
        let aud: String
        let exp: Int
        let sub: String?
    }
}
