import LiveTesting
import StreamsTesting
import Testing

@testable import Live

/// A slow or absent client costs nothing but a mark.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SlowClientTests {
    @Test func tenThousandChangesAreOneEventPerSlot() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        await session.detach(stream)
        for number in 1...10_000 {
            await session.send(
                ("increment", ""), ("name", "\(number)"), ("rows", number.isMultiple(of: 2) ? "9" : "-9"))
        }
        let events = await session.read(since: nil)
        #expect(events.map(\.name).sorted() == ["count", "greeting", "items"])
        #expect(events.first { $0.name == "count" }?.data == "<b>10000</b> times")
        #expect(events.first { $0.name == "greeting" }?.data == "Hello, 10000")
        // Nothing was rendered in between: each slot took one number for all its changes.
        let numbers = events.compactMap { Int($0.id.dropFirst(2)) }
        #expect((numbers.max() ?? 0) - (numbers.min() ?? 0) == 2)
        await session.end()
    }

    @Test func aStreamThatIsNotReadGetsTheNewestValueOnly() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        for name in ["a", "b", "c"] { await session.send(("name", name)) }
        #expect(await session.read(stream).map(\.data) == ["Hello, c"])
        #expect(await session.read(stream).isEmpty)
        await session.end()
    }

    @Test func nothingIsWrittenWhenAValueIsBackBeforeItIsTaken() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        await session.send(
            ("name", "Ann"), ("name", "nobody"), ("rows", "0"), ("rows", "0"), ("rows", "7"), ("rows", "-7"))
        #expect(await session.takeEvents(for: stream) == nil)
        await session.end()
    }

    @Test func allThatChangedInOneTurnIsOnePiece() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        let waiting = await session.beginNext(stream)
        await session.send(("increment", ""), ("name", "Ann"), ("rows", "9"), ("increment", ""))
        let events = try #require(await waiting.value.map(serverSentEvents))
        #expect(events.map(\.name).sorted() == ["count", "greeting", "items"])
        #expect(events.first { $0.name == "count" }?.data == "<b>2</b> times")
        await session.end()
    }

    @Test func theCountAndOneRowStayWithinTheBudget() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        await session.send(("increment", ""), ("rows", "9"))
        // What framing adds to both: the rest is the screen's own markup.
        let bytes = try #require(await session.takeEvents(for: stream))
        #expect(bytes.count <= 200)
        await session.end()
    }
}
