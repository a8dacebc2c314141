import Foundation
import Hindsight
import HindsightDomain
import Testing

@Suite(.timeLimit(.minutes(15))) struct IDTests {
    @Test(arguments: [("1", 1), ("42", 42), ("9223372036854775807", Int64.max)])
    func plainDigitsAreAnID(text: String, number: Int64) {
        #expect(GoalID(text)?.rawValue == number)
        #expect(AccountID(text)?.rawValue == number)
        #expect(GoalID(number).description == text)
    }

    @Test(arguments: [
        "", "0", "00", "01", "+1", "-1", " 1", "1 ", "1\n", "1.0", "1e3", "0x1", "١", "１", "1\0", "9223372036854775808",
        "999999999999999999999", "goal",
    ])
    func anythingElseIsNone(text: String) {
        #expect(GoalID(text) == nil)
        #expect(AccountID(text) == nil)
    }

    @Test func anEndlessIDIsNoneToo() {
        #expect(GoalID(String(repeating: "9", count: 100_000)) == nil)
    }

    @Test func partOfAnAddressCanBeAnID() {
        #expect(GoalID("/goals/17/review".split(separator: "/")[1]) == GoalID(17))
    }

    @Test func laterIDsAreGreater() {
        #expect(GoalID(2) < GoalID(10))
        #expect(AccountID(2) < AccountID(10))
    }

    @Test func anIDIsANumberInJSON() throws {
        #expect(String(decoding: try JSONEncoder().encode([GoalID(7)]), as: UTF8.self) == "[7]")
        #expect(try JSONDecoder().decode([GoalID].self, from: Data("[7]".utf8)) == [GoalID(7)])
    }
}
