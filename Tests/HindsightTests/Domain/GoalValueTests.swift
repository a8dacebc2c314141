import HindsightDomain
import Live
import StreamsTesting
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(15))) struct GoalValueTests {
    @Test func aTitleMayHaveSixtyCharactersAndNotOneMore() throws {
        let sixty = String(repeating: "🏳️‍🌈", count: 60)
        #expect(try GoalTitle(sixty).text == sixty)
        #expect(throws: GoalTitleError(fault: .tooLong(count: 61, limit: 60))) { try GoalTitle(sixty + "x") }
    }

    @Test func aTitleIsTrimmedAndNotEmpty() throws {
        #expect(try GoalTitle(" \n 걷기 \r\n").text == "걷기")
        #expect(throws: GoalTitleError(fault: .missing)) { try GoalTitle(" \u{3000}\n") }
    }

    /// N11: a title had line feeds where a display name had none.
    @Test(arguments: [
        ("A sea\nof words", "A sea of words"), ("a\r\nb", "a b"), ("a\tb", "a b"), ("a\0b", "a b"),
        ("a \n\n \t b", "a b"), ("a\u{2028}b\u{2029}c\u{85}d\u{B}e\u{C}f", "a b c d e f"), ("\na\n", "a"),
        // Spaces stay as they are typed.
        ("a  b\u{3000}c", "a  b\u{3000}c"), ("a  b \n c  d", "a  b c  d"),
    ])
    func aTitleIsOneLine(typed: String, title: String) throws {
        #expect(try GoalTitle(typed).text == title)
        #expect(try GoalTitle(title).text == title)
    }

    @Test func aTitleIsCountedAsTheLineThatItBecomes() throws {
        let line = String(repeating: "x", count: 58)
        #expect(try GoalTitle(line + "\n \n \ny").text == line + " y")
        #expect(throws: GoalTitleError(fault: .tooLong(count: 61, limit: 60))) { try GoalTitle(line + "\nxy") }
    }

    @Test func aLevelIsOneToFive() {
        #expect(["1", "2", "3", "4", "5"].map { Level($0) } == Level.allCases)
        for text in ["0", "6", "9", "-1", "+1", "01", " 1", "1.0", "", "five", "99999999999999999999"] {
            #expect(Level(text) == nil)
        }
        #expect(Level(9) == nil && Level(5) == .five && Level.one < .two)
    }

    @Test func thereAreTwentyJewels() {
        #expect(Jewel.all.count == 20)
        #expect(Set(Jewel.all).count == 20)
    }

    @Test func everyJewelIsAsLikelyAsAnyOther() {
        var generator = SeededGenerator(seed: 7)
        var drawn: [Jewel: Int] = [:]
        for _ in 0..<20_000 { drawn[.random(using: &generator), default: 0] += 1 }
        // 1,000 each; six standard deviations are 185.
        #expect(drawn.count == 20)
        #expect(drawn.values.allSatisfy { (815...1185).contains($0) })
    }
}
