import Testing

@testable import LiveTesting

/// The document that the stand-in for a browser keeps.
@Suite(.timeLimit(.minutes(15))) struct TestDocumentTests {
    private let document = LiveDocument(
        """
        <!doctype html><!-- <p id="no"> --><title>A &amp; B</title>
        <main id="main" class="wide calm"><ol class=goals data-output="items" data-list><li id="a">one <b>1</b>,
        two</li><li id="b" class='last'>&lt;three&gt; &#128077;&#x41;</li></ol>
        <form id="f" data-input="save"><input name="t" value="old" data-input="t"><textarea name="n" data-input="n">
        \na</textarea><label>Yes <input type="radio" name="r" value="y" checked data-input="r"></label>
        <label>No <input type="radio" name="r" value="n" data-input="r"></label>
        <select name="s"><option>x<option value="2" selected>y</select><br></p><span id="last">end</span>
        """)

    func ids(_ selector: String) throws -> [String] { try document.root.all(selector, text: nil).map(\.id) }

    @Test(arguments: [
        ("li", ["a", "b"]), ("#b", ["b"]), ("li.last", ["b"]), (".wide", ["main"]), (".calm.wide", ["main"]),
        ("main li", ["a", "b"]), ("ol.goals li#a", ["a"]), ("[data-list] li[class]", ["b"]), ("li li", []),
        ("[data-output='items'] [class=last]", ["b"]), ("[data-output=\"items\"] .last", ["b"]), ("LI", ["a", "b"]),
        ("#no", []), ("form #last", ["last"]), ("form main", []), (".wid", []), ("main form[data-input=save]", ["f"]),
    ])
    func aSelectorMeansTheseElements(selector: String, expected: [String]) throws {
        #expect(try ids(selector) == expected)
    }

    @Test func textIsReadAsItIsSeen() throws {
        #expect(try document.root.one("#a", text: nil).text == "one 1, two")
        #expect(try document.root.one("#b", text: nil).text == "<three> 👍A")
        #expect(try document.root.one("title", text: nil).text == "A & B")
        #expect(try document.root.one("#b", text: nil).html == "&lt;three&gt; 👍A")
        #expect(try document.root.one("textarea", text: nil).value == "\na")
        #expect(try document.root.one("li", text: "two").id == "a")
    }

    @Test func markupThatIsBrokenIsReadAsFarAsItGoes() {
        for markup in [
            "<", "<a", "<a href", "<a href=", "<a href=\"x", "</", "</a>", "<!--", "&", "&#;", "&#x110000;", "a<b",
        ] {
            let root = MarkupParser.parse("<p>\(markup)")
            #expect(root.elements.first?.name == "p")
        }
        #expect(MarkupParser.parse("a < b & c").textContent == "a < b & c")
    }

    @Test func rowOperationsAreCarriedOutInTheirOrder() throws {
        document.show("items", "<li id=\"c\" data-after=\"\">three</li>\n<li id=\"a\" data-removed></li>")
        #expect(try ids("li") == ["c", "b"])
        document.show("items", "<li id=\"b\">new</li>\n<li id=\"d\" data-after=\"b\">four</li>")
        #expect(try ids("li") == ["c", "b", "d"])
        #expect(try document.root.one("#b", text: nil).text == "new")
        document.show("items", "<li id=\"c\" data-after=\"d\">three</li>")
        #expect(try ids("li") == ["b", "d", "c"])
        document.show("items", "<li data-reset></li>\n<li id=\"x\" data-after=\"\">ten <i id=\"p\">1</i></li>")
        #expect(try ids("li") == ["x"])
        document.show("items", "<i id=\"p\">2</i>")
        #expect(try document.root.one("#x", text: nil).text == "ten 2")
    }

    @Test func whatIsTypedSurvivesAPatchAndIsSentAgain() throws {
        document.type("typed", into: try document.root.one("[name=t]", text: nil))
        document.choose(try document.root.one("[value=n]", text: nil), true)
        #expect(try !document.root.one("[value=y]", text: nil).isChecked)
        #expect(document.typedFields.map(\.value) == ["typed", "n"])
        document.forgetTyping()
        #expect(document.typedFields.isEmpty)
    }

    @Test func aFieldOfASlotKeepsWhatWasTypedAndTheFocusGoesWhereItIsMeantToGo() throws {
        let page = LiveDocument("<main><div data-output=\"s\"><input id=\"i\" name=\"t\" value=\"1\"></div></main>")
        page.type("mine", into: try page.root.one("#i", text: nil))
        page.focused = "i"
        page.show("s", "<input id=\"i\" name=\"t\" value=\"2\">")
        #expect(try page.root.one("#i", text: nil).value == "mine")
        #expect(page.focused == "i")
        page.show("s", "<button id=\"undo\" data-focus>Undo</button>")
        #expect(page.focused == "undo")
        page.show("s", "")
        #expect(page.focused == nil)
    }
}
