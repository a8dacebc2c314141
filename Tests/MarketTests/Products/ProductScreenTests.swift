import GRDB
import Live
import LiveSQLite
import LiveTesting
import TestSupport
import Testing

@testable import Market

/// The list and a product, as a visitor uses them.
@Suite(.timeLimit(.minutes(15))) struct ProductScreenTests {
    private func openList(
        _ fixture: MarketFixture, _ query: Query = Query(), _ use: (TestBrowser) async throws -> Void
    ) async throws {
        try await TestBrowser.open(
            visit: Visit(path: "/", query: query, owner: fixture.buyer.description, isGuest: true),
            screen: { visit in
                ProductListScreen(
                    store: fixture.store, visitor: fixture.buyer, searcher: visit.searcher,
                    strings: visit.strings, typed: visit.query["q"] ?? "",
                    page: visit.query["page"].flatMap { Int($0) } ?? 1,
                    count: visit.position.flatMap { Int($0) } ?? 1)
            }, use)
    }

    private func open(
        _ product: Product, _ fixture: MarketFixture, isOwn: Bool = false, _ use: (TestBrowser) async throws -> Void
    ) async throws {
        let code = try #require(try await fixture.store.offer(product.id, of: fixture.seller)).code
        try await TestBrowser.open(
            visit: Visit(path: "/products/\(product.id)", owner: fixture.buyer.description, isGuest: true),
            screen: { visit in
                ProductDetailScreen(
                    store: fixture.store, visitor: isOwn ? fixture.seller : fixture.buyer, strings: visit.strings,
                    product: product, offer: isOwn ? (.visitor(fixture.seller), code) : nil, dialog: nil)
            }, use)
    }

    @Test func theListGrowsByPagesAndIsRestoredAsLong() async throws {
        try await withMarket { fixture in
            try await fixture.offer(45)
            try await openList(fixture) { browser in
                #expect(await browser.findAll(".product").count == 20)
                try await browser.scroll(to: "#list-end a")
                #expect(await browser.findAll(".product").count == 40)
                try await browser.restart()
                #expect(await browser.findAll(".product").count == 40)
                try await browser.scroll(to: "#list-end a")
                #expect(await browser.findAll(".product").count == 45)
                #expect(await !browser.exists("#list-end a"))
            }
        }
    }

    @Test func aChosenProductIsADialogOverItsList() async throws {
        try await withMarket { fixture in
            let ids = try await fixture.offer(3) { "Wooden chair \($0)" }
            try await openList(fixture, ["q": "chair"]) { browser in
                try await browser.click("#a\(ids[1])")
                #expect(await browser.location == "/products/\(ids[1])?q=chair&over=1#product-\(ids[1])")
            }
        }
    }

    @Test func stockAndNewProductsAreSeenAtOnce() async throws {
        try await withMarket { fixture in
            let chair = try await fixture.offer(stock: 1)
            try await openList(fixture) { browser in
                #expect(await browser.text("#stock-\(chair.id)") == "Last one")
                try await fixture.order(chair.id, by: fixture.stranger)
                await browser.settled()
                #expect(await browser.text("#stock-\(chair.id)") == "Sold out")
                try await fixture.offer("Table")
                await browser.settled()
                #expect(await browser.findAll(".product-name").map(\.text) == ["Table", "Chair"])
            }
        }
    }

    @Test func aKeywordIsSearchedForAfterAPauseAndIsInTheAddress() async throws {
        try await withMarket { fixture in
            try await fixture.offer("Chair")
            try await fixture.offer("Table")
            try await openList(fixture) { browser in
                try await browser.type("tabl", into: "#q")
                #expect(await browser.findAll(".product").count == 2)
                await browser.advance(by: ProductListViewModel.pause)
                #expect(await browser.findAll(".product").count == 1)
                #expect(await browser.location == "/?q=tabl")
                try await browser.type(String(repeating: "x", count: 61), into: "#q")
                await browser.advance(by: ProductListViewModel.pause)
                #expect(await browser.text("#q-error") == "Use at most 60 characters to search.")
            }
        }
    }

    @Test func aStoreThatDoesNotAnswerIsOneAlertAndWorksAgain() async throws {
        try await withMarket { fixture in
            try await fixture.offer("Chair")
            let writer = fixture.database.writer
            func stop(_ isStopped: Bool) async throws {
                try await writer.writeWithoutTransaction {
                    try $0.execute(sql: "PRAGMA query_only = \(isStopped ? 1 : 0)")
                }
            }
            try await stop(true)
            try await openList(fixture) { browser in
                #expect(await browser.findAll(".notice.alert").count == 1)
                #expect(await !browser.exists(".product"))
                #expect(await !browser.exists(".loading"))
                try await stop(false)
                try await browser.click(button: "Try again")
                #expect(await browser.findAll(".product").count == 1)
            }
        }
    }

    @Test func aProductIsPutIntoTheBasketAndItsStockIsLive() async throws {
        try await withMarket { fixture in
            let chair = try await fixture.offer(stock: 1)
            try await open(chair, fixture) { browser in
                try await browser.click("#add")
                #expect(await browser.text(".added") == "Added to your basket.")
                #expect(await browser.text(".basket-count") == "1 1 item")
                try await browser.click("#add")
                #expect(
                    await browser.text("[role=alert]")
                        == "There is only 1 left, so no more can go into your basket.")
                try await fixture.order(chair.id, by: fixture.stranger)
                await browser.settled()
                #expect(await browser.text("#left") == "Sold out")
                #expect(await !browser.exists("#add"))
                try await fixture.store.remove(chair.id, by: .visitor(fixture.seller))
                await browser.settled()
                #expect(await browser.text("#product-name") == "This item is no longer here")
            }
        }
    }

    @Test func aSellerRemovesTheOwnProduct() async throws {
        try await withMarket { fixture in
            let chair = try await fixture.offer()
            try await open(chair, fixture, isOwn: true) { browser in
                #expect(await browser.exists(".code-text"))
                try await browser.click(button: "Remove now")
                #expect(await browser.location == "/")
                let left = try await fixture.store.product(chair.id)
                #expect(left == nil)
            }
            // Nobody else can, whatever is sent.
            let table = try await fixture.offer("Table")
            try await open(table, fixture) { browser in
                _ = try? await browser.forge(input: "remove", value: "")
                let left = try await fixture.store.product(table.id)
                #expect(left != nil)
            }
        }
    }

    @Test func withoutAScriptPagesAreLinksAndTheSearchIsAForm() async throws {
        try await withMarketServer { fixture, visitor in
            try await fixture.offer(45)
            let first = try await visitor.get("/")
            #expect(first.status == 200 && first.text.contains("href=\"/?page=2\""))
            let beyond = try await visitor.get("/?page=99")
            #expect(beyond.text.all(between: "<li id=\"product-", "\"").count == 5)
            let noNumber = try await visitor.get("/?page=abc")
            #expect(noNumber.text.all(between: "<li id=\"product-", "\"").count == 20)
            let found = try await visitor.get("/?q=Product%2044")
            #expect(found.text.all(between: "<li id=\"product-", "\"") == ["45"])
            let tooLong = try await visitor.get("/?q=" + String(repeating: "x", count: 61))
            #expect(tooLong.status == 422)
        }
    }

    @Test func withoutAScriptAProductIsAPageOrADialogAndIsPutIntoTheBasket() async throws {
        try await withPlainBrowser { fixture, browser in
            let chair = try await fixture.offer()
            let dialog = try await browser.get("/products/\(chair.id)?q=chair&over=1")
            #expect(dialog.text.contains("<dialog") && dialog.text.contains("data-close=\"/?q=chair\""))
            let page = try await browser.get("/products/\(chair.id)")
            #expect(!page.text.contains("<dialog"))
            let answer = try await browser.post("/products/\(chair.id)?input=addToBasket", of: page, [:])
            #expect(answer.status == 303)
            let basket = try await fixture.store.basket(of: browser.owner)
            #expect(basket.summary == ["Chair 1"])
        }
    }

    /// What belongs to somebody else is as unknown as what isn't there.
    @Test(arguments: ["/products/99", "/products/x", "/products/1?edit=1"]) func othersProductsAreNotFound(
        path: String
    ) async throws {
        try await withMarketServer { fixture, visitor in
            try await fixture.offer()
            let answer = try await visitor.get(path)
            #expect(answer.status == 404)
        }
    }
}
