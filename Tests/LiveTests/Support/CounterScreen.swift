import Live
import Streams

/// The smallest screen that uses every kind of slot.
struct CounterViewModel: ViewModel {
    struct Input {
        let increment: Observable<Void>
        let name: Observable<String>
        let rows: Observable<Int>
        let again: Observable<Int>
        let close: Observable<Void>
    }

    struct Output {
        let count: Driver<Int>
        let greeting: Driver<String>
        let items: BehaviorRelay<[Int]>
        let isOpen: Driver<Bool>
        let closed: Signal<Int>
    }

    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let items = BehaviorRelay<[Int]>(value: [1, 2, 3])
        input.rows.map { number in
            // 0 reverses, a negative number removes, a positive one adds in front.
            if number == 0 { return items.value.reversed() }
            return number < 0 ? items.value.filter { $0 != -number } : [number] + items.value
        }.bind(to: items).disposed(by: bag)
        input.again.map { number in [number] + items.value.filter { $0 != number } }.bind(to: items).disposed(by: bag)
        let count = input.increment.scan(0) { count, _ in count + 1 }.startWith(0).share(replay: 1)
        return Output(
            count: count.asDriver(onErrorJustReturn: 0),
            greeting: input.name.startWith("nobody").asDriver(onErrorJustReturn: ""),
            items: items,
            isOpen: input.close.map { false }.startWith(true).asDriver(onErrorJustReturn: true),
            closed: input.close.withLatestFrom(count).asSignal(onErrorSignalWith: .never()))
    }
}

struct CounterScreen: Screen {
    static func rowID(_ row: Int) -> String { "row-\(row)" }

    func makeViewModel(_ page: Page) -> CounterViewModel { CounterViewModel() }

    func makeInput(_ page: Page) -> CounterViewModel.Input {
        .init(
            increment: page.input(), name: page.input(), rows: page.input(), again: page.input(), close: page.input())
    }

    func render(_ page: Page, _ input: CounterViewModel.Input, _ output: CounterViewModel.Output) -> HTML {
        """
        <main \(page.live)>
        \(output.count.slot("p") { "<b>\($0)</b> times" })
        \(input.increment.form("class=\"plain\"", "<button>+</button>"))
        <label>Name <input \(input.name, field: "name")></label>
        <label>Rows <input type="number" \(input.rows, field: "rows")></label>
        \(output.greeting.slot("p") { "Hello, \($0)" })
        \(output.items.list("ol", id: Self.rowID) { "row \($0) <a \(input.again, value: "\($0)")>again</a>" })
        \(output.isOpen.slot { isOpen in "\(if: isOpen, "<button \(input.close)>close</button>")" })
        \(output.closed.moment { "closed at \($0)" })
        </main>
        """
    }
}
