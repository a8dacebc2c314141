import Live
import Streams

/// An order: its buyer, or whoever has its code, can cancel it; a seller marks their part of it as picked up.
struct OrderViewModel: ViewModel {
    struct Input {
        let viewDidAppear: Observable<Void>
        let cancel: Observable<Void>
        let pickUp: Observable<Void>
        let orderChanges: Observable<Void>
        let basketCount: Observable<Int>
    }

    struct Output {
        /// The order as its buyer sees it; nil for its sellers.
        let purchase: Driver<Purchase?>
        /// The visitor's part of it as a seller; nil for all others.
        let sale: Driver<Sale?>
        let done: Signal<OrderState.Deed>
        /// Number of items in the visitor's basket.
        let basketCount: Driver<Int>
        let failAlertAction: Signal<RequestFailure>
    }

    let access: OrderAccess
    let initial: OrderState
    let scheduler: Scheduler
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let machine = Machine(initial, until: bag, run: request)
        // The page was read before it listened to changes.
        machine.on(input.viewDidAppear) { .look }
        machine.on(input.orderChanges) { .look }
        machine.on(input.cancel) { .act(.cancelled) }
        machine.on(input.pickUp) { .act(.pickedUp) }
        return Output(
            purchase: machine.select(\.content.purchase), sale: machine.select(\.content.sale),
            done: machine.signal { if case .done(let deed) = $0 { deed } else { nil } },
            basketCount: input.basketCount.startWith(0).asDriver(onErrorJustReturn: 0),
            failAlertAction: machine.signal { if case .failed(let failure) = $0 { failure } else { nil } })
    }

    private func request(_ effect: OrderState.Effect) -> MachineRequest<OrderState.Event>? {
        switch effect {
        case .read:
            .latest(
                "order",
                .perform(on: scheduler, deliversSynchronously: true) { [access] in try await access.read() },
                then: { .read($0) })
        case .act(let deed):
            .inOrder(
                .perform(on: scheduler) { [access] in try await access.carryOut(deed) }, then: { .acted(deed, $0) })
        case .done, .failed: nil
        }
    }
}

/// The part of an order that a visitor sees.
struct OrderContent: Hashable, Sendable {
    /// The order as its buyer sees it; nil for its sellers.
    var purchase: Purchase?
    /// The visitor's part of it as a seller; nil for all others.
    var sale: Sale?
}

/// Requests about one order in the name of one visitor, who may have its code.
struct OrderAccess: Sendable {
    let store: any OrderStore
    let order: OrderID
    let visitor: VisitorID
    /// The code by which the visitor holds somebody else's order; nil for none.
    let code: MarketCode?

    /// Returns what the visitor sees of the order.
    ///
    /// - Throws: ``MarketError/notFound`` when that is nothing.
    func read() async throws -> OrderContent {
        var purchase = try await store.order(order, of: visitor)
        if purchase == nil, let code { purchase = try await store.order(code) }
        let sale = try await store.sale(order, of: visitor)
        guard purchase != nil || sale != nil else { throw MarketError.notFound }
        return OrderContent(purchase: purchase, sale: sale)
    }

    func carryOut(_ deed: OrderState.Deed) async throws {
        switch deed {
        case .cancelled: _ = try await store.cancel(order, by: code.map { .code($0) } ?? .visitor(visitor))
        case .pickedUp: _ = try await store.pickUp(order, by: visitor)
        }
    }
}

/// State of the page of an order.
struct OrderState: MachineState {
    /// Changes of an order that its page makes.
    enum Deed: Hashable, Sendable {
        case cancelled
        case pickedUp
    }

    enum Event {
        case look
        case act(Deed)
        case read(Result<OrderContent, any Error>)
        case acted(Deed, Result<Void, any Error>)
    }

    enum Effect {
        case read
        case act(Deed)
        case done(Deed)
        case failed(RequestFailure)
    }

    private(set) var content: OrderContent
    private var isActing = false

    init(_ content: OrderContent) { self.content = content }

    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        // A change that comes while the page makes one is mostly its own, and is read behind the answer.
        case .look: return isActing ? [] : [.read]
        case .act(let deed):
            // A second press.
            guard !isActing else { return [] }
            isActing = true
            return [.act(deed)]
        case .read(.success(let content)):
            self.content = content
            return []
        case .read(.failure(let error)): return [.failed(RequestFailure(error))]
        case .acted(let deed, .success):
            isActing = false
            return [.read, .done(deed)]
        case .acted(_, .failure(let error)):
            isActing = false
            let failure = RequestFailure(error)
            return (failure.isAnswer ? [.read] : []) + [.failed(failure)]
        }
    }
}
