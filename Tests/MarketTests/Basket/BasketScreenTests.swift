import GRDB
import Live
import LiveTesting
import Synchronization
import TestSupport
import Testing

@testable import Market

/// The basket's page, as a visitor uses it.
@Suite(.timeLimit(.minutes(15))) struct BasketScreenTests {
    private func open(
        _ fixture: MarketFixture, of visitor: VisitorID? = nil, _ use: (TestBrowser) async throws -> Void
    ) async throws {
        let market = Market(fixture)
        try await TestBrowser.open(
            visit: Visit(path: "/basket", owner: (visitor ?? fixture.buyer).description, isGuest: true),
            screen: { visit in
                BasketScreen(
                    market: market, visitor: try #require(VisitorID(visit.owner)),
                    isReturn: visit.beginning != .opened,
                    fulfilment: visit.position.flatMap { Fulfilment(rawValue: $0) } ?? .pickUp, strings: visit.strings)
            }, use)
    }

    /// Expects four prices.
    private func expect(
        _ browser: TestBrowser, _ prices: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        var shown: [String] = []
        for output in ["productPrice", "discountPrice", "deliveryCharge", "totalPrice"] {
            shown.append(await browser.text("[data-output=\(output)]", sourceLocation: sourceLocation))
        }
        #expect(shown == prices, sourceLocation: sourceLocation)
    }

    @Test func itemsAreSelectedCountedAndOrdered() async throws {
        try await withMarket { fixture in
            let chair = try await fixture.offer("Chair", price: 5_000, bargain: 4_000, stock: 3).id
            let table = try await fixture.offer("Table", price: 20_000).id
            for product in [chair, table] { _ = try await fixture.store.addToBasket(product, 1, of: fixture.buyer) }
            try await open(fixture) { browser in
                await expect(browser, ["₩0", "₩0", "₩0", "₩0"])
                #expect(try await browser.find("#order")["aria-disabled"] == "true")
                try await browser.click("#select-\(chair)")
                try await browser.click("#step-\(chair)-1")
                try await browser.choose("#delivery")
                await expect(browser, ["₩10,000", "−₩2,000", "₩3,000", "₩11,000"])
                #expect(await browser.text("#order") == "Order 1 item")
                // The stock is used up: the button does nothing.
                try await browser.click("#step-\(chair)-1")
                #expect(try await browser.find("#step-\(chair)-1")["aria-disabled"] == "true")
                try await browser.click("#order")
                #expect(await browser.location == "/orders/1")
                let purchase = try await fixture.store.order(OrderID(rawValue: 1), of: fixture.buyer)
                #expect(purchase?.prices.total.amount == 23_000 - 8_000 && purchase?.summary == ["Chair 3"])
                // The page is returned to: its next order is another one.
                try await browser.click("#select-\(table)")
                try await browser.click("#order")
                #expect(await browser.location == "/orders/2")
            }
        }
    }

    /// Of each change the page gets one total, never one of prices of two moments.
    @Test func theTotalHasNoOtherHistoryOnTheWire() async throws {
        try await withMarket { fixture in
            let chair = try await fixture.offer("Chair", price: 12_000, bargain: 9_000, stock: 9).id
            _ = try await fixture.store.addToBasket(chair, 1, of: fixture.buyer)
            try await open(fixture) { browser in
                try await browser.choose("#delivery")
                try await browser.click("#select-\(chair)")
                try await browser.click("#step-\(chair)-1")
                _ = try await fixture.store.edit(
                    chair, .make("Chair", price: 20_000, bargain: 15_000, stock: 9), from: 1,
                    by: .visitor(fixture.seller))
                await browser.settled()
                try await browser.click("#cancel")
                let totals = await browser.events.filter { $0.name == "totalPrice" }.map(\.data)
                #expect(totals == ["₩12,000", "₩21,000", "₩30,000", "₩0"])
            }
        }
    }

    @Test func aReconnectKeepsTheSelectionAndANewPageTakesItBack() async throws {
        try await withMarket { fixture in
            let chair = try await fixture.offer("Chair").id
            _ = try await fixture.store.addToBasket(chair, 1, of: fixture.buyer)
            try await open(fixture) { browser in
                try await browser.click("#select-\(chair)")
                try await browser.choose("#delivery")
                await browser.dropLine()
                try await browser.reconnect()
                #expect(try await browser.find("#select-\(chair)")["aria-checked"] == "true")
                try await browser.restart()
                #expect(try await browser.find("#select-\(chair)")["aria-checked"] == "true")
                #expect(await browser.text("[data-output=deliveryCharge]") == "₩3,000")
                let other = try await browser.openTab()
                #expect(try await other.find("#select-\(chair)")["aria-checked"] == "false")
                await browser.settled()
                #expect(try await browser.find("#select-\(chair)")["aria-checked"] == "false")
            }
        }
    }

    @Test func theLastItemIsOrderedByOneOfTwoAndTheOtherKeepsTheRest() async throws {
        try await withMarket { fixture in
            let last = try await fixture.offer("Last chair", stock: 1).id
            let lamp = try await fixture.offer("Lamp").id
            for product in [last, lamp] { _ = try await fixture.store.addToBasket(product, 1, of: fixture.buyer) }
            try await open(fixture) { browser in
                try await browser.click("#select-\(last)")
                try await browser.click("#select-\(lamp)")
                // What the button says is what was seen: the page hears of the other order behind the press.
                let button = try await browser.find("#order")
                try await fixture.order(last, by: fixture.stranger)
                try await browser.forge(input: "cellAction", value: #require(button["data-value"]))
                #expect(await browser.text("[role=alert] li").contains("Last chair Sold out"))
                #expect(try await browser.find("#select-\(lamp)")["aria-checked"] == "true")
                try await browser.click("#remove-now-\(last)")
                #expect(await browser.findAll("li.basket-row").count == 1)
                #expect(await browser.focused == "basket")
                try await browser.click("#order")
                #expect(await browser.location == "/orders/2")
                #expect(try await fixture.stock(last) == 0)
            }
        }
    }

    @Test func whatWasSeenIsWhatIsOrdered() async throws {
        try await withMarket { fixture in
            let chair = try await fixture.offer("Chair", price: 5_000).id
            _ = try await fixture.store.addToBasket(chair, 1, of: fixture.buyer)
            try await open(fixture) { browser in
                try await browser.click("#select-\(chair)")
                let seen = try #require(try await browser.find("#order")["data-value"])
                _ = try await fixture.store.edit(
                    chair, .make("Stool", price: 5_000), from: 1, by: .visitor(fixture.seller))
                try await browser.forge(input: "cellAction", value: seen)
                #expect(await browser.text("[role=alert] li").contains("Stool"))
                #expect(try await fixture.rowCount("purchase") == 0)
                try await browser.click("#order")
                #expect(try await fixture.rowCount("purchase") == 1)
            }
        }
    }

    /// One reading for a change of a product that is in the basket, and none for any other.
    @Test func aBasketIsReadAgainForItsOwnProductsOnly() async throws {
        let count = Atomic(0)
        @Sendable func configure(_ configuration: inout Configuration) {
            configuration.prepareDatabase { db in
                db.trace(options: .statement) { event in
                    if "\(event)".contains("FROM basketItem") { count.add(1, ordering: .relaxed) }
                }
            }
        }
        try await withMarket(configure: configure) { fixture in
            let chair = try await fixture.offer("Chair", stock: 5).id
            let lamp = try await fixture.offer("Lamp", stock: 5).id
            _ = try await fixture.store.addToBasket(chair, 1, of: fixture.buyer)
            try await open(fixture) { browser in
                func readings(of body: () async throws -> Void) async throws -> Int {
                    let before = count.load(ordering: .relaxed)
                    try await body()
                    await browser.settled()
                    return count.load(ordering: .relaxed) - before
                }
                let seller = Holder.visitor(fixture.seller)
                let own = try await readings {
                    _ = try await fixture.store.edit(chair, .make("Chair", price: 7, stock: 5), from: 1, by: seller)
                }
                #expect(own == 1)
                #expect(await browser.text("li.basket-row .price") == "₩7")
                let other = try await readings {
                    _ = try await fixture.store.edit(lamp, .make("Lamp", price: 7, stock: 5), from: 1, by: seller)
                }
                #expect(other == 0)
            }
        }
    }

    // MARK: Without a script

    @Test func everythingIsDoneByPosts() async throws {
        try await withPlainBrowser { fixture, browser in
            let chair = try await fixture.offer("Chair", price: 5_000).id
            _ = try await fixture.store.addToBasket(chair, 1, of: browser.owner)
            var page = try await browser.get("/basket")
            // The chosen delivery comes along with each button.
            page = try await browser.press("select-\(chair)", of: page, ["fulfilment": "delivery"])
            #expect(page.status == 200)
            #expect(page.text.contains("<dd data-output=\"totalPrice\" aria-live='polite'>₩8,000</dd>"))
            page = try await browser.press("step-\(chair)-1", of: page, ["fulfilment": "delivery"])
            #expect(page.text.contains("₩13,000"))
            #expect(page.text.between("id=\"delivery\"", ">")?.contains("checked") == true)
            // Pressed twice: one order, and both lead there.
            let fields = ["fulfilment": "delivery"]
            let posts = [
                try await browser.press("order", of: page, fields), try await browser.press("order", of: page, fields),
            ]
            #expect(posts.map(\.status) == [303, 303])
            #expect(posts.map { $0["Location"] } == ["/orders/1", "/orders/1"])
            #expect(try await fixture.stock(chair) == 1)
            #expect(try await browser.get("/orders/1").text.contains("₩13,000"))
            #expect(try await browser.get("/basket").text.contains("Your basket is empty"))
        }
    }

    @Test func aRefusedOrderIsAnsweredWithTheBasketAsItIs() async throws {
        try await withPlainBrowser { fixture, browser in
            let chair = try await fixture.offer("Chair", price: 5_000, stock: 1).id
            _ = try await fixture.store.addToBasket(chair, 1, of: browser.owner)
            let pickUp = ["fulfilment": "pickUp"]
            let delivery = ["fulfilment": "delivery"]
            let page = try await browser.get("/basket")
            #expect(try await browser.press("order", of: page, pickUp).status == 409)
            let selected = try await browser.press("select-\(chair)", of: page, pickUp)
            // Another delivery than that of the total.
            let changed = try await browser.press("order", of: selected, delivery)
            #expect(changed.status == 409 && changed.text.contains("₩8,000"))
            try await fixture.order(chair, by: fixture.stranger)
            let refused = try await browser.press("order", of: changed, delivery)
            #expect(refused.status == 409 && refused.text.contains("id='remove-now-\(chair)'"))
            #expect(try await fixture.store.basket(of: browser.owner).summary == ["Chair 1*"])
            let removed = try await browser.press("remove-now-\(chair)", of: refused, delivery)
            #expect(removed.status == 200)
            #expect(removed.text.between("id=\"delivery\"", ">")?.contains("checked") == true)
            #expect(try await fixture.store.basket(of: browser.owner).items.isEmpty)
        }
    }
}
