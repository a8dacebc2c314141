import Live

/// An action on the basket: of the item in a row, or of all that is selected.
enum CellAction: Hashable, Sendable {
    /// Orders what is selected.
    case orderBtnPressed(OrderAttempt)
    /// Deselects all.
    case cancelBtnPressed
    /// Takes an item out.
    case removeItem(ProductID)
    /// Selects an item for the next order, or takes that back. The same action twice is as good as once.
    case selectItem(ProductID, isSelected: Bool)
}

/// An order as a button of the page offers it: what was shown when it was pressed, and the key by which a second press is
/// recognised.
struct OrderAttempt: Hashable, Sendable {
    let key: IdempotencyKey
    let quote: Quote
}

extension CellAction: InputValue {
    /// Written as the name of the action and what it is about: `cancel`, `remove.12`, `select.12`, `deselect.12`,
    /// `order.` with the key and the quote.
    init?(inputText: String) {
        let parts = inputText.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count) {
        case ("cancel", 1): self = .cancelBtnPressed
        case ("order", 3):
            guard let key = IdempotencyKey(parts[1]), let quote = Quote(parts[2]) else { return nil }
            self = .orderBtnPressed(OrderAttempt(key: key, quote: quote))
        case ("remove", 2):
            guard let product = ProductID(parts[1]) else { return nil }
            self = .removeItem(product)
        case ("select", 2), ("deselect", 2):
            guard let product = ProductID(parts[1]) else { return nil }
            self = .selectItem(product, isSelected: parts[0] == "select")
        default: return nil
        }
    }

    /// The text that ``init(inputText:)`` reads.
    var inputText: String {
        switch self {
        case .cancelBtnPressed: "cancel"
        case .orderBtnPressed(let attempt): "order.\(attempt.key).\(attempt.quote)"
        case .removeItem(let product): "remove.\(product)"
        case .selectItem(let product, let isSelected): "\(isSelected ? "select" : "deselect").\(product)"
        }
    }
}

extension Fulfilment: InputValue {
    package init?(inputText: String) { self.init(rawValue: inputText) }
}

/// A change of the number of pieces of an item.
struct QuantityChange: Hashable, Sendable {
    enum Amount: Hashable, Sendable {
        /// So many pieces, whatever there were.
        case to(Int)
        /// So many pieces more or fewer: with a script, each of several quick presses counts.
        case by(Int)
    }

    let product: ProductID
    let amount: Amount
}

extension QuantityChange: InputValue {
    /// Written as the product and the number, which has a sign when it is a difference: `12.4`, `12.+1`, `12.-10`.
    init?(inputText: String) {
        let parts = inputText.split(separator: ".", omittingEmptySubsequences: false)
        // A number of more digits is none of an item.
        guard parts.count == 2, let product = ProductID(String(parts[0])), parts[1].utf8.count <= 5,
            let number = Int(parts[1]), BasketItem.quantities.contains(abs(number))
        else { return nil }
        let hasSign = parts[1].first == "+" || parts[1].first == "-"
        self.init(product: product, amount: hasSign ? .by(number) : .to(number))
    }

    /// The text that ``init(inputText:)`` reads.
    var inputText: String {
        switch amount {
        case .to(let quantity): "\(product).\(quantity)"
        case .by(let difference): "\(product).\(difference < 0 ? "" : "+")\(difference)"
        }
    }
}
