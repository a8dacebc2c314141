import Live
import Streams
import Synchronization

/// Others' changes: calls back whoever listens.
final class Feed: Sendable {
    private let listeners = Mutex<[Int: @Sendable () -> Void]>([:])

    var listenerCount: Int { listeners.withLock { $0.count } }

    func listen(_ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let key = listeners.withLock { listeners in
            let key = (listeners.keys.max() ?? 0) + 1
            listeners[key] = notify
            return key
        }
        return { self.listeners.withLock { $0[key] = nil } }
    }

    func change() {
        for notify in listeners.withLock({ Array($0.values) }) { notify() }
    }
}

/// A screen that asks elsewhere: once it has appeared, at each tap, and whenever others change something.
final class RequestViewModel: ViewModel {
    struct Input {
        let appeared: Observable<Void>
        let changed: Observable<Void>
        let load: Observable<Void>
    }

    struct Output {
        let answer: Driver<String>
        let isLoading: Driver<Bool>
    }

    private let scheduler: Scheduler
    private let work: @Sendable () async throws -> String

    init(scheduler: Scheduler, work: @escaping @Sendable () async throws -> String) {
        self.scheduler = scheduler
        self.work = work
    }

    func transform(input: Input) -> Output {
        let activity = ActivityTracker()
        let answers = Observable.merge(input.appeared, input.changed, input.load).flatMapLatest { [scheduler, work] in
            Single.perform(on: scheduler, work).asObservable().trackActivity(activity).catchAndReturn("failed")
        }
        return Output(
            answer: answers.startWith("nothing").asDriver(onErrorJustReturn: ""), isLoading: activity.asDriver())
    }
}

struct RequestScreen: Screen {
    var feed = Feed()
    let work: @Sendable () async throws -> String

    func makeViewModel(_ page: Page) -> RequestViewModel { RequestViewModel(scheduler: page.scheduler, work: work) }

    func makeInput(_ page: Page) -> RequestViewModel.Input {
        .init(
            appeared: page.appeared,
            changed: page.changes(
                merging: { _, later in later }, subscribe: { notify in feed.listen { notify(()) } }),
            load: page.input())
    }

    func render(_ page: Page, _ input: RequestViewModel.Input, _ output: RequestViewModel.Output) -> HTML {
        """
        <main \(page.live)>
        <button \(input.load)>load</button>
        \(output.answer.slot { "\($0)" })
        \(output.isLoading.slot { "\($0 ? "loading" : "done")" })
        </main>
        """
    }
}
