import LiveTesting
import Streams
import StreamsTesting
import Testing

@testable import Live

/// A screen with every effect, each at a form of its own.
private struct EffectScreen: Screen {
    struct Model: ViewModel {
        struct Input {
            let go: Observable<String>
            let save: Observable<String>
            let say: Observable<String>
            let look: Observable<String>
            let fail: Observable<Int>
            let count: Observable<Int>
            let sign: Observable<String>
            let export: Observable<String>
        }
        struct Output {
            let gone: Signal<String>
            let saved: Signal<String>
            let said: Signal<String>
            let found: Signal<String>
            let field: Driver<String>
            let failed: Signal<Int>
            let problem: Driver<Int>
            let signed: Signal<String>
            let exported: Signal<String>
        }

        func transform(input: Input) -> Output {
            func signal<Element>(_ stream: Observable<Element>) -> Signal<Element> {
                stream.asSignal(onErrorSignalWith: .never())
            }
            let look = input.look.share()
            return Output(
                gone: signal(input.go), saved: signal(input.save), said: signal(input.say), found: signal(look),
                field: look.startWith("").asDriver(onErrorJustReturn: ""), failed: signal(input.fail),
                problem: input.count.startWith(0).asDriver(onErrorJustReturn: 0), signed: signal(input.sign),
                exported: signal(input.export))
        }
    }

    func makeViewModel(_ page: Page) -> Model { Model() }

    func makeInput(_ page: Page) -> Model.Input {
        .init(
            go: page.input(), save: page.input(), say: page.input(), look: page.input(), fail: page.input(),
            count: page.input(), sign: page.input(), export: page.input())
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.navigate(
            on: output.gone, forgetsTyping: true, flash: { "Off to “\($0)”" },
            to: { $0.isEmpty ? nil : "/\($0)?a=1&b=2" })
        page.redirect(on: output.saved, flash: { _ in "Saved" }, to: { "/\($0)" })
        page.flash(on: output.said) { $0.isEmpty ? nil : $0 }
        page.focus(on: output.found) { $0 }
        page.status(on: output.failed) { $0 == 0 ? nil : $0 }
        page.status(on: output.problem) { $0 == 0 ? nil : 422 }
        page.setCookie(on: output.signed) { PageCookie(name: "session", value: $0, maxAge: .seconds(60)) }
        page.navigate(on: output.signed) { _ in "/home" }
        page.download(on: output.exported) { $0.isEmpty ? nil : "/export/\($0)" }
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        """
        <main \(page.live)>
        \(page.flash("class='notice'"))
        \(input.go.form(value: "there", "id='go'", "<button>Go</button>"))
        \(input.go.form(value: "", "id='stay'", "<button>Stay</button>"))
        \(input.save.form(value: "saved", "id='save'", "<button>Save</button>"))
        \(input.say.form(value: "<Done> & \"said\"", "id='say'", "<button>Say</button>"))
        \(input.look.form(value: "late", "id='look'", "<button>Look</button>"))
        \(output.field.slot { id in "\(if: !id.isEmpty, "<input id='\(id)'>")" })
        \(input.fail.form(value: "503", "id='fail'", "<button>Fail</button>"))
        \(input.count.form(value: "1", "id='count'", "<button>Count</button>"))
        \(input.sign.form(value: "s3cret", "id='sign'", "<button>Sign</button>"))
        \(input.export.form(value: "all", "id='export'", "<button>Export</button>"))
        </main>
        """
    }
}

/// A screen whose address says what it shows.
private struct FinderScreen: Screen {
    struct Model: ViewModel {
        struct Input { let word: Observable<String> }
        struct Output {
            let place: Driver<String?>
            let count: Driver<Int>
        }
        let first: String

        func transform(input: Input) -> Output {
            let words = input.word.map { $0 == "?" ? nil : Optional($0) }.startWith(first).share(replay: 1)
            return Output(
                place: words.distinctUntilChanged().asDriver(onErrorJustReturn: nil),
                count: words.map { $0?.count ?? 0 }.distinctUntilChanged().asDriver(onErrorJustReturn: 0))
        }
    }

    var first = ""

    func makeViewModel(_ page: Page) -> Model { Model(first: first) }
    func makeInput(_ page: Page) -> Model.Input { .init(word: page.input()) }

    func effects(_ page: Page, _ output: Model.Output) {
        page.address(with: output.place) { word in
            word.map { Route("/find").path(query: $0.isEmpty ? Query() : ["word": $0]) }
        }
        page.title(with: output.count) { "\($0) <letters>" }
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        """
        <main \(page.live)><form method="get" action="/find">\
        <label>Word <input \(input.word, field: "word", text: first)></label></form></main>
        """
    }
}

