import LiveTesting
import StreamsTesting
import Testing

@testable import Live

/// A page that comes back gets exactly what it misses.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SessionResumeTests {
    @Test func fromItsLastEventThePageGetsExactlyWhatChangedSince() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        await session.send(("increment", ""))
        let id = try #require(await session.read(stream).last?.id)
        await session.detach(stream)
        await session.send(("name", "Ann"), ("rows", "9"))
        let missed = await session.read(since: id)
        #expect(missed.map(\.name).sorted() == ["greeting", "items"])
        #expect(await session.read(since: missed.last?.id).isEmpty)
        await session.end()
    }

    @Test func aBreakInTheMiddleOfAPieceLosesOnlyTheRest() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        await session.send(("increment", ""), ("name", "Ann"), ("rows", "9"), ("close", ""))
        let events = await session.read(stream)
        #expect(events.count == 5)
        for (place, event) in events.enumerated() {
            #expect(await session.read(since: event.id) == Array(events[(place + 1)...]))
        }
        await session.end()
    }

    @Test(arguments: [
        "other.1", "e.999999", "e.", "e", ".", "1", "e.x", "e.1.2", "nonsense", "e.-1", "e.99999999999999999999", "É.1",
        "e.+1", "e..1", " e.1",
    ])
    func anIDOfAnotherEpochOrNonsenseGetsEverythingAfresh(id: String) async throws {
        let session = try await LiveSession.opened()
        await session.send(("increment", ""))
        let events = await session.read(since: id)
        #expect(Set(events.map(\.name)) == ["count", "greeting", "items", "isOpen"])
        let list = try #require(events.first { $0.name == "items" })
        #expect(list.data.hasPrefix("<li data-reset></li>\n<li id=\"row-1\" data-after=\"\">"))
        await session.end()
    }

    @Test func theIDsOfASessionRiseThroughEveryPiece() async throws {
        let session = try await LiveSession.opened()
        let stream = try #require(await session.attach(lastEventID: nil))
        var numbers: [Int] = []
        for round in 0..<20 {
            await session.send(("increment", ""), ("name", "\(round)"), ("rows", "\(100 + round)"))
            numbers += await session.read(stream).compactMap { Int($0.id.dropFirst(2)) }
        }
        #expect(numbers.count == 60)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
        await session.end()
    }

    @Test func thePageStatesTheChangeItWasRenderedAt() async throws {
        let session = try await LiveSession.opened()
        await session.send(("increment", ""), ("name", "Ann"))
        let html = try await session.render().html
        let id = try #require(html.firstMatch(of: #/data-live="/live/test" data-last="([^"]*)"/#)?.1)
        await session.send(("increment", ""))
        #expect(await session.read(since: String(id)).map(\.name) == ["count"])
        await session.end()
    }
}
