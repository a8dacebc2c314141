import LiveSQL

extension SQLMarketStore {
    package func basket(of visitor: VisitorID) async throws -> Basket {
        try await feed.read(again: Change(visitors: [visitor: .basket])) { db in
            try basketRows(of: visitor, db).basket
        }
    }

    package func basketCount(of visitor: VisitorID) async throws -> Int {
        try await feed.read(again: Change(visitors: [visitor: .basket])) { db in try count(of: visitor, db) }
    }

    package func addToBasket(_ product: ProductID, _ quantity: Int, of visitor: VisitorID) async throws -> Basket {
        try await change(of: visitor) { db in
            let quantity = BasketItem.held(quantity)
            let (name, stock, present) = try item(product, of: visitor, db)
            let most = min(stock, BasketItem.quantities.upperBound)
            guard (present ?? 0) + quantity <= most else {
                throw MarketError.soldOut([Shortage(product: product, name: name, left: most)])
            }
            if present == nil, try count(of: visitor, db) >= Basket.limit {
                throw MarketError.basketIsFull
            }
            return try db.run(BasketStatements.add, [visitor, product, quantity, access.now])
        }
    }

    package func setQuantity(_ quantity: Int, of product: ProductID, of visitor: VisitorID) async throws -> Basket {
        try await change(of: visitor) { db in
            let quantity = BasketItem.held(quantity)
            let (name, stock, present) = try item(product, of: visitor, db)
            guard let present else { throw MarketError.notFound }
            // Fewer pieces than before are accepted even if still fewer are left: the item can be ordered no sooner.
            guard quantity <= max(stock, present) else {
                throw MarketError.soldOut([Shortage(product: product, name: name, left: stock)])
            }
            return try db.run(BasketStatements.setQuantity, [visitor, product, quantity])
        }
    }

    package func select(_ isSelected: Bool, _ product: ProductID, of visitor: VisitorID) async throws -> Basket {
        try await change(of: visitor) { db in
            guard try item(product, of: visitor, db).present != nil else { throw MarketError.notFound }
            return try db.run(BasketStatements.select, [visitor, product, isSelected])
        }
    }

    package func deselectAll(of visitor: VisitorID) async throws -> Basket {
        try await change(of: visitor) { db in try db.run(BasketStatements.deselectAll, [visitor]) }
    }

    package func removeFromBasket(_ product: ProductID, of visitor: VisitorID) async throws -> Basket {
        try await change(of: visitor) { db in try db.run(BasketStatements.remove, [visitor, product]) }
    }

    /// Runs a transaction on a basket.
    ///
    /// - Parameter body: returns the number of changed items.
    private func change(
        of visitor: VisitorID, for function: StaticString = #function,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Int
    ) async throws -> Basket {
        try await write(for: function) { db in
            let isChanged = try body(db) > 0
            var written = Written(try basketRows(of: visitor, db).basket)
            if isChanged { written.change.visitors = [visitor: .basket] }
            return written
        }
    }

    /// Returns the name and the stock of a product, and its number of pieces in a basket; nil when it isn't there.
    private func item(
        _ product: ProductID, of visitor: VisitorID, _ db: any SQLConnection
    ) throws -> (name: ProductName, stock: Int, present: Int?) {
        let item = try db.first(BasketStatements.item, [visitor, product]) { row in
            (
                ProductName(stored: try row.typed(0, of: "product")), try row.value(1, of: "product") as Int,
                try row.value(2, of: "basketItem") as Int?
            )
        }
        guard let item else { throw MarketError.notFound }
        return item
    }

    private func count(of visitor: VisitorID, _ db: any SQLConnection) throws -> Int {
        try db.first(BasketStatements.count, [visitor]) { try $0.value(0, of: "basketItem") } ?? 0
    }

    /// Reads a basket, the item that was added last first.
    func basketRows(of visitor: VisitorID, _ db: any SQLConnection) throws -> [BasketRow] {
        var rows: [BasketRow] = []
        try db.forEachRow(BasketStatements.basket, [visitor]) { rows.append(try BasketRow($0)) }
        return rows.sorted { ($0.addedAt, $0.item.id) > ($1.addedAt, $1.item.id) }
    }
}

/// An item of a basket with what an order needs besides.
struct BasketRow {
    let item: BasketItem
    let seller: VisitorID
    fileprivate let addedAt: Int64

    /// Reads a row of ``BasketStatements/basket``.
    fileprivate init(_ row: SQLRow) throws {
        addedAt = try row.value(2, of: "basketItem")
        seller = try row.value(3, of: "product")
        item = BasketItem(
            product: try ProductRow(row, at: 4), quantity: try row.value(0, of: "basketItem"),
            isSelected: try row.value(1, of: "basketItem"))
    }
}

extension [BasketRow] {
    fileprivate var basket: Basket { Basket(items: map(\.item)) }
}

extension BasketItem {
    /// Returns a number of pieces that an item can have.
    fileprivate static func held(_ quantity: Int) -> Int {
        min(max(quantity, quantities.lowerBound), quantities.upperBound)
    }
}
