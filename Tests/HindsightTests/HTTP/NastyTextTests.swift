import GRDB
import LiveTesting
import TestSupport
import Testing

@testable import Hindsight

/// Text that could be taken for something else.
@Suite(.timeLimit(.minutes(15))) struct NastyTextTests {
    private static let texts = [
        // markup
        "<script>alert(1)</script><img src=x onerror=alert(1)>&amp;&#x3c;b&gt;</textarea></main>\"'",
        // pictures and accents
        "\(family) 🇰🇷 👩🏽‍🚀 e\u{301} ﷽",
        // right to left
        "שלום \u{202e}עולם\u{202c} مرحبا \u{200f}!",
        // events of a stream
        "a\n\nevent: saved\nid: 1.1\ndata: <b>forged</b>\n\n",
        "a\r\revent: saved\rid: 1.1\rdata: forged\r\rz",
        // separators of lines
        "a\u{2028}event: x\u{2029}b\u{85}c\u{b}d\u{c}e",
        "a\t  b\n    c",
        // templates
        "{{7*7}} ${7*7} <%= 7*7 %> \\(csrf) \\u0000",
        "\n\nfirst line is the third",
    ]

    /// The text without the white space around it.
    private func trimmed(_ text: String) -> String {
        let end = text.reversed().drop { $0.isWhitespace }
        return String(end.reversed().drop { $0.isWhitespace })
    }

    @Test(arguments: texts) func itComesBackAsTyped(text: String) async throws {
        try await withAccount { account in
            // Refused, so that it comes back in the form …
            let refused = try await account.post(account.editor, ["style": "free", "text": text])
            #expect(refused.status == 422)
            #expect(refused.text.textarea("text").map { Array($0.utf8) } == Array(text.utf8))
            // … and saved, to be read.
            #expect(try await account.review(account.unreviewed[0], ["style": "free", "text": text]).status == 303)
            let page = try await account.get(account.editor).text
            #expect(page.answers.map { Array($0.utf8) } == [Array(trimmed(text).utf8)])
            #expect(!page.contains("<script>alert"))
        }
    }

    @Test(arguments: texts) func itTravelsThroughTheStreamWithoutForgingAnEvent(text: String) async throws {
        try await withAccount { account in
            let address = DemoAccount.address(account.reviewed[0])
            let viewer = try await account.open(address)
            try await viewer.stream(after: viewer.last) { stream in
                let fields = ["style": "free", "text": text, "level": "3"]
                #expect(try await account.post(address + "?edit=1", fields).status == 303)
                // The fields of a form without a script are a draft until it is saved, and the page may show that first.
                let shown = try await stream.next("review", having: "#level-3").data.answers
                #expect(shown.map { Array($0.utf8) } == [Array(trimmed(text).utf8)])
                _ = try await account.post(address + "?edit=1", fields.with(["text": "done"]))
                try await stream.next("review", having: ">done<")
                #expect(Set(stream.seen.map(\.name)).isSubset(of: ["review", "goal"]))
                // They are all changes of one graph.
                #expect(stream.seen.allSatisfy { $0.id.wholeMatch(of: /[0-9a-z]+\.\d+/) != nil })
                #expect(Set(stream.seen.map { $0.id.prefix { $0 != "." } }).count == 1)
            }
        }
    }

    @Test func nulIsShownAndHarmless() async throws {
        try await withAccount { account in
            let fields = ["style": "free", "text": "a\0b", "level": "3"]
            #expect(try await account.post(account.editor, fields).status == 303)
            let page = try await account.get(account.editor)
            #expect(!page.body.contains(0))
            #expect(page.text.answers == ["a\u{2400}b"])
        }
    }

    @Test func aNastyTitleIsShownAsItIsOnEveryPageAndInTheStream() async throws {
        try await withApp { app in
            let account = try await app.account()
            let goal = account.unreviewed[0]
            let title = "<b>\"x\"</b>\r\revent: saved\n\ndata: x & 👨‍👩‍👧 שלום"
            try await app.execute("UPDATE goal SET title = ? WHERE id = ?", [title, goal])
            #expect(try await account.title(goal) == title)
            let page = try await account.open()
            #expect(page.text.contains("&lt;b&gt;"))
            #expect(!page.text.contains("<b>\"x\""))
            // An id of another session: the page gets all of its Outputs.
            try await page.stream(after: "0.1") { stream in
                let data = try await stream.next("items").data
                let heading = data.between("<h3 ", "</h3>")?.split(separator: ">", maxSplits: 1).last
                #expect(heading.map { String($0).unescaped } == title)
                _ = try await account.review(goal, free)
                try await stream.next("items", having: "id=\"d\(goal)\"")
                // All that the page shows, and where it is.
                let outputs = Set(page.text.all(between: "data-output=\"", "\"") + ["live:resume"])
                #expect(Set(stream.seen.map(\.name)).isSubset(of: outputs))
            }
        }
    }
}
