import Foundation
import HindsightDomain
import Live
import Streams

/// Emits each new day when it begins in a time zone, from tomorrow on. Uses one timer, set to the next midnight.
///
/// - Parameters:
///   - timeZone: the owner's time zone.
///   - clock: the wall clock that tells the day; only the scheduler waits.
///   - scheduler: the page's scheduler.
func newDays(
    in timeZone: TimeZoneID, clock: @escaping WallClock, scheduler: Scheduler
) -> Observable<CalendarDate> {
    .deferred {
        let now = clock()
        let next = CalendarDate(now, in: timeZone).adding(days: 1)
        // Clocks drift and may be set back at midnight, so the timer waits at least a minute.
        let wait = Duration.seconds(max(next.begin(in: timeZone).timeIntervalSince(now), 60))
        return Observable<Int>.timer(wait, scheduler: scheduler).flatMap { _ -> Observable<CalendarDate> in
            let today = Observable<CalendarDate>.just(CalendarDate(clock(), in: timeZone))
            return today.concat(newDays(in: timeZone, clock: clock, scheduler: scheduler))
        }
    }
}

extension CalendarDate {
    /// The moment at which the day begins in a time zone. Where clocks skip midnight, it is at most an hour off.
    func begin(in timeZone: TimeZoneID) -> Date {
        let zone = timeZone.timeZone
        let utc = Date(timeIntervalSince1970: Double(daysSince1970) * 86_400)
        let guess = utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: utc)))
        return utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: guess)))
    }
}
