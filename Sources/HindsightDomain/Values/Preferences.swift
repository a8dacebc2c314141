import Foundation
import Live

/// The day on which a week begins.
package enum WeekStart: String, CaseIterable, Sendable, Codable {
    /// As ISO 8601 has it.
    case monday
    /// As calendars in Korea and America have it.
    case sunday
    /// As calendars in many Arabic countries have it.
    case saturday
}

/// Something that an account has chosen for itself; nil leaves it to the browser.
package enum Preference: Hashable, Sendable {
    /// Language of the app.
    case language(Language?)
    /// Colour scheme of the pages.
    case theme(Theme?)
    /// The owner's time zone, which determines the current day.
    case timeZone(TimeZoneID?)
    /// Nil leaves it to the language.
    case weekStart(WeekStart?)
    /// Display name; nil shows the part of the address before the @.
    case displayName(DisplayName?)
}

/// The display name of an account's owner: 1 to 40 characters, at least one of them visible.
package struct DisplayName: Hashable, Sendable {
    /// The most characters.
    package static let limit = 40
    /// The most bytes of UTF-8, as it is typed.
    package static let byteLimit = TextLimit.bytes(of: limit)

    /// Without white space at its ends.
    package let text: String

    /// `nil` for what is too long, for what can't be seen, and for more than one line.
    package init?(_ text: some StringProtocol) {
        let text = text.trimmedAtEnds
        guard text.fault(limit: Self.limit) == nil,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        self.text = text
    }
}

/// A time zone by its IANA name, as in "Asia/Seoul". It decides which day it is for the owner of an account.
package struct TimeZoneID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The IANA name, exactly as it was given.
    package let rawValue: String

    /// Coordinated universal time: the zone of an account that has not told its own.
    package static let utc = TimeZoneID(unchecked: "UTC")

    /// More bytes than the longest name has.
    package static let byteLimit = 64

    /// `nil` unless Foundation knows a zone of this name.
    package init?(rawValue: String) {
        guard Self.hasFormOfAName(rawValue), TimeZone(identifier: rawValue) != nil else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked name: String) { rawValue = name }

    /// The same, of a name that somebody sent.
    package init?(_ text: some StringProtocol) { self.init(rawValue: String(text)) }

    /// The IANA name.
    package var description: String { rawValue }

    /// The zone itself. UTC when the name is of a newer system that knew it, and this one doesn't.
    package var timeZone: TimeZone { TimeZone(identifier: rawValue) ?? .gmt }

    /// Foundation takes more than names, such as "GMT+0900" and a name with a NUL after it; and at some texts with a colon,
    /// such as "GMT+12:/5", it ends the process.
    private static func hasFormOfAName(_ text: String) -> Bool {
        let hasArea = text.utf8.contains(UInt8(ascii: "/"))
        return (1...byteLimit).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "/"):
                    true
                case UInt8(ascii: "+"), UInt8(ascii: "-"): hasArea
                default: false
                }
            }
    }
}
