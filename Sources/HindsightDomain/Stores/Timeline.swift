import Foundation
import Live

/// The timelines of an account.
package enum EventSegment: String, Hashable, Sendable, CaseIterable {
    /// The deeds of the account itself, see ``LookBackStore/events(of:before:limit:in:)``.
    case performed
    /// The goals that others share, see ``FollowStore/receivedEvents(by:before:limit:)``.
    case received
}

/// An entry of a timeline: a deed of somebody with a goal.
package struct TimelineEvent: Hashable, Sendable, Identifiable {
    /// The kinds of deeds.
    package enum Kind: String, Sendable {
        /// The goal was created.
        case set
        /// Steps were ticked; those of a day are one entry.
        case ticked
        /// The goal was completed and won its jewel.
        case completed
        /// A review was written.
        case reviewed
        /// The goal was put away because its last day was over.
        case ended
        /// The goal was put away by its owner.
        case paused
        /// A goal that was put away became active again.
        case takenUp
    }

    /// Its place in the timeline, which is unique in it.
    package private(set) var id: EventCursor
    /// The kind of the deed.
    package let kind: Kind
    /// Number of steps ticked; 1 for other kinds.
    package var count: Int
    /// Number of the goal's steps; nil in the timeline of one's own deeds.
    package let stepCount: Int?
    /// Title of the step, if exactly one was ticked; otherwise empty.
    @ExactText package var step: String
    /// The goal that it was done with.
    package let goal: GoalID
    /// Title of the goal.
    @ExactText package private(set) var title: String
    /// The jewel that the goal won; nil unless it is completed.
    package let jewel: Jewel?
    /// Whether the goal came with the account, as an example.
    package let isSample: Bool
    /// The owner of the goal; nil in the timeline of one's own deeds.
    package let person: Person?
    /// Whether the viewer, who can, applauds the goal; nil for those who can't, and in the timeline of one's own deeds.
    package var isApplauded: Bool?
    /// Followers who applaud the goal that was completed, ``applauseLimit`` at most; empty in the timeline of others.
    package let applause: [Handle]

    /// Number of followers who applaud a goal that an entry has at most.
    package static let applauseLimit = 4

    /// - Parameters:
    ///   - id: its place in the timeline.
    ///   - kind: the kind of the deed.
    ///   - count: number of steps ticked.
    ///   - stepCount: number of the goal's steps.
    ///   - step: title of the step, if exactly one was ticked.
    ///   - goal: the goal that it was done with.
    ///   - title: title of the goal.
    ///   - jewel: the jewel that the goal won.
    ///   - isSample: whether the goal came with the account.
    ///   - person: the owner of the goal.
    ///   - isApplauded: whether the viewer applauds the goal; nil for one who can't.
    ///   - applause: followers who applaud the goal.
    package init(
        id: EventCursor, kind: Kind, count: Int = 1, of stepCount: Int? = nil, step: String = "", goal: GoalID,
        title: String, jewel: Jewel? = nil, isSample: Bool = false, by person: Person? = nil,
        isApplauded: Bool? = nil, applause: [Handle] = []
    ) {
        self.id = id
        self.kind = kind
        self.count = count
        self.stepCount = stepCount
        self.step = step
        self.goal = goal
        self.title = title
        self.jewel = jewel
        self.isSample = isSample
        self.person = person
        self.isApplauded = isApplauded
        self.applause = applause
    }

    /// Returns the entry at another place.
    package func at(_ id: EventCursor) -> TimelineEvent {
        var event = self
        event.id = id
        return event
    }
}

/// A place in a timeline: of an entry, or of one that is gone.
///
/// Entries are in the order of their days, the latest first. Ticks, which have a day but no time, are the first entries of
/// their day. The others are in the order of their times.
package enum EventCursor: Hashable, Sendable, LosslessStringConvertible {
    /// A time in milliseconds since 1970, and a number that distinguishes entries of that time.
    case moment(Int64, number: Int64)
    /// The ticks of a goal on a day.
    case ticks(CalendarDate, of: GoalID)

    /// The place that is written as `milliseconds.number` or `day.goal`; nil for any other text, however long.
    package init?(_ text: String) {
        let parts = text.utf8.count > 40 ? [] : text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        if let day = CalendarDate(String(parts[0])), let goal = GoalID(parts[1]) {
            self = .ticks(day, of: goal)
        } else if let milliseconds = Int64(parts[0]), let number = Int64(parts[1]) {
            self = .moment(milliseconds, number: number)
        } else {
            return nil
        }
    }

    package var description: String {
        switch self {
        case .moment(let milliseconds, let number): "\(milliseconds).\(number)"
        case .ticks(let day, let goal): "\(day).\(goal.rawValue)"
        }
    }

    /// Returns the day of the entry in a time zone. Ticks keep the day that it was for their owner.
    package func day(in zone: TimeZone) -> CalendarDate {
        switch self {
        case .moment(let milliseconds, _):
            CalendarDate(Date(timeIntervalSince1970: Double(milliseconds) / 1000), in: zone)
        case .ticks(let day, _): day
        }
    }
}

/// A slice of a timeline.
package struct TimelineSlice: Hashable, Sendable {
    /// The latest first.
    package var events: [TimelineEvent]
    /// Whether there are earlier ones.
    package var hasMore: Bool

    /// - Parameters:
    ///   - events: the latest first.
    ///   - hasMore: whether there are earlier ones.
    package init(events: [TimelineEvent] = [], hasMore: Bool = false) {
        self.events = events
        self.hasMore = hasMore
    }

    /// Merges entries from several sources. Ticks of one goal on one day become one entry.
    ///
    /// - Parameters:
    ///   - found: the latest entries of each source, `limit` + 1 of each at most, in any order.
    ///   - limit: number of entries of the slice at most.
    ///   - zone: the time zone that decides on the day of a time.
    package init(merging found: [TimelineEvent], limit: Int, in zone: TimeZone) {
        var ticks: [EventCursor: Int] = [:]
        var all: [(order: (Int, Int, Int64, Int64), event: TimelineEvent)] = []
        for event in found {
            if event.kind == .ticked, let known = ticks.updateValue(all.count, forKey: event.id) {
                ticks[event.id] = known
                all[known].event.count += event.count
                all[known].event.step = ""
                continue
            }
            let day = event.id.day(in: zone).daysSince1970
            switch event.id {
            case .ticks(_, let goal): all.append(((day, 1, goal.rawValue, 0), event))
            case .moment(let milliseconds, let number): all.append(((day, 0, milliseconds, number), event))
            }
        }
        all.sort { $0.order > $1.order }
        self.init(events: all.prefix(limit).map(\.event), hasMore: all.count > limit)
    }
}
