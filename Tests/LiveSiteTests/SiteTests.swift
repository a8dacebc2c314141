import ArgumentParser
import Live
import LiveHTTP
import Logging
import ServiceLifecycle
import StreamsTesting
import TestSupport
import Testing

@testable import LiveSite

/// The parts of a site, as an app that isn't this package's uses them.
@Suite(.timeLimit(.minutes(15))) struct SiteTests {
    private struct Strings: SiteStrings {
        var language = Language.english
        var assets = ["/pages.js": "/assets/abc/pages.js"]
        var appName: String { text(ko: "벼룩시장", en: "Flea <market>") }
    }

    private enum MarketSite: ServedSite { static let name = "Market" }

    private func text(_ html: HTML) -> String { RenderedPage(html).html }

    // MARK: Documents

    @Test func aDocumentHasTheAppsPartsAndTheVisitorsLanguage() {
        var document = Document(strings: Strings(language: .korean), title: Strings(language: .korean).title("목록"))
        document.links = "<link rel='stylesheet' href='/market.css'>"
        document.header = "<header>H</header>"
        document.footer = "<footer>F</footer>"
        document.mainClass = "list"
        let html = text(document.html("<h1>M</h1>"))
        #expect(html.hasPrefix("<!doctype html>\n<html lang=\"ko\">"))
        #expect(html.contains("<title>목록 — 벼룩시장</title>") && html.contains("href='/market.css'"))
        #expect(html.contains("src=\"/assets/abc/pages.js\" data-runtime=\"/live.js\""))
        #expect(html.contains("<meta name='robots' content='noindex'>") && html.contains("본문으로 건너뛰기"))
        let parts = ["<header>H</header>", "class='list'", "<h1>M</h1>", "<footer>F</footer>", "id=\"connection\""]
        let places = parts.map { html.firstRange(of: $0)?.lowerBound }
        #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
        // Without a page there is no line, and nothing to load for one.
        #expect(!html.contains("data-live") && !html.contains("src=\"/live.js\"") && !html.contains("\"ended\""))
    }

    @Test func aScriptForLaterIsAskedForWhereThereIsOne() {
        #expect(!text(Document(strings: Strings(), title: "T").html("")).contains("data-later"))
        let strings = Strings(assets: ["/later.js": "/assets/abc/later.js"])
        let html = text(Document(strings: strings, title: "T").html(""))
        #expect(html.contains("data-typing=\"/typing.js\" data-later=\"./later.js\"></script>"))
    }

    @Test func theThemeIsTheChosenOneOrBoth() {
        var document = Document(strings: Strings(), title: "T")
        document.paper = (light: "#fff", dark: "#111")
        #expect(text(document.html("")).contains("content=\"#fff\" media=\"(prefers-color-scheme: light)\""))
        document.theme = .dark
        let html = text(document.html(""))
        #expect(html.contains("<html lang=\"en\" data-theme='dark'>") && html.contains("content='#111'"))
        #expect(!html.contains("#fff"))
    }

    @Test(arguments: Language.allCases) func everyStatusHasAHeadingAndAText(language: Language) {
        let strings = Strings(language: language)
        for status in 400..<600 {
            let fault = strings.fault(status)
            #expect(!fault.heading.isEmpty && !fault.text.isEmpty)
            // They are every app's, so they name none of its things.
            #expect(!fault.text.contains("goal") && !fault.text.contains("목표"))
        }
        let html = text(strings.faultPage(404, text: "<gone>", buttons: "<a href='/'>B</a>"))
        #expect(html.contains(">404<") && html.contains("&lt;gone&gt;") && html.contains("<a href='/'>B</a>"))
    }

    // MARK: Forms

    @Test func aFieldNamesWhatDescribesIt() {
        let bare = FieldRow(id: "name", label: "A & B", attributes: "name='name'")
        #expect(text(bare.html).contains("<label for=\"name\">A &amp; B</label>"))
        #expect(!text(bare.html).contains("aria-describedby") && !text(bare.html).contains("aria-invalid"))
        let full = FieldRow(
            id: "name", label: "A", hint: "H", attributes: "name='name'",
            error: "<p id='name-error' \(FieldRow.errorAttributes("name"))>E</p>", isInvalid: true)
        #expect(text(full.html).contains("aria-describedby='name-hint name-error' aria-invalid='true'"))
    }

    @Test func theErrorsOfAFormLeadToTheirFields() {
        #expect(text(ErrorSummary(strings: Strings(), errors: []).html).isEmpty)
        let two = ErrorSummary(strings: Strings(), errors: [("name", "No <name>"), ("price", "No price")])
        let html = text(two.html)
        #expect(html.contains("Please fix 2 things") && html.contains("id=\"\(ErrorSummary.id)\""))
        #expect(html.contains("<a href='#name'>No &lt;name&gt;</a>") && !html.contains("password"))
    }

    /// "Email: Please enter your email address." has one noun twice.
    @Test func aFieldIsNamedInTheSummaryUnlessTheMessageDoes() {
        #expect(Strings().summary("Please enter your name.", of: "Name") == "Please enter your name.")
        #expect(Strings().summary("Please write something.", of: "Name") == "Name: Please write something.")
    }

    @Test func theSameFormHasTheSameKey() {
        #expect(FormKey.of(["a", "b"]) == FormKey.of(["a", "b"]) && FormKey.of(["a", "b"]).count == 64)
        let others = [FormKey.of(["ab"]), FormKey.of(["b", "a"]), FormKey.of(["a", "b", ""])]
        #expect(Set(others + [FormKey.of(["a", "b"])]).count == 4)
    }

    // MARK: Choices and addresses

    @Test func aChoiceIsOneThatIsOffered() throws {
        func choice(_ fields: [String: String]) throws -> SiteChoice { try SiteChoice { fields[$0] } }
        #expect(try choice(["language": "ko"]) == .language(.korean))
        #expect(try choice(["theme": "dark"]) == .theme(.dark))
        #expect(try choice(["theme": "system"]) == .theme(nil))
        for wrong in [[:], ["language": "fr"], ["theme": ""], ["colour": "red"]] {
            #expect(throws: (any Error).self) { try choice(wrong) }
        }
    }

    @Test func anAddressLeadsToNoOtherSite() {
        for own in ["/", "/a?b=c&d", "/goals/1/review"] { #expect(OwnAddress(own)?.text == own) }
        let long = "/" + String(repeating: "a", count: OwnAddress.limit)
        for other in ["", "a", "//b.example", "https://b.example", "/\\b.example", "/a b", "/a\n", "/가", long] {
            #expect(OwnAddress(other) == nil)
        }
    }

    // MARK: Options

    @Test func theOptionsAreNamedAfterTheApp() throws {
        let options = try ServerOptions<MarketSite>.parse([])
        #expect(options.hostname == "127.0.0.1" && options.port == 8080 && !options.behindProxy)
        #expect(options.database == "market.sqlite" && options.public == nil)
        let help = ServerOptions<MarketSite>.helpMessage()
        for name in ["HOSTNAME", "PORT", "DATABASE", "PUBLIC", "BEHIND_PROXY"] {
            #expect(help.contains("MARKET_\(name)"), "\(help)")
        }
    }

    @Test func aPortIsANumberThatThereCanBe() throws {
        #expect(try ServerOptions<MarketSite>.parse(["--port", "0"]).port == 0)
        for port in ["-1", "65536", "http"] {
            #expect(throws: (any Error).self) { try ServerOptions<MarketSite>.parse(["--port=\(port)"]) }
        }
    }

    @Test func aFolderWithoutScriptsIsRefused() throws {
        let options = try ServerOptions<MarketSite>.parse(["--public", "/no/such/folder"])
        #expect(throws: ValidationError.self) { try options.publicFiles() }
    }

    // MARK: The end of a server

    private struct EmptyScreen: Screen {
        struct Model: ViewModel {
            struct Input {}
            struct Output {}
            func transform(input: Input) -> Output { Output() }
        }
        func makeViewModel(_ page: Page) -> Model { Model() }
        func makeInput(_ page: Page) -> Model.Input { .init() }
        func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML { "<main \(page.live)></main>" }
    }

    /// A service that knows how many pages are open when it is told to stop.
    private struct Within: Service {
        let sessions: LiveSessions
        let started: Gate

        func run() async throws {
            started.open()
            try await gracefulShutdown()
            #expect(sessions.count == 1)
        }
    }

    @Test func pagesEndAfterTheServicesWithinAServer() async throws {
        let sessions = LiveSessions()
        let pages = LivePages(sessions: sessions, signingKey: Array(repeating: 1, count: 32), languages: ["en"])
        let responder = pages.router { _, _, _ in RenderedPage("") }.buildResponder()
        _ = try await sessions.open(EmptyScreen(), Visit(path: "/"), at: "/live/1")
        let started = Gate()
        let group = ServiceGroup(
            services: [OpenPages(responder: responder), Within(sessions: sessions, started: started)],
            logger: LogRecorder().logger)
        async let running: Void = group.run()
        try await started.pass()
        await group.triggerGracefulShutdown()
        try await running
        #expect(sessions.count == 0)
    }

    // MARK: The log

    @Test func aLineHasItsOwnMetadataAndThoseOfItsLogger() {
        let recorder = LogRecorder()
        var logger = Logger(label: "market") { _ in LateLogHandler(recorder.logger.handler) }
        logger[metadataKey: "request"] = "1"
        logger.notice("First", metadata: ["stall": "7"])
        logger[metadataKey: "request"] = "2"
        logger.notice("Second", metadata: ["request": "3"])
        logger.logLevel = .error
        logger.notice("Third")
        #expect(recorder.lines == ["notice: First request=1 stall=7", "notice: Second request=3"])
    }
}
