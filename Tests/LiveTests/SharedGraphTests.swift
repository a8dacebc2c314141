import LiveTesting
import Streams
import StreamsTesting
import Synchronization
import Testing

@testable import Live

/// One graph for all pages that show the same, until one of them is acted on.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SharedGraphTests {
    private let rows = OwnedRows()

    private func open(shared isShared: Bool = true, _ use: (TestBrowser) async throws -> Void) async throws {
        try await TestBrowser.open(
            visit: Visit(path: "/rows", owner: "a", csrf: "token"), keptBy: rows, shared: isShared,
            screen: { [rows] in OwnedRowsScreen(rows: rows, visit: $0) }, use)
    }

    private func open(_ screens: EarlyScreens, _ use: (TestBrowser) async throws -> Void) async throws {
        try await TestBrowser.open(
            visit: Visit(path: "/rows", owner: "a", csrf: "token"), keptBy: rows, shared: true,
            screen: { screens.make($0) }, use)
    }

    private func fill(_ count: Int) {
        rows.change("a") { $0 = (1...count).reversed().map { .init(id: $0, text: "row \($0)") } }
    }

    @Test(arguments: [false, true])
    func aPageThatNothingHappensToHasNoGraph(readsRevisions: Bool) async throws {
        rows.readsRevisions = readsRevisions
        fill(5)
        try await open { browser in
            #expect(rows.readings(of: "a") == 1)
            #expect(await browser.events.isEmpty)
            let session = try await browser.session
            #expect(await session.isShared)
        }
        #expect(rows.observerCount == 0)
    }

    @Test(arguments: [false, true])
    func pagesThatShareADocumentOnlyHaveGraphsOfTheirOwn(readsRevisions: Bool) async throws {
        rows.readsRevisions = readsRevisions
        fill(5)
        try await open(shared: false) { browser in
            #expect(try await !browser.session.isShared)
            #expect(rows.readings(of: "a") == 2)
            let tab = try await browser.openTab()
            #expect(rows.readings(of: "a") == 3)
            for page in [browser, tab] { #expect(await page.events.isEmpty) }
            await browser.advance(by: .seconds(3600))
            #expect(try await browser.restart().isEmpty)
            #expect(try await tab.reconnect().isEmpty)
            #expect(rows.readings(of: "a") == 5)
            rows.change("a") { $0[0].text = "changed" }
            for page in [browser, tab] {
                await page.settled()
                #expect(await page.events.map(\.name) == ["items"])
            }
            #expect(rows.readings(of: "a") == 7)
        }
        #expect(rows.observerCount == 0)
    }

    @Test func aPageWhoseRowsCannotBeReadKeepsThemAndItsInputs() async throws {
        fill(5)
        try await open { browser in
            rows.isFailing = true
            await #expect(throws: TestBrowser.Failure.self) { try await browser.click(button: "more") }
            #expect(await browser.findAll("li").count == 3)
            #expect(try await browser.session.isShared)
            rows.isFailing = false
            try await browser.reconnect()
            #expect(await browser.findAll("li").count == 5)
        }
        #expect(rows.observerCount == 0)
    }

    @Test func aChangeThatCannotBeReadIsReadAtTheNextHeartbeat() async throws {
        fill(5)
        try await open { browser in
            rows.isFailing = true
            rows.change("a") { $0[0].text = "changed" }
            await browser.settled()
            #expect(await browser.findAll("li").map(\.text) == ["row 5 5", "row 4 5", "row 3 5"])
            rows.isFailing = false
            await browser.advance(by: .seconds(60))
            #expect(await browser.findAll("li").map(\.text) == ["changed 7", "row 4 5", "row 3 5"])
        }
    }

    /// The graph is opened after that change: it knows of the rows before by their hashes alone.
    @Test func aPartUnderAnotherIDComesWithItsRow() async throws {
        fill(5)
        try await open { browser in
            rows.change("a") { $0[0].part = 9 }
            await browser.settled()
            #expect(await browser.findAll("li i").map { $0["id"] } == ["part-9", "part-4", "part-3"])
            rows.change("a") { $0[0].part = 8 }
            await browser.settled()
            #expect(await browser.findAll("li i").map { $0["id"] } == ["part-8", "part-4", "part-3"])
        }
    }

    @Test func aGraphThatWasOpenedForAChangeThatShowsNothingIsReleased() async throws {
        fill(5)
        try await open { browser in
            let graph = try #require(await browser.session.shared)
            #expect(await graph.isAsleep)
            // The last row is not among the first three.
            for text in ["a", "b"] {
                rows.change("a") { $0[4].text = text }
                await browser.settled()
                #expect(await !graph.isAsleep)
                await browser.advance(by: .seconds(30))
                await browser.advance(by: .seconds(60))
                #expect(await graph.isAsleep)
            }
            #expect(await browser.events.isEmpty)
            rows.change("a") { $0[0].text = "shows" }
            await browser.settled()
            await browser.advance(by: .seconds(30))
            await browser.advance(by: .seconds(60))
            #expect(await graph.isAsleep)
            rows.change("a") { $0[0].text = "again" }
            await browser.settled()
            #expect(await browser.findAll("li").first?.text == "again 5")
        }
    }

    @Test func withoutPagesAGraphIsReleasedAndKnowsWhatTheyHad() async throws {
        fill(5)
        try await open { browser in
            rows.change("a") { $0[0].text = "first" }
            await browser.settled()
            let graph = try #require(await browser.session.shared)
            await browser.dropLine()
            // The end of its session is told to it.
            while await !graph.isAsleep { await Task.yield() }
            rows.change("a") { $0[1].text = "second" }
            #expect(await graph.isAsleep)
            let events = try await browser.reconnect()
            await browser.settled()
            #expect(await browser.findAll("li").map(\.text) == ["first 5", "second 6", "row 3 5"])
            #expect(await browser.events.allSatisfy { !$0.data.contains("data-reset") } && events.count <= 1)
            #expect(try await browser.session.shared === graph)
        }
    }

    @Test func nothingIsLeftOfAGraphThatIsBeingOpenedWhenTheServerStops() async throws {
        for _ in 0..<20 {
            let gate = Gate()
            let isSlow = Atomic(false)
            let makeScreen: TestBrowser.MakeScreen = { _ in
                RequestScreen {
                    if isSlow.load(ordering: .sequentiallyConsistent) { try await gate.pass() }
                    return "loaded"
                }
            }
            try await TestBrowser.open(
                visit: Visit(path: "/rows", owner: "a", csrf: "token"), keptBy: rows, shared: true, screen: makeScreen
            ) { _ in
                isSlow.store(true, ordering: .sequentiallyConsistent)
                fill(1)
                await gate.arrivals()
            }
        }
    }

    @Test func changesOfTwoGraphsOfOneDocumentAreNeverTakenForEachOther() async throws {
        fill(5)
        try await open { browser in
            let tab = try await browser.openTab()
            await browser.dropLine()
            rows.change("a") { $0[0].text = "first" }
            await tab.settled()
            await tab.dropLine()
            // The graph has ended, the document is still known.
            await tab.advance(by: .seconds(150))
            rows.change("a") { $0[0].text = "second" }
            for page in [browser, tab] {
                try await page.reconnect()
                await page.settled()
                #expect(await page.findAll("li").map(\.text) == ["second 6", "row 4 5", "row 3 5"])
            }
        }
    }

    @Test(arguments: [true, false])
    func aDocumentWhoseRowsCouldNotBeReadIsSentThemLater(isShared: Bool) async throws {
        fill(5)
        let sessions = LiveSessions(time: .virtual)
        let source = source(isShared: isShared)
        rows.isFailing = true
        let document = try #require(try await sessions.open(source, visit) { _ in "/live/1" })
        #expect(document.status == 503)
        var session = try await sessions.resume(source, visit, at: "/live/1", after: document.lastID, makeScreen)
        #expect(session == nil)
        rows.isFailing = false
        #expect(await sessions.join(source, visit, variant: "", at: "/live/1", after: document.lastID) == nil)
        session = try await sessions.resume(source, visit, at: "/live/1", after: document.lastID, makeScreen)
        let stream = try #require(await session?.attach(lastEventID: document.lastID))
        let bytes = try #require(await session?.takeEvents(for: stream))
        #expect(String(decoding: bytes, as: UTF8.self).contains("row 5"))
        await sessions.close()
    }

    @Test(arguments: [true, false])
    func aPageThatComesBackWhileTheStoreFailsKeepsItsRows(isShared: Bool) async throws {
        fill(5)
        try await open(shared: isShared) { browser in
            try await browser.click(button: "more")
            await browser.dropLine()
            await browser.advance(by: .seconds(150))
            rows.isFailing = true
            await #expect(throws: TestBrowser.Failure.unreadable) { try await browser.reconnect() }
            #expect(await browser.findAll("li").count == 5)
            rows.isFailing = false
            try await browser.reconnect()
            #expect(await browser.findAll("li").count == 5)
        }
    }

    @Test func aGraphThatCouldNotReadAChangeIsReleasedAndReadsItLater() async throws {
        fill(5)
        try await open { browser in
            rows.change("a") { $0[0].text = "first" }
            await browser.settled()
            rows.isFailing = true
            rows.change("a") { $0[0].text = "second" }
            await browser.settled()
            rows.isFailing = false
            await browser.advance(by: .seconds(150))
            await browser.settled()
            #expect(await browser.findAll("li").first?.text == "second 6")
            await browser.advance(by: .seconds(150))
            let graph = try #require(await browser.session.shared)
            #expect(await graph.isAsleep)
        }
    }

    @Test func aPageThatHasLeftCountsAsUnattachedMemory() async throws {
        fill(5)
        var limits = SessionLimits()
        limits.unattachedBytes = 2000
        let sessions = LiveSessions.virtual(limits)
        let pages = try await ["/live/1", "/live/2"].asyncMap { try await joined(sessions, $0) }
        for page in pages {
            #expect(try await page.separate(source(), visit, makeScreen))
            await page.leave()
        }
        // Room is made when a page is opened.
        let other = try await joined(sessions, "/live/3")
        #expect(await pages.asyncMap { await $0.hasEnded } == [true, true])
        #expect(await !other.hasEnded)
        await sessions.close()
    }

    @Test func aStreamThatWasWritingWhenItsPageLeftGoesOn() async throws {
        fill(5)
        let sessions = LiveSessions.virtual()
        let page = try await joined(sessions, "/live/1")
        let events = try #require(await page.events(after: try lastID(sessions))).makeAsyncIterator()
        _ = await events.next()
        rows.change("a") { $0[0].text = "changed" }
        await page.settled()
        #expect(try await page.separate(source(), visit, makeScreen))
        var piece = await events.next()
        #expect(piece.map { String(decoding: $0, as: UTF8.self) }?.contains("changed") == true)
        _ = await page.apply([InputMessage(number: 1, name: "note", value: "hello")])
        piece = await events.next()
        #expect(piece.map { String(decoding: $0, as: UTF8.self) }?.contains("hello") == true)
        await sessions.close()
    }

    @Test(arguments: [true, false]) func eachSessionOfAPageHasItsOwnEpochForInputs(isShared: Bool) async throws {
        fill(5)
        try await open(shared: isShared) { browser in
            let first = try await browser.session.epoch
            // Applied, and nothing of it is sent but the text.
            try await browser.type("kept", into: "[name=note]")
            #expect(try await browser.restart().map(\.name).contains("note"))
            #expect(try await browser.session.epoch != first)
            #expect(await browser.text("p[data-output=note]") == "kept")
        }
    }

    @Test(arguments: [true, false]) func aPageOfUnknownStateGetsEverything(isShared: Bool) async throws {
        fill(2)
        try await open(shared: isShared) { browser in
            // Applied, and nothing of it shows.
            try await browser.click(button: "more")
            let session = try await browser.session
            let stream = try #require(await session.attach(lastEventID: "another.7"))
            let events = serverSentEvents(await session.poll(stream) ?? [])
            let sent = Dictionary(events.map { ($0.name, $0.data) }) { first, _ in first }
            #expect(sent["count"] == "2" && sent["note"] == "")
            #expect(sent["items"]?.contains("data-reset") == true && sent["items"]?.contains("row-1") == true)
        }
    }

    @Test func aPageThatLeavesIsNotSentWhatItShows() async throws {
        let makeScreen = { @Sendable [rows] visit in TokenScreen(rows: rows, visit: visit) }
        try await TestBrowser.open(
            visit: Visit(path: "/rows", owner: "a", csrf: "token"), keptBy: rows, shared: true, screen: makeScreen
        ) { browser in
            try await browser.click(button: "0")
            #expect(await browser.events.isEmpty)
            // Its slot is rendered again, to the same.
            try await browser.type("x", into: "[name=note]")
            #expect(await browser.events.isEmpty)
        }
    }

    @Test func aChangeSendsOnlyWhatDiffers() async throws {
        fill(5)
        try await open { browser in
            rows.change("a") { $0[1].text = "changed" }
            await browser.settled()
            #expect(await browser.events.map(\.name) == ["items"])
            #expect(await browser.events[0].data.contains("changed"))
            #expect(await browser.findAll("li").count == 3)
            rows.change("a") { $0.insert(.init(id: 6, text: "new"), at: 0) }
            await browser.settled()
            #expect(await browser.findAll("li").map(\.text) == ["new 3", "row 5 5", "changed 7"])
            #expect(await browser.text("b") == "6")
        }
    }

    @Test func ofARowTheFirstChangeOfAPartTravelsAlone() async throws {
        rows.change("a") { $0 = [.init(id: 1, text: "a")] }
        try await open { browser in
            // The text of the row and its part, then the row moves.
            rows.change("a") { $0 = [.init(id: 2, text: "b"), .init(id: 1, text: "a")] }
            await browser.settled()
            #expect(await browser.findAll("li").map(\.text) == ["b 1", "a 1"])
            #expect(await browser.events.last { $0.name == "items" }?.data.contains("row-1") == false)
        }
    }

    @Test func anInputGivesThePageAGraphOfItsOwn() async throws {
        fill(9)
        try await open { browser in
            try await browser.click(button: "more")
            #expect(await browser.findAll("li").count == 6)
            let session = try await browser.session
            #expect(await !session.isShared)
            #expect(await browser.position == "6")
            rows.change("a") { $0[5].text = "sixth" }
            await browser.settled()
            #expect(await browser.findAll("li").last?.text == "sixth 5")
        }
        #expect(rows.observerCount == 0)
    }

    @Test func whatWasSentBeforeTheFirstInputIsNotSentAgain() async throws {
        fill(5)
        try await open { browser in
            rows.change("a") { $0[0].text = "first" }
            await browser.settled()
            let before = await browser.events.count
            try await browser.type("hello", into: "[name=note]")
            #expect(await browser.events[before...].map(\.name) == ["note"])
            #expect(await browser.text("p[data-output=note]") == "hello")
        }
    }

    @Test func aChangeThatWasNotToldBeforeTheFirstInputIsNotMissed() async throws {
        fill(5)
        try await open { browser in
            rows.changeSilently("a") { $0[0].text = "by another process" }
            try await browser.type("x", into: "[name=note]")
            #expect(await browser.findAll("li").first?.text == "by another process 18")
        }
    }

    @Test func inANewPeriodAHeartbeatFindsWhatAnotherProcessHasChanged() async throws {
        fill(5)
        try await open { browser in
            rows.changeSilently("a") { $0[0].text = "other" }
            await browser.advance(by: .seconds(60))
            #expect(await browser.findAll("li").first?.text == "row 5 5")
            rows.beginPeriod()
            await browser.advance(by: .seconds(60))
            #expect(await browser.findAll("li").first?.text == "other 5")
        }
    }

    @Test func afterAWhileWithoutAChangeTheGraphIsReleased() async throws {
        fill(5)
        try await open { browser in
            rows.change("a") { $0[0].text = "first" }
            await browser.settled()
            #expect(rows.observerCount == 1)
            let readings = rows.readings(of: "a")
            await browser.advance(by: .seconds(200))
            rows.change("a") { $0[1].text = "second" }
            await browser.settled()
            #expect(await browser.findAll("li").map(\.text) == ["first 5", "second 6", "row 3 5"])
            // One of the list, and no more than the changed row of the events.
            #expect(rows.readings(of: "a") == readings + 1)
            #expect(await browser.events.last { $0.name == "items" }?.data.contains("first") == false)
        }
    }

    /// As on a server of a database: its revision is known when it was read, until a change is told.
    @Test func aGraphIsReleasedAsWellWhereTheRevisionIsReadBefore() async throws {
        rows.readsRevisions = true
        fill(5)
        try await open { browser in
            let graph = try #require(await browser.session.shared)
            rows.change("a") { $0[0].text = "first" }
            await browser.settled()
            #expect(await !graph.isAsleep)
            /// Lets heartbeats pass, and what they begin.
            func beat(until isOver: () async -> Bool) async {
                for _ in 0..<100 {
                    rows.forgetRevisions()
                    await browser.advance(by: .seconds(31))
                    for _ in 0..<1_000 where rows.revision(for: graph.source.visit) == nil { await Task.yield() }
                    await browser.advance(by: .seconds(31))
                    if await isOver() { return }
                }
                Issue.record("It goes on after 100 heartbeats")
            }
            await beat { await graph.isAsleep }
            // It stays so, however often the revision has to be read again, also in a new period.
            let readings = rows.readings(of: "a")
            var count = 0
            rows.beginPeriod()
            await beat {
                count += 1
                return count == 10
            }
            #expect(await graph.isAsleep)
            #expect(rows.readings(of: "a") == readings)
            rows.changeSilently("a") { $0[0].text = "other" }
            rows.beginPeriod()
            await beat { await browser.findAll("li").first?.text == "other 5" }
        }
    }

    @Test(arguments: [false, true])
    func aPageComesBackAfterARestartAndIsSentNothing(readsRevisions: Bool) async throws {
        rows.readsRevisions = readsRevisions
        fill(5)
        try await open { browser in
            let events = try await browser.restart()
            #expect(events.isEmpty)
            let session = try await browser.session
            #expect(await session.isShared)
        }
    }

    @Test(arguments: [false, true])
    func aPageThatMissedAChangeDuringARestartIsBroughtUpToDate(readsRevisions: Bool) async throws {
        rows.readsRevisions = readsRevisions
        fill(5)
        try await open { browser in
            await browser.dropLine()
            rows.change("a") { $0[0].text = "meanwhile" }
            _ = try await browser.restart()
            await browser.settled()
            #expect(await browser.findAll("li").first?.text == "meanwhile 9")
        }
    }

    @Test func aLostLineCostsOnlyWhatHasChanged() async throws {
        fill(5)
        try await open { browser in
            rows.change("a") { $0[0].text = "first" }
            await browser.settled()
            await browser.dropLine()
            rows.change("a") { $0[1].text = "second" }
            let events = try await browser.reconnect()
            #expect(events.map(\.name) == ["items"])
            #expect(await browser.findAll("li").map(\.text) == ["first 5", "second 6", "row 3 5"])
        }
    }

    @Test func aPageThatLeftTheOthersComesBackToWhatItHad() async throws {
        fill(9)
        try await open { browser in
            try await browser.click(button: "more")
            await browser.dropLine()
            rows.change("a") { $0[5].text = "sixth" }
            let events = try await browser.reconnect()
            #expect(events.map(\.name) == ["items"])
            #expect(await browser.findAll("li").count == 6)
            _ = try await browser.restart()
            #expect(await browser.findAll("li").count == 6)
            #expect(await browser.findAll("li").last?.text == "sixth 5")
        }
    }

    @Test func aMessageReachesOnlyThePageThatCausedIt() async throws {
        fill(2)
        let sessions = LiveSessions.virtual()
        let pages = try await (1...2).asyncMap { try await joined(sessions, "/live/\($0)") }
        #expect(try await pages[0].separate(source(), visit, makeScreen))
        await pages[0].send(("add", "new"))
        #expect(serverSentEvents(await pages[0].pollOpenStream() ?? []).map(\.name).contains("added"))
        await pages[1].settled()
        let events = serverSentEvents(await pages[1].pollOpenStream() ?? [])
        #expect(Set(events.map(\.name)) == ["count", "items"])
        await sessions.close()
    }

    @Test func aChangeIsReadAndRenderedOnceForAllPages() async throws {
        fill(5)
        let sessions = LiveSessions.virtual()
        let pages = try await (1...20).asyncMap { try await joined(sessions, "/live/\($0)") }
        let readings = rows.readings(of: "a")
        rows.change("a") { $0[0].text = "once" }
        var pieces: Set<[UInt8]> = []
        for page in pages {
            await page.settled()
            pieces.insert(try #require(await page.pollOpenStream()))
        }
        #expect(pieces.count == 1)
        #expect(rows.readings(of: "a") == readings + 1)
        await sessions.close()
    }

    @Test func eachPageGetsItsOwnTokenInAForm() async throws {
        // The form of a slot has the token of the page that it is sent to.
        let sessions = LiveSessions.virtual()
        let visit = Visit(path: "/rows", owner: "a", csrf: "mine")
        let source = PageSource(
            visit, revisions: rows, isShared: true, epoch: { "\($0.hashValue.magnitude)" },
            makeScreen: { [rows] in TokenScreen(rows: rows, visit: $0) })
        _ = try await sessions.open(source, visit) { _ in "/live/1" }
        let id = try #require(try await sessions.open(source, visit) { _ in "/live/1" }).lastID
        var events: [String] = []
        for (number, token) in ["one", "two"].enumerated() {
            var visit = visit
            visit.csrf = token
            let page = try #require(
                await sessions.join(source, visit, variant: "", at: "/live/\(number)", after: id)
            ).session
            if number == 0 { rows.change("a") { $0 = [.init(id: 1, text: "x")] } }
            await page.settled()
            events.append(serverSentEvents(await page.pollOpenStream() ?? []).map(\.data).joined())
        }
        #expect(events[0].contains("value=\"one\""))
        #expect(events[1].contains("value=\"two\""))
        await sessions.close()
    }

    @Test func aPageThatLeavesHasTheNameThatItsDocumentHas() async throws {
        fill(1)
        try await open { browser in
            let name = try await browser.find("[name=note]")["data-basis"]
            try await browser.type("x", into: "[name=note]")
            rows.change("a") { $0[0].text = "changed" }
            await browser.settled()
            #expect(try await browser.find("[name=note]")["data-basis"] == name)
            #expect(name?.contains("\u{7F}") == false)
        }
    }

    @Test(arguments: [false, true])
    func whatChangesAfterAScreenWasMadeAndBeforeItsGraphListensIsNotMissed(readsRevisions: Bool) async throws {
        rows.readsRevisions = readsRevisions
        let screens = EarlyScreens(rows)
        rows.change("a") { $0 = [.init(id: 1, text: "1")] }
        try await open(screens) { browser in
            screens.whenMade { rows.change("a") { $0[0].text = "3" } }
            rows.change("a") { $0[0].text = "2" }
            await browser.settled()
            #expect(await browser.text("b") == "3")
            screens.whenMade { rows.change("a") { $0[0].text = "4" } }
            try await browser.click(button: "more")
            #expect(await browser.text("b") == "4")
        }
    }

    @Test(arguments: [false, true])
    func whatChangesWhileAPageWithItsOwnGraphIsOpenedIsNotMissed(readsRevisions: Bool) async throws {
        rows.readsRevisions = readsRevisions
        let screens = EarlyScreens(rows)
        rows.change("a") { $0 = [.init(id: 1, text: "1")] }
        let makeScreen = { @Sendable visit in screens.make(visit) }
        try await TestBrowser.open(
            visit: Visit(path: "/rows", owner: "a", csrf: "token"), keptBy: rows, screen: makeScreen
        ) { browser in
            await browser.dropLine()
            await browser.advance(by: .seconds(600))
            screens.whenMade { rows.change("a") { $0[0].text = "2" } }
            try await browser.reconnect()
            await browser.settled()
            #expect(await browser.text("b") == "2")
        }
    }

    @Test func aGraphThatWaitsForATimeIsNotReleased() async throws {
        let screens = EarlyScreens(rows, waiting: .seconds(600))
        rows.change("a") { $0 = [.init(id: 1, text: "1")] }
        try await open(screens) { browser in
            rows.change("a") { $0[0].text = "2" }
            await browser.settled()
            await browser.advance(by: .seconds(500))
            #expect(await browser.text("i") == "waiting")
            await browser.advance(by: .seconds(200))
            #expect(await browser.text("i") == "over")
        }
    }

    @Test func aSignOutEndsThePagesOfItsLoginAndNoOthers() async throws {
        fill(2)
        let sessions = LiveSessions.virtual()
        let mine = try await joined(sessions, "/live/1")
        let other = try await joined(sessions, "/live/2") { $0.login = "other" }
        await sessions.endAll(ofLogin: "other")
        #expect(await other.hasEnded)
        #expect(await !mine.hasEnded)
        rows.change("a") { $0[0].text = "x" }
        await mine.settled()
        #expect(await mine.pollOpenStream() != nil)
        await sessions.close()
    }

    @Test func theOldestPageGivesWayAndIsToldSo() async throws {
        fill(2)
        var limits = SessionLimits()
        limits.pagesPerOwner = 2
        let sessions = LiveSessions.virtual(limits)
        let oldest = try await joined(sessions, "/live/1")
        let events = try #require(await oldest.events(after: try lastID(sessions)))
        let reading = Task { await events.reduce(into: [UInt8]()) { $0 += $1 } }
        await Task.yield()
        _ = try await joined(sessions, "/live/2")
        _ = try await joined(sessions, "/live/3")
        #expect(String(decoding: await reading.value, as: UTF8.self).contains("live:rest"))
        #expect(await oldest.hasEnded)
        await sessions.close()
    }

    @Test func aStreamGoesOnWhereThePageGetsItsOwnGraph() async throws {
        fill(5)
        let sessions = LiveSessions.virtual()
        let page = try await joined(sessions, "/live/1")
        let events = try #require(await page.events(after: try lastID(sessions)))
        let text = Text()
        let reading = Task { for await bytes in events { await text.add(bytes) } }
        rows.change("a") { $0[0].text = "shared" }
        await text.wait(for: "shared")
        #expect(try await page.separate(source(), visit, makeScreen))
        await page.send(("note", "own"))
        await text.wait(for: "own")
        rows.change("a") { $0[0].text = "after" }
        await text.wait(for: "after")
        await sessions.close()
        await reading.value
        let names = serverSentEvents(Array(await text.all.utf8)).map(\.name)
        #expect(names.filter { $0 == "note" }.count == 1)
        #expect(names.filter { $0 == "items" }.count == 2)
    }

    // MARK: Pages

    private var visit: Visit { Visit(path: "/rows", owner: "a", csrf: "token") }

    private var makeScreen: @Sendable (Visit) async throws -> any Screen {
        { [rows] in OwnedRowsScreen(rows: rows, visit: $0) }
    }

    private func source(isShared: Bool = true) -> PageSource {
        PageSource(
            visit, revisions: rows, isShared: isShared, epoch: { "\($0.hashValue.magnitude)" }, makeScreen: makeScreen)
    }

    private func lastID(_ sessions: LiveSessions) throws -> String {
        let revision = try #require(source().revision)
        return source().epoch(revision) + ".0"
    }

    /// A page that is attached to its stream, number 1.
    private func joined(
        _ sessions: LiveSessions, _ address: String, _ change: (inout Visit) -> Void = { _ in }
    ) async throws -> LiveSession {
        var visit = visit
        change(&visit)
        let page = try #require(try await sessions.open(source(), visit) { _ in address })
        return try #require(
            await sessions.join(source(), visit, variant: "", at: address, after: page.lastID)
        ).session
    }
}

