import Foundation
import HindsightDomain
import Live
import Testing

@testable import Hindsight

/// What is typed is the same only when each byte is. Swift's `String` takes more for equal: what Unicode calls equivalent.
@Suite(.timeLimit(.minutes(15))) struct TypedTextTests {
    static let pairs = [
        // Composed and decomposed.
        ("\u{E9}", "e\u{301}"), ("\u{AC00}", "\u{1100}\u{1161}"),
        // Of the same length: two marks in either order; and one sign that is equivalent to another.
        ("a\u{301}\u{323}", "a\u{323}\u{301}"), ("\u{2126}x", "\u{3A9}x"),
    ]

    @Test(arguments: pairs)
    func textsOfOtherBytesAreNotTheSame(one: String, other: String) throws {
        #expect(one == other)
        #expect(try GoalTitle(one) != GoalTitle(other))
        #expect(try GoalTitle(one) == GoalTitle(one))
        for style in ReviewStyle.allCases {
            for field in style.fields {
                let drafts = [one, other].map { text in
                    var draft = ReviewDraft(style: style, level: .one)
                    for field in style.fields { draft[field] = "x" }
                    draft[field] = text
                    return draft
                }
                let contents = try drafts.map { try $0.validated() }
                #expect(drafts[0] != drafts[1] && drafts[0] == drafts[0])
                #expect(contents[0] != contents[1] && contents[0] == contents[0])
                #expect(contents[0].body != contents[1].body)
                #expect(try Set(drafts).count == 2 && contents[0] == drafts[0].validated())
            }
        }
    }

    @Test(arguments: pairs)
    func goalsWithTitlesOfOtherBytesAreNotTheSame(one: String, other: String) {
        func goal(_ title: String) -> Goal {
            Goal(id: GoalID(1), title: title, startDate: .min, endDate: .max, box: .completed)
        }
        func cell(_ title: String) -> GoalCellViewModel {
            GoalCellViewModel(
                ListedGoal(
                    goal: goal(title),
                    win: ListedGoal.Win(
                        jewel: Jewel.all[0], completedAt: Date(timeIntervalSince1970: 0), day: .min, hasReview: true)))
        }
        #expect(goal(one) != goal(other) && goal(one) == goal(one))
        #expect(cell(one) != cell(other) && cell(one) == cell(one))
    }

    @Test(arguments: ["\u{200B}", "\u{3164}", "\0", " \u{200B}\n\u{2060} "])
    func aTitleHasSomethingThatCanBeSeen(text: String) {
        #expect(throws: GoalTitleError(fault: .missing)) { try GoalTitle(text) }
    }

    @Test func aFieldOfAReviewHasTheBytesOfItsCharacters() {
        #expect(TextLimit.bytes(of: 3000) == ReviewField.text.byteLimit)
    }

    /// N12: limits were told in bytes.
    @Test(arguments: Language.allCases) func limitsAreToldInCharacters(language: Language) {
        let strings = Strings(language: language)
        let texts: [TextFault] = [
            .missing, .tooLong(count: 61, limit: 60), .tooLong(count: nil, limit: 60), .tooManyMarks,
        ]
        let emails: [EmailFault] = [.localPartTooLong, .tooLong]
        let words =
            texts.map(strings.message) + texts.map(strings.goalTitleMessage) + emails.map(strings.message)
            + [strings.message(PasswordFault.tooLong)]
        for words in words {
            #expect(!words.contains("byte") && !words.contains("바이트"), "\(words)")
            #expect(!words.contains("960"), "\(words)")
        }
    }
}
