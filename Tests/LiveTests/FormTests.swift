import LiveTesting
import Streams
import StreamsTesting
import Testing

@testable import Live

/// Two forms on one page with a field of one name, a field of the one only, and a field that stands in none; one of them
/// has a secret.
private struct TwoFormsScreen: Screen {
    struct Model: ViewModel {
        struct Input {
            let title: Observable<String>
            let note: Observable<String>
            let email: Observable<String>
            let password: Observable<String>
            let search: Observable<String>
            let rename: Observable<Void>
            let signIn: Observable<Void>
        }
        struct Output { let heard: Driver<String> }

        func transform(input: Input) -> Output {
            let heard = Observable<String>.merge(
                input.title.map { "title=\($0)" }, input.note.map { "note=\($0)" }, input.email.map { "email=\($0)" },
                input.password.map { "password of \($0.count)" }, input.search.map { "search=\($0)" },
                input.rename.map { "rename" }, input.signIn.map { "signIn" })
            return Output(
                heard: heard.scan([]) { $0 + [$1] }.map { $0.joined(separator: ", ") }.startWith("")
                    .asDriver(onErrorJustReturn: ""))
        }
    }

    func makeViewModel(_ page: Page) -> Model { Model() }

    func makeInput(_ page: Page) -> Model.Input {
        .init(
            title: page.input(), note: page.input(), email: page.input(), password: page.secret(), search: page.input(),
            rename: page.input(), signIn: page.input())
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let first: HTML = """
            <input \(input.title, field: "name", text: "old")><textarea \(input.note, area: "note")>\
            \(input.note, content: "a note")</textarea><button>Rename</button>
            """
        let second: HTML = """
            <input \(input.email, field: "name")>
            <label>Password <input type="password" \(input.password, field: "password", text: "preset")></label>
            <button>Sign in</button>
            """
        return """
            <main \(page.live)>
            <input type="search" \(input.search, field: "q", text: "goals")>
            \(input.rename.form("id='rename'", first))
            \(input.signIn.form("id='sign-in'", second))
            \(output.heard.slot("p", "id='heard'") { "\($0)" })
            </main>
            """
    }
}

/// A form with a box to tick, a field of which one of a few is chosen, and a field that says that it was left.
private struct ChoicesScreen: Screen {
    struct Model: ViewModel {
        struct Input {
            let agrees: Observable<Bool>
            let day: Observable<String>
            let name: Observable<String>
            let nameLeft: Observable<Void>
            let save: Observable<Void>
        }
        struct Output { let heard: Driver<String> }

        func transform(input: Input) -> Output {
            let heard = Observable<String>.merge(
                input.agrees.map { "agrees=\($0)" }, input.day.map { "day=\($0)" }, input.name.map { "name=\($0)" },
                input.nameLeft.map { "left" }, input.save.map { "save" })
            return Output(
                heard: heard.scan([]) { $0 + [$1] }.map { $0.joined(separator: ", ") }.startWith("")
                    .asDriver(onErrorJustReturn: ""))
        }
    }

    func makeViewModel(_ page: Page) -> Model { Model() }

    func makeInput(_ page: Page) -> Model.Input {
        .init(
            agrees: page.input(), day: page.input(), name: page.input(), nameLeft: page.input(), save: page.input())
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let form: HTML = """
            <input type="checkbox" id="agrees" \(input.agrees, check: "agrees", ticked: true)>
            <select id="day" \(input.day, select: "day")>\(input.day, options: Options([("mon", "mon"), ("sun", "sun")]), selected: "sun")</select>
            <input id="name" \(input.name, field: "name") \(left: input.nameLeft)>
            <button>Save</button>
            """
        return
            "<main \(page.live)>\(input.save.form("", form))\(output.heard.slot("p", "id='heard'") { "\($0)" })</main>"
    }
}

/// A form with two texts that others may change meanwhile.
private struct VersionsScreen: Screen {
    struct Model: ViewModel {
        struct Input {
            let line: Observable<FieldText>
            let note: Observable<FieldText>
            let save: Observable<Void>
        }
        struct Output { let heard: Driver<String> }

        func transform(input: Input) -> Output {
            let heard = Observable<String>.merge(
                input.line.map { "line=\($0.text)" }, input.note.map { "note=\($0.text)" }, input.save.map { "save" })
            return Output(
                heard: heard.scan([]) { $0 + [$1] }.map { $0.joined(separator: ", ") }.startWith("")
                    .asDriver(onErrorJustReturn: ""))
        }
    }

