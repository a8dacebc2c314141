import Foundation
import Hummingbird
import Live
import LiveHTTP

/// The parts of the market that its screens are made with.
package struct Market: Sendable {
    /// The products, baskets and orders.
    package let store: any MarketStore
    /// The clock that tells the time.
    package let clock: @Sendable () -> Date

    /// - Parameters:
    ///   - store: the products, baskets and orders.
    ///   - clock: the clock that tells the time.
    package init(store: any MarketStore, clock: @escaping @Sendable () -> Date = { Date() }) {
        (self.store, self.clock) = (store, clock)
    }
}

extension Visit {
    /// The browser that the page belongs to, as the store knows it.
    var visitor: VisitorID {
        get throws {
            guard let visitor = VisitorID(owner) else { throw HTTPError(.badRequest) }
            return visitor
        }
    }
}
