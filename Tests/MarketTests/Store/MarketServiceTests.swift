import Live
import Testing

@testable import Market

/// A market's service as its screens use it, one after the other: the health check, pages, details, a registration, an
/// edit, a removal, and the basket from its loading to its order.
@Suite(.timeLimit(.minutes(15))) struct MarketServiceTests {
    /// 25 products: 20 on the first page, and five on the second.
    private func withPages(_ body: (MarketFixture, [ProductID]) async throws -> Void) async throws {
        try await withMarket(.file) { fixture in
            try await body(fixture, try await fixture.offer(25) { $0 == 3 ? "빨간 의자" : "Product \($0)" })
        }
    }

    @Test func theServerIsHealthy() async throws {
        try await withMarket(.file) { fixture in try await fixture.store.ping() }
    }

    @Test func theFirstPageIsFetched() async throws {
        try await withPages { fixture, ids in
            let page = try await fixture.store.products(page: 1, matching: nil)
            #expect(page.rows.map(\.id) == Array(ids.reversed().prefix(20)) && !page.isLast)
        }
    }

    @Test func theNextPageGoesOnWhereTheFirstEnds() async throws {
        try await withPages { fixture, ids in
            let page = try await fixture.store.products(page: 2, matching: nil)
            #expect(page.rows.map(\.id) == Array(ids.reversed().dropFirst(20)) && page.isLast)
        }
    }

    /// A product that comes between two pages moves one row of the first to the second: by its ID it is one product.
    @Test func aProductThatTwoPagesHaveIsOne() async throws {
        try await withPages { fixture, ids in
            let first = try await fixture.store.products(page: 1, matching: nil)
            let new = try await fixture.offer("New").id
            let second = try await fixture.store.products(page: 2, matching: nil)
            #expect(second.rows.first?.id == first.rows.last?.id)
            #expect(Set((first.rows + second.rows).map(\.id)).union([new]).count == 26)
        }
    }

    @Test func noPageFollowsTheLast() async throws {
        try await withPages { fixture, _ in
            let page = try await fixture.store.products(page: 3, matching: nil)
            #expect(page.number == 2 && page.isLast)
        }
    }

    @Test func aKeywordNarrowsTheList() async throws {
        try await withPages { fixture, ids in
            let page = try await fixture.store.products(page: 1, matching: Keyword("의자"))
            #expect(page.rows.map(\.id) == [ids[3]] && page.isLast && page.productCount == 1)
        }
    }

    @Test func aProductIsShownInDetail() async throws {
        try await withPages { fixture, ids in
            let product = try #require(try await fixture.store.product(ids[3]))
            #expect(product.name.text == "빨간 의자" && product.description.text == "Made of wood.")
            #expect(try await fixture.store.product(ProductID(rawValue: 1_000)) == nil)
        }
    }

    @Test func aRegisteredProductIsTheFirstOfTheList() async throws {
        try await withPages { fixture, _ in
            let product = try await fixture.offer("New", price: 5_000, bargain: 4_500, stock: 2)
            #expect(try await fixture.store.products(page: 1, matching: nil).rows.first == ProductRow(product))
        }
    }

    @Test func anEditedProductStaysInItsPlace() async throws {
        try await withPages { fixture, ids in
            let edited = try await fixture.store.edit(
                ids[24], .make("Edited"), from: 1, by: .visitor(.make("seller-1")))
            #expect(try await fixture.store.products(page: 1, matching: nil).rows.first == ProductRow(edited))
        }
    }

    @Test func aRemovedProductLeavesTheList() async throws {
        try await withPages { fixture, ids in
            try await fixture.store.remove(ids[24], by: .visitor(.make("seller-1")))
            let page = try await fixture.store.products(page: 1, matching: nil)
            #expect(page.rows.first?.id == ids[23] && page.productCount == 24)
        }
    }

    @Test func aBasketAppearsWithNothingSelected() async throws {
        try await withPages { fixture, ids in
            try await fixture.choose(ids[0])
            let basket = try await fixture.store.deselectAll(of: fixture.buyer)
            #expect(basket.items.map(\.isSelected) == [false])
            #expect(basket.prices(.pickUp).total == .zero)
        }
    }

    /// The total is put together of three prices, each time that the selection changes.
    @Test func theTotalFollowsTheSelection() async throws {
        try await withMarket(.file) { fixture in
            let store = fixture.store
            let chair = try await fixture.offer("Chair", price: 20_000, bargain: 18_000).id
            let table = try await fixture.offer("Table", price: 15_000).id
            for id in [chair, table] { _ = try await store.addToBasket(id, 1, of: fixture.buyer) }
            var totals: [Int] = []
            for (id, isSelected) in [(chair, true), (table, true), (chair, false), (table, false)] {
                let basket = try await store.select(isSelected, id, of: fixture.buyer)
                totals.append(basket.prices(.delivery).total.amount)
            }
            #expect(totals == [21_000, 33_000, 18_000, 0])
        }
    }

    @Test func anItemIsRemovedFromTheBasketAndTheRestIsOrdered() async throws {
        try await withPages { fixture, ids in
            for id in ids.prefix(2) { try await fixture.choose(id) }
            let basket = try await fixture.store.removeFromBasket(ids[0], of: fixture.buyer)
            #expect(basket.items.map(\.id) == [ids[1]])
            let purchase = try await fixture.order()
            #expect(purchase.items.map(\.product) == [ids[1]])
            #expect(try await fixture.store.basket(of: fixture.buyer) == Basket())
        }
    }
}
