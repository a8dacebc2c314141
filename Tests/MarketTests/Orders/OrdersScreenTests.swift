import Foundation
import Live
import LiveTesting
import TestSupport
import Testing

@testable import Market

/// The pages of orders, as buyers, sellers and holders of codes use them.
@Suite(.timeLimit(.minutes(15))) struct OrdersScreenTests {
    private static let codes = HeldCodes(signingKey: Array(repeating: 7, count: 32))

    private func visit(_ path: String, _ visitor: VisitorID, _ query: Query = Query()) -> Visit {
        Visit(
            path: path, query: query, owner: visitor.description, isGuest: true,
            client: Client(address: "192.0.2.7"))
    }

    private func openOrder(
        _ order: OrderID, _ fixture: MarketFixture, of visitor: VisitorID, code: MarketCode? = nil,
        _ use: (TestBrowser) async throws -> Void
    ) async throws {
        let market = Market(fixture)
        try await TestBrowser.open(
            visit: visit("/orders/\(order)", visitor),
            screen: { visit in
                let visitor = try #require(VisitorID(visit.owner))
                let access = OrderAccess(store: market.store, order: order, visitor: visitor, code: code)
                return OrderScreen(
                    market: market, access: access, initial: try await access.read(), strings: visit.strings)
            }, use)
    }

    private func openOrders(
        _ fixture: MarketFixture, of visitor: VisitorID, _ tries: CodeTries? = nil,
        _ cursors: OrdersViewModel.Cursors = .init(), _ use: (TestBrowser) async throws -> Void
    ) async throws {
        let market = Market(fixture)
        let tries = tries ?? CodeTries { [clock = fixture.clock] in clock.now }
        try await TestBrowser.open(
            visit: visit("/orders", visitor),
            screen: { visit in
                let visitor = try #require(VisitorID(visit.owner))
                return OrdersScreen(
                    market: market, codes: Self.codes,
                    finder: CodeFinder(store: market.store, tries: tries, visitor: visitor, client: visit.client),
                    cursors: cursors, limits: (visit.position ?? "").split(separator: ".").compactMap { Int($0) },
                    strings: visit.strings)
            }, use)
    }

    @Test func anOrderIsPickedUpInFrontOfItsBuyer() async throws {
        try await withMarket { fixture in
            let chair = try await fixture.offer("Chair", price: 5_000, bargain: 4_000, stock: 3).id
            let purchase = try await fixture.order(chair, 2)
            try await openOrder(purchase.id, fixture, of: fixture.buyer) { buyer in
                #expect(await buyer.text(".pickup-code") == purchase.code.grouped)
                #expect(await buyer.text(".total dd") == "₩8,000")
                #expect(await buyer.exists("#cancel"))
                let seller = try await buyer.openTab { $0.owner = fixture.seller.description }
                // The code is the buyer's to show.
                #expect(await !seller.exists(".pickup-code"))
                #expect(await !seller.exists("#cancel"))
                try await seller.click("#pick-up")
                #expect(await seller.flash == "Marked as handed over.")
                await buyer.settled()
                #expect(await buyer.text(".purchase .facts .state") == "Picked up")
                #expect(await !buyer.exists("#cancel"))
                #expect(await !seller.exists("#pick-up"))
                // A press from before that comes too late, with words.
                try await buyer.forge(input: "cancel")
                #expect(await buyer.text("[role=alert]").contains("can’t be cancelled any more"))
                #expect(try await fixture.stock(chair) == 1)
            }
        }
    }

    @Test func aCancelledOrderGivesItsPiecesBack() async throws {
        try await withMarket { fixture in
            let chair = try await fixture.offer("Chair", stock: 3).id
            let purchase = try await fixture.order(chair, 2)
            // On another device, which has the code.
            try await openOrder(purchase.id, fixture, of: fixture.stranger, code: purchase.code) { browser in
                let seller = try await browser.openTab { $0.owner = fixture.seller.description }
                try await browser.click("#cancel")
                #expect(await browser.text(".purchase .facts .state") == "Cancelled")
                #expect(try await fixture.stock(chair) == 3)
                await seller.settled()
                #expect(await seller.text("section .state") == "Cancelled")
                let answer = try await seller.forgePost(input: "pickUp")
                #expect(answer.status == 409 && answer.text("[role=alert]").contains("The buyer has cancelled"))
                // Without a script, and a second time: it is cancelled already.
                let again = try await browser.forgePost(input: "cancel")
                #expect(again.status == 303 && again.location == "/orders/\(purchase.id)")
            }
        }
    }

    @Test func anOrderIsNobodyElses() async throws {
        try await withPlainBrowser { fixture, browser in
            let purchase = try await fixture.order(fixture.offer().id)
            for path in ["/orders/\(purchase.id)", "/orders/99", "/orders/0", "/orders/x"] {
                #expect(try await browser.get(path).status == 404)
            }
        }
    }

    @Test func theListsAreLiveAndGrow() async throws {
        try await withMarket { fixture in
            let chair = try await fixture.offer("Chair", stock: 99).id
            for _ in 0..<45 { try await fixture.order(chair) }
            try await openOrders(fixture, of: fixture.seller) { browser in
                #expect(await browser.findAll("[data-output=orders] li").isEmpty)
                #expect(await browser.findAll("[data-output=sales] li").count == 20)
                #expect(await browser.text("[data-output=offers] li .stock") == "54 left")
                try await fixture.order(chair)
                await browser.settled()
                #expect(await browser.text("[data-output=offers] li .stock") == "53 left")
                #expect(await browser.findAll("[data-output=sales] li").count == 20)
                try await browser.click("#more-sales")
                #expect(await browser.findAll("[data-output=sales] li").count == 40)
                try await browser.restart()
                #expect(await browser.findAll("[data-output=sales] li").count == 40)
                for _ in 0..<10 { try await fixture.order(chair) }
                await browser.settled()
                try await browser.click("#more-sales")
                // A page has no more: the others are on another one.
                #expect(await browser.findAll("[data-output=sales] li").count == 50)
                let more = try await browser.find("#more-sales")
                #expect(more["data-input"] == nil && more["href"] == "/orders?sales=7")
            }
            let next = OrdersViewModel.Cursors(sales: OrderID(rawValue: 7))
            try await openOrders(fixture, of: fixture.seller, nil, next) { browser in
                #expect(await browser.findAll("[data-output=sales] li").count == 6)
                #expect(await !browser.exists("[data-output=offers]"))
                #expect(await !browser.exists("#more-sales"))
            }
        }
    }

    // MARK: Codes

    @Test func aCodeLeadsToWhatHasIt() async throws {
        try await withMarket { fixture in
            let offer = try await fixture.store.offer(.make(), by: fixture.seller, from: Client(), key: .make())
            let purchase = try await fixture.order(offer.product.id)
            try await openOrders(fixture, of: fixture.stranger) { browser in
                try await browser.type("", into: "#code")
                try await browser.click("#open")
                #expect(await browser.text("[data-output=codeFault]") == "Enter a code.")
                try await browser.type("ABC", into: "#code")
                #expect(await browser.text("[data-output=codeFault]") == "")
                try await browser.click("#open")
                #expect(await browser.text("[data-output=codeFault]").contains("like ABCD-1234"))
                try await browser.type(purchase.code.grouped.lowercased(), into: "#code")
                try await browser.click("#open")
                #expect(await browser.location == "/orders/\(purchase.id)")
                let cookie = try #require(await browser.cookies["market-codes"])
                #expect(!cookie.isReadable && cookie.maxAge == MarketLimits.basketLifetime)
                var visit = visit("/orders", fixture.stranger)
                visit.cookies = PageCookies("market-codes=\(cookie.value)")
                #expect(Self.codes.codes(of: visit) == [purchase.code])
                #expect(try await Self.codes.order(purchase.id, of: visit, in: fixture.store) == purchase)
                // It is of one browser, and of nobody's making.
                visit.owner = fixture.buyer.description
                #expect(Self.codes.codes(of: visit).isEmpty)
                visit.owner = fixture.stranger.description
                for value in ["", ".", purchase.code.description, "\(offer.code).\(cookie.value)", cookie.value + "0"] {
                    visit.cookies = PageCookies("market-codes=\(value)")
                    #expect(Self.codes.codes(of: visit).isEmpty)
                }
                try await browser.type(offer.code.description, into: "#code")
                try await browser.click("#open")
                #expect(await browser.location == "/products/\(offer.product.id)?edit=1")
            }
            // The seller of a part of an order sees that, and doesn't become its buyer.
            try await openOrders(fixture, of: fixture.seller) { browser in
                try await browser.type(purchase.code.description, into: "#code")
                try await browser.click("#open")
                #expect(await browser.location == "/orders/\(purchase.id)")
                #expect(await browser.cookies["market-codes"] == nil)
            }
        }
    }

    @Test func sixtyVainTriesOfAnAddressAreAnHoursWorth() async throws {
        try await withMarket { fixture in
            let purchase = try await fixture.order(fixture.offer().id)
            let tries = CodeTries { [clock = fixture.clock] in clock.now }
            let client = Client(address: "2001:db8::1")
            func finder(_ address: String) -> CodeFinder {
                CodeFinder(
                    store: fixture.store, tries: tries, visitor: fixture.stranger, client: Client(address: address))
            }
            let wrong = try #require(MarketCode("00000000"))
            for _ in 0..<CodeTries.limit {
                await #expect(throws: CodeFault.unknown) { try await finder(client.address).find(wrong) }
                // One that is right doesn't count.
                _ = try await finder("2001:db8:0:1::1").find(purchase.code)
                fixture.clock.advance(by: 1)
            }
            // The whole network is one.
            for address in ["2001:db8::1", "2001:db8::ffff"] {
                await #expect(throws: CodeFault.tooMany(wait: .seconds(3_540))) {
                    try await finder(address).find(purchase.code)
                }
            }
            _ = try await finder("2001:db8:0:1::1").find(purchase.code)
            fixture.clock.advance(by: 3_540)
            await #expect(throws: CodeFault.unknown) { try await finder(client.address).find(wrong) }
            await #expect(throws: CodeFault.tooMany(wait: .seconds(1))) { try await finder(client.address).find(wrong) }
        }
    }

    @Test func aTryThatIsTakenBackIsNotCounted() throws {
        let clock = MarketClock()
        let (tries, visitor) = (CodeTries { clock.now }, try VisitorID.make("guest"))
        #expect(tries.begin(Client(address: "192.0.2.1"), visitor) == nil)
        #expect(tries.groupCount == 1)
        tries.takeBack(Client(address: "192.0.2.1"), visitor)
        #expect(tries.groupCount == 0)
    }

    /// All who come through a proxy that doesn't tell their address.
    @Test(arguments: ["", "127.0.0.1", "::1"])
    func visitorsWithoutAnAddressDoNotLockEachOtherOut(address: String) throws {
        let clock = MarketClock()
        let (tries, client) = (CodeTries { clock.now }, Client(address: address))
        let (ann, bob) = (try VisitorID.make("ann"), try VisitorID.make("bob"))
        for _ in 0..<CodeTries.limit { #expect(tries.begin(client, ann) == nil) }
        #expect(tries.begin(client, ann) == .seconds(3_600))
        #expect(tries.begin(client, bob) == nil)
        tries.takeBack(client, bob)
        // A browser that takes a new name each time.
        for number in 0..<(CodeTries.commonLimit - CodeTries.limit) {
            #expect(tries.begin(client, try VisitorID.make("new-\(number)")) == nil)
        }
        #expect(tries.begin(client, bob) == .seconds(3_600))
        #expect(tries.begin(Client(address: "192.0.2.1"), bob) == nil)
        clock.advance(by: CodeTries.interval / .seconds(1))
        #expect(tries.begin(client, bob) == nil)
    }

    /// Without a script, the texts stay and the answer has its status.
    @Test func aCodeIsPosted() async throws {
        try await withPlainBrowser { fixture, browser in
            let purchase = try await fixture.order(fixture.offer().id)
            let page = try await browser.get("/orders")
            let wrong = try await browser.post("/orders?input=open", of: page, ["code": "no such"])
            #expect(wrong.status == 422 && wrong.text.contains("value=\"no such\""))
            let right = try await browser.post("/orders?input=open", of: page, ["code": purchase.code.grouped])
            #expect(right.status == 303 && right["Location"] == "/orders/\(purchase.id)")
            let order = try await browser.get("/orders/\(purchase.id)")
            #expect(order.status == 200)
            let cancelled = try await browser.post("/orders/\(purchase.id)?input=cancel", of: order, [:])
            #expect(cancelled.status == 303)
            #expect(try await fixture.store.order(purchase.id, of: fixture.buyer)?.state == .cancelled)
            for _ in 0..<CodeTries.limit {
                _ = try await browser.post("/orders?input=open", of: page, ["code": "0000-0000"])
            }
            let answer = try await browser.post("/orders?input=open", of: page, ["code": "0000-0000"])
            #expect(answer.status == 429 && answer["Retry-After"] == "3600")
        }
    }
}
