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

    @Test(arguments: [
        "\u{200B}", "\u{2060}", "\u{3164}", "\u{FEFF}", "\u{AD}", "\u{180E}", "\u{2800}", "\0", "\u{200D}\u{FE0F}",
        " \u{200B}\n\u{2060} ",
    ])
    func whatCannotBeSeenIsMissing(text: String) {
        #expect(text.fault(limit: 60) == .missing)
        #expect((text + "가").fault(limit: 60) == nil)
        #expect(throws: GoalTitleError(fault: .missing)) { try GoalTitle(text) }
    }

    @Test func aTextMayHaveSixteenBytesForEachOfItsCharacters() {
        let marks = "e" + String(repeating: "\u{301}", count: 479)
        #expect(marks.count == 1 && marks.utf8.count == 959)
        #expect(marks.fault(limit: 60) == nil)
        #expect((marks + "xy").fault(limit: 60) == .tooManyMarks)
        #expect(TextLimit.bytes(of: 3000) == ReviewField.text.byteLimit)
    }

    /// SEC13: the scalars were walked before any limit, and a text that is only blanks to its end.
    @Test func ofATextWithTooManyBytesNoMoreIsReadThanItsLimit() {
        let letters = String(repeating: "x", count: 5000)
        #expect(letters.reading(limit: 60) == TextReading(count: 960, fault: .tooLong(count: nil, limit: 60)))
        let blanks = String(repeating: " ", count: 5000)
        #expect(blanks.reading(limit: 60) == TextReading(count: 960, fault: .tooLong(count: nil, limit: 60)))
        // What is cut at the limit is no half of a character.
        for start in ["", "x", "xx", "xxx"] {
            let pictures = start + String(repeating: "\u{1F9D1}", count: 5000)
            #expect(pictures.reading(limit: 60).fault == .tooLong(count: nil, limit: 60))
            #expect(pictures.dropFirst().reading(limit: 60).fault == .tooLong(count: nil, limit: 60))
        }
        #expect(String(repeating: "\u{301}", count: 5000).reading(limit: 60).fault == .tooManyMarks)
        // Blanks around a text count, once they are more than the text may be.
        #expect((blanks + "x").fault(limit: 60) == .tooLong(count: nil, limit: 60))
        #expect((String(repeating: " ", count: 900) + "x").reading(limit: 60) == TextReading(count: 1, fault: nil))
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
