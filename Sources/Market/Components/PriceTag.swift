import Live
import LiveSite

/// The price of a product, with the list price that a bargain price is below of.
struct PriceTag {
    let strings: Strings
    let price: ProductPrice

    var html: HTML {
        guard let bargain = price.bargain else { return "<span class='price'>\(strings.price(price.list))</span>" }
        return """
            <span class="price bargain"><span class="visually-hidden">\(strings.bargainPrice) </span>\
            \(strings.price(bargain))</span> <s class="was"><span class="visually-hidden">\(strings.listPrice) </span>\
            \(strings.price(price.list))</s>
            """
    }
}

/// The number of pieces that are left.
struct StockLabel {
    let strings: Strings
    let stock: Int

    var html: HTML {
        "<span class='stock\(if: stock == 0, " sold-out")\(if: (1...3).contains(stock), " few")'>\(strings.left(stock))</span>"
    }
}

extension Strings {
    var bargainPrice: String { text(ko: "할인가", en: "Bargain price") }
    var listPrice: String { text(ko: "정가", en: "List price") }

    /// Returns the words for a number of pieces that are left.
    func left(_ stock: Int) -> String {
        switch stock {
        case 0: text(ko: "품절", en: "Sold out")
        case 1: text(ko: "마지막 1개", en: "Last one")
        case 2...3: text(ko: "\(stock)개 남음", en: "Only \(stock) left")
        default: text(ko: "\(number(stock))개 남음", en: "\(number(stock)) left")
        }
    }
}
