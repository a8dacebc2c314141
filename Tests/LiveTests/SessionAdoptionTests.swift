import Synchronization
import Testing

@testable import Live

/// How long a session waits for whom.
@Suite struct SessionAdoptionTests {
    @Test func theStreamAdoptsTheSessionOfTheFirstGET() async {
        let session = await LiveSession.opened()
        await session.send(("increment", ""))
        // A page without an id is as the first GET rendered it: only what changed since travels.
        let events = await session.read(since: nil)
        #expect(events.map(\.name) == ["count"])
        await session.end()
    }

    @Test func aPageThatIsUpToDateIsSentNothing() async {
        let session = await LiveSession.opened()
        let stream = await session.attach(lastEventID: nil)
        #expect(await session.takeEvents(for: stream ?? 0) == nil)
        await session.end()
    }

    @Test func fifteenSecondsWithoutAStreamEndIt() async {
        let session = await LiveSession.opened()
        await session.advance(by: .milliseconds(14_999))
        #expect(await !session.hasEnded)
        await session.advance(by: .milliseconds(1))
        #expect(await session.hasEnded)
        #expect(await session.attach(lastEventID: nil) == nil)
        #expect(await session.livingParts == 0)
    }

    @Test func anAdoptedSessionLivesAsLongAsItsStream() async {
        let session = await LiveSession.opened()
        _ = await session.attach(lastEventID: nil)
        await session.advance(by: .seconds(3600))
        #expect(await !session.hasEnded)
        #expect(await session.isAttached)
        await session.end()
    }

    @Test func twoMinutesWithoutALineEndIt() async throws {
        let session = await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        await session.detach(stream)
        #expect(await !session.isAttached)
        await session.advance(by: .milliseconds(119_999))
        #expect(await !session.hasEnded)
        await session.advance(by: .milliseconds(1))
        #expect(await session.hasEnded)
        #expect(await session.livingParts == 0)
    }

    @Test func eachReturnBeginsTheWaitAnew() async throws {
        let session = await LiveSession.opened()
        for _ in 0..<5 {
            let stream = try #require(await session.attach(lastEventID: nil))
            await session.detach(stream)
            await session.advance(by: .seconds(100))
        }
        #expect(await !session.hasEnded)
        await session.end()
    }

    @Test func aSecondStreamTakesOver() async throws {
        let session = await LiveSession.opened()
        let first = try #require(await session.attach(lastEventID: nil))
        let waiting = await session.beginNext(first)
        let second = try #require(await session.attach(lastEventID: nil))
        #expect(await waiting.value == .finished)
        #expect(await session.next(first) == .finished)
        await session.send(("increment", ""))
        #expect(await session.takeEvents(for: first) == nil)
        #expect(await session.read(second).map(\.name) == ["count"])
        // The first one's line closes late: the second is not touched by it.
        await session.detach(first)
        await session.advance(by: .seconds(600))
        #expect(await session.isAttached)
        await session.end()
    }

    @Test func theEndIsToldOnce() async {
        let ends = Mutex(0)
        await confirmation { ended in
            let session = await LiveSession.opened(onEnd: { _ in
                ended()
                ends.withLock { $0 += 1 }
            })
            await session.end()
            await session.end()
            await session.advance(by: .seconds(600))
            #expect(ends.withLock { $0 } == 1)
        }
    }

    @Test func aSessionThatHasEndedAnswersQuietly() async {
        let session = await LiveSession.opened()
        await session.end()
        await session.settled()
        await session.open()
        #expect(await session.render().status == 410)
        #expect(await session.send(("increment", "")) == InputReply(applied: 0, refused: []))
        #expect(await session.next(1) == .finished)
        guard case .notOffered = await session.answer(PlainPost(input: "increment", fields: [:])) else {
            Issue.record("an ended session took a post")
            return
        }
    }
}
