import Crypto
import CryptoExtras
import Foundation
import Live

/// A stored password: its scrypt hash (RFC 7914) with the salt and the parameters, in the manner of the PHC string
/// format: `$scrypt$ln=14,r=8,p=5$` salt `$` hash. Unlike in PHC, both are base64url.
///
/// Comparing is a calculation that takes long on purpose; see ``PasswordHasher`` for where it runs.
package struct PasswordHash: Hashable, Sendable {
    /// The cost of computing a hash.
    package struct Cost: Hashable, Sendable {
        /// The binary logarithm of the rounds.
        package var logarithmOfRounds: Int
        /// In 128 bytes. A hash needs this times the rounds, in memory.
        package var blockSize: Int
        /// Number of independent computations.
        package var parallelism: Int

        package init(logarithmOfRounds: Int, blockSize: Int, parallelism: Int) {
            self.logarithmOfRounds = logarithmOfRounds
            self.blockSize = blockSize
            self.parallelism = parallelism
        }

        /// 16 MiB, five times: what OWASP's Password Storage Cheat Sheet recommends for that much memory.
        #if DEBUG
            // Without optimisation it takes ten times as long. A hash is made anew when a release build sees it.
            package static let standard = Cost(logarithmOfRounds: 10, blockSize: 8, parallelism: 5)
        #else
            package static let standard = Cost(logarithmOfRounds: 14, blockSize: 8, parallelism: 5)
        #endif
        /// The whole cost, in units that can be compared.
        package var work: Int { (1 << logarithmOfRounds) * blockSize * parallelism }

        /// Next to no work: for tests of something else.
        package static let none = Cost(logarithmOfRounds: 1, blockSize: 1, parallelism: 1)
    }

    /// As the database has it.
    package let text: String
    package let cost: Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// Hashes a new password, with a salt of its own.
    package init(_ password: Password, cost: Cost = .standard) throws {
        let salt = Array(randomSecret().prefix(16))
        let hash = try Self.hash(password, salt, cost)
        self.cost = cost
        self.salt = salt
        self.hash = hash
        text =
            "$scrypt$ln=\(cost.logarithmOfRounds),r=\(cost.blockSize),p=\(cost.parallelism)"
            + "$\(Base64URL.encode(salt))$\(Base64URL.encode(hash))"
    }

    /// - Parameter text: as the database has it; nil for what is no such text.
    package init?(text: String) {
        guard
            let match = text.wholeMatch(
                of: /\$scrypt\$ln=([0-9]{1,2}),r=([0-9]{1,2}),p=([0-9]{1,2})\$([^$]+)\$([^$]+)/),
            let logarithm = Int(match.1), let blockSize = Int(match.2), let parallelism = Int(match.3),
            (1...20).contains(logarithm), (1...32).contains(blockSize), (1...16).contains(parallelism),
            let salt = Base64URL.decode(match.4), let hash = Base64URL.decode(match.5), hash.count == 32
        else { return nil }
        self.text = text
        cost = Cost(logarithmOfRounds: logarithm, blockSize: blockSize, parallelism: parallelism)
        self.salt = salt
        self.hash = hash
    }

    /// Whether it is the hash of that password.
    package func matches(_ password: Password) throws -> Bool {
        let other = try Self.hash(password, salt, cost)
        // Without telling by its time where the difference is.
        return zip(hash, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func hash(_ password: Password, _ salt: [UInt8], _ cost: Cost) throws -> [UInt8] {
        let key = try KDF.Scrypt.deriveKey(
            from: password.bytes, salt: salt, outputByteCount: 32, rounds: 1 << cost.logarithmOfRounds,
            blockSize: cost.blockSize, parallelism: cost.parallelism)
        return key.withUnsafeBytes(Array.init)
    }
}

extension PasswordHash: CustomStringConvertible, CustomReflectable {
    /// Doesn't show the hash.
    package var description: String { "PasswordHash(hidden)" }
    /// Empty, so that `dump` doesn't show it.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
