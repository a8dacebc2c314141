import Live
import LiveTesting
import Streams
import StreamsTesting
import Testing

/// Attributes that all rows of a list have.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct RowAttributeTests {
    private struct Model: ViewModel {
        struct Input {
            let add: Observable<Void>
            let open: Observable<Void>
        }

        struct Output {
            let items: BehaviorRelay<[Int]>
            let opened: Driver<Int>
        }

        let rows: [Int]
        let bag = DisposeBag()

        func transform(input: Input) -> Output {
            let items = BehaviorRelay<[Int]>(value: rows)
            input.add.map { items.value + [items.value.count + 1] }.bind(to: items).disposed(by: bag)
            let opened = input.open.scan(0) { count, _ in count + 1 }.startWith(0)
            return Output(items: items, opened: opened.asDriver(onErrorJustReturn: 0))
        }
    }

    private struct RowScreen: Screen {
        let rows: [Int]

        static func id(_ row: Int) -> String { "row-\(row)" }

        func makeViewModel(_ page: Page) -> Model { Model(rows: rows) }
        func makeInput(_ page: Page) -> Model.Input { .init(add: page.input(), open: page.input()) }

        func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
            """
            <main \(page.live)><button \(input.add)>add</button>\(output.opened.slot { "\($0)" })
            \(output.items.list(row: "a", "href='/goals/\(12)' \(input.open)", id: Self.id) { "\($0)" })
            </main>
            """
        }
    }

    @Test func aValueAndAnInputAreBothWrittenWithOneBlankBeforeEach() async throws {
        try await TestBrowser.open(RowScreen(rows: [1])) { browser in
            let rest = "href='/goals/12' data-input=\"open\""
            #expect(await browser.response.html.contains("><a id=\"row-1\" \(rest)>1</a></"))
            try await browser.click(button: "add")
            #expect(await browser.events.map(\.data) == ["<a id=\"row-2\" data-after=\"row-1\" \(rest)>2</a>"])
        }
    }

    @Test func anInputInThemIsOfferedAsSoonAsThereIsARow() async throws {
        try await TestBrowser.open(RowScreen(rows: [])) { browser in
            #expect(try await browser.forge(input: "open").outdated == [1])
            try await browser.click(button: "add")
            try await browser.click("a#row-1")
            #expect(await browser.text("[data-output=opened]") == "1")
        }
    }
}
