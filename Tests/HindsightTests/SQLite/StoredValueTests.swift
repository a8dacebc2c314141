import Foundation
import LiveSQLite
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct StoredValueTests {
    @Test func whatIsNoTextIsRefused() {
        #expect(StoredText(datum: .null) == nil)
        #expect(StoredText(datum: 7.datum) == nil)
        #expect(StoredText(datum: Data([0xFF, 0xFE]).datum) == nil)
    }

    @Test func aTimeComesBackToTheMillisecond() {
        for milliseconds in Int64(1_795_000_000_000)..<1_795_000_002_000 {
            let time = StoredTime(milliseconds: milliseconds)
            #expect(StoredTime(time.date) == time)
        }
        #expect(StoredTime(Date(timeIntervalSince1970: 1.0004)).milliseconds == 1000)
        #expect(StoredTime(Date(timeIntervalSince1970: -1.5)).milliseconds == -1500)
    }
}
