import LiveTesting
import StreamsTesting
import Testing

@testable import Live

/// Inputs are applied once, in order, and only when the page offers them.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SessionInputTests {
    func message(_ number: Int, _ name: String = "increment", _ value: String = "") -> InputMessage {
        InputMessage(number: number, name: name, value: value)
    }

    func count(_ session: LiveSession) async -> String? {
        await session.read(since: "none").first { $0.name == "count" }?.data
    }

    @Test(arguments: [
        ([[1]], 1, 1), ([[1, 2, 3]], 3, 3), ([[3, 1, 2]], 3, 3), ([[1], [1]], 1, 1), ([[1, 1, 1]], 1, 1),
        ([[2]], 0, 0), ([[1, 3]], 1, 1), ([[1, 3], [2, 3]], 3, 3), ([[2], [1]], 1, 1), ([[0]], 0, 0),
        ([[-1, 1]], 1, 1), ([[Int.max]], 0, 0), ([[Int.min, 1, Int.max]], 1, 1), ([[]], 0, 0),
        ([[1, 2], [1, 2, 3], [2, 3, 4]], 4, 4),
    ])
    func numbersAreAppliedOnceInOrderAndNotBeyondAGap(batches: [[Int]], applied: Int, times: Int) async throws {
        let session = try await LiveSession.opened()
        var reply = InputReply(applied: 0, refused: [])
        for batch in batches { reply = await session.apply(batch.map { message($0) }) }
        #expect(reply == InputReply(applied: applied, refused: []))
        #expect(await session.appliedInputs == applied)
        #expect(await count(session) == "<b>\(times)</b> times")
        await session.end()
    }

    @Test func inputsOfABatchAreAppliedInTheOrderOfTheirNumbers() async throws {
        let session = try await LiveSession.opened()
        _ = await session.apply([message(2, "name", "second"), message(1, "name", "first")])
        #expect(await session.read(since: nil).map(\.data) == ["Hello, second"])
        await session.end()
    }

    @Test(arguments: [
        ("unknown", ""), ("", ""), ("count", ""), ("Increment", ""), ("rows", "many"), ("rows", ""), ("rows", "1e3"),
        ("rows", "99999999999999999999"), ("bag", ""), ("closed", ""),
    ])
    func whatThePageDoesNotOfferIsRefusedAndTheRestGoesOn(name: String, value: String) async throws {
        let session = try await LiveSession.opened()
        let reply = await session.apply([message(1), message(2, name, value), message(3)])
        #expect(reply == InputReply(applied: 3, refused: [2]))
        #expect(await session.read(since: nil).map(\.name) == ["count"])
        await session.end()
    }

    @Test func anInputIsOfferedOnlyWhileItsElementIsThere() async throws {
        let session = try await LiveSession.opened()
        #expect(await session.send(("close", "")).refused.isEmpty)
        _ = await session.read(since: nil)
        #expect(await session.send(("close", "")).outdated == [2])
        // A row offers its own value, as long as it is there.
        #expect(await session.send(("again", "2"), ("rows", "-2")).refused.isEmpty)
        _ = await session.read(since: nil)
        let reply = await session.send(("again", "2"), ("again", "9"), ("again", ""), ("again", "1"))
        #expect(reply == InputReply(applied: 8, refused: [5, 6, 7], outdated: [5, 6]))
        await session.end()
    }

    @Test func aRefusedInputIsNotTriedAgain() async throws {
        let session = try await LiveSession.opened()
        #expect(await session.apply([message(1, "unknown")]).refused == [1])
        #expect(await session.apply([message(1)]) == InputReply(applied: 1, refused: []))
        #expect(await count(session) == "<b>0</b> times")
        await session.end()
    }
}
