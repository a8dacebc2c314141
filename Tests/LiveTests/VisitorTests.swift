import LiveTesting
import Streams
import StreamsTesting
import Testing

@testable import Live

/// A wall on which everybody writes: each page shows what its visitor has open, and what others say about a topic.
struct WallScreen: Screen {
    struct Model: ViewModel {
        struct Input {
            let news: Observable<Int>
            let more: Observable<Void>
        }
        struct Output {
            let news: Driver<Int>
            let shown: Driver<Int>
        }

        let start: Int

        func transform(input: Input) -> Output {
            Output(
                news: input.news.startWith(0).asDriver(onErrorJustReturn: 0),
                shown: input.more.scan(start) { shown, _ in shown + 10 }.startWith(start)
                    .asDriver(onErrorJustReturn: 0))
        }
    }

    let topics: Topics<String, Int>
    var topic = "wall"
    var start = 10
    var variant = ""

    /// The screen that a route makes of a visit: it begins where the page was, and is the variant that it was.
    static func resuming(_ topics: Topics<String, Int>) -> TestBrowser.MakeScreen {
        { visit in
            WallScreen(
                topics: topics, start: visit.position.flatMap(Int.init) ?? 10,
                variant: visit.variant ?? visit.query["as"] ?? "")
        }
    }

    func makeViewModel(_ page: Page) -> Model { Model(start: start) }

    func makeInput(_ page: Page) -> Model.Input {
        .init(news: page.changes(of: topic, in: topics, merging: +), more: page.input())
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.resume(with: output.shown) { $0 == 10 ? nil : "\($0)" }
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        """
        <main \(page.live)><h1>\(variant) of \(page.visit.owner)\(if: page.visit.isGuest, ", a guest")</h1>
        \(output.news.slot("p", "id='news'") { "\($0)" })\(output.shown.slot("p", "id='shown'") { "\($0)" })
        <a data-visible href="?all=1" \(input.more)>more</a></main>
        """
    }
}

/// What others say about a topic comes to every page that is about it, whoever's page that is.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SharedTopicTests {
    let topics = Topics<String, Int>()

    @Test func pagesOfTwoOwnersAreToldOfOneTopic() async throws {
        let topics = topics
        try await TestBrowser.open(WallScreen(topics: topics), visit: Visit(path: "/", owner: "ann")) { ann in
            try await TestBrowser.open(WallScreen(topics: topics), visit: Visit(path: "/", owner: "bob")) { bob in
                #expect(topics.observerCount == 2)
                topics.publish(3, of: "wall")
                await ann.settled()
                await bob.settled()
                #expect(await ann.text("#news") == "3")
                #expect(await bob.text("#news") == "3")
            }
            #expect(topics.observerCount == 1)
        }
        #expect(topics.observerCount == 0)
    }

    @Test func ofAnotherTopicAPageIsNotTold() async throws {
        let topics = topics
        try await TestBrowser.open(WallScreen(topics: topics, topic: "other")) { browser in
            topics.publish(3, of: "wall")
            await browser.settled()
            #expect(await browser.events.isEmpty)
        }
    }

    @Test func whatIsSaidWhileAPageIsAwayIsMerged() async throws {
        let topics = topics
        try await TestBrowser.open(WallScreen(topics: topics)) { browser in
            await browser.dropLine()
            for number in 1...100 { topics.publish(number, of: "wall") }
            let received = try await browser.reconnect()
            await browser.settled()
            #expect(await browser.text("#news") == "5050")
            #expect(await browser.events.count == 1)
            #expect(received.count <= 1)
        }
    }
}

