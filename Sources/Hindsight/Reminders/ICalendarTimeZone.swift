import Foundation
import HindsightDomain

/// A time zone as a calendar says it (RFC 5545, 3.6.5): what its clocks show, and when they are changed.
///
/// The changes of a span of time are found by asking, so that it holds also for places whose rules follow no pattern. They
/// are listed (`RDATE`), and what holds at the end of the span holds on.
struct ICalendarTimeZone {
    /// When clocks are changed.
    struct Change: Hashable {
        let moment: Date
        let from: Int
        let to: Int
        let isDaylight: Bool
    }

    let id: TimeZoneID
    /// Offset at the beginning, in seconds east of Greenwich.
    let first: Int
    /// In the order of time.
    let changes: [Change]

    /// No two changes are nearer to each other than that, but where the clocks of a month of fasting are changed.
    private static let step: TimeInterval = 7 * 86_400

    init(_ id: TimeZoneID, from begin: Date, through end: Date) {
        let zone = id.timeZone
        var changes: [Change] = []
        var (moment, offset) = (begin, zone.secondsFromGMT(for: begin))
        while moment < end {
            let next = moment + Self.step
            let following = zone.secondsFromGMT(for: next)
            if following != offset {
                let change = Self.change(of: zone, offset, between: moment, next)
                changes.append(
                    Change(
                        moment: change, from: offset, to: following,
                        isDaylight: zone.isDaylightSavingTime(for: change)))
            }
            (moment, offset) = (next, following)
        }
        self.id = id
        first = changes.first?.from ?? offset
        self.changes = changes
    }

    /// The first second of another offset.
    private static func change(of zone: TimeZone, _ offset: Int, between begin: Date, _ end: Date) -> Date {
        var (low, high) = (begin.timeIntervalSince1970.rounded(.down), end.timeIntervalSince1970.rounded(.up))
        while high - low > 1 {
            let middle = ((low + high) / 2).rounded(.down)
            let isBefore = zone.secondsFromGMT(for: Date(timeIntervalSince1970: middle)) == offset
            if isBefore { low = middle } else { high = middle }
        }
        return Date(timeIntervalSince1970: high)
    }

    func write(to text: inout ICalendarText) {
        text.add("BEGIN", "VTIMEZONE")
        text.add("TZID", id.rawValue)
        add("STANDARD", from: first, to: first, at: ["19700101T000000"], &text)
        var groups: [[Change]] = []
        for change in changes {
            let place = groups.firstIndex {
                ($0[0].from, $0[0].to, $0[0].isDaylight) == (change.from, change.to, change.isDaylight)
            }
            if let place { groups[place].append(change) } else { groups.append([change]) }
        }
        for group in groups {
            // As clocks showed it that were not changed yet.
            let times = group.map { change in
                String(ICalendarText.utc(change.moment + TimeInterval(change.from)).dropLast())
            }
            add(group[0].isDaylight ? "DAYLIGHT" : "STANDARD", from: group[0].from, to: group[0].to, at: times, &text)
        }
        text.add("END", "VTIMEZONE")
    }

    private func add(_ kind: String, from: Int, to: Int, at times: [String], _ text: inout ICalendarText) {
        text.add("BEGIN", kind)
        text.add("DTSTART", times[0])
        if times.count > 1 { text.add("RDATE", times.dropFirst().joined(separator: ",")) }
        text.add("TZOFFSETFROM", ICalendarText.offset(from))
        text.add("TZOFFSETTO", ICalendarText.offset(to))
        text.add("END", kind)
    }
}
