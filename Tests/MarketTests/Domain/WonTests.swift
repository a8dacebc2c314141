import Testing

@testable import Market

@Suite(.timeLimit(.minutes(15))) struct WonTests {
    @Test func noCalculationLeavesTheRange() {
        let most = Won(clamping: .max)
        #expect(most.amount == Won.limit && Won(clamping: .min) == .zero)
        #expect(most + most == most && Won.zero - most == .zero)
        #expect(most * .max == most && most * .min == .zero && most * 0 == .zero)
        #expect(Won(exactly: -1) == nil && Won(exactly: Won.limit + 1) == nil)
        #expect(Won(exactly: Won.limit) == most && Won(exactly: 0) == .zero)
        #expect(Won(clamping: 1) < Won(clamping: 2))
    }

    @Test(
        arguments: [
            (1, nil, true), (100_000_000, nil, true), (0, nil, false), (100_000_001, nil, false), (2, 1, true),
            (2, 2, false), (2, 3, false), (2, 0, false), (1, 1, false), (100_000_000, 99_999_999, true),
        ] as [(Int, Int?, Bool)])
    func aBargainPriceIsBelowTheListPrice(list: Int, bargain: Int?, isPrice: Bool) {
        let price = ProductPrice(list: Won(clamping: list), bargain: bargain.map { Won(clamping: $0) })
        #expect((price != nil) == isPrice)
        #expect(price.map { $0.asked.amount } ?? 0 == (isPrice ? bargain ?? list : 0))
        #expect(price.map { $0.discount.amount } ?? 0 == (isPrice ? list - (bargain ?? list) : 0))
    }

    /// Product, discount, the way it comes, and the delivery and total that follow.
    @Test(arguments: [
        (0, 0, Fulfilment.pickUp, 0, 0), (0, 0, .delivery, 0, 0), (1, 0, .delivery, 3_000, 3_001),
        (29_999, 0, .delivery, 3_000, 32_999), (30_000, 0, .delivery, 0, 30_000), (30_000, 1, .delivery, 3_000, 32_999),
        (30_001, 1, .delivery, 0, 30_000), (29_999, 0, .pickUp, 0, 29_999), (5_000, 5_000, .delivery, 0, 0),
        // More than anything costs: the total is never negative.
        (1_000, 2_000, .pickUp, 0, 0),
    ])
    func deliveryIsFreeFrom30000WonAfterTheDiscount(
        product: Int, discount: Int, fulfilment: Fulfilment, delivery: Int, total: Int
    ) {
        let (product, discount) = (Won(clamping: product), Won(clamping: discount))
        let charge = Prices.delivery(of: product - discount, fulfilment)
        #expect(charge.amount == delivery)
        #expect(Prices(product: product, discount: discount, delivery: charge).total.amount == total)
    }

    /// The largest basket there can be.
    @Test func aFullBasketDoesNotReachTheLimit() throws {
        let price = try #require(
            ProductPrice(list: Won(clamping: 100_000_000), bargain: Won(clamping: 1)))
        let prices = Prices(of: Array(repeating: (price, 9_999), count: Basket.limit)) { _ in .zero }
        #expect(prices.product.amount == 99_990_000_000_000)
        #expect(prices.discount.amount == 99_990_000_000_000 - 999_900)
        #expect(prices.total.amount == 999_900)
    }

    @Test(arguments: [
        ("1", 1), ("0", 0), ("007", 7), (" 12 ", 12), ("1,000", 1_000), ("12,345,678", 12_345_678), ("1 000", 1_000),
        ("1\u{A0}000", 1_000), ("₩1,000", 1_000), ("￦ 1000", 1_000), ("1,000원", 1_000), ("1000 원", 1_000),
        ("１２３", 123), ("१२३", 123), ("1，000", 1_000), ("100000000", 100_000_000),
    ])
    func aNumberIsTypedInManyWays(text: String, number: Int) throws {
        #expect(try Int(typed: text, in: 0...100_000_000) == number)
    }

    @Test(arguments: [
        "x", "1.5", "1,5", "1,0000", "1,,000", ",000", "1,", "-1", "+1", "1e3", "0x1", "1\0", "원", "₩", "1원원", "½", "五",
        "\u{202E}12", "1\u{301}", String(repeating: "1", count: 65), String(repeating: " ", count: 1 << 20),
        String(repeating: "\u{301}", count: 1 << 19), String(decoding: [0x31, 0xED, 0xA0, 0x80], as: UTF8.self),
    ])
    func anythingElseIsNoNumber(text: String) {
        #expect(throws: NumberFault.notANumber) { try Int(typed: text, in: 0...100_000_000) }
    }

    @Test func aNumberIsMissingOrOutOfRange() {
        for text in ["", " ", "\u{200B}", "\0"] {
            #expect(throws: NumberFault.missing) { try Int(typed: text, in: 1...9) }
        }
        for text in ["0", "10", String(repeating: "9", count: 64)] {
            #expect(throws: NumberFault.outOfRange(1...9)) { try Int(typed: text, in: 1...9) }
        }
    }
}
