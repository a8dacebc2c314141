import LivePostgres
import LiveSQL
import LiveSQLite
import TestSupport
import Testing

@testable import Market

@Suite(.timeLimit(.minutes(15))) struct MarketCopyTests {
    /// There and back, with rows in each table.
    @Test(.needsPostgres) func aMarketIsCopiedToPostgresAndBack() async throws {
        try await PostgresFixture.run { postgres in
            let first = try MarketFixture(SQLiteDatabase(.market))
            let products = try await first.offer(230) { $0 == 7 ? "Red chair" : "Product \($0)" }
            let order = try await first.order(products[7])
            try await first.choose(products[3], 2)
            let key = try await first.store.signingKey()

            let server = try await PostgresDatabase.open(.market, at: postgres.address())
            try await SQLMarketStore.copy(from: first.database, to: server, inSlicesOf: 7)
            let second = try MarketFixture(server)
            try await expectSame(second, order: order, products: products, key: key)
            // It goes on there.
            let next = try await second.offer("Blue chair")
            #expect(next.id.rawValue == 231)
            _ = try await second.order(next.id, 1, by: second.stranger)

            let third = try MarketFixture(SQLiteDatabase(.market))
            try await SQLMarketStore.copy(from: server, to: third.database, inSlicesOf: 7)
            try await expectSame(third, order: order, products: products, key: key)
            #expect(try await third.stock(next.id) == 2)
            #expect(try await third.rowCount("purchase") == 2)
            server.close()
        }
    }

    private func expectSame(
        _ market: MarketFixture, order: Purchase, products: [ProductID], key: [UInt8]
    ) async throws {
        #expect(try await market.problems() == [])
        #expect(try await market.store.signingKey() == key)
        let found = try await market.store.products(page: 1, matching: Keyword("red chair"))
        #expect(found.rows.map(\.id) == [products[7]])
        #expect(try await market.store.products(page: 1, matching: nil).productCount >= products.count)
        #expect(try await market.store.order(order.id, of: market.buyer)?.items == order.items)
        #expect(try await market.store.basket(of: market.buyer).items.map(\.product.id).contains(products[3]))
    }
}
