import Live
import Testing

@Suite(.timeLimit(.minutes(15))) struct TypedTextTests {
    @Test(arguments: [
        // Composed and decomposed.
        ("\u{E9}", "e\u{301}"), ("\u{AC00}", "\u{1100}\u{1161}"),
        // Of the same length: two marks in either order; and one sign that is equivalent to another.
        ("a\u{301}\u{323}", "a\u{323}\u{301}"), ("\u{2126}x", "\u{3A9}x"),
    ])
    func anExactTextIsTheSameOnlyByteByByte(one: String, other: String) {
        #expect(one == other)
        #expect(ExactText(wrappedValue: one) != ExactText(wrappedValue: other))
        #expect(ExactText(wrappedValue: one) == ExactText(wrappedValue: String(one.unicodeScalars.map(Character.init))))
        #expect(ExactText(wrappedValue: "") == ExactText(wrappedValue: ""))
    }

    @Test(arguments: [
        ("a\nb", "a b"), ("a \t\r\n b", "a b"), ("a\u{2028}b", "a b"), ("a\0b", "a b"), ("\na", " a"), ("a  b", "a  b"),
        ("a\u{A0}b", "a\u{A0}b"), ("", ""),
    ])
    func aTextIsPutIntoOneLine(text: String, line: String) {
        #expect(text.inOneLine(limit: 60) == line)
        #expect(text.dropFirst(0).inOneLine(limit: 60) == line)
    }

    @Test func aTextThatIsTooLargeIsNotPutIntoOneLine() {
        let text = String(repeating: "\n", count: 961)
        #expect(text.inOneLine(limit: 60) == text)
    }

    @Test(arguments: [
        "\u{200B}", "\u{2060}", "\u{3164}", "\u{FEFF}", "\u{AD}", "\u{180E}", "\u{2800}", "\0", "\u{200D}\u{FE0F}",
        " \u{200B}\n\u{2060} ",
    ])
    func whatCannotBeSeenIsMissing(text: String) {
        #expect(text.fault(limit: 60) == .missing)
        #expect((text + "가").fault(limit: 60) == nil)
    }

    @Test func aTextMayHaveSixteenBytesForEachOfItsCharacters() {
        let marks = "e" + String(repeating: "\u{301}", count: 479)
        #expect(marks.count == 1 && marks.utf8.count == 959)
        #expect(marks.fault(limit: 60) == nil)
        #expect((marks + "xy").fault(limit: 60) == .tooManyMarks)
        #expect(TextLimit.bytes(of: 60) == 960)
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
}
