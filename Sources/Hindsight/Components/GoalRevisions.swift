import Foundation
import HindsightDomain
import Live
import Synchronization

/// The states of what the pages of goals show: the owner's data, and the day for the owner.
final class GoalRevisions: PageRevisions {
    private let goals: any ChangeSource
    private let clock: WallClock
    /// The days in the zones that were asked for in the present period.
    private let days = Mutex((period: 0, byZone: [String: CalendarDate]()))

    init(_ goals: any ChangeSource, clock: @escaping WallClock) {
        self.goals = goals
        self.clock = clock
    }

    func revision(for visit: Visit) -> String? {
        let day = today(in: visit.timeZone).description
        guard !visit.isGuest else { return day }
        guard let owner = AccountID(visit.owner), let revision = try? goals.revision(of: owner) else { return nil }
        return "\(revision) \(day)"
    }

    func readRevision(for visit: Visit) async -> String? {
        let day = today(in: visit.timeZone).description
        guard !visit.isGuest else { return day }
        guard let owner = AccountID(visit.owner), let revision = try? await goals.readRevision(of: owner) else {
            return nil
        }
        return "\(revision) \(day)"
    }

    /// Midnight is at a quarter of an hour everywhere.
    var period: Int { Int((clock().timeIntervalSince1970 / 900).rounded(.down)) }

    func observe(_ owner: String, _ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        guard let owner = AccountID(owner) else { return {} }
        return goals.observeRevision(of: owner, notify)
    }

    private func today(in zone: String?) -> CalendarDate {
        let period = period
        return days.withLock { days in
            if days.period != period { days = (period, [:]) }
            if let day = days.byZone[zone ?? ""] { return day }
            let day = CalendarDate(clock(), in: zone.flatMap { TimeZoneID($0) } ?? .utc)
            days.byZone[zone ?? ""] = day
            return day
        }
    }
}
