import Live

/// State of the page of a visitor's basket: the basket as it was read last, and the quantities that it doesn't have yet.
struct BasketState: MachineState {
    enum Event {
        /// The page has appeared: nothing is selected.
        case appeared
        /// Reads the basket as it is.
        case look
        case changed(BasketChanges)
        case cell(CellAction)
        case quantity(QuantityChange)
        case fulfilment(Fulfilment)
        /// The store's answers to the effects.
        case read(Result<Basket, any Error>)
        case appearedWith(Result<Basket, any Error>)
        case answered(ProductID?, Result<Basket, any Error>)
        case removed(Result<Basket, any Error>)
        case ordered(Result<Purchase, any Error>)
    }

    enum Effect {
        case deselectAll(isAppearance: Bool)
        case read
        case select(ProductID, isSelected: Bool)
        case setQuantity(ProductID, Int)
        case remove(ProductID)
        case order(Fulfilment, OrderAttempt)
        /// An item was taken out.
        case removed
        case ordered(OrderID)
        case failed(RequestFailure)
    }

    /// A number of pieces that is shown before the basket has it.
    private struct Wanted {
        var quantity: Int
        /// Number of requests for it without an answer.
        var requestCount: Int
    }

    private(set) var isLoading = false
    private(set) var fulfilment: Fulfilment
    /// Whether the basket has been read.
    private(set) var isRead = false
    private var basket = Basket()
    private var wanted: [ProductID: Wanted] = [:]
    private var key: IdempotencyKey
    private let makeKey: () -> IdempotencyKey
    private var isOrdering = false
    /// Number of writes without an answer. A change that comes meanwhile is mostly their own.
    private var requestCount = 0
    /// Whether the basket is to be read behind the last answer.
    private var isOutdated = false

    /// - Parameters:
    ///   - fulfilment: the choice that the page begins with.
    ///   - makeKey: makes the key of the next order.
    init(_ fulfilment: Fulfilment = .pickUp, makeKey: @escaping () -> IdempotencyKey) {
        (self.fulfilment, self.makeKey) = (fulfilment, makeKey)
        key = makeKey()
    }

    /// The basket that is shown.
    var shown: Basket {
        Basket(
            items: basket.items.map { item in
                var item = item
                item.quantity = wanted[item.id]?.quantity ?? item.quantity
                return item
            })
    }

    var prices: Prices { shown.prices(fulfilment) }

    /// The button of the order.
    var checkout: Checkout {
        let shown = shown
        return Checkout(
            attempt: OrderAttempt(key: key, quote: shown.quote(fulfilment)), selectedCount: shown.selected.count,
            isOrdering: isOrdering)
    }

    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        case .appeared:
            isLoading = true
            return write(.deselectAll(isAppearance: true))
        case .look:
            isLoading = true
            return [.read]
        case .changed(let changes):
            guard changes.contains(basket) else { return [] }
            if requestCount == 0 { return [.read] }
            isOutdated = true
            return []
        case .cell(.selectItem(let product, let isSelected)):
            return write(.select(product, isSelected: isSelected))
        case .cell(.removeItem(let product)): return write(.remove(product))
        case .cell(.cancelBtnPressed): return write(.deselectAll(isAppearance: false))
        case .cell(.orderBtnPressed(let attempt)):
            // A second press.
            guard !isOrdering else { return [] }
            isOrdering = true
            return write(.order(fulfilment, attempt))
        case .quantity(let change): return set(change)
        case .fulfilment(let chosen):
            fulfilment = chosen
            return []
        case .read(.success(let basket)):
            (isLoading, isRead, self.basket) = (false, true, basket)
            return []
        case .read(.failure(let error)):
            isLoading = false
            return [.failed(RequestFailure(error))]
        case .appearedWith(let result):
            isLoading = false
            return answered(result)
        case .answered(let product, let result):
            if let product {
                wanted[product]?.requestCount -= 1
                if wanted[product]?.requestCount == 0 { wanted[product] = nil }
            }
            return answered(result)
        case .removed(let result):
            if case .success = result { return answered(result) + [.removed] }
            return answered(result)
        case .ordered(let result):
            isOrdering = false
            switch result {
            case .success(let purchase):
                // The page may be returned to: its next order is another one.
                key = makeKey()
                isOutdated = true
                return answered(nil) + [.ordered(purchase.id)]
            case .failure(let error): return answered(.failure(error))
            }
        }
    }

    private mutating func write(_ effect: Effect) -> [Effect] {
        requestCount += 1
        return [effect]
    }

    private mutating func set(_ change: QuantityChange) -> [Effect] {
        let product = change.product
        guard let item = shown.items.first(where: { $0.id == product }) else {
            return [.failed(.service(.noContent))]
        }
        let asked =
            switch change.amount {
            case .to(let quantity): quantity
            case .by(let difference): item.quantity + difference
            }
        let quantity = min(max(asked, BasketItem.quantities.lowerBound), BasketItem.quantities.upperBound)
        wanted[product] = Wanted(quantity: quantity, requestCount: (wanted[product]?.requestCount ?? 0) + 1)
        return write(.setQuantity(product, quantity))
    }

    /// Handles the answer to a write.
    ///
    /// - Parameter result: nil when the answer has no basket.
    private mutating func answered(_ result: Result<Basket, any Error>?) -> [Effect] {
        requestCount -= 1
        var effects: [Effect] = []
        switch result {
        case .success(let basket): (self.basket, isRead) = (basket, true)
        case .failure(let error):
            let failure = RequestFailure(error)
            effects = [.failed(failure)]
            // Something isn't as the page shows it.
            if failure.isAnswer { isOutdated = true }
        case nil: break
        }
        guard requestCount == 0, isOutdated else { return effects }
        isOutdated = false
        return [.read] + effects
    }
}

/// The values that the button of an order sends.
struct Checkout: Hashable, Sendable {
    /// The order of what is shown.
    let attempt: OrderAttempt
    /// Number of selected items.
    let selectedCount: Int
    /// Whether the order is being made.
    let isOrdering: Bool
}

/// Committed changes that may concern a basket.
struct BasketChanges: Hashable, Sendable {
    /// Whether its items have changed.
    var ofItems = false
    /// Changed products; nil for none.
    var products: ProductChanges?

    /// Whether a basket may be another one now.
    func contains(_ basket: Basket) -> Bool {
        ofItems || products.map { changes in basket.items.contains { changes.contains($0.id) } } ?? false
    }

    func merging(_ other: BasketChanges) -> BasketChanges {
        let products =
            switch (products, other.products) {
            case (let one?, let two?): one.merging(two)
            case (let one, let two): one ?? two
            }
        return BasketChanges(ofItems: ofItems || other.ofItems, products: products)
    }
}
