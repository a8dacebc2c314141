import Live
import Streams

/// A visitor's orders, sales and offers, each list with its latest rows first, and the form for a code.
struct OrdersViewModel: ViewModel {
    struct Input {
        let viewDidAppear: Observable<Void>
        /// Reads the lists again.
        let refresh: Observable<Void>
        let moreOrders: Observable<Void>
        let moreSales: Observable<Void>
        let moreOffers: Observable<Void>
        let code: Observable<String>
        let open: Observable<Void>
        let visitorChanges: Observable<VisitorChanges>
        let basketCount: Observable<Int>
    }

    struct Output {
        let orders: Driver<[Purchase]>
        let sales: Driver<[Sale]>
        let offers: Driver<[ProductRow]>
        let ordersFoot: Driver<OrdersState.Part<Purchase>>
        let salesFoot: Driver<OrdersState.Part<Sale>>
        let offersFoot: Driver<OrdersState.Part<ProductRow>>
        let limits: Driver<[Int]>
        let codeFault: Driver<CodeFault?>
        /// A code was found; the screen leads to what has it.
        let found: Signal<FoundCode>
        /// Number of items in the visitor's basket.
        let basketCount: Driver<Int>
        let failAlertAction: Signal<RequestFailure>
    }

    /// The rows after which the lists begin; nil for the latest.
    struct Cursors: Hashable, Sendable {
        var orders: OrderID?
        var sales: OrderID?
        var offers: ProductID?
    }

    let finder: CodeFinder
    let cursors: Cursors
    let initial: OrdersState
    let scheduler: Scheduler
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let machine = Machine(initial, until: bag, run: request)
        machine.on(input.viewDidAppear) { .changed([.orders, .sales, .offers]) }
        machine.on(input.refresh) { .changed([.orders, .sales, .offers]) }
        machine.on(input.visitorChanges) { .changed($0) }
        machine.on(input.moreOrders) { .more(.orders) }
        machine.on(input.moreSales) { .more(.sales) }
        machine.on(input.moreOffers) { .more(.offers) }
        machine.on(input.code) { .typed($0) }
        machine.on(input.open) { .open }
        return Output(
            orders: machine.select(\.orders.slice.elements), sales: machine.select(\.sales.slice.elements),
            offers: machine.select(\.offers.slice.elements), ordersFoot: machine.select(\.orders),
            salesFoot: machine.select(\.sales), offersFoot: machine.select(\.offers),
            limits: machine.select(\.limits), codeFault: machine.select(\.fault),
            found: machine.signal { if case .found(let found) = $0 { found } else { nil } },
            basketCount: input.basketCount.startWith(0).asDriver(onErrorJustReturn: 0),
            failAlertAction: machine.signal { if case .failed(let failure) = $0 { failure } else { nil } })
    }

    private func request(_ effect: OrdersState.Effect) -> MachineRequest<OrdersState.Event>? {
        switch effect {
        case .readOrders(let limit):
            read(
                "orders",
                { [cursors] store, visitor in
                    try await store.orders(of: visitor, after: cursors.orders, limit: limit)
                }, then: { .orders($0) })
        case .readSales(let limit):
            read(
                "sales",
                { [cursors] store, visitor in
                    try await store.sales(of: visitor, after: cursors.sales, limit: limit)
                }, then: { .sales($0) })
        case .readOffers(let limit):
            read(
                "offers",
                { [cursors] store, visitor in
                    try await store.offers(of: visitor, after: cursors.offers, limit: limit)
                }, then: { .offers($0) })
        case .find(let code):
            .atOnce(
                .perform(on: scheduler) { [finder] in try await finder.find(code) }, then: { .found($0) })
        case .found, .failed: nil
        }
    }

    private func read<Answer: Sendable>(
        _ name: String, _ work: @escaping @Sendable (any MarketStore, VisitorID) async throws -> Answer,
        then event: @escaping (Result<Answer, any Error>) -> OrdersState.Event
    ) -> MachineRequest<OrdersState.Event> {
        .latest(
            name,
            .perform(on: scheduler, deliversSynchronously: true) { [finder] in
                try await work(finder.store, finder.visitor)
            }, then: event)
    }
}
