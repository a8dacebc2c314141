import Foundation
import Live
import Testing

@testable import Market

/// Rules of every store for products and their offers.
@Suite(.timeLimit(.minutes(15))) struct ProductConformanceTests {
    @Test(arguments: StorePlace.allCases) func anOfferIsFoundAsItWasMade(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let store = fixture.store
            let fields = try NewProduct.make(
                "Chair", price: 12_000, bargain: 9_000, stock: 7, description: "Wood\0\r\nאב",
                files: ["b.png", "a.jpg"])
            let offer = try await store.offer(fields, by: fixture.seller, from: Client(), key: .make())
            let product = try #require(try await store.product(offer.product.id))
            #expect(product == offer.product)
            #expect(product.name.text == "Chair" && product.description.text == "Wood\0\r\nאב")
            #expect(product.price == fields.price && product.stock == 7 && product.revision == 1)
            #expect(product.pictures == fields.pictures && product.seller == fixture.seller)
            #expect(product.offeredAt == fixture.clock.now)
            let page = try await store.products(page: 1, matching: nil)
            #expect(page.rows == [ProductRow(product)])
            #expect(page.rows.first?.picture?.file == "b.png")
            // Its code is its seller's alone.
            #expect(try await store.offer(product.id, of: fixture.seller) == offer)
            #expect(try await store.offer(product.id, of: fixture.stranger) == nil)
            #expect(try await store.offer(offer.code) == offer)
            #expect(try await store.offer(try #require(MarketCode("00000000"))) == nil)
            #expect(try await store.product(ProductID(rawValue: 99)) == nil)
        }
    }

    @Test(arguments: StorePlace.allCases) func theSameKeyOffersOnce(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let (store, key) = (fixture.store, try IdempotencyKey.make())
            let first = try await store.offer(.make("Chair"), by: fixture.seller, from: Client(), key: key)
            _ = try await store.edit(first.product.id, .make("Table"), from: 1, by: .visitor(fixture.seller))
            let second = try await store.offer(.make("Chair"), by: fixture.seller, from: Client(), key: key)
            #expect(second.product.id == first.product.id && second.code == first.code)
            #expect(second.product.name.text == "Table")
            // Another visitor's key is another one.
            let other = try await store.offer(.make("Chair"), by: fixture.stranger, from: Client(), key: key)
            #expect(other.product.id != first.product.id && other.code != first.code)
            #expect(try await fixture.rowCount("product") == 2)
        }
    }

    // MARK: Pages

    @Test(arguments: StorePlace.allCases) func aMarketWithoutProductsHasOneEmptyPage(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            for keyword in [nil, try Keyword("chair")] {
                for number in [Int.min, 0, 1, 2, .max] {
                    let page = try await fixture.store.products(page: number, matching: keyword)
                    #expect(page.rows.isEmpty && page.number == 1 && page.count == 1 && page.productCount == 0)
                    #expect(page.isLast)
                }
            }
        }
    }

    @Test(arguments: StorePlace.allCases) func aPageHas20ProductsTheLatestFirst(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let ids = Array(try await fixture.offer(41) { "Chair \($0)" }.reversed())
            for keyword in [nil, try Keyword("chair")] {
                // The page that is asked for, and the one that is answered.
                for (asked, number) in [(Int.min, 1), (0, 1), (1, 1), (2, 2), (3, 3), (4, 3), (500, 3), (.max, 3)] {
                    let page = try await fixture.store.products(page: asked, matching: keyword)
                    #expect(page.number == number && page.count == 3 && page.productCount == 41)
                    #expect(page.rows.map(\.id) == Array(ids[(number - 1) * 20..<min(number * 20, 41)]))
                    #expect(page.isLast == (number == 3))
                }
            }
            // A full last page is followed by none.
            try await fixture.store.remove(ids[40], by: .visitor(.make("seller-0")))
            let page = try await fixture.store.products(page: 3, matching: nil)
            #expect(page.number == 2 && page.count == 2 && page.rows.count == 20)
        }
    }

    @Test(arguments: StorePlace.allCases) func pagesAreReadTogether(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let ids = Array(try await fixture.offer(225) { "Chair \($0)" }.reversed())
            for keyword in [nil, try Keyword("chair")] {
                for (asked, numbers) in [
                    (1...2, 1...2), (2...3, 2...3), (11...12, 11...12), (12...20, 12...12), (40...49, 12...12),
                    (Int.min...0, 1...1), (Int.min...Int.max, 1...10),
                ] {
                    let pages = try await fixture.store.products(pages: asked, matching: keyword, for: "a")
                    #expect(pages.map(\.number) == Array(numbers), "\(asked)")
                    #expect(pages.allSatisfy { $0.productCount == 225 && $0.count == 12 && $0.rows.count <= 20 })
                    #expect(
                        pages.flatMap(\.rows).map(\.id)
                            == Array(ids[(numbers.lowerBound - 1) * 20..<min(numbers.upperBound * 20, 225)]))
                }
            }
        }
    }

    @Test func rowsAreReadByTheirIDs() async throws {
        try await withMarket { fixture in
            let ids = try await fixture.offer(3)
            let rows = try await fixture.store.products(among: [ids[0], ids[2], ProductID(rawValue: 99)])
            #expect(rows.map(\.id) == [ids[2], ids[0]])
            #expect(try await fixture.store.products(among: []) == [])
            // Of too many, only the latest are read.
            let many = Set((3...300).map { ProductID(rawValue: $0) }).union(ids)
            #expect(try await fixture.store.products(among: many) == [])
        }
    }

    @Test(arguments: StorePlace.allCases) func theOffersOfASellerAreSliced(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let ids = try await fixture.offer(5)
            try await fixture.offer("Another seller's")
            let seller = try VisitorID.make("seller-0")
            var slice = try await fixture.store.offers(of: seller, after: nil, limit: 2)
            #expect(slice.elements.map(\.id) == [ids[4], ids[3]] && slice.hasMore)
            slice = try await fixture.store.offers(of: seller, after: ids[3], limit: 3)
            #expect(slice.elements.map(\.id) == [ids[2], ids[1], ids[0]] && !slice.hasMore)
            #expect(try await fixture.store.offers(of: fixture.stranger, after: nil, limit: 9) == MarketSlice())
        }
    }

    // MARK: Editing and removing

    @Test(arguments: StorePlace.allCases) func aSellerEditsWhatTheyHaveSeen(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let store = fixture.store
            let product = try await fixture.offer("Chair", stock: 5)
            let fields = try NewProduct.make("Table", price: 9, stock: 0, files: ["b.jpg", "c.jpg"])
            let edited = try await store.edit(product.id, fields, from: 1, by: .visitor(fixture.seller))
            #expect(edited.name.text == "Table" && edited.stock == 0 && edited.revision == 2)
            #expect(edited.pictures.map(\.file) == ["b.jpg", "c.jpg"])
            #expect(try await store.product(product.id) == edited)
            // A resend changes nothing, from whatever version.
            #expect(try await store.edit(product.id, fields, from: 1, by: .visitor(fixture.seller)) == edited)
            // Another form of the old version is refused, with the product as it is.
            let error = await expectRefusal("changedSince") {
                try await store.edit(product.id, .make("Desk"), from: 1, by: .visitor(fixture.seller))
            }
            guard case .changedSince(edited)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try await store.product(product.id) == edited)
        }
    }

    /// The stock of an edit is the one that its form shows: pieces that were sold meanwhile don't come back.
    @Test func anEditDoesNotBringBackPiecesThatAreSold() async throws {
        try await withMarket { fixture in
            let product = try await fixture.offer(stock: 5)
            try await fixture.order(product.id, 2)
            await expectRefusal("changedSince") {
                try await fixture.store.edit(
                    product.id, .make("Table", stock: 5), from: 1, by: .visitor(fixture.seller))
            }
            #expect(try await fixture.stock(product.id) == 3)
        }
    }

    @Test(arguments: StorePlace.allCases) func anotherSellersProductIsNotFound(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let store = fixture.store
            let product = try await fixture.offer()
            let strangers: [Holder] = [.visitor(fixture.stranger), .code(try #require(MarketCode("00000000")))]
            for holder in strangers {
                await expectRefusal("notFound") { try await store.edit(product.id, .make("x"), from: 1, by: holder) }
                await expectRefusal("notFound") { try await store.remove(product.id, by: holder) }
            }
            #expect(try await store.product(product.id) == product)
            // One that never was looks alike.
            let none = ProductID(rawValue: 99)
            await expectRefusal("notFound") {
                try await store.edit(none, .make("x"), from: 1, by: .visitor(fixture.seller))
            }
            await expectRefusal("notFound") { try await store.remove(none, by: .visitor(fixture.seller)) }
        }
    }

    @Test(arguments: StorePlace.allCases) func anotherDeviceActsWithTheCode(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let store = fixture.store
            let offer = try await store.offer(.make(), by: fixture.seller, from: Client(), key: .make())
            let holder = Holder.code(offer.code)
            #expect(try await store.edit(offer.product.id, .make("Table"), from: 1, by: holder).name.text == "Table")
            try await store.remove(offer.product.id, by: holder)
            #expect(try await store.product(offer.product.id) == nil)
            #expect(try await store.offer(offer.code) == nil)
        }
    }

    @Test(arguments: StorePlace.allCases) func aRemovedProductIsGoneEverywhere(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let store = fixture.store
            let ids = try await fixture.offer(2) { "Chair \($0)" }
            let seller = Holder.visitor(try .make("seller-0"))
            try await fixture.choose(ids[0])
            try await fixture.choose(ids[1])
            try await store.remove(ids[0], by: seller)
            await expectRefusal("notFound") { try await store.remove(ids[0], by: seller) }
            #expect(try await store.product(ids[0]) == nil)
            #expect(try await store.products(page: 1, matching: nil).rows.map(\.id) == [ids[1]])
            #expect(try await store.products(page: 1, matching: Keyword("chair")).rows.map(\.id) == [ids[1]])
            #expect(try await store.products(among: Set(ids)).map(\.id) == [ids[1]])
            #expect(try await store.basket(of: fixture.buyer).items.map(\.id) == [ids[1]])
            await expectRefusal("notFound") { try await store.addToBasket(ids[0], 1, of: fixture.buyer) }
            // Its number is given to no other product.
            #expect(try await fixture.offer().id > ids[1])
        }
    }

    // MARK: The limit of offers

    private func offerUntilRefused(
        _ fixture: MarketFixture, by seller: (Int) throws -> VisitorID, from client: Client
    ) async throws -> Int {
        for number in 0..<50 {
            do {
                _ = try await fixture.store.offer(.make(), by: seller(number), from: client, key: .make())
            } catch MarketError.tooManyOffers {
                return number
            }
        }
        return 50
    }

    @Test(arguments: StorePlace.allCases) func twentyOffersAnHourAreMadeAtMost(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let (store, start) = (fixture.store, fixture.clock.now)
            let keys = try (0..<20).map { _ in try IdempotencyKey.make() }
            for key in keys {
                _ = try await store.offer(.make(), by: fixture.seller, from: Client(), key: key)
                fixture.clock.advance(by: 60)
            }
            let error = await expectRefusal("tooManyOffers") { try await fixture.offer() }
            guard case .tooManyOffers(let end)? = error else { return }
            #expect(end == start.addingTimeInterval(3_600))
            // A resend is no other offer, and a refused one isn't counted.
            _ = try await store.offer(.make(), by: fixture.seller, from: Client(), key: keys[19])
            fixture.clock.advance(by: 3_600 - 20 * 60 - 1)
            await expectRefusal("tooManyOffers") { try await fixture.offer() }
            fixture.clock.advance(by: 1)
            try await fixture.offer()
            await expectRefusal("tooManyOffers") { try await fixture.offer() }
            // Other sellers are not concerned.
            try await fixture.offer(by: fixture.stranger)
            // Removing what was offered makes no room.
            for row in try await store.offers(of: fixture.seller, after: nil, limit: 50).elements {
                try await store.remove(row.id, by: .visitor(fixture.seller))
            }
            await expectRefusal("tooManyOffers") { try await fixture.offer() }
            // The counts don't stay.
            fixture.clock.advance(by: 3_601)
            #expect(try await store.purgeExpired() == 22)
            #expect(try await fixture.rowCount("recentOffer") == 0)
        }
    }

    @Test func twentyOffersAnHourComeFromAnAddress() async throws {
        try await withMarket { fixture in
            let seller = { @Sendable (number: Int) in try VisitorID.make("s\(number)") }
            let count = try await offerUntilRefused(fixture, by: seller, from: Client(address: "192.0.2.7"))
            #expect(count == 20)
            // An IPv6 network counts as one.
            for number in 0..<20 {
                _ = try await fixture.store.offer(
                    .make(), by: seller(100 + number), from: Client(address: "2001:db8::\(number)"), key: .make())
            }
            await expectRefusal("tooManyOffers") {
                try await fixture.store.offer(
                    .make(), by: seller(200), from: Client(address: "2001:db8::ffff"), key: .make())
            }
            // One that says nothing about the visitor has no limit.
            for address in ["", "127.0.0.1", "::1"] {
                let count = try await offerUntilRefused(
                    fixture, by: { try .make("\(address.utf8.count)-\($0)") }, from: Client(address: address))
                #expect(count == 50)
            }
        }
    }
}
