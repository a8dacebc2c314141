import LiveTesting
import Streams
import StreamsTesting
import Synchronization
import Testing

@testable import Live

/// Equal rows are rendered once for all pages of one wording.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct RowCacheTests {
    struct Model: ViewModel {
        struct Input { let add: Observable<Int> }
        struct Output { let items: BehaviorRelay<[Int]> }
        let bag = DisposeBag()

        func transform(input: Input) -> Output {
            let items = BehaviorRelay(value: [1, 2, 3])
            input.add.map { items.value + [$0] }.bind(to: items).disposed(by: bag)
            return Output(items: items)
        }
    }

    struct Rendered: Screen {
        let wording: String?
        /// Counts how many rows were rendered.
        let count: Counter

        func makeViewModel(_ page: Page) -> Model { Model() }
        func makeInput(_ page: Page) -> Model.Input { .init(add: page.input()) }
        func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
            """
            <main \(page.live)><button \(input.add, value: "4")>add</button>
            \(output.items.list(wording: wording, id: { "r\($0)" }, content))</main>
            """
        }

        private func content(_ row: Int) -> HTML {
            count.increment()
            return "\(wording ?? "") \(row)"
        }
    }

    final class Counter: Sendable {
        private let value = Atomic(0)
        var now: Int { value.load(ordering: .relaxed) }
        func increment() { value.add(1, ordering: .relaxed) }
    }

    @Test func aSecondPageOfThatWordingRendersNoRowAnew() async throws {
        let (sessions, count) = (LiveSessions.virtual(), Counter())
        let first = try await sessions.opened(Rendered(wording: "en", count: count), at: "/live/1").page.html
        #expect(count.now == 3)
        let second = try await sessions.opened(Rendered(wording: "en", count: count), at: "/live/2").page.html
        #expect(count.now == 3)
        #expect(second == first.replacing("/live/1", with: "/live/2"))
        await sessions.close()
    }

    @Test func anotherWordingHasRowsOfItsOwn() async throws {
        let (sessions, count) = (LiveSessions.virtual(), Counter())
        _ = try await sessions.open(Rendered(wording: "en", count: count), Visit(path: "/"), at: "/live/1")
        let korean = try await sessions.open(Rendered(wording: "ko", count: count), Visit(path: "/"), at: "/live/2")
        #expect(count.now == 6)
        #expect(korean.html.contains("ko 1"))
        #expect(!korean.html.contains("en 1"))
        await sessions.close()
    }

    @Test func withoutAWordingNothingIsShared() async throws {
        let (sessions, count) = (LiveSessions.virtual(), Counter())
        for number in 1...2 {
            _ = try await sessions.open(Rendered(wording: nil, count: count), Visit(path: "/"), at: "/live/\(number)")
        }
        #expect(count.now == 6)
        await sessions.close()
    }

    @Test func whatASharedRowOffersIsOfferedOnEachPage() async throws {
        let sessions = LiveSessions.virtual()
        for number in 1...2 {
            let session = try await sessions.opened(CounterScreen(), at: "/live/\(number)").session
            #expect(await session.send(("again", "3")).refused.isEmpty)
            #expect(
                await session.read(since: nil).map(\.data) == [
                    #"<li id="row-3" data-after="">row 3 <a data-input="again" data-value="3">again</a></li>"#
                ])
        }
        await sessions.close()
    }

    @Test func rowsThatNobodyAsksForAreForgottenAndOthersAreNot() {
        let cache = RowCache<Int>()
        let rendering = Rendering()
        cache.keep(-1, rendering)
        for row in 0..<10_000 {
            cache.keep(row, rendering)
            #expect(cache.find(-1) != nil)
        }
        #expect(cache.find(0) == nil)
        #expect(cache.find(9_999) != nil)
        let count = cache.rows.withLock { $0.young.count + $0.old.count }
        #expect(count <= 2 * 4096)
    }
}
