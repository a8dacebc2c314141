import Foundation
import Hummingbird
import Live
import LiveHTTP

/// The parts of the market that its screens are made with.
package struct Market: Sendable {
    /// The products, baskets and orders.
    package let store: any MarketStore
    /// The pictures of products.
    package let pictures: any ProductPictures
    /// The clock that tells the time.
    package let clock: @Sendable () -> Date

    /// - Parameters:
    ///   - store: the products, baskets and orders.
    ///   - pictures: the pictures of products.
    ///   - clock: the clock that tells the time.
    package init(
        store: any MarketStore, pictures: any ProductPictures, clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.store, self.pictures, self.clock) = (store, pictures, clock)
    }
}

extension Visit {
    /// The name by which the visitor's searches take turns: that of the address, or the browser's where it has none.
    var searcher: String { client.group ?? owner }

    /// The browser that the page belongs to, as the store knows it.
    var visitor: VisitorID {
        get throws {
            guard let visitor = VisitorID(owner) else { throw HTTPError(.badRequest) }
            return visitor
        }
    }
}
