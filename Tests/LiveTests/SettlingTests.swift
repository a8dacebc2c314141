import LiveTesting
import Streams
import Testing

@testable import Live

/// When a page is shown, and what it waits for.
@Suite struct SettlingTests {
    func opened(_ screen: RequestScreen) async -> LiveSession {
        let session = LiveSession(
            screen: screen, visit: Visit(path: "/"), address: "/live/test", epoch: "e", time: .virtual)
        await session.open()
        return session
    }

    @Test func theFirstRenderHasTheAnswersOfTheFirstRequests() async {
        let session = await opened(RequestScreen { "loaded" })
        await session.settled()
        #expect(await session.render().html.contains("<div data-output=\"answer\">loaded</div>"))
        await session.end()
    }

    @Test func aPageThatDoesNotSettleIsShownAfterFiveSeconds() async {
        let gate = Gate()
        let session = await opened(
            RequestScreen {
                try await gate.pass()
                return "late"
            })
        await gate.arrivals()
        let waiting = await session.beginSettling()
        await session.advance(by: SessionLimits().untilSettled)
        await waiting.value
        #expect(await session.render().html.contains("<div data-output=\"isLoading\">loading</div>"))
        await session.end()
        await gate.cancelled()
    }

    @Test func whatOthersChangeReachesThePage() async throws {
        let feed = Feed()
        let session = await opened(RequestScreen(feed: feed) { "loaded" })
        await session.settled()
        _ = await session.render()
        let stream = try #require(await session.attach(lastEventID: nil))
        feed.change()
        await session.settled()
        // Loading came and went within, and the answer is the same: nothing to write.
        #expect(await session.takeEvents(for: stream) == nil)
        #expect(feed.listenerCount == 1)
        await session.end()
        #expect(feed.listenerCount == 0)
    }

    @Test func aChangeWhileTheFirstRequestRunsIsWaitedForToo() async {
        let (gate, feed) = (Gate(), Feed())
        let session = await opened(
            RequestScreen(feed: feed) {
                try await gate.pass()
                return "loaded"
            })
        await gate.arrivals()
        let waiting = await session.beginSettling()
        feed.change()
        await gate.cancelled()
        gate.open()
        await waiting.value
        #expect(await session.render().html.contains("<div data-output=\"answer\">loaded</div>"))
        await session.end()
    }
}
