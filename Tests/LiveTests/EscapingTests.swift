import StreamsTesting
import Testing

@testable import Live

@Suite(.timeLimit(.minutes(15))) struct EscapingTests {
    func rendered(_ html: HTML) -> String { RenderedPage(html).html }

    @Test(arguments: [
        ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"), ("\r", "&#13;"),
        ("\u{0}", "\u{2400}"), ("\r\n", "&#13;\n"), ("\n", "\n"), ("&amp;", "&amp;amp;"), ("é👩‍👩‍👧\u{202E}", "é👩‍👩‍👧\u{202E}"),
        ("<\u{338}", "&lt;\u{338}"), ("", ""),
    ])
    func aCharacterWithAMeaningBecomesAReference(text: String, expected: String) {
        // By their bytes: characters that are canonically equal would pass for each other.
        #expect(Array(rendered("\(text)").utf8) == Array(expected.utf8))
        #expect(Array(rendered(HTML(text: text)).utf8) == Array(expected.utf8))
        #expect(Array(rendered("<a title=\"\(text)\">").utf8) == Array("<a title=\"\(expected)\">".utf8))
    }

    @Test func noTextCanLeaveItsPlace() {
        var random = SeededGenerator(seed: 1)
        let alphabet = Array("<>&\"'`=/ a\r\n\t\u{0}\u{b}\u{85}\u{2028}\u{301}é👍".unicodeScalars)
        for _ in 0..<2000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &random) { text.append(alphabet.randomElement(using: &random)!) }
            let escaped = rendered("\(String(text))")
            #expect(!escaped.utf8.contains { Array("<>\"'\r\u{0}".utf8).contains($0) })
            #expect(unescaped(escaped) == Array(String(text).replacing("\u{0}", with: "\u{2400}").utf8))
        }
    }

    private func unescaped(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        for (reference, byte) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#13;", "\r")] {
            bytes.replace(Array(reference.utf8), with: Array(byte.utf8))
        }
        bytes.replace(Array("&amp;".utf8), with: Array("&".utf8))
        return bytes
    }

    @Test func markupWithinMarkupIsNotEscapedAgain() {
        let name = "<Ann>"
        let inner: HTML = "<b>\(name)</b>"
        #expect(rendered("<p>\(inner)</p>") == "<p><b>&lt;Ann&gt;</b></p>")
        let optional: HTML? = inner
        #expect(rendered("\(optional)") == "<b>&lt;Ann&gt;</b>")
        #expect(rendered("<p>\(HTML?.none)</p>") == "<p></p>")
    }

    @Test func partsComeOneAfterTheOther() {
        let parts: [HTML] = ["a", "<b>\("&")</b>", ""]
        #expect(rendered("<p>\(parts)</p>") == "<p>a<b>&amp;</b></p>")
        #expect(rendered(HTML(joining: parts)) == "a<b>&amp;</b>")
        #expect(rendered("[\([HTML]())]") == "[]")
        #expect(rendered(.empty).isEmpty)
    }

    @Test func aConditionDecidesWhetherMarkupIsMade() {
        var made = 0
        func make() -> HTML {
            made += 1
            return "<i></i>"
        }
        #expect(rendered("\(if: true, make())\(if: false, make())") == "<i></i>")
        #expect(made == 1)
    }

    @Test func numbersAndPartsOfTextAreWrittenToo() {
        #expect(rendered("\(-12) \(UInt8.max) \("<ab>".prefix(2))") == "-12 255 &lt;a")
    }

    @Test func theTokenOfAFormIsEscaped() {
        #expect(
            rendered(.csrfField("\"><script>"))
                == "<input type=\"hidden\" name=\"csrf\" value=\"&quot;&gt;&lt;script&gt;\">")
    }
}
