import Crypto
import Live

/// The items of an order and its total as they were shown to the buyer, in a text that a form carries.
///
/// An order is compared with it item by item: two changes of prices can give the same total, and a seller can offer another
/// thing under the same number. Instead of the names, which may be long, the text has a digest of each item.
package struct Quote: Hashable, Sendable, LosslessStringConvertible {
    /// Number of bytes of a text at most.
    package static let byteLimit = 8 << 10

    /// The total that was shown.
    package let total: Won
    /// A digest of each item by its product.
    private let digests: [ProductID: String]

    /// The quote of items as they are now.
    ///
    /// - Parameters:
    ///   - items: the selected items of a basket.
    ///   - total: their total.
    init(_ items: some Sequence<BasketItem>, total: Won) {
        self.total = total
        digests = Dictionary(items.map { ($0.id, $0.digest) }) { first, _ in first }
    }

    /// The quote in a text; nil for any other text.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.byteLimit else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1, parts.count <= 2 * Basket.limit + 1, parts[0].utf8.count <= 16,
            let total = Int(parts[0]).flatMap({ Won(exactly: $0) })
        else { return nil }
        var digests: [ProductID: String] = [:]
        for index in stride(from: 1, to: parts.count, by: 2) {
            guard let product = ProductID(String(parts[index])), parts[index + 1].utf8.count == BasketItem.digestLength
            else { return nil }
            digests[product] = String(parts[index + 1])
        }
        (self.total, self.digests) = (total, digests)
    }

    /// The total, and the product and the digest of each item, separated by dots.
    package var description: String {
        digests.sorted { $0.key < $1.key }.reduce(into: "\(total.amount)") { $0 += ".\($1.key).\($1.value)" }
    }

    /// Returns the items that were not shown as they are: with another name, price or number of pieces, or not at all.
    func changes(in items: some Sequence<BasketItem>) -> [BasketItem] {
        items.filter { digests[$0.id] != $0.digest }
    }
}

extension Basket {
    /// Returns the quote of the selected items.
    package func quote(_ fulfilment: Fulfilment) -> Quote { Quote(selected, total: prices(fulfilment).total) }
}

extension BasketItem {
    /// Number of characters of a digest.
    fileprivate static let digestLength = 16

    /// A digest of what a buyer sees of the item: 64 bits of a SHA-256, since its seller chooses the name.
    fileprivate var digest: String {
        let price = product.price
        let seen = "\(price.list.amount) \(price.bargain?.amount ?? 0) \(quantity) \(product.name.text)"
        return SHA256.hash(data: Array(seen.utf8)).prefix(Self.digestLength / 2)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
