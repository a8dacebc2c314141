import LiveSQL

extension SQLMarketStore {
    /// All tables but the index and the number of products, which are derived.
    private static let tables: [DatabaseCopy.Table] = [
        .init(
            "product", key: ["id"],
            ["seller", "code", "key", "price", "bargainPrice", "stock", "revision", "offeredAt"],
            texts: ["name", "description"], ids: .usedOnce),
        .init("picture", key: ["product", "position"], ["file", "width", "height"]),
        .init("strayFile", key: ["file"], ["since"]),
        .init("recentOffer", key: ["id"], ["maker", "at"], ids: .free),
        .init("basketItem", key: ["visitor", "product"], ["quantity", "selected", "addedAt"]),
        .init(
            "purchase", key: ["id"],
            ["code", "visitor", "key", "fulfilment", "delivery", "orderedAt", "cancelledAt"], ids: .usedOnce),
        .init(
            "purchaseItem", key: ["purchase", "position"],
            ["product", "seller", "price", "bargainPrice", "quantity", "pickedUpAt"], texts: ["name"]),
    ]

    /// Copies a market's database into an empty one, on any engines; see `DatabaseCopy`.
    ///
    /// - Parameters:
    ///   - size: number of rows in a transaction at most.
    ///   - progress: called with the name of a table and the number of its rows when it was copied.
    /// - Throws: `DatabaseCopyError`, the engines' errors.
    package static func copy(
        from source: any SQLDatabase, to target: any SQLDatabase, inSlicesOf size: Int = 500,
        progress: (_ table: String, _ rowCount: Int) -> Void = { _, _ in }
    ) async throws {
        try await DatabaseCopy(tables, sliceSize: size).run(
            from: source, to: target, finish: { try await deriveIndex(of: target) }, progress: progress)
    }

    /// Makes the index and the number of products of copied products.
    private static func deriveIndex(of database: any SQLDatabase) async throws {
        // Only copies run these statements, which read all products.
        let texts = """
            SELECT product.id, product.name, product.description FROM product WHERE product.id > ?1
            ORDER BY product.id LIMIT ?2
            """
        let count = "UPDATE tally SET products = (SELECT COUNT(*) FROM product) WHERE tally.id = 1"
        let lists = ProductLists(database.dialect)
        var last: ProductID? = ProductID(rawValue: 0)
        while let after = last {
            last = try await database.transaction { db in
                var products: [(id: ProductID, name: String, description: String)] = []
                try db.forEachRow(texts, [after, purgedRows]) { row in
                    products.append(
                        (
                            try row.value(0, of: "product"), try row.typed(1, of: "product"),
                            try row.typed(2, of: "product")
                        ))
                }
                for product in products {
                    let terms = ProductTerms.terms(of: product.name, product.description)
                    try db.run(ProductStatements.removeFromIndex, [product.id])
                    try db.run(lists.index, [product.id, lists.terms(terms)])
                }
                return products.count == purgedRows ? products.last?.id : nil
            }
        }
        try await database.transaction { db in try db.run(count, []) }
    }
}
