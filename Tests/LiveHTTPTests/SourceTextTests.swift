import Testing

@testable import LiveHTTP

/// What is taken out of files, and replaced in them.
@Suite(.timeLimit(.minutes(15))) struct SourceTextTests {
    private func compact(_ text: String, _ name: String) -> String {
        String(decoding: SourceText.compact(Array(text.utf8), FileKind(path: name)), as: UTF8.self)
    }

    @Test(arguments: [
        ("/* a */\n\na {\n    color: red;\n}\n", "a{color:red}"), ("a /* x */ b {}", "a b{}"),
        ("a/**/b {}", "a b{}"), ("a { margin: 1px/**/2px }", "a{margin:1px 2px}"),
        ("a::before { content: \"/* no, */\" }", "a::before{content:\"/* no, */\"}"),
        ("a::before { content: '\\'/* ; ' } /* x */", "a::before{content:'\\'/* ; '}"),
        ("/* it's */ a {}", "a{}"), ("a {} /* never ends", "a{}"), ("/*/ a {} /* */", ""),
        ("a { background: url(/a//b.svg) }", "a{background:url(/a//b.svg)}"), ("", ""),
        ("a::before { content: \"x\\\n   y\" }", "a::before{content:\"x\\\n   y\"}"),
        ("a :hover,\n  a > b { --x: ; width: calc(1px + 2px) }", "a :hover,a > b{--x:;width:calc(1px + 2px)}"),
        ("@media (width > 1px) and (hover) { .a\\26 { top: 0 } }", "@media (width > 1px) and (hover){.a\\26{top:0}}"),
    ])
    func aStyleSheetIsServedWithoutCommentsAndSpace(text: String, served: String) {
        #expect(compact(text, "/a.css") == served)
    }

    @Test(arguments: [
        ("// a\nlet a = 1;\n\n  // b\n  a += 1; // c\n", "let a = 1;\na += 1;\n"),
        ("let a = 'http://x';\r\n  let b = 2;\r\n", "let a = 'http://x';\nlet b = 2;\n"),
        ("let a = 'http:// x'; // y\r\n", "let a = 'http:// x';\n"),
        ("let a = `${b} // c`;\n  // d\n", "let a = `${b} // c`;\n"),
        ("let a = `'` + \"`\" + '\"'; // it's\n", "let a = `'` + \"`\" + '\"'; // it's\n"),
        ("let a = \"it's\"; // so\n", "let a = \"it's\";\n"),
        ("let a = b / c; // d\n", "let a = b / c; // d\n"), ("let a = /[ // ]/; // d\n", "let a = /[ // ]/; // d\n"),
        ("let a = '\\' // b'; // c\n", "let a = '\\' // b'; // c\n"), ("/* a\nb // c */\n", "/* a\nb // c */\n"),
        ("return\n  // the line break stays\n  a\n", "return\na\n"),
        (
            "for (a of `[${A['b-c']}=\"${d}\"]`) {\n  // e\n  f(`\\n$`, `{`);\n}\n",
            "for (a of `[${A['b-c']}=\"${d}\"]`) {\nf(`\\n$`, `{`);\n}\n"
        ),
        ("// a tick ` in a comment\nf()\n", "f()\n"),
    ])
    func aScriptIsServedWithoutCommentsToTheEndOfALine(text: String, served: String) {
        #expect(compact(text, "/a.js") == served)
    }

    @Test(arguments: [
        ("<svg>\n  <!-- a\n  b -->\n  <path\n  d=\"\"/>\n</svg>\n", "<svg>\n<path\nd=\"\"/>\n</svg>\n"),
        ("<svg><!--a--><g/><!--b--></svg>\n", "<svg><g/></svg>\n"),
        ("<svg> <text> <!-- a --> </text></svg>", "<svg> <text> <!-- a --> </text></svg>"),
        ("<svg> <style><![CDATA[ <!-- ]]></style> -->", "<svg> <style><![CDATA[ <!-- ]]></style> -->"),
        ("<svg> <!-- never ends", "<svg> <!-- never ends\n"),
    ])
    func aPictureIsServedWithoutComments(text: String, served: String) {
        #expect(compact(text, "/a.svg") == served)
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
        #expect(compact("  // a\n /* b */", "/a.json") == "  // a\n /* b */")
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
