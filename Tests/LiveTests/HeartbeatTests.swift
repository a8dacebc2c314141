import LiveTesting
import StreamsTesting
import Testing

@testable import Live

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct HeartbeatTests {
    @Test func aSilentStreamGivesAHeartbeatEveryThirtySeconds() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        for _ in 0..<3 {
            let waiting = await session.beginNext(stream)
            await session.pass(.milliseconds(29_999))
            #expect(await session.isWaiting(stream))
            await session.pass(.milliseconds(1))
            #expect(await waiting.value == EventStream.heartbeat)
        }
        await session.end()
    }

    @Test func anEventPutsTheNextSignOff() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        var waiting = await session.beginNext(stream)
        await session.pass(.seconds(15))
        await session.send(("increment", ""))
        #expect(await waiting.value.map(serverSentEvents)?.map(\.name) == ["count"])
        waiting = await session.beginNext(stream)
        await session.pass(.seconds(25))
        #expect(await session.isWaiting(stream))
        await session.pass(.seconds(5))
        #expect(await waiting.value == EventStream.heartbeat)
        await session.end()
    }

    @Test func changesThatComeToNothingDontKeepTheLineSilent() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        let waiting = await session.beginNext(stream)
        for _ in 0..<4 {
            await session.pass(.seconds(15))
            await session.send(("name", "Ann"), ("name", "nobody"))
            await Task.yield()
        }
        #expect(await !session.isWaiting(stream))
        await session.end()
        #expect(await waiting.value == EventStream.heartbeat)
    }

    @Test func theEndFinishesAWaitingStream() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        let waiting = await session.beginNext(stream)
        await session.end()
        #expect(await waiting.value == nil)
    }

    @Test func aCancelledWaitIsFinished() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        let waiting = await session.beginNext(stream)
        waiting.cancel()
        #expect(await waiting.value == nil)
        await session.end()
    }

    @Test func aStreamWhoseLineIsLostDoesNotGoOnWaiting() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        let waiting = await session.beginNext(stream)
        await session.detach(stream)
        #expect(await !session.isWaiting(stream))
        await session.end()
        #expect(await waiting.value == nil)
    }
}
