import Live
import Testing

@testable import Market

/// Changes that open pages are told of, and that they read these.
@Suite(.timeLimit(.minutes(15))) struct MarketChangeTests {
    /// The observers of a list, a product and three visitors.
    private final class Observers {
        let list = Recorder<ProductChanges>()
        let product = Recorder<Void>()
        let visitors: [Recorder<VisitorChanges>]
        private var stops: [@Sendable () -> Void] = []

        init(_ fixture: MarketFixture, _ id: ProductID) {
            let (list, product) = (list, product)
            visitors = [Recorder(), Recorder(), Recorder()]
            stops.append(fixture.store.observeProducts { list.add($0) })
            stops.append(fixture.store.observeProduct(id) { product.add(()) })
            for (visitor, recorder) in zip([fixture.seller, fixture.buyer, fixture.stranger], visitors) {
                stops.append(fixture.store.observeVisitor(visitor) { recorder.add($0) })
            }
        }

        func stop() { for stop in stops { stop() } }

        /// Expects what was told since the last time.
        func expect(
            _ changes: ProductChanges? = nil, product isTold: Bool = false, seller: VisitorChanges = [],
            buyer: VisitorChanges = [], sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(list.take() == (changes.map { [$0] } ?? []), sourceLocation: sourceLocation)
            #expect(product.take().count == (isTold ? 1 : 0), sourceLocation: sourceLocation)
            let told = visitors.map { $0.take() }
            let expected = [seller, buyer, []].map { $0.isEmpty ? [] : [$0] }
            #expect(told == expected, sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: StorePlace.allCases) func eachChangeIsToldOnceToThoseWhoSeeIt(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let (store, buyer, seller) = (fixture.store, fixture.buyer, fixture.seller)
            let chair = try await fixture.offer("Chair", stock: 5)
            let observers = Observers(fixture, chair.id)
            let key = try IdempotencyKey.make()
            let table = try await store.offer(.make("Table"), by: seller, from: Client(), key: key).product
            observers.expect(ProductChanges([table.id], movesRows: true), seller: .offers)
            _ = try await store.offer(.make("Table"), by: seller, from: Client(), key: key)
            observers.expect()
            _ = try await store.edit(chair.id, .make("Chair", price: 9, stock: 5), from: 1, by: .visitor(seller))
            observers.expect(ProductChanges([chair.id]), product: true, seller: .offers)
            _ = try await store.edit(chair.id, .make("Chair", price: 9, stock: 5), from: 1, by: .visitor(seller))
            observers.expect()
            _ = try await store.edit(chair.id, .make("Stool", price: 9, stock: 5), from: 2, by: .visitor(seller))
            observers.expect(ProductChanges([chair.id], movesRows: true), product: true, seller: .offers)
            // Reading tells nobody.
            _ = try await store.basket(of: buyer)
            _ = try await store.products(page: 1, matching: nil)
            observers.expect()
            _ = try await store.addToBasket(chair.id, 1, of: buyer)
            observers.expect(buyer: .basket)
            for number in [2, 2] { _ = try await store.setQuantity(number, of: chair.id, of: buyer) }
            observers.expect(buyer: .basket)
            for isSelected in [true, true] { _ = try await store.select(isSelected, chair.id, of: buyer) }
            observers.expect(buyer: .basket)
            for _ in 0..<2 { _ = try await store.deselectAll(of: buyer) }
            observers.expect(buyer: .basket)
            await expectRefusal("nothingSelected") { try await fixture.order() }
            observers.expect()
            _ = try await store.select(true, chair.id, of: buyer)
            observers.expect(buyer: .basket)
            let orderKey = try IdempotencyKey.make()
            let purchase = try await fixture.order(key: orderKey)
            observers.expect(ProductChanges([chair.id]), product: true, seller: .sales, buyer: [.basket, .orders])
            _ = try await fixture.order(key: orderKey)
            observers.expect()
            for _ in 0..<2 { _ = try await store.cancel(purchase.id, by: .visitor(buyer)) }
            observers.expect(ProductChanges([chair.id]), product: true, seller: .sales, buyer: .orders)
            let second = try await fixture.order(table.id)
            for recorder in observers.visitors { _ = recorder.take() }
            observers.expect(ProductChanges([table.id]))
            for _ in 0..<2 { _ = try await store.pickUp(second.id, by: seller) }
            observers.expect(seller: .sales, buyer: .orders)
            _ = try await store.addToBasket(table.id, 1, of: buyer)
            for _ in 0..<2 { _ = try await store.removeFromBasket(table.id, of: buyer) }
            #expect(observers.visitors[1].take() == [.basket, .basket])
            _ = try await store.addToBasket(chair.id, 1, of: buyer)
            observers.expect(buyer: .basket)
            try await store.remove(chair.id, by: .visitor(seller))
            observers.expect(
                ProductChanges([chair.id], movesRows: true), product: true, seller: .offers, buyer: .basket)
            observers.stop()
            _ = try await store.remove(table.id, by: .visitor(seller))
            observers.expect()
            let topics = store.observers
            #expect(!topics.list.hasObservers && !topics.products.hasObservers && !topics.visitors.hasObservers)
        }
    }

    /// A buyer of one's own product is told of everything in one message.
    @Test func sellerAndBuyerMayBeTheSame() async throws {
        try await withMarket { fixture in
            let chair = try await fixture.offer().id
            try await fixture.choose(chair, of: fixture.seller)
            let recorder = Recorder<VisitorChanges>()
            let stop = fixture.store.observeVisitor(fixture.seller) { recorder.add($0) }
            let purchase = try await fixture.order(by: fixture.seller)
            _ = try await fixture.store.pickUp(purchase.id, by: fixture.seller)
            stop()
            #expect(recorder.messages == [[.basket, .orders, .sales], [.orders, .sales]])
        }
    }

    /// A page that is told of a change reads it, though lists and products are cached.
    @Test(arguments: StorePlace.allCases) func whoIsToldReadsTheChange(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let store = fixture.store
            let chair = try await fixture.offer("Chair", stock: 2).id
            let stocks = Recorder<[Int?]>()
            let keyword = try Keyword("chair")
            @Sendable func read() async -> [Int?] {
                [
                    try? await store.products(page: 1, matching: nil).rows.first?.stock,
                    try? await store.products(page: 1, matching: keyword).rows.first?.stock,
                    try? await store.product(chair)?.stock,
                    try? await store.products(among: [chair]).first?.stock,
                ]
            }
            stocks.add(await read())
            for _ in 0..<2 {
                let (told, continuation) = AsyncStream<Void>.makeStream()
                let stop = store.observeProducts { _ in continuation.yield() }
                try await fixture.order(chair)
                stop()
                continuation.finish()
                for await _ in told { stocks.add(await read()) }
            }
            #expect(stocks.messages == [[2, 2, 2, 2], [1, 1, 1, 1], [0, 0, 0, 0]])
        }
    }

    @Test func changesAreMerged() {
        let ids = (1...300).map { ProductID(rawValue: $0) }
        let one = ProductChanges([ids[0]])
        let merged = one.merging(ProductChanges([ids[1]], movesRows: true))
        #expect(merged == ProductChanges([ids[0], ids[1]], movesRows: true))
        #expect(merged.contains(ids[1]) && !merged.contains(ids[2]))
        // Any of them, when they are too many to be named.
        let many = ProductChanges(Set(ids.prefix(200))).merging(ProductChanges([ids[200]]))
        #expect(many == ProductChanges(nil) && many.contains(ids[299]) && !many.movesRows)
        #expect(many.merging(one) == many && one.merging(many) == many)
    }
}
