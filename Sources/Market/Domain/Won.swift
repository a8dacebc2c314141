import Live

/// An amount in whole won, the smallest coin there is; 0 to ``limit``.
///
/// Results of calculations are held to that range, so none overflows. A basket can't reach the limit: 100 items of 9,999
/// pieces at 100,000,000 won are a tenth of it.
package struct Won: Hashable, Comparable, Sendable {
    /// The largest amount: 10¹⁵ won, which JavaScript's numbers still represent exactly.
    package static let limit = 1_000_000_000_000_000
    /// Nothing.
    package static let zero = Won(clamping: 0)

    /// The amount in won.
    package let amount: Int

    /// - Parameter amount: the amount in won, held to 0...``limit``.
    package init(clamping amount: Int) { self.amount = min(max(amount, 0), Self.limit) }

    /// - Parameter amount: the amount in won; nil is returned unless it is in 0...``limit``.
    package init?(exactly amount: Int) {
        guard (0...Self.limit).contains(amount) else { return nil }
        self.amount = amount
    }

    /// Whether the left amount is smaller.
    package static func < (lhs: Won, rhs: Won) -> Bool { lhs.amount < rhs.amount }

    /// The sum.
    package static func + (lhs: Won, rhs: Won) -> Won { Won(clamping: lhs.amount + rhs.amount) }

    /// The difference; zero when the right amount is larger.
    package static func - (lhs: Won, rhs: Won) -> Won { Won(clamping: lhs.amount - rhs.amount) }

    /// The amount for so many pieces.
    package static func * (lhs: Won, pieces: Int) -> Won {
        let (product, isTooLarge) = lhs.amount.multipliedReportingOverflow(by: pieces)
        return Won(clamping: isTooLarge ? (pieces < 0 ? 0 : limit) : product)
    }
}

/// The price of one piece of a product.
package struct ProductPrice: Hashable, Sendable {
    /// List prices that a product can have, in won. A bargain price is at least 1 won, and below the list price.
    package static let range = 1...100_000_000

    /// The list price.
    package let list: Won
    /// The lower price that is asked for instead; nil for none.
    package let bargain: Won?

    /// - Parameters:
    ///   - list: the list price.
    ///   - bargain: the lower price that is asked for instead; nil for none.
    /// - Returns: nil for prices that a product can't have; see ``range``.
    package init?(list: Won, bargain: Won? = nil) {
        guard Self.range.contains(list.amount), bargain.map({ $0.amount >= 1 && $0 < list }) ?? true else { return nil }
        (self.list, self.bargain) = (list, bargain)
    }

    /// The price that is asked for: the bargain price if there is one.
    package var asked: Won { bargain ?? list }
    /// The difference between the list price and the price that is asked for.
    package var discount: Won { list - asked }
}

/// The way in which an order comes to its buyer.
package enum Fulfilment: String, CaseIterable, Hashable, Sendable {
    /// The buyer picks it up.
    case pickUp
    /// It is brought to the buyer.
    case delivery
}

/// The prices of a basket or of an order.
///
/// The goods are charged at their list prices, minus the discount (list price minus bargain price, for each piece), plus the
/// delivery. Delivery costs 3,000 won for an order that is to be brought. It is free from 30,000 won of goods after the
/// discount, for an order that is picked up, and when there are no goods.
package struct Prices: Hashable, Sendable {
    /// The charge for bringing an order.
    package static let deliveryCharge = Won(clamping: 3_000)
    /// Goods after the discount from which on bringing them is free.
    package static let freeDelivery = Won(clamping: 30_000)

    /// The goods at list prices.
    package let product: Won
    /// The amount by which their bargain prices are below the list prices.
    package let discount: Won
    /// The charge for delivery.
    package let delivery: Won

    /// - Parameters:
    ///   - product: the goods at list prices.
    ///   - discount: the amount by which they cost less.
    ///   - delivery: the charge for delivery.
    package init(product: Won, discount: Won, delivery: Won) {
        (self.product, self.discount, self.delivery) = (product, discount, delivery)
    }

    /// The prices of goods.
    ///
    /// - Parameters:
    ///   - goods: the price of one piece of each item, and the number of pieces.
    ///   - delivery: returns the charge for goods of that price after the discount.
    init(of goods: some Sequence<(price: ProductPrice, quantity: Int)>, delivery: (Won) -> Won) {
        let (product, discount) = goods.reduce((Won.zero, Won.zero)) { sum, item in
            (sum.0 + item.price.list * item.quantity, sum.1 + item.price.discount * item.quantity)
        }
        self.init(product: product, discount: discount, delivery: delivery(product - discount))
    }

    /// Returns the charge for delivery.
    ///
    /// - Parameter goods: their price after the discount.
    package static func delivery(of goods: Won, _ fulfilment: Fulfilment) -> Won {
        switch fulfilment {
        case .pickUp: .zero
        case .delivery: goods == .zero || goods >= freeDelivery ? .zero : deliveryCharge
        }
    }

    /// The amount to be paid: max(0, ``product`` − ``discount`` + ``delivery``).
    package var total: Won { Won(clamping: product.amount - discount.amount + delivery.amount) }
}

/// The reason why a typed whole number is refused.
package enum NumberFault: Error, Hashable, Sendable {
    /// There is nothing.
    case missing
    /// It is no whole number.
    case notANumber
    /// It is less or more than these.
    case outOfRange(ClosedRange<Int>)
}

extension Int {
    /// Its digits in groups of three, as they are written in Korean and in English.
    package var grouped: String {
        let digits = String(magnitude)
        var text = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// Number of bytes of a typed number at most.
    package static var typedByteLimit: Int { 64 }

    /// A whole number as it is typed, also as an amount of won: decimal digits of any script, in groups of three or without
    /// groups, with a won sign before them or 원 behind them.
    ///
    /// - Parameters:
    ///   - text: the typed text.
    ///   - range: the numbers that are accepted, from 0 on.
    /// - Throws: the reason why it is refused.
    package init(typed text: some StringProtocol, in range: ClosedRange<Int>) throws(NumberFault) {
        guard text.utf8.count <= Self.typedByteLimit else { throw .notANumber }
        var digits = Substring(text.trimmedAtEnds)
        guard digits.hasVisibleCharacter else { throw .missing }
        if digits.first == "₩" || digits.first == "￦" { digits.removeFirst() }
        if digits.last == "원" { digits.removeLast() }
        let groups = digits.trimmedAtEnds.unicodeScalars
            .split(omittingEmptySubsequences: false) { $0 == "," || $0 == "，" || $0.properties.isWhitespace }
        guard groups.count == 1 || groups[0].count <= 3 && groups.dropFirst().allSatisfy({ $0.count == 3 }) else {
            throw .notANumber
        }
        var number = 0
        for group in groups {
            if group.isEmpty { throw .notANumber }
            for scalar in group {
                guard scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue else {
                    throw .notANumber
                }
                // Held below the largest number, however many digits follow.
                number = Swift.min(number * 10 + Int(digit), Won.limit)
            }
        }
        guard range.contains(number) else { throw .outOfRange(range) }
        self = number
    }
}
