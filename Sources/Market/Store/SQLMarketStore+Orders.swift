import LiveSQL

extension SQLMarketStore {
    package func order(
        by buyer: VisitorID, _ fulfilment: Fulfilment, as quote: Quote?, key: IdempotencyKey
    ) async throws -> Purchase {
        try await write { db in
            let made = try db.first(PurchaseStatements.made, [buyer, key]) { row in
                try row.value(0, of: "purchase") as OrderID
            }
            if let id = made {
                return Written(try existing(id, of: buyer, db))
            }
            let rows = try basketRows(of: buyer, db).filter(\.item.isSelected)
            if rows.isEmpty { throw MarketError.nothingSelected }
            let shortages = rows.map(\.item).filter { !$0.isAvailable }
                .map { Shortage(product: $0.id, name: $0.product.name, left: $0.product.stock) }
            guard shortages.isEmpty else { throw MarketError.soldOut(shortages) }
            let basket = Basket(items: rows.map(\.item))
            if let quote, quote != basket.quote(fulfilment) {
                throw MarketError.pricesChanged(quote.changes(in: basket.items))
            }
            let id = try insertOrder(of: rows, by: buyer, fulfilment, basket.prices(fulfilment).delivery, key, db)
            try db.run(BasketStatements.removeSelected, [buyer])
            var written = Written(try existing(id, of: buyer, db))
            written.change.products = Set(rows.map(\.item.id))
            for row in rows { written.change.visitors[row.seller, default: []].insert(.sales) }
            written.change.visitors[buyer, default: []].formUnion([.basket, .orders])
            return written
        }
    }

    private func insertOrder(
        of rows: [BasketRow], by buyer: VisitorID, _ fulfilment: Fulfilment, _ delivery: Won, _ key: IdempotencyKey,
        _ db: any SQLConnection
    ) throws -> OrderID {
        let code = try newCode(PurchaseStatements.isCodeTaken, db)
        let values: [any SQLValue] = [code, buyer, key, fulfilment, delivery, access.now]
        let id = OrderID(rawValue: try db.insert(PurchaseStatements.insert, values))
        // In the order of their IDs: two orders that take the same products don't wait for each other.
        for item in rows.map(\.item).sorted(by: { $0.id < $1.id }) {
            let product = item.product
            // The statement checks the stock as well: no order takes more than there is, whatever was read before.
            guard try db.run(ProductStatements.takeStock, [product.id, item.quantity]) == 1 else {
                throw MarketError.soldOut([Shortage(product: product.id, name: product.name, left: product.stock)])
            }
        }
        for (position, row) in rows.enumerated() {
            let (item, product) = (row.item, row.item.product)
            try db.run(
                PurchaseStatements.insertItem,
                [
                    id, position, product.id, row.seller, StoredText(product.name.text), product.price.list,
                    product.price.bargain, item.quantity,
                ])
        }
        return id
    }

    package func order(_ id: OrderID, of buyer: VisitorID) async throws -> Purchase? {
        try await feed.read(again: Change(order: id)) { db in
            try read(PurchaseStatements.purchase, [id, buyer], db).first?.purchase
        }
    }

    package func order(_ code: MarketCode) async throws -> Purchase? {
        try await access.read { db in try read(PurchaseStatements.purchaseOfCode, [code], db).first?.purchase }
    }

    package func orders(of buyer: VisitorID, after last: OrderID?, limit: Int) async throws -> MarketSlice<Purchase> {
        try await slice(PurchaseStatements.ofBuyer, buyer, after: last, limit: limit) { $0.purchase }
    }

    package func sale(_ id: OrderID, of seller: VisitorID) async throws -> Sale? {
        try await feed.read(again: Change(order: id)) { db in
            try read(PurchaseStatements.sale, [id, seller], db).first?.sale
        }
    }

    package func sale(_ code: MarketCode, of seller: VisitorID) async throws -> Sale? {
        try await access.read { db in try read(PurchaseStatements.saleOfCode, [code, seller], db).first?.sale }
    }

