/// A product in a visitor's basket.
package struct BasketItem: Hashable, Sendable, Identifiable {
    /// Numbers of pieces that an item can have.
    package static let quantities = 1...9_999

    /// The product as it is now, with its price now.
    package var product: ProductRow
    /// Number of pieces.
    package var quantity: Int
    /// Whether it is ordered by the next order.
    package var isSelected: Bool

    init(product: ProductRow, quantity: Int, isSelected: Bool) {
        (self.product, self.quantity, self.isSelected) = (product, quantity, isSelected)
    }

    /// The product's ID: a product is one item.
    package var id: ProductID { product.id }

    /// Whether as many pieces are left.
    package var isAvailable: Bool { quantity <= product.stock }
}

/// A visitor's basket, as it is at one moment.
package struct Basket: Hashable, Sendable {
    /// Number of items at most.
    package static let limit = 100

    /// The items, the one that was added last first.
    package var items: [BasketItem]

    /// An empty basket.
    package init() { items = [] }

    init(items: [BasketItem]) { self.items = items }

    /// The items that are selected.
    package var selected: [BasketItem] { items.filter(\.isSelected) }

    /// Returns the prices of the selected items.
    package func prices(_ fulfilment: Fulfilment) -> Prices {
        Prices(of: selected.map { ($0.product.price, $0.quantity) }) { Prices.delivery(of: $0, fulfilment) }
    }
}
