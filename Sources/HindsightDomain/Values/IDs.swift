import Live

/// The number of an account: who owns goals and reviews.
package struct AccountID: RawRepresentable, Hashable, Comparable, Sendable, Codable, LosslessStringConvertible {
    /// As the database has it; an id that was read from text is 1 or more.
    package let rawValue: Int64

    /// The same as ``init(_:)-(Int64)``.
    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// The id with this number, as the database gave it.
    package init(_ number: Int64) { rawValue = number }

    /// The id written as plain decimal digits, 1 to `Int64.max`, without sign or leading zeros; `nil` for any other text.
    package init?(_ text: String) {
        guard let number = Int64(plainDecimal: text) else { return nil }
        rawValue = number
    }

    /// The same, of a part of a text.
    package init?(_ text: Substring) { self.init(String(text)) }

    /// Decimal digits.
    package var description: String { String(rawValue) }

    /// Ids are in order of making.
    package static func < (lhs: AccountID, rhs: AccountID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The number of a goal. Ids are given in order of making and never given twice.
package struct GoalID: RawRepresentable, Hashable, Comparable, Sendable, Codable, LosslessStringConvertible {
    /// As the database has it; an id that was read from text is 1 or more.
    package let rawValue: Int64

    /// The same as ``init(_:)-(Int64)``.
    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// The id with this number, as the database gave it.
    package init(_ number: Int64) { rawValue = number }

    /// The id written in an address: plain decimal digits, 1 to `Int64.max`, without sign or leading zeros.
    ///
    /// `nil` for any other text, however long.
    package init?(_ text: String) {
        guard let number = Int64(plainDecimal: text) else { return nil }
        rawValue = number
    }

    /// The same, of a part of a text.
    package init?(_ text: Substring) { self.init(String(text)) }

    /// Decimal digits, as in an address.
    package var description: String { String(rawValue) }

    /// Ids are in order of making.
    package static func < (lhs: GoalID, rhs: GoalID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The number of an invitation to follow somebody.
package struct InvitationID: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The number of the relation between a person and somebody who follows them.
package struct FollowID: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
}
