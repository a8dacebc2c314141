import LiveTesting
import Streams
import Testing

@testable import Live

/// Ending cancels what is in flight and releases everything.
@Suite struct SessionEndTests {
    enum Moment: CaseIterable { case opened, rendered, attached, waiting, detached, changed }

    @Test(arguments: Moment.allCases)
    func theEndReleasesEverything(moment: Moment) async throws {
        let session = LiveSession(
            screen: CounterScreen(), visit: Visit(path: "/"), address: "/live/test", epoch: "e", time: .virtual)
        await session.open()
        #expect(await session.livingParts > 5)
        if moment != .opened { _ = await session.render() }
        if [.attached, .waiting, .detached, .changed].contains(moment) {
            let stream = try #require(await session.attach(lastEventID: nil))
            if moment == .waiting { _ = await session.beginNext(stream) }
            if moment == .detached { await session.detach(stream) }
        }
        if moment == .changed { await session.send(("increment", ""), ("rows", "9"), ("close", "")) }
        await session.end()
        #expect(await session.livingParts == 0)
    }

    @Test func workInFlightIsCancelledAndNothingOfItLivesOn() async throws {
        let gate = Gate()
        let session = LiveSession(
            screen: RequestScreen {
                try await gate.pass()
                return "late"
            }, visit: Visit(path: "/"),
            address: "/live/test", epoch: "e", time: .virtual)
        await session.open()
        await gate.arrivals()
        #expect(await session.livingParts > 5)
        await session.end()
        await gate.cancelled()
        #expect(await session.livingParts == 0)
    }

    @Test func whoWaitsForTheSessionToSettleIsLetGo() async {
        let gate = Gate()
        let session = LiveSession(
            screen: RequestScreen {
                try await gate.pass()
                return "late"
            }, visit: Visit(path: "/"),
            address: "/live/test", epoch: "e", time: .virtual)
        await session.open()
        await gate.arrivals()
        let waiting = await session.beginSettling()
        await session.end()
        await waiting.value
        #expect(await session.hasEnded)
    }

    @Test func aSessionThatNobodyHoldsIsReleasedAlsoWithoutItsEnd() async {
        weak var held: LiveSession?
        do {
            let session = await LiveSession.opened()
            held = session
        }
        #expect(held == nil)
    }
}
