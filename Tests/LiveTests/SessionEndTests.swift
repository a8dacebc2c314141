import LiveTesting
import Streams
import StreamsTesting
import Testing

@testable import Live

/// Ending cancels what is in flight and releases everything.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SessionEndTests {
    enum Moment: CaseIterable { case opened, rendered, attached, waiting, detached, changed }

    @Test(arguments: Moment.allCases)
    func theEndReleasesEverything(moment: Moment) async throws {
        let session = try await LiveSession.begun(CounterScreen())
        #expect((Resources.current?.total ?? 0) > 5)
        if moment != .opened { _ = try await session.render() }
        if [.attached, .waiting, .detached, .changed].contains(moment) {
            let stream = try #require(await session.attach(lastEventID: nil))
            if moment == .waiting { _ = await session.beginNext(stream) }
            if moment == .detached { await session.detach(stream) }
        }
        if moment == .changed { await session.send(("increment", ""), ("rows", "9"), ("close", "")) }
        await session.end()
        #expect(Resources.current?.total == 0)
    }

    @Test func workInFlightIsCancelledAndNothingOfItLivesOn() async throws {
        let gate = Gate()
        let session = try await LiveSession.begun(
            RequestScreen {
                try await gate.pass()
                return "late"
            })
        await gate.arrivals()
        #expect((Resources.current?.total ?? 0) > 5)
        await session.end()
        await gate.cancelled()
        #expect(Resources.current?.total == 0)
    }

    @Test func whoWaitsForTheSessionToSettleIsLetGo() async throws {
        let gate = Gate()
        let session = try await LiveSession.begun(
            RequestScreen {
                try await gate.pass()
                return "late"
            })
        await gate.arrivals()
        let waiting = await session.beginSettling()
        await session.end()
        await waiting.value
        #expect(await session.hasEnded)
    }

    @Test func closingTheSessionsReleasesThem() async throws {
        weak var held: LiveSession?
        do {
            let sessions = LiveSessions.virtual()
            held = try await sessions.opened().session
            #expect(held != nil)
            await sessions.close()
        }
        #expect(held == nil)
    }

    @Test func aViewModelThatHidesItsBagIsToldSo() async throws {
        await #expect(throws: ScreenFault.hiddenBag) { try await LiveSession.opened(HiddenBagScreen()) }
    }
}

private struct HiddenBagScreen: Screen {
    struct Model: ViewModel {
        struct Input {}
        struct Output {}
        private let own = DisposeBag()
        func transform(input: Input) -> Output { Output() }
    }

    func makeViewModel(_ page: Page) -> Model { Model() }
    func makeInput(_ page: Page) -> Model.Input { .init() }
    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML { "" }
}
