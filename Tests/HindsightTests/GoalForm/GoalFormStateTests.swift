import HindsightDomain
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(15))) struct GoalFormStateTests {
    @Test(arguments: [
        ("A sea", "A sea"), ("  A \n sea\t", "A sea"), ("", ""), ("\u{200B}", ""),
        // 60 characters, and one more.
        (String(repeating: "a", count: 60), String(repeating: "a", count: 60)),
        (String(repeating: "a", count: 61), String(repeating: "a", count: 60)),
        (String(repeating: "a", count: 59) + " b c", String(repeating: "a", count: 59)),
        (String(repeating: "a", count: 60) + " b", String(repeating: "a", count: 60)),
        (String(repeating: "words ", count: 20), String(repeating: "words ", count: 9) + "words"),
        // 25 bytes each, of which 960 hold 38.
        (String(repeating: family, count: 60), String(repeating: family, count: 38)),
        // One character that is larger than any title.
        ("e" + String(repeating: "\u{301}", count: 600), ""),
    ])
    func theBeginningOfATextEndsWithAWordWhereItCan(text: String, title: String) {
        #expect(GoalTitle.beginning(of: text) == title)
    }

    @Test func theKeyOfAGoalIsThatOfThePageWithItsWords() throws {
        let (sea, lake) = (try GoalTitle("A sea"), try GoalTitle("A lake"))
        let fields = GoalFields(title: sea, startDate: .min, endDate: .max)
        func key(_ change: (inout GoalFields) -> Void, page: String = "k") -> String {
            var changed = fields
            change(&changed)
            return GoalFormRequest(purpose: .new, fields: changed, key: page, revision: 0, goal: nil).creationKey
        }
        let keys = [
            key { _ in }, key({ _ in }, page: "l"), key { $0.reminderEnabled = true }, key { $0.startDate = .max },
            key { $0.endDate = .min }, key { $0.title = lake },
        ]
        #expect(Set(keys).count == keys.count)
        #expect(key { _ in } == keys[0])
        #expect(keys.allSatisfy { $0.utf8.count == 64 && !$0.contains("k") })
    }
}
