/// A committed change of products.
package struct ProductChanges: Hashable, Sendable {
    /// Number of products that are named at most.
    package static let limit = 200

    /// The products that were offered, changed or removed; nil for any of them, when they are more than ``limit``.
    package let products: Set<ProductID>?
    /// Whether products have come or gone, or have another name or description: then pages of the list have other rows.
    package let movesRows: Bool

    init(_ products: Set<ProductID>?, movesRows: Bool = false) {
        self.products = products.flatMap { $0.count > Self.limit ? nil : $0 }
        self.movesRows = movesRows
    }

    /// Whether a product may be another one now.
    package func contains(_ product: ProductID) -> Bool { products?.contains(product) ?? true }

    /// Returns both changes as one.
    package func merging(_ other: ProductChanges) -> ProductChanges {
        guard let products, let others = other.products else {
            return Self(nil, movesRows: movesRows || other.movesRows)
        }
        return Self(products.union(others), movesRows: movesRows || other.movesRows)
    }
}

/// The kinds of a visitor's data that a committed change is in.
package struct VisitorChanges: OptionSet, Codable, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The visitor's basket: its items, not the products themselves.
    package static let basket = VisitorChanges(rawValue: 1)
    /// Orders of the visitor.
    package static let orders = VisitorChanges(rawValue: 2)
    /// Orders of the visitor's products.
    package static let sales = VisitorChanges(rawValue: 4)
    /// Products that the visitor offers.
    package static let offers = VisitorChanges(rawValue: 8)
    /// Any of them.
    package static let all: VisitorChanges = [.basket, .orders, .sales, .offers]
}
