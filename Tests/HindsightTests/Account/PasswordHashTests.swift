import Foundation
import HindsightDomain
import StreamsTesting
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(15))) struct PasswordHashTests {
    private static func password(_ text: String = "kx9$vq2m") throws -> Password { try Password(new: text, email: "") }

    @Test func onlyThePasswordItselfMatches() throws {
        let hash = try PasswordHash(Self.password())
        let read = try #require(PasswordHash(text: hash.text))
        #expect(read == hash)
        #expect(try read.matches(Self.password()))
        #expect(try !read.matches(Self.password("kx9$vq2n")))
        #expect(try PasswordHash(Self.password(), cost: .none).text != PasswordHash(Self.password(), cost: .none).text)
    }

    /// RFC 7914, 12.
    @Test func itIsTheScryptOfTheStandard() throws {
        let salt = Data("SodiumChloride".utf8).base64EncodedString().replacing("=", with: "")
        // The first 32 bytes of the 64 in the document.
        let key = "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
        let bytes = stride(from: 0, to: 64, by: 2).map { place in
            UInt8(key.dropFirst(place).prefix(2), radix: 16) ?? 0
        }
        let hash = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=", with: "")
        let known = try #require(PasswordHash(text: "$scrypt$ln=14,r=8,p=1$\(salt)$\(hash)"))
        #expect(try known.matches(try #require(Password(entered: "pleaseletmein"))))
    }

    @Test(arguments: [
        "", "scrypt", "$scrypt$ln=14,r=8,p=1$AAAA", "$scrypt$ln=99,r=8,p=1$AAAA$AAAA",
        "$argon2id$ln=14,r=8,p=1$AAAA$AAAA",
        "$scrypt$ln=14,r=8,p=1$AA AA$AAAA", "$scrypt$ln=14,r=0,p=1$AAAA$" + String(repeating: "A", count: 43),
    ])
    func whatIsNoHashIsNone(text: String) { #expect(PasswordHash(text: text) == nil) }

    @Test func aHashOfLessWorkIsToBeMadeAnewAndOneOfMoreIsKept() async throws {
        func cost(_ logarithm: Int) -> PasswordHash.Cost {
            .init(logarithmOfRounds: logarithm, blockSize: 1, parallelism: 1)
        }
        let hasher = try PasswordHasher(cost: cost(3))
        let now = try await hasher.hash(Self.password())
        let (less, more) = (
            try PasswordHash(Self.password(), cost: cost(2)), try PasswordHash(Self.password(), cost: cost(4))
        )
        #expect(try await hasher.check(Self.password(), now) == .right)
        #expect(try await hasher.check(Self.password(), more) == .right)
        #expect(try await hasher.check(Self.password(), less) == .rightButOfOldCost)
        #expect(try await hasher.check(Self.password("kx9$vq2n"), less) == .wrong)
    }

    @Test func anAddressWithoutAnAccountMatchesNothing() async throws {
        let hasher = try PasswordHasher(cost: .none)
        #expect(try await hasher.check(Self.password(), nil) == .wrong)
        #expect(try await hasher.check(nil, hasher.hash(Self.password())) == .wrong)
        #expect(try await hasher.check(nil, nil) == .wrong)
    }

    @Test func whenTheLineIsFullOneIsToldAtOnce() async throws {
        let hasher = try PasswordHasher(atOnce: 1, limit: 0, cost: .none)
        await #expect(throws: PasswordHasher.Busy.self) { try await hasher.hash(Self.password()) }
        // Who was sent away takes no place in the line.
        let other = try PasswordHasher(atOnce: 1, limit: 1, cost: .none)
        for _ in 1...3 { _ = try await other.hash(Self.password()) }
    }
}
