import Live
import Streams
import Synchronization

/// How often everybody has cheered, and the word that it was one time more.
final class Cheers: Sendable {
    let count = Atomic(0)
    let news = Topics<String, Void>()
}

struct CheersViewModel: ViewModel {
    struct Input { let cheer, finish, news: Observable<Void>, name: Observable<String> }
    struct Output { let total, mine: Driver<Int>, finished: Signal<String> }

    let cheers: Cheers
    let start: Int

    func transform(input: Input) -> Output {
        let cheered = input.cheer.do(onNext: { [cheers] in
            cheers.count.add(1, ordering: .relaxed)
            cheers.news.publish((), of: "all")
        })
        return Output(
            total: input.news.startWith(()).map { [cheers] in cheers.count.load(ordering: .relaxed) }
                .asDriver(onErrorJustReturn: 0),
            mine: cheered.scan(start) { mine, _ in mine + 1 }.startWith(start).asDriver(onErrorJustReturn: start),
            finished: input.finish.withLatestFrom(input.name).asSignal(onErrorSignalWith: .never()))
    }
}

struct CheersScreen: Screen {
    let cheers: Cheers
    let visit: Visit

    func makeViewModel(_ page: Page) -> CheersViewModel {
        CheersViewModel(cheers: cheers, start: visit.position.flatMap(Int.init) ?? 0)
    }

    func makeInput(_ page: Page) -> CheersViewModel.Input {
        let news = page.changes(of: "all", in: cheers.news)
        return .init(cheer: page.input(), finish: page.input(), news: news, name: page.input())
    }

    func effects(_ page: Page, _ output: CheersViewModel.Output) {
        page.navigate(on: output.finished, flash: { "Thank you, \($0)!" }, to: { _ in "/cheers" })
        page.resume(with: output.mine) { "\($0)" }
    }

    func render(_ page: Page, _ input: CheersViewModel.Input, _ output: CheersViewModel.Output) -> HTML {
        """
        <!doctype html><title>Cheers</title><script type="module" src="/live.js"></script>
        <main \(page.live)>\(page.flash())
        \(output.total.slot("h1", "aria-live='polite'") { "\($0) cheers" })
        \(output.mine.slot("p") { "\($0) of them are yours" })
        \(input.cheer.form("", "<button>Cheer</button>"))
        \(input.finish.form("", "<label>Your name <input \(input.name, field: "name")></label> <button>Done</button>"))
        </main>
        """
    }
}
