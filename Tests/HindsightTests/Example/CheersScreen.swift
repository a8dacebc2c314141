import Live
import Streams

struct CheersViewModel: ViewModel {
    struct Input {
        let cheer: Observable<Void>
        let name: Observable<String>
    }

    struct Output {
        let cheers: Driver<Int>
        let greeting: Driver<String>
    }

    func transform(input: Input) -> Output {
        Output(
            cheers: input.cheer.scan(0) { count, _ in count + 1 }.startWith(0).asDriver(onErrorJustReturn: 0),
            greeting: input.name.startWith("").map { $0.isEmpty ? "Who are you?" : "Hello, \($0)!" }
                .asDriver(onErrorJustReturn: ""))
    }
}

struct CheersScreen: Screen {
    func makeViewModel(_ page: Page) -> CheersViewModel { CheersViewModel() }

    func makeInput(_ page: Page) -> CheersViewModel.Input { .init(cheer: page.input(), name: page.input()) }

    func render(_ page: Page, _ input: CheersViewModel.Input, _ output: CheersViewModel.Output) -> HTML {
        """
        <!doctype html>
        <html lang="en">
        <head><meta charset="utf-8"><title>Cheers</title><script type="module" src="/live.js"></script></head>
        <body>
        <main \(page.live)>
        <label>Your name <input \(input.name, field: "name")></label>
        \(output.greeting.slot("p") { "\($0)" })
        \(input.cheer.form("", "<button>Cheer</button>"))
        \(output.cheers.slot("p", "aria-live='polite'") { "<b>\($0)</b> cheers" })
        </main>
        </body>
        </html>
        """
    }
}
