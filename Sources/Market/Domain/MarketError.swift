import Foundation

/// A refusal or a failure of a ``MarketStore``. Nothing was changed.
package enum MarketError: Error, Sendable {
    /// There is no such product, item or order, or it is another visitor's: these look alike.
    case notFound
    /// The product was changed since it was read: this is it now.
    case changedSince(Product)
    /// The visitor, or the visitor's address, has made as many offers as are allowed in an hour; the next one can be made
    /// from that time on.
    case tooManyOffers(until: Date)
    /// Fewer pieces are left than are wanted of these products.
    case soldOut([Shortage])
    /// The basket has ``Basket/limit`` items.
    case basketIsFull
    /// No item of the basket is selected.
    case nothingSelected
    /// The selected items or their total are not what was shown. These items are otherwise now, as they are here; none when
    /// something was only taken away, or only the delivery costs something else.
    case pricesChanged([BasketItem])
    /// The order can't be cancelled, since something of it was picked up: this is it now.
    case isPickedUp(Purchase)
    /// The order can't be picked up, since it was cancelled: this is it now.
    case isCancelled(Sale)
    /// There are too many searches; trying again in a moment helps.
    case busy
    /// Something that is stored can't be read: it was changed by another program, or by a later version.
    case unreadable(any Error)
    /// The database did not answer or refused; trying again may help. The cause is for the log, not for the visitor.
    case unavailable(any Error)
}

extension MarketError: CustomStringConvertible {
    /// The case and the cause, without texts of visitors: for logs.
    package var description: String {
        switch self {
        case .notFound: "notFound"
        case .changedSince: "changedSince"
        case .tooManyOffers: "tooManyOffers"
        case .soldOut: "soldOut"
        case .basketIsFull: "basketIsFull"
        case .nothingSelected: "nothingSelected"
        case .pricesChanged: "pricesChanged"
        case .isPickedUp: "isPickedUp"
        case .isCancelled: "isCancelled"
        case .busy: "busy"
        case .unreadable(let cause): "unreadable (\(cause))"
        case .unavailable(let cause): "unavailable (\(cause))"
        }
    }
}

/// A product of which fewer pieces are left than are wanted.
package struct Shortage: Hashable, Sendable {
    package let product: ProductID
    package let name: ProductName
    /// Number of pieces that are left.
    package let left: Int

    init(product: ProductID, name: ProductName, left: Int) {
        (self.product, self.name, self.left) = (product, name, left)
    }
}