/// Whose pages there are, and how long.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct VisitorTests {
    let screen = WallScreen(topics: Topics<String, Int>(), variant: "The wall")

    @Test func whoIsNotSignedInHasAPageLikeAnyOther() async throws {
        let visit = Visit(path: "/", owner: "guest 7", isGuest: true)
        try await TestBrowser.open(screen, visit: visit) { browser in
            #expect(await browser.text("h1") == "The wall of guest 7, a guest")
            try await browser.scroll(to: "a")
            #expect(await browser.text("#shown") == "20")
        }
    }

    @Test func anOwnerHasOneLoginUnlessItIsSaid() {
        #expect(Visit(path: "/", owner: "ann").login == "ann")
        #expect(Visit(path: "/", owner: "ann", login: "ann's phone").login == "ann's phone")
    }

    @Test func signingOutOfOneLoginLeavesTheOthersOfThatOwner() async throws {
        let sessions = LiveSessions.virtual()
        let phone = try await sessions.opened(visit: Visit(path: "/", owner: "ann", login: "phone"), at: "/live/1")
            .session
        let desk = try await sessions.opened(visit: Visit(path: "/", owner: "ann", login: "desk"), at: "/live/2")
            .session
        let stream = try #require(await phone.attach(lastEventID: nil))
        let waiting = await phone.beginNext(stream)
        await sessions.endAll(ofLogin: "phone")
        #expect(await waiting.value == nil)
        #expect(await phone.hasEnded)
        #expect(await !desk.hasEnded)
        await sessions.close()
    }

    /// A stream went on for as long as its line held.
    @Test(arguments: [30, 3600] as [Int64]) func aStreamEndsWithItsLogin(seconds: Int64) async throws {
        let sessions = LiveSessions.virtual()
        func open(_ login: String, _ remaining: Duration?) async throws -> (session: LiveSession, stream: Int) {
            let visit = Visit(path: "/", owner: "ann", login: login, loginRemaining: remaining)
            let session = try await sessions.opened(visit: visit, at: "/live/\(login)").session
            return (session, try #require(await session.attach(lastEventID: nil)))
        }
        let short = try await open("short", .seconds(seconds))
        let long = try await open("long", .seconds(seconds + 1))
        let endless = try await open("endless", nil)
        await sessions.advance(by: .seconds(seconds) - .milliseconds(1))
        #expect(await !short.session.hasEnded)
        // It reads what it was sent meanwhile, and waits.
        let waiting = await short.session.beginNext(short.stream)
        await sessions.advance(by: .milliseconds(1))
        #expect(await short.session.hasEnded)
        #expect(await waiting.value == nil)
        #expect(await short.session.attach(lastEventID: nil) == nil)
        #expect(await long.session.isAttached)
        await sessions.advance(by: .seconds(2))
        #expect(await long.session.hasEnded)
        #expect(await endless.session.isAttached)
        await sessions.close()
    }

    @Test func aLoginThatIsOverAlreadyEndsItsPageAtItsFirstStream() async throws {
        let sessions = LiveSessions.virtual()
        let visit = Visit(path: "/", owner: "ann", loginRemaining: .seconds(5))
        let session = try await sessions.opened(visit: visit).session
        await sessions.advance(by: .seconds(10))
        _ = await session.attach(lastEventID: nil)
        await sessions.advance(by: .zero)
        #expect(await session.hasEnded)
    }
}

/// A page that is taken up again is where it was.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct PositionTests {
    @Test func aPageIsTakenUpAtItsPositionAndAsTheScreenThatItWas() async throws {
        let visit = Visit(path: "/wall", query: ["as": "Archive"], owner: "ann")
        try await TestBrowser.open(visit: visit, screen: WallScreen.resuming(Topics())) { browser in
            #expect(await browser.position == nil)
            for _ in 1...3 { try await browser.scroll(to: "a[data-visible]") }
            #expect(await browser.position == "40")
            let received = try await browser.restart()
            #expect(received.contains { $0.name == "shown" && $0.data == "40" })
            #expect(await browser.text("#shown") == "40")
            #expect(await browser.position == "40")
            try await browser.scroll(to: "a[data-visible]")
            #expect(await browser.text("#shown") == "50")
        }
    }

    @Test func thePositionIsSaidWhenItChangesOnlyAndTakenBackAtTheBeginning() async throws {
        try await TestBrowser.open(visit: Visit(path: "/"), screen: WallScreen.resuming(Topics())) { browser in
            try await browser.scroll(to: "a")
            let event = try #require(await browser.events.last)
            #expect(event.data == "<live-effect type=\"resume\" value=\"20\"></live-effect>")
            #expect(await browser.events.count == 2)
            await browser.dropLine()
            #expect(try await browser.reconnect().isEmpty)
        }
    }

    @Test func aPageThatIsAnotherScreenByNowIsNotTakenUp() async throws {
        let screens: TestBrowser.MakeScreen = { visit in
            WallScreen(topics: Topics(), variant: visit.variant == nil ? "Editor" : "Viewer")
        }
        try await TestBrowser.open(visit: Visit(path: "/"), screen: screens) { browser in
            await #expect(throws: TestBrowser.Failure.anotherScreen("Editor")) { try await browser.restart() }
        }
    }

    @Test func aPlainPostBeginsWhereItsAddressSaysAndNotWhereAPageWas() async throws {
        try await TestBrowser.open(visit: Visit(path: "/"), screen: WallScreen.resuming(Topics())) { browser in
            try await browser.scroll(to: "a")
            let answer = try await browser.forgePost(input: "more")
            #expect(answer.text("#shown") == "20")
        }
    }
}