/// What a screen says beside its markup reaches a live page by one event, and a browser without a script by the answer.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct EffectTests {
    func open(_ use: (TestBrowser) async throws -> Void) async throws {
        try await TestBrowser.open(EffectScreen(), visit: Visit(path: "/start"), use)
    }

    @Test func aWayToAnotherPageIsOneEventWithWhatItSaysThere() async throws {
        try await open { browser in
            try await browser.click(button: "Go")
            #expect(await browser.location == "/there?a=1&b=2")
            #expect(await browser.flash == "Off to “there”")
            let events = await browser.events
            #expect(events.map(\.name) == ["gone"])
            #expect(
                events.first?.data
                    == "<live-effect type=\"navigate\" value=\"/there?a=1&amp;b=2\" forget flash=\"Off to “there”\"></live-effect>"
            )
            let answer = try await browser.post("#go")
            #expect(answer.status == 303)
            #expect(answer.location == "/there?a=1&b=2")
            #expect(answer.flash == "Off to “there”")
        }
    }

    @Test func whereThereIsNoWayThePageStays() async throws {
        try await open { browser in
            try await browser.click(button: "Stay")
            #expect(await browser.location == "/start")
            #expect(await browser.events.isEmpty)
            let answer = try await browser.post("#stay")
            #expect(answer.status == 200)
            #expect(answer.exists("#stay"))
        }
    }

    @Test func aRedirectIsForPlainPostsOnly() async throws {
        try await open { browser in
            try await browser.submit("#save")
            #expect(await browser.location == "/start")
            #expect(await browser.events.isEmpty)
            let answer = try await browser.post("#save")
            #expect(answer.location == "/saved")
            #expect(answer.flash == "Saved")
        }
    }

    @Test func whatIsSaidIsShownInItsElement() async throws {
        try await open { browser in
            #expect(await browser.flash == nil)
            try await browser.submit("#say")
            #expect(await browser.flash == "<Done> & \"said\"")
            #expect(await browser.text("p.notice[role=status]") == "<Done> & \"said\"")
            let answer = try await browser.post("#say")
            #expect(answer.status == 200)
            #expect(answer.text("p.notice") == "<Done> & \"said\"")
        }
    }

    @Test func whatThePageBeforeSaidIsShownOnceAndNotWhenThePageIsTakenUpAgain() async throws {
        var visit = Visit(path: "/start")
        visit.flash = "Welcome"
        try await TestBrowser.open(EffectScreen(), visit: visit) { browser in
            #expect(await browser.flash == "Welcome")
            let answer = try await browser.post("#stay")
            #expect(answer.text("p.notice").isEmpty)
        }
    }

    /// The focus went out before the element that it is for.
    @Test func theFocusComesWhenItsElementIsThere() async throws {
        try await open { browser in
            try await browser.submit("#look")
            #expect(await browser.focused == "late")
            #expect(await browser.events.map(\.name) == ["field", "found"])
        }
    }

    @Test func aStatusIsForAnswersOnlyWhetherItHappensOrLasts() async throws {
        try await open { browser in
            #expect(await browser.response.status == 200)
            try await browser.submit("#fail")
            try await browser.submit("#count")
            #expect(await browser.events.isEmpty)
            #expect(try await browser.post("#fail").status == 503)
            #expect(try await browser.post("#count").status == 422)
            #expect(try await browser.post("#say").status == 200)
        }
    }

    @Test func aCookieIsFetchedBeforeThePageGoesOnAndItsValueIsInNoEvent() async throws {
        try await open { browser in
            try await browser.submit("#sign")
            #expect(
                await browser.cookies["session"] == PageCookie(name: "session", value: "s3cret", maxAge: .seconds(60)))
            #expect(await browser.location == "/home")
            let events = await browser.events
            #expect(events.map(\.name) == ["signed", "signed"])
            #expect(events.first?.data == "<live-effect type=\"cookie\"></live-effect>")
            #expect(events.allSatisfy { !$0.data.contains("s3cret") })
            let answer = try await browser.post("#sign")
            #expect(answer.location == "/home")
            #expect(answer.cookies["session"]?.value == "s3cret")
        }
    }

    /// The answer to the input had the cookie, and when that was lost so was the cookie.
    @Test func aCookieIsThereUntilItsAnswerHasArrived() async throws {
        let session = try await LiveSession.opened(EffectScreen())
        let stream = try #require(await session.attach(lastEventID: nil))
        await session.send(("sign", "s3cret"))
        #expect(await session.read(stream).contains { $0.data.contains("cookie") })
        for _ in 0..<2 { #expect(await session.apply([]).cookies.map(\.value) == ["s3cret"]) }
        // The page goes on only when it has it.
        await session.send(("say", "<Done> & \"said\""))
        #expect(await session.apply([]).cookies.isEmpty)
        await session.end()
    }

    @Test func aDownloadLeavesThePageWhereItIs() async throws {
        try await open { browser in
            try await browser.submit("#export")
            #expect(await browser.download == "/export/all")
            #expect(await browser.location == "/start")
            #expect(try await browser.post("#export").location == "/export/all")
        }
    }

    /// V10: the address follows what the page shows; nothing is loaded.
    @Test func theAddressIsThatOfWhatIsShown() async throws {
        try await TestBrowser.open(FinderScreen(), visit: Visit(path: "/find")) { browser in
            #expect(await browser.events.isEmpty, "the page has its address already")
            try await browser.type("a & b", label: "Word")
            #expect(await browser.location == "/find?word=a%20%26%20b")
            let event = try #require(await browser.events.last { $0.name == "live:address" })
            #expect(event.data == "<live-effect type=\"address\" value=\"/find?word=a%20%26%20b\"></live-effect>")
            try await browser.type("?", label: "Word")
            #expect(await browser.location == "/find?word=a%20%26%20b", "nil leaves it as it is")
            try await browser.type("", label: "Word")
            #expect(await browser.location == "/find")
        }
    }

    @Test func ofTheAddressesOfAPageThatWasAwayTheNewestIsTold() async throws {
        let screens: TestBrowser.MakeScreen = { FinderScreen(first: $0.query["word"] ?? "") }
        try await TestBrowser.open(visit: Visit(path: "/find", query: ["word": "a"]), screen: screens) { browser in
            await browser.dropLine()
            for word in ["b", "c"] { try await browser.type(word, label: "Word") }
            // The words are as long as the first one, so the title is that of the document.
            #expect(try await browser.reconnect().map(\.name) == ["live:address"])
            #expect(await browser.location == "/find?word=c")
            // A session that is made anew begins at the address that is signed, and is told what was typed.
            try await browser.restart()
            #expect(await browser.location == "/find?word=c")
        }
    }

    @Test func theTitleIsThatOfWhatIsShown() async throws {
        try await TestBrowser.open(FinderScreen(), visit: Visit(path: "/find")) { browser in
            #expect(await browser.title == nil, "the document has its title already")
            try await browser.type("ab", label: "Word")
            #expect(await browser.title == "2 <letters>")
            let event = try #require(await browser.events.last { $0.name == "live:title" })
            #expect(event.data == "<live-effect type=\"title\" value=\"2 &lt;letters&gt;\"></live-effect>")
            try await browser.type("cd", label: "Word")
            #expect(await browser.events.count { $0.name == "live:title" } == 1)
            await browser.dropLine()
            try await browser.type("abc", label: "Word")
            try await browser.reconnect()
            #expect(await browser.title == "3 <letters>")
        }
    }

    @Test func aPageThatWasAwayIsToldOnce() async throws {
        try await open { browser in
            await browser.dropLine()
            try await browser.submit("#say")
            try await browser.submit("#export")
            #expect(await browser.flash == nil)
            let received = try await browser.reconnect()
            #expect(received.map(\.name) == ["said", "exported"])
            #expect(await browser.flash == "<Done> & \"said\"")
            await browser.dropLine()
            #expect(try await browser.reconnect().isEmpty)
        }
    }

    @Test func whatHappensBesideTheMarkupMustBeAnOutput() async throws {
        struct Nameless: Screen {
            struct Model: ViewModel {
                struct Input {}
                struct Output {}
                func transform(input: Input) -> Output { Output() }
            }
            let effect: @Sendable (Page) -> Void
            func makeViewModel(_ page: Page) -> Model { Model() }
            func makeInput(_ page: Page) -> Model.Input { .init() }
            func effects(_ page: Page, _ output: Model.Output) { effect(page) }
            func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML { "" }
        }
        let effects: [@Sendable (Page) -> Void] = [
            { $0.navigate(on: Signal<Int>.never()) { _ in "/" } },
            { $0.redirect(on: Signal<Int>.never()) { _ in "/" } },
            { $0.status(on: Signal<Int>.never()) { _ in 500 } }, { $0.resume(with: Driver.just(1)) { _ in "" } },
            { $0.address(with: Driver.just(1)) { _ in "/" } },
        ]
        for effect in effects {
            await #expect(throws: ScreenFault.outputWithoutName) {
                try await LiveSessions.virtual().open(Nameless(effect: effect), Visit(path: "/"), at: "/live/1")
            }
        }
    }
}
