/// The number of an account: who owns goals and reviews.
public struct AccountID: RawRepresentable, Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The id with this number, as the database gave it.
    public init(_ number: Int64) { rawValue = number }

    /// The id written as plain decimal digits, 1 to `Int64.max`, without sign or leading zeros; `nil` for any other text.
    public init?(_ text: some StringProtocol) {
        guard let number = plainDecimal(text) else { return nil }
        rawValue = number
    }

    /// Decimal digits.
    public var description: String { String(rawValue) }

    public static func < (lhs: AccountID, rhs: AccountID) -> Bool { lhs.rawValue < rhs.rawValue }
}
