import Foundation
import Hindsight
import HindsightDomain
import Testing

@Suite(.timeLimit(.minutes(15))) struct TimeZoneIDTests {
    @Test(arguments: [
        ("Asia/Seoul", 9 * 3600), ("UTC", 0), ("Etc/GMT-9", 9 * 3600), ("America/Argentina/Buenos_Aires", -3 * 3600),
        // Two names of one zone: browsers still send the older one.
        ("Asia/Calcutta", 19_800), ("Asia/Kolkata", 19_800), ("Japan", 9 * 3600),
    ])
    func aNameOfTheTimeZoneDatabaseIsAZone(name: String, offset: Int) throws {
        let zone = try #require(TimeZoneID(name))
        #expect(zone.rawValue == name && zone.description == name)
        #expect(zone.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: 1_772_379_000)) == offset)
    }

    @Test(arguments: [
        "", " ", "Asia", "Asia/", "Seoul", "Mars/Olympus", "Asia/Seoul ", " Asia/Seoul", "Asia/Seoul\0", "GMT+0900",
        // Foundation's own reading of these ends the process.
        "GMT+12:/5", "GMT+12:z0",
        "+09:00", "UTC+9", "../../etc/passwd", "/etc/localtime", "localtime", "posix/Asia/Seoul",
        "Asia/Se\u{6F}\u{301}ul",
        "<script>", String(repeating: "Asia/Seoul", count: 1000),
    ])
    func anythingElseIsNone(text: String) {
        #expect(TimeZoneID(text) == nil)
        #expect(TimeZoneID(rawValue: text) == nil)
    }

    @Test func everyZoneThatTheSystemListsIsOne() {
        #expect(TimeZone.knownTimeZoneIdentifiers.filter { TimeZoneID($0) == nil } == [])
    }
}
