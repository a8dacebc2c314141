import Foundation
import Live

/// Storage of products, baskets and orders.
///
/// Reading functions read one moment. Writing functions are one transaction each: they happen wholly or, when they throw,
/// not at all. What has returned survives a crash. Every answer is bounded. Only when the connection to a server is lost during
/// the commit is it not known whether a write has happened: it throws ``MarketError/unavailable(_:)``.
///
/// - Throws: All functions throw ``MarketError``: ``MarketError/unavailable(_:)`` when the database fails, and
///   ``MarketError/unreadable(_:)`` when it has something that can't be read. When the task is cancelled, they throw
///   `CancellationError`; a write is then wholly done or not at all.
package protocol MarketStore: ProductStore, BasketStore, OrderStore, PictureFileStore {
    /// Checks that the database accepts writes. It writes only if nothing was written within the last seconds.
    func ping() async throws

    /// Returns the key by which pages' addresses and guests' cookies are signed: 32 random bytes, made when they are first
    /// asked for.
    func signingKey() async throws -> [UInt8]

    /// Removes items that have been in a basket for ``MarketLimits/basketLifetime``, and the counts of offers that no limit
    /// looks at any more. Orders and products stay.
    ///
    /// - Returns: the number of removed items and counts.
    func purgeExpired() async throws -> Int

    /// Tells observers of changes by other processes, until the task is cancelled. It returns at once if the database is one
    /// process's.
    func followChanges() async
}

/// The limits that every ``MarketStore`` keeps.
package enum MarketLimits {
    /// Number of offers that a visitor can make in ``offerInterval``, and that can be made from an address.
    package static let offers = 20
    /// The time for which offers count: an hour.
    package static let offerInterval = Duration.seconds(60 * 60)
    /// The time for which an item stays in a basket: as long as a visitor's cookie.
    package static let basketLifetime = Duration.seconds(400 * 24 * 60 * 60)
    /// Number of pages that ``ProductStore/products(pages:matching:for:)`` returns at most.
    package static let pages = 10
    /// Number of products that ``ProductStore/products(among:)`` returns at most.
    package static let products = ProductChanges.limit
}

