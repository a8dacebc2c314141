import Crypto
import Foundation
import HindsightDomain

/// The text of a calendar as it is written (RFC 5545, 3.1): lines that end with CRLF, folded at 75 octets and never inside
/// of a character.
struct ICalendarText {
    /// The longest line, in octets, without its end.
    static let lineLimit = 75

    private(set) var bytes: [UInt8] = []
    private var hash = SHA256()

    /// Hash of the text without its stamps: the same calendar has it at any time.
    var fingerprint: [UInt8] { Array(hash.finalize().prefix(12)) }

    /// A property whose value is no text of somebody: a time, a rule, a name that is given here.
    ///
    /// - Parameter isStamp: whether it says when the text was made, and nothing of what it says.
    mutating func add(_ name: String, _ value: String, isStamp: Bool = false) {
        let line = Array("\(name):\(value)".utf8)
        if !isStamp {
            hash.update(data: line)
            hash.update(data: [0x0A])
        }
        var start = 0
        while true {
            // The blank that a further line begins with is one of its octets.
            let limit = start == 0 ? Self.lineLimit : Self.lineLimit - 1
            var end = min(start + limit, line.count)
            while end < line.count, line[end] & 0xC0 == 0x80 { end -= 1 }
            bytes += line[start..<end]
            bytes += [0x0D, 0x0A]
            start = end
            if start >= line.count { return }
            bytes.append(0x20)
        }
    }

    /// A property with a text of somebody (RFC 5545, 3.3.11).
    mutating func add(_ name: String, text: String) { add(name, Self.escaped(text)) }

    /// Commas, semicolons, backslashes and line breaks have a backslash before them; other control characters can't stand
    /// in a calendar at all.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ",", ";":
                escaped.append("\\")
                escaped.append(scalar)
            case "\n" where previous == "\r": break
            case "\n", "\r": escaped.append(contentsOf: ["\\", "n"])
            case "\t": escaped.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
            default: escaped.append(scalar)
            }
            previous = scalar
        }
        return String(escaped)
    }

    /// `20261122T073000`
    static func local(_ day: CalendarDate, _ minute: Int) -> String {
        "\(date(day))T\(two(minute / 60))\(two(minute % 60))00"
    }

    /// `20261122`
    static func date(_ day: CalendarDate) -> String { "\(day.year)\(two(day.month))\(two(day.day))" }

    /// `20261122T073000Z`
    static func utc(_ moment: Date) -> String {
        let seconds = Int(moment.timeIntervalSince1970.rounded(.down))
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let rest = seconds - days * 86_400
        // The last moment there is lies on the last day.
        guard days <= CalendarDate.max.daysSince1970 else { return "99991231T235959Z" }
        return local(CalendarDate(daysSince1970: days), rest / 60).dropLast(2) + two(rest % 60) + "Z"
    }

    /// `+0900`, or `-004400` where that has seconds.
    static func offset(_ seconds: Int) -> String {
        let size = abs(seconds)
        let text = (seconds < 0 ? "-" : "+") + two(size / 3600) + two(size / 60 % 60)
        return size % 60 == 0 ? text : text + two(size % 60)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
