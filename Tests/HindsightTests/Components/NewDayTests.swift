import Foundation
import HindsightDomain
import Streams
import StreamsTesting
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(15))) struct NewDayTests {
    @Test func aDayBeginsAtItsOwnersMidnight() async throws {
        let seoul = try #require(TimeZoneID("Asia/Seoul"))
        await Stage.run { stage in
            // 14,000 seconds before midnight in Seoul.
            let clock = TestClock(Date(timeIntervalSince1970: 1_795_000_000))
            func turn(by seconds: Int) async {
                clock.advance(by: Double(seconds))
                await stage.advance(by: .seconds(seconds))
            }
            let days = stage.record(
                newDays(in: seoul, clock: clock.wallClock, scheduler: stage.scheduler))
            await turn(by: 13_999)
            #expect(days.values.isEmpty)
            await turn(by: 1)
            #expect(days.values.map(\.description) == ["2026-11-19"])
            await turn(by: 86_399)
            #expect(days.values.count == 1)
            await turn(by: 1)
            #expect(days.values.map(\.description) == ["2026-11-19", "2026-11-20"])
        }
    }

    @Test(arguments: [
        ("UTC", "2026-11-01", "2026-11-01T00:00:00Z"), ("Asia/Seoul", "2026-11-01", "2026-10-31T15:00:00Z"),
        ("America/New_York", "2026-11-01", "2026-11-01T04:00:00Z"),
        ("America/New_York", "2026-11-02", "2026-11-02T05:00:00Z"),
        ("Pacific/Kiritimati", "2026-11-02", "2026-11-01T10:00:00Z"),
    ])
    func aDayBeginsWhereItsOwnerIs(zone: String, day: String, time: String) throws {
        let zone = try #require(TimeZoneID(zone))
        let day = try #require(CalendarDate(day))
        let begin = try Date(time, strategy: .iso8601)
        #expect(day.begin(in: zone) == begin)
        #expect(CalendarDate(begin, in: zone) == day)
        #expect(CalendarDate(begin.addingTimeInterval(-1), in: zone) == day.adding(days: -1))
    }
}
