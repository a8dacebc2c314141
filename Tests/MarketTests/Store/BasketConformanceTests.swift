import Testing

@testable import Market

/// Rules of every store for baskets.
@Suite(.timeLimit(.minutes(15))) struct BasketConformanceTests {
    @Test(arguments: StorePlace.allCases) func aBasketShowsItsItemsTheLastAddedFirst(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let (store, buyer) = (fixture.store, fixture.buyer)
            #expect(try await store.basket(of: buyer) == Basket())
            let chair = try await fixture.offer("Chair", price: 5_000, bargain: 4_000)
            let table = try await fixture.offer("Table", price: 9_000)
            _ = try await store.addToBasket(table.id, 1, of: buyer)
            fixture.clock.advance(by: 1)
            var basket = try await store.addToBasket(chair.id, 2, of: buyer)
            #expect(basket.summary == ["Chair 2", "Table 1"])
            #expect(basket.items[0].product == ProductRow(chair) && basket.items[0].isAvailable)
            #expect(try await store.basket(of: buyer) == basket)
            #expect(try await store.basketCount(of: buyer) == 2)
            #expect(try await store.basket(of: fixture.stranger) == Basket())
            #expect(try await store.basketCount(of: fixture.stranger) == 0)
            // Pieces of a product that is there are added to it, and it stays in its place.
            basket = try await store.addToBasket(table.id, 2, of: buyer)
            #expect(basket.summary == ["Chair 2", "Table 3"])
            basket = try await store.removeFromBasket(chair.id, of: buyer)
            #expect(basket.summary == ["Table 3"])
            #expect(try await store.removeFromBasket(chair.id, of: buyer) == basket)
        }
    }

    @Test(arguments: StorePlace.allCases) func whatIsSelectedHasPrices(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let (store, buyer) = (fixture.store, fixture.buyer)
            let chair = try await fixture.offer("Chair", price: 5_000, bargain: 4_000).id
            let table = try await fixture.offer("Table", price: 9_000).id
            _ = try await store.addToBasket(chair, 2, of: buyer)
            var basket = try await store.addToBasket(table, 3, of: buyer)
            #expect(basket.prices(.delivery) == Prices(product: .zero, discount: .zero, delivery: .zero))
            basket = try await store.select(true, chair, of: buyer)
            #expect(basket.summary.sorted() == ["Chair 2*", "Table 3"])
            let (product, discount) = (Won(clamping: 10_000), Won(clamping: 2_000))
            #expect(basket.prices(.pickUp) == Prices(product: product, discount: discount, delivery: .zero))
            #expect(
                basket.prices(.delivery).delivery.amount == 3_000 && basket.prices(.delivery).total.amount == 11_000)
            basket = try await store.select(true, table, of: buyer)
            // 35,000 won after the discount.
            #expect(basket.prices(.delivery).delivery == .zero && basket.prices(.delivery).total.amount == 35_000)
            #expect(try await store.select(true, table, of: buyer) == basket)
            basket = try await store.select(false, chair, of: buyer)
            #expect(basket.summary.sorted() == ["Chair 2", "Table 3*"])
            _ = try await store.select(true, chair, of: buyer)
            basket = try await store.deselectAll(of: buyer)
            #expect(basket.selected.isEmpty && basket.items.count == 2)
            #expect(try await store.deselectAll(of: buyer) == basket)
        }
    }

    @Test(arguments: StorePlace.allCases) func aBasketHasNoMorePiecesThanAreLeft(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let (store, buyer) = (fixture.store, fixture.buyer)
            let chair = try await fixture.offer("Chair", stock: 3).id
            _ = try await store.addToBasket(chair, 2, of: buyer)
            let error = await expectRefusal("soldOut") { try await store.addToBasket(chair, 2, of: buyer) }
            guard case .soldOut(let shortages)? = error else { return }
            #expect(shortages == [Shortage(product: chair, name: try ProductName("Chair"), left: 3)])
            #expect(try await store.setQuantity(3, of: chair, of: buyer).summary == ["Chair 3"])
            await expectRefusal("soldOut") { try await store.setQuantity(4, of: chair, of: buyer) }
            // Sold meanwhile: the item stays, shows it, and its number can be lowered.
            try await fixture.order(chair, 2, by: fixture.stranger)
            #expect(try await store.basket(of: buyer).items.map(\.isAvailable) == [false])
            #expect(try await store.setQuantity(2, of: chair, of: buyer).summary == ["Chair 2"])
            await expectRefusal("soldOut") { try await store.setQuantity(3, of: chair, of: buyer) }
            #expect(try await store.setQuantity(1, of: chair, of: buyer).items.map(\.isAvailable) == [true])
            // Nothing is left.
            try await fixture.order(chair, 1, by: fixture.stranger)
            await expectRefusal("soldOut") { try await store.addToBasket(chair, 1, of: fixture.stranger) }
        }
    }

    @Test(arguments: StorePlace.allCases) func aNumberOfPiecesIsHeldToItsRange(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let (store, buyer) = (fixture.store, fixture.buyer)
            let chair = try await fixture.offer("Chair", stock: 9_999).id
            #expect(try await store.addToBasket(chair, .min, of: buyer).summary == ["Chair 1"])
            #expect(try await store.setQuantity(.max, of: chair, of: buyer).summary == ["Chair 9999"])
            await expectRefusal("soldOut") { try await store.addToBasket(chair, .max, of: buyer) }
            #expect(try await store.setQuantity(0, of: chair, of: buyer).summary == ["Chair 1"])
        }
    }

    @Test(arguments: StorePlace.allCases) func whatIsNotInTheBasketIsNotFound(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let (store, buyer) = (fixture.store, fixture.buyer)
            let chair = try await fixture.offer().id
            _ = try await store.addToBasket(chair, 1, of: fixture.stranger)
            for id in [chair, ProductID(rawValue: 99)] {
                await expectRefusal("notFound") { try await store.setQuantity(1, of: id, of: buyer) }
                await expectRefusal("notFound") { try await store.select(true, id, of: buyer) }
                #expect(try await store.removeFromBasket(id, of: buyer) == Basket())
            }
            await expectRefusal("notFound") { try await store.addToBasket(ProductID(rawValue: 99), 1, of: buyer) }
            #expect(try await store.basket(of: fixture.stranger).summary == ["Chair 1"])
        }
    }

    @Test(arguments: StorePlace.allCases) func aBasketHas100ItemsAtMost(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let (store, buyer) = (fixture.store, fixture.buyer)
            let ids = try await fixture.offer(101)
            for id in ids.prefix(100) { try await fixture.choose(id) }
            await expectRefusal("basketIsFull") { try await store.addToBasket(ids[100], 1, of: buyer) }
            // More of what is there is no other item.
            #expect(try await store.addToBasket(ids[0], 1, of: buyer).items.count == 100)
            // All of it is ordered at once.
            let purchase = try await fixture.order(.delivery)
            #expect(purchase.items.count == 100 && purchase.prices.total.amount == 101_000)
            #expect(try await store.addToBasket(ids[100], 1, of: buyer).items.count == 1)
        }
    }

    /// A basket shows the products as they are now.
    @Test(arguments: StorePlace.allCases) func aBasketFollowsItsProducts(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let (store, buyer) = (fixture.store, fixture.buyer)
            let chair = try await fixture.offer("Chair", price: 5_000).id
            _ = try await store.addToBasket(chair, 1, of: buyer)
            let edited = try await store.edit(
                chair, .make("Stool", price: 6_000, bargain: 10), from: 1, by: .visitor(fixture.seller))
            #expect(try await store.basket(of: buyer).items.map(\.product) == [ProductRow(edited)])
        }
    }

    @Test(arguments: StorePlace.allCases) func anItemStaysFor400Days(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let store = fixture.store
            let ids = try await fixture.offer(2)
            _ = try await store.addToBasket(ids[0], 1, of: fixture.buyer)
            fixture.clock.advance(by: 1)
            _ = try await store.addToBasket(ids[1], 1, of: fixture.buyer)
            fixture.clock.advance(by: 400 * 86_400 - 1.001)
            // The counts of offers are over by then.
            #expect(try await store.purgeExpired() == 2)
            #expect(try await store.basket(of: fixture.buyer).items.count == 2)
            fixture.clock.advance(by: 0.001)
            #expect(try await store.purgeExpired() == 1)
            #expect(try await store.basket(of: fixture.buyer).items.map(\.id) == [ids[1]])
        }
    }
}