    func makeViewModel(_ page: Page) -> Model { Model() }

    func makeInput(_ page: Page) -> Model.Input { .init(line: page.input(), note: page.input(), save: page.input()) }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let form: HTML = """
            <input \(input.line, field: "line", text: "old", basis: "1")>\(input.line, basisOf: "line", "1")\
            <textarea \(input.note, area: "note", basis: "1")>\(input.note, content: "a note")</textarea>\
            \(input.note, basisOf: "note", "1")
            """
        return
            "<main \(page.live)>\(input.save.form("", form))\(output.heard.slot("p", "id='heard'") { "\($0)" })</main>"
    }
}

/// A field belongs to the form that it is in, and a secret is kept nowhere.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct FormTests {
    /// A post emptied all fields of the page that it lacked.
    @Test func aPostFillsTheFieldsOfItsFormAndLeavesTheOthersAlone() async throws {
        try await TestBrowser.open(TwoFormsScreen()) { browser in
            let renamed = try await browser.post("#rename", fields: ["name": "new"])
            #expect(renamed.text("#heard") == "title=new, note=a note, rename")
            #expect(try renamed.find("#rename [name=name]").value == "new")
            #expect(try renamed.find("#sign-in [name=name]").value == "")
            #expect(try renamed.find("[name=q]").value == "goals")
            let signedIn = try await browser.post(
                "#sign-in", fields: ["name": "ann@example.org", "password": "secret"])
            #expect(signedIn.text("#heard") == "email=ann@example.org, password of 6, signIn")
            #expect(try signedIn.find("#rename [name=name]").value == "old")
            #expect(try signedIn.find("#rename textarea").value == "a note")
        }
    }

    @Test func aFieldOfTheFormThatAPostLacksIsEmpty() async throws {
        try await TestBrowser.open(TwoFormsScreen()) { browser in
            let answer = try await browser.forgePost(input: "rename", fields: ["name": "new"])
            #expect(answer.text("#heard") == "title=new, note=, rename")
        }
    }

    /// N10: what is not posted can't be told from what is posted empty, where the newer text of another would be lost.
    @Test func aFieldWithABasisThatAPostLacksStaysAsItIs() async throws {
        try await TestBrowser.open(VersionsScreen()) { browser in
            let lacking = try await browser.forgePost(input: "save", fields: ["line": "new"])
            #expect(lacking.text("#heard") == "line=new, save")
            #expect(try lacking.find("textarea").value == "a note")
            let empty = try await browser.forgePost(input: "save", fields: ["line": "new", "note": ""])
            #expect(empty.text("#heard") == "line=new, note=, save")
            #expect(try empty.find("textarea").value == "")
        }
    }

    @Test func aFieldOutsideOfAllFormsIsTakenWhenItIsSent() async throws {
        try await TestBrowser.open(TwoFormsScreen()) { browser in
            let answer = try await browser.post("#rename", fields: ["q": "jewels"])
            #expect(answer.text("#heard") == "title=old, note=a note, search=jewels, rename")
        }
    }

    /// V7: with `dir="auto"` a browser read all of a long text at each key.
    @Test(arguments: [
        ("שלום", "rtl"), ("مرحبا Ann", "rtl"), ("1. «سلام»", "rtl"), ("\u{200F}!", "rtl"), ("\u{1E900}", "rtl"),
        ("\u{FB2A}", "rtl"), ("Ann שלום", nil), ("가 שלום", nil), ("12:30", nil), ("", nil),
        (String(repeating: ".", count: 199) + "ש", "rtl"), (String(repeating: ".", count: 200) + "ש", nil),
    ])
    func aFieldRunsAsTheFirstLetterOfItsTextDoes(text: String, direction: String?) async throws {
        try await TestBrowser.open(TwoFormsScreen()) { browser in
            #expect(try await browser.find("#rename textarea")["dir"] == nil)
            let answer = try await browser.post("#rename", fields: ["name": text, "note": text])
            #expect(try answer.find("#rename [name=name]").attributes["dir"] == direction)
            #expect(try answer.find("#rename textarea").attributes["dir"] == direction)
        }
    }

    @Test func fieldsOfOneNameAreTypedInEachFormByItself() async throws {
        try await TestBrowser.open(TwoFormsScreen()) { browser in
            try await browser.type("Ann", into: "#sign-in [name=name]")
            #expect(await browser.text("#heard") == "email=Ann")
            #expect(await browser.value("#rename [name=name]") == "old")
            try await browser.submit("#rename")
            #expect(await browser.text("#heard") == "email=Ann, rename")
        }
    }

    @Test func aBoxIsTickedOrNotWithAScriptAndWithout() async throws {
        try await TestBrowser.open(ChoicesScreen()) { browser in
            #expect(try await browser.find("#agrees").isChecked)
            try await browser.click("#agrees")
            try await browser.click("#agrees")
            #expect(await browser.text("#heard") == "agrees=false, agrees=true")
            // A browser sends nothing for a box that isn't ticked.
            let empty = try await browser.forgePost(input: "save", fields: ["name": "Ann"])
            #expect(empty.text("#heard") == "agrees=false, day=, name=Ann, save")
            #expect(try !empty.find("#agrees").isChecked)
            let ticked = try await browser.post("form", fields: ["agrees": "yes", "day": "mon"])
            #expect(ticked.text("#heard") == "agrees=true, day=mon, name=, save")
            #expect(try ticked.find("#agrees").isChecked)
            // What no box of ours sends is no consent, and no refusal either.
            let forged = try await browser.post("form", fields: ["agrees": "perhaps"])
            #expect(forged.text("#heard") == "day=sun, name=, save")
            #expect(try !forged.find("#agrees").isChecked)
        }
    }

    @Test func aSelectShowsWhatWasChosenLast() async throws {
        try await TestBrowser.open(ChoicesScreen()) { browser in
            #expect(await browser.value("#day") == "sun")
            try await browser.choose("#day option[value=mon]")
            #expect(await browser.text("#heard") == "day=mon")
            #expect(try await browser.post("form", fields: ["day": "mon"]).find("#day").value == "mon")
        }
    }

    @Test func aFieldSaysThatItWasLeftBehindWhatWasTyped() async throws {
        try await TestBrowser.open(ChoicesScreen()) { browser in
            try await browser.type("Ann", into: "#name")
            try await browser.leave("#name")
            #expect(await browser.text("#heard") == "name=Ann, left")
            await #expect(throws: TestBrowser.Failure.self) { try await browser.leave("#day") }
        }
    }

    // MARK: Secrets

    @Test func aSecretGoesToTheViewModelAndIsWrittenIntoNoMarkup() async throws {
        try await TestBrowser.open(TwoFormsScreen()) { browser in
            #expect(await browser.exists("[name=password][data-secret]"))
            #expect(await !browser.response.html.contains("preset"))
            try await browser.type("p4ss w0rd", label: "Password")
            #expect(await browser.text("#heard") == "password of 9")
            try await browser.submit("#sign-in")
            let events = await browser.events
            #expect(events.count == 2)
            #expect(events.allSatisfy { !$0.data.contains("p4ss") })
        }
    }

    @Test func anAnswerToAPlainPostHasNoSecretAndNorHasARefusedOne() async throws {
        let fields = ["name": "ann", "password": "p4ss"]
        let sessions = LiveSessions.virtual()
        let post = PlainPost(input: "signIn", fields: fields)
        let answer = try #require(
            try await sessions.answer(post, with: TwoFormsScreen(), Visit(path: "/"), at: "/live/1"))
        let refused = try await sessions.refuse(post, with: TwoFormsScreen(), Visit(path: "/"), at: "/live/2")
        for page in [answer, refused] {
            #expect(page.html.contains("value=\"ann\""))
            #expect(page.html.contains("password of 4"))
            #expect(!page.html.contains("p4ss"))
        }
        await sessions.close()
    }

    @Test func aSecretIsKeptNowhere() async throws {
        let session = try await LiveSession.opened(TwoFormsScreen())
        await session.send(("email", "ann"), ("password", "p4ss"))
        let kept = await session.keptTexts
        #expect(kept["email"] == "ann")
        #expect(kept.keys.contains("password"))
        #expect(kept["password"] == .some(nil))
        #expect(try await !session.render().html.contains("p4ss"))
        await session.end()
    }
}

extension LiveSession {
    /// What is kept of each input.
    fileprivate var keptTexts: [String: String?] {
        var kept: [String: String?] = [:]
        for name in ["email", "password"] {
            if let port = bindings?.port(named: name) { kept[name] = .some(port.latest) }
        }
        return kept
    }
}
