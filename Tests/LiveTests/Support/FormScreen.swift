import Live
import Streams

/// A screen with a form, as a review's is: texts, a choice, a number, and a way on when it is saved.
struct FormViewModel: ViewModel {
    struct Input {
        let name: Observable<String>
        let style: Observable<String>
        let level: Observable<Int>
        let save: Observable<Void>
    }

    struct Output {
        let echo: Driver<String>
        let problem: Driver<String>
        let saved: Signal<String>
    }

    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let name = BehaviorRelay(value: "?")
        let style = BehaviorRelay(value: "?")
        let problem = BehaviorRelay(value: "")
        input.name.bind(to: name).disposed(by: bag)
        input.style.bind(to: style).disposed(by: bag)
        let valid = input.save.withLatestFrom(name.asObservable()).share()
        valid.map { $0.isEmpty ? "A name is missing" : "" }.bind(to: problem).disposed(by: bag)
        let level = input.level.startWith(0)
        return Output(
            echo: Observable<String>.combineLatest(name.asObservable(), style.asObservable(), level) {
                "name=\($0) style=\($1) level=\($2)"
            }.asDriver(onErrorJustReturn: ""),
            problem: problem.asDriver(),
            saved: valid.filter { !$0.isEmpty }.asSignal(onErrorSignalWith: .never()))
    }
}

struct FormScreen: Screen {
    /// Called when a document is made.
    var watch: @Sendable () -> Void = {}

    var defaultInput: String? { "save" }

    func makeViewModel(_ page: Page) -> FormViewModel { FormViewModel() }

    func makeInput(_ page: Page) -> FormViewModel.Input {
        .init(name: page.input(), style: page.input(), level: page.input(), save: page.input())
    }

    func effects(_ page: Page, _ output: FormViewModel.Output) {
        page.navigate(on: output.saved) { "/done/\($0)" }
        page.status(on: output.problem) { $0.isEmpty ? nil : 422 }
    }

    func render(_ page: Page, _ input: FormViewModel.Input, _ output: FormViewModel.Output) -> HTML {
        watch()
        let fields: HTML = """
            <input type="text" \(input.name, field: "name")>
            <input type="radio" \(input.style, field: "style", value: "guided", checked: true)>
            <input type="radio" \(input.style, field: "style", value: "free", checked: false)>
            <button \(input.level, value: "3")>three</button>
            """
        return """
            <main \(page.live)>
            \(input.save.form("class=\"editor\"", fields))
            \(output.echo.slot { "\($0)" })
            \(output.problem.slot("p") { "\($0)" })
            </main>
            """
    }
}
