import Crypto
import Foundation
import Live

/// The codes of orders and offers of other devices that a browser was given, in a cookie of the site.
///
/// A cookie shows a code in no address, so in no history, log, link or picture of a screen, and scripts can't read it. It is
/// signed for its browser: only codes that were tried at the form, which counts vain tries, open anything.
package struct HeldCodes: Sendable {
    /// Number of codes that are kept, the latest ones.
    package static let limit = 20
    private static let name = "market-codes"
    private static let lifetime = MarketLimits.basketLifetime
    private let key: SymmetricKey

    /// - Parameter signingKey: the key that the site signs with, at least 32 bytes.
    package init(signingKey: [UInt8]) { key = SymmetricKey(data: signingKey) }

    /// Returns the codes of the browser of a visit, the latest first.
    package func codes(of visit: Visit) -> [MarketCode] {
        guard let value = visit.cookies[Self.name], value.utf8.count <= 9 * Self.limit + 64 else { return [] }
        let parts = value.split(separator: ".").map(String.init)
        let codes = parts.dropLast().compactMap { MarketCode($0) }
        guard let signature = parts.last.flatMap(Self.bytes), codes.count == parts.count - 1,
            HMAC<SHA256>.isValidAuthenticationCode(
                signature, authenticating: Self.signed(codes, visit.owner), using: key)
        else { return [] }
        return codes
    }

    /// Returns the cookie of the browser of a visit with another code.
    package func cookie(adding code: MarketCode, of visit: Visit) -> PageCookie {
        let codes = Array(([code] + codes(of: visit).filter { $0 != code }).prefix(Self.limit))
        let signature = HMAC<SHA256>.authenticationCode(for: Self.signed(codes, visit.owner), using: key)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return PageCookie(
            name: Self.name, value: (codes.map(\.description) + [signature]).joined(separator: "."),
            maxAge: Self.lifetime)
    }

    private static func signed(_ codes: [MarketCode], _ owner: String) -> [UInt8] {
        Array("market codes\n\(owner)\n\(codes.map(\.description).joined(separator: "."))".utf8)
    }

    /// Returns the bytes in a text of hexadecimal digits.
    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 64, digits.count == text.utf8.count else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

extension HeldCodes {
    /// Returns the code by which the browser of a visit holds an order; nil when it doesn't.
    package func order(_ id: OrderID, of visit: Visit, in store: any OrderStore) async throws -> Purchase? {
        for code in codes(of: visit) {
            if let purchase = try await store.order(code), purchase.id == id { return purchase }
        }
        return nil
    }

    /// Returns the offer of a product that the browser of a visit holds by a code; nil when it doesn't.
    package func offer(_ id: ProductID, of visit: Visit, in store: any ProductStore) async throws -> Offer? {
        for code in codes(of: visit) {
            if let offer = try await store.offer(code), offer.product.id == id { return offer }
        }
        return nil
    }
}
