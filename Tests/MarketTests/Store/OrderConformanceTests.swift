import Foundation
import TestSupport
import Testing

@testable import Market

/// Rules of every store for orders.
@Suite(.timeLimit(.minutes(15))) struct OrderConformanceTests {
    @Test(arguments: StorePlace.allCases) func anOrderTakesWhatIsSelected(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let (store, buyer) = (fixture.store, fixture.buyer)
            let chair = try await fixture.offer("Chair", price: 5_000, bargain: 4_000, stock: 3).id
            let table = try await fixture.offer("Table", price: 9_000, by: fixture.stranger).id
            let lamp = try await fixture.offer("Lamp").id
            try await fixture.choose(chair, 2)
            try await fixture.choose(table)
            _ = try await store.addToBasket(lamp, 1, of: buyer)
            let basket = try await store.basket(of: buyer)
            let prices = basket.prices(.delivery)
            let purchase = try await store.order(by: buyer, .delivery, as: basket.quote(.delivery), key: .make())
            #expect(purchase.summary.sorted() == ["Chair 2", "Table 1"] && purchase.prices == prices)
            #expect(purchase.prices.total.amount == 20_000 && purchase.prices.delivery.amount == 3_000)
            #expect(purchase.state == .open && purchase.fulfilment == .delivery)
            #expect(purchase.orderedAt == fixture.clock.now && purchase.cancelledAt == nil)
            #expect(try await store.basket(of: buyer).summary == ["Lamp 1"])
            #expect(try await [fixture.stock(chair), fixture.stock(table), fixture.stock(lamp)] == [1, 2, 3])
            // Found by its buyer, and by its code.
            #expect(try await store.order(purchase.id, of: buyer) == purchase)
            #expect(try await store.order(purchase.code) == purchase)
            #expect(try await store.order(purchase.id, of: fixture.seller) == nil)
            #expect(try await store.order(OrderID(rawValue: 99), of: buyer) == nil)
            #expect(try await store.order(try #require(MarketCode("00000000"))) == nil)
            // Each seller sees their own part, in which no code is.
            let sale = try #require(try await store.sale(purchase.id, of: fixture.seller))
            #expect(sale.items.map(\.name.text) == ["Chair"] && sale.prices.total.amount == 8_000)
            #expect(sale.state == .open && sale.fulfilment == .delivery && sale.orderedAt == purchase.orderedAt)
            #expect(try await store.sale(purchase.code, of: fixture.seller) == sale)
            #expect(try await store.sale(purchase.id, of: fixture.stranger)?.items.map(\.name.text) == ["Table"])
            #expect(try await store.sale(purchase.id, of: buyer) == nil)
            #expect(try await store.sale(purchase.code, of: buyer) == nil)
        }
    }

    @Test(arguments: StorePlace.allCases) func anOrderKeepsItsNamesAndPrices(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let store = fixture.store
            let product = try await fixture.offer("Chair", price: 5_000, bargain: 4_000)
            let purchase = try await fixture.order(product.id)
            let seller = Holder.visitor(fixture.seller)
            _ = try await store.edit(product.id, .make("Stool", price: 1), from: 2, by: seller)
            #expect(try await store.order(purchase.id, of: fixture.buyer) == purchase)
            try await store.remove(product.id, by: seller)
            let kept = try #require(try await store.order(purchase.id, of: fixture.buyer))
            #expect(kept.summary == ["Chair 1"] && kept.prices == purchase.prices)
            #expect(kept.items.map(\.product) == [nil])
            #expect(try await store.sale(purchase.id, of: fixture.seller)?.items == kept.items)
        }
    }

    @Test(arguments: StorePlace.allCases) func nothingSelectedIsNoOrder(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            await expectRefusal("nothingSelected") { try await fixture.order() }
            _ = try await fixture.store.addToBasket(fixture.offer().id, 1, of: fixture.buyer)
            await expectRefusal("nothingSelected") { try await fixture.order() }
            #expect(try await fixture.rowCount("purchase") == 0)
        }
    }

    @Test(arguments: StorePlace.allCases) func theSameKeyOrdersOnce(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let chair = try await fixture.offer(stock: 5).id
            let key = try IdempotencyKey.make()
            try await fixture.choose(chair, 2)
            let purchase = try await fixture.order(key: key)
            #expect(try await fixture.order(key: key) == purchase)
            // Items that are in the basket by then stay there.
            try await fixture.choose(chair)
            #expect(try await fixture.order(key: key) == purchase)
            #expect(try await fixture.stock(chair) == 3)
            #expect(try await fixture.store.basket(of: fixture.buyer).summary == ["Chair 1*"])
            // Another visitor's key is another one.
            try await fixture.choose(chair, of: fixture.stranger)
            #expect(try await fixture.order(by: fixture.stranger, key: key).id != purchase.id)
            // A key with which nothing was ordered can be used again.
            let other = try IdempotencyKey.make()
            _ = try await fixture.store.deselectAll(of: fixture.buyer)
            await expectRefusal("nothingSelected") { try await fixture.order(key: other) }
            _ = try await fixture.store.select(true, chair, of: fixture.buyer)
            #expect(try await fixture.order(key: other).summary == ["Chair 1"])
        }
    }

    @Test(arguments: StorePlace.allCases) func aTotalThatWasNotShownIsRefused(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let store = fixture.store
            let product = try await fixture.offer("Chair", price: 5_000)
            try await fixture.choose(product.id)
            let shown = try await store.basket(of: fixture.buyer).quote(.pickUp)
            _ = try await store.edit(product.id, .make("Chair", price: 6_000), from: 1, by: .visitor(fixture.seller))
            let error = await expectRefusal("pricesChanged") {
                try await store.order(by: fixture.buyer, .pickUp, as: shown, key: .make())
            }
            guard case .pricesChanged(let items)? = error else { return }
            #expect(items.map(\.product.price.asked.amount) == [6_000])
            let basket = try await store.basket(of: fixture.buyer)
            #expect(basket.summary == ["Chair 1*"])
            #expect(try await fixture.stock(product.id) == 3)
            // The delivery is a part of the total.
            await expectRefusal("pricesChanged") {
                try await store.order(by: fixture.buyer, .delivery, as: basket.quote(.pickUp), key: .make())
            }
            _ = try await store.order(by: fixture.buyer, .pickUp, as: basket.quote(.pickUp), key: .make())
        }
    }

    /// The total is the same, and still it is not what the buyer has seen.
    @Test(arguments: StorePlace.allCases) func whatWasSeenIsComparedItemByItem(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let (store, seller) = (fixture.store, Holder.visitor(fixture.seller))
            let chair = try await fixture.offer("Chair", price: 5_000).id
            let table = try await fixture.offer("Table", price: 7_000).id
            let lamp = try await fixture.offer("Lamp", price: 2_000).id
            for product in [chair, table, lamp] { try await fixture.choose(product) }
            let shown = try await store.basket(of: fixture.buyer).quote(.pickUp)
            _ = try await store.edit(chair, .make("Chair", price: 4_000), from: 1, by: seller)
            _ = try await store.edit(table, .make("Table", price: 8_000), from: 1, by: seller)
            func refused(_ quote: Quote) async throws -> [String]? {
                let error = await expectRefusal("pricesChanged") {
                    try await store.order(by: fixture.buyer, .pickUp, as: quote, key: .make())
                }
                guard case .pricesChanged(let items)? = error else { return nil }
                return items.map(\.product.name.text).sorted()
            }
            #expect(try await refused(shown) == ["Chair", "Table"])
            let again = try await store.basket(of: fixture.buyer).quote(.pickUp)
            #expect(again.total == shown.total)
            _ = try await store.edit(lamp, .make("Bulb", price: 2_000), from: 1, by: seller)
            #expect(try await refused(again) == ["Bulb"])
            #expect(try await fixture.rowCount("purchase") == 0)
        }
    }

    @Test func aQuoteIsReadFromItsTextOnly() async throws {
        try await withMarket { fixture in
            for _ in 0..<3 { try await fixture.choose(fixture.offer().id) }
            let quote = try await fixture.store.basket(of: fixture.buyer).quote(.delivery)
            #expect(Quote(quote.description) == quote)
            #expect(Quote("0")?.total == .zero)
            let digest = String(repeating: "a", count: 16)
            for text in [
                "", ".", "1.", "1.2", "-1", "1.0.\(digest)", "1.2.short", "1.2.\(digest).3", "1\u{301}",
                String(repeating: "9", count: 20), String(repeating: ".", count: 1 << 20),
                "1" + String(repeating: ".2.\(digest)", count: Basket.limit + 1),
            ] {
                #expect(Quote(text) == nil)
            }
        }
    }

    @Test(arguments: StorePlace.allCases) func whatIsSoldOutIsNamedAndTheRestCanBeOrdered(place: StorePlace)
        async throws
    {
        try await withMarket(place) { fixture in
            let store = fixture.store
            let chair = try await fixture.offer("Chair", stock: 1).id
            let table = try await fixture.offer("Table", stock: 2).id
            let lamp = try await fixture.offer("Lamp").id
            for (id, quantity) in [(chair, 1), (table, 2), (lamp, 1)] { try await fixture.choose(id, quantity) }
            let basket = try await store.basket(of: fixture.buyer).summary
            try await fixture.order(chair, by: fixture.stranger)
            try await fixture.order(table, by: fixture.stranger)
            let error = await expectRefusal("soldOut") { try await fixture.order() }
            guard case .soldOut(let shortages)? = error else { return }
            #expect(
                Set(shortages) == [
                    Shortage(product: chair, name: try ProductName("Chair"), left: 0),
                    Shortage(product: table, name: try ProductName("Table"), left: 1),
                ])
            #expect(try await store.basket(of: fixture.buyer).summary == basket)
            #expect(try await fixture.stock(lamp) == 3)
            for id in [chair, table] { _ = try await store.select(false, id, of: fixture.buyer) }
            #expect(try await fixture.order().summary == ["Lamp 1"])
            #expect(try await store.basket(of: fixture.buyer).summary.sorted() == ["Chair 1", "Table 2"])
        }
    }

    // MARK: Cancelling and picking up

    @Test(arguments: StorePlace.allCases) func cancellingGivesTheStockBackOnce(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let store = fixture.store
            let chair = try await fixture.offer("Chair", stock: 3)
            let table = try await fixture.offer("Table", stock: 3)
            try await fixture.choose(chair.id, 2)
            try await fixture.choose(table.id, 3)
            let purchase = try await fixture.order()
            for holder in [Holder.visitor(fixture.seller), .visitor(fixture.stranger), .code(try .make("00000000"))] {
                await expectRefusal("notFound") { try await store.cancel(purchase.id, by: holder) }
            }
            await expectRefusal("notFound") {
                try await store.cancel(OrderID(rawValue: 99), by: .visitor(fixture.buyer))
            }
            // One of the products is gone meanwhile.
            try await store.remove(table.id, by: .visitor(fixture.seller))
            fixture.clock.advance(by: 60)
            let cancelled = try await store.cancel(purchase.id, by: .visitor(fixture.buyer))
            #expect(cancelled.state == .cancelled && cancelled.cancelledAt == fixture.clock.now)
            fixture.clock.advance(by: 60)
            for holder in [Holder.visitor(fixture.buyer), .code(purchase.code)] {
                #expect(try await store.cancel(purchase.id, by: holder) == cancelled)
            }
            let returned = try #require(try await store.product(chair.id))
            #expect(returned.stock == 3 && returned.revision == 3)
            // It is not ordered again, and can't be picked up.
            #expect(try await store.basket(of: fixture.buyer) == Basket())
            await expectRefusal("isCancelled") { try await store.pickUp(purchase.id, by: fixture.seller) }
            #expect(try await store.sale(purchase.id, of: fixture.seller)?.state == .cancelled)
        }
    }

    @Test(arguments: StorePlace.allCases) func theCodeCancelsFromAnotherDevice(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let chair = try await fixture.offer(stock: 1).id
            let purchase = try await fixture.order(chair)
            let other = try await fixture.order(fixture.offer().id, by: fixture.stranger)
            // The code of another order is none.
            await expectRefusal("notFound") { try await fixture.store.cancel(purchase.id, by: .code(other.code)) }
            #expect(try await fixture.store.cancel(purchase.id, by: .code(purchase.code)).state == .cancelled)
            #expect(try await fixture.stock(chair) == 1)
        }
    }

    @Test(arguments: StorePlace.allCases) func whatIsPickedUpCannotBeCancelled(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let store = fixture.store
            let chair = try await fixture.offer("Chair").id
            let table = try await fixture.offer("Table", by: fixture.stranger).id
            try await fixture.choose(chair)
            try await fixture.choose(table)
            let purchase = try await fixture.order()
            await expectRefusal("notFound") { try await store.pickUp(purchase.id, by: fixture.buyer) }
            await expectRefusal("notFound") { try await store.pickUp(OrderID(rawValue: 99), by: fixture.seller) }
            let sale = try await store.pickUp(purchase.id, by: fixture.seller)
            #expect(sale.state == .pickedUp && sale.items.map(\.pickedUpAt) == [fixture.clock.now])
            fixture.clock.advance(by: 60)
            #expect(try await store.pickUp(purchase.id, by: fixture.seller) == sale)
            // The other seller's part is not.
            #expect(try await store.order(purchase.id, of: fixture.buyer)?.state == .partlyPickedUp)
            #expect(try await store.sale(purchase.id, of: fixture.stranger)?.state == .open)
            for holder in [Holder.visitor(fixture.buyer), .code(purchase.code)] {
                let error = await expectRefusal("isPickedUp") { try await store.cancel(purchase.id, by: holder) }
                guard case .isPickedUp(let current)? = error else { continue }
                #expect(current.state == .partlyPickedUp)
            }
            #expect(try await fixture.stock(chair) == 2)
            _ = try await store.pickUp(purchase.id, by: fixture.stranger)
            #expect(try await store.order(purchase.id, of: fixture.buyer)?.state == .pickedUp)
        }
    }

    // MARK: Lists

    /// Rows of an order needn't come together.
    @Test(.needsPostgres) func anOrderIsReadAsAWholeWhateverThePlan() async throws {
        try await withMarket(.postgres) { fixture in
            let (store, other) = (fixture.store, try VisitorID.make("other"))
            let chair = try await fixture.offer(stock: 99).id
            let table = try await fixture.offer("Table", stock: 99, by: other).id
            for _ in 0..<60 {
                try await fixture.choose(chair)
                try await fixture.choose(table)
                let order = try await fixture.order()
                // Moves the row of one item behind those of later orders.
                _ = try await store.pickUp(order.id, by: other)
            }
            try await fixture.analyse()
            let orders = try await store.orders(of: fixture.buyer, after: nil, limit: 50)
            #expect(orders.elements.count == 50 && orders.hasMore)
            #expect(orders.elements.allSatisfy { Set($0.summary) == ["Chair 1", "Table 1"] })
            #expect(orders.elements.map(\.id) == orders.elements.map(\.id).sorted(by: >))
            let sales = try await store.sales(of: other, after: nil, limit: 50)
            #expect(sales.elements.allSatisfy { $0.items.count == 1 } && sales.elements.count == 50)
        }
    }

    @Test(arguments: StorePlace.allCases) func ordersAndSalesAreSliced(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let store = fixture.store
            let chair = try await fixture.offer("Chair", stock: 50).id
            let table = try await fixture.offer("Table", stock: 50).id
            let lamp = try await fixture.offer("Lamp", stock: 50, by: fixture.stranger).id
            var purchases: [Purchase] = []
            for _ in 0..<5 {
                // Two items of the seller in each.
                for id in [chair, table, lamp] { try await fixture.choose(id) }
                purchases.insert(try await fixture.order(), at: 0)
            }
            try await fixture.order(lamp, by: fixture.seller)
            var orders = try await store.orders(of: fixture.buyer, after: nil, limit: 2)
            #expect(orders.elements == Array(purchases[..<2]) && orders.hasMore)
            orders = try await store.orders(of: fixture.buyer, after: orders.elements[1].id, limit: 3)
            #expect(orders.elements == Array(purchases[2...]) && !orders.hasMore)
            var sales = try await store.sales(of: fixture.seller, after: nil, limit: 2)
            #expect(sales.elements.map(\.id) == purchases[..<2].map(\.id) && sales.hasMore)
            #expect(sales.elements.allSatisfy { Set($0.items.map(\.name.text)) == ["Chair", "Table"] })
            sales = try await store.sales(of: fixture.seller, after: purchases[1].id, limit: 50)
            #expect(sales.elements.map(\.id) == purchases[2...].map(\.id) && !sales.hasMore)
            #expect(try await store.sales(of: fixture.buyer, after: nil, limit: 9) == MarketSlice())
            #expect(try await store.orders(of: fixture.stranger, after: nil, limit: 9) == MarketSlice())
        }
    }
}

extension MarketCode {
    static func make(_ text: String) throws -> MarketCode { try #require(MarketCode(text)) }
}
