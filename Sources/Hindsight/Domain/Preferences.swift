import Foundation

/// A language that the app speaks. The raw value is its BCP 47 tag.
public enum Language: String, CaseIterable, Sendable, Codable {
    /// 한국어, the default.
    case korean = "ko"
    /// English.
    case english = "en"
}

/// The light or the dark look of the app. Who has chosen neither gets what the device says.
public enum Theme: String, CaseIterable, Sendable, Codable {
    /// Dark text on light paper.
    case light
    /// Light text on dark paper.
    case dark
}

/// Something that an account has chosen for itself; nil leaves it to the browser.
public enum Preference: Hashable, Sendable {
    /// What the app speaks.
    case language(Language?)
    /// What it looks like.
    case theme(Theme?)
}

/// A time zone by its IANA name, as in "Asia/Seoul". It decides which day it is for the owner of an account.
public struct TimeZoneID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The IANA name, exactly as it was given.
    public let rawValue: String

    /// Coordinated universal time: the zone of an account that has not told its own.
    public static let utc = TimeZoneID(unchecked: "UTC")

    /// `nil` unless Foundation knows a zone of this name.
    public init?(rawValue: String) {
        guard Self.hasFormOfAName(rawValue), TimeZone(identifier: rawValue) != nil else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked name: String) { rawValue = name }

    /// The same, of a name that somebody sent.
    public init?(_ text: some StringProtocol) { self.init(rawValue: String(text)) }

    /// The IANA name.
    public var description: String { rawValue }

    /// The zone itself. UTC when the name is of a newer system that knew it, and this one doesn't.
    public var timeZone: TimeZone { TimeZone(identifier: rawValue) ?? .gmt }

    /// Foundation takes more than names, such as "GMT+0900" and a name with a NUL after it.
    private static func hasFormOfAName(_ text: String) -> Bool {
        let hasArea = text.utf8.contains(UInt8(ascii: "/"))
        return (1...64).contains(text.utf8.count)
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
