import LiveTesting
import Streams
import StreamsTesting
import Testing

@testable import Live

struct MomentScreen: Screen {
    struct Model: ViewModel {
        struct Input { let ring: Observable<Int> }
        struct Output {
            let rang: Signal<Int>
            let last: Driver<Int>
        }

        func transform(input: Input) -> Output {
            Output(
                rang: input.ring.asSignal(onErrorSignalWith: .never()),
                last: input.ring.startWith(0).asDriver(onErrorJustReturn: 0))
        }
    }

    func makeViewModel(_ page: Page) -> Model { Model() }
    func makeInput(_ page: Page) -> Model.Input { .init(ring: page.input()) }
    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        """
        <main \(page.live)><input type="number" \(input.ring, field: "ring")>
        \(output.rang.moment("p", "role=\"status\"") { "rang \($0)" })\(output.last.slot { "\($0)" })</main>
        """
    }
}

/// What happens once is told once.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SessionMomentTests {
    func rings(_ events: [ServerSentEvents.Event]) -> [String] { events.filter { $0.name == "rang" }.map(\.data) }

    @Test func eachMomentIsDeliveredOnceInOrder() async throws {
        let session = try await LiveSession.opened(MomentScreen())
        let stream = try #require(await session.attach(lastEventID: nil))
        await session.send(("ring", "1"), ("ring", "2"))
        let events = await session.read(stream)
        #expect(rings(events) == ["rang 1", "rang 2"])
        #expect(await session.read(stream).isEmpty)
        #expect(rings(await session.read(since: events.last?.id)).isEmpty)
        await session.end()
    }

    @Test func aPageThatWasAwayGetsTheLastEight() async throws {
        let session = try await LiveSession.opened(MomentScreen())
        let stream = try #require(await session.attach(lastEventID: nil))
        await session.detach(stream)
        for number in 1...100 { await session.send(("ring", "\(number)")) }
        let events = await session.read(since: nil)
        #expect(rings(events) == (93...100).map { "rang \($0)" })
        #expect(events.filter { $0.name == "last" }.map(\.data) == ["100"])
        #expect(await session.read(since: events.last?.id).isEmpty)
        await session.end()
    }

    @Test func moreThanEightAreKeptNeitherBeforeNorAfterTheyAreRendered() async throws {
        let session = try await LiveSession.opened(MomentScreen())
        let stream = try #require(await session.attach(lastEventID: nil))
        var seen: [String] = []
        for number in 1...50 {
            await session.send(("ring", "\(number)"))
            seen += rings(await session.read(stream))
        }
        #expect(seen == (1...50).map { "rang \($0)" })
        #expect(rings(await session.read(since: nil)).count == 8)
        await session.end()
    }

    @Test func aMomentBeforeTheFirstRenderIsInTheDocumentAndNotSentAgain() async throws {
        let session = try await LiveSession.begun(MomentScreen())
        _ = try await session.render()
        await session.send(("ring", "7"))
        #expect(try await session.render().html.contains("rang 7</p>"))
        #expect(rings(await session.read(since: nil)).isEmpty)
        await session.end()
    }
}
