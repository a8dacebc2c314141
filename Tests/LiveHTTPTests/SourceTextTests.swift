import Testing

@testable import LiveHTTP

/// What is taken out of files, and replaced in them.
@Suite(.timeLimit(.minutes(5))) struct SourceTextTests {
    private func compact(_ text: String, _ name: String) -> String {
        String(decoding: SourceText.compact(Array(text.utf8), FileKind(path: name)), as: UTF8.self)
    }

    @Test(arguments: [
        ("/* a */\n\na {\n    color: red;\n}\n", "a {\ncolor: red;\n}\n"), ("a /* x */ b {}", "a  b {}\n"),
        ("a/**/b {}", "a b {}\n"), ("a { margin: 1px/**/2px }", "a { margin: 1px 2px }\n"),
        ("a::before { content: \"/* no */\" }", "a::before { content: \"/* no */\" }\n"),
        ("a::before { content: '\\'/*' } /* x */", "a::before { content: '\\'/*' }\n"),
        ("/* it's */ a {}", "a {}\n"), ("a {} /* never ends", "a {}\n"), ("/*/ a {} /* */", ""),
        ("a { background: url(/a//b.svg) }", "a { background: url(/a//b.svg) }\n"), ("", ""),
        ("a::before { content: \"x\\\n   y\" }", "a::before { content: \"x\\\n   y\" }"),
    ])
    func aStyleSheetIsServedWithoutCommentsAndIndentation(text: String, served: String) {
        #expect(compact(text, "/a.css") == served)
    }

    @Test(arguments: [
        ("// a\nlet a = 1;\n\n  // b\n  a += 1; // c\n", "let a = 1;\na += 1; // c\n"),
        ("let a = 'http://x';\r\n  let b = 2;\r\n", "let a = 'http://x';\nlet b = 2;\n"),
        ("let a = `${b} // c`;\n  // d\n", "let a = `${b} // c`;\n"),
        ("return\n  // the line break stays\n  a\n", "return\na\n"),
        (
            "for (a of `[${A['b-c']}=\"${d}\"]`) {\n  // e\n  f(`\\n$`, `{`);\n}\n",
            "for (a of `[${A['b-c']}=\"${d}\"]`) {\nf(`\\n$`, `{`);\n}\n"
        ),
        ("// a tick ` in a comment\nf()\n", "f()\n"),
    ])
    func aScriptIsServedWithoutLinesThatAreComments(text: String, served: String) {
        #expect(compact(text, "/a.js") == served)
    }

    @Test(arguments: [
        "let a = `\n  // no comment\n`;\n", "let a = `${`\n  // no comment\n`}`;\n", "let a = 'b\\\n  // c';\n",
        "let a = `\\` `\n  // no\n`;\n", "let a = `${'}' + `\n  // no\n`}`;\n", "let a = `${{ b: `\n  // no\n` }}`;\n",
    ])
    func aScriptOfWhichThatIsNotKnownIsLeftAsItIs(text: String) {
        #expect(compact(text, "/a.js") == text)
    }

    @Test func otherFilesAreLeftAsTheyAre() {
        #expect(compact("  // a\n /* b */", "/a.txt") == "  // a\n /* b */")
        #expect(compact("  // a\n /* b */", "/a.svg") == "  // a\n /* b */")
    }

    @Test(arguments: [
        ("url(/a.svg)", "url(/N/a.svg)"), ("url(\"/a.svg#x\")", "url(\"/N/a.svg#x\")"),
        ("href='/a.svg'", "href='/N/a.svg'"), ("\"/b.svg\"", "\"/b.svg\""), ("\"/a.svg.bak\"", "\"/a.svg.bak\""),
        ("\"http://x/a.svg\"", "\"http://x/a.svg\""), ("\"//a.svg\"", "\"//a.svg\""), ("(/", "(/"), ("'/", "'/"),
        ("a/a.svg", "a/a.svg"), ("url(/a.svg", "url(/N/a.svg"),
    ])
    func referencesGetTheirNewAddress(text: String, replaced: String) {
        let bytes = SourceText.replacingReferences(in: Array(text.utf8)) { $0 == "/a.svg" ? "/N/a.svg" : nil }
        #expect(String(decoding: bytes, as: UTF8.self) == replaced)
    }
}
