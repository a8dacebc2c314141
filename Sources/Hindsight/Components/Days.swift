import Foundation
import HindsightDomain
import Live
import Streams

/// Each day as it begins for somebody, from tomorrow on: one timer, to the next midnight.
///
/// - Parameters:
///   - timeZone: where they are.
///   - clock: tells the time; the scheduler waits.
func newDays(
    in timeZone: TimeZoneID, clock: @escaping WallClock, scheduler: Scheduler
) -> Observable<CalendarDate> {
    .deferred {
        let now = clock()
        let next = CalendarDate(now, in: timeZone).adding(days: 1)
        // Clocks drift, and may be put back at midnight: then it is looked again a minute later.
        let wait = Duration.seconds(max(next.begin(in: timeZone).timeIntervalSince(now), 60))
        return Observable<Int>.timer(wait, scheduler: scheduler).flatMap { _ -> Observable<CalendarDate> in
            let today = Observable<CalendarDate>.just(CalendarDate(clock(), in: timeZone))
            return today.concat(newDays(in: timeZone, clock: clock, scheduler: scheduler))
        }
    }
}

extension CalendarDate {
    /// The moment at which the day begins in a time zone; where clocks skip midnight, an hour from it at most.
    func begin(in timeZone: TimeZoneID) -> Date {
        let zone = timeZone.timeZone
        let utc = Date(timeIntervalSince1970: Double(daysSince1970) * 86_400)
        let guess = utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: utc)))
        return utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: guess)))
    }
}