/// Notifies open pages of committed changes. See ``MarketStore`` for the rules of all functions.
///
/// A closure is called from any thread, before the call that made the change returns; it must not block. What was changed
/// is committed by then. Each function returns a closure that ends the observation.
package protocol MarketChangeSource: Sendable {
    /// Calls `notify` after every committed change of any product from now on: for lists, and for baskets, which show
    /// products.
    func observeProducts(_ notify: @escaping @Sendable (ProductChanges) -> Void) -> @Sendable () -> Void

    /// Calls `notify` after every committed change of a product from now on, its removal included.
    func observeProduct(_ product: ProductID, _ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void

    /// Calls `notify` after an order was cancelled, or something of it was picked up, from now on: for pages of whoever sees
    /// it.
    func observeOrder(_ order: OrderID, _ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void

    /// Calls `notify` after every committed change of a visitor's basket, orders, sales or offers from now on.
    func observeVisitor(
        _ visitor: VisitorID, _ notify: @escaping @Sendable (VisitorChanges) -> Void
    ) -> @Sendable () -> Void
}

/// Products, and their offers. See ``MarketStore`` for the rules of all functions.
package protocol ProductStore: MarketChangeSource {
    /// Returns pages of the list, or of those products that have all words of a keyword; the latest offers first. The
    /// latest ``ProductPage/mostProducts`` products are listed and searched. Of a long keyword, the beginnings of its words are
    /// searched for.
    ///
    /// - Parameters:
    ///   - numbers: the pages, from 1 on; the first ``MarketLimits/pages`` of them are returned, at least one. Numbers before
    ///     the first page give the first one, numbers beyond the end the last one.
    ///   - keyword: nil for all products.
    ///   - searcher: the name of whoever a search is done for, all of whom take turns.
    /// - Throws: ``MarketError/busy``, for a keyword.
    func products(
        pages numbers: ClosedRange<Int>, matching keyword: Keyword?, for searcher: String
    ) async throws -> [ProductPage]

    /// Returns products by their IDs, for lists that show them; those that are gone are missing. The order is that of the
    /// list.
    ///
    /// - Parameter ids: of more than ``MarketLimits/products``, only the latest are returned.
    func products(among ids: Set<ProductID>) async throws -> [ProductRow]

    /// Returns a product; nil when there is none.
    func product(_ id: ProductID) async throws -> Product?

    /// Offers a product. The same key again returns the product that was offered with it, as it is now; unless that was
    /// removed.
    ///
    /// - Parameters:
    ///   - product: the fields.
    ///   - seller: the visitor who offers it.
    ///   - client: the origin of the visit, whose address has a limit. One that says nothing about the visitor has none.
    ///   - key: the key of the form.
    /// - Throws: ``MarketError/tooManyOffers(until:)``.
    func offer(
        _ product: NewProduct, by seller: VisitorID, from client: Client, key: IdempotencyKey
    ) async throws -> Offer

    /// Returns the time from which a seller can offer again; nil for now. An offer checks it as well.
    func offerWait(of seller: VisitorID, from client: Client) async throws -> Date?

    /// Returns the offer that was made with a key, as it is now; nil when there is none, or it was removed.
    func offer(madeWith key: IdempotencyKey, by seller: VisitorID) async throws -> Offer?

    /// Returns an offer of a seller with its code; nil when there is none, or it is another seller's.
    func offer(_ id: ProductID, of seller: VisitorID) async throws -> Offer?

    /// Returns the offer with a code; nil when there is none.
    func offer(_ code: MarketCode) async throws -> Offer?

    /// Returns the products of a seller, the latest first.
    ///
    /// - Parameters:
    ///   - seller: the seller.
    ///   - last: the last one that is shown already; nil to begin with the latest.
    ///   - limit: number of products at most; at least 1, at most ``MarketSlice/limit`` are returned.
    func offers(of seller: VisitorID, after last: ProductID?, limit: Int) async throws -> MarketSlice<ProductRow>

    /// Replaces the fields of a product. The same fields again change nothing.
    ///
    /// - Parameters:
    ///   - id: the product.
    ///   - fields: the new fields.
    ///   - revision: ``Product/revision`` of the version that the fields were made from. Each order makes a new one, so no
    ///     edit brings back pieces that are sold.
    ///   - holder: its seller.
    /// - Throws: ``MarketError/notFound``, ``MarketError/changedSince(_:)``.
    func edit(
        _ id: ProductID, _ fields: NewProduct, from revision: Int, by holder: Holder
    ) async throws -> Product

    /// Removes a product, from all baskets too. Its orders stay.
    ///
    /// - Throws: ``MarketError/notFound``, also the second time.
    func remove(_ id: ProductID, by holder: Holder) async throws
}

/// Baskets of visitors. See ``MarketStore`` for the rules of all functions.
///
/// All functions but ``basketCount(of:)`` return the basket as it is then. A number of pieces is held to ``BasketItem/quantities``.
package protocol BasketStore: MarketChangeSource {
    /// Returns a visitor's basket.
    func basket(of visitor: VisitorID) async throws -> Basket

    /// Returns the number of items in a visitor's basket, which every page shows.
    func basketCount(of visitor: VisitorID) async throws -> Int

    /// Adds pieces of a product to a basket, to those that are there.
    ///
    /// - Throws: ``MarketError/notFound``; ``MarketError/soldOut(_:)`` when the basket would have more pieces than are left;
    ///   ``MarketError/basketIsFull``.
    func addToBasket(_ product: ProductID, _ quantity: Int, of visitor: VisitorID) async throws -> Basket

    /// Sets the number of pieces of an item.
    ///
    /// - Throws: ``MarketError/notFound`` when it isn't in the basket; ``MarketError/soldOut(_:)`` when fewer pieces are
    ///   left.
    func setQuantity(_ quantity: Int, of product: ProductID, of visitor: VisitorID) async throws -> Basket

    /// Selects an item for the next order, or takes that back.
    ///
    /// - Throws: ``MarketError/notFound`` when it isn't in the basket.
    func select(_ isSelected: Bool, _ product: ProductID, of visitor: VisitorID) async throws -> Basket

    /// Takes all selections back.
    func deselectAll(of visitor: VisitorID) async throws -> Basket

    /// Takes an item out of the basket. A second time changes nothing.
    func removeFromBasket(_ product: ProductID, of visitor: VisitorID) async throws -> Basket
}

/// Orders. See ``MarketStore`` for the rules of all functions.
package protocol OrderStore: MarketChangeSource {
    /// Orders the selected items of a basket, which leave it, and takes them from the stock. The same key again returns the
    /// order that was made with it, as it is now.
    ///
    /// - Parameters:
    ///   - buyer: the owner of the basket.
    ///   - fulfilment: the way in which the order comes to its buyer.
    ///   - quote: what was shown to the buyer; nil for whatever it is.
    ///   - key: the key of the form.
    /// - Throws: ``MarketError/nothingSelected``, ``MarketError/pricesChanged(_:)``, and ``MarketError/soldOut(_:)``, which
    ///   names all products that too few pieces are left of. The basket stays as it is.
    func order(
        by buyer: VisitorID, _ fulfilment: Fulfilment, as quote: Quote?, key: IdempotencyKey
    ) async throws -> Purchase

    /// Returns an order of a buyer; nil when there is none, or it is another buyer's.
    func order(_ id: OrderID, of buyer: VisitorID) async throws -> Purchase?

    /// Returns the order with a code; nil when there is none.
    func order(_ code: MarketCode) async throws -> Purchase?

    /// Returns the orders of a buyer, the latest first.
    ///
    /// - Parameters:
    ///   - buyer: the buyer.
    ///   - last: the last one that is shown already; nil to begin with the latest.
    ///   - limit: number of orders at most; at least 1, at most ``MarketSlice/limit`` are returned.
    func orders(of buyer: VisitorID, after last: OrderID?, limit: Int) async throws -> MarketSlice<Purchase>

    /// Cancels an order of which nothing was picked up: its pieces go back to the stock of the products that are still
    /// there. A second time changes nothing.
    ///
    /// - Throws: ``MarketError/notFound``, ``MarketError/isPickedUp(_:)``.
    func cancel(_ id: OrderID, by holder: Holder) async throws -> Purchase

    /// Returns a seller's part of an order; nil when there is none.
    func sale(_ id: OrderID, of seller: VisitorID) async throws -> Sale?

    /// Returns a seller's part of the order with a code; nil when there is none.
    func sale(_ code: MarketCode, of seller: VisitorID) async throws -> Sale?

    /// Returns the orders of a seller's products, the latest first; cancelled ones too.
    ///
    /// - Parameters:
    ///   - seller: the seller.
    ///   - last: the last one that is shown already; nil to begin with the latest.
    ///   - limit: number of orders at most; at least 1, at most ``MarketSlice/limit`` are returned.
    func sales(of seller: VisitorID, after last: OrderID?, limit: Int) async throws -> MarketSlice<Sale>

    /// Marks a seller's part of an order as picked up. A second time changes nothing.
    ///
    /// - Throws: ``MarketError/notFound``, ``MarketError/isCancelled(_:)``.
    func pickUp(_ id: OrderID, by seller: VisitorID) async throws -> Sale
}

/// Files of pictures, which are stored beside the database. See ``MarketStore`` for the rules of all functions.
package protocol PictureFileStore: Sendable {
    /// Notes that a file was made of an upload, before anybody offers a product with it. A file that a product shows is not
    /// noted.
    func addPictureFile(_ picture: ProductPicture) async throws

    /// Returns names of files that no product shows and that can be deleted: of pictures that a product had, and of uploads
    /// that were noted until a time.
    ///
    /// - Parameters:
    ///   - end: the time.
    ///   - limit: number of names at most; at least 1, at most 200 are returned.
    func strayPictureFiles(until end: Date, limit: Int) async throws -> [String]

    /// Returns the number of uploads that no product has shown yet.
    func strayPictureFileCount() async throws -> Int

    /// Forgets files that were deleted.
    func forgetPictureFiles(_ files: [String]) async throws
}
