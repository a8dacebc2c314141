import Foundation
import Live
import LivePostgres
import LiveSQLite
import TestSupport
import Testing

@testable import Market

/// Several visitors at the same time.
@Suite(.timeLimit(.minutes(15))) struct OrderRaceTests {
    /// Lets visitors order a piece each at the same time, of a product that they have in their baskets.
    ///
    /// - Parameter stores: the stores that they use in turn: one for each process.
    /// - Returns: the orders; the refusals of all others.
    private func race(
        _ count: Int, for product: ProductID, _ stores: [SQLMarketStore]
    ) async throws -> (purchases: [Purchase], refusals: [String]) {
        let buyers = try (0..<count).map { try VisitorID.make("buyer-\($0)") }
        for buyer in buyers {
            _ = try await stores[0].addToBasket(product, 1, of: buyer)
            _ = try await stores[0].select(true, product, of: buyer)
        }
        return try await withThrowingTaskGroup(of: Result<Purchase, any Error>.self) { group in
            for (number, buyer) in buyers.enumerated() {
                let key = try IdempotencyKey.make()
                group.addTask {
                    do {
                        return .success(
                            try await stores[number % stores.count].order(by: buyer, .pickUp, as: nil, key: key))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            var (purchases, refusals): ([Purchase], [String]) = ([], [])
            for try await result in group {
                switch result {
                case .success(let purchase): purchases.append(purchase)
                case .failure(let error): refusals.append((error as? MarketError)?.name ?? "\(error)")
                }
            }
            return (purchases, refusals)
        }
    }

    @Test(arguments: StorePlace.allCases) func theLastItemIsOrderedByOneOfTwo(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let product = try await fixture.offer(stock: 1).id
            let (purchases, refusals) = try await race(2, for: product, [fixture.store])
            #expect(purchases.count == 1 && refusals == ["soldOut"])
            #expect(try await fixture.stock(product) == 0)
        }
    }

    @Test(arguments: StorePlace.allCases) func of100BuyersOfTheLast10ExactlyTenOrder(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let product = try await fixture.offer(stock: 10).id
            let (purchases, refusals) = try await race(100, for: product, [fixture.store])
            #expect(purchases.count == 10 && refusals == Array(repeating: "soldOut", count: 90))
            #expect(Set(purchases.map(\.id)).count == 10 && Set(purchases.map(\.code)).count == 10)
            #expect(try await fixture.stock(product) == 0)
            #expect(try await fixture.rowCount("purchase") == 10)
            #expect(try await fixture.rowCount("basketItem") == 90)
        }
    }

    /// Two connections to one file, as of two processes.
    @Test func of100BuyersInTwoProcessesExactlyTenOrder() async throws {
        try await withTemporaryFile { path in
            let fixture = try MarketFixture(SQLiteDatabase(.market, path: path))
            let other = try SQLiteDatabase(.market, path: path)
            let product = try await fixture.offer(stock: 10).id
            let (purchases, refusals) = try await race(
                100, for: product,
                [fixture.store, SQLMarketStore(other, clock: { [clock = fixture.clock] in clock.now })])
            #expect(purchases.count == 10 && refusals == Array(repeating: "soldOut", count: 90))
            // The cache of either process may be a second old.
            fixture.clock.advance(by: 1)
            #expect(try await fixture.stock(product) == 0)
            #expect(try await fixture.problems() == [])
            try other.close()
            try fixture.database.close()
        }
    }

    @Test(.needsPostgres)
    func of100BuyersInTwoProcessesOnPostgreSQLExactlyTenOrder() async throws {
        try await PostgresFixture.run { postgres in
            let database = try await PostgresDatabase.open(.market, at: postgres.address(), limits: .patient)
            let other = try await PostgresDatabase.open(.market, at: postgres.address(), limits: .patient)
            let fixture = try MarketFixture(database)
            let product = try await fixture.offer(stock: 10).id
            let store = SQLMarketStore(other, clock: { [clock = fixture.clock] in clock.now })
            let (purchases, refusals) = try await race(100, for: product, [fixture.store, store])
            #expect(purchases.count == 10 && refusals == Array(repeating: "soldOut", count: 90))
            fixture.clock.advance(by: 1)
            #expect(try await fixture.stock(product) == 0)
            #expect(try await fixture.problems() == [])
            other.close()
            database.close()
        }
    }

    @Test(arguments: StorePlace.allCases) func tenPostsOfAFormAreOneOrder(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let product = try await fixture.offer(stock: 5).id
            try await fixture.choose(product)
            let key = try IdempotencyKey.make()
            let purchases = try await withThrowingTaskGroup(of: Purchase.self) { group in
                for _ in 0..<10 { group.addTask { try await fixture.order(key: key) } }
                return try await group.reduce(into: Set<Purchase>()) { $0.insert($1) }
            }
            #expect(purchases.count == 1)
            #expect(try await fixture.stock(product) == 4)
        }
    }

    @Test(arguments: StorePlace.allCases) func tenPostsOfAnOfferAreOneProduct(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let key = try IdempotencyKey.make()
            let offers = try await withThrowingTaskGroup(of: Offer.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        try await fixture.store.offer(.make(), by: fixture.seller, from: Client(), key: key)
                    }
                }
                return try await group.reduce(into: Set<Offer>()) { $0.insert($1) }
            }
            #expect(offers.count == 1)
            #expect(try await fixture.rowCount("product") == 1)
        }
    }

    /// An order is cancelled and picked up at the same time: it is one of the two, and no piece is lost or made.
    @Test(arguments: StorePlace.allCases) func anOrderIsCancelledOrPickedUp(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let product = try await fixture.offer(stock: 20).id
            for number in 0..<10 {
                let purchase = try await fixture.order(product, by: .make("buyer-\(number)"))
                async let cancelled = try? fixture.store.cancel(purchase.id, by: .code(purchase.code))
                async let again = try? fixture.store.cancel(purchase.id, by: .code(purchase.code))
                async let sale = try? fixture.store.pickUp(purchase.id, by: fixture.seller)
                let isCancelled = await [cancelled, again].map { $0 != nil }
                #expect(await isCancelled == [sale == nil, sale == nil])
            }
            let state = try await fixture.store.sales(of: fixture.seller, after: nil, limit: 50).elements.map(\.state)
            #expect(try await fixture.stock(product) == 20 - state.count { $0 == .pickedUp })
            #expect(state.allSatisfy { $0 == .pickedUp || $0 == .cancelled } && state.count == 10)
        }
    }
}
