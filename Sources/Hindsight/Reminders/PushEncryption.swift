import Crypto
import Foundation
import HindsightDomain

/// Encrypts what is sent to a browser so that only it can read it, and not its push service (RFC 8291, with the coding of
/// RFC 8188 as one record).
struct PushEncryption: Sendable {
    /// So much may be said at once, in bytes: a push service takes 4096 with what encryption adds (RFC 8030, 7.2).
    static let limit = 3900

    private static let recordSize: UInt32 = 4096

    /// Made anew for each message.
    private let key: P256.KeyAgreement.PrivateKey
    private let salt: Data

    init() { self.init(key: P256.KeyAgreement.PrivateKey(), salt: Data(randomSecret().prefix(16))) }

    /// - Parameter salt: 16 bytes.
    init(key: P256.KeyAgreement.PrivateKey, salt: Data) {
        self.key = key
        self.salt = salt
    }

    /// Whether a browser's key is a point on the curve.
    static func isPublicKey(_ key: Data) -> Bool { (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil }

    /// The body of a message.
    ///
    /// - Throws: CryptoKit's error when the key is no point on the curve.
    func encrypt(_ message: Data, publicKey: Data, authSecret: Data) throws -> Data {
        let theirs = try P256.KeyAgreement.PublicKey(x963Representation: publicKey)
        let ours = key.publicKey.x963Representation
        let shared = try key.sharedSecretFromKeyAgreement(with: theirs).hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: authSecret, sharedInfo: Data("WebPush: info\0".utf8) + publicKey + ours,
            outputByteCount: 32)
        func derive(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: shared, salt: salt, info: Data("Content-Encoding: \(info)\0".utf8),
                outputByteCount: count)
        }
        let nonce = try AES.GCM.Nonce(data: derive("nonce", 12).withUnsafeBytes { Data($0) })
        // 2 ends the last record.
        let sealed = try AES.GCM.seal(message + [2], using: derive("aes128gcm", 16), nonce: nonce)
        let size = withUnsafeBytes(of: Self.recordSize.bigEndian) { Data($0) }
        return salt + size + [UInt8(ours.count)] + ours + sealed.ciphertext + sealed.tag
    }
}
