import LiveTesting
import Streams
import StreamsTesting
import Synchronization
import Testing

@testable import Live

/// When a page is shown, and what it waits for.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SettlingTests {
    @Test func theFirstRenderHasTheAnswersOfTheFirstRequests() async throws {
        let session = try await LiveSession.begun(RequestScreen { "loaded" })
        await session.settled()
        #expect(try await session.render().html.contains("<div data-output=\"answer\">loaded</div>"))
        await session.end()
    }

    @Test func theFirstRenderHasWhatIsDueAtOnce() async throws {
        let session = LiveSessions.virtual().makeSession(at: "/live/test", Visit(path: "/"))
        let page = try await session.show(TimerScreen(), Visit(path: "/"))
        #expect(page.html.contains("<div data-output=\"shown\">ticked 0</div>"))
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

/// A screen whose view model begins with two timers: one that is due at once, and one that is not.
private struct TimerScreen: Screen {
    final class Model: ViewModel {
        struct Input {}

        struct Output {
            let shown: Driver<String>
        }

        private let scheduler: Scheduler

        init(scheduler: Scheduler) { self.scheduler = scheduler }

        func transform(input: Input) -> Output {
            let ticks = Observable.merge(
                Observable<Int>.timer(.zero, scheduler: scheduler),
                Observable<Int>.timer(.milliseconds(1), scheduler: scheduler).map { _ in 1 })
            return Output(shown: ticks.map { "ticked \($0)" }.startWith("nothing").asDriver(onErrorJustReturn: ""))
        }
    }

    func makeViewModel(_ page: Page) -> Model { Model(scheduler: page.scheduler) }

    func makeInput(_ page: Page) -> Model.Input { .init() }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        "<main \(page.live)>\(output.shown.slot { "\($0)" })</main>"
    }
}
