import Live

/// The number of a row. Numbers are given in order and never given twice.
package protocol RowID: RawRepresentable<Int64>, Hashable, Comparable, Sendable, LosslessStringConvertible {
    /// - Parameter rawValue: the number in the database, 1 or more.
    init(rawValue: Int64)
}

extension RowID {
    /// The ID in an address: plain decimal digits, 1 to `Int64.max`, without sign or leading zeros; nil for any other text.
    package init?(_ text: String) {
        guard let number = Int64(plainDecimal: text) else { return nil }
        self.init(rawValue: number)
    }

    /// Decimal digits, as in an address.
    package var description: String { String(rawValue) }

    /// Whether the left one was given earlier.
    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The number of a product.
package struct ProductID: RowID, Codable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
}

extension ProductID: InputValue {
    /// Reads the ID as in an address.
    package init?(inputText: String) { self.init(inputText) }
}

/// The number of an order.
package struct OrderID: RowID, Codable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A browser that visits the market: the owner of its pages (`Visit.owner`), an opaque random text.
///
/// Visitors have no account: whatever a browser offers, puts into its basket and orders hangs on this. It is shown to
/// nobody else.
package struct VisitorID: Codable, Hashable, Sendable, LosslessStringConvertible {
    package let description: String

    /// The ID in a text; nil unless that is 1 to 64 letters of ASCII, digits, hyphens and underscores.
    package init?(_ text: String) {
        guard text.isToken else { return nil }
        description = text
    }
}

/// A text that a form sends with each attempt: what was done with a key is not done again, and is answered as it was the
/// first time. A visitor's keys are apart from those of others.
package struct IdempotencyKey: Hashable, Sendable, LosslessStringConvertible {
    package let description: String

    /// The key in a text; nil unless that is 1 to 64 letters of ASCII, digits, hyphens and underscores.
    package init?(_ text: String) {
        guard text.isToken else { return nil }
        description = text
    }
}

extension String {
    /// Whether it is 1 to 64 letters of ASCII, digits, hyphens and underscores.
    fileprivate var isToken: Bool {
        (1...64).contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// A short code of an order or of an offer, for another device and for the pick-up: eight of Crockford's 32 characters,
/// which have no I, L, O and U. So a code has 40 random bits.
///
/// With the code of an order one sees it and can cancel it, with that of an offer one can edit and remove it. A page that
/// takes a code limits the attempts: a code is found by guessing sooner than a token.
package struct MarketCode: Hashable, Sendable, LosslessStringConvertible {
    private static let characters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let length = 8
    /// Number of bytes at most of a typed code, with some for hyphens and spaces.
    package static let byteLimit = 64

    /// The eight characters, without a hyphen.
    package let description: String

    /// The code that somebody has typed; nil for any other text. Small letters, hyphens and spaces make no difference, and
    /// neither does O for 0, or I and L for 1.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.byteLimit else { return nil }
        var code: [UInt8] = []
        for byte in text.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
            let capital = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
            switch capital {
            case UInt8(ascii: "O"): code.append(UInt8(ascii: "0"))
            case UInt8(ascii: "I"), UInt8(ascii: "L"): code.append(UInt8(ascii: "1"))
            case _ where Self.characters.contains(capital): code.append(capital)
            default: return nil
            }
        }
        guard code.count == Self.length else { return nil }
        description = String(decoding: code, as: UTF8.self)
    }

    /// A new code.
    ///
    /// - Parameter generator: the source of randomness. It must be secure, as the system's is.
    package init(using generator: inout some RandomNumberGenerator) {
        let code = (0..<Self.length).map { _ in
            Self.characters[Int.random(in: 0..<Self.characters.count, using: &generator)]
        }
        description = String(decoding: code, as: UTF8.self)
    }

    /// The code as it is shown: two groups with a hyphen, which are read and typed more easily.
    package var grouped: String { description.prefix(4) + "-" + description.suffix(4) }
}

/// Somebody who acts on an order or an offer.
package enum Holder: Hashable, Sendable {
    /// The browser that made it.
    case visitor(VisitorID)
    /// Another device, which was given the code.
    case code(MarketCode)
}
