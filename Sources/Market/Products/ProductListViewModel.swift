import Live
import Streams

/// The list of products; see ``ProductListProvider``.
struct ProductListViewModel: ViewModel {
    struct Input {
        let viewDidLoadTrigger: Observable<Void>
        let fetchMoreDatas: Observable<Void>
        let refresh: Observable<Void>
        let keyword: Observable<String>
        let selection: Observable<ProductID>
        let productChanges: Observable<ProductChanges>
        let basketCount: Observable<Int>
    }

    struct Output {
        let productList: Driver<[ProductCell]>
        let isLoading: Driver<Bool>
        let isLastPage: Driver<Bool>
        let productSelected: Signal<ProductID>
        /// The words of a failure.
        let failAlertAction: Signal<String>
        let failed: Signal<ServiceFailure>
        let summary: Driver<ListSummary>
        let foot: Driver<ListFoot>
        let address: Driver<ListAddress>
        let basketCount: Driver<Int>
        let state: Property<ProductListProvider>
    }

    /// The time after the last key until the keyword is searched for.
    static let pause = Duration.milliseconds(200)

    let store: any MarketStore
    /// The name by which the visitor's searches take turns.
    let searcher: String
    let strings: Strings
    let initial: ProductListProvider
    let scheduler: Scheduler
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let machine = Machine(initial, until: bag, run: request)
        machine.on(input.viewDidLoadTrigger) { .viewDidLoad }
        machine.on(input.fetchMoreDatas) { .fetchMoreDatas }
        machine.on(input.refresh) { .refresh }
        machine.on(input.keyword.debounce(Self.pause, scheduler: scheduler)) { .keyword($0) }
        machine.on(input.selection) { .selection($0) }
        machine.on(input.productChanges) { .changed($0) }
        return Output(
            productList: machine.select(\.productList), isLoading: machine.select(\.isLoading),
            isLastPage: machine.select(\.isLastPage),
            productSelected: machine.signal { if case .selected(let id) = $0 { id } else { nil } },
            failAlertAction: machine.signal { [strings] effect in
                if case .failed(let failure) = effect { strings.words(for: failure) } else { nil }
            },
            failed: machine.signal { if case .failed(let failure) = $0 { failure } else { nil } },
            summary: machine.select(\.summary), foot: machine.select(\.foot), address: machine.select(\.address),
            basketCount: input.basketCount.asDriver(onErrorJustReturn: 0), state: machine.state)
    }

    private func request(
        _ effect: ProductListProvider.Effect
    ) -> MachineRequest<ProductListProvider.Event>? {
        switch effect {
        case .checkServer:
            .latest(
                "server", .perform(on: scheduler) { [store] in try await store.ping() }, then: { .serverChecked($0) })
        case .fetch(let numbers, let keyword):
            .latest(
                "pages",
                .perform(on: scheduler, deliversSynchronously: true) { [store, searcher] in
                    try await store.products(pages: numbers, matching: keyword, for: searcher)
                }, then: { .fetched($0, numbers) })
        case .read(let ids):
            .atOnce(
                .perform(on: scheduler, deliversSynchronously: true) { [store] in
                    try await store.products(among: ids)
                }, then: { .read($0, ids) })
        case .selected, .failed: nil
        }
    }
}