    package func sales(of seller: VisitorID, after last: OrderID?, limit: Int) async throws -> MarketSlice<Sale> {
        try await slice(PurchaseStatements.ofSeller, seller, after: last, limit: limit) { $0.sale }
    }

    package func cancel(_ id: OrderID, by holder: Holder) async throws -> Purchase {
        try await write { db in
            let buyer = try buyer(of: id, holder, db)
            let isCancelled = try db.run(PurchaseStatements.cancel, [id, buyer, access.now]) > 0
            let purchase = try existing(id, of: buyer, db)
            guard purchase.state == .cancelled else { throw MarketError.isPickedUp(purchase) }
            var written = Written(purchase)
            if !isCancelled { return written }
            written.change.order = id
            // A product that was removed since has no stock.
            let items = purchase.items.compactMap { item in item.product.map { ($0, item.quantity) } }
            for (product, quantity) in items.sorted(by: { $0.0 < $1.0 }) {
                try db.run(ProductStatements.giveStockBack, [product, quantity])
                written.change.products.insert(product)
            }
            try db.forEachRow(PurchaseStatements.sellers, [id]) { row in
                let seller: VisitorID = try row.value(0, of: "purchaseItem")
                written.change.visitors[seller, default: []].insert(.sales)
            }
            written.change.visitors[buyer, default: []].insert(.orders)
            return written
        }
    }

    package func pickUp(_ id: OrderID, by seller: VisitorID) async throws -> Sale {
        try await write { db in
            let isPickedUp = try db.run(PurchaseStatements.pickUp, [id, seller, access.now]) > 0
            guard let sale = try read(PurchaseStatements.sale, [id, seller], db).first?.sale else {
                throw MarketError.notFound
            }
            if sale.state == .cancelled { throw MarketError.isCancelled(sale) }
            var written = Written(sale)
            if !isPickedUp { return written }
            written.change.order = id
            written.change.visitors = [seller: .sales]
            if let buyer = try visitor(PurchaseStatements.buyerOfSale, [id], db) {
                written.change.visitors[buyer, default: []].insert(.orders)
            }
            return written
        }
    }

    private func buyer(of id: OrderID, _ holder: Holder, _ db: any SQLConnection) throws -> VisitorID {
        switch holder {
        case .visitor(let buyer): return buyer
        case .code(let code):
            guard let buyer = try visitor(PurchaseStatements.buyer, [id, code], db) else { throw MarketError.notFound }
            return buyer
        }
    }

    private func visitor(_ sql: String, _ arguments: [any SQLValue], _ db: any SQLConnection) throws -> VisitorID? {
        try db.first(sql, arguments) { try $0.value(0, of: "purchase") }
    }

    private func existing(_ id: OrderID, of buyer: VisitorID, _ db: any SQLConnection) throws -> Purchase {
        guard let purchase = try read(PurchaseStatements.purchase, [id, buyer], db).first?.purchase else {
            throw MarketError.notFound
        }
        return purchase
    }

    private func read(_ sql: String, _ arguments: [any SQLValue], _ db: any SQLConnection) throws -> [PurchaseRow] {
        var purchases: [PurchaseRow] = []
        try db.forEachRow(sql, arguments) { try PurchaseRow.read($0, into: &purchases) }
        return purchases
    }

    /// Reads a part of a list of orders, the latest first.
    private func slice<Element: Sendable & Hashable>(
        _ sql: String, _ visitor: VisitorID, after last: OrderID?, limit: Int, for function: StaticString = #function,
        _ element: @escaping @Sendable (PurchaseRow) -> Element
    ) async throws -> MarketSlice<Element> {
        let limit = MarketSlice<Element>.limit(limit)
        return try await feed.read(again: Change(visitors: [visitor: [.orders, .sales]]), for: function) { db in
            let purchases = try read(sql, [visitor, last?.rawValue ?? .max, limit + 1], db)
            return MarketSlice(purchases.sorted { $0.id > $1.id }.map(element), limit: limit)
        }
    }
}