/// A page with a form in a slot.
private struct TokenScreen: Screen {
    let rows: OwnedRows
    let visit: Visit

    func makeViewModel(_ page: Page) -> OwnedRowsScreen.ViewModel {
        OwnedRowsScreen(rows: rows, visit: visit).makeViewModel(page)
    }

    func makeInput(_ page: Page) -> OwnedRowsScreen.ViewModel.Input {
        OwnedRowsScreen(rows: rows, visit: visit).makeInput(page)
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        """
        <main \(page.live)>\(output.count.slot("b") { count in input.more.form("", "<button>\(count)</button>") })\
        \(output.note.slot("p") { _ in "a note" })<input \(input.note, field: "note")></main>
        """
    }
}

/// Screens that are made from what was read, as those are whose route has to read it.
private final class EarlyScreens: Sendable {
    private let rows: OwnedRows
    private let wait: Duration?
    private let action = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ rows: OwnedRows, waiting wait: Duration? = nil) { (self.rows, self.wait) = (rows, wait) }

    /// Does something once, after the next screen has been made.
    func whenMade(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

    func make(_ visit: Visit) -> EarlyScreen {
        let screen = EarlyScreen(rows: rows, owner: visit.owner, initial: rows.rows(of: visit.owner), wait: wait)
        action.withLock { $0.take() }?()
        return screen
    }
}

