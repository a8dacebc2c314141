import Live
import Streams

/// A visitor's basket: items are selected, changed and ordered; see ``BasketState``.
struct ShoppingBasketViewModel: ViewModel {
    struct Input {
        let viewDidAppear: Observable<Void>
        /// Reads the list, with nothing selected, as when the page appears for the first time.
        let getBasketList: Observable<Void>
        /// Reads the list as it is.
        let refresh: Observable<Void>
        let cellAction: Observable<CellAction>
        let removeItem: Observable<ProductID>
        let quantity: Observable<QuantityChange>
        let fulfilment: Observable<Fulfilment>
        let basketChanges: Observable<BasketChanges>
    }

    struct Output {
        let isLoading: Driver<Bool>
        let basketList: Driver<[BasketItem]>
        /// The prices in won. They are of one moment, and so is their sum once all three have changed.
        let productPrice: Driver<Int>
        let discountPrice: Driver<Int>
        let deliveryCharge: Driver<Int>
        let totalPrice: Driver<Int>
        let fulfilment: Driver<Fulfilment>
        let checkout: Driver<Checkout>
        /// Whether the basket was read and has nothing in it.
        let isEmpty: Driver<Bool>
        /// Number of items.
        let basketCount: Driver<Int>
        /// An item was taken out.
        let removed: Signal<Void>
        /// The order was made; its page has the code.
        let ordered: Signal<OrderID>
        let failAlertAction: Signal<RequestFailure>
    }

    let store: any BasketStore & OrderStore
    let visitor: VisitorID
    let initial: BasketState
    let scheduler: Scheduler
    /// Whether the page was there before, so that the selection stays.
    let isReturn: Bool
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let machine = Machine(initial, until: bag, run: request)
        machine.on(input.viewDidAppear) { [isReturn] in isReturn ? .look : .appeared }
        machine.on(input.getBasketList) { .appeared }
        machine.on(input.refresh) { .look }
        machine.on(input.cellAction) { .cell($0) }
        machine.on(input.removeItem) { .cell(.removeItem($0)) }
        machine.on(input.quantity) { .quantity($0) }
        machine.on(input.fulfilment) { .fulfilment($0) }
        machine.on(input.basketChanges) { .changed($0) }
        let productPrice = machine.select(\.prices.product.amount)
        let discountPrice = machine.select(\.prices.discount.amount)
        let deliveryCharge = machine.select(\.prices.delivery.amount)
        return Output(
            isLoading: machine.select(\.isLoading), basketList: machine.select(\.shown.items),
            productPrice: productPrice, discountPrice: discountPrice, deliveryCharge: deliveryCharge,
            totalPrice: .combineLatest(productPrice, discountPrice, deliveryCharge) { product, discount, delivery in
                max(0, product - discount + delivery)
            },
            fulfilment: machine.select(\.fulfilment), checkout: machine.select(\.checkout),
            isEmpty: machine.select { $0.isRead && $0.shown.items.isEmpty },
            basketCount: machine.select(\.shown.items.count),
            removed: machine.signal { if case .removed = $0 { () } else { nil } },
            ordered: machine.signal { if case .ordered(let order) = $0 { order } else { nil } },
            failAlertAction: machine.signal { if case .failed(let failure) = $0 { failure } else { nil } })
    }

    private func request(_ effect: BasketState.Effect) -> MachineRequest<BasketState.Event>? {
        switch effect {
        case .read:
            .latest(
                "basket",
                .perform(on: scheduler, deliversSynchronously: true) { [store, visitor] in
                    try await store.basket(of: visitor)
                }, then: { .read($0) })
        case .deselectAll(let isAppearance):
            .inOrder(
                .perform(on: scheduler, deliversSynchronously: true) { [store, visitor] in
                    let basket = try await store.basket(of: visitor)
                    // Mostly nothing is selected, and nothing has to be written.
                    return basket.selected.isEmpty ? basket : try await store.deselectAll(of: visitor)
                }, then: { isAppearance ? .appearedWith($0) : .answered(nil, $0) })
        case .select(let product, let isSelected):
            write { try await $0.select(isSelected, product, of: $1) }
        case .setQuantity(let product, let quantity):
            write(of: product) { try await $0.setQuantity(quantity, of: product, of: $1) }
        case .remove(let product):
            .inOrder(
                .perform(on: scheduler) { [store, visitor] in
                    try await store.removeFromBasket(product, of: visitor)
                }, then: { .removed($0) })
        case .order(let fulfilment, let attempt):
            .inOrder(
                .perform(on: scheduler) { [store, visitor] in
                    try await store.order(by: visitor, fulfilment, as: attempt.quote, key: attempt.key)
                }, then: { .ordered($0) })
        case .ordered, .removed, .failed: nil
        }
    }

    /// Returns a request that changes the basket.
    ///
    /// - Parameter product: the item whose number of pieces it sets; nil for none.
    private func write(
        of product: ProductID? = nil,
        _ work: @escaping @Sendable (any BasketStore & OrderStore, VisitorID) async throws -> Basket
    ) -> MachineRequest<BasketState.Event> {
        .inOrder(
            .perform(on: scheduler) { [store, visitor] in try await work(store, visitor) },
            then: { .answered(product, $0) })
    }
}
