import LiveTesting
import Streams
import Synchronization
import Testing

@testable import Live

/// When a page is shown, and what it waits for.
@Suite(.leavesNothing, .timeLimit(.minutes(1))) struct SettlingTests {
    @Test func theFirstRenderHasTheAnswersOfTheFirstRequests() async throws {
        let session = try await LiveSession.begun(RequestScreen { "loaded" })
        await session.settled()
        #expect(try await session.render().html.contains("<div data-output=\"answer\">loaded</div>"))
        await session.end()
    }

    @Test func aPageThatDoesNotSettleIsShownAfterFifteenSeconds() async throws {
        let gate = Gate()
        let session = try await LiveSession.begun(
            RequestScreen {
                try await gate.pass()
                return "late"
            })
        await gate.arrivals()
        let waiting = await session.beginSettling()
        await session.pass(SessionLimits().untilSettled)
        await waiting.value
        #expect(try await session.render().html.contains("<div data-output=\"isLoading\">loading</div>"))
        await session.end()
        await gate.cancelled()
    }

    @Test func whatOthersChangeReachesThePage() async throws {
        let feed = Feed()
        let session = try await LiveSession.begun(RequestScreen(feed: feed) { "loaded" })
        await session.settled()
        _ = try await session.render()
        let stream = try #require(await session.attach(lastEventID: nil))
        feed.change()
        await session.settled()
        // Loading came and went within, and the answer is the same: nothing to write.
        #expect(await session.takeEvents(for: stream) == nil)
        #expect(feed.listenerCount == 1)
        await session.end()
        #expect(feed.listenerCount == 0)
    }

    /// A page that nobody looks at is only marked: whoever comes to it has the work done then.
    @Test(arguments: [false, true])
    func aPageThatNobodyIsAttachedToDoesNothingForAChange(wasAttached: Bool) async throws {
        let feed = Feed()
        let asked = Atomic(0)
        let session = try await LiveSession.opened(
            RequestScreen(feed: feed) { "\(asked.add(1, ordering: .relaxed).newValue)" })
        #expect(asked.load(ordering: .relaxed) == 1)
        if wasAttached {
            let stream = try #require(await session.attach(lastEventID: nil))
            feed.change()
            await session.settled()
            #expect(asked.load(ordering: .relaxed) == 2)
            await session.detach(stream)
        }
        let before = asked.load(ordering: .relaxed)
        for _ in 0..<100 { feed.change() }
        for _ in 0..<10 { await Task.yield() }
        #expect(asked.load(ordering: .relaxed) == before)
        // All hundred changes are one look.
        let stream = try #require(await session.attach(lastEventID: nil))
        await session.settled()
        #expect(await session.read(stream).last?.data == "\(before + 1)")
        #expect(asked.load(ordering: .relaxed) == before + 1)
        await session.end()
    }

    @Test func aChangeWhileTheFirstRequestRunsIsWaitedForToo() async throws {
        let (gate, feed) = (Gate(), Feed())
        let session = try await LiveSession.begun(
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
        #expect(try await session.render().html.contains("<div data-output=\"answer\">loaded</div>"))
        await session.end()
    }
}
