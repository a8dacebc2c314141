import LiveTesting
import StreamsTesting
import Testing

@testable import Live

/// How long a session waits for whom.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SessionAdoptionTests {
    @Test func theStreamAdoptsTheSessionOfTheFirstGET() async throws {
        let session = try await LiveSession.opened()
        await session.send(("increment", ""))
        // A page without an id is as the first GET rendered it: only what changed since travels.
        let events = await session.read(since: nil)
        #expect(events.map(\.name) == ["count"])
        await session.end()
    }

    @Test func aPageThatIsUpToDateIsSentNothing() async throws {
        let session = try await LiveSession.opened()
        let stream = await session.attach(lastEventID: nil)
        #expect(await session.takeEvents(for: stream ?? 0) == nil)
        await session.end()
    }

    @Test func fifteenSecondsWithoutAStreamEndIt() async throws {
        let session = try await LiveSession.opened()
        await session.pass(.milliseconds(14_999))
        #expect(await !session.hasEnded)
        await session.pass(.milliseconds(1))
        #expect(await session.hasEnded)
        #expect(await session.attach(lastEventID: nil) == nil)
    }

    @Test func anAdoptedSessionLivesAsLongAsItsStream() async throws {
        let session = try await LiveSession.opened()
        _ = await session.attach(lastEventID: nil)
        await session.pass(.seconds(3600))
        #expect(await !session.hasEnded)
        #expect(await session.isAttached)
        await session.end()
    }

    @Test func twoMinutesWithoutALineEndIt() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        await session.detach(stream)
        #expect(await !session.isAttached)
        await session.pass(.milliseconds(119_999))
        #expect(await !session.hasEnded)
        await session.pass(.milliseconds(1))
        #expect(await session.hasEnded)
    }

    @Test func eachReturnBeginsTheWaitAnew() async throws {
        let session = try await LiveSession.opened()
        for _ in 0..<5 {
            let stream = try #require(await session.attach(lastEventID: nil))
            await session.detach(stream)
            await session.pass(.seconds(100))
        }
        #expect(await !session.hasEnded)
        await session.end()
    }

    @Test func aSecondStreamTakesOver() async throws {
        let session = try await LiveSession.opened()
        let first = try #require(await session.attach(lastEventID: nil))
        let waiting = await session.beginNext(first)
        let second = try #require(await session.attach(lastEventID: nil))
        #expect(await waiting.value == nil)
        #expect(await session.next(first) == nil)
        await session.send(("increment", ""))
        #expect(await session.takeEvents(for: first) == nil)
        #expect(await session.read(second).map(\.name) == ["count"])
        // The first one's line closes late: the second is not touched by it.
        await session.detach(first)
        await session.pass(.seconds(600))
        #expect(await session.isAttached)
        await session.end()
    }

    @Test func anEndedSessionIsForgottenAndStaysEnded() async throws {
        let session = try await LiveSession.opened()
        #expect(session.sessions.count == 1)
        await session.end()
        #expect(session.sessions.count == 0)
        await session.end()
        await session.pass(.seconds(600))
        #expect(session.sessions.count == 0)
        #expect(await session.hasEnded)
    }

    @Test func aSessionThatHasEndedAnswersQuietly() async throws {
        let session = try await LiveSession.opened()
        await session.end()
        await session.settled()
        try await session.open(CounterScreen(), Visit(path: "/"))
        #expect(try await session.render().status == 410)
        #expect(await session.send(("increment", "")) == InputReply(applied: 0, refused: []))
        #expect(await session.next(1) == nil)
        let post = PlainPost(input: "increment", fields: [:])
        #expect(try await session.answer(post) == nil)
    }
}
