/// The number of a goal. Ids are given in order of making and never given twice.
public struct GoalID: RawRepresentable, Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The id with this number, as the database gave it.
    public init(_ number: Int64) { rawValue = number }

    /// The id written in an address: plain decimal digits, 1 to `Int64.max`, without sign or leading zeros.
    ///
    /// `nil` for any other text, however long.
    public init?(_ text: some StringProtocol) {
        guard let number = plainDecimal(text) else { return nil }
        rawValue = number
    }

    /// Decimal digits, as in an address.
    public var description: String { String(rawValue) }

    public static func < (lhs: GoalID, rhs: GoalID) -> Bool { lhs.rawValue < rhs.rawValue }
}