private struct EarlyScreen: Screen {
    let rows: OwnedRows
    let owner: String
    let initial: [OwnedRows.Row]
    let wait: Duration?

    struct ViewModel: Live.ViewModel {
        struct Input {
            let changes, more: Observable<Void>
            let time: Observable<Int>
        }

        struct Output {
            let text, time: Driver<String>
            let count: Driver<Int>
        }

        let screen: EarlyScreen

        func transform(input: Input) -> Output {
            let rows = input.changes.map { [screen] in screen.rows.rows(of: screen.owner) }.startWith(screen.initial)
            return Output(
                text: rows.map { $0.first?.text ?? "" }.distinctUntilChanged().asDriver(onErrorJustReturn: ""),
                time: input.time.map { _ in "over" }.startWith("waiting").asDriver(onErrorJustReturn: ""),
                count: input.more.scan(0) { count, _ in count + 1 }.startWith(0).asDriver(onErrorJustReturn: 0))
        }
    }

    func makeViewModel(_ page: Page) -> ViewModel { ViewModel(screen: self) }

    func makeInput(_ page: Page) -> ViewModel.Input {
        .init(
            changes: page.changes(merging: { _, _ in }) { notify in rows.observe(owner) { notify(()) } },
            more: page.input(), time: wait.map { .timer($0, scheduler: page.scheduler) } ?? .never())
    }

    func render(_ page: Page, _ input: ViewModel.Input, _ output: ViewModel.Output) -> HTML {
        """
        <main \(page.live)>\(output.text.slot("b") { "\($0)" })\(output.time.slot("i") { "\($0)" })\
        \(output.count.slot("u") { "\($0)" })<button \(input.more)>more</button></main>
        """
    }
}

extension LiveSession {
    /// What the open stream would write now.
    fileprivate func pollOpenStream() async -> [UInt8]? { await poll(current?.number ?? 0) }
}

/// Bytes that a task reads, and that a test waits for.
private actor Text {
    private(set) var all = ""
    private var waiting: [(text: String, CheckedContinuation<Void, Never>)] = []

    func add(_ bytes: [UInt8]) {
        all += String(decoding: bytes, as: UTF8.self)
        for (text, continuation) in waiting where all.contains(text) { continuation.resume() }
        waiting.removeAll { all.contains($0.text) }
    }

    func wait(for text: String) async {
        if all.contains(text) { return }
        await withCheckedContinuation { waiting.append((text, $0)) }
    }
}

extension Sequence where Self: Sendable {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
