import Live
import LiveSite

/// The app's strings in Korean and English. Those of a feature are in its folder.
package struct Strings: SiteStrings {
    package let language: Language
    package let assets: [String: String]

    /// - Parameters:
    ///   - language: a BCP 47 tag; unsupported ones give English.
    ///   - assets: cacheable addresses of static files, by their plain paths.
    init(language: String, assets: [String: String] = [:]) {
        self.language = Language(rawValue: language) ?? .english
        self.assets = assets
    }

    package var appName: String { text(ko: "벼룩시장", en: "Flea Market") }
    var tagline: String {
        text(ko: "우리끼리 사고파는 작은 장터", en: "A small market for people who know each other")
    }
    /// Accessible name of the main navigation.
    var places: String { text(ko: "주요 메뉴", en: "Main") }
    /// Names of the pages, in the navigation.
    var browse: String { text(ko: "둘러보기", en: "Browse") }
    var sell: String { text(ko: "팔기", en: "Sell") }
    var basket: String { text(ko: "장바구니", en: "Basket") }
    var orders: String { text(ko: "내 거래", en: "My orders") }

    /// Accessible words for the number in the basket's link.
    func inBasket(_ count: Int) -> String {
        text(ko: "\(count)개 담김", en: count == 1 ? "1 item" : "\(count) items")
    }

    // MARK: Lists

    var loading: String { text(ko: "불러오고 있어요", en: "Loading") }
    var showMore: String { text(ko: "더 보기", en: "Show more") }
    var selectFirst: String { text(ko: "주문할 상품을 선택해 주세요.", en: "Select the items you want to order.") }
    var browseItems: String { text(ko: "물건 둘러보기", en: "Browse items") }

    // MARK: Sums of baskets and orders

    var productPrice: String { text(ko: "상품 금액", en: "Items") }
    var discount: String { text(ko: "할인", en: "Discount") }
    var deliveryCharge: String { text(ko: "배달비", en: "Delivery") }
    var totalPrice: String { text(ko: "합계", en: "Total") }
    /// A reduction of a total.
    func reduction(_ won: Won) -> String { won == .zero ? price(won) : "−\(price(won))" }

    // MARK: Numbers

    /// Returns a whole number with its digits in groups of three, as both languages write them.
    func number(_ number: Int) -> String { number.grouped }

    /// Returns an amount of money.
    func price(_ won: Won) -> String { text(ko: "\(number(won.amount))원", en: "₩\(number(won.amount))") }
}

extension Visit {
    /// The strings in the visitor's language.
    var strings: Strings { Strings(language: language, assets: assets) }
}
