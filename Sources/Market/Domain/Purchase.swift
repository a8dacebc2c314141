import Foundation

/// An item of an order: the product as it was when it was ordered.
package struct PurchaseItem: Hashable, Sendable, Identifiable {
    /// The position in the order, from 0 on.
    package let id: Int
    /// The product; nil when it has been removed since.
    package let product: ProductID?
    /// The name at that time.
    package let name: ProductName
    /// The price of a piece at that time.
    package let price: ProductPrice
    /// Number of pieces.
    package let quantity: Int
    /// The time when it was picked up; nil until then.
    package let pickedUpAt: Date?

    init(
        id: Int, product: ProductID?, name: ProductName, price: ProductPrice, quantity: Int, pickedUpAt: Date?
    ) {
        (self.id, self.product, self.name) = (id, product, name)
        (self.price, self.quantity, self.pickedUpAt) = (price, quantity, pickedUpAt)
    }
}

/// The state of an order, or of a seller's part of it.
package enum PurchaseState: Hashable, Sendable {
    /// Nothing of it is picked up yet.
    case open
    /// Some of it is picked up: an order has the products of several sellers.
    case partlyPickedUp
    case pickedUp
    case cancelled

    fileprivate init(_ items: [PurchaseItem], isCancelled: Bool) {
        let count = items.count { $0.pickedUpAt != nil }
        self = isCancelled ? .cancelled : count == 0 ? .open : count < items.count ? .partlyPickedUp : .pickedUp
    }
}

/// An order, as its buyer sees it. It is paid when it is picked up.
package struct Purchase: Hashable, Sendable, Identifiable {
    package let id: OrderID
    /// The pick-up code: the buyer shows it to the sellers, and another device sees the order with it.
    package let code: MarketCode
    package let fulfilment: Fulfilment
    /// The items, in the order of the basket; of one seller or several.
    package let items: [PurchaseItem]
    /// The prices at the time of the order.
    package let prices: Prices
    /// The time of the order.
    package let orderedAt: Date
    /// The time when it was cancelled; nil for an order that wasn't.
    package let cancelledAt: Date?

    init(
        id: OrderID, code: MarketCode, fulfilment: Fulfilment, items: [PurchaseItem], delivery: Won, orderedAt: Date,
        cancelledAt: Date?
    ) {
        (self.id, self.code, self.fulfilment, self.items) = (id, code, fulfilment, items)
        (self.orderedAt, self.cancelledAt) = (orderedAt, cancelledAt)
        prices = Prices(of: items.map { ($0.price, $0.quantity) }) { _ in delivery }
    }

    package var state: PurchaseState { PurchaseState(items, isCancelled: cancelledAt != nil) }
}

/// An order as one of its sellers sees it: with this seller's items only, and without the code, which the buyer shows.
package struct Sale: Hashable, Sendable, Identifiable {
    package let id: OrderID
    package let fulfilment: Fulfilment
    /// The seller's items.
    package let items: [PurchaseItem]
    /// The time of the order.
    package let orderedAt: Date
    /// The time when it was cancelled; nil for an order that wasn't.
    package let cancelledAt: Date?

    init(id: OrderID, fulfilment: Fulfilment, items: [PurchaseItem], orderedAt: Date, cancelledAt: Date?) {
        (self.id, self.fulfilment, self.items) = (id, fulfilment, items)
        (self.orderedAt, self.cancelledAt) = (orderedAt, cancelledAt)
    }

    /// The prices of the seller's items, without the delivery.
    package var prices: Prices { Prices(of: items.map { ($0.price, $0.quantity) }) { _ in .zero } }

    /// The state of the seller's items.
    package var state: PurchaseState { PurchaseState(items, isCancelled: cancelledAt != nil) }
}
