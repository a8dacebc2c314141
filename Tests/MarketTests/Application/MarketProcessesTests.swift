import Live
import LivePostgres
import TestSupport
import Testing

@testable import Market

/// Several processes on one database.
@Suite(.needsPostgres, .timeLimit(.minutes(15))) struct MarketProcessesTests {
    /// Runs a test with the stores of two processes.
    private func withStores(
        _ test: (PostgresFixture, MarketFixture, MarketFixture) async throws -> Void
    ) async throws {
        try await PostgresFixture.run { postgres in
            let database = try await PostgresDatabase.open(.market, at: postgres.address(), limits: .patient)
            let other = try await PostgresDatabase.open(.market, at: postgres.address(), limits: .patient)
            try await test(postgres, MarketFixture(database), MarketFixture(other))
            other.close()
            database.close()
        }
    }

    @Test func whatOneProcessChangesIsOnThePagesOfTheOther() async throws {
        try await withStores { _, here, there in
            let chair = try await here.offer("Chair", stock: 1).id
            try await withServer(of: there) { visitor in
                let (list, detail) = try await (visitor.open("/"), visitor.open("/products/\(chair)"))
                try await list.stream { list in
                    try await detail.stream { detail in
                        _ = try await here.offer("Table")
                        try await list.next("productList", having: "Table")
                        try await here.order(chair)
                        try await detail.next("stock", having: "Sold out")
                    }
                }
            }
        }
    }

    /// All topics, and a cache that another process's change makes stale.
    @Test func everyKindOfChangeIsToldInTheOtherProcess() async throws {
        try await withStores { _, here, there in
            let (stream, told) = AsyncStream.makeStream(of: String.self)
            let chair = try await here.offer("Chair", stock: 5).id
            var stops = [
                there.store.observeProducts { told.yield("list \($0.contains(chair)) \($0.movesRows)") },
                there.store.observeProduct(chair) { told.yield("product") },
                there.store.observeVisitor(there.buyer) { told.yield("buyer \($0.rawValue)") },
                there.store.observeVisitor(there.seller) { told.yield("seller \($0.rawValue)") },
            ]
            /// Waits until all of these were told, in any order, and nothing else.
            func expect(_ expected: Set<String>, sourceLocation: SourceLocation = #_sourceLocation) async {
                var heard: Set<String> = []
                for await text in stream {
                    heard.insert(text)
                    if heard.count == expected.count { break }
                }
                #expect(heard == expected, sourceLocation: sourceLocation)
            }
            /// Puts the chair into the buyer's basket, and selects it.
            func choose() async throws {
                _ = try await here.store.addToBasket(chair, 1, of: here.buyer)
                await expect(["buyer 1"])
                _ = try await here.store.select(true, chair, of: here.buyer)
                await expect(["buyer 1"])
            }
            let following = Task { await there.store.followChanges() }
            // The first connection: anything may have changed.
            await expect(["list true true", "product", "buyer 15", "seller 15"])
            #expect(try await there.stock(chair) == 5)
            try await choose()
            let order = try await here.order()
            await expect(["list true false", "product", "buyer 3", "seller 4"])
            #expect(try await there.stock(chair) == 4)
            stops.append(there.store.observeOrder(order.id) { told.yield("order") })
            _ = try await here.store.cancel(order.id, by: .visitor(here.buyer))
            await expect(["list true false", "product", "order", "buyer 2", "seller 4"])
            try await choose()
            try await here.store.remove(chair, by: .visitor(here.seller))
            await expect(["list true true", "product", "buyer 1", "seller 8"])
            #expect(try await there.store.product(chair) == nil)
            for stop in stops { stop() }
            following.cancel()
            await following.value
        }
    }
}
